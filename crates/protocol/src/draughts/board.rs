use std::fmt;
use thiserror::Error;

/// A side, as draughts players call it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// White: the first side of our games.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What can stand on a square.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// The side that owns it.
    pub colour: Colour,
    /// Whether it is a king.
    pub king: bool,
}

/// A position in Hub and DXP, as plain data: the side to move, and the pieces by the numbers of
/// their squares. Other texts of positions belong to the game.
///
/// ```
/// use protocol::draughts::Board;
/// let board = Board::from_hub("WbBweWe", 6).unwrap();
/// assert!(board.squares[1].unwrap().king && board.squares[3].is_none());
/// assert_eq!(board.to_hub(), "WbBweWe");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The side to move.
    pub turn: Colour,
    /// The contents of the squares, beginning with square 1.
    pub squares: Vec<Option<Man>>,
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// It is too short or too long.
    #[error(
        "{found} characters: a position has one for the side to move and one for each of its \
         {squares} squares"
    )]
    Length {
        /// Characters found.
        found: usize,
        /// Squares expected.
        squares: usize,
    },
    /// A character has no meaning there.
    #[error("character {place}, {found:?}: expected {expected}")]
    Letter {
        /// Which character, from 1.
        place: usize,
        /// What was found there.
        found: char,
        /// What was expected there.
        expected: &'static str,
    },
}

/// The letters that a protocol uses for positions.
struct Letters {
    sides: [char; 2],
    sides_expected: &'static str,
    /// White man and king, black man and king, empty.
    squares: [char; 5],
    squares_expected: &'static str,
}

const HUB: Letters = Letters {
    sides: ['W', 'B'],
    sides_expected: "W or B, the side to move",
    squares: ['w', 'W', 'b', 'B', 'e'],
    squares_expected: "w, W, b, B or e",
};

/// DXP, which uses the Dutch letter for black: zwart.
const DXP: Letters = Letters {
    sides: ['W', 'Z'],
    sides_expected: "W or Z, the side to move",
    squares: ['w', 'W', 'z', 'Z', 'e'],
    squares_expected: "w, W, z, Z or e",
};

const MEN: [Option<Man>; 5] = [
    Some(Man { colour: Colour::White, king: false }),
    Some(Man { colour: Colour::White, king: true }),
    Some(Man { colour: Colour::Black, king: false }),
    Some(Man { colour: Colour::Black, king: true }),
    None,
];

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

impl Board {
    /// Reads a Hub position: `W` or `B` and a letter for each square.
    ///
    /// # Errors
    /// When the number of letters is not that of the squares, or a letter has no meaning.
    pub fn from_hub(text: &str, squares: usize) -> Result<Self, BoardError> {
        Self::read(text, squares, &HUB)
    }

    /// Reads a DXP position of the international board.
    ///
    /// # Errors
    /// As for [`Board::from_hub`].
    pub fn from_dxp(text: &str) -> Result<Self, BoardError> {
        Self::read(text, 50, &DXP)
    }

    /// Writes it as in Hub.
    #[must_use]
    pub fn to_hub(&self) -> String {
        self.write(&HUB)
    }

    /// Writes it as in DXP.
    #[must_use]
    pub fn to_dxp(&self) -> String {
        self.write(&DXP)
    }

    fn read(text: &str, squares: usize, letters: &Letters) -> Result<Self, BoardError> {
        let found = text.chars().count();
        if found != squares + 1 {
            return Err(BoardError::Length { found, squares });
        }
        let mut all = text.chars();
        let first = all.next().unwrap_or_default();
        let turn = letters.sides.iter().position(|&c| c == first).ok_or(BoardError::Letter {
            place: 1,
            found: first,
            expected: letters.sides_expected,
        })?;
        let squares = all.enumerate().map(|(n, found)| {
            let which = letters.squares.iter().position(|&c| c == found);
            let expected = letters.squares_expected;
            which.map(|i| MEN[i]).ok_or(BoardError::Letter { place: n + 2, found, expected })
        });
        Ok(Self { turn: COLOURS[turn], squares: squares.collect::<Result<_, _>>()? })
    }

    fn write(&self, letters: &Letters) -> String {
        let side = letters.sides[usize::from(self.turn == Colour::Black)];
        let squares = self.squares.iter().map(|man| {
            let which = MEN.iter().position(|m| m == man).unwrap_or(MEN.len() - 1);
            letters.squares[which]
        });
        std::iter::once(side).chain(squares).collect()
    }
}

/// `W` and `B`, as in Hub.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "W",
            Self::Black => "B",
        })
    }
}
