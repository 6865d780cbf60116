//! The state of a training on the disk: whole or not at all.

use crate::optimise::OptimiserState;
use crate::run::Epoch;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

const MAGIC: [u8; 8] = *b"YIQITRN1";

/// How far a training has come, besides its numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TrainingProgress {
    /// Epochs that are done.
    pub(crate) epochs: Vec<Epoch>,
    /// Batches of the epoch in progress, and the sum of their losses.
    pub(crate) batch: usize,
    pub(crate) loss: f64,
    /// Steps of all epochs.
    pub(crate) step: u64,
}

/// The same as it is written: losses by their bits, because a number in JSON may come back a little different.
#[derive(Serialize, Deserialize)]
struct StoredProgress {
    /// Number, and the bits of both losses.
    epochs: Vec<(u32, u64, u64)>,
    batch: usize,
    loss: u64,
    step: u64,
}

impl From<&TrainingProgress> for StoredProgress {
    fn from(progress: &TrainingProgress) -> Self {
        let bits = |e: &Epoch| (e.number, e.trained.to_bits(), e.held_out.to_bits());
        Self {
            epochs: progress.epochs.iter().map(bits).collect(),
            batch: progress.batch,
            loss: progress.loss.to_bits(),
            step: progress.step,
        }
    }
}

impl From<StoredProgress> for TrainingProgress {
    fn from(written: StoredProgress) -> Self {
        let read = |&(number, trained, held_out): &(u32, u64, u64)| Epoch {
            number,
            trained: f64::from_bits(trained),
            held_out: f64::from_bits(held_out),
        };
        Self {
            epochs: written.epochs.iter().map(read).collect(),
            batch: written.batch,
            loss: f64::from_bits(written.loss),
            step: written.step,
        }
    }
}

/// A training as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) progress: TrainingProgress,
    pub(crate) state: OptimiserState,
    /// The numbers with the least loss at the end of an epoch.
    pub(crate) best: Vec<f32>,
}

/// Writes a file whole or not at all, and onto the disk.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, path)
}

impl Checkpoint {
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let progress = serde_json::to_vec(&StoredProgress::from(&self.progress))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((progress.len() as u64).to_le_bytes());
        bytes.extend(progress);
        let lists = [&self.state.numbers, &self.state.first, &self.state.second, &self.best];
        bytes.extend(lists.into_iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(path, &bytes)
    }

    /// Reads a checkpoint of a network of `length` numbers; `None` where there is none yet.
    pub(crate) fn read(path: &Path, length: usize) -> io::Result<Option<Self>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the checkpoint is damaged");
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let rest = content.strip_prefix(&MAGIC).ok_or_else(damaged)?;
        let (size, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| damaged())?;
        let (progress, rest) = rest.split_at_checked(size).ok_or_else(damaged)?;
        let progress = TrainingProgress::from(serde_json::from_slice::<StoredProgress>(progress)?);
        let (floats, []) = rest.as_chunks::<4>() else { return Err(damaged()) };
        if floats.len() != 4 * length {
            return Err(damaged());
        }
        let mut lists = floats.chunks(length.max(1)).map(|list| -> Vec<f32> {
            list.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        });
        let mut next = || lists.next().unwrap_or_default();
        let (numbers, first, second, best) = (next(), next(), next(), next());
        let state = OptimiserState { numbers, first, second, step: progress.step };
        Ok(Some(Self { progress, state, best }))
    }
}
