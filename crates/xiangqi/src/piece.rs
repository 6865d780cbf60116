use crate::{Square, Squares};
use game::Side;
use std::fmt;

/// The kind of a piece of either side.
///
/// ```
/// use xiangqi::Kind;
///
/// assert_eq!((Kind::Pawn.count_at_start(), Kind::Horse.count_at_start()), (5, 2));
/// assert_eq!(Kind::Horse.letter(), 'N');
/// assert_eq!(Kind::ALL[Kind::Horse.index()], Kind::Horse);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// 帥 將 (king, general): one step along a line, within the palace.
    King,
    /// 仕 士 (advisor, guard): one diagonal step within the palace.
    Advisor,
    /// 相 象 (elephant, bishop): two diagonal steps on its own side, unless its eye is blocked.
    Elephant,
    /// 俥 車 (chariot, rook): any distance along a line.
    Chariot,
    /// 傌 馬 (horse, knight): one step along a line, which must be free, then one diagonal.
    Horse,
    /// 炮 砲 (cannon): moves as the chariot, captures over exactly one screen.
    Cannon,
    /// 兵 卒 (pawn, soldier): one step forward, after the river also sideways.
    Pawn,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Chariot,
        Self::Horse,
        Self::Cannon,
        Self::Pawn,
    ];

    /// For tables of seven, in the order of [`Kind::ALL`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of pieces of this kind that each side has at the start, which is also the
    /// maximum.
    #[must_use]
    pub const fn count_at_start(self) -> usize {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// The FEN letter of Red's piece: `K A B R N C P`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Chariot => 'R',
            Self::Horse => 'N',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// The kind of a letter in either case; `N` or `H`, `B` or `E`.
    ///
    /// ```
    /// use xiangqi::Kind;
    /// assert_eq!(Kind::from_letter('h'), Some(Kind::Horse));
    /// assert_eq!(Kind::from_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Elephant,
            'R' => Self::Chariot,
            'N' | 'H' => Self::Horse,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }
}

macro_rules! pieces {
    ($($name:ident = $side:ident $kind:ident,)*) => {
        /// A piece: a [`Side`] and a [`Kind`]. `Option<Piece>` takes one byte.
        ///
        /// ```
        /// use game::Side;
        /// use xiangqi::{Kind, Piece};
        ///
        /// let piece = Piece::new(Side::Second, Kind::Cannon);
        /// assert_eq!(piece, Piece::BlackCannon);
        /// assert_eq!((piece.side(), piece.kind()), (Side::Second, Kind::Cannon));
        /// ```
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say all there is to say")]
        pub enum Piece {
            $($name,)*
        }

        impl Piece {
            /// All pieces, Red's first, each side in the order of [`Kind::ALL`].
            pub const ALL: [Self; 14] = [$(Self::$name,)*];

            /// The piece of this side and kind.
            #[inline]
            #[must_use]
            pub const fn new(side: Side, kind: Kind) -> Self {
                match (side, kind) {
                    $((Side::$side, Kind::$kind) => Self::$name,)*
                }
            }

            /// The side that owns it.
            #[inline]
            #[must_use]
            pub const fn side(self) -> Side {
                match self {
                    $(Self::$name => Side::$side,)*
                }
            }

            /// Its kind.
            #[inline]
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self {
                    $(Self::$name => Kind::$kind,)*
                }
            }
        }
    };
}

pieces! {
    RedKing = First King,
    RedAdvisor = First Advisor,
    RedElephant = First Elephant,
    RedChariot = First Chariot,
    RedHorse = First Horse,
    RedCannon = First Cannon,
    RedPawn = First Pawn,
    BlackKing = Second King,
    BlackAdvisor = Second Advisor,
    BlackElephant = Second Elephant,
    BlackChariot = Second Chariot,
    BlackHorse = Second Horse,
    BlackCannon = Second Cannon,
    BlackPawn = Second Pawn,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

/// ```
/// use xiangqi::Piece;
///
/// assert_eq!(Piece::from_letter('h'), Some(Piece::BlackHorse));
/// assert_eq!(Piece::BlackHorse.letter(), 'n');
/// assert_eq!(Piece::BlackHorse.flip(), Piece::RedHorse);
/// assert_eq!(Piece::ALL[Piece::BlackHorse.index()], Piece::BlackHorse);
/// ```
impl Piece {
    /// 0 to 13, in the order of [`Piece::ALL`]: for tables of 14.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The same kind of the other side.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.side().other(), self.kind())
    }

    /// The FEN letter: upper case for Red, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side() {
            Side::First => self.kind().letter(),
            Side::Second => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter, in any dialect.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self::new(side, kind)),
            None => None,
        }
    }

    /// The points this piece can ever stand on.
    ///
    /// ```
    /// use xiangqi::{Piece, Square};
    /// assert_eq!(Piece::RedAdvisor.home().len(), 5);
    /// assert!(!Piece::RedPawn.home().contains(Square::B3));
    /// ```
    #[must_use]
    pub const fn home(self) -> Squares {
        let side = self.side();
        match self.kind() {
            Kind::King => Squares::palace(side),
            Kind::Advisor => Squares::diagonal_home(side, true),
            Kind::Elephant => Squares::diagonal_home(side, false),
            Kind::Chariot | Kind::Horse | Kind::Cannon => Squares::ALL,
            Kind::Pawn => {
                // Two ranks of five files before the river, and every point beyond it.
                let rank3 = 0b1_0101_0101_u128 << 27;
                let before = match side {
                    Side::First => rank3 | rank3 << 9,
                    Side::Second => rank3 << 27 | rank3 << 18,
                };
                Squares::home(side.other()).or(Squares::from_bits(before))
            }
        }
    }

    /// Whether this piece on `square` is a pawn that has crossed the river.
    ///
    /// ```
    /// use xiangqi::{Piece, Square};
    /// assert!(Piece::RedPawn.is_crossed_pawn(Square::E5));
    /// assert!(!Piece::BlackPawn.is_crossed_pawn(Square::E5));
    /// ```
    #[must_use]
    pub fn is_crossed_pawn(self, square: Square) -> bool {
        self.kind() == Kind::Pawn && square.is_across_river_for(self.side())
    }
}

/// Prints the FEN letter.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
