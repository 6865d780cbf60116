use game::Side;
use std::fmt;
use std::str::FromStr;

/// A file of the board, `a` to `i` from Red's left.
///
/// ```
/// use xiangqi::File;
///
/// assert_eq!((File::A.index(), File::from_index(8)), (0, Some(File::I)));
/// assert_eq!(File::B.mirror(), File::H);
/// assert_eq!(File::from_index(9), None);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
}

impl File {
    /// All files from Red's left.
    pub const ALL: [Self; 9] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H, Self::I];

    /// 0 for `a` to 8 for `i`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index, if there is one.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 9 { Some(Self::ALL[index]) } else { None }
    }

    /// The file from the other player's point of view: `a` becomes `i`.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::ALL[8 - self.index()]
    }
}

/// A rank of the board, 0 to 9 from Red's side.
///
/// ```
/// use xiangqi::Rank;
///
/// assert_eq!((Rank::R9.index(), Rank::from_index(0)), (9, Some(Rank::R0)));
/// assert_eq!(Rank::R2.flip(), Rank::R7);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Rank {
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
}

impl Rank {
    /// All ranks from Red's side.
    pub const ALL: [Self; 10] = [
        Self::R0,
        Self::R1,
        Self::R2,
        Self::R3,
        Self::R4,
        Self::R5,
        Self::R6,
        Self::R7,
        Self::R8,
        Self::R9,
    ];

    /// 0 on Red's back rank to 9 on Black's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if there is one.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 10 { Some(Self::ALL[index]) } else { None }
    }

    /// The rank counted from the other side of the river: 0 becomes 9.
    #[must_use]
    #[inline]
    pub const fn flip(self) -> Self {
        Self::ALL[9 - self.index()]
    }

    /// The rank as counted by `side`, whose own back rank is 0.
    ///
    /// ```
    /// use {game::Side, xiangqi::Rank};
    /// assert_eq!(Rank::R9.relative_to(Side::Second), Rank::R0);
    /// ```
    #[must_use]
    pub const fn relative_to(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => self.flip(),
        }
    }

    /// Whether a piece of `side` on this rank has crossed the river.
    ///
    /// ```
    /// use {game::Side, xiangqi::Rank};
    /// assert!(Rank::R5.is_across_river_for(Side::First));
    /// assert!(!Rank::R5.is_across_river_for(Side::Second));
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_across_river_for(self, side: Side) -> bool {
        self.relative_to(side).index() >= 5
    }
}

macro_rules! squares {
    ($($name:ident = $index:literal,)*) => {
        /// One of the 90 points of the board: file `a`–`i` from Red's left, rank 0–9 from
        /// Red's side. Ordered along ranks from `a0`.
        ///
        /// ```
        /// use xiangqi::Square;
        /// assert_eq!("e0".parse(), Ok(Square::E0));
        /// assert_eq!(Square::ALL.len(), Square::COUNT);
        /// ```
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say all there is to say")]
        pub enum Square {
            $($name = $index,)*
        }

        impl Square {
            /// All points, `a0` first, along the ranks.
            pub const ALL: [Self; 90] = [$(Self::$name,)*];

            /// The point with the lowest bit of a non-empty set. The set's invariant keeps `bit`
            /// below 90, so the last arm only avoids a panic that the compiler cannot rule out.
            /// Compiles to a comparison and a conditional move.
            #[inline(always)]
            pub(crate) const fn from_bit(bit: u32) -> Self {
                match bit {
                    $($index => Self::$name,)*
                    _ => Self::I9,
                }
            }
        }
    };
}

