//! Whose turn it is: which search comes next, and which one is interrupted for another.

use crate::SearchClass;
use crate::threads::{PoolState, RunningSearch, SLICE, WaitingSearch};
use std::time::{Duration, Instant};

/// The time that a search gets before it gives way to one of a client that had much less. A review is many short searches one
/// after the other, each of which may wait so long.
const LEAST_SLICE: Duration = Duration::from_millis(5);
/// Seconds of searching by which a client had much more than another one.
const MUCH_MORE: f64 = 0.5;

impl PoolState {
    /// Charges the time of the searches under way to their clients, so that it counts at once.
    pub(crate) fn charge(&mut self, now: Instant) {
        for running in &mut self.running {
            let time = now.saturating_duration_since(running.charged);
            self.client_times.charge(&running.client, running.class, time, now);
            running.charged = running.charged.max(now);
        }
    }

    /// Takes the next search.
    pub(crate) fn take(&mut self, now: Instant) -> Option<WaitingSearch> {
        self.charge(now);
        self.queue.take(|client, class| self.client_times.rank(client, class, now))
    }

    /// Takes the next search of a class for which this is true.
    pub(crate) fn take_where(
        &mut self,
        class: SearchClass,
        now: Instant,
        is_it: impl Fn(&WaitingSearch) -> bool,
    ) -> Option<WaitingSearch> {
        self.charge(now);
        self.queue.take_where(
            class,
            |client, class| self.client_times.rank(client, class, now),
            is_it,
        )
    }

