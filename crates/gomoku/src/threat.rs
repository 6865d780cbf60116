use crate::lines::{Pattern, Patterns};
use crate::rules::Rules;
use game::Side;

/// What a stone on a point would be, all four lines together. Ordered by strength; the facts
/// only, no opinion about them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that the opponent must heed.
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
    /// How many there are.
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

    #[inline(always)]
    pub(crate) const fn from_number(number: usize) -> Self {
        Self::ALL[if number < Self::COUNT { number } else { 0 }]
    }

    /// What four patterns are together to a side under some rules.
    #[must_use]
    pub fn of(patterns: [Pattern; 4], side: Side, rules: &Rules) -> Self {
        let count = |wanted| patterns.iter().filter(|&&p| p == wanted).count();
        let fours: u32 = patterns.iter().map(|p| p.fours()).sum();
        let threes = count(Pattern::OpenThree);
        if count(Pattern::Five) > 0 {
            return Self::Five;
        }
        if rules.overline.binds(side) && count(Pattern::Overline) > 0
            || rules.double_four.binds(side) && fours >= 2
        {
            return Self::Foul;
        }
        if rules.double_three.binds(side) && threes >= 2 {
            return Self::PossibleFoul;
        }
        match (fours, threes) {
            (2.., _) => Self::OpenFour,
            (1, _) if count(Pattern::StraightFour) > 0 => Self::OpenFour,
            (1, 1..) => Self::FourThree,
            (1, 0) => Self::Four,
            (0, 2..) => Self::DoubleThree,
            (0, 1) => Self::Three,
            _ => Self::Quiet,
        }
    }
}

/// [`Threat::of`] as a table over [`Patterns::index`].
pub(crate) struct Threats(Box<[u8; 1 << 16]>);

impl Threats {
    pub(crate) fn new(side: Side, rules: &Rules) -> Self {
        let mut all = vec![0; 1 << 16];
        for (index, threat) in all.iter_mut().enumerate() {
            let nibble = |n: usize| Pattern::from_nibble((index >> (4 * n)) as u8);
            *threat = Threat::of([nibble(0), nibble(1), nibble(2), nibble(3)], side, rules) as u8;
        }
        Self(all.into_boxed_slice().try_into().expect("the table was made with this length"))
    }

    /// The number of the threat, below 16.
    #[inline(always)]
    pub(crate) fn number(&self, patterns: Patterns, side: Side) -> usize {
        usize::from(self.0[patterns.index(side)] & 15)
    }
}
