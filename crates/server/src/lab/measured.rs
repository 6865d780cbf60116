//! Searches that are only measured: what a technique, or a machine of a textbook, costs at a depth.

use super::position::SearchPosition;
use crate::refusal::Refusal;
use crate::request;
use engine::{BestMove, Control, Limits, Score, Session, Techniques};
use lab::ladder;
use pool::{JobEvent, Pool, Question, SearchClass, SearchJob, SearchTask, Ticket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
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
    told: UnboundedReceiver<(u64, Result<SearchCost, String>)>,
    tell: UnboundedSender<(u64, Result<SearchCost, String>)>,
    /// Counts the searches: the end of one that was stopped comes late.
    number: u64,
}

#[derive(Debug)]
struct RunningMeasurement {
    request: String,
    by: String,
    depth: u32,
    _ticket: Ticket,
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
        let (tell, told) = unbounded_channel();
        Self { pool, name, running: None, told, tell, number: 0 }
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
        self.number += 1;
        let number = self.number;
        let longest = Duration::from_millis(ms);
        let tell = self.tell.clone();
        let task = SearchTask::new(Limits::default(), move |session, _, control, _| {
            let cost = match &what {
                MeasuredSearcher::Technique(techniques) => {
                    technique(session, *techniques, depth, longest, control)
                }
                MeasuredSearcher::Machine(id) => machine(session, id, depth, longest, control),
            }?;
            // One that is interrupted for a more urgent search is called again.
            if cost.is_whole || !control.is_stopped() {
                // The client may be gone.
                let _ = tell.send((number, Ok(cost)));
            }
            Ok(BestMove { best: None, ponder: None, info: None })
        });
        let name = format!("{} measure", self.name);
        let job = SearchJob::new(
            &name,
            place.game.fork(),
            Question::Task(task),
            SearchClass::Shown,
            MEMORY,
        )
        .for_client(&request::client().to_string());
        let tell = self.tell.clone();
        let ticket = self.pool.ask(job, move |report| {
            if let JobEvent::Found(Err(why)) = report {
                let _ = tell.send((number, Err(why.message)));
            }
        });
        self.running =
            Some(RunningMeasurement { request: request.to_owned(), by, depth, _ticket: ticket });
        Ok(())
    }

    /// Ends the search; it is not answered.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// The next search that has ended.
    pub(crate) async fn next(&mut self) -> LabMeasured {
        loop {
            // This holds a sender itself: there is always one.
            let Some((number, told)) = self.told.recv().await else {
                std::future::pending::<()>().await;
                continue;
            };
            if number != self.number {
                continue;
            }
            let Some(RunningMeasurement { request, by, depth, .. }) = self.running.take() else {
                continue;
            };
            let (state, cost) = match told {
                Ok(cost) if cost.is_whole => (LabState::Done, cost),
                Ok(cost) => (LabState::Limit, cost),
                Err(why) => {
                    tracing::error!("a search that was measured failed: {why}");
                    (LabState::Failed, SearchCost::default())
                }
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
