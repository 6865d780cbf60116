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
    /// The other one.
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
    /// Whose it is.
    pub colour: Colour,
    /// Whether it is a king.
    pub king: bool,
}

/// A position as plain data: who moves, and what stands where, by the squares' numbers.
///
/// ```
/// use protocol::draughts::Board;
/// let board = Board::from_fen("W:W28,K32:B19,23", 50).unwrap();
/// assert_eq!(board.to_hub().len(), 51);
/// assert_eq!(Board::from_hub(&board.to_hub(), 50).unwrap(), board);
/// assert_eq!(board.to_fen(), "W:W28,K32:B19,23");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Who moves.
    pub turn: Colour,
    /// What stands on square 1 and those after it.
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
    /// A character means nothing there.
    #[error("character {place}, {found:?}: expected {expected}")]
    Letter {
        /// Which character, from 1.
        place: usize,
        /// What stands there.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// A word of a FEN means nothing.
    #[error("FEN: {found:?}: expected {expected}")]
    Fen {
        /// The word.
        found: String,
        /// What could stand there.
        expected: String,
    },
}

/// The letters a protocol writes positions with.
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

/// Hub 1: the side to move in small letters.
const HUB_1: Letters =
    Letters { sides: ['w', 'b'], sides_expected: "w or b, the side to move", ..HUB };

/// DXP, whose black is Dutch: zwart.
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
    /// When it has not as many letters as squares, or a letter means nothing.
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

    /// As Hub writes it.
    #[must_use]
    pub fn to_hub(&self) -> String {
        self.write(&HUB)
    }

    /// As Hub 1 (Scan 2.0) writes it.
    #[must_use]
    pub fn to_hub_1(&self) -> String {
        self.write(&HUB_1)
    }

    /// As DXP writes it.
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

    /// Reads a FEN as PDN has it, of a board with so many squares. What a variant adds behind
    /// the pieces (running kings of Frisian draughts) is left out: no protocol can say it.
    ///
    /// # Errors
    /// When a word of it means nothing, or a square comes twice.
    pub fn from_fen(text: &str, squares: usize) -> Result<Self, BoardError> {
        let wrong = |found: &str, expected: &str| BoardError::Fen {
            found: found.chars().take(40).collect(),
            expected: expected.to_owned(),
        };
        let mut fields = text.trim().trim_end_matches('.').split(':');
        let first = fields.next().unwrap_or_default();
        let turn = colour(first.trim()).ok_or_else(|| wrong(first, "W or B, the side to move"))?;
        let mut board = Self { turn, squares: vec![None; squares] };
        for colour_expected in 0..2 {
            let expected = "W or B and a list of squares, once for each";
            let field = fields.next().unwrap_or_default();
            let (letter, list) = field.split_at_checked(1).ok_or_else(|| wrong(field, expected))?;
            let colour = colour(letter).ok_or_else(|| wrong(field, expected))?;
            if colour_expected == 1 && board.squares.iter().flatten().any(|m| m.colour == colour) {
                return Err(wrong(field, expected));
            }
            board.put(colour, list, &wrong)?;
        }
        Ok(board)
    }

    fn put(
        &mut self,
        colour: Colour,
        list: &str,
        wrong: &dyn Fn(&str, &str) -> BoardError,
    ) -> Result<(), BoardError> {
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (king, range) = match item.strip_prefix('K') {
                Some(range) => (true, range),
                None => (false, item),
            };
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let count = self.squares.len();
            let number = |text: &str| {
                let number = text.parse::<usize>().ok().filter(|n| (1..=count).contains(n));
                number.ok_or_else(|| wrong(item, &format!("squares from 1 to {count}")))
            };
            for n in number(first)?..=number(last)? {
                let square = &mut self.squares[n - 1];
                if square.replace(Man { colour, king }).is_some() {
                    return Err(wrong(item, "each square once"));
                }
            }
        }
        Ok(())
    }

    /// As PDN has it: White first, men before kings, runs of three and more as ranges.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut text = self.turn.to_string();
        for colour in COLOURS {
            let mut items = Vec::new();
            for king in [false, true] {
                let wanted = Some(Man { colour, king });
                let numbers: Vec<usize> = (1..=self.squares.len())
                    .filter(|&n| self.squares.get(n - 1) == Some(&wanted))
                    .collect();
                let letter = if king { "K" } else { "" };
                for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                    match run {
                        [low, _, .., high] if run.len() > 2 => {
                            items.push(format!("{letter}{low}-{high}"));
                        }
                        _ => items.extend(run.iter().map(|n| format!("{letter}{n}"))),
                    }
                }
            }
            text += &format!(":{colour}{}", items.join(","));
        }
        text
    }
}

fn colour(text: &str) -> Option<Colour> {
    match text {
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => None,
    }
}

/// `W` and `B`, as FEN and Hub have them.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "W",
            Self::Black => "B",
        })
    }
}
