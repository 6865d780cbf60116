use super::camp::Camp;
use super::material::{self, Counts, Scale};
use super::sink::{ByGroup, Total};
use super::weights::{Group, SCALE};
use super::{Evaluation, Side, XiangqiNetwork, board_terms, evaluate, place};
use game::Position as _;
use search::Score;
use xiangqi::{Position, Square};

/// An evaluation, split into its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Each term: its name, the values for Red and for Black, and the difference.
    pub terms: Vec<(&'static str, Score, Score, Score)>,
    /// The share of the advantage that counts with the material left, in per cent.
    pub winnable: i32,
    /// The exact sum of the terms.
    pub sum: i32,
    /// The sum after the share that can be won.
    pub scaled: i32,
    /// The share of the advantage that remains after so many plies without a capture, in per cent.
    pub fresh: i32,
    /// What the network of the program adds, from Red's side.
    pub network: i32,
    /// The result, from Red's side.
    pub score: Score,
}

/// Splits the evaluation of a position into its terms, in centipawns.
///
/// ```
/// let explained = xiangqi_engine::eval::explain(&xiangqi::Position::start());
/// let (name, red, black, total) = explained.terms[0];
/// assert_eq!((name, total.value()), ("material", 0));
/// assert_eq!(red, black);
/// ```
#[must_use]
pub fn explain(position: &Position) -> Explanation {
    let camps = Camp::both(position);
    let counts = Counts::of(position);
    let sides = Side::ALL.map(|side| {
        let mut sink = ByGroup::new();
        place::terms(position, side, &mut sink);
        material::terms(counts, side, &mut sink);
        board_terms(position, &camps, side, &mut sink);
        sink
    });
    let phase = counts.phase();
    let terms: Vec<_> = Group::ALL
        .into_iter()
        .map(|group| {
            let [red, black] =
                [0, 1].map(|side: usize| Score::new(sides[side].blend(group, phase)));
            (group.name(), red, black, red - black)
        })
        .collect();
    let sum: i32 = terms.iter().map(|t| t.3.value()).sum();
    let strong = if sum >= 0 { Side::First } else { Side::Second };
    let hand_made = evaluate(position);
    let mut evaluation = Evaluation::with_net(Some(XiangqiNetwork::built_in()));
    evaluation.start(position);
    let own = evaluation.judge(position);
    let red = |score: Score| match position.side_to_move() {
        Side::First => score,
        Side::Second => -score,
    };
    let exact = exact_sum(position, &camps, counts);
    let winner = if exact >= 0 { Side::First } else { Side::Second };
    Explanation {
        terms,
        winnable: i32::from(SCALE[Scale::of(counts, strong).index()]) * 100 / 64,
        sum: exact,
        scaled: exact * i32::from(SCALE[Scale::of(counts, winner).index()]) / 64,
        fresh: super::damped(100, position.quiet_plies()),
        network: red(own).value() - red(hand_made).value(),
        score: red(own),
    }
}

/// The sum of all terms as the evaluation has it: the terms of both sides are blended together, and not one by one.
fn exact_sum(position: &Position, camps: &[Camp<'_>; 2], counts: Counts) -> i32 {
    let [red, black] = Side::ALL.map(|side| {
        let mut total = Total::default();
        place::terms(position, side, &mut total);
        material::terms(counts, side, &mut total);
        board_terms(position, camps, side, &mut total);
        total.0
    });
    (red - black).blend(counts.phase())
}

/// What its point adds to each piece, for its own side and without the value of the piece, in centipawns.
///
/// ```
/// let places = xiangqi_engine::eval::places(&xiangqi::Position::start());
/// assert_eq!(places.len(), 32);
/// ```
#[must_use]
pub fn places(position: &Position) -> Vec<(Square, i32)> {
    let phase = Counts::of(position).phase();
    let pieces = position.occupied().into_iter();
    let places = pieces.filter_map(|square| {
        let piece = position.piece_at(square)?;
        Some((square, place::alone(piece, square).blend(phase)))
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::positions;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_terms_lead_to_the_score(position in positions()) {
            let explained = explain(&position);
            let sum: i32 = explained.terms.iter().map(|term| term.3.value()).sum();
            prop_assert!((sum - explained.sum).abs() <= 2 * explained.terms.len() as i32);
            let damped = super::super::damped(explained.scaled, position.quiet_plies());
            let whole = Score::new(damped).value() + explained.network;
            prop_assert_eq!(whole, explained.score.value());
        }
    }
}
