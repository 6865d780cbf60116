//! The file that describes what to generate.

use engine::{OpenError, OptionError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Which games to play. Everything that a game depends on is here; the number of threads is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatagenJob {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; the variant's first when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The seed (default 1). Game `n` of a seed is the same in every job that differs in `first` and `games` alone.
    #[serde(default = "one")]
    pub seed: u64,
    /// The number of the first game (default 0).
    #[serde(default)]
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// Nodes for each move. A move without an alternative is not searched.
    pub nodes: u64,
    /// The transposition table in MiB (default 4). It is emptied before each game.
    #[serde(default = "four")]
    pub hash: u32,
    /// Options of the engine, by name: databases, numbers of the search (`Numbers`), techniques to switch off (`Without`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The random opening.
    #[serde(default)]
    pub opening: OpeningRule,
    /// When games end before the rules end them.
    #[serde(default)]
    pub adjudication: Adjudication,
}

fn one() -> u64 {
    1
}

fn four() -> u32 {
    4
}

/// The random moves with which a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningRule {
    /// The least and the greatest number of random plies (default `[8, 9]`).
    pub plies: [u32; 2],
    /// The least and the greatest score of the first search, for either side, in hundredths (default `[0, 250]`). An
    /// opening outside is replaced by another one.
    pub balance: [u32; 2],
    /// Only moves that end at most so many files and ranks from a piece, or from the centre of an
    /// empty board; all moves when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<u8>,
    /// Where the engine chooses among several good moves behind the random plies; nowhere when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceRule>,
}

/// A choice at random among the best moves of a search: games that differ though no move is a random one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceRule {
    /// Up to this ply of the game, from 0.
    pub plies: u32,
    /// Among so many moves, each of which has the nodes of a move.
    pub lines: u32,
    /// Only moves whose score is at most so much below the best one's, in hundredths: the nearer, the more often.
    pub within: u32,
}

impl Default for OpeningRule {
    fn default() -> Self {
        Self { plies: [8, 9], balance: [0, 250], near: None, choice: None }
    }
}

/// When games end before the rules end them. A rule that is absent ends no game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// A side wins after a great lead of some length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// A draw after a long time of level scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A draw when a count of the rules that ends games in a draw has reached so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u32>,
    /// A draw at this ply, in games that are played out too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// A win that the search has proven counts as won.
    pub proven: bool,
    /// The share of games that only the rules and `longest` end, from 0 (default) to 1.
    pub play_out: f64,
}

/// A lead that wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// The lead, in hundredths.
    pub score: u32,
    /// For so many searched plies.
    pub plies: u32,
}

/// Level scores that end in a draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The greatest score of either side, in hundredths.
    pub score: u32,
    /// For so many searched plies.
    pub plies: u32,
    /// Not before this ply.
    pub from: u32,
}

/// Why a job cannot be used.
#[derive(Debug, Error)]
pub enum JobError {
    /// The text is no job in TOML.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// The text is no job in JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The variant or the rules are unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The engine refuses an option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Values that make no sense, all of them.
    #[error("{}", .0.join("; "))]
    Values(Vec<String>),
}

