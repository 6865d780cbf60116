use super::Window;
use crate::family::Family;
use crate::rules::Rules;
use game::Side;

/// The effect of a stone of one colour on an empty point for one line through it. Ordered by
/// strength, except for the last.
///
/// ```
/// use gomoku::Pattern;
///
/// assert!(Pattern::OpenThree > Pattern::Three);
/// assert_eq!(Pattern::DoubleFour.fours(), 2);
/// // Four bits a direction: the lowest are the row's.
/// let patterns = Pattern::all_of_index(Pattern::Four as u16);
/// assert_eq!(patterns, [Pattern::Four, Pattern::Dead, Pattern::Dead, Pattern::Dead]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pattern {
    /// A row that can never become a five here.
    Dead = 0,
    /// A one that can become a two.
    One,
    /// A one that can become an open two.
    OpenOne,
    /// A two that can become a three.
    Two,
    /// A two that can become an open three.
    OpenTwo,
    /// A three that can become a four.
    Three,
    /// A three that can become a straight four.
    OpenThree,
    /// A four: one point makes it a five.
    Four,
    /// Two fours in one line that are not a straight four (`X_XXX_X`): two points make a five.
    DoubleFour,
    /// A straight four: four in a row with both ends making a five.
    StraightFour,
    /// A row that wins.
    Five,
    /// More than five in a row where this does not win.
    Overline,
}

impl Pattern {
    /// All patterns, by their number.
    pub const ALL: [Self; 12] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::DoubleFour,
        Self::StraightFour,
        Self::Five,
        Self::Overline,
    ];

    /// The patterns of Black and of White on an empty point by its neighbours on a line, five to each side: two bits
    /// each, the nearest in the lowest; 0 is empty, 1 Black, 2 White, 3 beyond the edge.
    ///
    /// ```
    /// use gomoku::{Pattern, Rules};
    /// // Three black stones in a row, then the point, on an empty line.
    /// let [black, white] = Pattern::between(Rules::FREESTYLE, 0b01_01_01, 0);
    /// assert_eq!((black, white), (Pattern::StraightFour, Pattern::One));
    /// ```
    #[must_use]
    pub fn between(rules: Rules, before: u16, after: u16) -> [Self; 2] {
        // A window has the farthest point before the centre in its lowest bits.
        let reversed = (0..5).fold(0, |all, at| all << 2 | before >> (2 * at) & 3);
        let window = Window { before: reversed.into(), after: usize::from(after & 0x3FF) };
        let byte = Family::of(rules).table.get(window);
        Side::ALL.map(|side| Self::of(byte, side))
    }

    #[inline(always)]
    pub(crate) const fn from_nibble(nibble: u8) -> Self {
        let n = (nibble & 15) as usize;
        Self::ALL[if n < 12 { n } else { 0 }]
    }

    /// The four patterns from which [`Patterns::index`] makes this index.
    #[must_use]
    #[inline]
    pub const fn all_of_index(index: u16) -> [Self; 4] {
        [
            Self::from_nibble(index as u8),
            Self::from_nibble((index >> 4) as u8),
            Self::from_nibble((index >> 8) as u8),
            Self::from_nibble((index >> 12) as u8),
        ]
    }

    /// The pattern of one colour in a byte of both.
    #[inline(always)]
    pub(crate) const fn of(byte: u8, side: Side) -> Self {
        Self::from_nibble(byte >> (side.index() * 4))
    }

    /// The number of fours in it.
    #[inline]
    #[must_use]
    pub const fn fours(self) -> u32 {
        match self {
            Self::Four | Self::StraightFour => 1,
            Self::DoubleFour => 2,
            _ => 0,
        }
    }
}

/// The effects of stones of both colours on one point for the four lines through it: Black's patterns in the low half,
/// White's in the high half, four bits a direction, so that a half is an index for tables.
///
/// ```
/// use game::Side;
/// use gomoku::{Pattern, Patterns, Rules, Setup, Square};
///
/// let position = "h8a1i8b5j8".parse::<Setup>()?.position(Rules::FREESTYLE, 15)?;
/// let patterns: Patterns = position.prospects(Square::read("k8")?);
/// assert_eq!(patterns.of(Side::First)[0], Pattern::StraightFour);
/// let index = patterns.index(Side::First) as u16;
/// assert_eq!(Pattern::all_of_index(index), patterns.of(Side::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Patterns(pub(crate) u32);

impl Patterns {
    /// The pattern of one colour in one direction.
    #[inline(always)]
    pub(crate) const fn get(self, side: Side, direction: usize) -> Pattern {
        Pattern::from_nibble((self.0 >> (side.index() * 16 + direction * 4)) as u8)
    }

    /// All four directions of one colour.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, side: Side) -> [Pattern; 4] {
        [self.get(side, 0), self.get(side, 1), self.get(side, 2), self.get(side, 3)]
    }

    /// The bits of one direction, moved down to those of the first.
    const LINE: u32 = 0x000F_000F;

    /// The byte of one direction: Black's pattern in its low half, White's in its high half.
    #[inline(always)]
    pub(crate) const fn byte(self, direction: usize) -> u8 {
        let line = self.0 >> (direction * 4) & Self::LINE;
        (line | line >> 12) as u8
    }

    /// With another byte in one direction.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn with(self, direction: usize, byte: u8) -> Self {
        let (line, shift) = (byte as u32, direction * 4);
        let line = (line | line << 12) & Self::LINE;
        Self(self.0 & !(Self::LINE << shift) | line << shift)
    }

    /// Sixteen bits that hold the four patterns of one colour, four bits each: an index for
    /// tables. See [`Pattern::all_of_index`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self, side: Side) -> usize {
        (self.0 >> (side.index() * 16) & 0xFFFF) as usize
    }
}
