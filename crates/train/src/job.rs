//! The file that describes what to train.

use crate::positions::TargetMix;
use engine::{Features, OpenError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What to train. Everything that the result depends on is here and in the data; the number of threads is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingJob {
    /// The variant's id.
    pub variant: String,
    /// Folders of `workshop datagen run`, or files of packed games, from the folder of the job; `--data` adds to them.
    #[serde(default)]
    pub data: Vec<String>,
    /// A weight file (from the folder of the job) whose numbers the training begins with, instead of random ones. Its
    /// kind, its features, `beside`, `hidden`, `layers` and `scale` are those of this job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The seed of the first weights, of the order of positions and of the games held out (default 1).
    #[serde(default = "one")]
    pub seed: u64,
    /// The size of the hidden layer of one perspective: a multiple of 32, at most 1,024 (default 256). In a network that
    /// looks at cells the numbers of a cell: a multiple of 16, at most 64.
    #[serde(default = "hidden")]
    pub hidden: u32,
    /// The sizes of the second and the third layer, behind the hidden one, for each bucket: multiples of 8, at most 64.
    /// Without them the hidden layer leads to the output. A network that looks at cells needs them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<[u32; 2]>,
    /// Whether the network is added to the hand-made evaluation, in training and in play, and learns what that lacks;
    /// else (default) it takes its place.
    #[serde(default)]
    pub beside: bool,
    /// How often every position is seen (default 20).
    #[serde(default = "epochs")]
    pub epochs: u32,
    /// Positions of a step (default 8192).
    #[serde(default = "batch")]
    pub batch: usize,
    /// The learning rate at the beginning and at the end (default `[0.001, 0.00002]`): it rises for a hundredth of the
    /// steps, then falls along a cosine.
    #[serde(default = "rate")]
    pub rate: [f32; 2],
    /// The decay of weights (AdamW, default 0.01).
    #[serde(default = "decay")]
    pub decay: f32,
    /// The weight of the game's result in the target, in the first epoch and in the last (default
    /// `[0.3, 0.5]`); the rest is the weight of the search's score.
    #[serde(default = "result")]
    pub result: [f32; 2],
    /// Hundredths for an output of 1: a lead of that much scores 73 % (default 200).
    #[serde(default = "scale")]
    pub scale: u32,
    /// The share of games held out, from 0 to 0.5 (default 0.05).
    #[serde(default = "held_out")]
    pub held_out: f64,
    /// Positions with a greater score for either side are left out, in hundredths (default 1500).
    #[serde(default = "most")]
    pub most: u32,
    /// Whether positions in check, those whose move captured, and in gomoku those in which a side can make a five are
    /// left out (default true).
    #[serde(default = "yes")]
    pub quiet: bool,
    /// Whether the other images of a position, which are equal games, are trained too (default true).
    #[serde(default = "yes")]
    pub images: bool,
    /// At most so many positions; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
}

fn one() -> u64 {
    1
}

fn hidden() -> u32 {
    256
}

fn epochs() -> u32 {
    20
}

fn batch() -> usize {
    8192
}

fn rate() -> [f32; 2] {
    [0.001, 0.00002]
}

fn decay() -> f32 {
    0.01
}

fn result() -> [f32; 2] {
    [0.3, 0.5]
}

fn scale() -> u32 {
    200
}

fn held_out() -> f64 {
    0.05
}

fn most() -> u32 {
    1500
}

fn yes() -> bool {
    true
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
    /// The variant is unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The variant's engine uses no network.
    #[error("the engine of {0} uses no network: there is nothing to train")]
    NoFeatures(String),
    /// The variant's engine has no linear evaluation that is learnt.
    #[error("the engine of {0} has no patterns: there is nothing to train")]
    NoPatterns(String),
    /// No such kind of training.
    #[error("{0:?} is no kind of training: network or patterns")]
    Kind(String),
    /// The variant's engine adds no network to its evaluation.
    #[error("the engine of {0} uses no network beside its hand-made evaluation")]
    NoBeside(String),
    /// Values that make no sense, all of them.
    #[error("{}", .0.join("; "))]
    Values(Vec<String>),
}

impl TrainingJob {
    /// Reads a job: JSON if the text begins with `{`, else TOML.
    ///
    /// # Errors
    /// When the text is no job, or nothing can be trained by it.
    ///
    /// ```
    /// let job = train::TrainingJob::read("variant = 'xiangqi'\nhidden = 64").unwrap();
    /// assert_eq!((job.hidden, job.epochs), (64, 20));
    /// let error = train::TrainingJob::read("variant = 'xiangqi'\nhidden = 65\nepochs = 0").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "hidden must be a multiple of 32, at most 1024; epochs must be 1 to 10000"
    /// );
    /// ```
    pub fn read(text: &str) -> Result<Self, JobError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let job: Self =
            if text.starts_with('{') { serde_json::from_str(text)? } else { toml::from_str(text)? };
        job.check()?;
        Ok(job)
    }

    /// What the network will see.
    ///
    /// # Errors
    /// When the variant is unknown or its engine uses no network.
    pub fn features(&self) -> Result<&'static dyn Features, JobError> {
        let (family, variant) = games::REGISTRY.find(&self.variant)?;
        family.features(variant).ok_or_else(|| JobError::NoFeatures(self.variant.clone()))
    }

    /// The name of the features that the weight file has.
    pub(crate) fn name(&self, features: &dyn Features) -> Result<&'static str, JobError> {
        let beside = || features.beside().ok_or_else(|| JobError::NoBeside(self.variant.clone()));
        if self.beside { beside() } else { Ok(features.name()) }
    }

    /// The targets with this weight of the result.
    pub(crate) fn aim(&self, result: f32) -> TargetMix {
        // At most 10,000.
        TargetMix { result, scale: self.scale as f32 }
    }

    /// A small version of the job, which learns something within seconds: to see that all works. A training that
    /// begins with a network keeps the size of that, and its own rate and decay.
    #[must_use]
    pub fn tiny(mut self) -> Self {
        let as_before = self.from.is_some().then_some((self.hidden, self.rate, self.decay));
        let looks_at_cells = self.features().is_ok_and(|features| features.cells().is_some());
        if looks_at_cells {
            // It needs some hundred steps before the first unit tells cells apart.
            (self.hidden, self.batch, self.rate, self.decay) = (16, 32, [0.002, 0.0002], 0.1);
            self.epochs = self.epochs.min(20);
        } else {
            (self.hidden, self.batch, self.rate, self.decay) = (32, 256, [0.001, 0.0001], 1.0);
            self.epochs = self.epochs.min(8);
        }
        if let Some(as_before) = as_before {
            (self.hidden, self.rate, self.decay) = as_before;
        }
        // The results of few games are soon known by heart, and say little of others.
        self.result = [0.1, 0.1];
        self.held_out = self.held_out.max(0.2);
        self.positions = Some(self.positions.unwrap_or(usize::MAX).min(40_000));
        self
    }

    pub(crate) fn check(&self) -> Result<(), JobError> {
        let features = self.features()?;
        self.name(features)?;
        let looks_at_cells = features.cells().is_some();
        let mut wrong = Faults::default();
        let share = |x: f32| (0.0..=1.0).contains(&x);
        if looks_at_cells {
            wrong.must(
                (16..=64).contains(&self.hidden) && self.hidden.is_multiple_of(16),
                "hidden must be a multiple of 16, at most 64",
            );
            wrong.must(self.layers.is_some(), "layers are missing: two multiples of 8, at most 64");
        } else {
            wrong.must(
                (32..=1024).contains(&self.hidden) && self.hidden.is_multiple_of(32),
                "hidden must be a multiple of 32, at most 1024",
            );
        }
        let layer = |size: u32| (8..=64).contains(&size) && size.is_multiple_of(8);
        wrong.must(
            self.layers.is_none_or(|layers| layers.into_iter().all(layer)),
            "layers must be two multiples of 8, at most 64",
        );
        wrong.of_course(self.epochs, self.batch, self.held_out, self.most);
        wrong.must(
            self.rate.iter().all(|&rate| rate > 0.0 && rate <= 1.0),
            "rate must be two numbers above 0, at most 1",
        );
        wrong.must(share(self.decay), "decay must be 0 to 1");
        wrong.must(self.result.into_iter().all(share), "result must be two numbers from 0 to 1");
        wrong.must((1..=10_000).contains(&self.scale), "scale must be 1 to 10000");
        wrong.must(self.positions != Some(0), "positions must be above 0");
        wrong.end()
    }
}

/// Values of a job that make no sense.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<String>);

impl Faults {
    pub(crate) fn must(&mut self, holds: bool, what: &str) {
        if !holds {
            self.0.push(what.to_owned());
        }
    }

    /// The keys that each kind of training has: epochs, positions of a step, the share held out, the greatest score.
    pub(crate) fn of_course(&mut self, epochs: u32, batch: usize, held_out: f64, most: u32) {
        self.must((1..=10_000).contains(&epochs), "epochs must be 1 to 10000");
        self.must((1..=1 << 20).contains(&batch), "batch must be 1 to 1048576");
        self.must((0.0..=0.5).contains(&held_out), "held_out must be 0 to 0.5");
        self.must((1..=29_000).contains(&most), "most must be 1 to 29000");
    }

    pub(crate) fn end(self) -> Result<(), JobError> {
        if self.0.is_empty() { Ok(()) } else { Err(JobError::Values(self.0)) }
    }
}
