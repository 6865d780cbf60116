//! Sets of openings: packed, or as text.

use crate::opening::{OpeningError, StartLine};
use datagen::PackError;
use datagen::packed::Reader;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A set of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSet {
    /// The openings, in the order of the file.
    pub lines: Vec<StartLine>,
    /// The name of the file, their number, and a checksum of the file.
    pub identity: String,
}

/// Why a set cannot be used.
#[derive(Debug, Error)]
pub enum OpeningSetError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file of packed games is damaged.
    #[error(transparent)]
    Packed(#[from] PackError),
    /// The text is no list of openings.
    #[error(transparent)]
    Text(#[from] OpeningError),
    /// The set is of another game.
    #[error("these are openings of {found}, not of {wanted}")]
    Other {
        /// The variant of the file.
        found: String,
        /// The variant of the match.
        wanted: String,
    },
}

/// Reads a set of openings: packed games, or one opening in a line.
///
/// # Errors
/// When the file is neither, is of another variant, or has an opening that cannot be played.
pub fn read_opening_set(
    path: &Path,
    variant: &str,
    rules: Option<&str>,
) -> Result<OpeningSet, OpeningSetError> {
    let bytes = std::fs::read(path)?;
    let lines = match Reader::new(&bytes[..]) {
        Err(PackError::Other) => {
            crate::opening::read_openings(variant, rules, &String::from_utf8_lossy(&bytes))?
        }
        Err(error) => return Err(error.into()),
        Ok(reader) => unpack(reader, variant)?,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let identity = format!("{name}, {} openings, {:08x}", lines.len(), crc32fast::hash(&bytes));
    Ok(OpeningSet { lines, identity })
}

fn unpack(mut reader: Reader<&[u8]>, variant: &str) -> Result<Vec<StartLine>, OpeningSetError> {
    let header = reader.header().clone();
    if header.variant != variant {
        let (found, wanted) = (header.variant, variant.to_owned());
        return Err(OpeningSetError::Other { found, wanted });
    }
    let start = header.session().map_err(OpeningError::Open)?;
    let mut lines = Vec::new();
    while let Some(block) = reader.next_block()? {
        for (number, game) in (block.first..).zip(block.games) {
            let mut session = start.fork();
            game.replay(session.as_mut(), &mut |_, _, _| ())
                .map_err(|(ply, why)| PackError::Game { number, ply, why })?;
            lines.push(StartLine { position: header.position.clone(), moves: session.moves() });
        }
    }
    if lines.is_empty() { Err(OpeningError::Empty.into()) } else { Ok(lines) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;
    use datagen::{OpeningRule, OpeningsJob, openings};
    use engine::Control;

    #[test]
    fn both_forms_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let job = OpeningsJob {
            variant: "reversi".to_owned(),
            rules: None,
            seed: 1,
            count: 5,
            nodes: 50,
            opening: OpeningRule { plies: [4, 4], balance: [0, 9000], near: None, choice: None },
            threads: 1,
            program: String::new(),
            made_by: String::new(),
        };
        let packed = openings(&job, &Control::new(), &mut |_| ()).unwrap().unwrap();
        let path = folder.path().join("set.yqg");
        std::fs::write(&path, packed).unwrap();
        let set = read_opening_set(&path, "reversi", None).unwrap();
        assert!(set.identity.starts_with("set.yqg, 5 openings, "), "{}", set.identity);
        assert!(set.lines.iter().all(|line| line.moves.len() == 4));

        let text: Vec<String> = set.lines.iter().map(|line| line.moves.join(" ")).collect();
        let path_of_text = folder.path().join("set.txt");
        std::fs::write(&path_of_text, text.join("\n")).unwrap();
        assert_eq!(read_opening_set(&path_of_text, "reversi", None).unwrap().lines, set.lines);

        let other = read_opening_set(&path, "xiangqi", None).unwrap_err().to_string();
        assert_eq!(other, "these are openings of reversi, not of xiangqi");
    }
}
