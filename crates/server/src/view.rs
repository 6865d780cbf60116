//! The views of what the hall has ([`hall_messages`]), and the time of this server.

use hall::Moment;
pub(crate) use hall_messages::moment;
use std::time::{Duration, SystemTime};

/// The present time.
pub(crate) fn now() -> Moment {
    since_1970(SystemTime::now())
}

/// A time of the system clock, which may be wrong and before 1970.
fn since_1970(time: SystemTime) -> Moment {
    let milliseconds = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    Moment(match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => milliseconds(after),
        Err(before) => -milliseconds(before.duration()),
    })
}

/// The id of a game that begins at a time: a UUID of version 7, so that ids are ordered by time. Times before
/// 1970 count as its first moment.
pub(crate) fn game_id(now: Moment) -> String {
    let milliseconds = u64::try_from(now.0).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(milliseconds, &rand::random()).into_uuid().to_string()
}

#[cfg(test)]
mod tests {
    use super::{game_id, moment, since_1970};
    use hall::Moment;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_clock_may_be_set_to_any_time() {
        let second = Duration::from_millis(1_500);
        let before = SystemTime::UNIX_EPOCH - second;
        assert_eq!(since_1970(before), Moment(-1_500));
        assert_eq!(since_1970(SystemTime::UNIX_EPOCH + second), Moment(1_500));
        assert_eq!(moment(since_1970(before)), "1969-12-31T23:59:58.5Z");
        for now in [i64::MIN, -1, 0, 1 << 50, i64::MAX] {
            let (id, text) = (game_id(Moment(now)), moment(Moment(now)));
            assert_eq!(uuid::Uuid::try_parse(&id).unwrap().get_version_num(), 7, "{now}");
            assert!(text.ends_with('Z'), "{now}: {text}");
        }
        assert!(game_id(Moment(1_700_000_000_000)) < game_id(Moment(1_700_000_000_001)));
        assert_eq!(moment(Moment(i64::MAX)), "9999-12-31T23:59:59.999Z");
        assert_eq!(moment(Moment(i64::MIN)), "0000-01-01T00:00:00Z");
    }
}
