//! Whether the hall is well: `/healthz` and `/readyz`.

use crate::api::AppState;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};
use wire::{Readiness, ReadinessPart};

/// How long the result of a check of the store is given again: whoever asks often causes no load.
const FRESH: Duration = Duration::from_secs(5);
/// A store that takes longer for one change is stuck.
const STORE_TIME: Duration = Duration::from_secs(5);
/// A pool in which searches wait so long without one beginning is stuck: searches take turns of two seconds.
const POOL_TIME: Duration = Duration::from_secs(30);
/// A task that runs so late is noticed by whoever plays.
const MOST_LAG: Duration = Duration::from_secs(2);
/// The interval in which the lag is measured, and how many measurements count.
const LOOK: Duration = Duration::from_millis(500);
const LOOKS: usize = 20;

/// What is known about the health of the hall.
#[derive(Debug, Default)]
pub(crate) struct Health {
    /// When the store was checked, and what was wrong.
    store: Mutex<Option<(Instant, Option<String>)>>,
    /// How late a task ran, the latest measurement at the end.
    lags: Lock<VecDeque<Duration>>,
}

impl Health {
    /// Measures how late tasks run, until it is dropped.
    pub(crate) async fn measure(self: Arc<Self>, metrics: Arc<Metrics>) {
        loop {
            let due = Instant::now() + LOOK;
            sleep_until(due).await;
            let late = due.elapsed();
            metrics.late(late);
            let mut lags = self.lags.lock().unwrap_or_else(PoisonError::into_inner);
            lags.push_back(late);
            if lags.len() > LOOKS {
                lags.pop_front();
            }
        }
    }

    /// How late a task ran at most in the last seconds.
    fn lag(&self) -> Duration {
        let lags = self.lags.lock().unwrap_or_else(PoisonError::into_inner);
        lags.iter().copied().max().unwrap_or_default()
    }

    /// Every part of the hall, and what is wrong with it.
    async fn parts(&self, app: &AppState) -> Vec<(&'static str, Option<String>)> {
        let closing = (*app.closing.borrow()).then(|| "the hall is closing".to_owned());
        vec![
            ("hall", closing),
            ("store", self.store(app).await),
            ("disk", disk(app)),
            ("pool", pool(app)),
            ("lag", lag(self.lag())),
        ]
    }

    async fn store(&self, app: &AppState) -> Option<String> {
        let mut known = self.store.lock().await;
        if let Some((at, fault)) = &*known
            && at.elapsed() < FRESH
        {
            return fault.clone();
        }
        let fault = match timeout(STORE_TIME, app.store.check()).await {
            Ok(Ok(())) => None,
            // The words for clients name no path of this machine.
            Ok(Err(error)) => Some(Refusal::from(error).problem.message),
            Err(_) => Some(format!("it wrote nothing for {} seconds", STORE_TIME.as_secs())),
        };
        *known = Some((Instant::now(), fault.clone()));
        fault
    }
}

fn disk(app: &AppState) -> Option<String> {
    let (free, least) = (disk_free(&app.config)?, app.config.least_disk_mb << 20);
    (free < least)
        .then(|| format!("{} MiB are free on its disk, less than {} MiB", free >> 20, least >> 20))
}

fn pool(app: &AppState) -> Option<String> {
    let load = app.pool.load();
    (load.stalled > POOL_TIME).then(|| {
        let seconds = load.stalled.as_secs();
        format!("{} searches wait, and none has begun for {seconds} seconds", load.waiting)
    })
}

fn lag(lag: Duration) -> Option<String> {
    (lag > MOST_LAG).then(|| format!("tasks run {:.1} seconds late", lag.as_secs_f64()))
}

/// The room on the disk of the games; `None` where they are in a database, whose server knows it.
pub(crate) fn disk_free(config: &Config) -> Option<u64> {
    if config.database.is_some() { None } else { free_bytes(&config.data_dir) }
}

/// The bytes that the disk of a folder still takes; `None` where the system does not say.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let room = rustix::fs::statvfs(folder).ok()?;
    Some(room.f_bavail.saturating_mul(room.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_folder: &Path) -> Option<u64> {
    None
}

/// The process answers.
#[utoipa::path(
    get,
    path = "/healthz",
    responses((status = 200, description = "The process answers.", body = String))
)]
pub(crate) async fn healthz() -> Response {
    ([(CACHE_CONTROL, "no-store")], "ok\n").into_response()
}

/// Whether the hall can serve: its store takes changes, its disk has room, searches begin, and tasks
/// run in time.
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = 200, description = "It can.", body = Readiness),
        (status = 503, description = "It cannot; each part says why.", body = Readiness),
    )
)]
pub(crate) async fn readyz(State(app): State<AppState>) -> Response {
    let parts = app.health.parts(&app).await;
    let ready = parts.iter().all(|(_, fault)| fault.is_none());
    let parts = parts.into_iter().map(|(name, fault)| ReadinessPart {
        name: name.to_owned(),
        ok: fault.is_none(),
        message: fault,
    });
    let readiness = Readiness { ready, parts: parts.collect() };
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(CACHE_CONTROL, "no-store")], Json(readiness)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_lag_of_the_last_seconds_counts() {
        let health = Health::default();
        assert_eq!(lag(health.lag()), None);
        for milliseconds in [1, 2600, 3] {
            health.lags.lock().unwrap().push_back(Duration::from_millis(milliseconds));
        }
        assert_eq!(lag(health.lag()).as_deref(), Some("tasks run 2.6 seconds late"));
    }
}
