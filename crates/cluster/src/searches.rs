//! Searches for people that workers do: the leases of what was taken out of the pool. They are in the memory of the node
//! that serves the person, not in the database (docs/serve/cluster.md says why).

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jobs::{
    BatchNews, BeatAnswer, ClaimRequest, Job, JobAssignment, JobClass, JobCounts, JobLease,
    JobReport, JobState, MOST_PAYLOAD,
};
use pool::{Pool, RemoteCounts, RemoteSearch, SearchAnswer};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::QueuedJobs;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// A worker that was silent for this time has lost its searches: a person waits. It beats four times a second.
const LEASE: Duration = Duration::from_secs(2);
/// A move is taken back when it takes so much longer than its time: the worker has no processor for it.
const GRACE: Duration = Duration::from_secs(2);
/// The time of a move for which none is set.
const USUAL: Duration = Duration::from_secs(5);
/// How often leases are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// How many reasons of failures are kept.
const REASONS: usize = 20;
/// How many reports are taken over from one message.
const REPORTS: usize = 500;

/// The classes of the pool that a class of jobs is made of.
fn classes(class: JobClass) -> &'static [pool::SearchClass] {
    match class {
        JobClass::Move => &[pool::SearchClass::Person, pool::SearchClass::Machines],
        JobClass::Analysis => &[pool::SearchClass::Shown],
        JobClass::Puzzle => &[pool::SearchClass::Puzzle],
        JobClass::Review | JobClass::Match | JobClass::SelfPlay => &[],
    }
}

/// The searches of people that workers have.
#[derive(Debug)]
pub struct WorkerSearches {
    pool: Pool,
    /// Only workers of this build find what the hall would find. `None`: none do.
    build: Option<String>,
    /// The address of this node, if the hall may have others.
    node: Option<String>,
    state: Mutex<SearchLeases>,
    /// Something may wait for a worker.
    waits: Notify,
    /// A search that a worker has may be unwanted, or shall end.
    news: Notify,
}

#[derive(Debug, Default)]
struct SearchLeases {
    taken: u64,
    running: HashMap<Job, SearchLease>,
    tally: BTreeMap<JobClass, SearchTally>,
}

#[derive(Debug)]
struct SearchLease {
    holder: String,
    worker: String,
    class: JobClass,
    search: RemoteSearch,
    /// When the worker loses it if it says nothing.
    until: Instant,
    /// When it is taken back in any case.
    end: Option<Instant>,
}

/// What became of the searches of a class since the hall was opened.
#[derive(Clone, Debug, Default)]
struct SearchTally {
    counts: BTreeMap<&'static str, i64>,
    reasons: VecDeque<String>,
}

impl SearchTally {
    fn add(&mut self, outcome: &'static str) {
        *self.counts.entry(outcome).or_default() += 1;
    }

    fn fails(&mut self, outcome: &'static str, why: String) {
        self.add(outcome);
        self.reasons.push_back(why);
        if self.reasons.len() > REASONS {
            self.reasons.pop_front();
        }
    }
}

impl WorkerSearches {
    /// The searches of this pool, for workers of this build. `node` is the address of this node, if the hall may have
    /// others.
    #[must_use]
    pub fn new(pool: Pool, build: Option<String>, node: Option<String>) -> Self {
        Self {
            pool,
            build,
            node,
            state: Mutex::default(),
            waits: Notify::new(),
            news: Notify::new(),
        }
    }

    /// The pool says that something has changed.
    pub fn tell(&self) {
        self.waits.notify_waiters();
        self.news.notify_waiters();
    }