squares! {
    A0 = 0, B0 = 1, C0 = 2, D0 = 3, E0 = 4, F0 = 5, G0 = 6, H0 = 7, I0 = 8,
    A1 = 9, B1 = 10, C1 = 11, D1 = 12, E1 = 13, F1 = 14, G1 = 15, H1 = 16, I1 = 17,
    A2 = 18, B2 = 19, C2 = 20, D2 = 21, E2 = 22, F2 = 23, G2 = 24, H2 = 25, I2 = 26,
    A3 = 27, B3 = 28, C3 = 29, D3 = 30, E3 = 31, F3 = 32, G3 = 33, H3 = 34, I3 = 35,
    A4 = 36, B4 = 37, C4 = 38, D4 = 39, E4 = 40, F4 = 41, G4 = 42, H4 = 43, I4 = 44,
    A5 = 45, B5 = 46, C5 = 47, D5 = 48, E5 = 49, F5 = 50, G5 = 51, H5 = 52, I5 = 53,
    A6 = 54, B6 = 55, C6 = 56, D6 = 57, E6 = 58, F6 = 59, G6 = 60, H6 = 61, I6 = 62,
    A7 = 63, B7 = 64, C7 = 65, D7 = 66, E7 = 67, F7 = 68, G7 = 69, H7 = 70, I7 = 71,
    A8 = 72, B8 = 73, C8 = 74, D8 = 75, E8 = 76, F8 = 77, G8 = 78, H8 = 79, I8 = 80,
    A9 = 81, B9 = 82, C9 = 83, D9 = 84, E9 = 85, F9 = 86, G9 = 87, H9 = 88, I9 = 89,
}

const _: () = assert!(size_of::<Option<Square>>() == 1);

/// ```
/// use game::Side;
/// use xiangqi::{File, Rank, Square};
///
/// assert_eq!((Square::E0.file(), Square::E0.rank()), (File::E, Rank::R0));
/// assert_eq!((Square::E0.index(), Square::from_index(89)), (4, Some(Square::I9)));
/// assert_eq!(Square::E9.relative_to(Side::Second), Square::E0);
/// assert!(Square::E5.is_across_river_for(Side::First));
/// ```
impl Square {
    /// How many points the board has.
    pub const COUNT: usize = 90;

    /// The point where `file` and `rank` meet.
    ///
    /// ```
    /// use xiangqi::{File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::R0), Square::E0);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::ALL[rank.index() * 9 + file.index()]
    }

    /// 0 for `a0`, 8 for `i0`, 9 for `a1` … 89 for `i9`: for tables of 90.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The point with this index, if there is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 90 { Some(Self::ALL[index]) } else { None }
    }

    /// The file this point is on.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self.index() % 9]
    }

    /// The rank this point is on.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() / 9]
    }

    /// The point with left and right exchanged: `a0` becomes `i0`.
    ///
    /// ```
    /// use xiangqi::Square;
    /// assert_eq!(Square::B2.mirror(), Square::H2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.file().mirror(), self.rank())
    }

    /// The point mirrored across the river, on the same file: `b2` becomes `b7`.
    ///
    /// ```
    /// use xiangqi::Square;
    /// assert_eq!(Square::B2.flip(), Square::B7);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.file(), self.rank().flip())
    }

    /// The point from the view of `side`: unchanged for Red, [flipped](Self::flip) for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => self.flip(),
        }
    }

    /// Whether a piece of `side` on this point has crossed the river.
    #[inline]
    #[must_use]
    pub const fn is_across_river_for(self, side: Side) -> bool {
        self.rank().is_across_river_for(side)
    }

    /// The point `files` to the right and `ranks` up from Red's seat, if it is on the board.
    ///
    /// ```
    /// use xiangqi::Square;
    /// assert_eq!(Square::B0.offset(1, 2), Some(Square::C2));
    /// assert_eq!(Square::A0.offset(-1, 0), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = (self.index() % 9) as i32 + files;
        let rank = (self.index() / 9) as i32 + ranks;
        if file < 0 || file > 8 || rank < 0 || rank > 9 {
            return None;
        }
        Self::from_index((rank * 9 + file) as usize)
    }
}

/// Prints as in `e0`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank().index())
    }
}

/// Why a text is not a point of the board.
///
/// ```
/// use xiangqi::{ParseSquareError, Square};
///
/// assert_eq!("j0".parse::<Square>(), Err(ParseSquareError));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is a file a-i and a rank 0-9, as in e0")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `e0`; upper case is accepted.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError) };
        let file = usize::from(file.to_ascii_lowercase().wrapping_sub(b'a'));
        let rank = usize::from(rank.wrapping_sub(b'0'));
        match (File::from_index(file), Rank::from_index(rank)) {
            (Some(file), Some(rank)) => Ok(Self::new(file, rank)),
            _ => Err(ParseSquareError),
        }
    }
}
