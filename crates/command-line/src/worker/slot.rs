//! A job that a worker has: what stops it, and what it has found so far.

use engine::{Control, Info};
use jobs::{JobAssignment, JobClass, JobLease};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a lock guards. A thread that panicked has left it whole: it is changed by single calls only.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A job in hand.
#[derive(Debug)]
pub(super) struct RunningJob {
    pub(super) held: JobLease,
    pub(super) class: JobClass,
    /// Stops it.
    pub(super) control: Control,
    /// The hall does not want its result.
    is_lost: AtomicBool,
    /// When the hall answered last.
    heard: Mutex<Instant>,
    /// What the hall has not got yet, by depth and line: the latest depth, and the one before until all lines of the
    /// latest one are known.
    reports: Mutex<BTreeMap<(u32, u32), Info>>,
}

impl RunningJob {
    pub(super) fn new(handed: &JobAssignment) -> Self {
        Self {
            held: handed.held.clone(),
            class: handed.class,
            control: Control::new(),
            is_lost: AtomicBool::new(false),
            heard: Mutex::new(Instant::now()),
            reports: Mutex::default(),
        }
    }

    /// Stops it: the hall does not want it any more.
    pub(super) fn lose(&self) {
        self.is_lost.store(true, Ordering::Release);
        self.control.stop();
    }

    pub(super) fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Acquire)
    }

    /// The hall has answered.
    pub(super) fn hears(&self) {
        *lock(&self.heard) = Instant::now();
    }

    /// For how long it has not.
    pub(super) fn silence(&self) -> Duration {
        lock(&self.heard).elapsed()
    }

    /// Keeps a report for the hall.
    pub(super) fn report(&self, info: &Info) {
        let mut reports = lock(&self.reports);
        if reports.keys().all(|&(depth, line)| depth == info.depth || line <= info.line) {
            reports.retain(|&(depth, _), _| depth == info.depth);
        }
        reports.insert((info.depth, info.line), info.clone());
    }

    /// Takes what the hall has not got yet.
    pub(super) fn take_reports(&self) -> Vec<Info> {
        std::mem::take(&mut *lock(&self.reports)).into_values().collect()
    }
}

/// Wakes a thread.
#[derive(Debug, Default)]
pub(super) struct WakeUp {
    rung: Mutex<bool>,
    wake: Condvar,
}

impl WakeUp {
    pub(super) fn ring(&self) {
        *lock(&self.rung) = true;
        self.wake.notify_all();
    }

    /// Waits until it is rung, or for this time.
    pub(super) fn wait(&self, most: Duration) {
        let rung = lock(&self.rung);
        let waited = self.wake.wait_timeout_while(rung, most, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Bound, Score};
    use jobs::Job;

    #[test]
    fn a_depth_that_is_not_complete_replaces_no_line() {
        let held =
            JobLease { job: Job::search(JobClass::Analysis, None, 1), holder: "h".to_owned() };
        let slot = RunningJob::new(&JobAssignment {
            held,
            class: JobClass::Analysis,
            payload: String::new(),
        });
        let info = |depth, line, first: &str| Info {
            depth,
            seldepth: depth,
            line,
            score: Score::Cp(0),
            bound: Bound::Exact,
            wdl: [500, 0, 500],
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![first.to_owned()],
        };
        let all = [info(7, 1, "a"), info(7, 2, "b"), info(8, 1, "a"), info(8, 2, "b")];
        all.iter().for_each(|info| slot.report(info));
        // The second line has become the first one.
        slot.report(&info(9, 1, "b"));
        let told = |all: &[Info]| all.to_vec();
        let kept = [&all[2..], &[info(9, 1, "b")]].concat();
        assert_eq!(slot.take_reports(), told(&kept));
        slot.report(&info(9, 2, "a"));
        assert_eq!(slot.take_reports(), told(&[info(9, 2, "a")]));
        [&all[..], &[info(9, 1, "b"), info(9, 2, "a")]]
            .concat()
            .iter()
            .for_each(|i| slot.report(i));
        assert_eq!(slot.take_reports(), told(&[info(9, 1, "b"), info(9, 2, "a")]));
    }
}
