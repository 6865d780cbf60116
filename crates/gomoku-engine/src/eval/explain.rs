//! An evaluation split into what it says of each point.

use super::numbers::THREATS;
use super::{Evaluation, Values};
use game::{Position as _, Side};
use gomoku::{Position, Square, Threat};

/// An evaluation, split into its points. All values are in hundredths, for the side they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The empty points: the threat that a stone of the side would be there, and the value.
    pub points: Vec<(Square, Side, Threat, i32)>,
    /// The value of having any point of a kind, by kind and side.
    pub any: Vec<(Threat, [i32; 2])>,
    /// What the threats of both sides together are worth beyond that, for the side to move.
    pub together: i32,
    /// The value of the right to move, for the side that has it.
    pub tempo: i32,
    /// By kind of threat and side, the exact sums of the points, in hundredths and rounded once.
    pub kinds: Vec<(Threat, [i32; 2])>,
}

/// Rounds parts of a hundredth to hundredths.
fn hundredths(parts: i32) -> i32 {
    (parts + Values::UNIT / 2).div_euclid(Values::UNIT)
}

impl Evaluation {
    /// Splits the evaluation of a position into its points.
    ///
    /// ```
    /// use gomoku::{Position, Rules};
    /// use gomoku_engine::eval::Evaluation;
    /// let empty = Position::new(Rules::FREESTYLE, 15);
    /// let explained = Evaluation::new(Rules::FREESTYLE).explain(&empty);
    /// assert_eq!(explained.points.len(), 2 * 15 * 15);
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        let us = position.side_to_move();
        let role = |side: Side| usize::from(side != us);
        let mut points = Vec::new();
        let mut kinds: Vec<(Threat, [i32; 2])> = Vec::new();
        for square in position.empty().iter() {
            for side in Side::ALL {
                let value = self.values.get(side, position.prospects(square))[role(side)];
                let threat = position.threat(square, side);
                points.push((square, side, threat, hundredths(value)));
                let at =
                    kinds.iter().position(|(known, _)| *known == threat).unwrap_or_else(|| {
                        kinds.push((threat, [0; 2]));
                        kinds.len() - 1
                    });
                kinds[at].1[side.index()] += value;
            }
        }
        kinds.sort_unstable_by_key(|(threat, _)| *threat);
        for (_, sums) in &mut kinds {
            *sums = sums.map(hundredths);
        }
        let any = |side: Side, n| self.values.any_of(position, side, role(side), n);
        let singly = (0..THREATS.len()).map(|n| any(us, n) - any(us.other(), n));
        let together = hundredths(self.values.threats(position, us) - singly.sum::<i32>());
        let any = THREATS
            .iter()
            .enumerate()
            .map(|(n, &threat)| (threat, Side::ALL.map(|side| hundredths(any(side, n)))));
        let any = any.collect();
        Explanation { points, any, together, tempo: self.values.tempo(us), kinds }
    }
}
