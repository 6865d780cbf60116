use crate::{Bits, Square, VariantRules};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// A move: its start, its end, the captured pieces, and whether it crowns a man.
///
/// Sequences with the same ends and the same captured set are one move (FMJD 4, 7). Start and end
/// may be the same square (a loop).
///
/// ```
/// use draughts::{International, Move, Position, Setup, Square};
/// use game::Position as _;
///
/// let setup: Setup<International> = "W:W28:B23".parse()?;
/// let position = Position::try_from(setup)?;
/// let m: Move<International> = position.moves()[0];
/// assert_eq!((m.from().number(), m.to().number()), (28, 19));
/// assert!(m.is_capture() && !m.crowns());
/// assert_eq!(m.captures(), 1);
/// assert_eq!(m.captured(), [Square::new(23).unwrap()]);
/// assert_eq!(m.captured_set(), m.captured()[0].bit());
/// assert_eq!(m.to_string(), "28x19x23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Two numbers are passed on in registers. A search hands its moves on all the time: more parts would be written one by one,
// and read together before they have arrived.
#[derive(Copy, Clone, Eq)]
pub struct Move<V: VariantRules> {
    pub(crate) captured: V::Bits,
    /// The bits of the start and of the end, [`CROWNS`], and [`IS_MOVE`].
    pub(crate) ends: NonZeroU32,
}

/// Where the end is.
const TO: u32 = 8;
const SQUARES: u32 = 0xFFFF;
const CROWNS: u32 = 1 << 16;
/// Set in every move, so that none is a word of its own.
const IS_MOVE: NonZeroU32 = NonZeroU32::new(1 << 17).unwrap();

/// Ends and captured set determine the move. They are compared in one step, because the search
/// compares often.
impl<V: VariantRules> PartialEq for Move<V> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let ends = (self.ends.get() ^ other.ends.get()) & SQUARES;
        (ends == 0) & (self.captured == other.captured)
    }
}

impl<V: VariantRules> Hash for Move<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.ends.get() & SQUARES, self.captured).hash(state);
    }
}

impl<V: VariantRules> Move<V> {
    /// A move of these parts, legal or not.
    ///
    /// ```
    /// use draughts::{International, Move, Position};
    /// use game::Position as _;
    ///
    /// let m = Position::<International>::start().moves()[0];
    /// assert_eq!(Move::of_parts(m.from(), m.to(), m.captured_set(), m.crowns()), m);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn of_parts(from: Square<V>, to: Square<V>, captured: V::Bits, crowns: bool) -> Self {
        let squares = from.bit_index() as u32 | (to.bit_index() as u32) << TO;
        Self { captured, ends: IS_MOVE | squares | (u32::from(crowns) * CROWNS) }
    }

    /// The start of the piece.
    #[inline(always)]
    #[must_use]
    pub fn from(self) -> Square<V> {
        Square::from_bit(self.ends.get() & 0x7F)
    }

    /// The end of the move.
    #[inline(always)]
    #[must_use]
    pub fn to(self) -> Square<V> {
        Square::from_bit(self.ends.get() >> TO & 0x7F)
    }

    /// Whether a man becomes a king.
    #[inline(always)]
    #[must_use]
    pub fn crowns(self) -> bool {
        self.ends.get() & CROWNS != 0
    }

    /// Whether it captures.
    #[inline]
    #[must_use]
    pub fn is_capture(self) -> bool {
        !self.captured.is_zero()
    }

    /// The number of captured pieces.
    #[inline]
    #[must_use]
    pub fn captures(self) -> u32 {
        self.captured.count()
    }

    /// The captured pieces, as a set of squares.
    #[inline]
    #[must_use]
    pub fn captured_set(self) -> V::Bits {
        self.captured
    }

    /// The captured squares, ascending by number.
    #[must_use]
    pub fn captured(self) -> Vec<Square<V>> {
        let mut all = Vec::new();
        self.captured.each(|bit| all.push(Square::from_bit(bit)));
        game::sort_short(&mut all, |square: &Square<V>| square.number());
        all
    }
}

/// Engine notation: `32-28`; for captures the start, the end and the captured squares ascending,
/// `28x19x23`.
impl<V: VariantRules> fmt::Display for Move<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{mark}{}", self.from(), self.to())?;
        for square in self.captured() {
            write!(f, "x{square}")?;
        }
        Ok(())
    }
}

impl<V: VariantRules> fmt::Debug for Move<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
