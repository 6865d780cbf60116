//! Searches that are only measured: what a technique, or a machine of a textbook, costs at a depth.

use super::position::SearchPosition;
use crate::refusal::Refusal;
use crate::request;
use engine::{Control, Limits, Score, Session, Techniques};
use lab::ladder;
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use wire::{LabMeasured, LabState};

/// The time if none is asked for.
const USUAL_MS: u64 = 3_000;
/// The longest time.
pub(super) const LONGEST_MS: u64 = 10_000;
/// The greatest depth.
pub(super) const DEEPEST: u32 = 12;
/// How often the clock of a search is looked at.
const TICK: Duration = Duration::from_millis(20);
/// The memory of a search, in MiB.
const MEMORY: u32 = 16;

/// What searches.
#[derive(Clone, Debug)]
enum MeasuredSearcher {
    Technique(Techniques),
    Machine(String),
}

/// The search of a client that is measured.
#[derive(Debug)]
pub(crate) struct MeasuredSearch {
    pool: Pool,
    name: String,
    running: Option<RunningMeasurement>,
}

#[derive(Debug)]
struct RunningMeasurement {
    request: String,
    by: String,
    depth: u32,
    search: SearchStream<SearchCost, ()>,
}

/// What a search cost.
#[derive(Clone, Debug, Default)]
struct SearchCost {
    is_whole: bool,
    nodes: u64,
    leaves: Option<u64>,
    time: Duration,
    score: Option<Score>,
    best: Option<String>,
}

impl MeasuredSearch {
    pub(crate) fn new(pool: Pool, name: String) -> Self {
        Self { pool, name, running: None }
    }

    /// Begins a search in place of the present one.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub(crate) fn begin(
        &mut self,
        request: &str,
        place: &SearchPosition,
        by: String,
        depth: u32,
        ms: Option<u64>,
    ) -> Result<(), Refusal> {
        let bad = |message: String| Err(Refusal::impossible("bad-search", message));
        if !(1..=DEEPEST).contains(&depth) {
            return bad(format!("depth: expected 1 to {DEEPEST}"));
        }
        let ms = ms.unwrap_or(USUAL_MS);
        if !(1..=LONGEST_MS).contains(&ms) {
            return bad(format!("ms: expected 1 to {LONGEST_MS}"));
        }
        let variant = place.game.variant().id;
        games::new_laboratory(variant)?;
        let what = find(variant, &by)?;
        self.stop();
        let longest = Duration::from_millis(ms);
        let name = format!("{} measure", self.name);
        let game = place.game.fork();
        let work = WorkJob::new(
            &name,
            game,
            SearchClass::Shown,
            MEMORY,
            move |session, control, report| {
                let cost = match &what {
                    MeasuredSearcher::Technique(techniques) => {
                        technique(session, *techniques, depth, longest, control)
                    }
                    MeasuredSearcher::Machine(id) => machine(session, id, depth, longest, control),
                }?;
                // One that is interrupted for a more urgent search is called again.
                if cost.is_whole || !control.is_stopped() {
                    report(cost);
                }
                Ok(())
            },
        );
        let search = self.pool.work(work.for_client(&request::client().to_string()));
        self.running = Some(RunningMeasurement { request: request.to_owned(), by, depth, search });
        Ok(())
    }

    /// Ends the search; it is not answered.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// The next search that has ended.
    pub(crate) async fn next(&mut self) -> LabMeasured {
        loop {
            let Some(running) = &mut self.running else { return std::future::pending().await };
            let (state, cost) = match running.search.next().await {
                Some(SearchEvent::Progress(cost)) if cost.is_whole => (LabState::Done, cost),
                Some(SearchEvent::Progress(cost)) => (LabState::Limit, cost),
                Some(SearchEvent::Found(Err(why))) => {
                    tracing::error!("a search that was measured failed: {why}");
                    (LabState::Failed, SearchCost::default())
                }
                Some(SearchEvent::Begins | SearchEvent::Found(Ok(()))) => continue,
                // The hall closes.
                None => return std::future::pending().await,
            };
            let Some(RunningMeasurement { request, by, depth, .. }) = self.running.take() else {
                continue;
            };
            return LabMeasured {
                request,
                by,
                depth,
                state,
                nodes: cost.nodes,
                leaves: cost.leaves,
                time_us: u64::try_from(cost.time.as_micros()).unwrap_or(u64::MAX),
                score: cost.score,
                best: cost.best,
            };
        }
    }
}

