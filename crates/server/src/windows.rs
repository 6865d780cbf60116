//! How much somebody has done in a time that begins with the first of it: a day, an hour.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After so many more, those whose time is over are forgotten.
const CLEAN_UP: usize = 1000;

/// The counts of all, each with a time of its own.
#[derive(Debug)]
pub(crate) struct Windows<K> {
    time: Duration,
    /// How much each has done since when.
    counts: Mutex<HashMap<K, (u64, Instant)>>,
}

impl<K: Hash + Eq + Clone> Windows<K> {
    /// Counts that begin anew after this time.
    pub(crate) fn new(time: Duration) -> Self {
        Self { time, counts: Mutex::default() }
    }

    /// Counts one more for each of these, if each has room for it.
    ///
    /// # Errors
    /// How long it is until the one that has none may go on, and how much it may do; nothing is counted then.
    pub(crate) fn take(&self, of: &[(K, u64)], now: Instant) -> Result<(), (Duration, u64)> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |since: Instant| self.time.saturating_sub(now.duration_since(since));
        if counts.len() >= CLEAN_UP {
            counts.retain(|_, (_, since)| !left(*since).is_zero());
        }
        for (key, most) in of {
            if let Some((count, since)) = counts.get(key)
                && count >= most
                && !left(*since).is_zero()
            {
                return Err((left(*since), *most));
            }
        }
        for (key, _) in of {
            let (count, since) = counts.entry(key.clone()).or_insert((0, now));
            if left(*since).is_zero() {
                (*count, *since) = (0, now);
            }
            *count += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_than_may_be_waits_for_the_next_hour_and_another_one_does_not() {
        let hour = Duration::from_secs(3600);
        let (windows, now) = (Windows::new(hour), Instant::now());
        let take = |of: &[(&'static str, u64)], after: Duration| windows.take(of, now + after);
        for minute in 0..3 {
            assert_eq!(take(&[("ada", 3)], Duration::from_secs(60 * minute)), Ok(()));
        }
        let second = Duration::from_secs(1);
        assert_eq!(take(&[("ada", 3)], hour - second), Err((second, 3)));
        // Nothing is counted for who is not to blame.
        assert_eq!(take(&[("bob", 1), ("ada", 3)], hour - second), Err((second, 3)));
        assert_eq!(take(&[("bob", 1)], hour - second), Ok(()));
        assert_eq!(take(&[("ada", 3)], hour), Ok(()));
    }

    #[test]
    fn those_whose_time_is_over_are_forgotten() {
        let (windows, now) = (Windows::new(Duration::from_secs(60)), Instant::now());
        for i in 0..CLEAN_UP {
            assert_eq!(windows.take(&[(i, 1)], now), Ok(()));
        }
        assert_eq!(windows.take(&[(CLEAN_UP, 1)], now + Duration::from_secs(60)), Ok(()));
        assert_eq!(windows.counts.lock().map(|it| it.len()).ok(), Some(1));
    }
}
