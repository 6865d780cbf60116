//! The generation of a job: many threads, one file, and no game twice.

use crate::job::DatagenJob;
use crate::packed::{Block, Ending, Game, Header, PackError, Reader};
use crate::play::{PlayError, play};
use engine::Control;
use game::Outcome;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Games of a block. A kill loses at most one block of each thread.
pub(crate) const GAMES_OF_BLOCK: u64 = 32;
/// How often the thread that writes checks whether to stop.
const GLANCE: Duration = Duration::from_millis(50);
/// A kill leaves an incomplete block, which is far shorter. More bytes than this after the last good block
/// are not removed: something else has damaged the file.
const MOST_TORN: u64 = 1 << 20;
/// The games of a folder.
pub(crate) const GAMES_FILE: &str = "games.yqg";

/// What a run needs besides its job.
#[derive(Clone, Debug)]
pub struct DatagenSettings {
    /// The folder for the games; it is made if absent.
    pub out: PathBuf,
    /// Games at the same time.
    pub threads: usize,
    /// The program and its version, for the header. A file is continued by the same program only.
    pub program: String,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderTotals {
    /// Games.
    pub games: u64,
    /// Plies.
    pub plies: u64,
    /// Plies that were searched: positions with a score.
    pub positions: u64,
    /// Games won by the first side, drawn, and won by the second side.
    pub results: [u64; 3],
    /// How often which rule ended a game.
    pub endings: BTreeMap<&'static str, u64>,
}

impl FolderTotals {
    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.positions += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        if game.ending != Ending::Open {
            self.results[match game.outcome {
                Outcome::FirstWins => 0,
                Outcome::Draw => 1,
                Outcome::SecondWins => 2,
            }] += 1;
        }
        *self.endings.entry(game.ending.name()).or_default() += 1;
    }
}

