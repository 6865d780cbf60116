//! A fixed amount of work: its node count is the signature of a variant's search.

use crate::{Control, EngineError, Family, Limits, OpenError, Session, Variant};
use game::Key;
use thiserror::Error;

/// The depth of a variant's bench, if no other is wanted.
const DEPTH: u32 = 7;
/// After how many random plies its positions stand: phases of the game from the start on.
const PLIES: [u64; 8] = [0, 4, 8, 12, 18, 24, 32, 40];

/// Why a bench was not finished.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The variant is unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// How far a bench is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchStep {
    /// The positions that have been searched.
    pub done: usize,
    /// All positions.
    pub positions: usize,
    /// The nodes of the positions that have been searched.
    pub nodes: u64,
}

impl BenchStep {
    /// Runs a bench of so many positions, which hands over the nodes of each, and tells `each` the steps.
    /// Returns all nodes.
    pub fn tell(
        positions: usize,
        each: &mut dyn FnMut(Self),
        run: impl FnOnce(&mut dyn FnMut(u64)) -> u64,
    ) -> u64 {
        let mut step = Self { positions, ..Self::default() };
        each(step);
        run(&mut |nodes| {
            step.done += 1;
            step.nodes += nodes;
            each(step);
        })
    }
}

/// The bench of a variant: its family's where it is the usual one, and otherwise that of [`variant`].
pub(crate) fn bench(
    family: &dyn Family,
    of: &'static Variant,
    depth: Option<u32>,
    each: &mut dyn FnMut(BenchStep),
) -> Result<(u32, u64), BenchError> {
    if family.variants().first().is_some_and(|usual| usual.id == of.id) {
        return Ok(family.bench(depth, each));
    }
    let depth = depth.unwrap_or(DEPTH);
    Ok((depth, variant(family, of, depth, each)?))
}

/// Searches the start of a variant and positions after fixed random moves to this depth, with one thread and without
/// what was learnt of the position before. Returns the nodes.
fn variant(
    family: &dyn Family,
    of: &'static Variant,
    depth: u32,
    each: &mut dyn FnMut(BenchStep),
) -> Result<u64, BenchError> {
    let mut engine = family.engine(of);
    let mut step = BenchStep { positions: PLIES.len(), ..BenchStep::default() };
    each(step);
    for (game, plies) in (0..).zip(PLIES) {
        let session = random_game(family.session(of, None, None)?, game, plies);
        engine.new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut nodes = 0;
        engine.search(session.as_ref(), &limits, &Control::new(), &mut |info| {
            nodes = info.nodes;
        })?;
        step.nodes += nodes;
        step.done += 1;
        each(step);
    }
    Ok(step.nodes)
}

/// The session after so many random moves: the same for the same number of the game. It ends before the game does.
fn random_game(mut session: Box<dyn Session>, game: u64, plies: u64) -> Box<dyn Session> {
    for ply in 0..plies {
        let moves = session.legal_moves();
        let chance = Key::random((game << 32) + ply).0;
        let at = chance.checked_rem(moves.len() as u64).unwrap_or_default();
        let Some(m) = usize::try_from(at).ok().and_then(|at| moves.get(at)) else { break };
        let mut next = session.fork();
        if next.push(m).is_err() || next.verdict().is_some() {
            break;
        }
        session = next;
    }
    session
}
