//! Gomoku and renju in files: SGF, the files of Piskvork, RenLib libraries, lists.
//!
//! Files seldom contain rules: games have those that are asked for, or else freestyle. Forbidden moves of renju are kept as
//! moves; the side that played one has lost.
//!
//! - SGF: marks (`TR`, `MA`, `SQ`, `CR`), arrows, labels and clocks become commands in comments (`[%csl Gh8]`,
//!   `[%cal Gh8i9]`, `[%lb h8=A]`, `[%clk 0:04:50]`); SGF has them as its own again. Stones set up after the first node end
//!   the line there, with a notice. Left out with a notice: other drawings, judgements of positions, scores, komi, text
//!   outside the games, unknown properties.
//! - Passes: renju has them; SGF (`W[]`, `W[tt]`), RenLib and lists (`pass`) keep them. PSQ, REC, POS, openings and compact
//!   codes have no sign for one and refuse such a game. A pass in a game by other rules ends the line there, with a notice.
//! - RenLib: a mark on a move is kept as in SGF, other marks give a notice, texts on the board become comments. A file that
//!   is cut gives its moves and a fault.
//! - PSQ is written with the winner and the rules; its row 1 is our row 1. Other lines of text give a notice, and a line of
//!   numbers that is no move is a fault.
//! - Lists: a point may have its number first (`8h`), and points hyphens between them.
//!
//! Not read: `.db` of Rapfi and Yixin, points of two letters outside SGF (`hh`), addresses of pages.

mod dialect;
pub mod pos;
pub mod psq;
pub mod renlib;
pub mod rif;
pub mod sgf;

use dialect::is_pass;

pub use dialect::Gomoku;
pub use pos::POS;
pub use psq::{CODE, OPENINGS, PSQ, REC};
pub use renlib::LIB;
pub use rif::RIF;
pub use sgf::SGF;

use crate::variants;
use encoding_rs::Encoding;
use gomoku::{Position, Rules};
use records::text::{first_words, result, without_number};
use records::{
    Dialect as _, Format, Game, GameFiles, Games, MOVES, POSITIONS, ReadError, Record, WriteError,
    list,
};
use std::io::{Read, Write};

/// See [`engine::Family::files`].
pub(crate) const FILES: &dyn GameFiles = &Files;

#[derive(Debug)]
struct Files;

