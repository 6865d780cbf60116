use crate::rules::Rules;
use crate::{LARGEST, Position, SMALLEST, Square, Threat};
use game::{NullObserver, Side};
use std::fmt;
use std::str::FromStr;

/// Any placement of stones on a board: set up by a person or read from a text. The text is either a
/// list of moves (`h8 i9`, spaces optional) or rows from the top, `/` between them, `x` black, `o`
/// white, numbers for empty points, then the side to move (`15/… x`).
///
/// ```
/// use gomoku::{Fault, Setup, Square};
///
/// let setup: Setup = "h8 i9 h8".parse()?;
/// assert_eq!(setup.stones.len(), 3);
/// assert_eq!(setup.check(15), [Fault::Twice(Square::read("h8")?)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The size of the board, if the text is rows.
    pub size: Option<u8>,
    /// The stones in the order in which they were given.
    pub stones: Vec<(Square, Side)>,
    /// The side to move.
    pub turn: Option<Side>,
}

/// Why a text is no setup.
///
/// ```
/// use gomoku::{ReadSetupError, Setup};
///
/// let error: ReadSetupError = "h8 ?9".parse::<Setup>().unwrap_err();
/// assert_eq!((error.column, error.found.as_str()), (4, "?9"));
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
/// use gomoku::Fault;
///
/// assert_eq!(Fault::Size(3).to_string(), "a board of 3×3; it can be 5 to 22");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no board of this size.
    Size(u8),
    /// A stone beyond the edge.
    OffBoard(Square),
    /// A point with two stones.
    Twice(Square),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => {
                write!(f, "a board of {size}×{size}; it can be {SMALLEST} to {LARGEST}")
            }
            Self::OffBoard(square) => write!(f, "{square} is not on the board"),
            Self::Twice(square) => write!(f, "{square} has two stones"),
        }
    }
}

/// A [`Setup`] that is no position, with all the reasons.
///
/// ```
/// use gomoku::{InvalidSetup, Rules, Setup};
///
/// let setup: Setup = "h8 i9".parse()?;
/// let error: InvalidSetup = setup.position(Rules::FREESTYLE, 7).unwrap_err();
/// assert_eq!(error.faults.len(), 2);
/// assert_eq!(error.to_string(), "h8 is not on the board; i9 is not on the board");
/// # Ok::<(), gomoku::ReadSetupError>(())
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
    /// Everything that makes this setup impossible on a board of this size.
    #[must_use]
    pub fn check(&self, size: u8) -> Vec<Fault> {
        if !(SMALLEST..=LARGEST).contains(&size) {
            return vec![Fault::Size(size)];
        }
        let mut faults = Vec::new();
        for (n, &(square, _)) in self.stones.iter().enumerate() {
            if square.column() >= size || square.row() >= size {
                faults.push(Fault::OffBoard(square));
            }
            if self.stones[..n].iter().any(|&(earlier, _)| earlier == square) {
                faults.push(Fault::Twice(square));
            }
        }
        faults
    }

    /// The position under some rules, on a board of `size` unless the text states another.
    ///
    /// A row of five may be on the board already: then the game is over.
    ///
    /// # Errors
    /// All faults at once, the setup given back.
    ///
    /// ```
    /// use gomoku::{Rules, Setup};
    /// let setup: Setup = "h8i9".parse()?;
    /// let position = setup.position(Rules::RENJU, 15).unwrap();
    /// assert_eq!(position.stones(game::Side::Second).len(), 1);
    /// # Ok::<(), gomoku::ReadSetupError>(())
    /// ```
    pub fn position(self, rules: Rules, size: u8) -> Result<Position, InvalidSetup> {
        let size = self.size.unwrap_or(size);
        let faults = self.check(size);
        if !faults.is_empty() {
            return Err(InvalidSetup { setup: self, faults });
        }
        let mut position = Position::new(rules, size);
        for &(square, side) in &self.stones {
            position.put(square, side, &mut NullObserver);
        }
        position.set_winner(self.winner(&position));
        let blacks = position.stones(Side::First).len();
        let whites = position.stones(Side::Second).len();
        let due = if blacks > whites { Side::Second } else { Side::First };
        position.set_turn(self.turn.unwrap_or(due));
        Ok(position)
    }
}