/// The technique or the machine with this id.
fn find(variant: &str, by: &str) -> Result<MeasuredSearcher, Refusal> {
    let is_preset = |preset: &engine::Preset| preset.id == by;
    if games::presets(variant)?.iter().any(is_preset) {
        return Ok(MeasuredSearcher::Machine(by.to_owned()));
    }
    let unknown =
        |why: String| Refusal::impossible("unknown-technique", crate::refusal::shortened(&why));
    let rung = ladder::find(by).map_err(|error| unknown(error.to_string()))?;
    let techniques = ladder::techniques(rung).map_err(|error| unknown(error.to_string()))?;
    Ok(MeasuredSearcher::Technique(techniques))
}

/// Searches with a technique. The search itself knows no limit of time, so another thread stops it.
fn technique(
    session: &dyn Session,
    techniques: Techniques,
    depth: u32,
    longest: Duration,
    control: &Control,
) -> Result<SearchCost, String> {
    let laboratory = games::new_laboratory(session.variant().id);
    let mut laboratory = laboratory.map_err(|error| error.to_string())?;
    // Its own control: that of the pool says whether the search was interrupted.
    let own = Control::new();
    let (end, ended) = channel::<()>();
    let (measured, is_whole) = std::thread::scope(|scope| {
        let search = &own;
        let watch = scope.spawn(move || watch(&ended, longest, control, search));
        let measured = laboratory.measure(session, techniques, depth, &own, None);
        drop(end);
        // A thread that panicked watched nothing.
        (measured, watch.join().unwrap_or(false))
    });
    let measured = measured.map_err(|error| error.to_string())?;
    Ok(SearchCost {
        is_whole,
        nodes: measured.nodes,
        leaves: Some(measured.counters.leaves),
        time: measured.time,
        score: Some(measured.score),
        best: measured.pv.into_iter().next(),
    })
}

/// Stops a search when its time is over, or when the pool wants its thread. Returns whether it ended by itself.
fn watch(ended: &Receiver<()>, longest: Duration, control: &Control, search: &Control) -> bool {
    let began = std::time::Instant::now();
    loop {
        let left = longest.saturating_sub(began.elapsed());
        // The end of the search closes the channel.
        if ended.recv_timeout(left.min(TICK)) != Err(RecvTimeoutError::Timeout) {
            return !search.is_stopped();
        }
        if control.is_stopped() || began.elapsed() >= longest {
            search.stop();
            return false;
        }
    }
}

/// Searches with a machine of a textbook.
fn machine(
    session: &dyn Session,
    id: &str,
    depth: u32,
    longest: Duration,
    control: &Control,
) -> Result<SearchCost, String> {
    let engine = games::new_preset(session.variant().id, id);
    let mut engine = engine.map_err(|error| error.to_string())?;
    engine.set_option("Depth", &depth.to_string()).map_err(|error| error.to_string())?;
    let limits = Limits { move_time: Some(longest), ..Limits::default() };
    let found = engine.search(session, &limits, control, &mut |_| {});
    let found = found.map_err(|error| error.to_string())?;
    let Some(info) = found.info else {
        return Ok(SearchCost::default());
    };
    Ok(SearchCost {
        is_whole: info.time < longest && info.depth >= depth && !control.is_stopped(),
        nodes: info.nodes,
        leaves: None,
        time: info.time,
        score: Some(info.score),
        best: found.best,
    })
}
