//! What one client may have at a time, and how fast it may begin more.

use crate::client::ClientId;
use crate::hourly::{Hourly, HourlyKind};
use crate::limits::ClientLimits;
use crate::pace::Pace;
use crate::refusal::Refusal;
use crate::request;
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// After so many clients more those that asked for nothing lately are forgotten.
const CLEAN_UP: usize = 1000;

/// What is counted by client.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum QuotaKind {
    /// A live game against a machine, or of machines.
    MachineGame,
    /// An analysis that is under way.
    Analysis,
    /// A review that is under way.
    Review,
    /// A file that is received or read.
    Import,
    /// A file of many games that is written.
    Export,
    /// A game that is offered in the lobby.
    Challenge,
}

/// What all clients have.
#[derive(Clone)]
pub(crate) struct Quotas {
    limits: Arc<ClientLimits>,
    taken: Arc<Mutex<HashMap<(ClientId, QuotaKind), usize>>>,
    begun: Arc<DefaultKeyedRateLimiter<ClientId>>,
    pace: Arc<Pace>,
    hourly: Arc<Hourly>,
}

impl fmt::Debug for Quotas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quotas").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// One thing of a client; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct QuotaPermit {
    quotas: Quotas,
    of: (ClientId, QuotaKind),
}

impl Quotas {
    pub(crate) fn new(limits: ClientLimits) -> Self {
        let number = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(number(limits.begun_per_second))
            .allow_burst(number(limits.begun_at_once));
        let pace = Pace::new(limits.requests_at_once, limits.requests_per_second);
        Self {
            hourly: Arc::new(Hourly::new(limits.hourly_percent)),
            limits: Arc::new(limits),
            taken: Arc::default(),
            begun: Arc::new(RateLimiter::keyed(quota)),
            pace: Arc::new(pace),
        }
    }

    /// Takes one of these for a client. The hall itself may have any number.
    ///
    /// # Errors
    /// When the client has as many as it may have.
    pub(crate) fn take(&self, client: ClientId, kind: QuotaKind) -> Result<QuotaPermit, Refusal> {
        let most = self.limits.most(kind);
        let mut taken = self.taken();
        let count = taken.entry((client, kind)).or_default();
        if *count >= most && client != ClientId::Hall {
            let (code, what) = kind.words();
            let message = format!("{what}: {most} at a time of one client; end one before");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, code, message));
        }
        *count += 1;
        drop(taken);
        Ok(QuotaPermit { quotas: self.clone(), of: (client, kind) })
    }

    /// Counts something that who asks begins: a game, a study, a review.
    ///
    /// # Errors
    /// When too much was begun lately, or in this hour.
    pub(crate) fn begin(&self, kind: HourlyKind) -> Result<(), Refusal> {
        self.must_be_slow(request::client())?;
        self.hour(kind)
    }

    fn must_be_slow(&self, client: ClientId) -> Result<(), Refusal> {
        if self.begun.len() > CLEAN_UP {
            self.begun.retain_recent();
        }
        if client == ClientId::Hall || self.begun.check_key(&client).is_ok() {
            return Ok(());
        }
        let message = "this client begins games, studies and reviews too fast; wait a moment";
        Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", message))
    }

    /// Counts something that costs who asks a part of the hour.
    ///
    /// # Errors
    /// When the hour is used up.
    pub(crate) fn hour(&self, kind: HourlyKind) -> Result<(), Refusal> {
        self.hourly.take(kind, request::client(), &request::speaker(), Instant::now())
    }

    /// Waits until it is the turn of one request more of a client, or of one message more on its WebSockets.
    pub(crate) async fn turn(&self, client: ClientId) {
        self.pace.wait(client).await;
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<(ClientId, QuotaKind), usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuotaKind {
    /// The code and the words of the refusal.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::MachineGame => ("too-many-machine-games", "games with machines"),
            Self::Analysis => ("too-many-analyses", "analyses"),
            Self::Review => ("too-many-reviews", "reviews under way"),
            Self::Import => ("too-many-imports", "files being read"),
            Self::Export => ("too-many-exports", "exports"),
            Self::Challenge => ("too-many-challenges", "games offered in the lobby"),
        }
    }
}

impl Drop for QuotaPermit {
    fn drop(&mut self) {
        let mut taken = self.quotas.taken();
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn one_client_has_its_part_only() {
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|a| ClientId::of(a.parse().unwrap()));
        let limits = ClientLimits {
            exports: 1,
            begun_at_once: 3,
            begun_per_second: 1,
            ..ClientLimits::default()
        };
        let quotas = Quotas::new(limits);
        let first = quotas.take(one, QuotaKind::Export).unwrap();
        let refused = quotas.take(one, QuotaKind::Export).unwrap_err();
        assert_eq!(refused.problem.code, "too-many-exports");
        assert!(
            quotas.take(one, QuotaKind::Import).is_ok()
                && quotas.take(other, QuotaKind::Export).is_ok()
        );
        drop(first);
        assert!(quotas.take(one, QuotaKind::Export).is_ok() && quotas.taken().is_empty());
        assert!((0..3).all(|_| quotas.must_be_slow(one).is_ok()));
        assert_eq!(quotas.must_be_slow(one).unwrap_err().problem.code, "too-fast");
        assert!(quotas.must_be_slow(other).is_ok() && quotas.must_be_slow(ClientId::Hall).is_ok());
    }
}
