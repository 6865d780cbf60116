//! The command line by transcripts: `tests/cli/*.txt`.

use crate::transcript::{Transcripts, transcript};

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
