//! Xiangqi in files.
//!
//! Moves are read in
//!
//! - engine notation and ICCS with ranks from 0 or from 1 (`h3e3`, `H10-G8`); the whole game decides;
//! - four digits (`7747`: columns and rows from the top left or the bottom left);
//! - WXF, also in small letters, with `.` for `=`, and the sign before or behind the piece;
//! - Chinese in both scripts, with the order before or behind the piece (前炮, 炮前), numerals of accounts (炮貳平伍) and
//!   counts in words (第一回合);
//! - a letter with the point of arrival (`Che2`, `Hg7`, `c4`), told apart by file or rank.
//!
//! Several letters stand for one piece: N and H, B and E (and M), A and G, K and G, P and S. Marks of check, mate and capture
//! are skipped. A FEN may have an empty hand, `position fen` before it, no counters, and moves behind it. A file of XQStudio
//! or DhtmlXQ that ends too early gives its moves and a notice. Not read: hands with pieces, letters of other languages,
//! remarks in full-width brackets.
//!
//! ```
//! use records::pgn;
//! use xiangqi_family::files::{Notation, Xiangqi};
//!
//! let file = "[Red \"Hu\"]\n\n1. 炮二平五 马8进7 {usual} 2. H2+3 (2. 马八进七) R9=8 1-0\n";
//! let game = pgn::Reader::new(file.as_bytes(), Xiangqi::default()).next().unwrap()?;
//! assert_eq!(game.tags.get("Red"), Some("Hu"));
//! assert_eq!(game.line.moves.len(), 4);
//! assert_eq!(game.line.moves[1].comments, ["usual"]);
//!
//! let mut out = Vec::new();
//! pgn::write(&mut out, &game, &Xiangqi::new(Notation::Iccs))?;
//! assert!(String::from_utf8(out)?.contains("1. H2-E2 H9-G7 {usual}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ccbridge;
mod dhtml;
mod raw;
pub mod wxf;
pub mod xqf;

pub use ccbridge::{CBF, CBL, CBR};
pub use dhtml::DHTML;
pub use wxf::WXF;
pub use xqf::XQF;

use game::Notation as _;
use records::text::{first_words, without_number};
use records::{Dialect, Format, GameFiles, Games, Record, WriteError, pgn, read_list, write_with};
use std::io::{Read, Write};
use xiangqi::notation::{self, Chinese, Engine, Iccs, Ranks, Script, Wxf};
use xiangqi::{Move, Position};

/// The notation of the moves. All notations are read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `h2e2`.
    Engine,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// 炮二平五, 馬8進7 in traditional characters.
    ChineseTraditional,
    /// 炮二平五, 马8进7 in simplified characters: the common form of files.
    #[default]
    ChineseSimplified,
}

impl Notation {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Engine, Self::Iccs, Self::Wxf, Self::ChineseTraditional, Self::ChineseSimplified];

    /// The notation with this id: `engine`, `iccs`, `wxf`, `chinese`, `chinese-simplified`.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Some(match id {
            "engine" => Self::Engine,
            "iccs" => Self::Iccs,
            "wxf" => Self::Wxf,
            "chinese" => Self::ChineseTraditional,
            "chinese-simplified" => Self::ChineseSimplified,
            _ => return None,
        })
    }

    /// The name of the notation in the tag `Format`.
    const fn format(self) -> &'static str {
        match self {
            Self::Engine => "Engine",
            Self::Iccs => "ICCS",
            Self::Wxf => "WXF",
            Self::ChineseTraditional | Self::ChineseSimplified => "Chinese",
        }
    }
}

/// Xiangqi in files: FEN, and moves in any notation. Moves are written in the chosen notation.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Xiangqi {
    notation: Notation,
    /// How points are read.
    ranks: Ranks,
}

impl Xiangqi {
    /// Writes moves in this notation.
    #[must_use]
    pub const fn new(notation: Notation) -> Self {
        Self { notation, ranks: Ranks::FromZero }
    }
}

impl Dialect for Xiangqi {
    type Position = Position;

    fn start(&self) -> Position {
        Position::start()
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        text.parse().map_err(|error: xiangqi::PositionError| error.to_string())
    }

    fn write_position(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        notation::read_counted(position, text, self.ranks).map_err(|error| fault(text, &error))
    }

    fn alternatives(&self) -> Vec<Self> {
        let others = [Ranks::FromOne, Ranks::DigitsFromTop, Ranks::DigitsFromBottom];
        others.map(|ranks| Self { ranks, ..*self }).to_vec()
    }

    fn readings(&self, position: &Position, text: &str) -> Result<Vec<Move>, String> {
        match notation::read_counted(position, text, self.ranks) {
            Ok(m) => Ok(vec![m]),
            Err(notation::NotationError::Ambiguous { candidates, .. }) => Ok(candidates),
            Err(error) => Err(fault(text, &error)),
        }
    }

