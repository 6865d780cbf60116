//! The command line by transcripts: `tests/cli/*.txt`.

use crate::common::transcript::{self, Transcripts};

const YIQI: Transcripts = Transcripts {
    program: "yiqi",
    path: env!("CARGO_BIN_EXE_yiqi"),
    folder: env!("CARGO_MANIFEST_DIR"),
};

fn transcript(name: &str) {
    transcript::transcript(YIQI, name);
}

#[test]
fn games() {
    transcript("games");
}

#[test]
fn perft() {
    transcript("perft");
}

#[test]
fn moves() {
    transcript("moves");
}

#[test]
fn judge() {
    transcript("judge");
}

#[test]
fn analyse() {
    transcript("analyse");
}

#[test]
fn convert() {
    transcript("convert");
}

#[test]
fn lab() {
    transcript("lab");
}

#[test]
fn usage() {
    transcript("usage");
}

#[test]
fn moved() {
    transcript("moved");
}

#[test]
fn draughts() {
    transcript("draughts");
}

#[test]
fn gomoku() {
    transcript("gomoku");
}
