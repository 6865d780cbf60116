//! A training from the beginning to its files.

use super::card;
use super::fit::{Fit, divergence, entropy, pairs};
use super::job::Job;
use super::numbers::{Layout, Pair};
use super::rows::{self, Data, Rows};
use crate::chart;
use crate::checkpoint::{Checkpoint, Progress, write_whole};
use crate::data::Source;
use crate::loss::{Losses, least};
use crate::optimise::State;
use crate::positions::chance;
use crate::run::{BETWEEN_CHECKPOINTS, Epoch, Event, Settings, TrainError, trouble};
use engine::{Control, Patterns, SingleKind};
use nnue::linear::{self, Linear};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the chart shows.
const MEASURE: &str = "divergence from the target";

/// What whole numbers change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// The loss held out with numbers as they were trained.
    pub loss_before: f64,
    /// With whole numbers.
    pub loss: f64,
    /// How far values are from each other, in hundredths: on average, and at most.
    pub mean: f64,
    /// See [`Drift::mean`].
    pub most: f64,
    /// Numbers that were greater than a file can hold.
    pub cut: usize,
}

/// A training that has ended.
#[derive(Clone, Debug, Serialize)]
pub struct Done {
    /// The job.
    pub job: Job,
    /// What the numbers are for.
    pub form: String,
    /// How many numbers there are, and how many of them are not zero.
    pub numbers: [usize; 2],
    /// The single numbers that are not zero, with their names, without those of arrangements.
    pub singles: Vec<(String, [i16; 2])>,
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

/// What the folder remembers of the beginning.
#[derive(Serialize, Deserialize)]
struct Begun {
    patterns: Job,
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
    let patterns = job.patterns()?;
    let out = &settings.out;
    fs::create_dir_all(out).map_err(trouble(out))?;
    let lock_path = out.join("lock");
    let lock = File::create(&lock_path).map_err(trouble(&lock_path))?;
    lock.try_lock().map_err(|_| TrainError::Busy(out.display().to_string()))?;
    let begun = begun(job, out)?;
    let paths: Vec<PathBuf> = job.data.iter().map(|path| settings.base.join(path)).collect();
    let before = begun.as_ref().map(|begun| &begun.sources[..]);
    let Some(data) = rows::read(job, &paths, before, settings.threads, control)? else {
        return Ok(None);
    };
    if data.train.len() == 0 || data.held.len() == 0 {
        return Err(TrainError::TooFew { trained: data.train.len(), held: data.held.len() });
    }
    if begun.is_none() {
        let path = out.join("begun.json");
        let begun = Begun { patterns: job.clone(), sources: data.sources.clone() };
        let text = serde_json::to_vec_pretty(&begun).map_err(|e| trouble(&path)(e.into()))?;
        write_whole(&path, &text).map_err(trouble(&path))?;
    }
    let scale = job.scale.map_or_else(|| suits(&data.train), |scale| scale as f32);
    let losses = losses(&data.held, job.result, scale);
    let layout = Layout::of(patterns);
    let mut start = vec![0.0; 2 * layout.length];
    let singles = patterns.start();
    for (number, &begin) in start.iter_mut().zip(singles.as_flattened()) {
        *number = f32::from(begin) / output(patterns, scale);
    }
    let path = out.join("checkpoint.bin");
    let found = Checkpoint::read(&path, start.len()).map_err(trouble(&path))?;
    let at = found.unwrap_or_else(|| Checkpoint {
        progress: Progress::default(),
        state: State::new(start.clone()),
        best: start.clone(),
    });
    let fit = Fit::new(job, &layout, scale, settings.threads, start);
    let own = entropy(&data.train, job.result, scale);
    let mut course = Course { fit, data: &data, at, path, own };
    let done = course.at.progress.epochs.len();
    on_event(Event::Read { trained: data.train.len(), losses: &losses, done });
    if !course.go(on_event, control)? {
        return Ok(None);
    }
    finish(settings, patterns, &course, losses).map(Some)
}

/// The beginning of an earlier run in this folder, which must have had the same job.
fn begun(job: &Job, out: &Path) -> Result<Option<Begun>, TrainError> {
    let path = out.join("begun.json");
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(trouble(&path)(error)),
    };
    let begun: Option<Begun> = serde_json::from_slice(&bytes).ok();
    match begun {
        Some(begun) if begun.patterns == *job => Ok(Some(begun)),
        _ => Err(TrainError::Differs(path.display().to_string())),
    }
}

/// The scale with which the search's scores foretell the results best, in hundredths.
fn suits(rows: &Rows) -> f32 {
    let few = rows.every(7);
    let loss = |scale: f64| divergence(&few, 1.0, 1.0, &|row| chance(row.score() / scale as f32));
    least(&loss, 10.0, 500.0).round() as f32
}

/// The losses of what is there before the training.
fn losses(held: &Rows, result: f32, scale: f32) -> Losses {
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
        scores: divergence(held, result, scale, &|row| chance(row.score() / scale)),
    }
}

/// The course of a training.
struct Course<'a> {
    fit: Fit<'a>,
    data: &'a Data,
    at: Checkpoint,
    path: PathBuf,
    /// The mean of the targets' own entropy.
    own: f64,
}

