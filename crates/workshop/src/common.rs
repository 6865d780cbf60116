//! The commands that every game has.

use crate::Failure;
use crate::data::{self, DataArgs};
use crate::duel::{self, DuelArgs};
use crate::game_tools::Game;
use crate::perft::{self, PerftArgs};
use crate::speed::{self, SpeedArgs};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;

#[derive(Debug, Subcommand)]
pub(crate) enum CommonCommand {
    /// Plays two settings of the engine, or two builds, against each other.
    Duel(DuelArgs),
    /// Writes games of the engine against itself to a file, for a fit.
    Data(DataArgs),
    /// Searches one position and prints its lines and the nodes per second.
    Speed(SpeedArgs),
    /// Counts the sequences of legal moves of a length.
    Perft(PerftArgs),
    /// Answers a duel of another build: lines `NODES MILLISECONDS MOVE…` on standard input.
    #[command(hide = true)]
    Serve,
}

impl CommonCommand {
    pub(crate) fn run<G: Game>(&self, game: &G) -> Result<(), Failure> {
        match self {
            Self::Duel(args) => duel::run(game, args),
            Self::Data(args) => data::run(game, args),
            Self::Speed(args) => speed::run(game, args),
            Self::Perft(args) => perft::run(game, args),
            Self::Serve => duel::serve(game),
        }
    }
}

/// A progress bar for so many games, on a terminal only.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// The text of a file; the error message includes the path.
pub(crate) fn read_file(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()).into())
}

/// Writes a file; the error message includes the path.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()).into())
}
