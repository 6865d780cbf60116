//! Searches for people that workers do: they go out of the pool while no thread of the hall is free, and come back when
//! they are lost. They are in the memory of the node that serves the person (docs/serve/cluster.md says why).

use crate::connection::Nats;
use crate::desk::{Desk, DeskOrder, SearchNews};
use crate::job::{JobClass, MOST_PAYLOAD};
use futures_util::StreamExt as _;
use pool::{Pool, RemoteCounts, RemoteSearch, SearchAnswer};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::sleep;

/// A worker that was silent for this time has lost its search: a person waits. It speaks four times a second.
const SILENCE: Duration = Duration::from_secs(1);
/// A move is taken back when it takes so much longer than its time: the worker has no processor for it.
const GRACE: Duration = Duration::from_secs(2);
/// The time of a move for which none is set.
const USUAL: Duration = Duration::from_secs(5);
/// How often it is looked for idle workers while searches wait.
const LOOK: Duration = Duration::from_millis(200);
/// How often it is looked whether a search is still wanted.
const GLANCE: Duration = Duration::from_millis(50);
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

/// How many searches of a class are in a state, for the metrics.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct QueuedSearches {
    /// Their class.
    pub class: JobClass,
    /// `waiting`, `running` or `stay`.
    pub state: &'static str,
    /// How many.
    pub count: usize,
    /// How long the oldest has waited.
    pub age: Duration,
}

/// Hands out searches of a pool to idle workers.
#[derive(Debug)]
pub struct WorkerSearches {
    pool: Pool,
    nats: Nats,
    /// Only workers of this build find what the hall would find.
    build: String,
    /// How many searches ended in which way.
    ended: Mutex<BTreeMap<(JobClass, &'static str), u64>>,
    /// Something may wait for a worker.
    news: Notify,
}

impl WorkerSearches {
    /// The searches of this pool, for workers of this build.
    #[must_use]
    pub fn new(pool: &Pool, nats: Nats, build: String) -> Arc<Self> {
        let (ended, news) = (Mutex::default(), Notify::new());
        let searches = Arc::new(Self { pool: pool.clone(), nats, build, ended, news });
        let told = Arc::downgrade(&searches);
        pool.tell_of_news(move || {
            if let Some(searches) = told.upgrade() {
                searches.news.notify_one();
            }
        });
        searches
    }

    /// Hands out what waits, until the hall closes.
    pub async fn keep(self: Arc<Self>) {
        loop {
            let mut waits = false;
            for class in JobClass::ALL.into_iter().filter(|class| class.is_search()) {
                while self.counts(class).waiting > 0 && self.hand_out(class).await {}
                waits |= self.counts(class).waiting > 0;
            }
            tokio::select! {
                () = self.news.notified() => {}
                () = sleep(LOOK), if waits => {}
            }
        }
    }

    /// Gives an idle worker a search; `false` where there is none of either.
    async fn hand_out(self: &Arc<Self>, class: JobClass) -> bool {
        let Some(desk) = self.nats.find_desk(class, &self.build).await else { return false };
        let Some(search) = self.pool.take_out(classes(class)) else {
            // The worker waits for nothing more.
            let _ = self.nats.order(&desk, None).await;
            return false;
        };
        let searches = Arc::clone(self);
        tokio::spawn(async move {
            let how = searches.follow(class, search, &desk).await;
            if how != "done" {
                searches.nats.tell_desk(&desk, DeskOrder::Stop).await;
            }
            *searches.ended_now().entry((class, how)).or_default() += 1;
        });
        true
    }

