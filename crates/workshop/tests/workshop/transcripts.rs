//! The command line by transcripts: `tests/cli/*.txt`.

use crate::transcript::{Transcripts, transcript};
use std::path::Path;

const WORKSHOP: Transcripts = Transcripts {
    program: "workshop",
    path: env!("CARGO_BIN_EXE_workshop"),
    folder: env!("CARGO_MANIFEST_DIR"),
};

#[test]
fn endgames() {
    transcript(WORKSHOP, "endgames");
}

#[test]
fn datagen() {
    transcript(WORKSHOP, "datagen");
}

#[test]
fn gate() {
    transcript(WORKSHOP, "gate");
}

#[test]
fn train() {
    transcript(WORKSHOP, "train");
}

#[test]
fn puzzles() {
    transcript(WORKSHOP, "puzzles");
}

/// A file that nobody names here would prove nothing.
#[test]
fn every_transcript_is_played() {
    let files = std::fs::read_dir(Path::new(WORKSHOP.folder).join("tests/cli")).expect("a folder");
    for file in files {
        let path = file.expect("an entry").path();
        let Some(name) = path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "txt"))
        else {
            continue;
        };
        let call = format!("transcript(WORKSHOP, {name:?});");
        assert!(include_str!("transcripts.rs").contains(&call), "{} is not played", path.display());
    }
}
