//! The files of one game: the trait that its crate implements, and the parts that are the same for all games.

use crate::{Dialect, Format, LISTS, MOVES, POSITIONS, ReadError, Record, WriteError, list, pgn};
use encoding_rs::Encoding;
use std::fmt::Debug;
use std::io::{Read, Write};

/// The games of a file, read one by one. An invalid game is an error; the next games follow.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a>;

/// The file formats of one family of games.
pub trait GameFiles: Debug + Sync {
    /// The family's own formats, besides lists ([`LISTS`]), which every family has.
    fn formats(&self) -> &'static [Format];

    /// Formats of files that hold many games with comments, the usual one first. Never empty.
    fn archives(&self) -> &'static [Format];

    /// Whether moves can be written in the notation with this id.
    fn has_notation(&self, id: &str) -> bool;

    /// Whether a list seems to begin with a position or a move of this family.
    fn begins_list(&self, head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Whether a list may begin with a move of this family, where no family is sure of it.
    fn may_begin_list(&self, head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// The moves of a word that may be several run together; the parts together are the word.
    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        vec![word]
    }

    /// Reads a file of a format that is no text, whose texts are in this encoding.
    ///
    /// # Errors
    /// When texts of the format are in no other encoding than their own, in words.
    fn read_encoded<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        encoding: &'static Encoding,
    ) -> Result<Games<'a>, String> {
        let _ = (source, variant, encoding);
        Err(format!("an encoding is told of text files, and {} files are none", format.title))
    }

    /// Reads a file of one of the family's formats. `variant` and `size` are used for games that name none;
    /// `None` means the usual ones, or those that the moves show.
    ///
    /// # Errors
    /// When there is no board of this size, in words.
    fn read<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        size: Option<u8>,
    ) -> Result<Games<'a>, String>;

    /// Writes a record of the family. `notation` is an id of the variant's notations; `None`: the
    /// format's usual one.
    ///
    /// # Errors
    /// When the format cannot hold the game, the notation is unknown, a move of the record is not
    /// legal, or `out` fails.
    fn write(
        &self,
        out: &mut dyn Write,
        record: &Record,
        format: Format,
        notation: Option<&str>,
    ) -> Result<(), WriteError>;

    /// Whether files of this format hold games of the family.
    fn has(&self, format: Format) -> bool {
        self.formats().contains(&format) || LISTS.contains(&format)
    }
}

/// Reads a list of games of this variant; `dialect` writes engine notation.
pub fn read_list<'a, D: Dialect + Copy + 'a>(
    source: Box<dyn Read + 'a>,
    variant: &'static str,
    dialect: D,
) -> Games<'a> {
    let games = list::Reader::new(source, dialect);
    Box::new(games.map(move |game| game.map(|game| Record::of(variant, game, &dialect))))
}

/// Writes a record as a list or in portable notation, as `dialect` writes moves; `plain` reads
/// the record.
///
/// # Errors
/// When a move of the record is not legal, or `out` fails.
pub fn write_with<D: Dialect>(
    mut out: &mut dyn Write,
    record: &Record,
    format: Format,
    dialect: &D,
    plain: &D,
) -> Result<(), WriteError> {
    let game = record.game(plain).map_err(|why| WriteError::unfit(format, why))?;
    if format == POSITIONS {
        list::write_position(&mut out, &game, dialect)?;
    } else if format == MOVES {
        list::write_moves(&mut out, &game, dialect)?;
    } else {
        pgn::write(&mut out, &game, dialect)?;
    }
    Ok(())
}
