//! What the figures of a review rest on: games between our levels, the fit of expected scores to
//! them, and the proof that grades and accuracy say what they should. `docs/develop/studies.md` has the
//! results.

mod calibration;
mod confirm;
mod curve_fit;
mod fit;
mod kept;
mod make;
mod plant;
mod plot;
mod proof;
mod puzzles;
mod stored_game;
mod teacher;

use crate::Failure;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use stored_game::StoredGame;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays games between levels and writes them to a file, every position searched.
    Games(make::GamesArgs),
    /// Fits the expected score to such games, and draws how well it holds.
    Fit(fit::FitArgs),
    /// Prints accuracy and grades by level.
    Levels(FilesArgs),
    /// Looks for puzzles in such games, and counts them.
    Puzzles(puzzles::PuzzleArgs),
    /// Reviews such games again, and asks longer searches whether the blamed moves are bad.
    Confirm(confirm::ConfirmArgs),
    /// Counts how often the teacher speaks in games of careless players, and how often it is right.
    Teacher(teacher::TeacherArgs),
    /// Replaces good moves by bad ones and counts how many a review finds.
    Plant(plant::PlantArgs),
}

/// Files of games.
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    /// Files that `games` wrote.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only games of this variant.
    #[arg(long)]
    variant: Option<String>,
}

impl FilesArgs {
    /// All games of the files.
    fn read(&self) -> Result<Vec<StoredGame>, Failure> {
        let mut games = Vec::new();
        for path in &self.files {
            let text = crate::common::read_file(path)?;
            for (line, number) in text.lines().zip(1..) {
                let place = |e: Failure| format!("{}:{number}: {e}", path.display());
                let game: StoredGame = line.parse().map_err(place)?;
                if self.variant.as_ref().is_none_or(|variant| *variant == game.variant) {
                    games.push(game);
                }
            }
        }
        if games.is_empty() {
            return Err("no games in these files".into());
        }
        Ok(games)
    }
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Games(args) => make::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Levels(args) => proof::levels(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Confirm(args) => confirm::run(args),
        Command::Teacher(args) => teacher::run(args),
        Command::Plant(args) => plant::run(args),
    }
}
