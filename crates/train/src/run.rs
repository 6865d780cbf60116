//! A training from its job to the weight file.

use crate::checkpoint::{Checkpoint, Progress, write_whole};
use crate::data::{self, Data, Source};
use crate::job::{Job, JobError};
use crate::loss::{Losses, held_out};
use crate::model::{self, Batch, Gradient, Model};
use crate::optimise::{State, rate};
use crate::origin::{Origin, checksum};
use crate::positions::Aim;
use crate::quantise::{Drift, drift};
use crate::{card, chart};
use engine::{Control, Features};
use nnue::{CellShape, FileError, Shape, ShapeError};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The parts of a batch whose gradients are summed up one after the other: the same sum with any number of threads.
const PARTS: usize = 4;
/// What the chart shows.
const MEASURE: &str = "mean squared error of the expected result";
/// A kill loses at most so much.
pub(crate) const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(20);

/// What a training needs besides its job.
#[derive(Clone, Debug)]
pub struct Settings {
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
pub enum Event<'a> {
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
pub struct Done {
    /// The job.
    pub job: Job,
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
    pub drift: Drift,
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

/// What the folder remembers of the beginning.
#[derive(Serialize, Deserialize)]
struct Begun {
    job: Job,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Origin>,
    sources: Vec<Source>,
}

/// Trains until all epochs are done and writes the results; `None` when `control` said stop before that. A
/// checkpoint is written then, and the next run goes on.
///
/// # Errors
/// When the job, its data or the folder cannot be used.
pub fn run(
    job: &Job,
    settings: &Settings,
    on_event: &mut dyn FnMut(Event<'_>),
    control: &Control,
) -> Result<Option<Done>, TrainError> {
    let features = job.features()?;
    let out = &settings.out;
    fs::create_dir_all(out).map_err(trouble(out))?;
    let lock_path = out.join("lock");
    let lock = File::create(&lock_path).map_err(trouble(&lock_path))?;
    lock.try_lock().map_err(|_| TrainError::Busy(out.display().to_string()))?;
    let begun = begun(job, out)?;
    let model = model::of(job, features);
    let first = first(job, settings, features, &*model, begun.as_ref())?;
    let paths: Vec<PathBuf> = job.data.iter().map(|path| settings.base.join(path)).collect();
    let before = begun.as_ref().map(|begun| &begun.sources[..]);
    let Some(data) = data::read(job, &paths, before, settings.threads, control)? else {
        return Ok(None);
    };
    if data.train.len() == 0 || data.held.len() == 0 {
        return Err(TrainError::TooFew { trained: data.train.len(), held: data.held.len() });
    }
    if begun.is_none() {
        let path = out.join("begun.json");
        let from = first.from.clone();
        let begun = Begun { job: job.clone(), from, sources: data.sources.clone() };
        let text = serde_json::to_vec_pretty(&begun).map_err(|e| trouble(&path)(e.into()))?;
        write_whole(&path, &text).map_err(trouble(&path))?;
    }
    let aim = job.aim(job.result[1]);
    let mut losses = Losses::of(&data.held, aim);
    losses.start = first
        .from
        .as_ref()
        .map(|_| held_out(&*model, &first.numbers, &data.held, aim, settings.threads.max(1)));
    let path = out.join("checkpoint.bin");
    let found = Checkpoint::read(&path, model.len()).map_err(trouble(&path))?;
    let mut course = Course {
        job,
        model: &*model,
        data: &data,
        threads: settings.threads.max(1),
        at: found.unwrap_or_else(|| {
            let state = State::new(first.numbers.clone());
            Checkpoint { progress: Progress::default(), state, best: first.numbers }
        }),
        path,
        positions: 0,
    };
    let done = course.at.progress.epochs.len();
    on_event(Event::Read { trained: data.train.len(), losses: &losses, done });
    if !course.go(on_event, control)? {
        return Ok(None);
    }
    finish(job, settings, features, &course, first.from, losses).map(Some)
}

/// The beginning of an earlier run in this folder, which must have had the same job.
fn begun(job: &Job, out: &Path) -> Result<Option<Begun>, TrainError> {
    let path = out.join("begun.json");
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(trouble(&path)(error)),
    };
    let begun: Begun = serde_json::from_slice(&bytes).map_err(|e| trouble(&path)(e.into()))?;
    if begun.job == *job {
        Ok(Some(begun))
    } else {
        Err(TrainError::Differs(path.display().to_string()))
    }
}

/// The numbers before the first step, and where they come from.
struct First {
    numbers: Vec<f32>,
    from: Option<Origin>,
}

/// Random numbers, or those of the file that the job names.
fn first(
    job: &Job,
    settings: &Settings,
    features: &dyn Features,
    model: &dyn Model,
    begun: Option<&Begun>,
) -> Result<First, TrainError> {
    let Some(from) = &job.from else {
        return Ok(First { numbers: model.random(job.seed), from: None });
    };
    let before = begun.and_then(|begun| begun.from.as_ref());
    let (origin, file) = Origin::read(&settings.base.join(from), before)?;
    match model.begin(job, features, &file) {
        Ok(numbers) => Ok(First { numbers, from: Some(origin) }),
        Err(why) => Err(TrainError::Start { path: origin.path, why: why.to_string() }),
    }
}

/// The course of a training.
struct Course<'a> {
    job: &'a Job,
    model: &'a dyn Model,
    data: &'a Data,
    threads: usize,
    at: Checkpoint,
    path: PathBuf,
    /// Positions trained by this run.
    positions: u64,
}

impl Course<'_> {
    fn batches(&self) -> usize {
        self.data.train.len().div_ceil(self.job.batch)
    }

