//! Positions as text: FEN in the dialects of UCI and UCCI.

use crate::{File, Piece, Rank, Setup, Square};
use game::Side;
use std::fmt;
use std::str::FromStr;

/// The part of a FEN with the error.
///
/// ```
/// use xiangqi::{FenPlace, Setup};
///
/// let error = "4k4/9/9/9/9/9/9/9/9/3K5 x".parse::<Setup>().unwrap_err();
/// assert_eq!(error.place, FenPlace::Side);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FenPlace {
    /// The board, at this character of the text (from 1).
    Board(usize),
    /// The rank with this number (9 is the first one in the text).
    Rank(usize),
    /// The side to move.
    Side,
    /// One of the two fields that are always `-`.
    Dash,
    /// The plies since the last capture.
    QuietPlies,
    /// The move number.
    MoveNumber,
    /// After the last field.
    End,
}

impl fmt::Display for FenPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(column) => write!(f, "character {column} of the board"),
            Self::Rank(rank) => write!(f, "rank {rank} of the board"),
            Self::Side => f.write_str("side to move"),
            Self::Dash => f.write_str("unused field"),
            Self::QuietPlies => f.write_str("plies since the last capture"),
            Self::MoveNumber => f.write_str("move number"),
            Self::End => f.write_str("after the move number"),
        }
    }
}

/// Why a text is not a FEN.
///
/// ```
/// use xiangqi::{FenError, Setup};
///
/// let error: FenError = "4k4/9/9/9/9/9/9/9/9/3K5 x".parse::<Setup>().unwrap_err();
/// assert_eq!(error.to_string(), "FEN, side to move: expected w, r or b, found 'x'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN, {place}: expected {expected}, found '{found}'")]
pub struct FenError {
    /// The place.
    pub place: FenPlace,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there, cut to 20 characters.
    pub found: String,
}

impl FenError {
    fn new(place: FenPlace, expected: &'static str, found: &str) -> Self {
        Self { place, expected, found: found.chars().take(20).collect() }
    }
}

/// Reads a FEN in any of its dialects: `w` or `r` for Red, `N` or `H`, `B` or `E`; the fields
/// after the board may be left out from the right, and so may the two that are always `-`. The words `position fen`
/// before it and an empty hand, `[]`, after the board, as programs for many games write them, are skipped.
///
/// ```
/// use xiangqi::Setup;
/// let setup: Setup = "3k5/9/9/9/9/9/9/9/9/4K1E2 r".parse()?;
/// assert_eq!(setup.to_string(), "3k5/9/9/9/9/9/9/9/9/4K1B2 w - - 0 1");
/// let error = "3k5/9/9/9/9/9/9/9/x8/4K4".parse::<Setup>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "FEN, character 19 of the board: expected a piece letter or a digit 1-9, found 'x'"
/// );
/// # Ok::<(), xiangqi::FenError>(())
/// ```
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut setup = Self::empty();
        let mut rest = text.trim_start();
        for word in ["position", "fen"] {
            let after = rest.get(..word.len()).filter(|begin| begin.eq_ignore_ascii_case(word));
            let after = after.and_then(|_| rest.get(word.len()..));
            if let Some(after) = after.filter(|after| after.starts_with(char::is_whitespace)) {
                rest = after.trim_start();
            }
        }
        let leading = text.len() - rest.len();
        let column = text[..leading].chars().count() + 1;
        let mut fields = rest.split_whitespace().peekable();
        let board = fields.next().unwrap_or("");
        read_board(board.strip_suffix("[]").unwrap_or(board), column, &mut setup)?;
        fields.next_if(|field| matches!(*field, "[]" | "[-]"));
        if let Some(side) = fields.next() {
            setup.turn = match side {
                "w" | "r" | "W" | "R" => Side::First,
                "b" | "B" => Side::Second,
                _ => return Err(FenError::new(FenPlace::Side, "w, r or b", side)),
            };
        }
        let is_number = |field: &str| field.bytes().all(|b| b.is_ascii_digit());
        for _ in 0..2 {
            match fields.next_if(|field| !is_number(field)) {
                None | Some("-") => {}
                Some(field) => return Err(FenError::new(FenPlace::Dash, "-", field)),
            }
        }
        if let Some(field) = fields.next() {
            setup.quiet_plies = read_number(field, FenPlace::QuietPlies, 0)?;
        }
        if let Some(field) = fields.next() {
            setup.move_number = read_number(field, FenPlace::MoveNumber, 1)?;
        }
        match fields.next() {
            Some(field) => Err(FenError::new(FenPlace::End, "nothing", field)),
            None => Ok(setup),
        }
    }
}

fn read_board(board: &str, column: usize, setup: &mut Setup) -> Result<(), FenError> {
    let mut column = column;
    let mut ranks = 0;
    for text in board.split('/') {
        let Some(rank) = Rank::from_index(9_usize.wrapping_sub(ranks)) else {
            return Err(FenError::new(FenPlace::Board(column), "ten ranks", text));
        };
        let mut file = 0;
        for c in text.chars() {
            let place = FenPlace::Board(column);
            let width = match c {
                '1'..='9' => c as usize - '0' as usize,
                _ => {
                    let expected = "a piece letter or a digit 1-9";
                    let piece = Piece::from_letter(c).ok_or_else(|| {
                        FenError::new(place, expected, c.encode_utf8(&mut [0; 4]))
                    })?;
                    if let Some(file) = File::from_index(file) {
                        setup.put(Square::new(file, rank), Some(piece));
                    }
                    1
                }
            };
            file += width;
            column += 1;
            if file > 9 {
                return Err(FenError::new(FenPlace::Rank(rank.index()), "nine points", text));
            }
        }
        if file < 9 {
            return Err(FenError::new(FenPlace::Rank(rank.index()), "nine points", text));
        }
        ranks += 1;
        column += 1;
    }
    if ranks < 10 {
        return Err(FenError::new(FenPlace::Board(column - 1), "ten ranks", ""));
    }
    Ok(())
}

fn read_number(field: &str, place: FenPlace, least: u16) -> Result<u16, FenError> {
    let expected = if least == 0 { "a number from 0 to 65535" } else { "a number from 1 to 65535" };
    let error = || FenError::new(place, expected, field);
    if !field.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error());
    }
    match field.parse() {
        // Some programs write move number 0. It is read as 1, the smallest number.
        Ok(number) => Ok(u16::max(number, least)),
        Err(_) => Err(error()),
    }
}

/// Prints the FEN with all its fields: `K A B R N C P`, `w`, `- -`, both counters.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{piece}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::R0 {
                f.write_str("/")?;
            }
        }
        let turn = match self.turn {
            Side::First => 'w',
            Side::Second => 'b',
        };
        write!(f, " {turn} - - {} {}", self.quiet_plies, self.move_number)
    }
}
