//! What a move is worth, and how much less than another. What is proven is never compared with an estimate
//! as if both were of one kind.

use crate::review::{ExactResult, MoveResult};
use engine::{Expectation, Score};

/// A side with an expected score of this is taken to win, where a forced win is compared with an estimate:
/// a move that keeps so much is not blamed because another wins by force.
const CLEAR: f64 = 0.9;

/// What scores mean at some point of a game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ScoreMeaning<'a> {
    pub(crate) expectation: &'a Expectation,
    /// How far the game is, from 0 to 1.
    pub(crate) progress: f64,
}

/// What is known of a position, for one side.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct SideValue {
    /// What the score means, as long as nothing is proven.
    estimate: f64,
    /// The result, where it is known.
    exact: Option<ExactResult>,
}

impl SideValue {
    /// The worth of a result.
    pub(crate) const fn exact(exact: ExactResult) -> Self {
        let estimate = match exact {
            ExactResult::Loss => 1.0 - CLEAR,
            ExactResult::Draw => 0.5,
            ExactResult::Win => CLEAR,
        };
        Self { estimate, exact: Some(exact) }
    }

    /// The worth of a score.
    pub(crate) fn of(
        score: Score,
        solved: Option<ExactResult>,
        ScoreMeaning { expectation, progress }: ScoreMeaning<'_>,
    ) -> Self {
        match score {
            Score::Mate(1..) => Self::exact(ExactResult::Win),
            Score::Mate(_) => Self::exact(ExactResult::Loss),
            Score::Cp(_) => Self { estimate: expectation.of(score, progress), exact: solved },
        }
    }

    /// The worth of what was found after a move.
    pub(crate) fn of_found(found: &MoveResult, meaning: ScoreMeaning<'_>) -> Self {
        Self::of(found.score, found.solved, meaning)
    }

    /// The expected score, from 0 to 1.
    pub(crate) fn value(self) -> f64 {
        self.exact.map_or(self.estimate, ExactResult::value)
    }

    /// How much less `played` is worth than this, from 0 to 1: by the results where both are known, and otherwise by what
    /// the scores mean.
    pub(crate) fn lost(self, played: Self) -> f64 {
        let lost = match (self.exact, played.exact) {
            (Some(best), Some(played)) => best.value() - played.value(),
            // Nothing is better than a win, or worse than a loss.
            (_, Some(ExactResult::Win)) | (Some(ExactResult::Loss), _) => 0.0,
            _ => self.estimate - played.estimate,
        };
        lost.max(0.0)
    }
}

/// How much less the move that was played is worth than another, by searches of one kind after both: `expectation` and
/// `progress` are those of the position before them.
///
/// ```
/// use engine::{Expectation, Score};
/// use hall::review::{MoveResult, loss_of};
///
/// let found = |cp| MoveResult { score: Score::Cp(cp), line: Vec::new(), solved: None };
/// let curve = Expectation::constant(200.0);
/// assert_eq!(loss_of(&curve, 0.0, &found(10), &found(30)), 0.0);
/// assert!(loss_of(&curve, 0.0, &found(10), &found(-300)) > 0.2);
/// ```
#[must_use]
pub fn loss_of(
    expectation: &Expectation,
    progress: f64,
    best: &MoveResult,
    played: &MoveResult,
) -> f64 {
    let meaning = ScoreMeaning { expectation, progress };
    SideValue::of_found(best, meaning).lost(SideValue::of_found(played, meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTATION: Expectation = Expectation::constant(860.0);

    fn at(progress: f64) -> ScoreMeaning<'static> {
        ScoreMeaning { expectation: &EXPECTATION, progress }
    }

    fn discs(discs: i32, is_solved: bool) -> SideValue {
        let solved = is_solved.then(|| ExactResult::of(0.5 + f64::from(discs.signum()) / 2.0));
        SideValue::of(Score::Cp(100 * discs), solved, at(0.9))
    }

    #[test]
    fn a_proven_value_is_compared_with_a_proven_one() {
        assert_eq!(discs(2, true).value(), 1.0);
        assert_eq!(discs(6, true).lost(discs(0, true)), 0.5);
        assert_eq!(discs(6, true).lost(discs(2, true)), 0.0);
        assert_eq!(discs(-2, true).lost(discs(-20, true)), 0.0);
    }

    #[test]
    fn a_proven_value_is_not_compared_with_an_estimate() {
        // A win of two discs against an estimate of four more: nothing is lost.
        assert_eq!(discs(2, true).lost(discs(6, false)), 0.0);
        assert!(discs(2, true).lost(discs(0, false)) < 0.1);
        // A forced win, and a move that keeps a won game.
        let mate = SideValue::of(Score::Mate(9), None, at(0.5));
        let won = SideValue::of(Score::Cp(2_500), None, at(0.5));
        let even = SideValue::of(Score::Cp(0), None, at(0.5));
        assert_eq!(mate.lost(won), 0.0);
        assert!(mate.lost(even) > 0.3);
        assert_eq!(even.lost(mate), 0.0);
        let lost = SideValue::of(Score::Mate(-3), None, at(0.5));
        assert_eq!(lost.lost(even), 0.0);
        assert!(even.lost(lost) > 0.3);
    }
}
