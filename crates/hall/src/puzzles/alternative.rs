//! A move that a puzzle does not know: whether it is right all the same, by a search of the position after it.

use crate::puzzles::thresholds::MOST_SHOWN;
use crate::puzzles::trial::{SearchRequest, chance, shown};
use crate::puzzles::{Puzzle, PuzzleGoal};
use engine::{BestMove, Level, Limits, PuzzleTerms, Score, Session};
use game::{Outcome, Side};

/// So many searches go on at the end of the line of a forced win, to show it to its end.
const MOST_CONTINUED: u8 = 4;

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
    /// A forced win whose line is not yet at its end, and the searches that went on.
    won: Option<(AlternativeResult, u8)>,
}

/// What is known of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeResult {
    /// Whether it wins, or saves where the puzzle is to save, in the terms of the game.
    pub right: bool,
    /// The number of the solver's moves to a forced win, this one counted, if one was found.
    pub wins_in: Option<u32>,
    /// The moves after it, of both sides, that show what it is for.
    pub after: Vec<String>,
}

impl AlternativeResult {
    /// What is known of a right move whose line was not found.
    #[must_use]
    pub const fn without_line() -> Self {
        Self { right: true, wins_in: None, after: Vec::new() }
    }
}

impl Alternative {
    /// The alternative whose position is this one, after the move, and the nodes of the search.
    #[must_use]
    pub fn new(puzzle: &Puzzle, session: Box<dyn Session>, nodes: u64) -> Self {
        let (solver, saves) = (puzzle.side(), puzzle.kind == PuzzleGoal::Save);
        let terms = session.puzzle_terms();
        Self { session, solver, saves, terms, nodes, bookish: false, won: None }
    }

    /// What the rules say of it, where they end the game.
    #[must_use]
    pub fn settled(&self) -> Option<AlternativeResult> {
        let end = self.session.verdict()?;
        let chance = match end.outcome {
            Outcome::Draw => 0.5,
            won => f64::from(u8::from(won.winner() == Some(self.solver))),
        };
        let wins_in = (chance > 0.5).then_some(1);
        Some(AlternativeResult { right: chance >= self.least(), wins_in, after: Vec::new() })
    }

    /// The search that decides it.
    #[must_use]
    pub fn ask(&self) -> SearchRequest {
        let limits = Limits {
            nodes: Some(self.nodes),
            level: Some(Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish { 2 } else { 1 },
            ..Limits::default()
        };
        SearchRequest { session: self.end_of_line(), limits }
    }

    /// The position at the end of what is known of the line.
    fn end_of_line(&self) -> Box<dyn Session> {
        let mut session = self.session.fork();
        let line = self.won.iter().flat_map(|(won, _)| &won.after);
        for m in line {
            // Each was found by a search of the position before it.
            if session.push(m).is_err() {
                break;
            }
        }
        session
    }

    /// The line of a forced win goes on, unless it has ended, is long enough, or the search sees nothing more.
    fn go_on(
        &mut self,
        mut won: AlternativeResult,
        searches: u8,
        line: &[String],
    ) -> Option<AlternativeResult> {
        let mut session = self.end_of_line();
        let before = won.after.len();
        for m in line {
            if session.verdict().is_some() || session.push(m).is_err() {
                break;
            }
            won.after.push(m.clone());
        }
        let is_whole = session.verdict().is_some() || won.after.len() >= MOST_SHOWN;
        if !is_whole && searches < MOST_CONTINUED && won.after.len() > before {
            self.won = Some((won, searches + 1));
            return None;
        }
        won.after = shown(self.session.fork().as_mut(), &won.after);
        Some(won)
    }

    /// Takes the answer to [`Alternative::ask`]; `None` if another search is wanted.
    pub fn answer(&mut self, found: &BestMove) -> Option<AlternativeResult> {
        if let Some((won, searches)) = self.won.take() {
            let line = found.info.as_ref().filter(|info| matches!(info.score, Score::Mate(_)));
            let line = line.map(|info| info.pv.clone()).unwrap_or_default();
            self.won = Some((won.clone(), searches));
            return self.go_on(won, searches, &line);
        }
        let Some(info) = &found.info else {
            let unknown = AlternativeResult { right: false, wins_in: None, after: Vec::new() };
            return std::mem::replace(&mut self.bookish, true).then_some(unknown);
        };
        let is_own = self.session.side_to_move() == self.solver;
        let chance = chance(self.session.as_ref(), info);
        let chance = if is_own { chance } else { 1.0 - chance };
        let wins_in = match info.score {
            Score::Mate(moves) if is_own == (moves > 0) => Some(1 + moves.unsigned_abs()),
            _ => None,
        };
        let right = chance >= self.least();
        if right && wins_in.is_some() {
            return self.go_on(
                AlternativeResult { right, wins_in, after: Vec::new() },
                0,
                &info.pv,
            );
        }
        let after = shown(self.session.fork().as_mut(), &info.pv);
        Some(AlternativeResult { right, wins_in, after })
    }

    /// The chance that the solver must keep.
    const fn least(&self) -> f64 {
        if self.saves { self.terms.saved } else { self.terms.winning }
    }
}