    fn write_move(&self, position: &Position, m: Move) -> String {
        match self.notation {
            Notation::Engine => Engine.print(position, m),
            Notation::Iccs => Iccs.print(position, m),
            Notation::Wxf => Wxf.print(position, m),
            Notation::ChineseTraditional => {
                Chinese { script: Script::Traditional }.print(position, m)
            }
            Notation::ChineseSimplified => {
                Chinese { script: Script::Simplified }.print(position, m)
            }
        }
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        // Copied text often lacks the spaces: 炮二平五馬8進7, h2e2h9g7.
        let length = word.chars().count();
        let engine = |part: &[u8]| part[0].is_ascii_alphabetic() && part[1].is_ascii_digit();
        let runs_on = if word.is_ascii() {
            length.is_multiple_of(4)
                && word.as_bytes().chunks(2).all(|part| part.len() == 2 && engine(part))
        } else {
            length.is_multiple_of(4)
        };
        if !runs_on || length == 4 {
            return vec![word];
        }
        let mut parts = Vec::new();
        let mut rest = word;
        while let Some((end, _)) = rest.char_indices().nth(4) {
            let (part, after) = rest.split_at(end);
            parts.push(part);
            rest = after;
        }
        parts.push(rest);
        parts
    }

    fn opening_tags(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Game", "Chinese Chess")]
    }

    fn closing_tags(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Format", self.notation.format())]
    }

    fn player_tags(&self) -> [&'static str; 2] {
        ["Red", "Black"]
    }
}

/// Why a text is not a move, in words.
fn fault(text: &str, error: &notation::NotationError) -> String {
    match error {
        notation::NotationError::Malformed { .. } => {
            let text: String = text.chars().take(20).collect();
            format!("'{text}' is no move: {error}")
        }
        error => error.to_string(),
    }
}

/// Portable Game Notation ([`records::pgn`]).
pub const PGN: Format = Format {
    shows: |head| u8::from(pgn::has_tags(head)),
    takes_notations: true,
    exchange_notation: Some("iccs"),
    ..Format::plain("pgn", "PGN")
};

/// See [`engine::Family::files`].
pub(crate) const FILES: &dyn GameFiles = &Files;

#[derive(Debug)]
struct Files;

impl GameFiles for Files {
    fn formats(&self) -> &'static [Format] {
        &[PGN, XQF, DHTML, CBR, CBL, CBF, WXF]
    }

    fn archives(&self) -> &'static [Format] {
        &[PGN]
    }

    fn has_notation(&self, id: &str) -> bool {
        Notation::of(id).is_some()
    }

    /// A list begins with a position, or with a word that is a move in some notation.
    fn begins_list(&self, head: &[u8]) -> bool {
        first_words(head).is_some_and(|words| {
            let mut words = words.iter().map(|word| without_number(word));
            words.find(|word| !word.is_empty()).is_some_and(|word| {
                let is_known = ["position", "fen", "startpos", "moves"].contains(&word);
                let parts = Xiangqi::default().split(word);
                let read = notation::read(&Position::start(), parts[0]);
                // Two points may be those of another game: such a move must be legal.
                let is_pair =
                    word.is_ascii() && word.len() >= 4 && !word.contains(['+', '-', '=', '.']);
                let is_move = match read {
                    Err(notation::NotationError::Malformed { .. }) => false,
                    Err(notation::NotationError::NoSuchMove { .. }) => !is_pair,
                    _ => true,
                };
                is_known || word.contains('/') || is_move
            })
        })
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        Xiangqi::default().split(word)
    }

    fn read<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        _: Option<&'static str>,
        _: Option<u8>,
    ) -> Result<Games<'a>, String> {
        let plain = Xiangqi::new(Notation::Engine);
        let all = match format {
            f if f == PGN => {
                let games = pgn::Reader::new(source, plain);
                let record = move |game| Record::of(crate::ID, game, &plain);
                return Ok(Box::new(games.map(move |game| game.map(record))));
            }
            f if f == WXF => {
                let games = wxf::read(source).into_iter();
                let record = move |game| Record::of(crate::ID, game, &plain);
                return Ok(Box::new(games.map(move |game| game.map(record))));
            }
            f if f == XQF => xqf::read(source),
            f if f == DHTML => dhtml::read(source),
            f if f == CBR => ccbridge::read_record(source),
            f if f == CBL => ccbridge::read_library(source),
            f if f == CBF => ccbridge::read_markup(source),
            _ => return Ok(read_list(source, crate::ID, plain)),
        };
        Ok(Box::new(all.into_iter()))
    }

    fn write(
        &self,
        out: &mut dyn Write,
        record: &Record,
        format: Format,
        notation: Option<&str>,
    ) -> Result<(), WriteError> {
        if format == XQF || format == DHTML {
            if let Some(other) = notation.filter(|id| *id != "engine") {
                let why = format!("moves are not written in the notation {other:?}");
                return Err(WriteError::unfit(format, why));
            }
            let game = record.game(&Xiangqi::new(Notation::Engine));
            let game = game.map_err(|why| WriteError::unfit(format, why))?;
            let mut out = out;
            return if format == XQF {
                xqf::write(&mut out, &game)
            } else {
                dhtml::write(&mut out, &game)
            };
        }
        let usual = if format == PGN { "chinese-simplified" } else { "engine" };
        let id = notation.unwrap_or(usual);
        let style = Notation::of(id).ok_or_else(|| {
            WriteError::unfit(format, format!("there is no notation {id:?} for {}", record.variant))
        })?;
        write_with(out, record, format, &Xiangqi::new(style), &Xiangqi::new(Notation::Engine))
    }
}
