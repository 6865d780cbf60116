//! Tools to tune and measure the engines; `docs/develop/training.md` describes them.
//!
//! A tool that works for every game is written once, over the trait [`game_tools::Game`]: duels,
//! games for a fit, speed, perft. `games` contains the code of each game: its part of those tools,
//! and the fit of its evaluation. This program is separate from the hall.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

mod adjudication;
mod build;
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
use std::error::Error;
use std::process::ExitCode;

/// The reason why a tool ends early.
type Failure = Box<dyn Error + Send + Sync>;

/// Tools to tune and measure the engines.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, Subcommand)]
enum Game {
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
    let done = match Cli::parse().game {
        Game::Xiangqi(command) => games::xiangqi::run(&command),
        Game::Draughts(args) => games::draughts::run(&args),
        Game::Gomoku(args) => games::gomoku::run(&args),
        Game::Reversi(command) => games::reversi::run(&command),
        Game::Review(command) => reviews::run(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("workshop: {failure}");
            ExitCode::from(2)
        }
    }
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
