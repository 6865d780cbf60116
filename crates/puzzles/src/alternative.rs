//! A move that a puzzle does not know: whether it is right all the same, by a search of the position after it.

use crate::trial::{Ask, chance, shown};
use crate::{Kind, Puzzle};
use engine::{BestMove, Level, Limits, PuzzleTerms, Score, Session};
use game::{Outcome, Side};

/// A move of the solver that is neither the solution's nor one of those that are as right by the search that found the
/// puzzle.
#[derive(Debug)]
pub struct Alternative {
    /// The position after it.
    session: Box<dyn Session>,
    solver: Side,
    saves: bool,
    terms: PuzzleTerms,
    nodes: u64,
    /// The engine answered without a score, from its book.
    bookish: bool,
}

/// What is known of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it wins, or saves where the puzzle is to save, in the terms of the game.
    pub right: bool,
    /// The number of the solver's moves to a forced win, this one counted, if one was found.
    pub wins_in: Option<u32>,
    /// The moves after it, of both sides, that show what it is for.
    pub after: Vec<String>,
}

impl Alternative {
    /// The alternative whose position is this one, after the move, and the nodes of the search.
    #[must_use]
    pub fn new(puzzle: &Puzzle, session: Box<dyn Session>, nodes: u64) -> Self {
        let (solver, saves) = (puzzle.side(), puzzle.kind == Kind::Save);
        let terms = session.puzzle_terms();
        Self { session, solver, saves, terms, nodes, bookish: false }
    }

    /// What the rules say of it, where they end the game.
    #[must_use]
    pub fn settled(&self) -> Option<Judged> {
        let end = self.session.verdict()?;
        let chance = match end.outcome {
            Outcome::Draw => 0.5,
            won => f64::from(u8::from(won.winner() == Some(self.solver))),
        };
        let wins_in = (chance > 0.5).then_some(1);
        Some(Judged { right: chance >= self.least(), wins_in, after: Vec::new() })
    }

    /// The search that decides it.
    #[must_use]
    pub fn ask(&self) -> Ask {
        let limits = Limits {
            nodes: Some(self.nodes),
            level: Some(Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish { 2 } else { 1 },
            ..Limits::default()
        };
        Ask { session: self.session.fork(), limits }
    }

    /// Takes the answer to [`Alternative::ask`]; `None` if another search is wanted.
    pub fn answer(&mut self, found: &BestMove) -> Option<Judged> {
        let Some(info) = &found.info else {
            let unknown = Judged { right: false, wins_in: None, after: Vec::new() };
            return std::mem::replace(&mut self.bookish, true).then_some(unknown);
        };
        let is_own = self.session.side_to_move() == self.solver;
        let chance = chance(self.session.as_ref(), info);
        let chance = if is_own { chance } else { 1.0 - chance };
        let wins_in = match info.score {
            Score::Mate(moves) if is_own == (moves > 0) => Some(1 + moves.unsigned_abs()),
            _ => None,
        };
        let after = shown(self.session.fork().as_mut(), &info.pv);
        Some(Judged { right: chance >= self.least(), wins_in, after })
    }

    /// The chance that the solver must keep.
    const fn least(&self) -> f64 {
        if self.saves { self.terms.saved } else { self.terms.winning }
    }
}
