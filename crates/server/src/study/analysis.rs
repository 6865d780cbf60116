//! Analyses on the pool, as a client sees them. They belong to the client: when it is gone, they end.

use crate::client::ClientId;
use crate::config::Config;
use crate::quotas::{QuotaKind, QuotaPermit, Quotas};
use crate::refusal::{Refusal, shortened};
use crate::request;
use crate::study::cache;
use crate::study::engines::{ChosenEngine, Programs};
use engine::{Limits, ProgramFault, Session};
use futures_util::{FutureExt as _, StreamExt as _};
use hall_messages::{AnalysisRequest, SearchedAnalysis};
use pool::{Pool, Question, SearchClass, SearchEvent, SearchJob, SearchStream};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use store::Store;
use tokio::time::{Instant, sleep_until};
use wire::{Analysis, AnalysisState, Fault, Place};

/// Time between two events of one analysis.
const REPORTS: Duration = Duration::from_millis(200);
/// Analyses of one client at a time.
const MOST: usize = 4;
/// A shorter search is not worth keeping.
const WORTH_KEEPING: Duration = Duration::from_millis(150);

/// The analyses of one client, one for each engine.
#[derive(Debug)]
pub(crate) struct Analyses {
    pool: Pool,
    programs: Programs,
    store: Store,
    config: Arc<Config>,
    /// The name under which the pool keeps an engine for this client.
    name: String,
    client: ClientId,
    quotas: Quotas,
    running: BTreeMap<String, RunningAnalysis>,
}

/// What the store may have of an analysis.
struct CachedAnalysis {
    /// What the result is kept under; `None`: it is not kept.
    key: Option<String>,
    /// The result of an earlier search.
    kept: Option<Analysis>,
}

/// An analysis that was asked for.
#[derive(Debug)]
struct RunningAnalysis {
    shown: SearchedAnalysis,
    /// Dropping it stops the search.
    search: SearchStream,
    /// The faults of another program are for its owner; ours say nothing to people.
    is_ours: bool,
    /// Its place among the analyses of the client.
    _share: QuotaPermit,
    /// What its result is kept under; `None`: it is not kept.
    key: Option<String>,
    /// It has changed since it was sent.
    has_news: bool,
    next: Instant,
}

impl Analyses {
    pub(crate) fn new(
        pool: Pool,
        programs: Programs,
        store: Store,
        config: Arc<Config>,
        name: String,
        quotas: Quotas,
    ) -> Self {
        let client = request::client();
        let running = BTreeMap::new();
        Self { pool, programs, store, config, name, client, quotas, running }
    }

