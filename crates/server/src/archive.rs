//! The archive: what is searched for in the stored games, besides what their summaries say.
//!
//! The store counts which games have changed since the archive looked at them. A task replays them, works out
//! their boards, first moves, winners and mistakes, and stores that. It begins where it was interrupted, so
//! that a hall of an earlier version, or one that was saved out of a damaged file, is worked through once.

mod facts;

use crate::review;
use hall::GameRecord;
use hall::GameState;
use hall::archive::Track;
use hall_messages::first_plies;
use std::sync::Arc;
use std::time::Duration;
use store::{GameFacts, IndexedGame, StaleGame, Store, StoreError};
use tokio::sync::{Mutex, Notify, watch};
use tokio::time::sleep;
use wire::ReviewState;

/// Games that are worked out together and stored with one commit.
const BATCH: u32 = 32;
/// Up to so many games a search waits for.
const WAITED_FOR: u64 = 32;
/// Time between two looks for games that have changed.
const LOOK: Duration = Duration::from_secs(60);
/// The task pauses between two batches for so long: players go first.
const PAUSE: Duration = Duration::from_millis(5);

/// The archive. Clones share one task.
#[derive(Clone, Debug)]
pub(crate) struct Archive(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    /// Held while games are worked out: what is known of a game is read and written under it.
    working: Mutex<()>,
    wake: Notify,
}

impl Archive {
    /// Starts the task, which ends when the server closes.
    pub(crate) fn new(store: Store, mut closing: watch::Receiver<bool>) -> Self {
        let inner = Arc::new(Inner { store, working: Mutex::new(()), wake: Notify::new() });
        let task = Arc::clone(&inner);
        tokio::spawn(async move {
            while !*closing.borrow() {
                if let Err(error) = task.work_all(&closing).await
                    && !*closing.borrow()
                {
                    tracing::warn!("the archive will go on later: {error}");
                }
                tokio::select! {
                    _ = closing.changed() => break,
                    () = task.wake.notified() => {}
                    () = sleep(LOOK) => {}
                }
            }
        });
        Self(inner)
    }

    /// Looks at the games that have changed, if they are few; otherwise the task is woken. Returns for how
    /// many the present state is unknown.
    pub(crate) async fn catch_up(&self) -> Result<u64, StoreError> {
        let (_, pending) = self.0.store.archive_wanted(0).await?;
        if pending == 0 || pending > WAITED_FOR {
            if pending > 0 {
                self.0.wake.notify_one();
            }
            return Ok(pending);
        }
        self.0.work().await?;
        Ok(self.0.store.archive_wanted(0).await?.1)
    }
}

impl Inner {
    async fn work_all(&self, closing: &watch::Receiver<bool>) -> Result<(), StoreError> {
        let mut before = u64::MAX;
        loop {
            let left = self.work().await?;
            // A row whose id can no longer be read stays: it is left for the next time.
            if left == 0 || left >= before || *closing.borrow() {
                return Ok(());
            }
            before = left;
            sleep(PAUSE).await;
        }
    }

    /// Works out a batch, and returns how many games are left.
    async fn work(&self) -> Result<u64, StoreError> {
        let _alone = self.working.lock().await;
        let (wanted, total) = self.store.archive_wanted(BATCH).await?;
        let batch = wanted.len() as u64;
        let mut done = Vec::with_capacity(wanted.len());
        for game in wanted {
            done.push(self.work_out(game).await?);
        }
        if !done.is_empty() {
            self.store.keep_archived(done).await?;
        }
        Ok(total.saturating_sub(batch))
    }

    async fn work_out(&self, wanted: StaleGame) -> Result<IndexedGame, StoreError> {
        let id = wanted.game.as_str();
        let known = self.store.track(id).await?.unwrap_or_default();
        let record = match self.store.load(id).await {
            Ok(record) => record,
            Err(StoreError::Damaged { .. }) => None,
            Err(error) => return Err(error),
        };
        // Replaying takes the time of a few moves of an engine: not on a thread that serves.
        let replayed = tokio::task::spawn_blocking(move || replay(record, &known)).await;
        let (mut facts, added, removed) = replayed.unwrap_or_default();
        if let Some(facts) = &mut facts {
            facts.mistakes = self.mistakes(id).await?;
        }
        if facts.is_none() && self.store.raw(id).await?.is_some() {
            // It is there and cannot be read: it is listed, and nothing is known of it.
            facts = Some(GameFacts::default());
        }
        Ok(IndexedGame { wanted, facts, added, removed })
    }

    /// Mistakes and blunders of both sides, if the game has a complete review.
    async fn mistakes(&self, game: &str) -> Result<Option<[u32; 2]>, StoreError> {
        let Some(study) = self.store.study_of_game(game).await? else { return Ok(None) };
        let review = review::stored(&self.store, &study).await;
        let review = review.filter(|review| review.state == ReviewState::Done);
        Ok(review.map(|review| {
            review.sides.map(|side| {
                [wire::Grade::Mistake, wire::Grade::Blunder]
                    .into_iter()
                    .filter_map(|grade| side.counts.get(&grade))
                    .sum()
            })
        }))
    }
}

/// What is known of a game, the keys to add with their plies, and those to remove.
type ReplayedGame = (Option<GameFacts>, Vec<(i64, u32)>, Vec<i64>);

fn replay(record: Option<GameRecord>, known: &[u8]) -> ReplayedGame {
    let before = Track::from_bytes(known).map(|track| first_plies(&track)).unwrap_or_default();
    let state = record.and_then(|record| GameState::replay(&games::REGISTRY, record).ok());
    let Some((facts, track)) = state.map(|state| facts::of(&state)) else {
        return (None, Vec::new(), before.into_keys().collect());
    };
    let now = track.map(|track| first_plies(&track)).unwrap_or_default();
    let is_new = |(key, ply): &(&i64, &u32)| before.get(*key) != Some(*ply);
    let added = now.iter().filter(is_new).map(|(key, ply)| (*key, *ply)).collect();
    let removed = before.into_keys().filter(|key| !now.contains_key(key)).collect();
    (Some(facts), added, removed)
}
