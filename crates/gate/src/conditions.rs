//! The file with the conditions of a game.

use arena::{Adjudication, ClockControl, DrawRule, ResignRule, TimeControl};
use serde::Deserialize;
use statistics::{EloModel, Sprt};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The conditions under which engines of a game are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; the variant's first when absent.
    pub rules: Option<String>,
    /// The file of openings.
    pub openings: PathBuf,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
    /// The tests, in order.
    pub stages: Vec<GateStage>,
}

/// A sequential test at some limits.
#[derive(Clone, Debug, PartialEq)]
pub struct GateStage {
    /// The limits of each move.
    pub time: TimeControl,
    /// The differences in normalised Elo between which it decides.
    pub bounds: [f64; 2],
    /// The test of these bounds, with errors of 5 %.
    pub sprt: Sprt,
    /// The games after which an undecided test ends.
    pub games: u32,
}

/// Why conditions cannot be used.
#[derive(Debug, Error)]
pub enum ConditionsError {
    /// The text is not TOML of this form.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A value makes no sense.
    #[error("{0}")]
    Value(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionsFile {
    variant: String,
    rules: Option<String>,
    openings: PathBuf,
    resign: Option<ResignCondition>,
    draw: Option<DrawCondition>,
    max_plies: Option<u32>,
    stage: Vec<StageFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResignCondition {
    moves: u32,
    score: i32,
    #[serde(default)]
    both: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawCondition {
    ply: u32,
    moves: u32,
    score: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageFile {
    nodes: Option<u64>,
    tc: Option<String>,
    movetime: Option<u64>,
    sprt: [f64; 2],
    games: u32,
}

impl Conditions {
    /// Reads conditions. The file of openings is searched from `folder`.
    ///
    /// # Errors
    /// When the text has another form or a value makes no sense.
    ///
    /// ```
    /// let text = "variant = 'xiangqi'\nopenings = 'x.yqg'\n\
    ///     [[stage]]\nnodes = 5000\nsprt = [0, 10]\ngames = 20000\n";
    /// let conditions = gate::Conditions::read(text, "training".as_ref()).unwrap();
    /// assert_eq!(conditions.openings, std::path::Path::new("training/x.yqg"));
    /// assert_eq!(conditions.stages[0].time.to_string(), "5000 nodes");
    /// ```
    pub fn read(text: &str, folder: &Path) -> Result<Self, ConditionsError> {
        let written: ConditionsFile = toml::from_str(text)?;
        games::find_variant(&written.variant).map_err(|e| ConditionsError::Value(e.to_string()))?;
        let stages = written.stage.iter().enumerate().map(|(at, stage)| {
            stage.read().map_err(|why| ConditionsError::Value(format!("stage {}: {why}", at + 1)))
        });
        let stages = stages.collect::<Result<Vec<_>, _>>()?;
        if stages.is_empty() {
            return Err(ConditionsError::Value("there must be a stage".to_owned()));
        }
        Ok(Self {
            variant: written.variant,
            rules: written.rules,
            openings: folder.join(written.openings),
            adjudication: Adjudication {
                draw: written.draw.map(|rule| DrawRule {
                    after_ply: rule.ply,
                    moves: rule.moves,
                    score: rule.score,
                }),
                resign: written.resign.map(|rule| ResignRule {
                    moves: rule.moves,
                    score: rule.score,
                    both: rule.both,
                }),
                max_plies: written.max_plies,
            },
            stages,
        })
    }
}

impl StageFile {
    fn read(&self) -> Result<GateStage, String> {
        let clock: Option<ClockControl> = match &self.tc {
            Some(text) => Some(text.parse().map_err(|e| format!("{e}"))?),
            None => None,
        };
        let time = TimeControl {
            clock,
            move_time: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: None,
        };
        if time.is_unlimited() || self.nodes == Some(0) || self.movetime == Some(0) {
            return Err("it needs nodes, tc or movetime above 0".to_owned());
        }
        if self.games == 0 {
            return Err("games must be above 0".to_owned());
        }
        let [elo0, elo1] = self.sprt;
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized);
        let sprt = sprt.map_err(|e| format!("sprt: {e}"))?;
        Ok(GateStage { time, bounds: self.sprt, sprt, games: self.games })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;

    const WHOLE: &str = "variant = 'gomoku'\nopenings = 'a/b.yqg'\nmax_plies = 200\n\
        resign = { moves = 3, score = 900, both = true }\n\
        draw = { ply = 80, moves = 8, score = 10 }\n\
        [[stage]]\nnodes = 5000\nsprt = [0, 10]\ngames = 1000\n\
        [[stage]]\ntc = '1+0.01'\nsprt = [0, 10]\ngames = 1000\n";

    #[test]
    fn conditions_are_read() {
        let read = Conditions::read(WHOLE, Path::new("/t")).unwrap();
        assert_eq!(read.openings, Path::new("/t/a/b.yqg"));
        assert_eq!(read.adjudication.resign.unwrap().score, 900);
        assert_eq!(read.adjudication.draw.unwrap().after_ply, 80);
        let times: Vec<String> = read.stages.iter().map(|stage| stage.time.to_string()).collect();
        assert_eq!(times, ["5000 nodes", "1+0.01"]);
    }

    #[test]
    fn faults_are_named() {
        let fault = |from: &str, to: &str| {
            assert!(WHOLE.contains(from), "{from}");
            Conditions::read(&WHOLE.replace(from, to), Path::new("")).unwrap_err().to_string()
        };
        assert!(fault("'gomoku'", "'chess'").contains("chess"));
        assert!(fault("max_plies", "most_plies").contains("most_plies"));
        assert_eq!(fault("nodes = 5000", ""), "stage 1: it needs nodes, tc or movetime above 0");
        assert!(fault("'1+0.01'", "'soon'").starts_with("stage 2: \"soon\" is no time control"));
        let turned = fault("[0, 10]\ngames = 1000\n[[", "[10, 0]\ngames = 1000\n[[");
        assert_eq!(turned, "stage 1: sprt: elo0 must be less than elo1");
    }
}
