use super::camp::Camp;
use super::material::{self, Counts, Scale};
use super::sink::ByGroup;
use super::weights::{Group, SCALE};
use super::{Side, board_terms, evaluate, place};
use game::Position as _;
use search::Score;
use xiangqi::Position;

/// An evaluation, split into its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Each term: its name, the values for Red and for Black, and the difference.
    pub terms: Vec<(&'static str, Score, Score, Score)>,
    /// The share of the advantage that counts with the material left, in per cent.
    pub winnable: i32,
    /// The share of the advantage that remains after so many plies without a capture, in per cent.
    pub fresh: i32,
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
pub fn explain(position: &Position) -> Explained {
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
    let score = evaluate(position);
    Explained {
        terms,
        winnable: i32::from(SCALE[Scale::of(counts, strong).index()]) * 100 / 64,
        fresh: super::damped(100, position.quiet_plies()),
        score: if position.side_to_move() == Side::First { score } else { -score },
    }
}
