//! A training from the beginning to its files.

use super::card;
use super::fit::{Fit, divergence, entropy, pairs};
use super::job::PatternJob;
use super::numbers::{Layout, Pair};
use super::rows::{Games, PatternRows};
use crate::Task;
use crate::chart;
use crate::course::{Course, Length, Trainer};
use crate::folder::Folder;
use crate::loss::{Losses, least};
use crate::optimise::OptimiserState;
use crate::origin::{Origin, checksum};
use crate::positions::chance;
use crate::run::{Epoch, TrainError, TrainingEvent, TrainingSettings};
use crate::source::{Data, Source};
use engine::{Control, Patterns, SingleKind};
use nnue::linear::{self, Linear};
use serde::{Deserialize, Serialize};

/// What the chart shows.
const MEASURE: &str = "divergence from the target";

/// What whole numbers change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuantisationError {
    /// The loss held out with numbers as they were trained.
    pub loss_before: f64,
    /// With whole numbers.
    pub loss: f64,
    /// How far values are from each other, in hundredths: on average, and at most.
    pub mean: f64,
    /// See [`QuantisationError::mean`].
    pub most: f64,
    /// Numbers that were greater than a file can hold.
    pub cut: usize,
}

/// A training that has ended.
#[derive(Clone, Debug, Serialize)]
pub struct PatternTrainingResult {
    /// The job.
    pub job: PatternJob,
    /// What the numbers are for.
    pub form: String,
    /// How many numbers there are, and how many of them are not zero.
    pub numbers: [usize; 2],
    /// The single numbers that are not zero, with their names, without those of arrangements.
    pub singles: Vec<(String, [i16; 2])>,
    /// The weight file that it began with, if it began with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// How many of the numbers are a hundredth.
    pub per_hundredth: u8,
    /// Its data.
    pub sources: Vec<Source>,
    /// Positions that it was trained on.
    pub trained: usize,
    /// Hundredths for an output of 1.
    pub scale: f32,
    /// Losses of what was there before.
    pub losses: Losses,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The number of the best one, whose numbers were taken.
    pub best: u32,
    /// Its loss on games held out.
    pub loss: f64,
    /// What whole numbers changed.
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

/// Trains until all epochs are done and writes the results; `None` when `control` said stop before that. A
/// checkpoint is written then, and the next run goes on.
///
/// # Errors
/// When the job, its data or the folder cannot be used.
pub fn run(
    job: &PatternJob,
    settings: &TrainingSettings,
    on_event: &mut dyn FnMut(TrainingEvent<'_>),
    control: &Control,
) -> Result<Option<PatternTrainingResult>, TrainError> {
    let patterns = job.patterns()?;
    let mut folder = Folder::open(Task::Patterns(job.clone()), settings)?;
    let origin = job.from.as_ref().map(|from| folder.origin(from)).transpose()?;
    let layout = Layout::of(patterns);
    let singles = match &origin {
        None => patterns.start(),
        Some((origin, file)) => read(patterns, &layout, file)
            .map_err(|why| TrainError::Start { path: origin.path.clone(), why })?,
    };
    let Some(data) = folder.read(&mut Games::of(job), &job.data, control)? else {
        return Ok(None);
    };
    let scale = job.scale.map_or_else(|| suits(&data.train), |scale| scale as f32);
    let mut losses = losses(&data.held, job.result, scale);
    let mut start = vec![0.0; 2 * layout.length];
    for (number, &begin) in start.iter_mut().zip(singles.as_flattened()) {
        *number = f32::from(begin) / output(patterns, scale);
    }
    let fit = Fit::new(job, &layout, scale, settings.threads, start.clone());
    let from = origin.map(|(origin, _)| origin);
    losses.start = from.is_some().then(|| fit.loss(&fit.folded(&start), &data.held));
    let own = entropy(&data.train, job.result, scale);
    let trainer = LinearTraining { fit, data: &data, own };
    let (seed, epochs, batch) = (job.seed, job.epochs, job.batch);
    let length = Length { seed, epochs, batch, positions: data.train.len() };
    let mut course = Course::new(trainer, &folder, length, start)?;
    let done = course.epochs().len();
    on_event(TrainingEvent::Read { trained: data.train.len(), losses: &losses, done });
    if !course.go(on_event, control)? {
        return Ok(None);
    }
    finish(settings, patterns, &folder, &course, from, losses).map(Some)
}

/// The numbers of a weight file of these patterns: single ones, then entries of the tables, whose parts are then nought.
fn read(patterns: &dyn Patterns, layout: &Layout, file: &[u8]) -> Result<Vec<[i16; 2]>, String> {
    let (Linear { form, numbers }, _) = linear::read(file).map_err(|e| e.to_string())?;
    let (expected, count) = (patterns.form(), layout.folded());
    if form != expected || numbers.len() != count {
        let found = numbers.len();
        return Err(format!("{found} numbers of {form:?} instead of {count} of {expected:?}"));
    }
    Ok(numbers)
}

/// The scale with which the search's scores foretell the results best, in hundredths.
fn suits(rows: &PatternRows) -> f32 {
    let few = rows.every(7);
    let loss = |scale: f64| divergence(&few, 1.0, 1.0, &|row| chance(row.score() / scale as f32));
    least(&loss, 10.0, 500.0).round() as f32
}

/// The losses of what is there before the training.
fn losses(held: &PatternRows, result: f32, scale: f32) -> Losses {
    let targets = held.rows.iter().map(|row| f64::from(row.target(result, scale)));
    let mean = (targets.sum::<f64>() / held.len().max(1) as f64) as f32;
    let today = |scale_of: f64| {
        divergence(held, result, scale, &|row| chance(f32::from(row.today) / scale_of as f32))
    };
    let best = least(&today, 10.0, 1000.0);
    Losses {
        positions: held.len(),
        constant: divergence(held, result, scale, &|_| mean),
        today: today(f64::from(scale)),
        today_scaled: (today(best), best),
        hand_made: None,
        start: None,
        scores: divergence(held, result, scale, &|row| chance(row.score() / scale)),
    }
}

/// A linear evaluation that is trained.
struct LinearTraining<'a> {
    fit: Fit<'a>,
    data: &'a Data<PatternRows>,
    /// The mean of the targets' own entropy.
    own: f64,
}

impl Trainer for LinearTraining<'_> {
    fn step(&mut self, state: &mut OptimiserState, batch: &[u32], _epoch: usize, of: u64) -> f64 {
        self.fit.step(state, &self.data.train, batch, of)
    }

