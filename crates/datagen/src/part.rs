//! A job in parts: each is played somewhere by itself, and together they make the file that one machine would have made.

use crate::job::{DatagenJob, JobError};
use crate::packed::{Header, PackError, Reader};
use crate::run::{DatagenEvent, DatagenSettings, FolderTotals, GAMES_FILE, RunError};
use crate::unit::Collector;
use engine::Control;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One of several parts of a job: `2/5` is the second of five.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct JobPart {
    number: u64,
    of: u64,
}

impl JobPart {
    /// Whether something with this number, from 0 on, is of the part when all are dealt out in turn.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        number % self.of == self.number - 1
    }
}

impl FromStr for JobPart {
    type Err = String;

    /// Reads `I/N`, with `I` from 1 to `N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("{text:?} is no part: `2/5` is the second of five")),
        }
    }
}

impl fmt::Display for JobPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl DatagenJob {
    /// The games of a part, as a job of its own: whole blocks, in as many parts of nearly the same size.
    ///
    /// ```
    /// let job = datagen::DatagenJob::read("variant = 'reversi'\ngames = 100\nnodes = 50").unwrap();
    /// let part = |text: &str| job.part(text.parse().unwrap()).unwrap();
    /// assert_eq!((part("1/2").first, part("1/2").games), (0, 64));
    /// assert_eq!((part("2/2").first, part("2/2").games), (64, 36));
    /// ```
    ///
    /// # Errors
    /// When there are more parts than blocks of games.
    pub fn part(&self, part: JobPart) -> Result<Self, JobError> {
        let blocks = self.blocks();
        if part.of > blocks {
            let JobPart { of, .. } = part;
            return Err(JobError::Values(vec![format!(
                "{of} parts are too many: the job has {blocks} blocks of games, and a part has one at least"
            )]));
        }
        let of_wide = |number: u64| u128::from(blocks) * u128::from(number) / u128::from(part.of);
        // It is at most the number of blocks.
        let block = |number: u64| u64::try_from(of_wide(number)).unwrap_or(blocks);
        let (first, last) = (block(part.number - 1), block(part.number) - 1);
        let (first, end) = (self.games_of(first).start, self.games_of(last).end);
        Ok(Self { first, games: end - first, ..self.clone() })
    }

    /// Whether the other job has the same games, apart from which of them it has.
    fn is_like(&self, other: &Self) -> bool {
        Self { first: self.first, games: self.games, ..other.clone() } == *self
    }
}

/// A file of a part.
struct PartFile {
    path: PathBuf,
    header: Header,
    reader: Reader<BufReader<File>>,
}

impl PartFile {
    /// Opens the games of a folder, or a file of games.
    fn open(path: &Path) -> Result<Self, RunError> {
        let path = if path.is_dir() { path.join(GAMES_FILE) } else { path.to_owned() };
        let name = || path.display().to_string();
        let file = File::open(&path).map_err(|source| RunError::File { path: name(), source })?;
        let reader = Reader::new(BufReader::new(file));
        let reader = reader.map_err(|source| RunError::Packed { path: name(), source })?;
        Ok(Self { header: reader.header().clone(), reader, path })
    }

    fn first(&self) -> u64 {
        self.header.job.as_ref().map_or(0, |job| job.first)
    }
}

/// Makes the file of a job out of files of its parts, given in any order, as folders or as files: byte for byte what one run
/// of the build that played them makes. Every game is checked by the rules. What was merged before stays, so a part that
/// is missing can follow. `settings.program` is not used: the file says which program played the parts.
///
/// # Errors
/// When a file cannot be read, is of another job or of another build than the first one, a game is wrong, or games are
/// missing. What was written before stays.
pub fn merge(
    job: &DatagenJob,
    settings: &DatagenSettings,
    parts: &[PathBuf],
    on_event: &mut dyn FnMut(DatagenEvent<'_>),
    control: &Control,
) -> Result<FolderTotals, RunError> {
    let files: Result<Vec<_>, _> = parts.iter().map(|path| PartFile::open(path)).collect();
    let mut files = files?;
    files.sort_by_key(PartFile::first);
    let Some(program) = files.first().map(|file| file.header.program.clone()) else {
        return Err(RunError::Missing { first: job.first, last: job.first + job.games - 1 });
    };
    for file in &files {
        let is_same_job = file.header.job.as_ref().is_some_and(|part| job.is_like(part));
        let what = if !is_same_job {
            "job"
        } else if file.header.program != program {
            "build of the program"
        } else {
            continue;
        };
        return Err(RunError::Part { path: file.path.display().to_string(), what });
    }
    let mut collector = Collector::open(job, &DatagenSettings { program, ..settings.clone() })?;
    on_event(DatagenEvent::Resumed(collector.totals()));
    for file in &mut files {
        take_all(job, file, &mut collector, on_event, control)?;
    }
    let done = collector.totals().games;
    if done < job.games && !control.is_stopped() {
        return Err(RunError::Missing { first: job.first + done, last: job.first + job.games - 1 });
    }
    Ok(collector.totals().clone())
}

/// Takes the blocks of a file that the folder lacks.
fn take_all(
    job: &DatagenJob,
    file: &mut PartFile,
    collector: &mut Collector,
    on_event: &mut dyn FnMut(DatagenEvent<'_>),
    control: &Control,
) -> Result<(), RunError> {
    let name = || file.path.display().to_string();
    while !control.is_stopped() {
        let block = match file.reader.next_block() {
            Ok(Some(block)) => block,
            // A run that was interrupted leaves such a block; what is missing is told in the end.
            Ok(None) | Err(PackError::Torn { .. }) => return Ok(()),
            Err(source) => return Err(RunError::Packed { path: name(), source }),
        };
        let next = job.first + collector.totals().games;
        if block.first < next {
            continue;
        }
        if block.first > next {
            return Err(RunError::Missing { first: next, last: block.first - 1 });
        }
        let bytes = block.to_bytes();
        let bytes = bytes.map_err(|source: io::Error| RunError::File { path: name(), source })?;
        collector.take(&bytes)?;
        on_event(DatagenEvent::Written(collector.totals()));
    }
    Ok(())
}
