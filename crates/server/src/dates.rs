//! The date of a game in files: that of the clock on the wall where the hall stands, and that of UTC.

use hall_messages::GameDates;
use time::format_description::StaticFormatDescription;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

const DATE: StaticFormatDescription = format_description!("[year]-[month]-[day]");
const TIME: StaticFormatDescription = format_description!("[hour]:[minute]:[second]");

/// The dates of a moment in RFC 3339 at the hall; `None` if it is none.
pub(crate) fn of(moment: &str) -> Option<GameDates> {
    let moment = OffsetDateTime::parse(moment, &Rfc3339).ok()?;
    // Where the system does not tell its zone, the hall's is UTC.
    let hall = UtcOffset::local_offset_at(moment).unwrap_or(UtcOffset::UTC);
    at(moment, hall)
}

fn at(moment: OffsetDateTime, hall: UtcOffset) -> Option<GameDates> {
    let (local, utc) = (moment.to_offset(hall), moment.to_offset(UtcOffset::UTC));
    Some(GameDates {
        local: local.format(DATE).ok()?,
        utc: utc.format(DATE).ok()?,
        utc_time: utc.format(TIME).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{datetime, offset};

    #[test]
    fn a_game_after_midnight_has_the_date_of_the_hall() {
        let dates = at(datetime!(2026-11-25 17:08:00 UTC), offset!(+8)).unwrap();
        assert_eq!(dates.local, "2026-11-26");
        assert_eq!((dates.utc.as_str(), dates.utc_time.as_str()), ("2026-11-25", "17:08:00"));
        assert_eq!(of("yesterday"), None);
        assert_eq!(of("2026-11-25T17:08:00Z").unwrap().utc, "2026-11-25");
    }
}
