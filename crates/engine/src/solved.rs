use crate::{BestMove, Bound, Control, Engine, EngineError, Info, Level, Limits, Score, Session};
use std::time::Duration;

/// The result of a solver ([`crate::Engine::solve`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverResult {
    /// The forced win, if one was found.
    pub proof: Option<Proof>,
    /// Whether every line of the provable kind was searched to its end.
    pub exhausted: bool,
    /// Moves tried.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of its moves.
    pub moves: u32,
    /// Best attack against the longest defence, in engine notation.
    pub line: Vec<String>,
    /// How it was found: `checks` (every move of it is a check, and every answer was tried),
    /// `fours` or `threats` (the same with fours, or threats, in gomoku) or `search` (the search found it, which does not try every answer).
    pub method: &'static str,
}

impl Proof {
    /// Whether every answer of the defender was tried.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.method != "search"
    }
}

/// Looks for a forced win by an ordinary search at full strength.
pub(crate) fn by_search(
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &Limits,
    control: &Control,
) -> Result<SolverResult, EngineError> {
    let limits = Limits {
        mate: Some(u32::from(u8::MAX)),
        lines: 1,
        level: Some(Level::MAX),
        ..limits.clone()
    };
    let mut latest: Option<Info> = None;
    let BestMove { info, .. } = engine.search(session, &limits, control, &mut |progress| {
        latest = Some(progress.clone());
    })?;
    let mut solved = SolverResult::default();
    if let Some(info) = latest.as_ref().or(info.as_ref()) {
        (solved.nodes, solved.time) = (info.nodes, info.time);
        if let (Score::Mate(n @ 1..), Bound::Exact) = (info.score, info.bound) {
            let line = info.pv.clone();
            solved.proof = Some(Proof { moves: n.unsigned_abs(), line, method: "search" });
        }
    }
    Ok(solved)
}
