use engine::{BestMove, Control, Engine, Limits, OpeningSession, Session};
use game::Side;

/// Nodes for the judgement of one point when the engine chooses in an opening.
const NODES_A_POINT: u64 = 2_000;
/// The score of a won position in centipawns; the moves to the win are subtracted.
const WON: i32 = 20_000;

/// The engine's choice in an opening. A position that it cannot judge counts as even.
pub(crate) fn chosen(
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
