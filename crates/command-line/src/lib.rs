//! What the commands of both programs share: output for people and for programs, failures with their exit codes,
//! Ctrl-C, contestants of matches, and work that goes to other machines over NATS (feature `cluster`).
//!
//! `yiqi` is the program for people and for other programs, `workshop` the one for those who make engines. What only one
//! of them has stands there.

#[cfg(not(feature = "cluster"))]
mod alone;
pub mod arguments;
#[cfg(feature = "cluster")]
pub mod batch;
pub mod completions;
pub mod contestant;
mod failure;
mod interrupt;
pub mod log;
#[cfg(feature = "cluster")]
pub mod nats;
pub mod openings;
pub mod output;
#[cfg(feature = "cluster")]
pub mod venue;
pub mod worker;

pub use failure::{Failure, wants_json};
pub use interrupt::Interrupt;

use std::path::PathBuf;

/// A program with its version, and a checksum of its file that tells one build from another.
///
/// # Errors
/// When the file of the running program cannot be read.
pub fn build_of(program: &str) -> Result<String, Failure> {
    let path = std::env::current_exe().map_err(Failure::trouble)?;
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::trouble(format!("{}: {error}", path.display())))?;
    let (version, sum) = (env!("CARGO_PKG_VERSION"), crc32fast::hash(&bytes));
    Ok(format!("{program} {version} build {sum:08x}"))
}

/// Where a hall keeps its data unless told otherwise.
///
/// # Errors
/// When there is no home directory.
pub fn usual_data_dir() -> Result<PathBuf, Failure> {
    directories::ProjectDirs::from("", "", "yiqi")
        .map(|dirs| dirs.data_dir().to_owned())
        .ok_or_else(|| Failure::input("no home directory: say where to keep games with --data"))
}