    /// Waits for the end of a search; says how it ended. Dropped without an answer, a search comes back to the pool.
    async fn follow(&self, class: JobClass, mut search: RemoteSearch, desk: &Desk) -> &'static str {
        let order = serde_json::to_string(search.order()).unwrap_or_default();
        if order.is_empty() || order.len() > MOST_PAYLOAD {
            return "failed";
        }
        let Ok(mut heard) = self.nats.order(desk, Some(order)).await else { return "lost" };
        let (mut spoke, mut told_end) = (Instant::now(), false);
        let most = search.move_time().unwrap_or(USUAL) + GRACE;
        let end = (class == JobClass::Move).then(|| Instant::now() + most);
        loop {
            tokio::select! {
                message = heard.next() => {
                    let Some(message) = message else { return "lost" };
                    if message.status.is_some() {
                        // Nobody sits there any more.
                        return "lost";
                    }
                    spoke = Instant::now();
                    match Nats::search_news(&message) {
                        Some(SearchNews::GoesOn) | None => {}
                        Some(SearchNews::Found(found)) => match serde_json::from_str(&found) {
                            Ok(reports) => {
                                let reports: Vec<engine::Info> = reports;
                                search.tell(reports.into_iter().take(REPORTS).collect());
                            }
                            Err(error) => tracing::warn!("a report of a worker: {error}"),
                        },
                        Some(SearchNews::Done(answer)) => return believe(search, &answer),
                        Some(SearchNews::Failed(why)) => {
                            search.fail(&why.into());
                            return "failed";
                        }
                    }
                }
                () = sleep(GLANCE) => {}
            }
            let now = Instant::now();
            if !search.is_wanted() {
                return "cancelled";
            }
            if search.shall_end() && !std::mem::replace(&mut told_end, true) {
                self.nats.tell_desk(desk, DeskOrder::End).await;
            }
            if spoke.elapsed() > SILENCE || end.is_some_and(|end| end <= now) {
                tracing::warn!("a search comes back: its worker is silent or too slow");
                return "lost";
            }
        }
    }

    /// How the searches of the pool stand, for the metrics.
    #[must_use]
    pub fn queued(&self) -> Vec<QueuedSearches> {
        let kept = JobClass::ALL.into_iter().filter(|class| class.is_search());
        let of = |class: JobClass| {
            let counts = self.counts(class);
            let one = |state, count, age| QueuedSearches { class, state, count, age };
            [
                one("waiting", counts.waiting, counts.longest),
                one("running", counts.remote, Duration::ZERO),
                one("stay", counts.stay, Duration::ZERO),
            ]
        };
        kept.flat_map(of).collect()
    }

    /// How many searches ended in which way, by class, since the hall was opened.
    #[must_use]
    pub fn ended(&self) -> Vec<(JobClass, &'static str, u64)> {
        self.ended_now().iter().map(|(&(class, how), &count)| (class, how, count)).collect()
    }

    fn counts(&self, class: JobClass) -> RemoteCounts {
        let parts = classes(class).iter().map(|&part| self.pool.waits(part));
        parts.fold(RemoteCounts::default(), |sum, part| RemoteCounts {
            waiting: sum.waiting + part.waiting,
            longest: sum.longest.max(part.longest),
            remote: sum.remote + part.remote,
            stay: sum.stay + part.stay,
        })
    }

    fn ended_now(&self) -> MutexGuard<'_, BTreeMap<(JobClass, &'static str), u64>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a search with what the worker says, if that can be its result; else it is done here.
fn believe(search: RemoteSearch, answer: &str) -> &'static str {
    let read = serde_json::from_str::<SearchAnswer>(answer).map_err(|error| error.to_string());
    match read.and_then(|answer| search.end(answer)) {
        Ok(true) => "done",
        Ok(false) => "cancelled",
        Err(why) => {
            tracing::warn!("the result of a worker is not believed: {why}");
            "failed"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class without a line in [`classes`] would never go out, and one of a stream would go out twice.
    #[test]
    fn what_is_a_search_is_made_of_searches_of_the_pool() {
        for class in JobClass::ALL {
            assert_eq!(classes(class).is_empty(), !class.is_search(), "{class}");
        }
    }
}
