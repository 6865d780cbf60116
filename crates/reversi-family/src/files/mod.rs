//! Reversi in files: GGF, the format of the Generic Game Server, and lists of positions and
//! transcripts.
//!
//! GGF is read also in a file with another ending, and several games in a line. The score comes back as it was; evaluations,
//! times of the whole game and comments are left out with a notice. Anti reversi (`TY[8a]`) and komi are refused.
//! Transcripts stand in capitals or small letters, without passes, on one line or several, with a result or the discs of
//! both sides at the end; positions as GGF has them with moves behind; in lines of OBF the values become a comment.

pub mod ggf;
mod transcripts;

pub use ggf::GGF;

use crate::variants;
use game::Notation as _;
use records::{Dialect, Format, GameFiles, Games, ReadError, Record, WriteError, write_with};
use reversi::notation::{Engine, Ggf};
use reversi::{Move, Position, Setup, Size};
use std::io::{Read, Write};
use transcripts::Transcripts;

/// Reversi on a board of some size; writes moves as `f5`, or in capitals (`F5`, `PA`).
///
/// ```
/// use records::list;
/// use reversi_family::files::Reversi;
/// let dialect = Reversi::new(reversi::Size::Eight);
/// let game = list::Reader::new("1. f5 d6 2. c3".as_bytes(), dialect).next().unwrap()?;
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["f5", "d6", "c3"]);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Reversi {
    size: Size,
    capitals: bool,
}

impl Reversi {
    /// A board of this size, with moves written as `f5`.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self { size, capitals: false }
    }

    /// The same with moves in capitals.
    #[must_use]
    pub const fn in_capitals(self) -> Self {
        Self { capitals: true, ..self }
    }
}

impl Dialect for Reversi {
    type Position = Position;

    fn start(&self) -> Position {
        Position::start(self.size)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        let setup: Setup =
            text.parse().map_err(|error: reversi::ReadSetupError| error.to_string())?;
        if setup.size != self.size {
            let (told, edge) = (setup.size.edge(), self.size.edge());
            return Err(format!("the position has {told} rows, the board {edge}"));
        }
        setup.position().map_err(|error| error.to_string())
    }

    fn write_position(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        Engine.parse(position, text).map_err(|error| error.to_string())
    }

    fn write_move(&self, position: &Position, m: Move) -> String {
        if self.capitals { Ggf.print(position, m) } else { Engine.print(position, m) }
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        split(word)
    }

    fn begins_position(&self, word: &str) -> bool {
        begins_position(word)
    }

    fn opening_tags(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Game", "Othello")]
    }

    fn closing_tags(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn player_tags(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }
}

/// Whether a word is a board or a row of one: discs and empty squares, at least four.
fn begins_position(word: &str) -> bool {
    word.len() >= 4
        && word.chars().all(|c| "XxOo*-./".contains(c))
        && word.contains(['-', '.', 'X'])
}

/// The moves of a word that is nothing but squares and passes of two characters.
fn split(word: &str) -> Vec<&str> {
    let is_move = |part: &[u8]| {
        let is_square = part[0].is_ascii_alphabetic() && part[1].is_ascii_digit();
        is_square || part.eq_ignore_ascii_case(b"pa") || part.eq_ignore_ascii_case(b"ps")
    };
    let (pairs, rest) = word.as_bytes().as_chunks::<2>();
    if pairs.len() < 2 || !rest.is_empty() || !pairs.iter().all(|pair| is_move(pair)) {
        return vec![word];
    }
    (0..word.len()).step_by(2).filter_map(|at| word.get(at..at + 2)).collect()
}

/// See [`engine::Family::files`].
pub(crate) const FILES: &dyn GameFiles = &Files;

#[derive(Debug)]
struct Files;

impl GameFiles for Files {
    fn formats(&self) -> &'static [Format] {
        &[GGF]
    }

    fn archives(&self) -> &'static [Format] {
        &[GGF]
    }

    fn has_notation(&self, id: &str) -> bool {
        id == "engine" || id == "ggf"
    }

    /// A list begins with a board, or with a transcript of at least two moves.
    fn begins_list(&self, head: &[u8]) -> bool {
        let head = String::from_utf8_lossy(head);
        let line =
            head.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        line.is_some_and(|line| {
            let start = Position::start(Size::Eight);
            let moves = || reversi::notation::transcript::read(&start, line);
            transcripts::begins_with_position(line) || moves().is_ok_and(|moves| moves.len() > 1)
        })
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        split(word)
    }

    fn read<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        size: Option<u8>,
    ) -> Result<Games<'a>, String> {
        let told = size.map(|edge| Size::new(edge).filter(|&size| variants::of(size).is_some()));
        let size = match told {
            Some(None) => return Err("boards of 8×8 and 6×6 squares are known".to_owned()),
            Some(Some(size)) => size,
            None => variant.and_then(variants::find).map_or(Size::Eight, variants::size),
        };
        let usual = Reversi::new(size);
        let games: Box<dyn Iterator<Item = Result<records::Game<Position>, ReadError>> + 'a> =
            if format == GGF {
                Box::new(ggf::Reader::new(source))
            } else {
                Box::new(Transcripts::new(source, usual))
            };
        Ok(Box::new(games.map(|game| game.and_then(record))))
    }

    fn write(
        &self,
        mut out: &mut dyn Write,
        record: &Record,
        format: Format,
        notation: Option<&str>,
    ) -> Result<(), WriteError> {
        let unfit = |why: String| WriteError::unfit(format, why);
        let variant = variants::find(record.variant)
            .ok_or_else(|| unfit(format!("there are no game files of {:?}", record.variant)))?;
        let plain = Reversi::new(variants::size(variant));
        let own = match notation {
            None | Some("engine") => plain,
            Some("ggf") => plain.in_capitals(),
            Some(other) => {
                return Err(unfit(format!("there is no notation {other:?} for {}", variant.id)));
            }
        };
        if format == GGF {
            return ggf::write(&mut out, &record.game(&plain).map_err(unfit)?);
        }
        write_with(out, record, format, &own, &plain)
    }
}

/// A game as a record; a board that belongs to no variant is an error.
fn record(game: records::Game<Position>) -> Result<Record, ReadError> {
    let size = game.start.size();
    let Some(variant) = variants::of(size) else {
        let edge = size.edge();
        let kind = records::ReadErrorKind::Unknown(format!("there is no board of {edge}×{edge}"));
        return Err(ReadError { line: 1, column: 1, kind });
    };
    Ok(Record::of(variant.id, game, &Reversi::new(size)))
}
