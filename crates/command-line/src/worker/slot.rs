//! A job that a worker has: what stops it, and what it has found so far.

use engine::{Control, Info};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock guards. A thread that panicked has left it whole: it is changed by single calls only.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A job in hand.
#[derive(Debug, Default)]
pub(super) struct RunningJob {
    /// The name and the sum of its batch, if it has one.
    pub(super) batch: Option<(String, String)>,
    /// Stops it.
    pub(super) control: Control,
    /// Nobody wants its result.
    is_lost: AtomicBool,
    /// What the hall has not got yet, by depth and line: the latest depth, and the one before until all lines of the
    /// latest one are known.
    reports: Mutex<BTreeMap<(u32, u32), Info>>,
}

impl RunningJob {
    /// A unit of a batch.
    pub(super) fn of(name: &str, sum: &str) -> Self {
        Self { batch: Some((name.to_owned(), sum.to_owned())), ..Self::default() }
    }

    /// Stops it: nobody wants it any more.
    pub(super) fn lose(&self) {
        self.is_lost.store(true, Ordering::Release);
        self.control.stop();
    }

    pub(super) fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Acquire)
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Bound, Score};
    use std::time::Duration;

    #[test]
    fn a_depth_that_is_not_complete_replaces_no_line() {
        let slot = RunningJob::default();
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
