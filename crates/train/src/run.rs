//! A training from its job to the weight file.

use crate::Task;
use crate::card;
use crate::chart;
use crate::course::{Course, Length, Trainer};
use crate::data::Games;
use crate::folder::Folder;
use crate::job::{JobError, TrainingJob};
use crate::loss::{Losses, held_out};
use crate::model::{self, Batch, Gradient, Model};
use crate::optimise::{OptimiserState, rate};
use crate::origin::{Origin, checksum};
use crate::positions::{Positions, TargetMix};
use crate::quantise::{QuantisationError, drift};
use crate::source::{Data, Source};
use engine::{Control, Features};
use nnue::{CellShape, FileError, Shape, ShapeError};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The parts of a batch whose gradients are summed up one after the other: the same sum with any number of threads.
const PARTS: usize = 4;
/// What the chart shows.
const MEASURE: &str = "mean squared error of the expected result";

/// What a training needs besides its job.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// The folder of the job's file: its paths begin there.
    pub base: PathBuf,
    /// The folder for the results; it is made if absent.
    pub out: PathBuf,
    /// Threads; they do not change the result.
    pub threads: usize,
    /// The program and its version, for the weight file.
    pub program: String,
    /// The command, for the weight file.
    pub command: String,
}

/// An epoch that is done.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss while it was trained, against the targets of the epoch.
    pub trained: f64,
    /// The loss on games held out, against the targets of the last epoch.
    pub held_out: f64,
}

/// What happens during a training.
#[derive(Debug)]
pub enum TrainingEvent<'a> {
    /// The data is read: positions to train on, and what the losses are before.
    Read {
        /// Positions to train on.
        trained: usize,
        /// Losses on the positions held out.
        losses: &'a Losses,
        /// Epochs that an earlier run has done.
        done: usize,
    },
    /// A step is done: steps of all, positions trained in this run.
    Step {
        /// Steps done, also by earlier runs.
        step: u64,
        /// Steps of the whole training.
        of: u64,
        /// Positions trained by this run.
        positions: u64,
    },
    /// An epoch is done.
    Epoch(Epoch),
}

/// A training that has ended.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingResult {
    /// The job.
    pub job: TrainingJob,
    /// The network.
    pub shape: AnyShape,
    /// The network that it began with, if it began with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// Its data.
    pub sources: Vec<Source>,
    /// Positions that it was trained on.
    pub trained: usize,
    /// Losses of what was there before.
    pub losses: Losses,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The number of the best one, whose numbers were taken.
    pub best: u32,
    /// Its loss on games held out.
    pub loss: f64,
    /// What the integers changed.
    pub drift: QuantisationError,
    /// The size of the weight file.
    pub bytes: usize,
    /// Its CRC-32 without the last four bytes, which say the same.
    pub checksum: String,
    /// The program.
    pub program: String,
    /// The command.
    pub command: String,
}

/// The shape of a network of any kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum AnyShape {
    /// One that adds up pieces.
    Pieces(Shape),
    /// One that looks at cells.
    Cells(CellShape),
}

/// Why a training cannot go on. What it has written stays.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The job cannot be used.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// Games cannot be used.
    #[error("{path}: {why}")]
    Data {
        /// Which file.
        path: String,
        /// Why.
        why: String,
    },
    /// The training cannot begin with the weight file that the job names.
    #[error("{path}: the training cannot begin with this: {why}")]
    Start {
        /// The weight file.
        path: String,
        /// Why.
        why: String,
    },
    /// There are no positions to train on, or none held out.
    #[error("the games have {trained} positions to train on and {held} held out: too few")]
    TooFew {
        /// To train on.
        trained: usize,
        /// Held out.
        held: usize,
    },
    /// Another process trains here.
    #[error("{0}: another training writes here")]
    Busy(String),
    /// The folder belongs to another job.
    #[error("{0} was begun with another job; give another folder")]
    Differs(String),
    /// The numbers are no network.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The weight file cannot be written.
    #[error(transparent)]
    Weights(#[from] FileError),
    /// The chart cannot be drawn.
    #[error("the chart of the losses: {0}")]
    Chart(String),
}

pub(crate) fn trouble(path: &Path) -> impl Fn(io::Error) -> TrainError {
    move |source| TrainError::File { path: path.display().to_string(), source }
}