impl GameFiles for Files {
    fn formats(&self) -> &'static [Format] {
        &[SGF, PSQ, REC, LIB, RIF, POS, OPENINGS, CODE]
    }

    fn archives(&self) -> &'static [Format] {
        &[SGF, PSQ]
    }

    fn has_notation(&self, id: &str) -> bool {
        id == "engine"
    }

    /// A list begins with a line of points: `h8 i9`.
    fn begins_list(&self, head: &[u8]) -> bool {
        first_words(head).is_some_and(|words| {
            let words = words.iter().flat_map(|word| word.split([',', ';']));
            let words = words.map(without_number).filter(|word| result(word).is_none());
            let mut moves = words.filter(|word| !word.is_empty()).peekable();
            moves.peek().is_some() && moves.all(|word| is_point(word) || is_pass(word))
        })
    }

    /// Points run together: `h8g6f6g5`.
    fn may_begin_list(&self, head: &[u8]) -> bool {
        let usual = Gomoku::of(variants::ID, None);
        first_words(head).zip(usual).is_some_and(|(words, usual)| {
            let words = words.iter().flat_map(|word| word.split([',', ';']));
            let words = words.map(without_number).filter(|word| result(word).is_none());
            let words = words.map(str::to_owned);
            let mut words = words.filter(|word| !word.is_empty()).peekable();
            let is_move = |word: &str| is_point(word) || is_pass(word);
            words.peek().is_some() && words.all(|word| usual.split(&word).into_iter().all(is_move))
        })
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        Gomoku::of(variants::ID, None).map_or_else(|| vec![word], |usual| usual.split(word))
    }

    fn read_encoded<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        encoding: &'static Encoding,
    ) -> Result<Games<'a>, String> {
        if format != LIB {
            return Err(format!("{} files have no text in an encoding to be told", format.title));
        }
        let usual = Gomoku::of(variant.unwrap_or(variants::ID), None);
        let rules = usual.map_or(Rules::RENJU, library_rules);
        let games = renlib::read_encoded(source, rules, Some(encoding));
        Ok(Box::new(games.into_iter().map(|game| game.map(record))))
    }

    fn read<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        size: Option<u8>,
    ) -> Result<Games<'a>, String> {
        let usual = Gomoku::of(variant.unwrap_or(variants::ID), size)
            .ok_or_else(|| "boards of 5×5 to 22×22 points are known".to_owned())?;
        let games: Box<dyn Iterator<Item = Result<Game<Position>, ReadError>> + 'a> = match format {
            f if f == SGF => Box::new(sgf::Reader::new(source, usual)),
            f if f == PSQ => Box::new(psq::Reader::new(source, usual)),
            f if f == REC => Box::new(psq::read_rec(source, usual).into_iter()),
            f if f == RIF => Box::new(rif::read(source, library_rules(usual)).into_iter()),
            f if f == POS => Box::new(pos::read(source, library_rules(usual)).into_iter()),
            f if f == LIB => Box::new(renlib::read(source, library_rules(usual)).into_iter()),
            f if f == OPENINGS => Box::new(psq::Openings::new(source, usual)),
            _ => Box::new(list::Reader::new(source, usual)),
        };
        Ok(Box::new(games.map(|game| game.map(record))))
    }

    fn write(
        &self,
        mut out: &mut dyn Write,
        record: &Record,
        format: Format,
        notation: Option<&str>,
    ) -> Result<(), WriteError> {
        let unfit = |why: String| WriteError::unfit(format, why);
        let id = record.variant;
        if let Some(other) = notation.filter(|id| *id != "engine") {
            return Err(unfit(format!("there is no notation {other:?} for {id}")));
        }
        let own = Gomoku::of(id, None)
            .ok_or_else(|| unfit(format!("there are no game files of {id:?}")))?;
        let game = record.game(&own).map_err(unfit)?;
        match format {
            f if f == SGF => sgf::write(&mut out, &game),
            f if f == PSQ => psq::write(&mut out, &game),
            f if f == REC => psq::write_rec(&mut out, &game),
            f if f == LIB => renlib::write(&mut out, &game),
            f if f == POS => pos::write(&mut out, &game),
            f if f == OPENINGS => psq::write_opening(&mut out, &game),
            f if f == CODE => psq::write_code(&mut out, &game),
            f if f == POSITIONS => Ok(list::write_position(&mut out, &game, &own)?),
            f if f == MOVES => Ok(list::write_moves(&mut out, &game, &own)?),
            _ => Err(unfit(format!("it is a game of {id}"))),
        }
    }
}

/// Whether a word is a letter and a number from 1.
fn is_point(word: &str) -> bool {
    let number = word.strip_prefix(|c: char| c.is_ascii_alphabetic());
    number.is_some_and(|number| {
        number.len() <= 2 && number.parse::<u8>().is_ok_and(|number| number > 0)
    })
}

/// The rules of a library, which does not name them. RenLib is a program for renju. A caller that
/// asks for caro or omok gets those rules; gomoku is only a default.
fn library_rules(asked: Gomoku) -> Rules {
    match asked.rules() {
        Rules::FREESTYLE | Rules::STANDARD => Rules::RENJU,
        other => other,
    }
}

/// A game of the family, whatever its rules and size are.
fn record(game: Game<Position>) -> Record {
    let (rules, size) = (game.start.rules(), game.start.size());
    let own = Gomoku::new(rules, size).expect("a position is on a board of some size");
    Record::of(own.variant(), game, &own)
}