    fn held_out(&mut self, numbers: &[f32]) -> f64 {
        let folded = self.fit.folded(numbers);
        self.fit.loss(&folded, &self.data.held)
    }

    fn floor(&self) -> f64 {
        self.own
    }
}

/// The number of an output of 1.
fn output(patterns: &dyn Patterns, scale: f32) -> f32 {
    f32::from(patterns.per_hundredth()) * scale
}

/// The numbers as whole ones, and how many of the tables were cut.
fn whole(patterns: &dyn Patterns, folded: &[Pair], scale: f32) -> (Vec<[i16; 2]>, usize) {
    let (singles, most) = (patterns.singles().len(), f32::from(patterns.greatest()));
    let mut cut = 0;
    let mut round = |at: usize, number: f32| {
        let most = if at < singles { f32::from(i16::MAX) } else { most };
        let whole = (number * output(patterns, scale)).round();
        cut += usize::from(whole.abs() > most);
        whole.clamp(-most, most) as i16
    };
    let whole = folded.iter().enumerate().map(|(at, pair)| pair.map(|number| round(at, number)));
    (whole.collect(), cut)
}

/// What whole numbers change; `output` is the number of an output of 1.
fn drift(
    fit: &Fit<'_>,
    folded: &[Pair],
    whole: &[[i16; 2]],
    cut: usize,
    output: f32,
    held: &PatternRows,
) -> QuantisationError {
    let rounded: Vec<Pair> = whole.iter().map(|pair| pair.map(|n| f32::from(n) / output)).collect();
    let apart = (0..held.len()).map(|number| {
        let of = |numbers: &[Pair]| f64::from(fit.hundredths(numbers, held, number));
        (of(folded) - of(&rounded)).abs()
    });
    let (sum, most) = apart.fold((0.0, 0.0_f64), |(sum, most), x| (sum + x, most.max(x)));
    QuantisationError {
        loss_before: fit.loss(folded, held),
        loss: fit.loss(&rounded, held),
        mean: sum / held.len().max(1) as f64,
        most,
        cut,
    }
}

/// Writes the results.
fn finish(
    settings: &TrainingSettings,
    patterns: &'static dyn Patterns,
    folder: &Folder<'_>,
    course: &Course<'_, LinearTraining<'_>>,
    from: Option<Origin>,
    losses: Losses,
) -> Result<PatternTrainingResult, TrainError> {
    let LinearTraining { fit, data, .. } = &course.trainer;
    let job = fit.job;
    let folded = fit.folded(course.best());
    debug_assert_eq!(pairs(course.best()).len(), fit.layout.length);
    let (numbers, cut) = whole(patterns, &folded, fit.scale);
    let drift = drift(fit, &folded, &numbers, cut, output(patterns, fit.scale), &data.held);
    // Arrangements are far too many to be read.
    let names = patterns.singles().into_iter().zip(numbers.iter().copied()).enumerate();
    let names =
        names.filter(|&(at, (_, n))| n != [0; 2] && patterns.kind(at) != SingleKind::Arrangement);
    let singles = names.map(|(_, named)| named).collect();
    let used = numbers.iter().filter(|&&n| n != [0; 2]).count();
    let linear = Linear { form: patterns.form(), numbers };
    let weights = linear::write(&linear, &folder.made_by(job))?;
    let title = format!("{}: {} numbers", job.variant, linear.numbers.len());
    let svg = chart::svg([&title, MEASURE], course.epochs(), &losses)
        .map_err(|e| TrainError::Chart(e.to_string()))?;
    let (best, loss) = course.best_epoch();
    let done = PatternTrainingResult {
        job: job.clone(),
        numbers: [linear.numbers.len(), used],
        form: linear.form,
        singles,
        from,
        per_hundredth: patterns.per_hundredth(),
        sources: data.sources.clone(),
        trained: data.train.len(),
        scale: fit.scale,
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
    folder.finish("weights.patterns", &weights, &svg, &card::card(&done), &done)?;
    Ok(done)
}
