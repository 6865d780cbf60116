//! Analyses on the pool, as a client sees them. They belong to the client: when it is gone, they end.

use crate::client::ClientId;
use crate::config::Config;
use crate::quotas::{QuotaKind, QuotaPermit, Quotas};
use crate::refusal::{Refusal, shortened};
use crate::request;
use crate::study::cache;
use crate::study::engines::{ChosenEngine, Programs};
use crate::study::progress::AnalysisProgress;
use engine::{Bound, Info, Limits, ProgramFault, Score, Session};
use futures_util::{FutureExt as _, StreamExt as _};
use game::Side;
use pool::{Pool, Question, SearchClass, SearchEvent, SearchJob, SearchStream};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use store::Store;
use tokio::time::{Instant, sleep_until};
use wire::{Analysis, AnalysisLine, AnalysisState, Fault, MovePlayed, Place};

/// Time between two events of one analysis.
const REPORTS: Duration = Duration::from_millis(200);
/// Plies of a line that are sent.
const SHOWN: usize = 16;
/// Analyses of one client at a time.
const MOST: usize = 4;
/// Lines of one analysis.
pub(crate) const LINES: u32 = 5;
/// The longest search that can be asked for.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;
/// A shorter search is not worth keeping.
const WORTH_KEEPING: Duration = Duration::from_millis(150);

