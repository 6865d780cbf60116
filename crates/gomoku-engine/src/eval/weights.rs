use game::Side;
use gomoku::{Pattern, Rules, Threat};
use std::str::SplitWhitespace;

/// The number of patterns.
pub(super) const PATTERNS: usize = 12;

/// The value of a point for one side by the patterns that a stone there would make: the two
/// strongest of the four patterns as a pair, the others alone. In sixteenths of a hundredth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The strongest and the second strongest pattern.
    pub pairs: [[i16; 12]; 12],
    /// The third and fourth.
    pub rest: [i16; 12],
    /// A point that is forbidden.
    pub foul: i16,
    /// Having any point that would be a three, a four, two threes, or a four and a three.
    pub any: [i16; 4],
}

/// Threats whose first occurrence counts more than the others.
pub(super) const ANY: [Threat; 4] =
    [Threat::Three, Threat::Four, Threat::DoubleThree, Threat::FourThree];

/// The weight of a pattern alone. A row of two on an open line makes about four points at which a
/// stone makes an open three. A two is therefore worth about four times the weight of such a point,
/// and so on up to the five.
const SINGLE: [i16; PATTERNS] = [0, 0, 2, 14, 34, 52, 150, 190, 260, 420, 700, 0];

/// The factor on each weight for the side to move, in 256ths.
const MOVING: i32 = 288;

impl Weights {
    /// Weights computed by rule, for the side to move or for the one that waits: patterns by their
    /// strength; where two cross, the weaker counts once more. Fitting begins with them.
    #[must_use]
    pub fn by_rule(moves: bool) -> Self {
        let scale = if moves { MOVING } else { 256 };
        let single = SINGLE.map(|weight| (i32::from(weight) * scale / 256) as i16);
        let mut pairs = [[0; PATTERNS]; PATTERNS];
        for first in Pattern::ALL {
            for second in Pattern::ALL {
                let (a, b) = (single[first as usize], single[second as usize]);
                pairs[first as usize][second as usize] = a + b + a.min(b);
            }
        }
        Self { pairs, rest: single, foul: 0, any: [0; 4] }
    }

    /// The next weights of a text: pairs by the stronger pattern, the rest, the foul, the threats
    /// of `ANY`.
    fn read(words: &mut SplitWhitespace<'_>) -> Option<Self> {
        let mut next = || words.next()?.parse::<i16>().ok();
        let mut weights = Self { pairs: [[0; 12]; 12], rest: [0; 12], foul: 0, any: [0; 4] };
        for a in 0..PATTERNS {
            for b in 0..=a {
                let weight = next()?;
                weights.pairs[a][b] = weight;
                weights.pairs[b][a] = weight;
            }
        }
        for weight in &mut weights.rest {
            *weight = next()?;
        }
        weights.foul = next()?;
        for weight in &mut weights.any {
            *weight = next()?;
        }
        Some(weights)
    }
}

/// Weights of both sides, each for when it is to move and when it waits, and the value of the right
/// to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSet {
    /// The value of the right to move for Black and for White, in hundredths.
    pub tempo: [i32; 2],
    /// Black's and White's.
    pub sides: [[Weights; 2]; 2],
}

/// A text is not a list of weights.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 2 and then 4 × 95 numbers")]
pub struct ReadWeightsError;

impl WeightSet {
    /// Weights computed by rule.
    #[must_use]
    pub fn by_rule() -> Self {
        let roles = [true, false].map(Weights::by_rule);
        Self { tempo: [8; 2], sides: [roles.clone(), roles] }
    }

    /// Reads the output of `workshop gomoku tune-order` (and of `tune`, until commit e45c6e0): numbers, and comments
    /// from `#` to the end of the line.
    ///
    /// # Errors
    /// When numbers are missing or too great.
    pub fn read(text: &str) -> Result<Self, ReadWeightsError> {
        let text: String = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join(" ");
        let mut words = text.split_whitespace();
        Self::read_words(&mut words).filter(|_| words.next().is_none()).ok_or(ReadWeightsError)
    }

    fn read_words(words: &mut SplitWhitespace<'_>) -> Option<Self> {
        let mut tempo = [0; 2];
        for t in &mut tempo {
            *t = words.next()?.parse().ok()?;
        }
        let mut role = || Weights::read(words);
        Some(Self { tempo, sides: [[role()?, role()?], [role()?, role()?]] })
    }

    /// The weights of the hand-made evaluation for the rules. They were fitted to games under the most similar rules.
    #[must_use]
    pub fn by_hand(rules: Rules) -> Self {
        let texts = [
            include_str!("freestyle.txt"),
            include_str!("standard.txt"),
            include_str!("renju.txt"),
        ];
        Self::most_like(rules, texts)
    }

    /// The text for the most similar rules, from the texts fitted to freestyle, to standard gomoku
    /// and to renju.
    pub(crate) fn most_like(rules: Rules, [freestyle, standard, renju]: [&str; 3]) -> Self {
        let read = |text| Self::read(text).expect("a test reads all weights");
        match most_like(rules) {
            Rules::FREESTYLE => return read(freestyle),
            Rules::STANDARD => return read(standard),
            _ => {}
        }
        let bound = Side::ALL.map(|side| rules.bind(side));
        let mut set = read(renju);
        let [black, white] = set.sides.clone();
        set.sides = bound.map(|bound| if bound { black.clone() } else { white.clone() });
        set
    }
}

/// The most similar rules of freestyle, standard gomoku and renju.
pub(super) fn most_like(rules: Rules) -> Rules {
    if Side::ALL.into_iter().any(|side| rules.bind(side)) {
        Rules::RENJU
    } else if rules.rows[0].overline_wins {
        Rules::FREESTYLE
    } else {
        Rules::STANDARD
    }
}
