use crate::refusal::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many games the store has and may have, counted without a query.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    count: Arc<AtomicU64>,
    most: u64,
}

/// A place for one more game. Dropping it frees the place unless the game was kept.
#[derive(Debug)]
pub(crate) struct Place {
    stored: Stored,
    is_kept: bool,
}

impl Stored {
    /// The number of games and the limit.
    pub(crate) fn new(count: u64, most: u64) -> Self {
        Self { count: Arc::new(AtomicU64::new(count)), most }
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
    pub(crate) fn take(&self) -> Result<Place, Refusal> {
        let place = Place { stored: self.clone(), is_kept: false };
        if self.count.fetch_add(1, Ordering::AcqRel) >= self.most {
            let most = self.most;
            return Err(Refusal::conflict(
                "too-many-games",
                format!("the hall is full ({most} games): delete one before you begin another"),
            ));
        }
        Ok(place)
    }

    /// Frees the place of a deleted game.
    pub(crate) fn give_back(&self) {
        let less = |count: u64| Some(count.saturating_sub(1));
        let _ = self.count.fetch_update(Ordering::AcqRel, Ordering::Acquire, less);
    }
}

impl Place {
    /// Keeps the place, because the game is in the store.
    pub(crate) fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_kept {
            self.stored.give_back();
        }
    }
}
