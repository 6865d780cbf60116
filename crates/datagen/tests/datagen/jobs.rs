//! The committed jobs can be played.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use datagen::DatagenJob;
use std::path::Path;

#[test]
fn the_committed_jobs_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/jobs");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        DatagenJob::read(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        seen += 1;
    }
    assert!(seen > 0);
}
