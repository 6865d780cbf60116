//! Whose turn it is: which search comes next, and which one is interrupted for another.

use crate::Class;
use crate::crew::{Running, SLICE, State, Waiting};
use std::time::{Duration, Instant};

/// The time that a search gets before it gives way to one of a client that had much less.
const LEAST_SLICE: Duration = Duration::from_millis(100);
/// Seconds of searching by which a client had much more than another one.
const MUCH_MORE: f64 = 1.0;

impl State {
    /// Charges the time of the searches under way to their clients, so that it counts at once.
    pub(crate) fn charge(&mut self, now: Instant) {
        for running in &mut self.running {
            let time = now.saturating_duration_since(running.charged);
            self.shares.charge(&running.client, running.class, time, now);
            running.charged = running.charged.max(now);
        }
    }

    /// Takes the next search.
    pub(crate) fn take(&mut self, now: Instant) -> Option<Waiting> {
        self.charge(now);
        self.queue.take(|client, class| self.shares.rank(client, class, now))
    }

    /// Takes the next search of a class for which this is true.
    pub(crate) fn take_where(
        &mut self,
        class: Class,
        now: Instant,
        is_it: impl Fn(&Waiting) -> bool,
    ) -> Option<Waiting> {
        self.charge(now);
        self.queue.take_where(class, |client, class| self.shares.rank(client, class, now), is_it)
    }

    /// Interrupts searches for others that wait. They begin again later.
    pub(crate) fn make_room(&mut self, now: Instant, searches: usize) {
        self.charge(now);
        self.shares.forget(now);
        let making_room = self.running.iter().filter(|r| r.set_aside || r.unwanted).count();
        let mut waiting: Vec<_> = self
            .queue
            .waiters()
            .map(|waiters| (self.shares.rank(&waiters.client, waiters.class, now), waiters))
            .collect();
        waiting.sort_by(|a, b| a.0.total_cmp(&b.0));
        // So many of them can search at the same time.
        let first = waiting.into_iter().flat_map(|(rank, waiters)| {
            std::iter::repeat_n((rank, waiters.client, waiters.class), waiters.count)
        });
        for (rank, client, class) in first.take(searches).skip(making_room) {
            let in_the_way = (0..self.running.len()).filter_map(|at| {
                let theirs = self.gives_way(&self.running[at], (rank, &client, class), now)?;
                Some((at, theirs))
            });
            // The one that comes last, and of equal ones that which has used most time.
            let victim = in_the_way.max_by(|a, b| {
                let time = |at: usize| now.saturating_duration_since(self.running[at].began);
                a.1.total_cmp(&b.1).then_with(|| time(a.0).cmp(&time(b.0)))
            });
            let Some((at, _)) = victim else { return };
            let running = &mut self.running[at];
            running.set_aside = true;
            running.control.stop();
        }
    }

    /// The rank of a search under way, if it gives way to one that waits.
    ///
    /// Among the searches of one client, those of a lower class give way at once, and those of the same class after
    /// their time. Between clients, a search gives way at once to a more urgent one of a client that comes before, and to
    /// one of the same class if its client searches more than the other one; else when its client had much more.
    fn gives_way(
        &self,
        running: &Running,
        (rank, client, class): (f64, &str, Class),
        now: Instant,
    ) -> Option<f64> {
        if !running.can_be_set_aside || running.set_aside || running.unwanted {
            return None;
        }
        let searched = now.saturating_duration_since(running.began);
        let theirs = self.shares.rank(&running.client, running.class, now);
        let gives_way = if *running.client == *client {
            running.class > class || (running.class == class && searched >= running.slice)
        } else {
            let has_more = || {
                let count = |client: &str| {
                    let of = self.running.iter().filter(|r| *r.client == *client && !r.set_aside);
                    of.count()
                };
                running.class == class && count(&running.client) >= count(client) + 2
            };
            (class < running.class && rank < theirs)
                || has_more()
                || (theirs > rank + MUCH_MORE && searched >= LEAST_SLICE)
        };
        gives_way.then_some(theirs)
    }

    /// When to look again whether a search gives way.
    pub(crate) fn next_look(&self, now: Instant) -> Duration {
        let ends = self.running.iter().filter(|r| r.can_be_set_aside && !r.set_aside);
        let soonest = ends.map(|running| running.began + running.slice).min();
        let wait = soonest.map_or(SLICE, |end| end.saturating_duration_since(now));
        let is_shared = self
            .queue
            .waiters()
            .any(|waiters| self.running.iter().any(|running| running.client != waiters.client));
        let most = if is_shared { LEAST_SLICE } else { SLICE };
        wait.clamp(Duration::from_millis(20), most)
    }
}
