//! The searches of a review: which is next for a position, and what becomes of its answer.

use crate::review::work::{ReviewWork, value};
use crate::review::{Confirmation, ExactResult, MoveResult, PositionResult, thresholds};
use engine::{Phase, Score, Session};
use std::ops::Range;

/// What the first search of a position may cost, in hundredths of the limits of the review.
const FIRST: u32 = 50;
/// What a search may cost that confirms a blame. What the first ones leave is spent here: a review of usual games costs
/// about its limits for each position.
const CONFIRMING: u32 = 250;
/// The losses of mistakes for which the longest searches are worth their cost: greater ones stand. What loses so much after the
/// first searches has the longest ones at once; the others have them where the longer ones find it. In endings smaller
/// losses get them too, since there they often find the result.
const UNSURE: Range<f64> = thresholds::MISTAKE..0.20;
/// The losses of inaccuracies that get them, too: most of what is blamed and fine at ten times the nodes loses so little.
const SLIGHT: Range<f64> = thresholds::INACCURACY..0.08;
/// What a search may cost that ensures a mistake.
const LONGEST: u32 = 600;
/// The most searches that show a forced win to its end.
const CONTINUED: u8 = 6;

/// A search of a review. Each position has the first; the others follow where the move that was played there seems worse
/// than the best one, until it does not any more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// The position.
    Position,
    /// The position after its best move, with the same limits.
    AfterBest,
    /// The position after the move that was played, with longer limits.
    ConfirmPlayed,
    /// The position after its best move, with longer limits.
    ConfirmBest,
    /// The position after the move that was played, with the longest limits, where it may be a mistake, or hardly an
    /// inaccuracy.
    EnsurePlayed,
    /// The position after its best move, with the longest limits.
    EnsureBest,
    /// The end of the line after the move that was played, which allows a forced win: the win is shown to its end.
    ContinuePlayed,
    /// The end of the line after the best move, which wins by force.
    ContinueBest,
}

impl ReviewStep {
    /// What the search may cost, in hundredths of the limits of the review.
    #[must_use]
    pub const fn percent(self) -> u32 {
        match self {
            Self::ConfirmPlayed | Self::ConfirmBest => CONFIRMING,
            Self::EnsurePlayed | Self::EnsureBest => LONGEST,
            Self::Position | Self::AfterBest | Self::ContinuePlayed | Self::ContinueBest => FIRST,
        }
    }
}

/// How much of a review is done and how much is left, in first searches of a position.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct ReviewCost {
    /// What was searched.
    pub done: f64,
    /// What will be, as far as that can be said: not every position needs more than one search.
    pub left: f64,
}

/// The searches that a position has beyond its first where nothing is known of the game yet, and how many
/// positions that guess is worth.
const USUAL_EXTRA: (f64, f64) = (0.8, 8.0);

impl ReviewWork {
    /// How much is done and left.
    #[must_use]
    pub fn cost(&self) -> ReviewCost {
        let units = |hundredths: u32| f64::from(hundredths) / f64::from(FIRST);
        let confirming = |confirmed: &Confirmation| {
            let last = units(if confirmed.is_longest { LONGEST } else { CONFIRMING });
            let best = if confirmed.best.is_some() { last } else { 0.0 };
            last + best + f64::from(confirmed.continued.min(CONTINUED))
        };
        let (mut cost, mut extra, mut known, mut unknown) = (ReviewCost::default(), 0.0, 0.0, 0.0);
        for ply in 0..self.places.len() {
            let Some(searched) = &self.searched[ply] else {
                unknown += 1.0;
                continue;
            };
            let compared = if searched.compared.is_some() { 1.0 } else { 0.0 };
            let more_here = compared + searched.confirmed.as_ref().map_or(0.0, confirming);
            cost.done += more_here + if searched.nodes > 0 { 1.0 } else { 0.0 };
            if self.is_done(ply) {
                (extra, known) = (extra + more_here, known + 1.0);
            } else {
                // It goes on to the end, for all that can be said.
                cost.left += (1.0 + 2.0 * units(CONFIRMING) - more_here).max(1.0);
            }
        }
        let (usual, weight) = USUAL_EXTRA;
        cost.left += unknown * (1.0 + (extra + usual * weight) / (known + weight));
        cost
    }

    /// The next search: its position and kind.
    pub(crate) fn wanted(&self) -> Option<(usize, ReviewStep)> {
        (0..self.places.len()).rev().find_map(|ply| {
            if self.done[ply] {
                return None;
            }
            let step = match &self.part {
                None => self.step(ply),
                Some((own, _)) if own.contains(&ply) => self.step(ply),
                Some((_, after)) => (after.contains(&ply) && self.searched[ply].is_none())
                    .then_some(ReviewStep::Position),
            };
            step.map(|step| (ply, step))
        })
    }

    /// Whether nothing more is to be searched for this position.
    pub(crate) fn is_done(&self, ply: usize) -> bool {
        self.done[ply] || self.step(ply).is_none()
    }

    /// What is to be searched next for this position.
    pub(crate) fn step(&self, ply: usize) -> Option<ReviewStep> {
        let Some(searched) = &self.searched[ply] else { return Some(ReviewStep::Position) };
        self.searched(ply + 1)?;
        let loss = self.loss(ply).filter(|&loss| loss >= thresholds::INACCURACY)?;
        match (&searched.compared, &searched.confirmed) {
            (None, _) => Some(ReviewStep::AfterBest),
            (_, None) if UNSURE.contains(&loss) => Some(ReviewStep::EnsurePlayed),
            (_, None) => Some(ReviewStep::ConfirmPlayed),
            (_, Some(Confirmation { best: None, is_longest: false, .. })) => {
                Some(ReviewStep::ConfirmBest)
            }
            (_, Some(Confirmation { best: None, is_longest: true, .. })) => {
                Some(ReviewStep::EnsureBest)
            }
            (_, Some(Confirmation { is_longest: false, .. }))
                if UNSURE.contains(&loss)
                    || SLIGHT.contains(&loss)
                    || (loss < UNSURE.end && self.places[ply].phase == Phase::Ending) =>
            {
                Some(ReviewStep::EnsurePlayed)
            }
            (_, Some(confirmed)) => self.unfinished(ply, confirmed),
        }
    }

