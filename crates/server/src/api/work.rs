//! Work for programs on other machines: `docs/serve/cluster.md`. These routes are there only if the hall has tokens for
//! them. They are no part of the API document, which is for pages: programs of the same build speak here.

mod batches;

use crate::api::AppState;
use crate::api::body::Body;
use crate::api::pass::pass_work;
use crate::refusal::Refusal;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jobs::Tokens;
use jobs::{
    BeatRequest, ClaimAnswer, ClaimRequest, GiveBack, HelloAnswer, HelloRequest, JobClass,
    JobLease, JobReport, MOST_JOBS, MOST_RESULT, MOST_SUMS, MOST_WORDS, PROTOCOL, ReportRequest,
    ResultReceipt, ResultRequest,
};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use store::JobClaim;
use tokio::time::{Instant, sleep_until};

/// The largest body but for results.
const BODY: usize = 256 << 10;
/// How long a request for jobs waits for work at most.
const MOST_WAITING: Duration = Duration::from_secs(20);
/// How long a beat waits for news at most.
const MOST_BEAT: Duration = Duration::from_secs(5);
/// How often it looks: less than any lease.
const AGAIN: Duration = Duration::from_millis(500);
/// How often a request for jobs looks: a lease may have ended, or another process may have submitted work.
const LOOK: Duration = Duration::from_secs(1);
/// How many jobs a request gets at most.
const MOST_AT_ONCE: u32 = 16;
/// What a result may add to a sum: so little that no sum overflows.
const MOST_ADDED: u64 = 1 << 40;

/// The routes, if the hall has tokens for them.
pub(super) fn router(app: &AppState) -> Router<AppState> {
    let config = &app.config;
    let mut routes = Router::new();
    if !config.worker_tokens.is_empty() {
        let workers = Router::new()
            .route("/work/hello", post(hello))
            .route("/work/claim", post(claim))
            .route("/work/beat", post(beat))
            .route("/work/report", post(report))
            .route("/work/back", post(give_back))
            .layer(DefaultBodyLimit::max(BODY))
            // base64 takes four bytes for three.
            .route(
                "/work/result",
                post(finish).layer(DefaultBodyLimit::max(MOST_RESULT / 3 * 4 + BODY)),
            )
            .layer(from_fn_with_state(config.worker_tokens.clone(), check));
        routes = routes.merge(workers);
    }
    if !config.job_tokens.is_empty() {
        let owners = Router::new()
            .route("/work/batches", get(batches::list).post(batches::submit))
            .route("/work/batches/{key}", delete(batches::remove).get(batches::one))
            .route("/work/batches/{key}/results", get(batches::results))
            .route("/work/batches/{key}/cancel", post(batches::cancel))
            .layer(DefaultBodyLimit::max(BODY))
            .layer(from_fn_with_state(config.job_tokens.clone(), check));
        routes = routes.merge(owners);
    }
    routes
}

/// Lets those in who show a token.
async fn check(State(tokens): State<Tokens>, request: Request, next: Next) -> Response {
    match shown(request.headers()) {
        Some(token) if tokens.has(token) => next.run(request).await,
        _ => {
            let message = "expected the header `Authorization: Bearer TOKEN` with a token that this \
                           hall knows for this use";
            Refusal::new(StatusCode::UNAUTHORIZED, "wrong-token", message).into_response()
        }
    }
}

