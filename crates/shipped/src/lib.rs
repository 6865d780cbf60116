//! What comes with the program: [`openings`] and [`puzzles`], a file for each variant, read when it is first asked for.
//!
//! `workshop openings base` and `workshop puzzles make` write the files; the cards beside them say from which games. Their
//! forms are those of [`hall::openings::OpeningBase`] and [`hall::puzzles::PuzzleSet`].

pub mod openings;
pub mod puzzles;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::OnceLock;

/// Kind, variant, and the file compressed with gzip.
type File = (&'static str, &'static str, &'static [u8]);

const FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The text of a variant's file of this kind; `None` if there is none.
fn text(kind: &str, variant: &str) -> Option<String> {
    let (.., packed) = FILES.iter().find(|(of, name, _)| (*of, *name) == (kind, variant))?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(*packed).read_to_string(&mut text).ok()?;
    Some(text)
}

/// What was read so far of the files of one kind, by variant.
type ReadFiles<T> = BTreeMap<&'static str, OnceLock<Option<T>>>;

/// A place for each file of this kind.
fn places<T>(kind: &str) -> ReadFiles<T> {
    let files = FILES.iter().filter(|(of, ..)| *of == kind);
    files.map(|(_, variant, _)| (*variant, OnceLock::new())).collect()
}
