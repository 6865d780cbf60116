//! For those who submit work, and for the operator.

use super::faultless;
use crate::api::AppState;
use crate::api::body::{Body, Parameters};
use crate::refusal::{Refusal, shortened};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jobs::{BatchNews, BatchResults, MOST_PAYLOAD, MOST_UNITS, SEARCHES, Submission, UnitResult};
use serde::Deserialize;
use store::StoreError;

/// The greatest number of a unit.
const LAST_UNIT: u64 = 1 << 40;

/// Which results are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsQuery {
    /// The first unit.
    #[serde(default)]
    from: u64,
}

fn no_batch(key: &str) -> Refusal {
    Refusal::not_found(format!("there is no batch {:?}", shortened(key)))
}

/// What is known of a batch that exists.
async fn news(app: &AppState, key: &str) -> Result<BatchNews, Refusal> {
    app.store.batch(key).await?.ok_or_else(|| no_batch(key))
}

pub(super) async fn list(State(app): State<AppState>) -> Result<Json<Vec<BatchNews>>, Refusal> {
    // What people wait for comes first.
    let mut all = app.workers.searches.batches();
    all.extend(app.store.batches().await?);
    Ok(Json(all))
}

pub(super) async fn one(
    State(app): State<AppState>,
    Path(key): Path<String>,
) -> Result<Json<BatchNews>, Refusal> {
    Ok(Json(news(&app, &key).await?))
}

pub(super) async fn submit(
    State(app): State<AppState>,
    Body(new): Body<Submission>,
) -> Result<(StatusCode, Json<BatchNews>), Refusal> {
    let mut faults = jobs::faults_of_names(&[("key", &new.key), ("build", &new.build)]);
    if new.key.starts_with(SEARCHES) {
        faults.push("key: such keys are those of the hall's own searches".to_owned());
    }
    if new.class.is_kept_in_memory() {
        faults.push(format!("class: only the hall itself has work of the class {}", new.class));
    }
    if new.payload.len() > MOST_PAYLOAD || new.payload.contains('\0') {
        faults.push(format!("payload: expected at most {MOST_PAYLOAD} bytes without NUL"));
    }
    if new.from >= new.to || new.to - new.from > MOST_UNITS || new.to > LAST_UNIT {
        faults.push(format!("from, to: expected 1 to {MOST_UNITS} units"));
    }
    faultless(&faults)?;
    let key = new.key.clone();
    app.store.submit_jobs(new).await.map_err(|error| match error {
        StoreError::Conflict => {
            Refusal::conflict("other-work", "this key belongs to a batch with other work")
        }
        error => error.into(),
    })?;
    app.workers.wake();
    Ok((StatusCode::ACCEPTED, Json(news(&app, &key).await?)))
}

pub(super) async fn results(
    State(app): State<AppState>,
    Path(key): Path<String>,
    Parameters(ResultsQuery { from }): Parameters<ResultsQuery>,
) -> Result<Json<BatchResults>, Refusal> {
    if from > LAST_UNIT {
        return Err(Refusal::bad_request("bad-parameter", "from: the number is too great"));
    }
    let found = app.store.job_results(&key, from).await?;
    let results = found.results.into_iter();
    let results =
        results.map(|(unit, bytes)| UnitResult { unit, bytes: BASE64_STANDARD.encode(bytes) });
    let (next, error) = found.next.map_or((None, None), |(state, error)| (Some(state), error));
    Ok(Json(BatchResults { results: results.collect(), next, error, running: found.running }))
}

/// Cancels what has no result. Its workers learn it at once.
pub(super) async fn cancel(
    State(app): State<AppState>,
    Path(key): Path<String>,
) -> Result<Json<BatchNews>, Refusal> {
    app.store.cancel_jobs(&key).await?;
    app.workers.lose();
    Ok(Json(news(&app, &key).await?))
}

pub(super) async fn remove(
    State(app): State<AppState>,
    Path(key): Path<String>,
) -> Result<StatusCode, Refusal> {
    if app.store.remove_jobs(&key).await? {
        app.workers.lose();
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(no_batch(&key))
    }
}
