//! Games and studies as files.

use crate::refused::{Refused, shortened};
use crate::shown::shown;
use crate::study::EVENT;
use engine::Variant;
use games::files::{self, Writer, format_named, player_tags};
use hall::GameState;
use records::{Branch, Format, Losses, Node, POSITIONS, Record, Tags, WriteError};
use std::io::{self, Write};
use wire::{ClockSetting, Player, ShownStudy};

/// When a game began, as tags of files have it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct GameDates {
    /// The date where the hall is, `2026-11-26`.
    pub local: String,
    /// The date in UTC.
    pub utc: String,
    /// The time in UTC, `17:08:00`.
    pub utc_time: String,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// The ending of its name.
    pub ending: String,
    /// Whether it is text.
    pub is_text: bool,
    /// What its format has no place for, as codes with counts: `comments=3, variations=1`; empty if that is nothing.
    pub left_out: String,
}

/// A game as a file: `format` is one in which the variant's games are written, `moves`, or `fen` (the position now).
///
/// # Errors
/// When there is no such format or notation, or the format cannot hold the game.
pub fn written_game(
    state: &GameState,
    format: &str,
    notation: Option<&str>,
    dates: Option<&GameDates>,
) -> Result<WrittenFile, Refused> {
    let ending = if format == "moves" { "txt" } else { format }.to_owned();
    let format = format_asked(format)?;
    let (bytes, losses) = if format == POSITIONS {
        (format!("{}\n", state.session().position_text()).into_bytes(), Losses::default())
    } else {
        let notation = notation_asked(state.session().variant(), notation)?;
        write_state(state, format, notation, dates)?
    };
    Ok(WrittenFile { bytes, ending, is_text: format.is_text, left_out: left_out(&losses) })
}

/// The format with this name.
///
/// # Errors
/// When there is none.
pub fn format_asked(name: &str) -> Result<Format, Refused> {
    format_named(name).map_err(|_| {
        let known: Vec<_> = files::formats().iter().map(|format| format.name).collect();
        let known = known.join(", ");
        let message = format!("format: {:?} is none of {known}", shortened(name));
        Refused::bad_request("bad-parameter", message)
    })
}