impl Setup {
    /// The side with a winning row in a position with these stones. Their order is unknown, so that
    /// six in a row may have been five before: each stone of a long row is judged as if it were the
    /// last.
    fn winner(&self, position: &Position) -> Option<Side> {
        let in_long_row =
            |&&(square, side): &&(Square, Side)| !position.row_through(square, side).is_empty();
        let wins = |&&(square, side): &&(Square, Side)| {
            let mut others = Position::new(position.rules(), position.size());
            for &(other, its) in self.stones.iter().filter(|(other, _)| *other != square) {
                others.put(other, its, &mut NullObserver);
            }
            others.threat(square, side) == Threat::Five
        };
        self.stones.iter().filter(in_long_row).find(wins).map(|&(_, side)| side)
    }
}

impl FromStr for Setup {
    type Err = ReadSetupError;

    fn from_str(text: &str) -> Result<Self, ReadSetupError> {
        if text.contains('/') { read_rows(text) } else { read_moves(text) }
    }
}

/// Calls `each` with every move of a list such as `h8i9 j10`, and its column in the text.
fn read_moves(text: &str) -> Result<Setup, ReadSetupError> {
    let mut setup = Setup::default();
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < characters.len() {
        if characters[at].is_whitespace() || characters[at] == ',' {
            at += 1;
            continue;
        }
        let begin = at;
        at += 1;
        while at < characters.len() && characters[at].is_ascii_digit() {
            at += 1;
        }
        let word: String = characters[begin..at].iter().collect();
        let square = Square::read(&word).map_err(|_| ReadSetupError {
            column: begin + 1,
            expected: "a point such as h8",
            found: characters[begin..].iter().take(20).collect(),
        })?;
        let side = if setup.stones.len() % 2 == 0 { Side::First } else { Side::Second };
        setup.stones.push((square, side));
    }
    setup.turn = Some(if setup.stones.len() % 2 == 0 { Side::First } else { Side::Second });
    Ok(setup)
}

fn read_rows(text: &str) -> Result<Setup, ReadSetupError> {
    let text = text.trim();
    let error = |column: usize, expected, found: &str| ReadSetupError {
        column,
        expected,
        found: found.chars().take(20).collect(),
    };
    let (board, turn) = text.rsplit_once(' ').unwrap_or((text, ""));
    let turn_column = board.chars().count() + 2;
    let turn = match turn {
        "x" => Side::First,
        "o" => Side::Second,
        _ => return Err(error(turn_column, "x or o to move", turn)),
    };
    let rows: Vec<&str> = board.split('/').collect();
    let size = u8::try_from(rows.len()).ok().filter(|n| (SMALLEST..=LARGEST).contains(n));
    let size = size.ok_or_else(|| error(1, "5 to 22 rows", board))?;
    let mut setup = Setup { size: Some(size), stones: Vec::new(), turn: Some(turn) };
    let mut column = 1;
    for (row, line) in (0..size).rev().zip(rows) {
        let mut x = 0_u32;
        let mut run: Option<u32> = None;
        for character in line.chars() {
            let side = match character {
                '0'..='9' => {
                    let digit = u32::from(character) - u32::from('0');
                    run = Some((run.unwrap_or(0) * 10 + digit).min(1000));
                    column += 1;
                    continue;
                }
                'x' | 'X' => Side::First,
                'o' | 'O' => Side::Second,
                _ => {
                    let found = character.to_string();
                    return Err(error(column, "x, o or a number", &found));
                }
            };
            x += run.take().unwrap_or(0);
            let square = u8::try_from(x).ok().and_then(|x| Square::new(x, row));
            let square = square.ok_or_else(|| error(column, "as many points as rows", line))?;
            setup.stones.push((square, side));
            x += 1;
            column += 1;
        }
        if x + run.unwrap_or(0) != u32::from(size) {
            return Err(error(column, "as many points as rows", line));
        }
        column += 1;
    }
    Ok(setup)
}

/// Prints the position as rows.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size()).rev() {
            let mut run = 0;
            for column in 0..self.size() {
                match Square::new(column, row).and_then(|square| self.stone_at(square)) {
                    None => run += 1,
                    Some(side) => {
                        if run > 0 {
                            write!(f, "{run}")?;
                        }
                        run = 0;
                        f.write_str(if side == Side::First { "x" } else { "o" })?;
                    }
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        let turn = game::Position::side_to_move(self);
        f.write_str(if turn == Side::First { "x" } else { "o" })
    }
}
