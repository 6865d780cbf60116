//! Lists with a game or a position in each line. Moves may be run together, and passes may be left
//! out.

use super::Reversi;
use records::text::{Lines, TextLine, squeeze};
use records::{Dialect as _, Game, Node, ReadError, ReadErrorKind, list};
use reversi::notation::transcript;
use reversi::{Position, Setup};
use std::io::Read;

/// Reads the games of a list.
#[derive(Debug)]
pub(crate) struct Transcripts<R> {
    lines: Lines<R>,
    usual: Reversi,
}

impl<R: Read> Transcripts<R> {
    pub(crate) fn new(source: R, usual: Reversi) -> Self {
        Self { lines: Lines::new(source), usual }
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

/// The game of a line; `None` for an empty line or a comment. A position may begin it, in the form of GGF too
/// (`[8 -------- … *]`); values behind it, as in OBF (`; G8:+18`), are kept as a comment. Any other text is read
/// like the lists of other games.
fn read(line: &TextLine, usual: Reversi) -> Option<Result<Game<Position>, ReadError>> {
    let (text, comment) = line.text.split_once('#').unwrap_or((&line.text, ""));
    let (text, values) = text.split_once(';').unwrap_or((text, ""));
    let text = text.trim().trim_start_matches("BO").replace(['[', ']'], " ");
    let told = position(&text);
    let has_position = told.is_some();
    let (start, moves) = match told {
        Some((setup, rest)) if setup.size == usual.start().size() => match setup.position() {
            Ok(start) => (start, rest),
            Err(error) => {
                let kind = ReadErrorKind::Position(error.to_string());
                return Some(Err(ReadError { line: line.number, column: 1, kind }));
            }
        },
        _ => (usual.start(), text.as_str()),
    };
    let moves = moves.trim().trim_start_matches("moves");
    if let Ok(moves) = transcript::read(&start, moves)
        && (!moves.is_empty() || has_position)
    {
        let mut game = Game::new(start);
        game.line.moves = moves.into_iter().map(Node::new).collect();
        let comments = [values.trim_end_matches([';', ' ']), comment].map(squeeze);
        game.line.comments.extend(comments.into_iter().filter(|text| !text.is_empty()));
        return Some(Ok(game));
    }
    let read = list::Reader::new(line.text.as_bytes(), usual).next()?;
    Some(read.map_err(|error| ReadError { line: line.number, ..error }))
}

/// Whether a line begins with a board.
pub(super) fn begins_with_position(line: &str) -> bool {
    let text = line.split(';').next().unwrap_or(line);
    position(&text.trim().trim_start_matches("BO").replace(['[', ']'], " ")).is_some()
}

/// The position that a text begins with, and what follows it.
fn position(text: &str) -> Option<(Setup, &str)> {
    let ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    // The shortest text that is a board and who moves; a board has at most eight rows.
    let mut ends = ends.chain([text.len()]).take(16);
    ends.find_map(|end| Some((text.get(..end)?.parse().ok()?, text.get(end..)?)))
}
