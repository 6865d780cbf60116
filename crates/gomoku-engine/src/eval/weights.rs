use game::Side;
use gomoku::{Pattern, Rules};

/// How many patterns there are to tell apart.
pub(super) const PATTERNS: usize = 12;

/// What a point is worth to one side by what a stone there would make: the two strongest of
/// the four patterns by pairs, the others alone. In sixteenths of a hundredth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The strongest and the second strongest pattern.
    pub pairs: [[i16; 12]; 12],
    /// The third and fourth.
    pub rest: [i16; 12],
    /// A point that is forbidden.
    pub foul: i16,
}

/// A pattern alone. A row of two on an open line makes four or so points at which a stone
/// makes an open three, so a two is worth some four times the weight of that, and so on up to
/// the five.
const SINGLE: [i16; PATTERNS] = [0, 0, 2, 14, 34, 52, 150, 190, 260, 420, 700, 0];

/// What two patterns that cross are worth beyond both alone, in 256ths of the weaker.
const CROSSING: i32 = 256;

impl Weights {
    /// The weights that fit the rules, of the side that moves and of the side that waits.
    #[must_use]
    pub fn of(_rules: Rules, _side: Side, moves: bool) -> Self {
        let scale = if moves { 288 } else { 256 };
        let single = SINGLE.map(|weight| (i32::from(weight) * scale / 256) as i16);
        let mut pairs = [[0; PATTERNS]; PATTERNS];
        for first in Pattern::ALL {
            for second in Pattern::ALL {
                let (a, b) = (single[first as usize], single[second as usize]);
                let crossing = i32::from(a.min(b)) * CROSSING / 256;
                pairs[first as usize][second as usize] = a + b + crossing as i16;
            }
        }
        Self { pairs, rest: single, foul: 0 }
    }
}
