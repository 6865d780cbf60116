//! The threads of a worker: those that ask for jobs and do them, and those that speak of them with the hall.

use super::players::JobPlayers;
use super::slot::{RunningJob, WakeUp, lock};
use super::{OpenUnitPlayer, come_last};
use crate::failure::Failure;
use crate::work::{Backoff, HallClient, RequestError, pause};
use engine::Control;
use jobs::{
    BeatAnswer, BeatRequest, ClaimAnswer, ClaimRequest, GiveBack, HelloAnswer, HelloRequest,
    JobAssignment, JobClass, JobReport, PROTOCOL, ReportRequest, ResultRequest,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long the hall may wait for news of the jobs before it answers a beat. What was cancelled stops at once; a job that
/// begins meanwhile is in the next beat.
const BEAT: Duration = Duration::from_millis(250);
/// The least time from one beat to the next.
const BETWEEN: Duration = Duration::from_millis(50);
/// The least time from one report of a search to the next.
const REPORTS: Duration = Duration::from_millis(200);
/// After this time without the hall a search for a person ends: the hall has taken it back.
const SILENCE: Duration = Duration::from_secs(5);
/// How long the hall may wait for work before it answers; Ctrl-C waits for the answer.
const WAIT: Duration = Duration::from_secs(2);
/// How long a result is offered after Ctrl-C while the hall is away.
const LEAVING: Duration = Duration::from_secs(5);

/// What a worker begins with.
pub(super) struct WorkerSetup {
    pub(super) client: HallClient,
    /// Its build of the program.
    pub(super) build: String,
    /// The name that the operator of the hall sees.
    pub(super) name: String,
    /// The jobs that it asks for.
    pub(super) classes: Vec<JobClass>,
    /// What plays the units of self-play.
    pub(super) self_play: Option<OpenUnitPlayer>,
}

/// What the threads of a worker share.
pub(super) struct Worker {
    pub(super) setup: WorkerSetup,
    /// Says that the worker ends.
    pub(super) stop: Control,
    /// The jobs that it has.
    slots: Mutex<Vec<Arc<RunningJob>>>,
    done: AtomicU64,
    /// Threads that may still have jobs.
    active: AtomicUsize,
    /// Rings when a search has something to report.
    bell: WakeUp,
    /// Why the hall refuses this worker.
    refused: Mutex<Option<String>>,
}

impl Worker {
    pub(super) fn new(setup: WorkerSetup, threads: u16) -> Self {
        Self {
            setup,
            stop: Control::new(),
            slots: Mutex::default(),
            done: AtomicU64::new(0),
            active: AtomicUsize::new(threads.into()),
            bell: WakeUp::default(),
            refused: Mutex::default(),
        }
    }

    /// How many jobs are done.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Why the hall refuses this worker, if it does.
    pub(super) fn refused(&self) -> Option<String> {
        lock(&self.refused).take()
    }

    fn ends(&self) -> bool {
        self.stop.is_stopped()
    }

    fn is_active(&self) -> bool {
        self.active.load(Ordering::Acquire) > 0
    }

    /// Says hello until the hall answers; `None` on Ctrl-C.
    pub(super) fn greet(&self) -> Result<Option<HelloAnswer>, Failure> {
        let hello = HelloRequest { protocol: PROTOCOL, build: self.setup.build.clone() };
        let mut backoff = Backoff::default();
        while !self.ends() {
            match self.setup.client.post("hello", &hello) {
                Ok(welcome) => return Ok(Some(welcome)),
                Err(RequestError::Away(why)) => {
                    tracing::warn!("{why}; it is tried again");
                    backoff.pause(|| self.ends());
                }
                Err(refused) => return Err(refused.into()),
            }
        }
        Ok(None)
    }

    /// Does jobs on so many threads until the worker ends.
    pub(super) fn serve(&self, threads: u16) {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    self.work();
                    self.active.fetch_sub(1, Ordering::AcqRel);
                });
            }
            scope.spawn(|| self.report());
            self.beat();
        });
    }

    /// Asks for jobs and has them done until the worker ends.
    fn work(&self) {
        let asked = ClaimRequest {
            protocol: PROTOCOL,
            build: self.setup.build.clone(),
            classes: self.setup.classes.clone(),
            worker: self.setup.name.clone(),
            most: 1,
            wait_ms: u64::try_from(WAIT.as_millis()).unwrap_or(0),
        };
        let (mut backoff, mut players) =
            (Backoff::default(), JobPlayers::new(self.setup.self_play));
        while !self.ends() {
            let began = Instant::now();
            match self.setup.client.post::<ClaimAnswer>("claim", &asked) {
                Ok(answer) => {
                    backoff.reset();
                    if answer.jobs.is_empty() && began.elapsed() < WAIT / 2 {
                        // A hall that closes answers at once.
                        backoff.pause(|| self.ends());
                    }
                    for handed in answer.jobs {
                        self.perform(&handed, &mut players);
                    }
                }
                Err(RequestError::Away(why)) => {
                    tracing::warn!("{why}; it is tried again");
                    backoff.pause(|| self.ends());
                }
                Err(RequestError::Refused(why)) => {
                    lock(&self.refused).get_or_insert(why);
                    self.stop.stop();
                }
            }
        }
    }

    /// Has a job done and tells the hall what came of it.
    fn perform(&self, handed: &JobAssignment, players: &mut JobPlayers) {
        let slot = Arc::new(RunningJob::new(handed));
        lock(&self.slots).push(Arc::clone(&slot));
        if self.ends() {
            slot.control.stop();
        }
        let done = self.search(handed, &slot, players);
        let held = slot.held.clone();
        let is_half_done = self.ends() && slot.class.is_kept_in_memory();
        match done {
            // The hall does not want it any more.
            _ if slot.is_lost() => {}
            Some(done) if !is_half_done => self.deliver(&ResultRequest { held, done }, &slot),
            _ if self.ends() => {
                // If it does not arrive, the lease runs out.
                if let Err(error) = self.setup.client.tell("back", &GiveBack { jobs: vec![held] }) {
                    tracing::warn!("a job was not given back: {error:?}");
                }
            }
            _ => {}
        }
        lock(&self.slots).retain(|other| !Arc::ptr_eq(other, &slot));
    }

    /// Does a job on a thread of the lowest priority.
    fn search(
        &self,
        handed: &JobAssignment,
        slot: &RunningJob,
        players: &mut JobPlayers,
    ) -> Option<JobReport> {
        let failed = |why: String| Some(JobReport::Failed { why });
        let played = std::thread::scope(|scope| {
            let search = || {
                if cfg!(target_os = "linux") {
                    come_last();
                }
                players.play(handed, slot, &self.bell)
            };
            let thread = std::thread::Builder::new().name("search".to_owned());
            match thread.spawn_scoped(scope, search) {
                Ok(thread) => thread.join(),
                Err(error) => Ok(failed(format!("no thread to search with: {error}"))),
            }
        });
        // A fault of an engine costs this job, not the worker.
        played.unwrap_or_else(|_| {
            players.forget();
            failed("a panic; the log of the worker says more".to_owned())
        })
    }

    /// Offers a result until the hall has it, does not want it, or the worker ends.
    fn deliver(&self, result: &ResultRequest, slot: &RunningJob) {
        let mut backoff = Backoff::default();
        let mut until = None;
        loop {
            match self.setup.client.post::<jobs::ResultReceipt>("result", result) {
                Ok(jobs::ResultReceipt { kept }) => {
                    if kept && matches!(result.done, JobReport::Result { .. }) {
                        self.done.fetch_add(1, Ordering::Relaxed);
                    }
                    return;
                }
                Err(RequestError::Refused(why)) => {
                    tracing::warn!("a result was refused: {why}");
                    return;
                }
                Err(RequestError::Away(why)) => tracing::warn!("{why}; the result is kept"),
            }
            if self.ends() {
                let until = *until.get_or_insert_with(|| Instant::now() + LEAVING);
                if Instant::now() >= until {
                    return;
                }
            } else if slot.is_lost() {
                // Another worker has the job, or nobody wants it.
                return;
            }
            // Ctrl-C ends the pause: the last tries are close together.
            if until.is_some() {
                pause(BEAT, || false);
            } else {
                backoff.pause(|| self.ends());
            }
        }
    }

    /// Tells the hall again and again which jobs the worker has, and stops those that it has lost.
    fn beat(&self) {
        while self.is_active() {
            let began = Instant::now();
            let mut all = lock(&self.slots).clone();
            if self.ends() {
                all.iter().for_each(|slot| slot.control.stop());
            }
            all.retain(|slot| !slot.is_lost());
            if all.is_empty() {
                pause(BETWEEN, || !self.is_active());
                continue;
            }
            // A hall with several nodes passes a beat on to the one that keeps its searches.
            let mut nodes = BTreeMap::<_, Vec<_>>::new();
            for slot in all {
                let node = slot.held.job.node().map(str::to_owned);
                nodes.entry(node).or_default().push(slot);
            }
            let wait = if self.ends() { Duration::ZERO } else { BEAT };
            let wait = wait / u32::try_from(nodes.len()).unwrap_or(u32::MAX).max(1);
            for slots in nodes.values() {
                self.beat_for(slots, wait);
            }
            pause(BETWEEN.saturating_sub(began.elapsed()), || !self.is_active());
        }
    }

    /// Tells the hall of these jobs; it may wait so long for news of them.
    fn beat_for(&self, slots: &[Arc<RunningJob>], wait: Duration) {
        let jobs = slots.iter().map(|slot| slot.held.clone()).collect();
        let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(0);
        match self.setup.client.post("beat", &BeatRequest { jobs, wait_ms }) {
            Ok(answer) => obey(slots, &answer),
            // The thread with the job tells of it when its result does not arrive.
            Err(error) => {
                tracing::debug!("a beat was not heard: {error:?}");
                let has_gone = |slot: &&Arc<RunningJob>| {
                    slot.class.is_kept_in_memory() && slot.silence() > SILENCE
                };
                slots.iter().filter(has_gone).for_each(|slot| slot.lose());
                pause(BEAT, || !self.is_active());
            }
        }
    }

    /// Tells the hall what searches have found so far.
    fn report(&self) {
        while self.is_active() {
            self.bell.wait(BETWEEN);
            let all = lock(&self.slots).clone();
            let mut has_told = false;
            for slot in all.into_iter().filter(|slot| !slot.is_lost()) {
                let reports = slot.take_reports();
                if reports.is_empty() {
                    continue;
                }
                has_told = true;
                let Ok(found) = serde_json::to_string(&reports) else { continue };
                let told = ReportRequest { held: slot.held.clone(), found };
                match self.setup.client.post("report", &told) {
                    Ok(answer) => obey(&[slot], &answer),
                    Err(error) => tracing::debug!("a report was not heard: {error:?}"),
                }
            }
            if has_told {
                pause(REPORTS, || !self.is_active());
            }
        }
    }
}

/// Does what the hall says of these jobs.
fn obey(slots: &[Arc<RunningJob>], answer: &BeatAnswer) {
    for slot in slots {
        let job = &slot.held.job;
        if answer.lost.contains(job) {
            slot.lose();
        } else {
            slot.hears();
            if answer.due.contains(job) {
                slot.control.stop();
            }
        }
    }
}