/// Trains until all epochs are done and writes the results; `None` when `control` said stop before that. A
/// checkpoint is written then, and the next run goes on.
///
/// # Errors
/// When the job, its data or the folder cannot be used.
pub fn run(
    job: &TrainingJob,
    settings: &TrainingSettings,
    on_event: &mut dyn FnMut(TrainingEvent<'_>),
    control: &Control,
) -> Result<Option<TrainingResult>, TrainError> {
    let features = job.features()?;
    let model = model::of(job, features);
    let mut folder = Folder::open(Task::Network(job.clone()), settings)?;
    let (first, from) = first(job, features, &*model, &mut folder)?;
    let mut games = Games { job, features };
    let Some(mut data) = folder.read(&mut games, &job.data, control)? else {
        return Ok(None);
    };
    if let Some(most) = job.positions {
        data.train.truncate(most);
    }
    let threads = settings.threads.max(1);
    let aim = job.aim(job.result[1]);
    let mut losses = Losses::of(&data.held, aim);
    if from.is_some() {
        losses.start = Some(held_out(&*model, &first, &data.held, aim, threads));
    }
    let parts = (0..PARTS).map(|_| Gradient::new(&*model)).collect();
    let trainer = Network { job, model: &*model, data: &data, threads, parts };
    let (seed, epochs, batch) = (job.seed, job.epochs, job.batch);
    let length = Length { seed, epochs, batch, positions: data.train.len() };
    let mut course = Course::new(trainer, &folder, length, first)?;
    let done = course.epochs().len();
    on_event(TrainingEvent::Read { trained: data.train.len(), losses: &losses, done });
    if !course.go(on_event, control)? {
        return Ok(None);
    }
    finish(settings, features, &folder, &course, from, losses).map(Some)
}

/// The numbers before the first step: random ones, or those of the file that the job names.
fn first(
    job: &TrainingJob,
    features: &dyn Features,
    model: &dyn Model,
    folder: &mut Folder<'_>,
) -> Result<(Vec<f32>, Option<Origin>), TrainError> {
    let Some(from) = &job.from else { return Ok((model.random(job.seed), None)) };
    let (origin, file) = folder.origin(from)?;
    match model.begin(job, features, &file) {
        Ok(numbers) => Ok((numbers, Some(origin))),
        Err(why) => Err(TrainError::Start { path: origin.path, why: why.to_string() }),
    }
}

/// A network that is trained.
struct Network<'a> {
    job: &'a TrainingJob,
    model: &'a dyn Model,
    data: &'a Data<Positions>,
    threads: usize,
    parts: Vec<Gradient>,
}

impl Trainer for Network<'_> {
    fn step(&mut self, state: &mut OptimiserState, batch: &[u32], epoch: usize, of: u64) -> f64 {
        let aim = self.job.aim(self.result(epoch));
        let loss = self.gradient(&state.numbers, batch, aim, epoch as u64);
        let rate = rate(self.job.rate, state.step as f64 / of as f64);
        state.advance(self.model, &self.parts[0].sums, rate, self.job.decay);
        loss
    }

    fn held_out(&mut self, numbers: &[f32]) -> f64 {
        let aim = self.job.aim(self.job.result[1]);
        held_out(self.model, numbers, &self.data.held, aim, self.threads)
    }

    fn floor(&self) -> f64 {
        0.0
    }
}

impl Network<'_> {
    /// The weight of the result in an epoch, from 0.
    fn result(&self, epoch: usize) -> f32 {
        let [first, last] = self.job.result;
        let steps = self.job.epochs.saturating_sub(1).max(1);
        first + (last - first) * epoch as f32 / steps as f32
    }

    /// The gradient of a batch, in the first of the parts, and the sum of the losses.
    fn gradient(&mut self, numbers: &[f32], batch: &[u32], aim: TargetMix, epoch: u64) -> f64 {
        let size = batch.len().div_ceil(PARTS).max(1);
        let pieces: Vec<&[u32]> =
            (0..PARTS).map(|i| batch.chunks(size).nth(i).unwrap_or_default()).collect();
        let positions = &self.data.train;
        let each = PARTS.div_ceil(self.threads.min(PARTS));
        std::thread::scope(|scope| {
            for (parts, pieces) in self.parts.chunks_mut(each).zip(pieces.chunks(each)) {
                let mut work = move || {
                    for (part, order) in parts.iter_mut().zip(pieces) {
                        let size = batch.len();
                        part.of(&Batch { numbers, positions, order, aim, size, epoch });
                    }
                };
                if self.threads == 1 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
        let (first, rest) = self.parts.split_at_mut(1);
        for part in rest {
            first[0].sums.iter_mut().zip(&part.sums).for_each(|(sum, &x)| *sum += x);
            first[0].loss += part.loss;
        }
        first[0].loss
    }
}

/// Writes the results.
fn finish(
    settings: &TrainingSettings,
    features: &'static dyn Features,
    folder: &Folder<'_>,
    course: &Course<'_, Network<'_>>,
    from: Option<Origin>,
    losses: Losses,
) -> Result<TrainingResult, TrainError> {
    let Network { job, model, data, .. } = course.trainer;
    let numbers = course.best();
    let mut network = model.integers(job, features, numbers)?;
    let drift = drift(model, numbers, &mut *network, &data.held, job.aim(job.result[1]));
    let weights = network.file(&folder.made_by(job))?;
    let (inputs, buckets) = (features.inputs(), features.buckets());
    let title = format!("{}: {inputs} → {} → {buckets}", job.variant, job.hidden);
    let svg = chart::svg([&title, MEASURE], course.epochs(), &losses)
        .map_err(|e| TrainError::Chart(e.to_string()))?;
    let (best, loss) = course.best_epoch();
    let done = TrainingResult {
        job: job.clone(),
        shape: network.shape(),
        from,
        sources: data.sources.clone(),
        trained: data.train.len(),
        losses,
        epochs: course.epochs().to_vec(),
        best,
        loss,
        drift,
        bytes: weights.len(),
        checksum: checksum(&weights),
        program: settings.program.clone(),
        command: settings.command.clone(),
    };
    folder.finish("net.nnue", &weights, &svg, &card::card(&done), &done)?;
    Ok(done)
}
