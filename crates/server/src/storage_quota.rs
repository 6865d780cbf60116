use crate::client::ClientId;
use crate::refusal::Refusal;
use crate::request;
use crate::windows::Windows;
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const DAY: Duration = Duration::from_secs(86_400);

/// How many games the store has and may have, counted without a query.
#[derive(Clone, Debug)]
pub(crate) struct StorageQuota {
    count: Arc<AtomicU64>,
    most: u64,
    /// How many one client may store in a day.
    of_client: Option<u64>,
    /// What each client has stored today.
    clients: Arc<Windows<ClientId>>,
}

/// A place for one more game. Dropping it frees the place unless the game was kept.
#[derive(Debug)]
pub(crate) struct StorageSlot {
    stored: StorageQuota,
    is_kept: bool,
}

impl StorageQuota {
    /// The number of games and the limit.
    pub(crate) fn new(count: u64, most: u64) -> Self {
        let count = Arc::new(AtomicU64::new(count));
        Self { count, most, of_client: None, clients: Arc::new(Windows::new(DAY)) }
    }

    /// The same, of which one client may store so many in a day. The last tenth is for clients that store few.
    pub(crate) fn shared(self, of_client: Option<u64>) -> Self {
        Self { of_client, ..self }
    }

    /// Counts one more of a client.
    fn count_for(&self, client: ClientId) -> Result<(), Refusal> {
        let Some(most) = self.of_client.filter(|_| client != ClientId::Hall) else { return Ok(()) };
        let is_nearly_full = self.count() >= self.most - self.most / 10;
        let most = if is_nearly_full { most.min((self.most / 1000).max(1)) } else { most };
        self.clients.take(&[(client, most)], Instant::now()).map_err(|(wait, _)| {
            let message =
                "this client has stored as much as it may in a day: others need room, too";
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "client-share-used", message);
            refusal.after(wait)
        })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// How many there are in the store now: other nodes add and remove some, too. A place that is taken at this moment
    /// may be missing until the next time.
    pub(crate) fn learn(&self, count: u64) {
        self.count.store(count, Ordering::Release);
    }

    /// A place for one more.
    ///
    /// # Errors
    /// When the limit is reached.
    pub(crate) fn take(&self) -> Result<StorageSlot, Refusal> {
        let slot = StorageSlot { stored: self.clone(), is_kept: false };
        let counted = self.count.fetch_add(1, Ordering::AcqRel);
        if counted >= self.most {
            let most = self.most;
            return Err(Refusal::conflict(
                "too-many-games",
                format!("the hall is full ({most} games): delete one before you begin another"),
            ));
        }
        self.count_for(request::client())?;
        Ok(slot)
    }

    /// Frees the place of a deleted game.
    pub(crate) fn give_back(&self) {
        let less = |count: u64| Some(count.saturating_sub(1));
        let _ = self.count.fetch_update(Ordering::AcqRel, Ordering::Acquire, less);
    }
}

impl StorageSlot {
    /// Keeps the place, because the game is in the store.
    pub(crate) fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for StorageSlot {
    fn drop(&mut self) {
        if !self.is_kept {
            self.stored.give_back();
        }
    }
}