/// What happens during a run.
#[derive(Debug)]
pub enum DatagenEvent<'a> {
    /// An earlier run left these games.
    Resumed(&'a FolderTotals),
    /// A game has ended; it is not on the disk before its block.
    Played(&'a Game),
    /// A block is on the disk.
    Written(&'a FolderTotals),
}

/// Why a run cannot go on. What it has written stays.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The file in the folder is damaged or something else.
    #[error("{path}: {source}")]
    Packed {
        /// Which.
        path: String,
        /// What is wrong.
        source: PackError,
    },
    /// Another process writes into the folder.
    #[error("{0}: another run writes here")]
    Busy(String),
    /// The folder belongs to another job.
    #[error("{path} was begun with another {what}; give another folder")]
    Differs {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
    },
    /// A file of a part belongs to another job, or another build played it.
    #[error("{path}: this part is of another {what}")]
    Part {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
    },
    /// Games of the job are in none of the parts.
    #[error("games {first} to {last} are in none of the parts")]
    Missing {
        /// The first of them.
        first: u64,
        /// The last of them.
        last: u64,
    },
    /// A block that came from another machine is wrong.
    #[error("block {number}: {why}")]
    Block {
        /// Its number, from 0.
        number: u64,
        /// Why.
        why: String,
    },
    /// A game cannot be played.
    #[error("game {number}: {source}")]
    Play {
        /// Its number.
        number: u64,
        /// Why.
        source: PlayError,
    },
}

/// A message of a worker.
enum WorkerMessage {
    Played(Game),
    Block { number: u64, block: Block, cpu: Option<Duration> },
    Failed(RunError),
}

/// Plays the games of a job that the folder lacks. When `control` says stop, the games in progress are
/// dropped.
///
/// # Errors
/// When the folder cannot be used or a game cannot be played. The games on the disk stay.
pub fn run(
    job: &DatagenJob,
    settings: &DatagenSettings,
    on_event: &mut dyn FnMut(DatagenEvent<'_>),
    control: &Control,
) -> Result<FolderTotals, RunError> {
    job.check().map_err(|e| RunError::Play { number: job.first, source: e.into() })?;
    let mut folder = Folder::open(job, settings)?;
    on_event(DatagenEvent::Resumed(&folder.totals));
    let begun = folder.totals.games / GAMES_OF_BLOCK;
    let blocks = job.games.div_ceil(GAMES_OF_BLOCK);
    let next = AtomicU64::new(begun);
    let inner = Control::new();
    let mut failure = None;
    std::thread::scope(|scope| {
        let (sender, news) = mpsc::sync_channel(256);
        for _ in 0..settings.threads.max(1) {
            let (sender, next, inner) = (sender.clone(), &next, &inner);
            scope.spawn(move || work(job, next, blocks, &sender, inner));
        }
        drop(sender);
        // Blocks are written in the order of their numbers, whichever thread played them.
        let (mut waiting, mut expected) = (BTreeMap::new(), begun);
        loop {
            if control.is_stopped() {
                inner.stop();
            }
            match news.recv_timeout(GLANCE) {
                Ok(WorkerMessage::Played(game)) => on_event(DatagenEvent::Played(&game)),
                Ok(WorkerMessage::Block { number, block, cpu }) => {
                    waiting.insert(number, (block, cpu));
                    while let Some((block, cpu)) = waiting.remove(&expected) {
                        if failure.is_some() {
                            break;
                        }
                        match folder.write(&block, cpu) {
                            Ok(()) => on_event(DatagenEvent::Written(&folder.totals)),
                            Err(error) => {
                                failure = Some(error);
                                inner.stop();
                            }
                        }
                        expected += 1;
                    }
                }
                Ok(WorkerMessage::Failed(error)) => {
                    failure.get_or_insert(error);
                    inner.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(folder.totals),
    }
}

/// Plays blocks until none is left.
fn work(
    job: &DatagenJob,
    next: &AtomicU64,
    blocks: u64,
    news: &SyncSender<WorkerMessage>,
    control: &Control,
) {
    let failed =
        |number, source| drop(news.send(WorkerMessage::Failed(RunError::Play { number, source })));
    let mut engine = match job.engine() {
        Ok(engine) => engine,
        Err(error) => return failed(job.first, error.into()),
    };
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= blocks {
            return;
        }
        let began = cpu_time();
        let first = job.first + number * GAMES_OF_BLOCK;
        let end = job.first + job.games.min((number + 1) * GAMES_OF_BLOCK);
        let mut games = Vec::new();
        for game in first..end {
            match play(job, engine.as_mut(), game, control) {
                Ok(Some(played)) => {
                    games.push(played.clone());
                    if news.send(WorkerMessage::Played(played)).is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) => return failed(game, error),
            }
        }
        let cpu = cpu_time().zip(began).map(|(now, began)| now.saturating_sub(began));
        if news.send(WorkerMessage::Block { number, block: Block { first, games }, cpu }).is_err() {
            return;
        }
    }
}

/// The time this thread has had a processor, where the system says so (Linux).
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// The folder of a run, open for writing.
#[derive(Debug)]
pub(crate) struct Folder {
    games: File,
    path: PathBuf,
    log: File,
    log_path: PathBuf,
    /// Held as long as the folder is written to.
    _lock: File,
    totals: FolderTotals,
    began: Instant,
    program: String,
}

fn trouble(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::File { path: path.display().to_string(), source }
}

impl Folder {
    pub(crate) fn open(job: &DatagenJob, settings: &DatagenSettings) -> Result<Self, RunError> {
        let out = &settings.out;
        fs::create_dir_all(out).map_err(trouble(out))?;
        let lock_path = out.join("lock");
        let lock = File::create(&lock_path).map_err(trouble(&lock_path))?;
        lock.try_lock().map_err(|_| RunError::Busy(out.display().to_string()))?;
        let header = header(job, &settings.program);
        let path = out.join(GAMES_FILE);
        if !path.exists() {
            create(&path, &header)?;
            let text = serde_json::to_string_pretty(job).unwrap_or_default();
            let job_path = out.join("job.json");
            fs::write(&job_path, text + "\n").map_err(trouble(&job_path))?;
        }
        let mut games =
            OpenOptions::new().read(true).write(true).open(&path).map_err(trouble(&path))?;
        let (totals, good) = count(&games, &header, &path)?;
        // A block that was being written when the machine stopped is played again.
        games.set_len(good).and_then(|()| games.seek(SeekFrom::End(0))).map_err(trouble(&path))?;
        let log_path = out.join("log.jsonl");
        let log = OpenOptions::new().append(true).create(true).open(&log_path);
        let log = log.map_err(trouble(&log_path))?;
        let (began, program) = (Instant::now(), settings.program.clone());
        Ok(Self { games, path, log, log_path, _lock: lock, totals, began, program })
    }

    /// What the folder holds.
    pub(crate) fn totals(&self) -> &FolderTotals {
        &self.totals
    }

    /// The header of its file.
    pub(crate) fn header(&self, job: &DatagenJob) -> Header {
        header(job, &self.program)
    }

    pub(crate) fn write(&mut self, block: &Block, cpu: Option<Duration>) -> Result<(), RunError> {
        let written = block.to_bytes().and_then(|bytes| {
            self.games.write_all(&bytes)?;
            self.games.sync_data()
        });
        written.map_err(trouble(&self.path))?;
        let before = self.totals.clone();
        block.games.iter().for_each(|game| self.totals.add(game));
        let line = json!({
            "first": block.first,
            "games": self.totals.games - before.games,
            "plies": self.totals.plies - before.plies,
            "positions": self.totals.positions - before.positions,
            "cpu_seconds": cpu.map(|cpu| cpu.as_secs_f64()),
            "since_begin_seconds": self.began.elapsed().as_secs_f64(),
        });
        writeln!(self.log, "{line}").map_err(trouble(&self.log_path))
    }
}

/// The header of a job's file.
fn header(job: &DatagenJob, program: &str) -> Header {
    Header {
        variant: job.variant.clone(),
        rules: job.rules.clone(),
        position: None,
        seed: job.seed,
        program: program.to_owned(),
        made_by: String::new(),
        job: Some(job.clone()),
    }
}

/// Makes the file whole or not at all.
fn create(path: &Path, header: &Header) -> Result<(), RunError> {
    let packed = |source| RunError::Packed { path: path.display().to_string(), source };
    let bytes = header.to_bytes().map_err(packed)?;
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(trouble(path))
}

/// What the file has, and how many of its bytes are good.
fn count(file: &File, expected: &Header, path: &Path) -> Result<(FolderTotals, u64), RunError> {
    let name = || path.display().to_string();
    let packed = |source| RunError::Packed { path: name(), source };
    let mut reader = Reader::new(BufReader::new(file)).map_err(packed)?;
    let found = reader.header();
    if found != expected {
        let what = if found.job == expected.job { "build of the program" } else { "job" };
        return Err(RunError::Differs { path: name(), what });
    }
    let length = file.metadata().map_err(trouble(path))?.len();
    let mut totals = FolderTotals::default();
    loop {
        match reader.next_block() {
            Ok(Some(block)) => block.games.iter().for_each(|game| totals.add(game)),
            Ok(None) => return Ok((totals, reader.good())),
            Err(PackError::Torn { at }) if length.saturating_sub(at) <= MOST_TORN => {
                return Ok((totals, at));
            }
            Err(source) => return Err(packed(source)),
        }
    }
}
