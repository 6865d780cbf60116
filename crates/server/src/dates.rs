//! The date of a game in files: that of the clock on the wall where the hall stands, and that of UTC.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// When something began, as tags of files have it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dates {
    /// The date at the hall, `2026-11-26`.
    pub(crate) local: String,
    /// The date in UTC.
    pub(crate) utc: String,
    /// The time in UTC, `17:08:00`.
    pub(crate) utc_time: String,
}

/// The dates of a moment in RFC 3339 at the hall; `None` if it is none.
pub(crate) fn of(moment: &str) -> Option<Dates> {
    at(moment, &TimeZone::system())
}

fn at(moment: &str, hall: &TimeZone) -> Option<Dates> {
    let moment: Timestamp = moment.parse().ok()?;
    let (local, utc) = (moment.to_zoned(hall.clone()), moment.to_zoned(TimeZone::UTC));
    Some(Dates {
        local: local.strftime("%Y-%m-%d").to_string(),
        utc: utc.strftime("%Y-%m-%d").to_string(),
        utc_time: utc.strftime("%H:%M:%S").to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_after_midnight_has_the_date_of_the_hall() {
        let shanghai = TimeZone::fixed(jiff::tz::offset(8));
        let dates = at("2026-11-25T17:08:00Z", &shanghai).unwrap();
        assert_eq!(dates.local, "2026-11-26");
        assert_eq!((dates.utc.as_str(), dates.utc_time.as_str()), ("2026-11-25", "17:08:00"));
        assert_eq!(at("yesterday", &shanghai), None);
    }
}
