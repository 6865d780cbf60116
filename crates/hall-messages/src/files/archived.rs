//! A game of a file as a game of the archive.

use super::read::{fault, is_annotated};
use games::files;
use hall::text::shown;
use hall::{Change, GameSetup, GameSummary, Moment};
use records::Record;
use time::{Date, Month};
use wire::{ClockSetting, End, Fault, Place, Player};

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 80;

/// A game of a file, to be stored.
#[derive(Clone, Debug)]
pub struct ArchivedRecord {
    /// Its initial data.
    pub setup: GameSetup,
    /// When it was played, if its file says the day.
    pub began: Option<Moment>,
    /// Its moves and its end.
    pub changes: Vec<Change>,
    /// What lists show of it.
    pub summary: GameSummary,
    /// Whether its file says more than the archive holds.
    pub is_annotated: bool,
}

/// The game with this number in a file, as it is to be stored.
///
/// # Errors
/// Why it cannot be played.
pub fn archived_record(record: &Record, number: u64) -> Result<ArchivedRecord, Box<Fault>> {
    let fault = |why: &dyn std::fmt::Display| {
        let mut fault = fault("bad-game", format!("game {number}: {why}"));
        fault.place = Some(Place { game: Some(number), ..Place::default() });
        Box::new(fault)
    };
    let start = record.start.as_deref();
    // The rules of a game that was played here are in its file.
    let rules = record.tags.get("Rules");
    let mut session = games::new_session(record.variant, rules, start)
        .or_else(|_| games::new_session(record.variant, None, start))
        .map_err(|why| fault(&why))?;
    let names = files::players(record).map(|name| {
        let name = shown(name.unwrap_or_default().trim());
        Player::person(name.chars().take(LONGEST_NAME).collect::<String>())
    });
    let setup = GameSetup {
        variant: session.variant().id.to_owned(),
        rules: session.rules().to_owned(),
        players: names,
        clock: ClockSetting::None,
        start: session.start_text(),
        opening: None,
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        delay: 0,
    };
    let mut changes = Vec::new();
    let times = hall::study::move_times(record);
    for ((text, time_ms), ply) in record.moves().zip(times).zip(1..) {
        let played = session.push(text).map_err(|why| fault(&format!("move {ply}: {why}")))?;
        changes.push(Change::Moved { text: played.text, time_ms, left_ms: [0, 0], score_cp: None });
    }
    let end = ended(session.verdict().map(End::from), record);
    if let Some(end) = end.clone() {
        changes.push(Change::Ended { end, left_ms: [0, 0] });
    }
    let summary = GameSummary {
        players: setup.players.clone(),
        plies: u32::try_from(record.moves().count()).unwrap_or(u32::MAX),
        position: session.position_text(),
        end,
    };
    let is_annotated = is_annotated(record);
    Ok(ArchivedRecord { setup, began: date(record), changes, summary, is_annotated })
}

/// How a game ended: by the rules, or as its file says.
fn ended(by_rules: Option<End>, record: &Record) -> Option<End> {
    let Some(stated) = record.result else { return by_rules };
    let by_rules = by_rules.filter(|end| end.outcome == Some(stated));
    Some(by_rules.unwrap_or_else(|| End::stated(stated, "file")))
}

/// The noon of the day on which a game was played, if its file says the day.
fn date(record: &Record) -> Option<Moment> {
    let text = record.tags.get("UTCDate").or_else(|| record.tags.get("Date"))?;
    let mut parts = text.trim().split(['.', '-', '/']);
    let year = parts.next()?.parse().ok()?;
    let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    let day = parts.next()?.get(..2)?.parse().ok()?;
    let date = Date::from_calendar_date(year, month, day).ok()?;
    let noon = date.with_hms(12, 0, 0).ok()?.assume_utc();
    Some(Moment(noon.unix_timestamp() * 1000))
}