    /// Begins an analysis in place of the one by the same engine. Returns what is known at once.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub(crate) async fn begin(
        &mut self,
        asked: AnalysisRequest,
        game: Box<dyn Session>,
    ) -> Result<Analysis, Refusal> {
        let chosen = self.programs.choose(&asked.engine, game.variant().id)?;
        let (asked, game) = asked.checked(game)?;
        if self.running.len() >= MOST && !self.running.contains_key(&asked.engine) {
            let message = format!("at most {MOST} engines analyse for one client at a time");
            return Err(Refusal::conflict("too-many-analyses", message));
        }
        self.stop(Some(&asked.engine));
        if game.verdict().is_some() {
            return Ok(asked.nothing(AnalysisState::Done));
        }
        let key = asked.only.is_empty().then(|| {
            cache::key(game.as_ref(), chosen.key(&asked.engine), asked.lines, asked.threat)
        });
        let kept = kept_before(self.store.clone(), key.clone(), asked.node).await;
        let first = kept.clone().unwrap_or_else(|| asked.nothing(AnalysisState::Waiting));
        if let (Some(kept), Some(depth)) = (&kept, asked.depth)
            && kept.depth >= depth
        {
            return Ok(Analysis { state: AnalysisState::Done, ..first });
        }
        let limits = asked.limits(chosen.level());
        let share = self.quotas.take(self.client, QuotaKind::Analysis)?;
        self.search(&chosen, asked, game, limits, CachedAnalysis { key, kept }, share);
        Ok(first)
    }

    fn search(
        &mut self,
        chosen: &ChosenEngine,
        asked: AnalysisRequest,
        game: Box<dyn Session>,
        limits: Limits,
        CachedAnalysis { key, kept }: CachedAnalysis,
        share: QuotaPermit,
    ) {
        let largest = self.config.hash_mb;
        let table_mb =
            limits.level.map_or(largest, |level| pool::table_mb(level.number(), largest));
        let name = format!("{} {}", self.name, asked.engine);
        let question = Question::Move(limits);
        let job = SearchJob::new(&name, game.fork(), question, SearchClass::Shown, table_mb)
            .for_client(&self.client.to_string());
        let (pool, is_ours) = match chosen {
            ChosenEngine::Own(_) => (&self.pool, true),
            ChosenEngine::Program { pool, .. } => (pool, false),
        };
        let engine = asked.engine.clone();
        let running = RunningAnalysis {
            shown: SearchedAnalysis::new(asked, game, kept),
            search: pool.search(job),
            is_ours,
            _share: share,
            key,
            has_news: false,
            next: Instant::now(),
        };
        self.running.insert(engine, running);
    }

    /// Stops the analysis by an engine, or all. Returns how each of them stood at its end.
    pub(crate) fn stop(&mut self, engine: Option<&str>) -> Vec<Analysis> {
        let engines: Vec<String> = match engine {
            Some(engine) => vec![engine.to_owned()],
            None => self.running.keys().cloned().collect(),
        };
        let mut ended = Vec::new();
        for engine in engines {
            let Some(mut running) = self.running.remove(&engine) else { continue };
            while let Some(Some(event)) = running.search.next().now_or_never() {
                running.take(event);
            }
            let last = running.shown.view();
            self.keep(&running, &last);
            let state = match last.state {
                AnalysisState::Failed => AnalysisState::Failed,
                _ => AnalysisState::Done,
            };
            ended.push(Analysis { state, ..last });
        }
        ended
    }

    /// The next change of an analysis, when it may be sent.
    pub(crate) async fn next(&mut self) -> Analysis {
        loop {
            let now = Instant::now();
            let mut soonest: Option<Instant> = None;
            let mut due = None;
            for (engine, running) in &self.running {
                if !running.has_news {
                    continue;
                }
                if running.shown.has_ended() || running.next <= now {
                    due = Some(engine.clone());
                    break;
                }
                soonest = Some(soonest.map_or(running.next, |soonest| soonest.min(running.next)));
            }
            if let Some(running) = due.and_then(|engine| self.running.get_mut(&engine)) {
                running.has_news = false;
                running.next = now + REPORTS;
                let analysis = running.shown.view();
                if matches!(analysis.state, AnalysisState::Done | AnalysisState::Failed) {
                    self.stop(Some(&analysis.engine));
                }
                return analysis;
            }
            let wake = soonest.unwrap_or(now);
            tokio::select! {
                (engine, event) = next_event(&mut self.running) => {
                    if let Some(running) = self.running.get_mut(&engine) {
                        running.take(event);
                    }
                }
                () = sleep_until(wake), if soonest.is_some() => {}
            }
        }
    }

    /// Keeps a result, unless a better one is kept.
    fn keep(&self, running: &RunningAnalysis, last: &Analysis) {
        let Some(key) = running.key.clone() else { return };
        let time = running.shown.time();
        let is_better = running.shown.kept_depth().is_none_or(|kept| last.depth > kept);
        if !is_better || last.lines.is_empty() || time < WORTH_KEEPING {
            return;
        }
        let Ok(body) = serde_json::to_string(last) else { return };
        let store = self.store.clone();
        let now = crate::view::now();
        tokio::spawn(async move {
            if let Err(error) = store.keep_analysis(key, now, body, cache::MOST).await {
                tracing::warn!("an analysis was not kept: {error}");
            }
        });
    }
}

impl Drop for Analyses {
    fn drop(&mut self) {
        // What was found is kept, if there is still a runtime to keep it.
        if tokio::runtime::Handle::try_current().is_ok() {
            self.stop(None);
        }
    }
}

/// The next event of an analysis, with its engine.
async fn next_event(running: &mut BTreeMap<String, RunningAnalysis>) -> (String, SearchEvent) {
    poll_fn(|context| {
        for (engine, running) in &mut *running {
            if let Poll::Ready(Some(event)) = running.search.poll_next_unpin(context) {
                return Poll::Ready((engine.clone(), event));
            }
        }
        Poll::Pending
    })
    .await
}

impl RunningAnalysis {
    /// Takes an event of the search over.
    fn take(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Begins => self.shown.begin(),
            SearchEvent::Progress(info) => self.shown.take(info),
            SearchEvent::Found(Ok(_)) => self.shown.end(None),
            SearchEvent::Found(Err(why)) => {
                tracing::error!("an analysis failed: {why}");
                let theirs = why.program.filter(|_| !self.is_ours);
                self.shown.end(Some(failed(theirs.as_deref())));
            }
        }
        self.has_news = true;
    }
}

/// The result of an earlier search of the same. (A session cannot be shared between threads, so this
/// borrows nothing of the client.)
async fn kept_before(store: Store, key: Option<String>, node: u32) -> Option<Analysis> {
    let body = store.kept_analysis(&key?).await.ok()??;
    let kept: Analysis = serde_json::from_str(&body).ok()?;
    Some(Analysis { node, state: AnalysisState::Kept, ..kept })
}

/// Why a search failed: what is wrong with another program, or that ours failed.
fn failed(theirs: Option<&ProgramFault>) -> Fault {
    let found = theirs.and_then(|theirs| theirs.found.as_deref()).map(shortened);
    Fault {
        code: theirs.map_or("search-failed", |theirs| theirs.code).to_owned(),
        squares: Vec::new(),
        piece: None,
        numbers: theirs.and_then(|theirs| theirs.waited_ms).into_iter().collect(),
        message: theirs
            .map_or_else(|| "the search failed".to_owned(), |theirs| shortened(&theirs.message)),
        place: found.map(|found| Place { found: Some(found), ..Place::default() }),
    }
}
