//! How often somebody may try: each failure after the first few makes the next one wait longer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The first wait, in seconds.
const FIRST_WAIT: u64 = 4;
/// Failures are forgotten after this time without another one.
const FORGOTTEN: Duration = Duration::from_secs(86_400);
/// After so many keys more those that are forgotten are removed.
const CLEAN_UP: usize = 1000;

/// The failures of all keys, each for itself.
#[derive(Debug)]
pub(crate) struct Attempts<K> {
    /// So many failures cost nothing.
    free: u32,
    /// The longest wait.
    longest: Duration,
    failures: Mutex<HashMap<K, (u32, Instant)>>,
}

impl<K: Hash + Eq> Attempts<K> {
    pub(crate) fn new(free: u32, longest: Duration) -> Self {
        Self { free, longest, failures: Mutex::default() }
    }

    /// Counts an attempt as failed, before anybody knows: those at the same time count, too.
    ///
    /// # Errors
    /// How long it is to wait.
    pub(crate) fn begin(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut all = self.all();
        if all.len() >= CLEAN_UP {
            all.retain(|_, (_, last)| now.duration_since(*last) < FORGOTTEN);
        }
        let (count, last) = all.entry(key).or_insert((0, now));
        if now.duration_since(*last) >= FORGOTTEN {
            *count = 0;
        }
        if let Some(more) = count.checked_sub(self.free) {
            let wait = Duration::from_secs(FIRST_WAIT << more.min(20)).min(self.longest);
            let left = wait.saturating_sub(now.duration_since(*last));
            if !left.is_zero() {
                return Err(left);
            }
        }
        (*count, *last) = (count.saturating_add(1), now);
        Ok(())
    }

    /// An attempt was none that failed.
    pub(crate) fn take_back(&self, key: &K) {
        if let Some((count, _)) = self.all().get_mut(key) {
            *count = count.saturating_sub(1);
        }
    }

    /// Forgets the failures.
    pub(crate) fn forgive(&self, key: &K) {
        self.all().remove(key);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<K, (u32, Instant)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn who_fails_waits_longer_each_time() {
        let attempts = Attempts::new(3, Duration::from_secs(40));
        let mut now = Instant::now();
        assert!((0..3).all(|_| attempts.begin("ada", now).is_ok()));
        let mut waits = Vec::new();
        for _ in 0..6 {
            let wait = attempts.begin("ada", now).unwrap_err();
            waits.push(wait.as_secs());
            now += wait;
            attempts.begin("ada", now).unwrap();
        }
        assert_eq!(waits, [4, 8, 16, 32, 40, 40]);
        assert!(attempts.begin("bob", now).is_ok(), "another one is free");
        assert!(attempts.begin("ada", now + FORGOTTEN).is_ok());
        attempts.forgive(&"ada");
        assert!((0..3).all(|_| attempts.begin("ada", now).is_ok()));
    }
}
