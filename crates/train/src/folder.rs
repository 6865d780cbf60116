//! The folder of a training: locked while it runs. It remembers how the training began, and takes the results.

use crate::checkpoint::{Checkpoint, write_whole};
use crate::job::TrainingJob;
use crate::origin::Origin;
use crate::run::{TrainError, TrainingSettings, trouble};
use crate::source::{self, Data, Rows as _, SampleReader, Source};
use crate::{Task, patterns};
use engine::Control;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What the folder remembers of the beginning.
#[derive(Serialize, Deserialize)]
struct TrainingStart {
    /// The job: that of a network, or that of patterns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    job: Option<TrainingJob>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    patterns: Option<patterns::PatternJob>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Origin>,
    sources: Vec<Source>,
}

impl TrainingStart {
    fn new(task: Task) -> Self {
        let (job, patterns) = match task {
            Task::Network(job) => (Some(job), None),
            Task::Patterns(job) => (None, Some(job)),
        };
        Self { job, patterns, from: None, sources: Vec::new() }
    }

    /// Reads it; `None` where no training has begun.
    fn read(path: &Path) -> Result<Option<Self>, TrainError> {
        match fs::read(path) {
            // What this program cannot read is the job of another one.
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|_| TrainError::Differs(path.display().to_string())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(trouble(path)(error)),
        }
    }
}

/// The folder of a training.
pub(crate) struct Folder<'a> {
    settings: &'a TrainingSettings,
    /// Held as long as the training runs.
    _lock: File,
    begun: TrainingStart,
    /// Whether an earlier run has begun the training.
    is_known: bool,
}

impl<'a> Folder<'a> {
    /// Makes the folder if it is absent, and locks it. An earlier run in it must have had the same job.
    pub(crate) fn open(task: Task, settings: &'a TrainingSettings) -> Result<Self, TrainError> {
        let out = &settings.out;
        fs::create_dir_all(out).map_err(trouble(out))?;
        let lock_path = out.join("lock");
        let lock = File::create(&lock_path).map_err(trouble(&lock_path))?;
        lock.try_lock().map_err(|_| TrainError::Busy(out.display().to_string()))?;
        let path = out.join("begun.json");
        let (new, before) = (TrainingStart::new(task), TrainingStart::read(&path)?);
        let is_known = before.is_some();
        let begun = match before {
            Some(before) if before.job != new.job || before.patterns != new.patterns => {
                return Err(TrainError::Differs(path.display().to_string()));
            }
            before => before.unwrap_or(new),
        };
        Ok(Self { settings, _lock: lock, begun, is_known })
    }

    /// Reads the weight file that the training begins with, which must be that of an earlier run in this folder.
    pub(crate) fn origin(&mut self, from: &str) -> Result<(Origin, Vec<u8>), TrainError> {
        let path = self.settings.base.join(from);
        let (origin, file) = Origin::read(&path, self.begun.from.as_ref())?;
        self.begun.from = Some(origin.clone());
        Ok((origin, file))
    }

    /// Reads the games, which must be those of an earlier run in this folder, and remembers the beginning. `None` when
    /// `control` said stop.
    pub(crate) fn read<G: SampleReader>(
        &mut self,
        games: &mut G,
        data: &[String],
        control: &Control,
    ) -> Result<Option<Data<G::Rows>>, TrainError> {
        let paths: Vec<PathBuf> = data.iter().map(|path| self.settings.base.join(path)).collect();
        let before = self.is_known.then_some(&self.begun.sources[..]);
        let Some(data) = source::read(games, &paths, before, self.settings.threads, control)?
        else {
            return Ok(None);
        };
        if data.train.len() == 0 || data.held.len() == 0 {
            return Err(TrainError::TooFew { trained: data.train.len(), held: data.held.len() });
        }
        if !self.is_known {
            self.begun.sources.clone_from(&data.sources);
            let text = serde_json::to_vec_pretty(&self.begun);
            let text = text.map_err(|e| trouble(&self.path("begun.json"))(e.into()))?;
            self.write("begun.json", &text)?;
            self.is_known = true;
        }
        Ok(Some(data))
    }

    /// The state of a training of so many numbers, if there is one.
    pub(crate) fn checkpoint(&self, length: usize) -> Result<Option<Checkpoint>, TrainError> {
        let path = self.path("checkpoint.bin");
        Checkpoint::read(&path, length).map_err(trouble(&path))
    }

    /// Keeps the state of the training.
    pub(crate) fn save(&self, state: &Checkpoint) -> Result<(), TrainError> {
        let path = self.path("checkpoint.bin");
        state.write(&path).map_err(trouble(&path))
    }

    /// How the weights were made, for their file.
    pub(crate) fn made_by(&self, job: &impl Serialize) -> String {
        let mut made_by = json!({
            "program": self.settings.program,
            "command": self.settings.command,
            "job": job,
            "sources": self.begun.sources,
        });
        if let Some(from) = &self.begun.from {
            made_by["from"] = json!(from);
        }
        made_by.to_string()
    }

    /// Writes the results: the weights under this name, the chart, the card, and what is said of the training in JSON.
    pub(crate) fn finish(
        &self,
        name: &str,
        weights: &[u8],
        chart: &str,
        card: &str,
        done: &impl Serialize,
    ) -> Result<(), TrainError> {
        let result = serde_json::to_string_pretty(done).unwrap_or_default() + "\n";
        self.write(name, weights)?;
        self.write("loss.svg", chart.as_bytes())?;
        self.write("card.md", card.as_bytes())?;
        self.write("result.json", result.as_bytes())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.settings.out.join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        let path = self.path(name);
        write_whole(&path, bytes).map_err(trouble(&path))
    }
}
