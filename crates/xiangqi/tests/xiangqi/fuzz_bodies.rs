//! The bodies of the fuzz targets, run over a small corpus on every test run.

use crate::checks;
use std::fs;
use std::path::Path;

/// Runs `body` on every file of a folder of the corpus, and on truncated and modified copies.
fn run(folder: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let mut files = 0;
    for entry in fs::read_dir(&folder).expect("the corpus is part of the repository") {
        let data = fs::read(entry.expect("a readable entry").path()).expect("a readable file");
        body(&data);
        for end in 0..data.len() {
            body(&data[..end]);
        }
        for at in 0..data.len() {
            for change in [1, 0x20, 0x80] {
                let mut changed = data.clone();
                changed[at] ^= change;
                body(&changed);
            }
        }
        files += 1;
    }
    assert!(files > 0, "{} is empty", folder.display());
}

#[test]
fn fen() {
    run("fen", checks::fuzz_fen);
}

#[test]
fn engine_notation() {
    run("moves", checks::fuzz_move);
}
