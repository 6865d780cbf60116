//! Games as people type them: a position, perhaps with moves behind it, and moves in any notation that files have.

use crate::files::{self, Hints};
use crate::{REGISTRY, new_session, push_with_pass};
use engine::{OpenError, PositionError, Session};
use records::{POSITIONS, ReadErrorKind, Record};

/// A session at the start of a typed game, and its moves: those behind the position, then `moves`. What a line of a
/// file may be is read here too: moves run together, ranks counted from 1, move numbers, passes left out. The moves
/// are not played; if they are not legal, they are what was typed, one by one.
///
/// # Errors
/// When the variant or the rule set is unknown, or the position is none.
///
/// ```
/// let (game, moves) = games::typed("xiangqi", None, None, &["h3e3 h10g8"])?;
/// assert!(game.moves().is_empty());
/// assert_eq!(moves, ["h2e2", "h9g7"]);
/// let (_, moves) = games::typed("reversi", None, None, &["f5d6c3"])?;
/// assert_eq!(moves, ["f5", "d6", "c3"]);
/// let position = Some("startpos moves 32-28");
/// assert_eq!(games::typed("draughts", None, position, &["19-23"])?.1, ["32-28", "19-23"]);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn typed<S: AsRef<str>>(
    variant: &str,
    rules: Option<&str>,
    position: Option<&str>,
    moves: &[S],
) -> Result<(Box<dyn Session>, Vec<String>), OpenError> {
    let (session, mut all) = match (new_session(variant, rules, position), position) {
        (Err(OpenError::Position(error)), Some(text)) if begins_position(text) => {
            let record = line(variant, text).map_err(|kind| match kind {
                // The position can be read, and a move behind it cannot.
                kind @ ReadErrorKind::Move { .. } => {
                    OpenError::Position(PositionError::syntax(kind.to_string(), None))
                }
                _ => OpenError::Position(error.clone()),
            })?;
            if record.variant != variant {
                // A board of another size has a variant of its own.
                return Err(OpenError::Position(error));
            }
            let session = new_session(variant, rules, record.start.as_deref())?;
            (session, record.moves().map(str::to_owned).collect())
        }
        (opened, _) => (opened?, Vec::new()),
    };
    let words: Vec<&str> = moves.iter().flat_map(|text| text.as_ref().split_whitespace()).collect();
    if words.is_empty() {
        return Ok((session, all));
    }
    let behind = all.iter().map(String::as_str);
    let mut scratch = session.fork();
    if behind.clone().chain(words.iter().copied()).all(|m| push_with_pass(&mut *scratch, m).is_ok())
    {
        all.extend(words.iter().map(|word| (*word).to_owned()));
        return Ok((session, all));
    }
    let start = session.start_text();
    let whole = [start.as_str(), "moves"].into_iter().chain(behind).chain(words.iter().copied());
    match line(variant, &whole.collect::<Vec<_>>().join(" ")) {
        Ok(record) => all = record.moves().map(str::to_owned).collect(),
        Err(_) => {
            let files = REGISTRY.find(variant)?.0.files();
            let parts = words.iter().flat_map(|word| files.split(word));
            all.extend(parts.map(str::to_owned));
        }
    }
    Ok((session, all))
}

/// Whether a text begins with a position, and not with a move.
fn begins_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word =
        ["startpos", "position", "fen"].iter().any(|word| first.eq_ignore_ascii_case(word));
    is_word || first.contains(['/', ':', '[']) || first.len() > 16
}

/// The one game of a list.
fn line(variant: &str, text: &str) -> Result<Record, ReadErrorKind> {
    let hints = Hints { format: Some(POSITIONS), variant: Some(variant), ..Hints::default() };
    let mut games = files::read(text.as_bytes(), &hints).map_err(|error| error.kind)?;
    match (games.next(), games.next()) {
        (Some(Ok(record)), None) => Ok(record),
        (Some(Err(error)), _) => Err(error.error.kind),
        _ => Err(ReadErrorKind::Unrecognised),
    }
}