    /// The line of a forced win that does not reach the end of the game yet.
    fn unfinished(&self, ply: usize, confirmed: &Confirmation) -> Option<ReviewStep> {
        if confirmed.continued >= CONTINUED {
            return None;
        }
        let is_open = |step| {
            let session = self.session_of(ply, step);
            session.verdict().is_none()
        };
        let allows = matches!(confirmed.played.score, Score::Mate(..=0));
        if allows && is_open(ReviewStep::ContinuePlayed) {
            return Some(ReviewStep::ContinuePlayed);
        }
        let wins = |best: &MoveResult| matches!(best.score, Score::Mate(1..));
        let misses = confirmed.best.as_ref().is_some_and(wins);
        (misses && is_open(ReviewStep::ContinueBest)).then_some(ReviewStep::ContinueBest)
    }

    /// What a step finds in a position where the game is over.
    pub(crate) fn by_rules(&self, ply: usize, step: ReviewStep) -> Option<MoveResult> {
        if step == ReviewStep::Position {
            return None;
        }
        let outcome = self.session_of(ply, step).verdict()?.outcome;
        let exact = ExactResult::of(value(outcome, self.places[ply].side));
        let score = match exact {
            ExactResult::Loss => Score::Mate(0),
            ExactResult::Draw => Score::Cp(0),
            ExactResult::Win => Score::Mate(1),
        };
        Some(MoveResult { score, line: Vec::new(), solved: Some(exact) })
    }

    /// What a step would find where a search of before has proven it already.
    pub(crate) fn by_proof(&self, ply: usize, step: ReviewStep) -> Option<MoveResult> {
        let searched = self.searched(ply)?;
        let known = match step {
            ReviewStep::Position | ReviewStep::ContinuePlayed | ReviewStep::ContinueBest => {
                return None;
            }
            ReviewStep::ConfirmPlayed | ReviewStep::EnsurePlayed => {
                let confirmed =
                    searched.confirmed.as_ref().map(|confirmed| confirmed.played.clone());
                let next = self.searched(ply + 1).map(MoveResult::of_next);
                [confirmed, next]
            }
            ReviewStep::AfterBest | ReviewStep::ConfirmBest | ReviewStep::EnsureBest => {
                [searched.compared.clone(), MoveResult::of_best(searched)]
            }
        };
        known.into_iter().flatten().find(MoveResult::is_proven)
    }

    /// The position that a step searches.
    pub(crate) fn session_of(&self, ply: usize, step: ReviewStep) -> Box<dyn Session> {
        let mut session = self.session(ply);
        let confirmed = || self.searched(ply)?.confirmed.as_ref();
        let (first, line) = match step {
            ReviewStep::Position => return session,
            ReviewStep::AfterBest | ReviewStep::ConfirmBest | ReviewStep::EnsureBest => {
                (self.best(ply), None)
            }
            ReviewStep::ConfirmPlayed | ReviewStep::EnsurePlayed => {
                (self.moves.get(ply).map(String::as_str), None)
            }
            ReviewStep::ContinuePlayed => (
                self.moves.get(ply).map(String::as_str),
                confirmed().map(|confirmed| &confirmed.played.line),
            ),
            ReviewStep::ContinueBest => (
                self.best(ply),
                confirmed().and_then(|confirmed| Some(&confirmed.best.as_ref()?.line)),
            ),
        };
        for text in first.into_iter().chain(line.into_iter().flatten().map(String::as_str)) {
            // Both were found in these positions, so they are possible.
            if session.verdict().is_some() || session.push(text).is_err() {
                break;
            }
        }
        session
    }
}

impl PositionResult {
    /// Takes what was found after a move.
    pub(crate) fn take(&mut self, step: ReviewStep, found: MoveResult) {
        match step {
            ReviewStep::Position => {}
            ReviewStep::AfterBest => self.compared = Some(found),
            ReviewStep::ConfirmPlayed | ReviewStep::EnsurePlayed => {
                let is_longest = step == ReviewStep::EnsurePlayed;
                // What is proven after the best move needs no longer search.
                let best = self.confirmed.take().and_then(|confirmed| confirmed.best);
                let best = best.filter(MoveResult::is_proven);
                self.confirmed =
                    Some(Confirmation { played: found, best, is_longest, continued: 0 });
            }
            ReviewStep::ConfirmBest | ReviewStep::EnsureBest => {
                if let Some(confirmed) = &mut self.confirmed {
                    confirmed.best = Some(found);
                }
            }
            ReviewStep::ContinuePlayed | ReviewStep::ContinueBest => {
                let Some(confirmed) = &mut self.confirmed else { return };
                confirmed.continued += 1;
                let of = match step {
                    ReviewStep::ContinuePlayed => Some(&mut confirmed.played),
                    _ => confirmed.best.as_mut(),
                };
                let wins = |score| match score {
                    Score::Mate(moves) => Some(moves > 0),
                    Score::Cp(_) => None,
                };
                match of {
                    // The same side still wins by force.
                    Some(of) if wins(found.score) == wins(of.score) && !found.line.is_empty() => {
                        of.line.extend(found.line);
                    }
                    _ => confirmed.continued = CONTINUED,
                }
            }
        }
    }
}
