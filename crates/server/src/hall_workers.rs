//! What works for a hall on other machines, over NATS.

use crate::config::Config;
use cluster::{Nats, NatsError, WorkerSearches};
use pool::Pool;
use std::sync::Arc;

/// Those who work for the hall on other machines.
#[derive(Clone, Debug)]
pub(crate) struct HallWorkers {
    /// What carries the work.
    pub(crate) nats: Nats,
    /// Only workers of this build find what the hall would find.
    pub(crate) build: String,
    /// Searches for people.
    pub(crate) searches: Arc<WorkerSearches>,
}

impl HallWorkers {
    /// Those of a hall with a NATS server and a build; `None` where either is missing.
    pub(crate) fn of(nats: Option<Nats>, config: &Config, pool: &Pool) -> Option<Self> {
        let (nats, build) = (nats?, config.build.clone()?);
        let searches = WorkerSearches::new(pool, nats.clone(), build.clone());
        Some(Self { nats, build, searches })
    }
}

/// Connects to the NATS server, if one is named. One that is away is waited for: the hall opens without it.
pub(crate) async fn connect(config: &Config) -> Result<Option<Nats>, NatsError> {
    let Some(server) = &config.nats else { return Ok(None) };
    let (url, credentials) = (&server.url, server.credentials.as_deref());
    let connected = match Nats::connect(url, credentials, "hall", false).await {
        Err(NatsError::Away(why)) => {
            tracing::warn!("{why}; the hall opens without it");
            Nats::connect(url, credentials, "hall", true).await
        }
        connected => connected,
    };
    connected.map(Some)
}
