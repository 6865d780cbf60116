//! Commands for those who make engines that name no game: each works for every variant.

mod datagen;
mod endgames;
mod gate;
mod openings;
mod puzzles;
mod train;
mod worker;

use crate::Cli;
use clap::{CommandFactory as _, Subcommand};
use command_line::worker::WorkerArgs;
use command_line::{Failure, build_of};

/// The name of the program.
pub(crate) const PROGRAM: &str = "workshop";

/// This build of the program.
fn build() -> Result<String, Failure> {
    build_of(PROGRAM)
}

#[derive(Debug, Subcommand)]
pub(crate) enum EngineCommand {
    /// Plays games of the engine against itself, for training.
    #[command(subcommand)]
    Datagen(datagen::DatagenCommand),
    /// Trains a network on games of the engine against itself.
    Train(train::TrainArgs),
    /// Settles by games whether one engine is better than another, and tunes numbers.
    #[command(subcommand)]
    Gate(gate::GateCommand),
    /// Makes puzzles of games of the engine against itself.
    #[command(subcommand)]
    Puzzles(puzzles::PuzzlesCommand),
    /// Makes openings for matches, and bases of openings.
    Openings(openings::OpeningsCommand),
    /// Builds, checks and queries endgame databases.
    #[command(subcommand)]
    Endgames(endgames::EndgamesCommand),
    /// Plays the games of other machines that a hall hands out, at the lowest priority.
    Worker(WorkerArgs),
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

impl EngineCommand {
    /// Does the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Datagen(command) => datagen::run(&command),
            Self::Train(args) => train::run(&args),
            Self::Gate(command) => gate::run(command),
            Self::Puzzles(command) => puzzles::run(&command),
            Self::Openings(command) => openings::run(&command),
            Self::Endgames(command) => endgames::run(&command),
            Self::Worker(args) => command_line::worker::run(&args, &worker::WORKER),
            Self::Completions { shell } => {
                command_line::completions::print(shell, &mut Cli::command(), PROGRAM)
            }
        }
    }
}
