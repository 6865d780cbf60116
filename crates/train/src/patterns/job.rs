//! The file that describes what to train.

use crate::JobError;
use crate::job::Faults;
use engine::Patterns;
use serde::{Deserialize, Serialize};

/// A training of a linear evaluation. Everything that the result depends on is here and in the data; the number of
/// threads is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternJob {
    /// The variant's id.
    pub variant: String,
    /// Folders of `workshop datagen run`, or files of packed games.
    #[serde(default)]
    pub data: Vec<String>,
    /// A weight file whose numbers the training begins with, and which all numbers are drawn to, instead of those that the
    /// game begins with. Its form is that of the game; parts of arrangements begin
    /// with nought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The seed of the order of positions and of the games held out (default 1).
    #[serde(default = "one")]
    pub seed: u64,
    /// How often every position is seen (default 15).
    #[serde(default = "epochs")]
    pub epochs: u32,
    /// Positions of a step (default 16384).
    #[serde(default = "batch")]
    pub batch: usize,
    /// The size of a step (Adam) at the beginning and at the end, in thousandths of the game's unit (default
    /// `[8, 0.1]`); it falls along a cosine.
    #[serde(default = "rate")]
    pub rate: [f32; 2],
    /// The weight of the game's result in the target (default 0.6); the rest is the weight of the search's score.
    #[serde(default = "result")]
    pub result: f32,
    /// Hundredths for an output of 1: a lead of that much scores 73 %. Without it that with which the search's scores
    /// foretell the results best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<u32>,
    /// How far a single number is expected to be from where it begins, in thousandths of the game's unit (default
    /// 1000).
    #[serde(default = "single_prior")]
    pub single_prior: f32,
    /// How far the number of a part of an arrangement (in gomoku a pair or a single pattern) is expected to be from
    /// where it begins (default 300).
    #[serde(default = "part_prior")]
    pub part_prior: f32,
    /// How far the number of an arrangement (in gomoku a combination of four patterns, a mask of threats) is expected to
    /// be from the sum of those of its parts (default 150).
    #[serde(default = "prior")]
    pub prior: f32,
    /// The share of games held out, from 0 to 0.5 (default 0.05).
    #[serde(default = "held_out")]
    pub held_out: f64,
    /// Positions with a greater score for either side are left out, in hundredths (default 2000).
    #[serde(default = "most")]
    pub most: u32,
    /// Whether positions are used in which the side to move cannot capture, but the other side threatens to
    /// (in gomoku: to make a five; default false). Those in
    /// which the side to move can capture are never used.
    #[serde(default)]
    pub threats: bool,
    /// At most so many games; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// At most so many games to train on; the games held out are the same with any number. All when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained: Option<u64>,
}

fn one() -> u64 {
    1
}

fn epochs() -> u32 {
    15
}

fn batch() -> usize {
    16_384
}

fn rate() -> [f32; 2] {
    [8.0, 0.1]
}

fn result() -> f32 {
    0.6
}

fn single_prior() -> f32 {
    1000.0
}

fn part_prior() -> f32 {
    300.0
}

fn prior() -> f32 {
    150.0
}

fn held_out() -> f64 {
    0.05
}

fn most() -> u32 {
    2000
}

impl PatternJob {
    /// What counts.
    ///
    /// # Errors
    /// When the variant is unknown or nothing is learnt for it.
    pub fn patterns(&self) -> Result<&'static dyn Patterns, JobError> {
        let (family, variant) = games::REGISTRY.find(&self.variant)?;
        family.patterns(variant).ok_or_else(|| JobError::NoPatterns(self.variant.clone()))
    }

    /// A small version of the job, which learns something within seconds: to see that all works. A training that
    /// begins with a file keeps its own rate.
    #[must_use]
    pub fn tiny(mut self) -> Self {
        self.epochs = self.epochs.min(8);
        self.batch = 512;
        if self.from.is_none() {
            // Few steps must be greater; how great they may be depends on how much is counted.
            let [begin, end] = self.rate;
            self.rate = [2.5 * begin, 10.0 * end].map(|rate| rate.min(1000.0));
        }
        self.held_out = self.held_out.max(0.2);
        self.games = Some(self.games.unwrap_or(u64::MAX).min(1000));
        self
    }

    pub(crate) fn check(&self) -> Result<(), JobError> {
        self.patterns()?;
        let mut wrong = Faults::default();
        wrong.of_course(self.epochs, self.batch, self.held_out, self.most);
        wrong.must(
            self.rate.iter().all(|&rate| rate > 0.0 && rate <= 1000.0),
            "rate must be two numbers above 0, at most 1000",
        );
        wrong.must((0.0..=1.0).contains(&self.result), "result must be 0 to 1");
        wrong.must(
            self.scale.is_none_or(|scale| (1..=10_000).contains(&scale)),
            "scale must be 1 to 10000",
        );
        let priors = [self.single_prior, self.part_prior, self.prior];
        wrong.must(
            priors.iter().all(|prior| (0.1..=1e6).contains(prior)),
            "single_prior, part_prior and prior must be 0.1 to 1000000",
        );
        wrong.must(self.games != Some(0), "games must be above 0");
        wrong.must(self.trained != Some(0), "trained must be above 0");
        wrong.end()
    }
}
