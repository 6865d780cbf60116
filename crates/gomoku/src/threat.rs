use crate::lines::{Pattern, Patterns};
use crate::rules::Rules;
use game::Side;

/// The effect of a stone on a point for all four lines together. Ordered by strength; these are
/// facts and no evaluation.
///
/// ```
/// use game::Side;
/// use gomoku::{Pattern, Rules, Threat};
///
/// let four_and_three = [Pattern::Four, Pattern::OpenThree, Pattern::Dead, Pattern::Dead];
/// assert_eq!(Threat::of(four_and_three, Side::First, &Rules::RENJU), Threat::FourThree);
/// let two_fours = [Pattern::Four, Pattern::Four, Pattern::Dead, Pattern::Dead];
/// assert_eq!(Threat::of(two_fours, Side::First, &Rules::RENJU), Threat::Foul);
/// assert_eq!(Threat::of(two_fours, Side::Second, &Rules::RENJU), Threat::OpenFour);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// No threat that the opponent must answer.
    Quiet = 0,
    /// An open three.
    Three,
    /// A four.
    Four,
    /// Two open threes.
    DoubleThree,
    /// A four and an open three.
    FourThree,
    /// A straight four or two fours: a five can hardly be prevented.
    OpenFour,
    /// A five: it wins.
    Five,
    /// Forbidden to this side by an overline or two fours.
    Foul,
    /// Two open threes where that is forbidden, if both really are threes.
    PossibleFoul,
}

impl Threat {
    /// The number of threats.
    pub(crate) const COUNT: usize = 9;

    const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::Three,
        Self::Four,
        Self::DoubleThree,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
        Self::PossibleFoul,
    ];

    /// Its word.
    ///
    /// ```
    /// assert_eq!(gomoku::Threat::OpenFour.word(), "open-four");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::Three => "open-three",
            Self::Four => "four",
            Self::DoubleThree => "double-three",
            Self::FourThree => "four-three",
            Self::OpenFour => "open-four",
            Self::Five => "five",
            Self::Foul => "foul",
            Self::PossibleFoul => "possible-foul",
        }
    }

    #[inline(always)]
    pub(crate) const fn from_number(number: usize) -> Self {
        Self::ALL[if number < Self::COUNT { number } else { 0 }]
    }

    /// The threat of four patterns together for a side under some rules.
    #[must_use]
    pub fn of(patterns: [Pattern; 4], side: Side, rules: &Rules) -> Self {
        let tally = patterns.iter().map(|&pattern| Tally::of(pattern).0).sum();
        Self::of_tally(Tally(tally), side, rules)
    }

    fn of_tally(tally: Tally, side: Side, rules: &Rules) -> Self {
        let (fours, threes) = (tally.get(Tally::FOUR), tally.get(Tally::THREE));
        if tally.get(Tally::FIVE) > 0 {
            return Self::Five;
        }
        if rules.overline.binds(side) && tally.get(Tally::OVERLINE) > 0
            || rules.double_four.binds(side) && fours >= 2
        {
            return Self::Foul;
        }
        if rules.double_three.binds(side) && threes >= 2 {
            return Self::PossibleFoul;
        }
        match (fours, threes) {
            (2.., _) => Self::OpenFour,
            (1, _) if tally.get(Tally::STRAIGHT) > 0 => Self::OpenFour,
            (1, 1..) => Self::FourThree,
            (1, 0) => Self::Four,
            (0, 2..) => Self::DoubleThree,
            (0, 1) => Self::Three,
            _ => Self::Quiet,
        }
    }
}

/// The number of relevant patterns of each kind that a stone would make in its four lines: small
/// numbers side by side, so that the tallies of lines add up to the tally of a point.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Tally(u16);

/// The first bit of a number of a [`Tally`], and its width.
type Field = (u32, u32);

impl Tally {
    const THREE: Field = (0, 3);
    /// Two in one line count twice.
    const FOUR: Field = (3, 4);
    const STRAIGHT: Field = (7, 3);
    const FIVE: Field = (10, 3);
    const OVERLINE: Field = (13, 3);

    const fn one((shift, _): Field) -> u16 {
        1 << shift
    }

    const fn get(self, (shift, bits): Field) -> u16 {
        self.0 >> shift & ((1 << bits) - 1)
    }

    const fn of(pattern: Pattern) -> Self {
        Self(match pattern {
            Pattern::OpenThree => Self::one(Self::THREE),
            Pattern::Four => Self::one(Self::FOUR),
            Pattern::DoubleFour => 2 * Self::one(Self::FOUR),
            Pattern::StraightFour => Self::one(Self::FOUR) + Self::one(Self::STRAIGHT),
            Pattern::Five => Self::one(Self::FIVE),
            Pattern::Overline => Self::one(Self::OVERLINE),
            _ => 0,
        })
    }
}

/// The tallies of both colours by the byte of a line: White's in the high half.
const TALLIES: [u32; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let black = Tally::of(Pattern::from_nibble(byte as u8));
        let white = Tally::of(Pattern::from_nibble((byte >> 4) as u8));
        all[byte] = black.0 as u32 | (white.0 as u32) << 16;
        byte += 1;
    }
    all
};

/// The threats of four patterns together, for Black and White, by [`Patterns::index`].
pub(crate) struct Threats([Box<[u8; 1 << 16]>; 2]);

impl Threats {
    pub(crate) fn new(rules: &Rules) -> Self {
        let table = |side| -> Box<[u8; 1 << 16]> {
            let of = |index| Threat::of(Pattern::all_of_index(index), side, rules) as u8;
            let all: Box<[u8]> = (0..=u16::MAX).map(of).collect();
            all.try_into().expect("the table was made with this length")
        };
        let black = table(Side::First);
        let fouls = [rules.double_three, rules.double_four, rules.overline];
        let alike = fouls.iter().all(|foul| foul.binds(Side::First) == foul.binds(Side::Second));
        let white = if alike { black.clone() } else { table(Side::Second) };
        Self([black, white])
    }

    /// Whether two bytes of a line may mean different threats.
    #[inline(always)]
    pub(crate) fn differ(before: u8, after: u8) -> bool {
        TALLIES[usize::from(before)] != TALLIES[usize::from(after)]
    }

    /// The numbers of both sides' threats: Black's in the low half, White's in the high half.
    #[inline(always)]
    pub(crate) fn numbers(&self, patterns: Patterns) -> u8 {
        let [black, white] = &self.0;
        black[patterns.index(Side::First)] | white[patterns.index(Side::Second)] << 4
    }
}
