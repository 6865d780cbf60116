//! Transcripts of whole games: the squares one after the other (`f5d6c3d3c4`). Passes are left out,
//! because the rules determine them.

use super::{Engine, ReadMoveError};
use crate::{Move, Position};
use game::{Notation as _, NullObserver, Position as _};

/// A text is no game from this position.
///
/// ```
/// use reversi::{Position, Size, notation::transcript};
/// let error = transcript::read(&Position::start(Size::Eight), "f5 d6 a1").unwrap_err();
/// assert_eq!(error.to_string(), "move 3, character 7: a disc on a1 would flip nothing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, character {column}: {reason}")]
pub struct ReadTranscriptError {
    /// The number of the move in the text, from 1.
    pub number: usize,
    /// The character where it begins, from 1.
    pub column: usize,
    /// The error.
    pub reason: ReadMoveError,
}

/// Reads a game from a position: moves with or without spaces between them. Passes may be
/// written (`pass`, `pa`, `ps`, `--`) or left out, and are among the moves returned.
///
/// # Errors
/// When the text contains anything else, or an illegal move.
///
/// ```
/// use reversi::{Position, Size, notation::transcript};
/// let moves = transcript::read(&Position::start(Size::Eight), "F5d6 C3")?;
/// assert_eq!(moves.len(), 3);
/// # Ok::<(), reversi::notation::transcript::ReadTranscriptError>(())
/// ```
pub fn read(start: &Position, text: &str) -> Result<Vec<Move>, ReadTranscriptError> {
    let mut position = *start;
    let mut moves = Vec::new();
    for (index, (column, word)) in words(text).into_iter().enumerate() {
        let error = |reason| ReadTranscriptError { number: index + 1, column, reason };
        let is_pass = matches!(word.parse(), Ok(Move::Pass));
        if position.must_pass() && !is_pass {
            position.make(Move::Pass, &mut NullObserver);
            moves.push(Move::Pass);
        }
        let m = Engine.parse(&position, &word).map_err(error)?;
        position.make(m, &mut NullObserver);
        moves.push(m);
    }
    Ok(moves)
}

/// Writes legal moves of a game as a transcript; passes are left out.
///
/// ```
/// use reversi::{Position, Size, notation::transcript};
/// let moves = transcript::read(&Position::start(Size::Eight), "F5 D6 C3")?;
/// assert_eq!(transcript::print(moves), "f5d6c3");
/// # Ok::<(), reversi::notation::transcript::ReadTranscriptError>(())
/// ```
pub fn print(moves: impl IntoIterator<Item = Move>) -> String {
    moves.into_iter().filter_map(Move::square).map(|square| square.to_string()).collect()
}

/// The first character of each move of a text, from 1, and its characters: `pass` or two of them.
fn words(text: &str) -> Vec<(usize, String)> {
    let characters: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        if characters[at].is_whitespace() {
            at += 1;
            continue;
        }
        let four: String = characters[at..].iter().take(4).collect();
        let length = if four.eq_ignore_ascii_case("pass") { 4 } else { 2 };
        let word: String =
            characters[at..].iter().take(length).take_while(|c| !c.is_whitespace()).collect();
        at += word.chars().count();
        words.push((at + 1 - word.chars().count(), word));
    }
    words
}
