//! Lists with a game or a position in each line. Moves may be run together, and passes may be left
//! out.

use super::Reversi;
use records::text::{Lines, TextLine, squeeze};
use records::{Convention, Dialect as _, Game, Node, ReadError, list};
use reversi::Position;
use reversi::notation::transcript;
use std::io::Read;

/// Reads the games of a list.
#[derive(Debug)]
pub(crate) struct Transcripts<R> {
    lines: Lines<R>,
    usual: Reversi,
}

impl<R: Read> Transcripts<R> {
    pub(crate) fn new(source: R, usual: Reversi) -> Self {
        Self { lines: Lines::new(source, Convention::Pgn), usual }
    }
}

impl<R: Read> Iterator for Transcripts<R> {
    type Item = Result<Game<Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.lines.next()? {
                Err(error) => return Some(Err(error)),
                Ok(line) => {
                    if let Some(game) = read(&line, self.usual) {
                        return Some(game);
                    }
                }
            }
        }
    }
}

/// The game of a line; `None` for an empty line or a comment. Any other text is read like the lists
/// of other games.
fn read(line: &TextLine, usual: Reversi) -> Option<Result<Game<Position>, ReadError>> {
    let (text, comment) = line.text.split_once('#').unwrap_or((&line.text, ""));
    let start = usual.start();
    if let Ok(moves) = transcript::read(&start, text)
        && !moves.is_empty()
    {
        let mut game = Game::new(start);
        game.line.moves = moves.into_iter().map(Node::new).collect();
        game.line.comments.extend(Some(squeeze(comment)).filter(|text| !text.is_empty()));
        return Some(Ok(game));
    }
    let read = list::Reader::new(line.text.as_bytes(), usual).next()?;
    Some(read.map_err(|error| ReadError { line: line.number, ..error }))
}
