use draughts::{Position, VariantRules};
use game::Side;
use std::fmt;

/// A class of endings: the numbers of men and kings of each side. White is always to move; a
/// position with Black to move belongs to the [`Class::twin`], seen from the other side of the
/// board.
///
/// Prints as four digits: White's men, Black's men, White's kings, Black's kings.
///
/// ```
/// use draughts::{International, Position, Setup};
/// use endings::Class;
/// use game::Side;
///
/// let position = Position::try_from("W:WK46,31:BK5".parse::<Setup<International>>()?)?;
/// let class = Class::of(&position, Side::First).expect("three pieces are few");
/// assert_eq!(class.counts(), [1, 0, 1, 1]);
/// assert_eq!((class.pieces(), class.men()), (3, 1));
/// assert_eq!(class.twin(), Class::of(&position, Side::Second).unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    counts: [u8; 4],
}

impl Class {
    /// The largest number of pieces in a class. More are too many for the machines that this is
    /// meant for.
    pub const MOST_PIECES: u32 = 6;

    /// The class with these counts: White's men, Black's men, White's kings, Black's kings.
    /// None if a side has no piece, or there are more than [`Class::MOST_PIECES`].
    ///
    /// ```
    /// use endings::Class;
    /// assert_eq!(Class::new([0, 0, 3, 1]).unwrap().to_string(), "0031");
    /// assert!(Class::new([1, 0, 1, 0]).is_none());
    /// ```
    #[must_use]
    pub fn new(counts: [u8; 4]) -> Option<Self> {
        let [white_men, black_men, white_kings, black_kings] = counts.map(u32::from);
        let (white, black) = (white_men + white_kings, black_men + black_kings);
        let some = white > 0 && black > 0 && white + black <= Self::MOST_PIECES;
        some.then_some(Self { counts })
    }

    /// The class of a position, with the side to move as White.
    #[must_use]
    pub fn of<V: VariantRules>(position: &Position<V>, turn: Side) -> Option<Self> {
        let (own_men, own_kings) = position.count(turn);
        let (men, kings) = position.count(turn.other());
        let counts = [own_men, men, own_kings, kings];
        // Every board has fewer squares than a byte can count.
        Self::new(counts.map(|count| count as u8))
    }

    /// White's men, Black's men, White's kings, Black's kings.
    #[must_use]
    #[inline]
    pub const fn counts(self) -> [u8; 4] {
        self.counts
    }

    /// The number of pieces.
    #[must_use]
    #[inline]
    pub fn pieces(self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The number of men among them.
    #[must_use]
    pub fn men(self) -> u32 {
        u32::from(self.counts[0]) + u32::from(self.counts[1])
    }

    /// The class with the colours swapped.
    #[must_use]
    #[inline]
    pub const fn twin(self) -> Self {
        let [a, b, c, d] = self.counts;
        Self { counts: [b, a, d, c] }
    }

    /// Every class with so many pieces, in the order of a build: by the number of men, because a
    /// crowned man leads to a class with fewer men; twins side by side.
    ///
    /// ```
    /// use endings::Class;
    /// let two: Vec<String> = Class::with_pieces(2).iter().map(Class::to_string).collect();
    /// assert_eq!(two, ["0011", "0110", "1001", "1100"]);
    /// ```
    #[must_use]
    pub fn with_pieces(pieces: u32) -> Vec<Self> {
        let n = pieces.min(Self::MOST_PIECES) as u8;
        let mut all = Vec::new();
        for white_men in 0..=n {
            for black_men in 0..=n - white_men {
                for white_kings in 0..=n - white_men - black_men {
                    let black_kings = n - white_men - black_men - white_kings;
                    all.extend(Self::new([white_men, black_men, white_kings, black_kings]));
                }
            }
        }
        all.sort_by_key(|class| (class.men(), (*class).min(class.twin()), *class));
        all
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts.iter().try_for_each(|count| write!(f, "{count}"))
    }
}
