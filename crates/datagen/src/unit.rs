//! Blocks of a job that are played on other machines, and the file that is made of them.

use crate::job::{DatagenJob, JobError};
use crate::packed::{Block, Reader};
use crate::play::{PlayError, play};
use crate::run::{DatagenSettings, Folder, FolderTotals, GAMES_OF_BLOCK, RunError};
use engine::{Control, Engine};
use std::io::Read as _;
use std::ops::Range;

/// Options that a job has no say in: memory and threads are those of the machine.
const OURS: [&str; 2] = ["Hash", "Threads"];

impl DatagenJob {
    /// Reads a job that came from another machine, in JSON. Its options must not name files: a machine opens
    /// nothing that a message names.
    ///
    /// # Errors
    /// When the text is no job, the job cannot be played, or names a file.
    pub fn read_from_afar(text: &str) -> Result<Self, JobError> {
        let job: Self = serde_json::from_str(text)?;
        job.names_no_file()?;
        job.check()?;
        Ok(job)
    }

    /// Whether the job can be played on another machine.
    ///
    /// # Errors
    /// With the options that name files, all of them.
    pub fn names_no_file(&self) -> Result<(), JobError> {
        let known = games::new_engine(&self.variant)?.options();
        let wrong = engine::local_options(&known, &OURS, self.options.keys().map(String::as_str));
        let wrong = wrong.into_iter();
        let wrong = wrong.map(|name| format!("the option {name:?} cannot go to other machines"));
        let wrong: Vec<_> = wrong.collect();
        if wrong.is_empty() { Ok(()) } else { Err(JobError::Values(wrong)) }
    }

    /// How many blocks the job has. A block is what one thread plays at a time.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.games.div_ceil(GAMES_OF_BLOCK)
    }

    /// The numbers of the games of a block.
    pub(crate) fn games_of(&self, block: u64) -> Range<u64> {
        let at = |block: u64| self.games.min(block.saturating_mul(GAMES_OF_BLOCK));
        self.first + at(block)..self.first + at(block.saturating_add(1))
    }
}

/// Plays blocks of a job, wherever it is. They are the same on every machine with the same build.
pub struct BlockPlayer {
    job: DatagenJob,
    engine: Box<dyn Engine>,
}

impl BlockPlayer {
    /// An engine for the job.
    ///
    /// # Errors
    /// When the engine refuses the job.
    pub fn new(job: DatagenJob) -> Result<Self, JobError> {
        let engine = job.engine()?;
        Ok(Self { job, engine })
    }

    /// Plays a block: its bytes, and what it holds; `None` when `control` says stop.
    ///
    /// # Errors
    /// When there is no such block, or a game cannot be played.
    pub fn play(
        &mut self,
        number: u64,
        control: &Control,
    ) -> Result<Option<(Vec<u8>, FolderTotals)>, PlayError> {
        let numbers = self.job.games_of(number);
        if numbers.is_empty() {
            return Err(PlayError::Move(format!("the job has no block {number}")));
        }
        let (mut totals, first) = (FolderTotals::default(), numbers.start);
        let mut games = Vec::new();
        for game in numbers {
            let Some(played) = play(&self.job, self.engine.as_mut(), game, control)? else {
                return Ok(None);
            };
            totals.add(&played);
            games.push(played);
        }
        let bytes = Block { first, games }.to_bytes();
        let bytes = bytes.map_err(|error| PlayError::Move(error.to_string()))?;
        Ok(Some((bytes, totals)))
    }
}

impl std::fmt::Debug for BlockPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockPlayer").field("job", &self.job).finish_non_exhaustive()
    }
}

/// The folder of a job whose blocks are played elsewhere. Its file is byte for byte that of a run on this machine.
#[derive(Debug)]
pub struct Collector {
    job: DatagenJob,
    folder: Folder,
}

impl Collector {
    /// Opens the folder, which may hold games of an earlier run.
    ///
    /// # Errors
    /// As [`crate::run`].
    pub fn open(job: &DatagenJob, settings: &DatagenSettings) -> Result<Self, RunError> {
        Ok(Self { job: job.clone(), folder: Folder::open(job, settings)? })
    }

    /// The number of the block that comes next.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.totals().games.div_ceil(GAMES_OF_BLOCK)
    }

    /// What the folder holds.
    #[must_use]
    pub fn totals(&self) -> &FolderTotals {
        self.folder.totals()
    }

    /// Checks the next block, which came from another machine, and writes it to the disk: its games must have
    /// the right numbers and be played by the rules.
    ///
    /// # Errors
    /// When something is wrong with the block, or the disk fails. Nothing is written then.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        let number = self.next();
        let bad = |why: String| RunError::Block { number, why };
        let header = self.folder.header(&self.job);
        let head = header.to_bytes().map_err(|error| bad(error.to_string()))?;
        let mut reader = Reader::new(head.chain(bytes)).map_err(|error| bad(error.to_string()))?;
        let block = reader.next_block().map_err(|error| bad(error.to_string()))?;
        let block = block.ok_or_else(|| bad("it is empty".to_owned()))?;
        let numbers = self.job.games_of(number);
        let count = numbers.end - numbers.start;
        if block.first != numbers.start || block.games.len() as u64 != count || count == 0 {
            return Err(bad(format!(
                "it has {} games from {}, not {count} from {}",
                block.games.len(),
                block.first,
                numbers.start
            )));
        }
        if !matches!(reader.next_block(), Ok(None)) {
            return Err(bad("more follows it".to_owned()));
        }
        let start = header.session().map_err(|error| bad(error.to_string()))?;
        for (game, number) in block.games.iter().zip(numbers) {
            let replayed = game.replay(start.fork().as_mut(), &mut |_, _, _| ());
            replayed.map_err(|(ply, why)| bad(format!("game {number}, ply {ply}: {why}")))?;
        }
        self.folder.write(&block, None)
    }
}
