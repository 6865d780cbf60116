use crate::{Position, Size, Square, Squares};
use game::Side;
use std::fmt;
use std::str::FromStr;

/// Any placement of discs on a board: set up by a person or read from a text.
///
/// As text: one character for each square, row by row from a1, then the side to move. `X`, `*` or
/// `B` is a black disc, `O` or `W` a white one, in either case; `-`, `.` or `_` is an empty square.
/// Rows may be separated by `/` or spaces. The number of squares determines the size. Published
/// endgame problems are written in this form (`…-XO-… X`).
///
/// ```
/// use reversi::{Setup, Size};
/// let setup: Setup = "---- -OX- -XO- ---- X".parse()?;
/// assert_eq!(setup.size, Size::Four);
/// assert_eq!(setup.discs.len(), 4);
/// assert_eq!(setup.position().unwrap(), reversi::Position::start(Size::Four));
/// # Ok::<(), reversi::ReadSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The discs in the order in which they were given.
    pub discs: Vec<(Square, Side)>,
    /// The side to move.
    pub turn: Side,
}

/// Why a text is no setup.
///
/// ```
/// let error = "----- X".parse::<reversi::Setup>().unwrap_err();
/// assert!(error.to_string().contains("64 squares"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position, character {column}: expected {expected}, found '{found}'")]
pub struct ReadSetupError {
    /// The character with the error, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there, cut to 20 characters.
    pub found: String,
}

/// One thing that is wrong with a [`Setup`].
///
/// ```
/// use reversi::{Fault, Square};
/// let fault = Fault::Twice(Square::read("d4")?);
/// assert_eq!(fault.to_string(), "d4 has two discs");
/// # Ok::<(), reversi::ReadSquareError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A disc beyond the edge.
    OffBoard(Square),
    /// A square with two discs.
    Twice(Square),
    /// A square in the middle without a disc: the game begins with discs on all four (WOF
    /// rule 1), and discs never leave the board.
    EmptyCentre(Square),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(square) => write!(f, "{square} is not on the board"),
            Self::Twice(square) => write!(f, "{square} has two discs"),
            Self::EmptyCentre(square) => {
                write!(f, "{square} is empty; the four squares in the middle always hold discs")
            }
        }
    }
}

/// A [`Setup`] that is no position, with all the reasons.
///
/// ```
/// use reversi::{Setup, Size};
/// let empty = Setup { size: Size::Eight, discs: Vec::new(), turn: game::Side::First };
/// assert_eq!(empty.position().unwrap_err().faults.len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidSetup {
    /// The setup, given back.
    pub setup: Setup,
    /// At least one fault.
    pub faults: Vec<Fault>,
}

impl Setup {
    /// Everything that makes this setup impossible.
    ///
    /// ```
    /// let setup: reversi::Setup = "---- -O-- -XO- ---- O".parse()?;
    /// assert_eq!(setup.check().len(), 1);
    /// # Ok::<(), reversi::ReadSetupError>(())
    /// ```
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let board = self.size.squares();
        let mut seen = Squares::EMPTY;
        let mut faults = Vec::new();
        for &(square, _) in &self.discs {
            if !board.contains(square) {
                faults.push(Fault::OffBoard(square));
            } else if seen.contains(square) {
                faults.push(Fault::Twice(square));
            }
            seen.insert(square);
        }
        let centre = self.size.centre().into_iter();
        faults.extend(centre.filter(|&square| !seen.contains(square)).map(Fault::EmptyCentre));
        faults
    }

    /// The position. A game that is over, or a side that must pass, is a position too.
    ///
    /// # Errors
    /// All faults at once, the setup given back.
    ///
    /// ```
    /// use game::Position as _;
    /// let setup: reversi::Setup = "XXXX XXXX XXXX XXXO O".parse()?;
    /// assert!(!setup.position().unwrap().has_legal_move());
    /// # Ok::<(), reversi::ReadSetupError>(())
    /// ```
    pub fn position(self) -> Result<Position, InvalidSetup> {
        let faults = self.check();
        if !faults.is_empty() {
            return Err(InvalidSetup { setup: self, faults });
        }
        let of = |side| -> Squares {
            self.discs.iter().filter(|disc| disc.1 == side).map(|disc| disc.0).collect()
        };
        Ok(Position::with(self.size, [of(Side::First), of(Side::Second)], self.turn))
    }
}

/// The meaning of one character of a position.
enum Sign {
    Disc(Side),
    Empty,
    Gap,
}

impl Sign {
    fn of(character: char) -> Option<Self> {
        match character {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Self::Disc(Side::First)),
            'O' | 'o' | 'W' | 'w' => Some(Self::Disc(Side::Second)),
            '-' | '.' | '_' => Some(Self::Empty),
            '/' => Some(Self::Gap),
            _ if character.is_whitespace() => Some(Self::Gap),
            _ => None,
        }
    }
}

impl FromStr for Setup {
    type Err = ReadSetupError;

    fn from_str(text: &str) -> Result<Self, ReadSetupError> {
        let error = |column: usize, expected: &'static str| {
            let found: String = text.chars().skip(column - 1).take(20).collect();
            ReadSetupError { column, expected, found }
        };
        let mut signs = Vec::new();
        // A board of GGF begins with its size (`8 -------- …`); what follows `;` in a line of OBF are moves with
        // their values.
        let begin = text.len() - text.trim_start().len();
        let size =
            text.trim_start().split(' ').next().filter(|word| matches!(*word, "4" | "6" | "8"));
        let skipped = size.map_or(0, |word| text[..begin].chars().count() + word.len());
        let end_of_board = text.chars().position(|c| c == ';').unwrap_or(usize::MAX);
        for (n, character) in text.chars().enumerate().take(end_of_board).skip(skipped) {
            match Sign::of(character) {
                Some(Sign::Gap) => {}
                Some(sign) => signs.push((n + 1, sign)),
                None => return Err(error(n + 1, "X, O or -")),
            }
            if signs.len() > 65 {
                return Err(error(n + 1, "nothing after 64 squares and who moves"));
            }
        }
        let end = text.chars().count() + 1;
        let Some((column, last)) = signs.pop() else {
            return Err(error(end, "16, 36 or 64 squares and who moves"));
        };
        let size = match signs.len() {
            16 => Size::Four,
            36 => Size::Six,
            64 => Size::Eight,
            _ => return Err(error(end, "16, 36 or 64 squares and who moves (X or O)")),
        };
        let Sign::Disc(turn) = last else { return Err(error(column, "who moves: X or O")) };
        let on_board = size.squares();
        let discs = on_board.iter().zip(signs).filter_map(|(square, (_, sign))| match sign {
            Sign::Disc(side) => Some((square, side)),
            Sign::Empty | Sign::Gap => None,
        });
        Ok(Self { size, discs: discs.collect(), turn })
    }
}
