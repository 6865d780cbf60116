use engine::Score;
use game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// What a mate counts in centipawns: more than any other score.
const MATE: i32 = 100_000;

/// When games end before the rules end them. By default never.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw when both scores are near zero for a number of moves.
    pub draw: Option<DrawRule>,
    /// A loss when the score of one side is low for a number of moves.
    pub resign: Option<ResignRule>,
    /// A draw after so many plies.
    pub max_plies: Option<u32>,
}

/// A game is drawn when, from `after_ply` on, every score was within `score` of zero for
/// `moves` moves of both sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The first ply that counts.
    pub after_ply: u32,
    /// Moves of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// A game is lost when the score of the one was below `-score` for `moves` moves running and,
/// with `both`, the other's above `score` as long.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Moves.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
    /// Whether the opponent must agree.
    pub both: bool,
}

/// Counts moves for the rules of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    rules: Adjudication,
    quiet: u32,
    lost: [u32; 2],
    won: [u32; 2],
}

/// A decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Both players reported a draw.
    Draw,
    /// This side reported that it is lost.
    Lost(Side),
    /// The game was too long.
    Length,
}

impl Decision {
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Draw | Self::Length => Outcome::Draw,
            Self::Lost(side) => Outcome::win_of(!side),
        }
    }

    pub(crate) fn detail(self) -> &'static str {
        match self {
            Self::Draw => "both scores near zero",
            Self::Lost(_) => "score hopeless",
            Self::Length => "too long",
        }
    }
}

impl Tracker {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, quiet: 0, lost: [0; 2], won: [0; 2] }
    }

    /// Takes the score that `side` reported with the game's `ply`th move (from 1).
    pub(crate) fn record(
        &mut self,
        ply: u32,
        side: Side,
        score: Option<Score>,
    ) -> Option<Decision> {
        let centipawns = score.map(|score| score.centipawns(MATE));
        let draw = self.rules.draw.and_then(|rule| self.draw(rule, ply, centipawns));
        let resign = self.rules.resign.and_then(|rule| self.resign(rule, side, centipawns));
        let length = self.rules.max_plies.filter(|&most| ply >= most).map(|_| Decision::Length);
        resign.or(draw).or(length)
    }

    fn draw(&mut self, rule: DrawRule, ply: u32, score: Option<i32>) -> Option<Decision> {
        let quiet = score.is_some_and(|s| s.abs() <= rule.score) && ply > rule.after_ply;
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        (self.quiet >= 2 * rule.moves).then_some(Decision::Draw)
    }

    fn resign(&mut self, rule: ResignRule, side: Side, score: Option<i32>) -> Option<Decision> {
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        count(&mut self.lost[side.index()], score.is_some_and(|s| s <= -rule.score));
        count(&mut self.won[side.index()], score.is_some_and(|s| s >= rule.score));
        Side::ALL
            .into_iter()
            .find(|&loser| {
                self.lost[loser.index()] >= rule.moves
                    && (!rule.both || self.won[(!loser).index()] >= rule.moves)
            })
            .map(Decision::Lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Side::{First, Second};

    /// Takes scores in turn, from First's move on; returns the ply that ended the game.
    fn play(rules: Adjudication, scores: &[i32]) -> Option<(usize, Decision)> {
        let mut tracker = Tracker::new(rules);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = if i % 2 == 0 { First } else { Second };
            let ply = u32::try_from(i).unwrap() + 1;
            tracker.record(ply, side, Some(Score::Cp(score))).map(|d| (i + 1, d))
        })
    }

    #[test]
    fn draws() {
        let draw = Some(DrawRule { after_ply: 2, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Default::default() };
        assert_eq!(play(rules, &[0, 0, 5, -5, 10, 3]), Some((6, Decision::Draw)));
        assert_eq!(play(rules, &[0, 0, 5, -5, 11, 3, 0, 0]), None);
    }

    #[test]
    fn resignations() {
        let resign = |both| Adjudication {
            resign: Some(ResignRule { moves: 2, score: 500, both }),
            ..Default::default()
        };
        let scores = [-600, 100, -700, 600, -800, 650];
        assert_eq!(play(resign(false), &scores), Some((3, Decision::Lost(First))));
        assert_eq!(play(resign(true), &scores), Some((6, Decision::Lost(First))));
        assert_eq!(Decision::Lost(First).outcome(), Outcome::SecondWins);
    }

    #[test]
    fn length() {
        let rules = Adjudication { max_plies: Some(3), ..Default::default() };
        assert_eq!(play(rules, &[900, 0, 900, 0]), Some((3, Decision::Length)));
    }

    #[test]
    fn silence_counts_for_nothing() {
        let resign = Some(ResignRule { moves: 1, score: 0, both: false });
        let draw = Some(DrawRule { after_ply: 0, moves: 1, score: 0 });
        let mut tracker = Tracker::new(Adjudication { resign, draw, max_plies: None });
        assert_eq!(tracker.record(1, First, None), None);
    }
}
