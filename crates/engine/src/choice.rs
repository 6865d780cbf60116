//! What whoever runs an engine in games asks of it.

use crate::{BestMove, Control, Engine, Limits, OpeningSession, Session};
use game::Side;

/// Nodes for the judgement of one point when the engine chooses in an opening.
const NODES_A_POINT: u64 = 2_000;
/// The score of a won position in centipawns; the moves to the win are subtracted.
const WON: i32 = 20_000;

/// The engine's choice in an opening. A position that it cannot judge counts as even.
#[must_use]
pub fn chosen(
    engine: &mut dyn Engine,
    session: &dyn Session,
    opening: &dyn OpeningSession,
    control: &Control,
) -> BestMove {
    let mut empty = session.fork();
    while empty.pop() {}
    let limits = Limits { nodes: Some(NODES_A_POINT), lines: 1, ..Limits::default() };
    let best = opening.advise(&mut |stones| {
        let mut session = empty.fork();
        if stones.iter().any(|stone| session.push(stone).is_err()) || session.verdict().is_some() {
            return 0;
        }
        let found = engine.search(session.as_ref(), &limits, control, &mut |_| ());
        let score =
            found.ok().and_then(|found| found.info).map_or(0, |info| info.score.centipawns(WON));
        if session.side_to_move() == Side::First { score } else { -score }
    });
    BestMove { best, ponder: None, info: None }
}

/// The size of the table in MiB for a search at this level (1 to 12), at most `largest`. Low levels search so
/// few positions that a small table holds them all.
///
/// ```
/// assert_eq!([1, 5, 9, 12].map(|level| engine::table_mb(level, 32)), [1, 2, 8, 32]);
/// assert_eq!(engine::table_mb(12, 16), 16);
/// ```
#[must_use]
pub fn table_mb(level: u8, largest: u32) -> u32 {
    let enough = match level {
        0..=4 => 1,
        5..=7 => 2,
        8..=9 => 8,
        10 => 16,
        _ => largest,
    };
    enough.min(largest).max(1)
}