    /// Is ready when something may wait for a worker that did not at this call.
    pub fn waits(&self) -> Notified<'_> {
        self.waits.notified()
    }

    /// Is ready when a worker may have lost a search that it had at this call.
    pub fn news(&self) -> Notified<'_> {
        self.news.notified()
    }

    /// The other node that keeps all of these, if one does.
    #[must_use]
    pub fn other<'a>(&self, all: &'a [JobLease]) -> Option<&'a str> {
        let node = all.first()?.job.node().filter(|node| self.node.as_deref() != Some(node))?;
        all.iter().all(|held| held.job.node() == Some(node)).then_some(node)
    }

    /// Hands out searches, as many as are asked for at most.
    #[must_use]
    pub fn claim(&self, asked: &ClaimRequest, holder: &str) -> Vec<JobAssignment> {
        let mut handed = Vec::new();
        if self.build.as_ref() != Some(&asked.build) {
            return handed;
        }
        for class in JobClass::ALL.into_iter().filter(|class| asked.classes.contains(class)) {
            while handed.len() < asked.most as usize {
                let Some(search) = self.pool.take_out(classes(class)) else { break };
                let payload = serde_json::to_string(search.order()).unwrap_or_default();
                if payload.is_empty() || payload.len() > MOST_PAYLOAD {
                    // Dropped, it is done here.
                    continue;
                }
                handed.push(self.lease(class, search, payload, &asked.worker, holder));
            }
        }
        handed
    }

    fn lease(
        &self,
        class: JobClass,
        search: RemoteSearch,
        payload: String,
        worker: &str,
        holder: &str,
    ) -> JobAssignment {
        let now = Instant::now();
        let mut state = self.state();
        state.taken += 1;
        let job = Job::search(class, self.node.as_deref(), state.taken);
        let held = JobLease { job: job.clone(), holder: holder.to_owned() };
        let end = search.move_time().unwrap_or(USUAL) + GRACE;
        let lease = SearchLease {
            holder: holder.to_owned(),
            worker: worker.to_owned(),
            class,
            search,
            until: now + LEASE,
            end: (class == JobClass::Move).then_some(now + end),
        };
        state.running.insert(job, lease);
        JobAssignment { held, class, payload }
    }

    /// Extends the leases, and says which of these searches their worker must stop, and which it must end.
    pub fn beat(&self, all: &[JobLease]) -> BeatAnswer {
        let now = Instant::now();
        let (mut answer, mut gone) = (BeatAnswer::default(), Vec::new());
        let mut state = self.state();
        for held in all {
            match state.of(held) {
                Some(lease) if lease.search.is_wanted() => {
                    lease.until = now + LEASE;
                    if lease.search.shall_end() {
                        answer.due.push(held.job.clone());
                    }
                }
                Some(_) => {
                    gone.extend(state.take(held, "cancelled"));
                    answer.lost.push(held.job.clone());
                }
                None => answer.lost.push(held.job.clone()),
            }
        }
        drop(state);
        drop(gone);
        answer
    }

    /// Passes on what a worker has found so far. What cannot be read is left out.
    pub fn report(&self, held: &JobLease, found: &str) -> BeatAnswer {
        let reports: Vec<engine::Info> = serde_json::from_str(found).unwrap_or_else(|error| {
            tracing::warn!("{}: a report of a worker: {error}", held.job.batch);
            Vec::new()
        });
        if let Some(lease) = self.state().of(held) {
            lease.search.tell(reports.into_iter().take(REPORTS).collect());
        }
        self.beat(std::slice::from_ref(held))
    }

    /// The end of a search. Returns whether it counts.
    ///
    /// # Errors
    /// When what the worker says cannot be the result. The search is then done here.
    pub fn finish(&self, held: &JobLease, done: JobReport) -> Result<bool, String> {
        let read = match done {
            JobReport::Result { bytes, .. } => {
                BASE64_STANDARD.decode(bytes).map_err(|error| error.to_string()).and_then(|bytes| {
                    serde_json::from_slice::<SearchAnswer>(&bytes)
                        .map_err(|error| error.to_string())
                })
            }
            JobReport::Failed { why } => {
                let mut state = self.state();
                let Some(lease) = state.take(held, "") else { return Ok(false) };
                state.tally.entry(lease.class).or_default().fails("failed", why.clone());
                drop(state);
                lease.search.fail(&why.into());
                return Ok(true);
            }
        };
        let mut state = self.state();
        let Some(lease) = state.take(held, "") else { return Ok(false) };
        drop(state);
        let class = lease.class;
        let ended = match read {
            Ok(answer) => lease.search.end(answer),
            Err(why) => {
                drop(lease);
                Err(why)
            }
        };
        let mut state = self.state();
        let tally = state.tally.entry(class).or_default();
        match &ended {
            Ok(true) => tally.add("done"),
            Ok(false) => tally.add("cancelled"),
            Err(why) => tally.fails("failed", why.clone()),
        }
        ended
    }

    /// Gives searches back as if they had not been handed out.
    pub fn give_back(&self, all: &[JobLease]) {
        for held in all {
            let taken = self.state().take(held, "given-back");
            if let Some(lease) = taken {
                lease.search.give_back();
            }
        }
    }

    /// Takes searches back from workers that are silent or too slow, until the hall closes.
    pub async fn keep(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            drop(self.expired(Instant::now()));
        }
    }

    /// Takes what is due. Dropped, the searches come back to the pool.
    fn expired(&self, now: Instant) -> Vec<SearchLease> {
        let mut state = self.state();
        let is_due =
            |lease: &SearchLease| lease.until <= now || lease.end.is_some_and(|end| end <= now);
        let due: Vec<Job> = state
            .running
            .iter()
            .filter(|(_, lease)| is_due(lease))
            .map(|(job, _)| job.clone())
            .collect();
        let mut all = Vec::new();
        for job in due {
            let Some(lease) = state.running.remove(&job) else { continue };
            let why = if lease.until <= now {
                format!("the worker {} was silent", lease.worker)
            } else {
                format!("the worker {} was too slow", lease.worker)
            };
            if lease.search.is_wanted() {
                tracing::warn!("a search comes back: {why}");
                state.tally.entry(lease.class).or_default().fails("lost", why);
            }
            all.push(lease);
        }
        all
    }

    /// The searches as batches, one for each class that workers had searches of.
    #[must_use]
    pub fn batches(&self) -> Vec<BatchNews> {
        let waits = self.all_waits();
        let state = self.state();
        let of = |(class, waits): (JobClass, RemoteCounts)| {
            let running = state.running.values().filter(|lease| lease.class == class);
            let workers: BTreeSet<String> = running.map(|lease| lease.worker.clone()).collect();
            let tally = state.tally.get(&class).cloned().unwrap_or_default();
            if workers.is_empty() && tally.counts.is_empty() {
                return None;
            }
            let many = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
            Some(BatchNews {
                key: Job::search(class, self.node.as_deref(), 0).batch,
                class,
                build: self.build.clone().unwrap_or_default(),
                counts: JobCounts {
                    waiting: many(waits.waiting),
                    running: many(waits.remote),
                    quarantined: many(waits.stay),
                    ..JobCounts::default()
                },
                sums: tally.counts.iter().map(|(&name, &n)| (name.to_owned(), n)).collect(),
                workers: workers.into_iter().collect(),
                errors: tally.reasons.into(),
            })
        };
        waits.into_iter().filter_map(of).collect()
    }

    /// The same for the metrics.
    #[must_use]
    pub fn queued(&self) -> Vec<QueuedJobs> {
        let mut all = Vec::new();
        if self.build.is_none() {
            // Nothing of this kind goes out.
            return all;
        }
        for (class, waits) in self.all_waits() {
            for (state, jobs, age) in [
                (JobState::Waiting, waits.waiting, waits.longest),
                (JobState::Running, waits.remote, Duration::ZERO),
                (JobState::Quarantined, waits.stay, Duration::ZERO),
            ] {
                let jobs = u64::try_from(jobs).unwrap_or(u64::MAX);
                all.push(QueuedJobs { class, state, jobs, age });
            }
        }
        all
    }

    /// How many searches ended in which way, by class, since the hall was opened.
    #[must_use]
    pub fn ended(&self) -> Vec<(JobClass, &'static str, u64)> {
        let state = self.state();
        let of = |(&class, tally): (&JobClass, &SearchTally)| {
            let counts: Vec<_> =
                tally.counts.iter().map(|(&name, &count)| (class, name, count)).collect();
            counts
        };
        let all = state.tally.iter().flat_map(of);
        all.map(|(class, name, count)| (class, name, u64::try_from(count).unwrap_or(0))).collect()
    }

    fn all_waits(&self) -> Vec<(JobClass, RemoteCounts)> {
        let kept = JobClass::ALL.into_iter().filter(|class| class.is_kept_in_memory());
        let of = |class: JobClass| {
            let parts = classes(class).iter().map(|&part| self.pool.waits(part));
            let sum = parts.fold(RemoteCounts::default(), |sum, part| RemoteCounts {
                waiting: sum.waiting + part.waiting,
                longest: sum.longest.max(part.longest),
                remote: sum.remote + part.remote,
                stay: sum.stay + part.stay,
            });
            (class, sum)
        };
        kept.map(of).collect()
    }

    fn state(&self) -> MutexGuard<'_, SearchLeases> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchLeases {
    /// The lease of a job, if this holder has it.
    fn of(&mut self, held: &JobLease) -> Option<&mut SearchLease> {
        self.running.get_mut(&held.job).filter(|lease| lease.holder == held.holder)
    }

    /// Ends a lease, and counts that.
    fn take(&mut self, held: &JobLease, outcome: &'static str) -> Option<SearchLease> {
        let class = self.of(held)?.class;
        if !outcome.is_empty() {
            self.tally.entry(class).or_default().add(outcome);
        }
        self.running.remove(&held.job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class without a line in [`classes`] would never go out, and one of the database would go out twice.
    #[test]
    fn what_is_kept_in_memory_is_made_of_searches_of_the_pool() {
        for class in JobClass::ALL {
            assert_eq!(classes(class).is_empty(), !class.is_kept_in_memory(), "{class}");
        }
    }
}
