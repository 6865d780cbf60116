//! Who may do nothing any more, and who wants nothing to do with whom.

use crate::client::ClientId;
use crate::people::attempts::Attempts;
use crate::people::rights::forbidden;
use crate::refusal::Refusal;
use axum::http::StatusCode;
use hall::{PersonId, Speaker};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use store::Store;
use tokio::sync::watch;
use tokio::time::timeout;

/// What another node has disabled is known after this time at the latest.
const KNOWN_FOR: Duration = Duration::from_secs(5);
/// So many reports of an address are free; each further one waits longer than the one before, up to an hour.
const FREE_REPORTS: u32 = 10;
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The safety of people in a hall.
#[derive(Clone, Debug)]
pub(crate) struct Safety(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    store: Store,
    /// Who is disabled and why, and when that was read.
    disabled: RwLock<Option<(Instant, Reasons)>>,
    changed: watch::Sender<()>,
    reports: Attempts<ClientId>,
}

type Reasons = Arc<HashMap<PersonId, String>>;

impl Safety {
    pub(crate) fn new(store: Store) -> Self {
        Self(Arc::new(Parts {
            store,
            disabled: RwLock::default(),
            changed: watch::Sender::new(()),
            reports: Attempts::new(FREE_REPORTS, LONGEST_WAIT),
        }))
    }

    /// Why a person may do nothing any more, in the words of a moderator.
    pub(crate) async fn disabled(&self, person: &PersonId) -> Option<String> {
        self.reasons().await.get(person).cloned()
    }

    async fn reasons(&self) -> Reasons {
        let known = self.0.disabled.read().unwrap_or_else(PoisonError::into_inner).clone();
        let now = Instant::now();
        match known {
            Some((read, reasons)) if now.duration_since(read) < KNOWN_FOR => reasons,
            known => match self.0.store.disabled().await {
                Ok(found) => {
                    let reasons = found.into_iter().map(|it| (it.person.id, it.reason));
                    let reasons: Reasons = Arc::new(reasons.collect());
                    let mut kept = self.0.disabled.write().unwrap_or_else(PoisonError::into_inner);
                    *kept = Some((now, Arc::clone(&reasons)));
                    reasons
                }
                Err(error) => {
                    tracing::warn!("who is disabled cannot be looked up: {error}");
                    known.map(|(_, reasons)| reasons).unwrap_or_default()
                }
            },
        }
    }

    /// Somebody was disabled or enabled in this process.
    pub(crate) fn has_changed(&self) {
        *self.0.disabled.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.0.changed.send_replace(());
    }

    /// Refuses a person who may do nothing any more.
    pub(crate) async fn must_be_enabled(&self, speaker: &Speaker) -> Result<(), Refusal> {
        let Some(person) = speaker.person() else { return Ok(()) };
        match self.disabled(&person.id).await {
            None => Ok(()),
            Some(reason) => Err(is_disabled(&reason)),
        }
    }

    /// Is ready when a person who was not disabled is so.
    pub(crate) async fn is_disabled_from_now(&self, person: Option<PersonId>) {
        let Some(person) = person else { return std::future::pending().await };
        let mut changed = self.0.changed.subscribe();
        loop {
            if self.disabled(&person).await.is_some() {
                return;
            }
            // Another node may have done it.
            let _ = timeout(KNOWN_FOR * 2, changed.changed()).await;
        }
    }

    /// Refuses what would bring two persons together of whom one has blocked the other, or one is disabled.
    pub(crate) async fn may_meet(
        &self,
        person: &PersonId,
        others: &[PersonId],
    ) -> Result<(), Refusal> {
        if others.is_empty() {
            return Ok(());
        }
        let around = self.0.store.blocks_around(person).await?;
        if others.iter().any(|other| around.contains(other)) {
            let message = "one of you two has blocked the other: you neither play nor talk";
            return Err(forbidden("blocked", message));
        }
        let disabled = self.reasons().await;
        if others.iter().any(|other| disabled.contains_key(other)) {
            let message = "a moderator has disabled the other person";
            return Err(forbidden("other-disabled", message));
        }
        Ok(())
    }

    /// Whom a person does not see in the lobby.
    pub(crate) async fn hidden_from(&self, speaker: &Speaker) -> Result<Vec<PersonId>, Refusal> {
        let mut hidden: Vec<PersonId> = self.reasons().await.keys().cloned().collect();
        if let Some(person) = speaker.person() {
            hidden.extend(self.0.store.blocks_around(&person.id).await?);
        }
        Ok(hidden)
    }

    /// Refuses a client that reports too often.
    pub(crate) fn may_report(&self, client: ClientId) -> Result<(), Refusal> {
        self.0.reports.begin(client, Instant::now()).map_err(too_many_reports)
    }
}

/// The refusal of a person who may do nothing any more.
pub(crate) fn is_disabled(reason: &str) -> Refusal {
    let message = format!("a moderator has disabled you: {reason}");
    forbidden("disabled", &message)
}

/// The refusal of who reports too often.
pub(crate) fn too_many_reports(wait: Duration) -> Refusal {
    let message = format!("too many reports: wait {} minutes", wait.as_secs() / 60 + 1);
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-many-reports", message).after(wait)
}
