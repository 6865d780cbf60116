//! Runs the searches of a plan, several at a time, and keeps each result at once.

use crate::log::{self, Log};
use crate::{LabError, LabPlan, LabSearch, Measurement, ladder};
use engine::Control;
use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often the progress is told at least.
const TICK: Duration = Duration::from_millis(20);

/// How a plan is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Searches at a time.
    pub threads: usize,
    /// The longest time of one search. A technique that needs longer is not tried deeper on that
    /// position.
    pub longest: Duration,
    /// The log of measurements, one in a line. What is in it is not measured again.
    pub log: Option<PathBuf>,
}

/// The state of a run, after each search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Searches done, left out or found in the log.
    pub done: usize,
    /// All searches.
    pub all: usize,
}

/// What the workers share.
struct RunnerState {
    jobs: Mutex<VecDeque<LabSearch>>,
    /// Techniques and positions that needed too long.
    too_long: Mutex<HashSet<(&'static str, String)>>,
    /// Stops all searches.
    control: Control,
    longest: Duration,
}

/// A panic of another thread does not spoil these plain data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Measures what the plan says, and returns the rows in the order of the plan. `go_on` is told the
/// progress now and then; when it answers `false`, the run ends with what it has.
///
/// # Errors
/// When a position cannot be searched, a search fails, or the log cannot be used.
pub fn run(
    plan: &LabPlan,
    settings: &Settings,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<Measurement>, LabError> {
    plan.check()?;
    let jobs = plan.jobs();
    let all = jobs.len();
    let mut rows = match &settings.log {
        Some(path) => log::read(path)?,
        None => Vec::new(),
    };
    rows.retain(|row| jobs.iter().any(|job| row.is_of(job)));
    let left: VecDeque<LabSearch> =
        jobs.iter().filter(|job| !rows.iter().any(|row| row.is_of(job))).cloned().collect();
    let too_long = rows.iter().filter(|row| !row.complete);
    let too_long = too_long
        .filter_map(|row| Some((ladder::find(&row.technique).ok()?.id, row.position.clone())));
    let shared = RunnerState {
        too_long: Mutex::new(too_long.collect()),
        control: Control::new(),
        longest: settings.longest,
        jobs: Mutex::new(left),
    };
    let mut log = settings.log.as_deref().map(Log::open).transpose()?;
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            let (send, shared) = (send.clone(), &shared);
            scope.spawn(move || work(shared, &send));
        }
        drop(send);
        let done = collect(&receive, all, &mut rows, log.as_mut(), go_on);
        // Also after an error: the workers must end.
        shared.control.stop();
        done
    })?;
    let place = |row: &Measurement| jobs.iter().position(|job| row.is_of(job));
    rows.sort_by_key(place);
    Ok(rows)
}

/// Takes the rows of the workers until all are done.
fn collect(
    receive: &Receiver<Result<Option<Measurement>, LabError>>,
    all: usize,
    rows: &mut Vec<Measurement>,
    mut log: Option<&mut Log>,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), LabError> {
    let mut done = rows.len();
    loop {
        match receive.recv_timeout(TICK) {
            Ok(row) => {
                done += 1;
                let Some(row) = row? else { continue };
                if let Some(log) = log.as_deref_mut() {
                    log.keep(&row)?;
                }
                rows.push(row);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !go_on(Progress { done, all }) {
            break;
        }
    }
    go_on(Progress { done, all });
    Ok(())
}

/// Searches one job after the other until there are none.
fn work(shared: &RunnerState, send: &Sender<Result<Option<Measurement>, LabError>>) {
    while !shared.control.is_stopped() {
        let Some(job) = lock(&shared.jobs).pop_front() else { break };
        let row = search(shared, &job);
        if shared.control.is_stopped() || send.send(row).is_err() {
            break;
        }
    }
}

/// The row of a job; `None` if its technique already needed too long at less depth.
fn search(shared: &RunnerState, job: &LabSearch) -> Result<Option<Measurement>, LabError> {
    let name = (job.rung.id, job.position.clone());
    if lock(&shared.too_long).contains(&name) {
        return Ok(None);
    }
    let session = games::new_session(&job.variant, job.rules.as_deref(), Some(&job.position))?;
    let mut laboratory = games::new_laboratory(&job.variant)?;
    let (techniques, longest) = (ladder::techniques(job.rung)?, Some(shared.longest));
    let measured =
        laboratory.measure(session.as_ref(), techniques, job.depth, longest, &shared.control)?;
    if !measured.is_whole {
        lock(&shared.too_long).insert(name);
    }
    Ok(Some(Measurement::of(job, &measured)))
}