    /// The weight of the result in an epoch, from 0.
    fn result(&self, epoch: usize) -> f32 {
        let [first, last] = self.job.result;
        let steps = self.job.epochs.saturating_sub(1).max(1);
        first + (last - first) * epoch as f32 / steps as f32
    }

    fn save(&self) -> Result<(), TrainError> {
        self.at.write(&self.path).map_err(trouble(&self.path))
    }

    /// Trains the epochs that are left; `false` when it was stopped.
    fn go(
        &mut self,
        on_event: &mut dyn FnMut(Event<'_>),
        control: &Control,
    ) -> Result<bool, TrainError> {
        let batches = self.batches();
        let of = u64::from(self.job.epochs) * batches as u64;
        let mut parts: Vec<Gradient> = (0..PARTS).map(|_| Gradient::new(self.model)).collect();
        let mut saved = Instant::now();
        while self.at.progress.epochs.len() < self.job.epochs as usize {
            let epoch = self.at.progress.epochs.len();
            let mut order: Vec<u32> = (0..self.data.train.len() as u32).collect();
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(
                self.job.seed.wrapping_add(1 + epoch as u64),
            ));
            let aim = self.job.aim(self.result(epoch));
            for batch in order.chunks(self.job.batch).skip(self.at.progress.batch) {
                if control.is_stopped() {
                    self.save()?;
                    return Ok(false);
                }
                let loss = self.gradient(batch, aim, epoch as u64, &mut parts);
                let rate = rate(self.job.rate, self.at.state.step as f64 / of as f64);
                let (first, _) = parts.split_at(1);
                self.at.state.advance(self.model, &first[0].sums, rate, self.job.decay);
                let progress = &mut self.at.progress;
                progress.step = self.at.state.step;
                progress.batch += 1;
                progress.loss += loss;
                self.positions += batch.len() as u64;
                on_event(Event::Step { step: progress.step, of, positions: self.positions });
                if saved.elapsed() > BETWEEN_CHECKPOINTS {
                    self.save()?;
                    saved = Instant::now();
                }
            }
            self.end_epoch()?;
            if let Some(&epoch) = self.at.progress.epochs.last() {
                on_event(Event::Epoch(epoch));
            }
            saved = Instant::now();
        }
        Ok(true)
    }

