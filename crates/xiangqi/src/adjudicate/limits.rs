use super::rewind::Rewind;
use crate::{Kind, Position};
use game::{Line, Side};

/// The plies without capture after which the game is drawn: sixty moves of each side.
pub const NATURAL_LIMIT: usize = 120;

/// The number of checks of each side that count towards the natural limit.
const CHECKS_COUNTED: usize = 10;

/// Whether 120 plies without capture were played, not counting each side's checks beyond ten and
/// the replies to them. The caller must test first whether the last of them is mate.
///
/// Earlier plies, which only the counter of the start position shows, are counted, too.
///
/// ```
/// use {game::Line, xiangqi::{Position, adjudicate}};
/// let line = Line::new("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 90".parse::<Position>()?);
/// assert!(adjudicate::is_natural_limit(&line));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_natural_limit(line: &Line<Position>) -> bool {
    usize::from(line.position().quiet_plies()) >= NATURAL_LIMIT
        && counted_quiet_plies(line) >= NATURAL_LIMIT
}

/// The plies without capture that count towards the natural limit, [`NATURAL_LIMIT`].
///
/// ```
/// use {game::Line, xiangqi::{Position, adjudicate}};
/// let line = Line::new("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 31 60".parse::<Position>()?);
/// assert_eq!(adjudicate::counted_quiet_plies(&line), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn counted_quiet_plies(line: &Line<Position>) -> usize {
    let quiet = usize::from(line.position().quiet_plies());
    quiet - uncounted(line, quiet)
}

/// The number of the last `quiet` plies that do not count, as far as the line contains them.
fn uncounted(line: &Line<Position>, quiet: usize) -> usize {
    // The line is read backwards, because positions can only be taken back; checks are numbered
    // forwards.
    let mut checks = Vec::with_capacity(quiet);
    let mut rewind = Rewind::new(line);
    while checks.len() < quiet {
        let check = rewind.position().is_in_check().then(|| rewind.mover());
        if rewind.take_back().is_none() {
            break;
        }
        checks.push(check);
    }
    let mut given = [0; Side::ALL.len()];
    let mut uncounted = 0;
    let mut reply = false;
    for check in checks.into_iter().rev() {
        let beyond = check.is_some_and(|side| {
            given[side.index()] += 1;
            given[side.index()] > CHECKS_COUNTED
        });
        uncounted += usize::from(beyond || reply);
        reply = beyond;
    }
    uncounted
}

/// Whether neither side has a piece that can cross the river: kings, advisors and elephants alone
/// never mate.
///
/// ```
/// use xiangqi::{Position, adjudicate};
/// let p: Position = "3ak4/9/4b4/9/9/9/9/9/9/3AK4 w".parse()?;
/// assert!(adjudicate::is_dead_material(&p));
/// assert!(!adjudicate::is_dead_material(&Position::start()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_dead_material(position: &Position) -> bool {
    [Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Pawn]
        .into_iter()
        .all(|kind| position.kind(kind).is_empty())
}
