//! The course of a training: epochs of steps, checkpoints, the best numbers.

use crate::checkpoint::{Checkpoint, TrainingProgress};
use crate::folder::Folder;
use crate::optimise::OptimiserState;
use crate::run::{Epoch, TrainError, TrainingEvent};
use engine::Control;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant};

/// A kill loses at most so much.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(20);

/// What a kind of training does with its numbers.
pub(crate) trait Trainer {
    /// Moves the numbers by a batch of positions, in an epoch from 0, of so many steps in all. Returns the sum of the
    /// losses of the batch.
    fn step(&mut self, state: &mut OptimiserState, batch: &[u32], epoch: usize, of: u64) -> f64;

    /// The loss of these numbers on games held out.
    fn held_out(&mut self, numbers: &[f32]) -> f64;

    /// The part of the mean loss of the positions trained that no numbers can lower: it is not told.
    fn floor(&self) -> f64;
}

/// How long a training is.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Length {
    /// The seed of the order of positions.
    pub(crate) seed: u64,
    pub(crate) epochs: u32,
    /// Positions of a step.
    pub(crate) batch: usize,
    /// Positions to train on.
    pub(crate) positions: usize,
}

/// The course of a training.
pub(crate) struct Course<'a, T> {
    pub(crate) trainer: T,
    folder: &'a Folder<'a>,
    length: Length,
    at: Checkpoint,
    /// Positions trained by this run.
    positions: u64,
}

impl<'a, T: Trainer> Course<'a, T> {
    /// The course from the checkpoint in the folder, or from the first numbers.
    pub(crate) fn new(
        trainer: T,
        folder: &'a Folder<'a>,
        length: Length,
        first: Vec<f32>,
    ) -> Result<Self, TrainError> {
        let at = folder.checkpoint(first.len())?.unwrap_or_else(|| {
            let state = OptimiserState::new(first.clone());
            Checkpoint { progress: TrainingProgress::default(), state, best: first }
        });
        Ok(Self { trainer, folder, length, at, positions: 0 })
    }

    /// The epochs that are done.
    pub(crate) fn epochs(&self) -> &[Epoch] {
        &self.at.progress.epochs
    }

    /// The numbers with the least loss at the end of an epoch.
    pub(crate) fn best(&self) -> &[f32] {
        &self.at.best
    }

    /// The epoch that they are of: its number, or 0, and its loss on games held out.
    pub(crate) fn best_epoch(&self) -> (u32, f64) {
        let best = self.epochs().iter().min_by(|a, b| a.held_out.total_cmp(&b.held_out));
        best.map_or((0, f64::NAN), |epoch| (epoch.number, epoch.held_out))
    }

    /// Trains the epochs that are left; `false` when it was stopped.
    pub(crate) fn go(
        &mut self,
        on_event: &mut dyn FnMut(TrainingEvent<'_>),
        control: &Control,
    ) -> Result<bool, TrainError> {
        let Length { seed, epochs, batch, positions } = self.length;
        let of = u64::from(epochs) * positions.div_ceil(batch) as u64;
        let mut saved = Instant::now();
        while self.epochs().len() < epochs as usize {
            let epoch = self.epochs().len();
            let mut order: Vec<u32> = (0..positions as u32).collect();
            let seed = seed.wrapping_add(1 + epoch as u64);
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
            for batch in order.chunks(batch).skip(self.at.progress.batch) {
                if control.is_stopped() {
                    self.folder.save(&self.at)?;
                    return Ok(false);
                }
                let loss = self.trainer.step(&mut self.at.state, batch, epoch, of);
                let progress = &mut self.at.progress;
                progress.step = self.at.state.step;
                progress.batch += 1;
                progress.loss += loss;
                self.positions += batch.len() as u64;
                on_event(TrainingEvent::Step {
                    step: progress.step,
                    of,
                    positions: self.positions,
                });
                if saved.elapsed() > BETWEEN_CHECKPOINTS {
                    self.folder.save(&self.at)?;
                    saved = Instant::now();
                }
            }
            let epoch = self.end_epoch()?;
            on_event(TrainingEvent::Epoch(epoch));
            saved = Instant::now();
        }
        Ok(true)
    }

    fn end_epoch(&mut self) -> Result<Epoch, TrainError> {
        let loss = self.trainer.held_out(&self.at.state.numbers);
        let progress = &mut self.at.progress;
        let best = progress.epochs.iter().all(|epoch| loss < epoch.held_out);
        let epoch = Epoch {
            // At most 10,000.
            number: progress.epochs.len() as u32 + 1,
            trained: progress.loss / self.length.positions as f64 - self.trainer.floor(),
            held_out: loss,
        };
        progress.epochs.push(epoch);
        progress.batch = 0;
        progress.loss = 0.0;
        if best {
            self.at.best.clone_from(&self.at.state.numbers);
        }
        self.folder.save(&self.at)?;
        Ok(epoch)
    }
}
