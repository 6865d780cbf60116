//! What the other nodes of a hall tell of their changes.

use crate::change_listener::HallChanges;
use crate::db::{Readers, query};
use crate::{Address, StoreError};
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::time::Duration;
use tokio::time::sleep;

/// The name under which nodes tell and hear.
const CHANNEL: &str = "yiqi_hall";
/// Time between two tries to listen.
const PAUSE: Duration = Duration::from_secs(1);

/// The connection to a database that is listened on.
#[derive(Debug)]
pub(crate) struct DatabaseListener {
    address: Address,
    /// Where this node tells of its own changes.
    readers: Readers,
    listener: Option<PgListener>,
    /// Whether something may have been missed.
    missed: bool,
    /// What could not be told to the other nodes yet.
    untold: HallChanges,
}

impl DatabaseListener {
    pub(crate) fn of(address: &Address, readers: &Readers) -> Option<Self> {
        Some(Self {
            address: address.clone(),
            readers: readers.clone(),
            listener: None,
            missed: false,
            untold: HallChanges::NONE,
        })
    }

    /// Whether it hears the nodes, itself among them.
    pub(crate) fn is_connected(&self) -> bool {
        self.listener.is_some()
    }

    /// Tells all nodes, this one as well; `false` if it could not. What was not told is told the next time.
    pub(crate) async fn tell(&mut self, changes: HallChanges) -> bool {
        self.untold = self.untold | changes;
        let told = query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL);
        match told.bind(self.untold.written()).fetch_all(&self.readers).await {
            Ok(_) => {
                self.untold = HallChanges::NONE;
                true
            }
            Err(error) => {
                tracing::warn!("other nodes do not hear of a change yet: {error}");
                false
            }
        }
    }

    /// The next notification of a node.
    pub(crate) async fn heard(&mut self) -> HallChanges {
        loop {
            if self.listener.is_some() {
                if std::mem::take(&mut self.missed) {
                    return HallChanges::ALL;
                }
                if self.untold != HallChanges::NONE && !self.tell(HallChanges::NONE).await {
                    sleep(PAUSE).await;
                    continue;
                }
            }
            let Some(listener) = &mut self.listener else {
                match listen(&self.address).await {
                    Ok(listener) => self.listener = Some(listener),
                    Err(error) => {
                        tracing::warn!("what other nodes change is not heard: {error}");
                        self.missed = true;
                        sleep(PAUSE).await;
                    }
                }
                continue;
            };
            match listener.try_recv().await {
                Ok(Some(told)) => match HallChanges::read(told.payload()) {
                    HallChanges::NONE => {}
                    changes => return changes,
                },
                // The connection was lost.
                Ok(None) | Err(_) => (self.listener, self.missed) = (None, true),
            }
        }
    }
}

async fn listen(address: &Address) -> Result<PgListener, StoreError> {
    let one = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    let one = one.connect_with(address.options()).await.map_err(StoreError::of_server)?;
    let mut listener = PgListener::connect_with(&one).await.map_err(StoreError::of_server)?;
    listener.listen(CHANNEL).await.map_err(StoreError::of_server)?;
    Ok(listener)
}
