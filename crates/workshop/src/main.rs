//! The program for those who make engines: games for training, training, gates, tuning, openings, endgame databases,
//! duels and measurements. `docs/develop/training.md` describes it.
//!
//! `commands` has what names no game, over the border `engine`. What needs the types of a game is written once, over the
//! trait [`game_tools::Game`]: duels, games for a fit, speed, perft. `games` contains the code of each game: its part of
//! those tools, and the fit of its evaluation. The hall is in the program `yiqi`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

mod adjudication;
mod build;
mod commands;
mod common;
mod data;
mod duel;
mod game_tools;
mod games;
mod pairs;
mod perft;
mod player;
mod random;
mod reviews;
mod speed;

use clap::{Parser, Subcommand};
use command_line::log::LogSettings;
use commands::{EngineCommand, PROGRAM};
use std::error::Error;
use std::process::ExitCode;

/// The reason why a tool ends early.
type Failure = Box<dyn Error + Send + Sync>;

/// For those who make engines: games for training, training, gates, tuning, openings, endgame databases, measurements.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Engine(EngineCommand),
    /// Xiangqi (Chinese chess).
    #[command(subcommand)]
    Xiangqi(games::xiangqi::Command),
    /// Draughts, international or another variant.
    Draughts(games::draughts::Args),
    /// Gomoku and renju.
    Gomoku(games::gomoku::Args),
    /// Reversi (Othello).
    #[command(subcommand)]
    Reversi(games::reversi::Command),
    /// Games between levels, for the figures of a review.
    #[command(subcommand)]
    Review(reviews::Command),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version were requested: a closed pipe is not a failure.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            return ExitCode::from(command_line::Failure::usage(&error).report(PROGRAM));
        }
    };
    command_line::log::init(LogSettings::default());
    let done = match cli.command {
        Command::Engine(command) => command.run(),
        Command::Xiangqi(command) => games::xiangqi::run(&command).map_err(refused),
        Command::Draughts(args) => games::draughts::run(&args).map_err(refused),
        Command::Gomoku(args) => games::gomoku::run(&args).map_err(refused),
        Command::Reversi(command) => games::reversi::run(&command).map_err(refused),
        Command::Review(command) => reviews::run(&command).map_err(refused),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(failure.report(PROGRAM)),
    }
}

/// The tools of a game end with one exit code, whatever the reason.
fn refused(failure: Failure) -> command_line::Failure {
    command_line::Failure::input(failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
