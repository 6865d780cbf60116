//! A job that a worker has: what stops it, and what it has found so far.

use engine::{Control, Info};
use jobs::{Class, Handed, Held};
use pool::Told;
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
pub(super) struct Slot {
    pub(super) held: Held,
    pub(super) class: Class,
    /// Stops it.
    pub(super) control: Control,
    /// The hall does not want its result.
    is_lost: AtomicBool,
    /// When the hall answered last.
    heard: Mutex<Instant>,
    /// The latest report of each line that the hall has not got yet.
    reports: Mutex<BTreeMap<u32, Told>>,
}

impl Slot {
    pub(super) fn new(handed: &Handed) -> Self {
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
        lock(&self.reports).insert(info.line, Told::from(info));
    }

    /// Takes what the hall has not got yet.
    pub(super) fn take_reports(&self) -> Vec<Told> {
        std::mem::take(&mut *lock(&self.reports)).into_values().collect()
    }
}

/// Wakes a thread.
#[derive(Debug, Default)]
pub(super) struct Bell {
    rung: Mutex<bool>,
    wake: Condvar,
}

impl Bell {
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