impl Course<'_> {
    fn save(&self) -> Result<(), TrainError> {
        self.at.write(&self.path).map_err(trouble(&self.path))
    }

    /// Trains the epochs that are left; `false` when it was stopped.
    fn go(
        &mut self,
        on_event: &mut dyn FnMut(Event<'_>),
        control: &Control,
    ) -> Result<bool, TrainError> {
        let job = self.fit.job;
        let train = &self.data.train;
        let of = u64::from(job.epochs) * train.len().div_ceil(job.batch) as u64;
        let (mut saved, mut positions) = (Instant::now(), 0);
        while self.at.progress.epochs.len() < job.epochs as usize {
            let epoch = self.at.progress.epochs.len();
            let mut order: Vec<u32> = (0..train.len() as u32).collect();
            let seed = job.seed.wrapping_add(1 + epoch as u64);
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
            for batch in order.chunks(job.batch).skip(self.at.progress.batch) {
                if control.is_stopped() {
                    self.save()?;
                    return Ok(false);
                }
                let loss = self.fit.step(&mut self.at.state, train, batch, of);
                let progress = &mut self.at.progress;
                progress.step = self.at.state.step;
                progress.batch += 1;
                progress.loss += loss;
                positions += batch.len() as u64;
                on_event(Event::Step { step: progress.step, of, positions });
                if saved.elapsed() > BETWEEN_CHECKPOINTS {
                    self.save()?;
                    saved = Instant::now();
                }
            }
            let epoch = self.end_epoch()?;
            on_event(Event::Epoch(epoch));
            saved = Instant::now();
        }
        Ok(true)
    }

    fn end_epoch(&mut self) -> Result<Epoch, TrainError> {
        let folded = self.fit.folded(&self.at.state.numbers);
        let loss = self.fit.loss(&folded, &self.data.held);
        let progress = &mut self.at.progress;
        let best = progress.epochs.iter().all(|epoch| loss < epoch.held_out);
        let epoch = Epoch {
            // At most 10,000.
            number: progress.epochs.len() as u32 + 1,
            trained: progress.loss / self.data.train.len() as f64 - self.own,
            held_out: loss,
        };
        progress.epochs.push(epoch);
        progress.batch = 0;
        progress.loss = 0.0;
        if best {
            self.at.best.clone_from(&self.at.state.numbers);
        }
        self.save()?;
        Ok(epoch)
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
    (whole, cut, output): (&[[i16; 2]], usize, f32),
    held: &Rows,
) -> Drift {
    let rounded: Vec<Pair> = whole.iter().map(|pair| pair.map(|n| f32::from(n) / output)).collect();
    let apart = (0..held.len()).map(|number| {
        let of = |numbers: &[Pair]| f64::from(fit.hundredths(numbers, held, number));
        (of(folded) - of(&rounded)).abs()
    });
    let (sum, most) = apart.fold((0.0, 0.0_f64), |(sum, most), x| (sum + x, most.max(x)));
    Drift {
        loss_before: fit.loss(folded, held),
        loss: fit.loss(&rounded, held),
        mean: sum / held.len().max(1) as f64,
        most,
        cut,
    }
}

/// Writes the results.
fn finish(
    settings: &Settings,
    patterns: &'static dyn Patterns,
    course: &Course<'_>,
    losses: Losses,
) -> Result<Done, TrainError> {
    let out = &settings.out;
    let Course { fit, data, at, .. } = course;
    let job = fit.job;
    let folded = fit.folded(&at.best);
    debug_assert_eq!(pairs(&at.best).len(), fit.layout.length);
    let (numbers, cut) = whole(patterns, &folded, fit.scale);
    let drift = drift(fit, &folded, (&numbers, cut, output(patterns, fit.scale)), &data.held);
    // Arrangements are far too many to be read.
    let names = patterns.singles().into_iter().zip(numbers.iter().copied()).enumerate();
    let names =
        names.filter(|&(at, (_, n))| n != [0; 2] && patterns.kind(at) != SingleKind::Arrangement);
    let singles = names.map(|(_, named)| named).collect();
    let used = numbers.iter().filter(|&&n| n != [0; 2]).count();
    let made_by = json!({
        "program": settings.program,
        "command": settings.command,
        "job": job,
        "sources": data.sources,
    });
    let linear = Linear { form: patterns.form(), numbers };
    let weights = linear::write(&linear, &made_by.to_string())?;
    let epochs = at.progress.epochs.clone();
    let best = epochs.iter().min_by(|a, b| a.held_out.total_cmp(&b.held_out)).copied();
    let title = format!("{}: {} numbers", job.variant, linear.numbers.len());
    let svg = chart::svg([&title, MEASURE], &epochs, &losses)
        .map_err(|e| TrainError::Chart(e.to_string()))?;
    let content = &weights[..weights.len().saturating_sub(4)];
    let done = Done {
        job: job.clone(),
        numbers: [linear.numbers.len(), used],
        form: linear.form,
        singles,
        per_hundredth: patterns.per_hundredth(),
        sources: data.sources.clone(),
        trained: data.train.len(),
        scale: fit.scale,
        losses,
        best: best.map_or(0, |epoch| epoch.number),
        loss: best.map_or(f64::NAN, |epoch| epoch.held_out),
        epochs,
        drift,
        bytes: weights.len(),
        checksum: format!("{:08x}", crc32fast::hash(content)),
        program: settings.program.clone(),
        command: settings.command.clone(),
    };
    let result = serde_json::to_string_pretty(&done).unwrap_or_default() + "\n";
    let card = card::card(&done);
    let files: [(&str, &[u8]); 4] = [
        ("weights.patterns", &weights),
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
