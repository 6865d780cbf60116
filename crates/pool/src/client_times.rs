//! How much of the threads each client had lately, and who comes next by that.

use crate::SearchClass;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After this time a second of searching counts half.
const HALF_LIFE: Duration = Duration::from_secs(10);
/// Seconds of searching that one class less of urgency is worth: a client that had so much more than another one
/// waits behind it although its search is more urgent.
const CLASS_WEIGHT: f64 = 0.5;
/// Nobody waits for searches of the last class: they come after those of all clients.
const LAST_CLASS_WEIGHT: f64 = 1e6;
/// A client that had less than this is forgotten.
const FORGOTTEN: f64 = 0.001;

/// The time of the threads that each client had lately, by class.
#[derive(Debug, Default)]
pub(crate) struct ClientTimes {
    clients: HashMap<Arc<str>, ClientTime>,
}

#[derive(Debug)]
struct ClientTime {
    /// Seconds, as of `at`.
    by_class: [f64; SearchClass::ALL.len()],
    at: Instant,
}

impl ClientTime {
    /// Lets the time until `now` pass.
    fn age(&mut self, now: Instant) {
        let factor = remaining(now.saturating_duration_since(self.at));
        for seconds in &mut self.by_class {
            *seconds *= factor;
        }
        self.at = self.at.max(now);
    }
}

/// The part of a second of searching that still counts after `passed`.
fn remaining(passed: Duration) -> f64 {
    (-passed.as_secs_f64() / HALF_LIFE.as_secs_f64()).exp2()
}

impl ClientTimes {
    /// Adds a search that ran for `time` until `now`.
    pub(crate) fn charge(
        &mut self,
        client: &Arc<str>,
        class: SearchClass,
        time: Duration,
        now: Instant,
    ) {
        let used = self
            .clients
            .entry(Arc::clone(client))
            .or_insert_with(|| ClientTime { by_class: Default::default(), at: now });
        used.age(now);
        // Of a long search the beginning counts less already.
        let scale = HALF_LIFE.as_secs_f64() / std::f64::consts::LN_2;
        used.by_class[class as usize] += scale * (1.0 - remaining(time));
    }

    /// Forgets clients that had nothing lately.
    pub(crate) fn forget(&mut self, now: Instant) {
        self.clients.retain(|_, used| {
            used.age(now);
            used.by_class.iter().sum::<f64>() > FORGOTTEN
        });
    }

    /// The place of a search among those of other clients: the smallest comes first. What a client had in this class
    /// and in more urgent ones moves it back; what it had in less urgent ones does not, so that a long review does not
    /// delay the moves of the same person.
    pub(crate) fn rank(&self, client: &str, class: SearchClass, now: Instant) -> f64 {
        let weight = match class {
            SearchClass::Puzzle => LAST_CLASS_WEIGHT,
            class => CLASS_WEIGHT * f64::from(class as u8),
        };
        let used = self.clients.get(client).map_or(0.0, |used| {
            let seconds: f64 = used.by_class[..=class as usize].iter().sum();
            seconds * remaining(now.saturating_duration_since(used.at))
        });
        weight + used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn who_had_much_comes_later_and_is_forgiven_with_time() {
        let now = Instant::now();
        let (greedy, other): (Arc<str>, Arc<str>) = ("greedy".into(), "other".into());
        let mut client_times = ClientTimes::default();
        let rank = |client_times: &ClientTimes, class, now| client_times.rank("greedy", class, now);
        assert!(
            rank(&client_times, SearchClass::Person, now)
                < client_times.rank("other", SearchClass::Shown, now)
        );
        client_times.charge(&greedy, SearchClass::Person, 10 * SECOND, now);
        client_times.charge(&other, SearchClass::Review, 60 * SECOND, now);
        let of_other = |class| client_times.rank("other", class, now);
        assert!(
            rank(&client_times, SearchClass::Person, now) > of_other(SearchClass::Shown),
            "even a less urgent one"
        );
        assert!(of_other(SearchClass::Person) < 0.01, "a review delays no move of the same client");
        assert!(of_other(SearchClass::Review) > of_other(SearchClass::Machines) + CLASS_WEIGHT);
        assert!(of_other(SearchClass::Puzzle) > of_other(SearchClass::Background) + 1000.0);
        let later = now + 30 * SECOND;
        assert!(
            rank(&client_times, SearchClass::Person, later)
                < rank(&client_times, SearchClass::Person, now) / 7.0
        );
        client_times.forget(now + 1000 * SECOND);
        assert!(client_times.clients.is_empty());
    }

    #[test]
    fn a_long_search_counts_as_its_parts_do() {
        let now = Instant::now();
        let client: Arc<str> = "a".into();
        let (mut whole, mut parts) = (ClientTimes::default(), ClientTimes::default());
        whole.charge(&client, SearchClass::Person, 20 * SECOND, now + 20 * SECOND);
        for i in 1..=20 {
            parts.charge(&client, SearchClass::Person, SECOND, now + i * SECOND);
        }
        let rank = |client_times: &ClientTimes| {
            client_times.rank("a", SearchClass::Person, now + 20 * SECOND)
        };
        assert!((rank(&whole) - rank(&parts)).abs() < 1e-6);
    }
}
