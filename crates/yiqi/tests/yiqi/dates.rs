//! The dates of a game in its file: that of the clock on the wall where the hall stands, and that of UTC.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Hall;
use serde_json::Value;

/// A tag of a game in PGN.
fn tag(file: &str, name: &str) -> String {
    let begins = format!("[{name} \"");
    let line = file.lines().find_map(|line| line.strip_prefix(&begins)).unwrap();
    line.trim_end_matches("\"]").to_owned()
}

/// The tags `Date` and `UTCDate` of a game that begins in a hall in this time zone.
fn dates(zone: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::open_where(folder.path(), &[], &[("TZ", zone.as_ref())]);
    let (status, game) = hall.begin("An");
    assert_eq!(status, 201, "{game}");
    let path = format!("/api/games/{}/export?format=pgn", game["id"].as_str().unwrap());
    let (status, file) = hall.text("GET", &path, &Value::Null);
    assert_eq!(status, 200, "{file}");
    let begun = game["created_at"].as_str().unwrap();
    assert_eq!(tag(&file, "UTCDate").replace('.', "-"), begun[..10]);
    assert_eq!(tag(&file, "UTCTime"), begun[11..19]);
    (tag(&file, "Date"), tag(&file, "UTCDate"))
}

/// Between 14 hours before and 12 hours behind UTC there are always two dates, and that of UTC is one of them or between them.
#[test]
fn a_game_has_the_date_of_the_halls_time_zone() {
    let (east, utc) = dates("EAST-14");
    let (west, utc_later) = dates("WEST12");
    assert!(west < east, "{west} {east}");
    assert!(west <= utc_later && utc <= east, "{west} {utc} {utc_later} {east}");
}