fn shown(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Refuses a text with faults.
fn faultless(faults: &[String]) -> Result<(), Refusal> {
    if faults.is_empty() {
        return Ok(());
    }
    Err(Refusal::impossible("bad-value", faults.join("; ")))
}

/// Refuses a program that speaks another version of the messages.
fn same_protocol(theirs: u32) -> Result<(), Refusal> {
    if theirs == PROTOCOL {
        return Ok(());
    }
    let message = format!(
        "the worker speaks version {theirs} of the messages, this hall version {PROTOCOL}: use the \
         same version of the program"
    );
    Err(Refusal::conflict("other-version", message))
}

/// Refuses a list that is too long, and names that cannot be.
fn few(all: &[JobLease]) -> Result<(), Refusal> {
    if all.len() > MOST_JOBS {
        let message = format!("jobs: expected at most {MOST_JOBS}");
        return Err(Refusal::impossible("bad-value", message));
    }
    all.iter().try_for_each(possible)
}

fn possible(held: &JobLease) -> Result<(), Refusal> {
    let JobLease { job, holder } = held;
    faultless(&jobs::faults_of_names(&[("batch", &job.batch), ("holder", holder)]))
}

async fn hello(
    State(app): State<AppState>,
    Body(hello): Body<HelloRequest>,
) -> Result<Json<HelloAnswer>, Refusal> {
    same_protocol(hello.protocol)?;
    let lease_ms = app.config.work_lease.as_millis();
    let lease_ms = u64::try_from(lease_ms).unwrap_or(u64::MAX);
    Ok(Json(HelloAnswer { protocol: PROTOCOL, lease_ms }))
}

/// Hands out jobs. The answer comes when there is work, at the latest after the time that was asked for.
async fn claim(
    State(mut app): State<AppState>,
    Body(asked): Body<ClaimRequest>,
) -> Result<Json<ClaimAnswer>, Refusal> {
    same_protocol(asked.protocol)?;
    let mut faults = jobs::faults_of_names(&[("build", &asked.build), ("worker", &asked.worker)]);
    if asked.classes.is_empty() || asked.classes.len() > JobClass::ALL.len() {
        faults.push("classes: expected each kind of work once".to_owned());
    }
    if !(1..=MOST_AT_ONCE).contains(&asked.most) {
        faults.push(format!("most: expected 1 to {MOST_AT_ONCE}"));
    }
    faultless(&faults)?;
    let until = Instant::now() + Duration::from_millis(asked.wait_ms).min(MOST_WAITING);
    let stored = asked.classes.iter().copied().filter(|class| !class.is_kept_in_memory());
    let wanted = JobClaim {
        classes: stored.collect(),
        build: asked.build.clone(),
        worker: asked.worker.clone(),
        holder: format!("{:032x}", rand::random::<u128>()),
        most: asked.most,
        lease: app.config.work_lease,
    };
    let workers = Arc::clone(&app.workers);
    if app.config.build.as_ref() == Some(&asked.build) {
        workers.ask(&asked.classes);
    }
    let mut look = Instant::now();
    loop {
        // What comes from here on wakes this request.
        let (submitted, waits) = (workers.woken(), workers.searches.waits());
        // A person waits for these: they are looked for first.
        let mut found = workers.searches.claim(&asked, &wanted.holder);
        let now = Instant::now();
        if found.is_empty() && now >= look && !wanted.classes.is_empty() {
            found = app.store.claim_jobs(wanted.clone()).await?;
            look = now + LOOK;
        }
        if !found.is_empty() || now >= until || *app.closing.borrow() {
            return Ok(Json(ClaimAnswer { jobs: found }));
        }
        tokio::select! {
            () = submitted => look = Instant::now(),
            () = waits => {}
            () = sleep_until(until.min(look.max(now))) => {}
            _ = app.closing.changed() => return Ok(Json(ClaimAnswer::default())),
        }
    }
}

/// Extends leases. The answer comes when the worker has lost a job or shall end one, at the latest after the time that was
/// asked for.
async fn beat(
    State(mut app): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<BeatRequest>,
) -> Result<Response, Refusal> {
    few(&asked.jobs)?;
    if let Some(passed) = elsewhere(&app, &headers, "beat", &asked.jobs, &asked).await? {
        return Ok(passed);
    }
    let until = Instant::now() + Duration::from_millis(asked.wait_ms).min(MOST_BEAT);
    let (searches, stored) = apart(asked.jobs);
    let workers = Arc::clone(&app.workers);
    let mut looks = true;
    loop {
        // What comes from here on wakes this request.
        let (lost, news) = (workers.have_lost(), workers.searches.news());
        let mut answer = workers.searches.beat(&searches);
        if std::mem::take(&mut looks) && !stored.is_empty() {
            let lease = app.config.work_lease;
            answer.lost.extend(app.store.beat_jobs(stored.clone(), lease).await?);
        }
        let has_news = !answer.lost.is_empty() || !answer.due.is_empty();
        if has_news || Instant::now() >= until || *app.closing.borrow() {
            return Ok(Json(answer).into_response());
        }
        tokio::select! {
            () = lost => looks = true,
            () = news => {}
            // The leases run while the worker waits, and another node may have cancelled something.
            () = sleep_until(until.min(Instant::now() + AGAIN)) => looks = true,
            _ = app.closing.changed() => return Ok(Json(answer).into_response()),
        }
    }
}

/// Takes what a worker has found so far. It says the same as a beat.
async fn report(
    State(app): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<ReportRequest>,
) -> Result<Response, Refusal> {
    possible(&asked.held)?;
    let held = std::slice::from_ref(&asked.held);
    if let Some(passed) = elsewhere(&app, &headers, "report", held, &asked).await? {
        return Ok(passed);
    }
    if !asked.held.job.is_search() {
        let message = "held: expected a search of the hall; other work has no reports";
        return Err(Refusal::impossible("bad-value", message));
    }
    Ok(Json(app.workers.searches.report(&asked.held, &asked.found)).into_response())
}

/// Passes a message about searches on to the other node that keeps them.
async fn elsewhere(
    app: &AppState,
    headers: &HeaderMap,
    path: &str,
    held: &[JobLease],
    message: &impl Serialize,
) -> Result<Option<Response>, Refusal> {
    match app.workers.searches.other(held) {
        Some(node) => pass_work(app, headers, node, path, message).await,
        None => Ok(None),
    }
}

/// The searches among jobs, and what is in the database.
fn apart(jobs: Vec<JobLease>) -> (Vec<JobLease>, Vec<JobLease>) {
    jobs.into_iter().partition(|held| held.job.is_search())
}

async fn give_back(
    State(app): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<GiveBack>,
) -> Result<Response, Refusal> {
    few(&asked.jobs)?;
    if let Some(passed) = elsewhere(&app, &headers, "back", &asked.jobs, &asked).await? {
        return Ok(passed);
    }
    let (searches, stored) = apart(asked.jobs);
    app.workers.searches.give_back(&searches);
    if !stored.is_empty() {
        app.store.give_back_jobs(stored).await?;
        app.workers.wake();
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn finish(
    State(app): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<ResultRequest>,
) -> Result<Response, Refusal> {
    possible(&asked.held)?;
    let held = std::slice::from_ref(&asked.held);
    if let Some(passed) = elsewhere(&app, &headers, "result", held, &asked).await? {
        return Ok(passed);
    }
    if asked.held.job.is_search() {
        let kept = app.workers.searches.finish(&asked.held, asked.done);
        let kept = kept.map_err(|why| {
            tracing::warn!("the result of a worker is not believed: {why}");
            Refusal::impossible("bad-value", format!("done: {why}"))
        })?;
        return Ok(Json(ResultReceipt { kept }).into_response());
    }
    let kept = match asked.done {
        JobReport::Result { bytes, sums } => {
            let mut faults = Vec::new();
            let bytes = BASE64_STANDARD.decode(bytes).unwrap_or_else(|error| {
                faults.push(format!("done.result.bytes: {error}"));
                Vec::new()
            });
            if bytes.len() > MOST_RESULT {
                faults.push(format!("done.result.bytes: expected at most {MOST_RESULT} bytes"));
            }
            if sums.len() > MOST_SUMS {
                faults.push(format!("done.result.sums: expected at most {MOST_SUMS}"));
            }
            for (name, value) in sums.iter().take(MOST_SUMS) {
                faults.extend(jobs::faults_of_names(&[("the name of a sum", name)]));
                if value.unsigned_abs() > MOST_ADDED {
                    faults.push("done.result.sums: a value is too great".to_owned());
                }
            }
            faultless(&faults)?;
            app.store.finish_job(asked.held, bytes, sums).await?
        }
        JobReport::Failed { mut why } => {
            why.truncate(why.floor_char_boundary(MOST_WORDS));
            why.retain(|sign| sign != '\0');
            let failed = app.store.fail_job(asked.held, why).await?;
            app.workers.wake();
            failed
        }
    };
    Ok(Json(ResultReceipt { kept }).into_response())
}
