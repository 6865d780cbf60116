//! The work file: what was found in each game, so that a run goes on where it was stopped.

use super::difficulty::Finds;
use hall::puzzles::Puzzle;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// What the puzzles of a work file depend on besides their games: its first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) variant: String,
    pub(super) nodes: u64,
    pub(super) per_game: u32,
    /// The tries of each level.
    pub(super) tries: u32,
}

/// A puzzle that was proven, and the tries of the levels that found it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MeasuredPuzzle {
    /// The number of moves before it in its game.
    pub(super) ply: u32,
    pub(super) puzzle: Puzzle,
    pub(super) finds: Finds,
}

/// What was found in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameFound {
    /// The seed of the games.
    pub(super) seed: u64,
    /// The number of the game.
    pub(super) game: u64,
    /// The build that looked at it.
    pub(super) by: String,
    pub(super) puzzles: Vec<MeasuredPuzzle>,
}

/// The file, to whose end lines are added.
#[derive(Debug)]
pub(super) struct WorkFile {
    file: File,
    seen: HashSet<(u64, u64)>,
}

impl WorkFile {
    /// Opens or begins the file; also what it has. A line that was not finished is taken off.
    pub(super) fn open(path: &Path, settings: &Settings) -> Result<(Self, Vec<GameFound>), String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(named(&error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut options = File::options();
        let mut file =
            options.create(true).append(true).open(path).map_err(|error| named(&error))?;
        file.set_len(whole as u64).map_err(|error| named(&error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| named(&error))?;
        if whole == 0 {
            add(&mut file, settings).map_err(|error| named(&error))?;
        }
        let found = games(&text[..whole], settings).map_err(|why| named(&why))?;
        let seen = found.iter().map(|game| (game.seed, game.game)).collect();
        Ok((Self { file, seen }, found))
    }

    /// Adds the games of the work file of another part to those that were found; the file stays as it is.
    pub(super) fn read_also(
        &mut self,
        path: &Path,
        settings: &Settings,
        found: &mut Vec<GameFound>,
    ) -> Result<(), String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let games = games(&text[..whole], settings).map_err(|why| named(&why))?;
        found.extend(games.into_iter().filter(|game| self.seen.insert((game.seed, game.game))));
        Ok(())
    }

    /// Whether the game with this seed and number was looked at.
    pub(super) fn has(&self, game: (u64, u64)) -> bool {
        self.seen.contains(&game)
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &GameFound) -> io::Result<()> {
        add(&mut self.file, game)?;
        self.seen.insert((game.seed, game.game));
        Ok(())
    }
}

/// The games of the whole lines of a work file, which must be of these settings.
fn games(text: &str, settings: &Settings) -> Result<Vec<GameFound>, String> {
    let mut lines = text.lines();
    if let Some(line) = lines.next() {
        let found: Settings = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if found != *settings {
            return Err(format!(
                "it has puzzles of other settings ({line}): name another file with --work"
            ));
        }
    }
    let game = |(line, number): (&str, usize)| {
        serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))
    };
    lines.zip(2..).map(game).collect()
}

fn add(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_not_finished_is_taken_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("work");
        let settings = Settings { variant: "game".to_owned(), nodes: 1, per_game: 2, tries: 3 };
        let game = GameFound { seed: 1, game: 2, by: "this build".to_owned(), puzzles: Vec::new() };
        let (mut file, found) = WorkFile::open(&path, &settings).expect("it is new");
        assert!(found.is_empty());
        file.add(&game).expect("it is written");
        let whole = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(&path, format!("{whole}{{\"seed\":1,")).expect("it is written");
        let (mut file, found) = WorkFile::open(&path, &settings).expect("it is whole");
        assert_eq!(found, [game]);
        let whole_game = found[0].clone();
        assert!(file.has((1, 2)) && !file.has((1, 3)));
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), whole);
        let part = folder.path().join("part");
        let (mut of_part, _) = WorkFile::open(&part, &settings).expect("it is new");
        let second = GameFound { game: 3, ..whole_game.clone() };
        of_part.add(&whole_game).expect("it is written");
        of_part.add(&second).expect("it is written");
        let mut both = vec![whole_game];
        file.read_also(&part, &settings, &mut both).expect("it is whole");
        assert_eq!(both.len(), 2, "a game of both files counts once");
        assert!(file.has((1, 3)) && both[1] == second);
        let other = Settings { nodes: 7, ..settings };
        assert!(WorkFile::open(&path, &other).expect_err("other nodes").contains("--work"));
    }
}