impl DatagenJob {
    /// Reads a job: JSON if the text begins with `{`, else TOML.
    ///
    /// # Errors
    /// When the text is no job, or the job cannot be played.
    ///
    /// ```
    /// let job = datagen::DatagenJob::read("variant = 'xiangqi'\ngames = 10\nnodes = 100").unwrap();
    /// assert_eq!((job.seed, job.opening.plies), (1, [8, 9]));
    /// let error = datagen::DatagenJob::read("variant = 'xiangqi'\ngames = 0\nnodes = 0").unwrap_err();
    /// assert_eq!(error.to_string(), "games must be above 0; nodes must be above 0");
    /// ```
    pub fn read(text: &str) -> Result<Self, JobError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let job: Self =
            if text.starts_with('{') { serde_json::from_str(text)? } else { toml::from_str(text)? };
        job.check()?;
        Ok(job)
    }

    /// Whether the job can be played.
    ///
    /// # Errors
    /// When the variant, the rules, an option or a value is wrong. Wrong values are reported together.
    pub fn check(&self) -> Result<(), JobError> {
        games::new_session(&self.variant, self.rules.as_deref(), None)?;
        let mut wrong = Vec::new();
        let mut must = |holds: bool, what: &str| {
            if !holds {
                wrong.push(what.to_owned());
            }
        };
        let [least, most] = self.opening.plies;
        let [low, high] = self.opening.balance;
        must(self.games > 0, "games must be above 0");
        must(self.first.checked_add(self.games).is_some(), "first + games is too great");
        must(self.nodes > 0, "nodes must be above 0");
        must((1..=1024).contains(&self.hash), "hash must be 1 to 1024");
        must(
            least <= most && most <= 1000,
            "opening.plies must be two numbers in order, at most 1000",
        );
        must(low <= high, "opening.balance must be two numbers in order");
        must(
            self.opening.choice.is_none_or(|rule| (2..=16).contains(&rule.lines)),
            "opening.choice.lines must be 2 to 16",
        );
        must(
            (0.0..=1.0).contains(&self.adjudication.play_out),
            "adjudication.play_out must be 0 to 1",
        );
        must(
            self.adjudication.win.is_none_or(|rule| rule.plies > 0 && rule.score > 0),
            "adjudication.win needs a score and plies above 0",
        );
        must(
            self.adjudication.draw.is_none_or(|rule| rule.plies > 0),
            "adjudication.draw.plies must be above 0",
        );
        must(
            self.adjudication.longest.is_none_or(|longest| longest > most),
            "adjudication.longest must be above the plies of the opening",
        );
        if !wrong.is_empty() {
            return Err(JobError::Values(wrong));
        }
        self.engine()?;
        Ok(())
    }

    /// An engine with the options of the job.
    pub(crate) fn engine(&self) -> Result<Box<dyn engine::Engine>, JobError> {
        let mut engine = games::new_engine(&self.variant)?;
        engine.set_option("Hash", &self.hash.to_string())?;
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;

    const WHOLE: &str = r#"
        variant = "reversi"
        seed = 7
        first = 100
        games = 5
        nodes = 50
        hash = 1
        [options]
        Without = "null-move"
        [opening]
        plies = [4, 5]
        balance = [10, 300]
        near = 2
        choice = { plies = 12, lines = 4, within = 30 }
        [adjudication]
        win = { score = 900, plies = 6 }
        draw = { score = 10, plies = 20, from = 100 }
        quiet = 70
        longest = 240
        proven = true
        play_out = 0.1
    "#;

    #[test]
    fn a_job_is_the_same_in_both_languages() {
        let job = DatagenJob::read(WHOLE).unwrap();
        let text = serde_json::to_string(&job).unwrap();
        assert_eq!(DatagenJob::read(&text).unwrap(), job);
    }

    #[test]
    fn faults_are_named() {
        let fault = |from: &str, to: &str| {
            assert!(WHOLE.contains(from), "{from}");
            DatagenJob::read(&WHOLE.replace(from, to)).unwrap_err().to_string()
        };
        assert!(fault("reversi", "chess").contains("chess"));
        assert!(fault("seed", "sead").contains("sead"));
        assert!(fault("null-move", "nothing").contains("nothing"));
        assert!(fault("Without", "Witout").contains("Witout"));
        assert_eq!(
            fault(
                "plies = [4, 5]\n        balance = [10, 300]",
                "plies = [5, 4]\nbalance = [2, 1]"
            ),
            "opening.plies must be two numbers in order, at most 1000; \
             opening.balance must be two numbers in order"
        );
        assert_eq!(fault("lines = 4", "lines = 1"), "opening.choice.lines must be 2 to 16");
        assert_eq!(fault("0.1", "1.1"), "adjudication.play_out must be 0 to 1");
    }
}
