use game::{Key, Side};

/// What a player of limited strength overlooks in one search, of its own moves and of the opponent's. A move is
/// overlooked everywhere in the search or nowhere: who does not see a threat does not see it after any answer.
///
/// How easily a move is overlooked is its obscurity, which each game defines: 100 is an ordinary move, 50 one that is
/// overlooked half as often. Moves of the opponent are overlooked nearly twice as often as one's own. The same seed
/// always gives the same moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Oversight {
    /// The chance that an ordinary move is overlooked, in thousandths.
    pub per_mille: u16,
    /// The seed of the random choice: that of the game and the position that is searched.
    pub seed: u64,
    /// The side whose player this is.
    pub viewer: Option<Side>,
}

/// Obscurity in per cent of one's own moves, and of the opponent's.
const OWN: u32 = 70;
const THEIRS: u32 = 130;

/// No move is overlooked with a greater chance, in thousandths.
const MOST: u32 = 950;

impl Oversight {
    /// Whether anything is overlooked.
    #[inline(always)]
    #[must_use]
    pub const fn hides_any(self) -> bool {
        self.per_mille > 0
    }

    /// Whether a move of `mover` is overlooked. `thing` identifies the move, wherever in the search it can be played.
    ///
    /// ```
    /// use game::Side;
    /// use search::Oversight;
    /// let beginner = Oversight { per_mille: 300, seed: 7, viewer: Some(Side::First) };
    /// let overlooked = |mover, obscurity| {
    ///     (0..1000).filter(|&thing| beginner.hides(thing, obscurity, mover)).count()
    /// };
    /// assert!(overlooked(Side::First, 100) < overlooked(Side::Second, 100));
    /// assert!(overlooked(Side::Second, 50) < overlooked(Side::Second, 100));
    /// assert_eq!(overlooked(Side::Second, 0), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn hides(self, thing: u64, obscurity: u32, mover: Side) -> bool {
        self.hides_any() && {
            let whose = if self.viewer == Some(mover) { OWN } else { THEIRS };
            let chance = u32::from(self.per_mille) * obscurity * whose / 10_000;
            let draw = Key::random(thing << 1 ^ mover.index() as u64 ^ self.seed).0 % 1000;
            draw < u64::from(chance.min(MOST))
        }
    }
}