    /// Interrupts searches for others that wait. They begin again later.
    pub(crate) fn make_room(&mut self, now: Instant, searches: usize) {
        self.charge(now);
        self.client_times.forget(now);
        let making_room = self.running.iter().filter(|r| r.preempted || r.unwanted).count();
        let mut waiting: Vec<_> = self
            .queue
            .waiters()
            .map(|waiters| (self.client_times.rank(&waiters.client, waiters.class, now), waiters))
            .collect();
        waiting.sort_by(|a, b| a.0.total_cmp(&b.0));
        // So many of them can search at the same time.
        let first = waiting.into_iter().flat_map(|(rank, waiters)| {
            std::iter::repeat_n((rank, waiters.client, waiters.class), waiters.count)
        });
        for (rank, client, class) in first.take(searches).skip(making_room) {
            let in_the_way = (0..self.running.len()).filter_map(|at| {
                let theirs = self.gives_way(&self.running[at], rank, &client, class, now)?;
                Some((at, theirs))
            });
            // The one that comes last, and of equal ones that which has used most time.
            let victim = in_the_way.max_by(|a, b| {
                let time = |at: usize| now.saturating_duration_since(self.running[at].began);
                a.1.total_cmp(&b.1).then_with(|| time(a.0).cmp(&time(b.0)))
            });
            let Some((at, _)) = victim else { return };
            let running = &mut self.running[at];
            running.preempted = true;
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
        running: &RunningSearch,
        rank: f64,
        client: &str,
        class: SearchClass,
        now: Instant,
    ) -> Option<f64> {
        if !running.is_preemptible || running.preempted || running.unwanted {
            return None;
        }
        let searched = now.saturating_duration_since(running.began);
        let theirs = self.client_times.rank(&running.client, running.class, now);
        let gives_way = if *running.client == *client {
            running.class > class || (running.class == class && searched >= running.slice)
        } else {
            let has_more = || {
                let count = |client: &str| {
                    let of = self.running.iter().filter(|r| *r.client == *client && !r.preempted);
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
        let ends = self.running.iter().filter(|r| r.is_preemptible && !r.preempted);
        let soonest = ends.map(|running| running.began + running.slice).min();
        let wait = soonest.map_or(SLICE, |end| end.saturating_duration_since(now));
        let is_shared = self
            .queue
            .waiters()
            .any(|waiters| self.running.iter().any(|running| running.client != waiters.client));
        let most = if is_shared { LEAST_SLICE } else { SLICE };
        wait.clamp(LEAST_SLICE, most)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use crate::job::{Question, SearchJob};
    use engine::{Control, Limits};

    /// How often the pool looks here whether a search gives way.
    const STEP: Duration = Duration::from_millis(20);

    /// A pool whose time passes without anybody waiting for it. A search that is told to stop ends at once.
    struct Play {
        state: PoolState,
        searches: usize,
        now: Instant,
        asked: u64,
        /// What has begun, and may begin again.
        held: Vec<WaitingSearch>,
    }

    impl Play {
        fn new(searches: usize) -> Self {
            let state = PoolState::new(&crate::PoolSettings {
                searches,
                memory_mb: 100,
                open: std::sync::Arc::new(games::new_engine),
            });
            Self { state, searches, now: Instant::now(), asked: 0, held: Vec::new() }
        }

        /// Asks for a search that ends only when it is told to; returns its number.
        fn ask(&mut self, client: &str, class: SearchClass) -> u64 {
            self.asked += 1;
            let number = self.asked;
            let session = games::new_session("gomoku", None, None).unwrap();
            let question = Question::Move(Limits::default());
            let job = SearchJob::new(&format!("game {number}"), session, question, class, 1);
            let job = job.for_client(client);
            let (span, tell) = (tracing::Span::none(), Box::new(|_| {}));
            let (since, panics, stays) = (self.now, 0, false);
            let owner = job.owner();
            let waiting = WaitingSearch { number, job, tell, span, since, panics, stays };
            self.state.queue.push(&owner, waiting);
            number
        }

        /// Ends a search that has begun.
        fn end(&mut self, number: u64) {
            self.state.charge(self.now);
            self.state.running.retain(|running| running.number != number);
            self.held.retain(|waiting| waiting.number != number);
        }

        fn has_begun(&self, number: u64) -> bool {
            self.state.running.iter().any(|running| running.number == number)
        }

        /// Lets a moment pass.
        fn step(&mut self) {
            self.state.charge(self.now);
            if self.state.running.len() == self.searches {
                self.state.make_room(self.now, self.searches);
            }
            let aside: Vec<u64> =
                self.state.running.iter().filter(|r| r.preempted).map(|r| r.number).collect();
            for number in aside {
                self.state.running.retain(|running| running.number != number);
                let at = self.held.iter().position(|waiting| waiting.number == number).unwrap();
                let waiting = self.held.remove(at);
                let owner = waiting.job.owner();
                self.state.queue.put_back(&owner, waiting);
            }
            while self.state.running.len() < self.searches {
                let Some(waiting) = self.state.take(self.now) else { break };
                let began = RunningSearch {
                    began: self.now,
                    charged: self.now,
                    ..RunningSearch::of(&waiting, &Control::new())
                };
                self.state.running.push(began);
                self.held.push(waiting);
            }
            self.now += STEP;
        }

        fn pass(&mut self, time: Duration) {
            let end = self.now + time;
            while self.now < end {
                self.step();
            }
        }

        /// How long a search waits until it begins.
        fn wait(&mut self, number: u64) -> Duration {
            let asked = self.now;
            while !self.has_begun(number) {
                self.step();
                assert!(self.now - asked < Duration::from_secs(60), "search {number} begins");
            }
            self.now - STEP - asked
        }
    }

    #[test]
    fn a_client_with_thirty_endless_searches_delays_nobody_by_more_than_a_slice() {
        for searches in [1, 2, 4] {
            for class in [
                SearchClass::Person,
                SearchClass::Shown,
                SearchClass::Machines,
                SearchClass::Review,
            ] {
                let mut play = Play::new(searches);
                for _ in 0..30 {
                    play.ask("greedy", SearchClass::Person);
                }
                play.pass(Duration::from_secs(5));
                for _ in 0..5 {
                    let number = play.ask("person", class);
                    let waited = play.wait(number);
                    assert!(waited <= LEAST_SLICE, "{searches} threads, {class:?}: {waited:?}");
                    play.pass(Duration::from_millis(100));
                    play.end(number);
                    play.pass(Duration::from_millis(400));
                }
            }
        }
    }

    #[test]
    fn a_review_of_short_searches_waits_a_moment_for_each() {
        let mut play = Play::new(1);
        for _ in 0..30 {
            play.ask("greedy", SearchClass::Person);
            play.ask("greedy", SearchClass::Review);
        }
        play.pass(Duration::from_secs(5));
        let mut waited = Duration::ZERO;
        for _ in 0..14 {
            let number = play.ask("person", SearchClass::Review);
            waited += play.wait(number);
            play.end(number);
            play.step();
        }
        assert!(waited <= 14 * 2 * STEP, "{waited:?} in all");
    }

    #[test]
    fn a_thread_is_free_for_another_client_at_once() {
        let mut play = Play::new(2);
        for _ in 0..3 {
            play.ask("greedy", SearchClass::Person);
        }
        play.pass(STEP * 3);
        let number = play.ask("person", SearchClass::Person);
        assert!(play.wait(number) <= STEP);
    }

    #[test]
    fn people_who_search_all_the_time_delay_short_searches_of_others_by_no_more_than_a_slice() {
        // The greedy client has what the reviews of the others leave to it; a look at a position waits for neither.
        let mut play = Play::new(2);
        for _ in 0..30 {
            play.ask("greedy", SearchClass::Person);
        }
        for client in 0..4 {
            play.ask(&format!("reviewer {client}"), SearchClass::Review);
        }
        play.pass(Duration::from_secs(20));
        for round in 0..20 {
            let number = play.ask(&format!("person {}", round % 5), SearchClass::Shown);
            let waited = play.wait(number);
            assert!(waited <= 2 * LEAST_SLICE, "{round}: {waited:?}");
            play.pass(Duration::from_millis(100));
            play.end(number);
            play.pass(Duration::from_millis(300));
        }
    }

    #[test]
    fn two_clients_that_search_all_the_time_have_the_same() {
        let mut play = Play::new(1);
        for client in ["one", "two"] {
            for _ in 0..5 {
                play.ask(client, SearchClass::Person);
            }
        }
        let mut had = 0;
        let steps = 3000;
        for _ in 0..steps {
            play.step();
            had += usize::from(*play.state.running[0].client == *"one");
        }
        assert!((steps * 2 / 5..=steps * 3 / 5).contains(&had), "{had} of {steps}");
    }
}