/// The request for an analysis.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisRequest {
    pub(crate) node: u32,
    pub(crate) engine: String,
    pub(crate) lines: u32,
    pub(crate) only: Vec<String>,
    pub(crate) threat: bool,
    pub(crate) depth: Option<u32>,
    pub(crate) ms: Option<u64>,
}

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
    asked: AnalysisRequest,
    /// The game that is searched: after the pass, if the threat is asked for.
    game: Box<dyn Session>,
    latest: AnalysisProgress,
    /// Dropping it stops the search.
    search: SearchStream,
    /// The faults of another program are for its owner; ours say nothing to people.
    is_ours: bool,
    /// Its place among the analyses of the client.
    _share: QuotaPermit,
    /// What its result is kept under; `None`: it is not kept.
    key: Option<String>,
    /// The result of an earlier search.
    kept: Option<Analysis>,
    /// It has changed since it was sent.
    has_news: bool,
    next: Instant,
    /// Lines as they were sent: most of them do not change from one report to the next.
    written: Vec<(Vec<String>, Vec<MovePlayed>)>,
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
        let bad = |message: String| Err(Refusal::impossible("bad-analysis", message));
        let chosen = self.programs.choose(&asked.engine, game.variant().id)?;
        if !(1..=LINES).contains(&asked.lines) {
            return bad(format!("lines: expected 1 to {LINES}"));
        }
        if asked.depth.is_some_and(|depth| !(1..=99).contains(&depth)) {
            return bad("depth: expected 1 to 99".to_owned());
        }
        if asked.ms.is_some_and(|ms| !(1..=LONGEST_MS).contains(&ms)) {
            return bad(format!("ms: expected 1 to {LONGEST_MS}"));
        }
        let game = if asked.threat {
            game.passed().ok_or_else(|| {
                let message = "a pass makes no sense in this position";
                Refusal::impossible("no-threat", message)
            })?
        } else {
            game
        };
        let mut only = Vec::with_capacity(asked.only.len());
        for (i, text) in asked.only.iter().enumerate() {
            let text = game.read_move(text);
            only.push(text.map_err(|error| Refusal::from(error).at(&format!("only[{i}]")))?);
        }
        if self.running.len() >= MOST && !self.running.contains_key(&asked.engine) {
            let message = format!("at most {MOST} engines analyse for one client at a time");
            return Err(Refusal::conflict("too-many-analyses", message));
        }
        self.stop(Some(&asked.engine));
        let mut asked = asked;
        asked.only.clone_from(&only);
        if game.verdict().is_some() {
            return Ok(nothing(&asked, AnalysisState::Done));
        }
        let key = only.is_empty().then(|| {
            cache::key(game.as_ref(), chosen.key(&asked.engine), asked.lines, asked.threat)
        });
        let kept = kept_before(self.store.clone(), key.clone(), asked.node).await;
        let first = kept.clone().unwrap_or_else(|| nothing(&asked, AnalysisState::Waiting));
        if let (Some(kept), Some(depth)) = (&kept, asked.depth)
            && kept.depth >= depth
        {
            return Ok(Analysis { state: AnalysisState::Done, ..first });
        }
        let limits = Limits {
            depth: asked.depth,
            move_time: asked.ms.map(Duration::from_millis),
            only,
            level: chosen.level(),
            lines: asked.lines,
            ..Limits::default()
        };
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
        let (engine, lines) = (asked.engine.clone(), asked.lines);
        let running = RunningAnalysis {
            asked,
            game,
            latest: AnalysisProgress::of(lines),
            search: pool.search(job),
            is_ours,
            _share: share,
            key,
            kept,
            has_news: false,
            next: Instant::now(),
            written: Vec::new(),
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
            let last = running.view();
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
                if running.latest.has_ended || running.next <= now {
                    due = Some(engine.clone());
                    break;
                }
                soonest = Some(soonest.map_or(running.next, |soonest| soonest.min(running.next)));
            }
            if let Some(running) = due.and_then(|engine| self.running.get_mut(&engine)) {
                running.has_news = false;
                running.next = now + REPORTS;
                let analysis = running.view();
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
        let time = running.latest.time;
        let is_better = running.kept.as_ref().is_none_or(|kept| last.depth > kept.depth);
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
            SearchEvent::Begins => self.latest.begin(),
            SearchEvent::Progress(info) => self.latest.take(info),
            SearchEvent::Found(Ok(_)) => self.latest.has_ended = true,
            SearchEvent::Found(Err(why)) => {
                tracing::error!("an analysis failed: {why}");
                self.latest.has_ended = true;
                let theirs = why.program.filter(|_| !self.is_ours);
                self.latest.failed = Some(failed(theirs.as_deref()));
            }
        }
        self.has_news = true;
    }

    /// How it stands now.
    fn view(&mut self) -> Analysis {
        let latest = &self.latest;
        let state = match (&latest.failed, latest.has_ended, latest.has_begun) {
            (Some(_), _, _) => AnalysisState::Failed,
            (None, true, _) => AnalysisState::Done,
            (None, false, true) => AnalysisState::Searching,
            (None, false, false) => AnalysisState::Waiting,
        };
        let depth = latest.depth();
        let (nodes, time) = (latest.nodes + latest.before.0, latest.time + latest.before.1);
        let mut analysis = Analysis {
            depth,
            seldepth: latest.seldepth,
            nodes,
            nps: engine::per_second(latest.nodes, latest.time),
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            fault: latest.failed.clone(),
            ..nothing(&self.asked, state)
        };
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.depth > depth) {
            // What an earlier search found says more.
            analysis.depth = kept.depth;
            analysis.seldepth = kept.seldepth;
            analysis.lines.clone_from(&kept.lines);
            return analysis;
        }
        let infos = latest.lines.clone();
        for (info, rank) in infos.into_iter().zip(1..) {
            let line = self.line(rank, info);
            analysis.lines.push(line);
        }
        analysis
    }

    fn line(&mut self, rank: u32, info: Info) -> AnalysisLine {
        let is_second = self.game.side_to_move() == Side::Second;
        let [win, draw, loss] = info.wdl;
        // Another program may give a move without a score.
        let has_score = info.wdl != [0; 3];
        let score = if is_second { negated(info.score) } else { info.score };
        let bound = match (info.bound, is_second) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, false) | (Bound::Upper, true) => "lower",
            (Bound::Upper, false) | (Bound::Lower, true) => "upper",
        };
        AnalysisLine {
            rank,
            depth: info.depth,
            score: has_score.then_some(score),
            bound: bound.to_owned(),
            chances: if is_second { [loss, draw, win] } else { [win, draw, loss] },
            moves: self.moves(info.pv),
        }
    }

    /// The moves of a line in the form for the browser.
    fn moves(&mut self, mut pv: Vec<String>) -> Vec<MovePlayed> {
        pv.truncate(SHOWN);
        if let Some((_, moves)) = self.written.iter().find(|(known, _)| *known == pv) {
            return moves.clone();
        }
        let mut game = self.game.fork();
        let before = game.moves().len();
        let mut moves = Vec::with_capacity(pv.len());
        for (text, ply) in pv.iter().zip(before + 1..) {
            let side = game.side_to_move();
            let Ok(recorded) = game.record(text) else { break };
            moves.push(MovePlayed::new(recorded, ply, side));
        }
        if self.written.len() >= 2 * LINES as usize {
            self.written.remove(0);
        }
        self.written.push((pv, moves.clone()));
        moves
    }
}

/// The result of an earlier search of the same. (A session cannot be shared between threads, so this
/// borrows nothing of the client.)
async fn kept_before(store: Store, key: Option<String>, node: u32) -> Option<Analysis> {
    let body = store.kept_analysis(&key?).await.ok()??;
    let kept: Analysis = serde_json::from_str(&body).ok()?;
    Some(Analysis { node, state: AnalysisState::Kept, ..kept })
}

/// An analysis that has found nothing.
fn nothing(asked: &AnalysisRequest, state: AnalysisState) -> Analysis {
    Analysis {
        node: asked.node,
        engine: asked.engine.clone(),
        state,
        depth: 0,
        seldepth: 0,
        nodes: 0,
        nps: 0,
        time_ms: 0,
        threat: asked.threat,
        only: asked.only.clone(),
        lines: Vec::new(),
        fault: None,
    }
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

/// A score for the other side.
const fn negated(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