/// The id of a notation of the game's variant.
fn notation_asked(variant: &'static Variant, asked: Option<&str>) -> Result<&'static str, Refused> {
    let known = variant.notations;
    let id = asked.or_else(|| known.first().map(|style| style.id)).unwrap_or_default();
    known.iter().map(|style| style.id).find(|known| *known == id).ok_or_else(|| {
        let ids = known.iter().map(|style| style.id).collect::<Vec<_>>().join(", ");
        let message = format!("notation: {:?} is none of {ids}", shortened(id));
        Refused::bad_request("bad-parameter", message)
    })
}

/// What a format has no place for, as text.
fn left_out(losses: &Losses) -> String {
    let counted = losses.counted().into_iter().map(|(code, count)| format!("{code}={count}"));
    counted.collect::<Vec<_>>().join(", ")
}

/// What a format has no place for; nothing where the file cannot be read again.
fn losses(record: &Record, format: Format, notation: Option<&str>) -> Losses {
    files::write_with_losses(&mut std::io::sink(), record, format, notation).unwrap_or_default()
}

/// Writes a game of the hall, and says what the format has no place for.
fn write_state(
    state: &GameState,
    format: Format,
    notation: &str,
    dates: Option<&GameDates>,
) -> Result<(Vec<u8>, Losses), Refused> {
    // Other formats have one notation.
    let family = games::family(state.session().variant().family);
    let known = family.is_some_and(|family| family.files().has_notation(notation));
    let chosen = format.takes_notations && known;
    let mut out = Vec::new();
    let record = game_record(state, format, dates);
    let chosen = chosen.then_some(notation);
    files::write(&mut out, &record, format, chosen).map_err(|why| unwritable(&why))?;
    Ok((out, losses(&record, format, chosen)))
}

/// A game of the hall as a file of this format has it.
#[must_use]
pub fn game_record(state: &GameState, format: Format, dates: Option<&GameDates>) -> Record {
    let session = state.session();
    let mut record = Record {
        variant: session.variant().id,
        tags: Tags::default(),
        start: Some(session.start_text()),
        line: Branch::default(),
        result: None,
    };
    record.line.moves = state.moves().iter().map(|played| Node::new(played.text.clone())).collect();
    let view = shown(state);
    record.tags.set("Event", EVENT);
    // Most files separate the parts of a date with dots.
    let separated = |date: &str| date.replace('-', &format.date_separator.to_string());
    match dates {
        Some(dates) => {
            record.tags.set("Date", &separated(&dates.local));
            // Other formats have no place for them.
            if ["pgn", "pdn"].contains(&format.name) {
                record.tags.set("UTCDate", &separated(&dates.utc));
                record.tags.set("UTCTime", &dates.utc_time);
            }
        }
        None => record.tags.set("Date", &separated("????-??-??")),
    }
    for (tag, player) in player_tags(record.variant).into_iter().zip(&view.players) {
        record.tags.set(tag, &player_name(player, tag));
    }
    record.tags.set("Rules", &view.rules);
    if let Some(control) = time_control(&view.clock.setting) {
        record.tags.set("TimeControl", &control);
    }
    if let Some(end) = &view.end {
        record.tags.set("Termination", format!("{} {}", end.reason, end.evidence).trim());
        record.result = end.outcome;
    }
    record
}

/// The clock as PGN and PDN write it: `300+5`, or one move in so many seconds (`1/30`).
fn time_control(clock: &ClockSetting) -> Option<String> {
    let seconds = |ms: u64| {
        let text = format!("{}.{:03}", ms / 1000, ms % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match *clock {
        ClockSetting::None => None,
        ClockSetting::PerMove { ms } => Some(format!("1/{}", seconds(ms))),
        ClockSetting::Increment { base_ms, increment_ms: 0 } => Some(seconds(base_ms)),
        ClockSetting::Increment { base_ms, increment_ms } => {
            Some(format!("{}+{}", seconds(base_ms), seconds(increment_ms)))
        }
        // The formats have no word for periods.
        ClockSetting::ByoYomi { .. } => None,
        ClockSetting::Days { days } => Some(format!("1/{}", u64::from(days) * 86_400)),
    }
}

/// The name of a player in a file: a person without a name is called by the side.
fn player_name(player: &Player, side: &str) -> String {
    match player {
        Player::Person { name, .. } if name.trim().is_empty() => side.to_owned(),
        Player::Person { name, .. } => name.clone(),
        Player::Machine { preset: Some(preset), .. } => preset.clone(),
        Player::Machine { level, .. } => format!("Yiqi level {level}"),
    }
}

/// A study that is to be written as a file.
#[derive(Debug)]
pub struct StudyFile<'a> {
    study: &'a ShownStudy,
    format: Format,
    notation: Option<&'static str>,
}

impl<'a> StudyFile<'a> {
    /// The study in this format, whose moves are in this notation.
    ///
    /// # Errors
    /// When there is no such format or notation.
    pub fn new(
        study: &'a ShownStudy,
        format: &str,
        notation: Option<&str>,
    ) -> Result<Self, Refused> {
        let format = format_asked(format)?;
        let variant = games::find_variant(&study.variant)?;
        let notation = notation_asked(variant, notation)?;
        let family = games::family(variant.family);
        let is_known = family.is_some_and(|family| family.files().has_notation(notation));
        let notation = (format.takes_notations && is_known).then_some(notation);
        Ok(Self { study, format, notation })
    }

    /// Writes the whole study; its main line where the format cannot hold more.
    ///
    /// # Errors
    /// When the format cannot hold it.
    pub fn written(&self, whole: Record, main_line: Record) -> Result<WrittenFile, Refused> {
        let whole = filled(whole, self.study, self.format);
        let written = match self.write(&whole) {
            Err(WriteError::Unfit { .. }) => {
                let main = filled(main_line, self.study, self.format);
                self.write(&main).map(|(bytes, _)| (bytes, Losses::between(&whole, &main)))
            }
            other => other,
        };
        let (bytes, lost) = written.map_err(|why| unwritable(&why))?;
        let Format { name, is_text, .. } = self.format;
        let ending = if self.format == records::MOVES { "txt" } else { name }.to_owned();
        Ok(WrittenFile { bytes, ending, is_text, left_out: left_out(&lost) })
    }

    fn write(&self, record: &Record) -> Result<(Vec<u8>, Losses), WriteError> {
        let mut out = Vec::new();
        files::write(&mut out, record, self.format, self.notation)?;
        Ok((out, losses(record, self.format, self.notation)))
    }
}

fn filled(mut record: Record, study: &ShownStudy, format: Format) -> Record {
    for (tag, player) in player_tags(record.variant).into_iter().zip(&study.players) {
        // A player without a name is called by the side.
        record.tags.set(tag, if player.is_empty() { tag } else { player });
    }
    if !study.title.is_empty() && record.tags.get("Event").is_none_or(|event| event == "?") {
        record.tags.set("Event", &study.title);
    }
    if let Some(date) = record.tags.get("Date") {
        let date = date.replace(['.', '-'], &format.date_separator.to_string());
        record.tags.set("Date", &date);
    }
    record.tags.set("Rules", &study.rules);
    record
}

/// A file, and what its format has no place for.
fn unwritable(why: &WriteError) -> Refused {
    Refused::impossible("no-files", why.to_string())
}

/// Writes several games into one file; `record_of` is a game as the format has it.
///
/// # Errors
/// When one cannot be read or written.
pub fn written_games(
    mut out: impl Write,
    games: impl Iterator<Item = Result<Record, Refused>>,
    format: Format,
) -> Result<(), Refused> {
    let mut writer = Writer::new(&mut out, format, None);
    for record in games {
        writer.write(record?).map_err(|why| unwritable(&why))?;
    }
    writer.finish().map_err(|why| unwritable(&why))?;
    out.flush().map_err(|error: io::Error| Refused::failed("an export", &error))
}

/// A game in the first format in which games of its kind are written, with the name of that format: a part of an archive
/// of many.
///
/// # Errors
/// When it cannot be written.
pub fn written_archive(
    state: &GameState,
    dates: Option<&GameDates>,
) -> Result<(Vec<u8>, &'static str), Refused> {
    let variant = state.session().variant();
    let formats = games::family(variant.family).map(|family| family.files().archives());
    let format = formats.and_then(|all| all.iter().find(|format| format.is_written));
    let format = *format.unwrap_or(&records::MOVES);
    let mut file = Vec::new();
    files::write(&mut file, &game_record(state, format, dates), format, None)
        .map_err(|why| unwritable(&why))?;
    Ok((file, format.name))
}
