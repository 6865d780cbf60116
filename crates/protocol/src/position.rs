use crate::LineError;
use crate::words::{Words, write_words};
use std::fmt;

/// The arguments of `position`: a start and the moves played since, all still text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The start of the moves.
    pub start: Start,
    /// The moves, in order.
    pub moves: Vec<String>,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The standard start of the variant.
    Standard,
    /// This position text, its words separated by single spaces.
    Fen(String),
}

impl PositionText {
    /// Reads `{fen F | startpos} [moves …]`. Some Chinese programs leave the word `fen` out.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let expected = "fen or startpos";
        match words.need(expected)? {
            "startpos" => Self::read_moves(Start::Standard, words),
            "fen" => Self::read_fen(words),
            first if first.contains('/') => {
                words.step_back();
                Self::read_fen(words)
            }
            other => Err(words.wrong(other, expected)),
        }
    }

    /// Reads `F [moves …]`, after the word `fen`.
    pub(crate) fn read_fen(words: &mut Words<'_>) -> Result<Self, LineError> {
        let fen = words.text_until(&["moves"]);
        if fen.is_empty() {
            let expected = "a position after fen";
            return Err(match words.take() {
                Some(found) => words.wrong(found, expected),
                None => LineError::end(2, expected),
            });
        }
        Self::read_moves(Start::Fen(fen), words)
    }

    fn read_moves(start: Start, words: &mut Words<'_>) -> Result<Self, LineError> {
        let moves = if words.eat("moves") {
            words.rest().iter().map(|&w| w.to_owned()).collect()
        } else {
            words.finish("moves or the end of the line")?;
            Vec::new()
        };
        Ok(Self { start, moves })
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Standard => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
            write_words(f, &self.moves)?;
        }
        Ok(())
    }
}