    /// The gradient of a batch, in the first of the parts, and the sum of the losses.
    fn gradient(&self, batch: &[u32], aim: Aim, epoch: u64, parts: &mut [Gradient]) -> f64 {
        let size = batch.len().div_ceil(PARTS).max(1);
        let pieces: Vec<&[u32]> =
            (0..PARTS).map(|i| batch.chunks(size).nth(i).unwrap_or_default()).collect();
        let (numbers, positions) = (&self.at.state.numbers, &self.data.train);
        let each = PARTS.div_ceil(self.threads.min(PARTS));
        std::thread::scope(|scope| {
            for (parts, pieces) in parts.chunks_mut(each).zip(pieces.chunks(each)) {
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
        let (first, rest) = parts.split_at_mut(1);
        for part in rest {
            first[0].sums.iter_mut().zip(&part.sums).for_each(|(sum, &x)| *sum += x);
            first[0].loss += part.loss;
        }
        first[0].loss
    }

    fn end_epoch(&mut self) -> Result<(), TrainError> {
        let aim = self.job.aim(self.job.result[1]);
        let numbers = &self.at.state.numbers;
        let loss = held_out(self.model, numbers, &self.data.held, aim, self.threads);
        let progress = &mut self.at.progress;
        let best = progress.epochs.iter().all(|epoch| loss < epoch.held_out);
        progress.epochs.push(Epoch {
            // At most 10,000.
            number: progress.epochs.len() as u32 + 1,
            trained: progress.loss / self.data.train.len() as f64,
            held_out: loss,
        });
        progress.batch = 0;
        progress.loss = 0.0;
        if best {
            self.at.best.clone_from(&self.at.state.numbers);
        }
        self.save()
    }
}

/// Writes the results.
fn finish(
    job: &Job,
    settings: &Settings,
    features: &'static dyn Features,
    course: &Course<'_>,
    from: Option<Origin>,
    losses: Losses,
) -> Result<Done, TrainError> {
    let out = &settings.out;
    let Course { model, data, at, .. } = course;
    let mut network = model.integers(job, features, &at.best)?;
    let drift = drift(*model, &at.best, &mut *network, &data.held, job.aim(job.result[1]));
    let mut made_by = json!({
        "program": settings.program,
        "command": settings.command,
        "job": job,
        "sources": data.sources,
    });
    if let Some(from) = &from {
        made_by["from"] = json!(from);
    }
    let weights = network.file(&made_by.to_string())?;
    let epochs = at.progress.epochs.clone();
    let best = epochs.iter().min_by(|a, b| a.held_out.total_cmp(&b.held_out)).copied();
    let (inputs, buckets) = (features.inputs(), features.buckets());
    let title = format!("{}: {inputs} → {} → {buckets}", job.variant, job.hidden);
    let svg = chart::svg([&title, MEASURE], &epochs, &losses)
        .map_err(|e| TrainError::Chart(e.to_string()))?;
    let done = Done {
        job: job.clone(),
        shape: network.shape(),
        from,
        sources: data.sources.clone(),
        trained: data.train.len(),
        losses,
        best: best.map_or(0, |epoch| epoch.number),
        loss: best.map_or(f64::NAN, |epoch| epoch.held_out),
        epochs,
        drift,
        bytes: weights.len(),
        checksum: checksum(&weights),
        program: settings.program.clone(),
        command: settings.command.clone(),
    };
    let result = serde_json::to_string_pretty(&done).unwrap_or_default() + "\n";
    let card = card::card(&done);
    let files: [(&str, &[u8]); 4] = [
        ("net.nnue", &weights),
        ("loss.svg", svg.as_bytes()),
        ("card.md", card.as_bytes()),
        ("result.json", result.as_bytes()),
    ];
    for (name, bytes) in files {
        let path = out.join(name);
        write_whole(&path, bytes).map_err(trouble(&path))?;
    }
    Ok(done)
}
