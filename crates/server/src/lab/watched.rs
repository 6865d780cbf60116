//! The engine watched at its root while it thinks.

use super::position::SearchPosition;
use crate::refusal::Refusal;
use crate::request;
use engine::laboratory::Iteration;
use engine::{Score, WatchLimits};
use game::Side;
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use std::time::Duration;
use wire::{LabIteration, LabRootMove};

/// The time if none is asked for.
const USUAL_MS: u64 = 3_000;
/// The longest time.
const LONGEST_MS: u64 = 10_000;
/// The greatest depth.
const DEEPEST: u32 = 30;
/// The most nodes.
const MOST_NODES: u64 = 5_000_000;
/// The memory of a traced search, in MiB.
const MEMORY: u32 = 16;

/// The search of a client that is watched.
#[derive(Debug)]
pub(crate) struct WatchedSearch {
    pool: Pool,
    name: String,
    running: Option<RunningWatch>,
}

#[derive(Debug)]
struct RunningWatch {
    place: SearchPosition,
    /// The depth of the last iteration that was told.
    depth: u32,
    search: SearchStream<Iteration, ()>,
}

impl WatchedSearch {
    pub(crate) fn new(pool: Pool, name: String) -> Self {
        Self { pool, name, running: None }
    }

    /// Begins a search in place of the present one.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub(crate) fn begin(
        &mut self,
        place: SearchPosition,
        ms: Option<u64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Result<(), Refusal> {
        let bad = |message: String| Err(Refusal::impossible("bad-search", message));
        let ms = ms.unwrap_or(USUAL_MS);
        if !(1..=LONGEST_MS).contains(&ms) {
            return bad(format!("ms: expected 1 to {LONGEST_MS}"));
        }
        let depth = depth.unwrap_or(DEEPEST);
        if !(1..=DEEPEST).contains(&depth) {
            return bad(format!("depth: expected 1 to {DEEPEST}"));
        }
        let nodes = nodes.unwrap_or(MOST_NODES);
        if !(1..=MOST_NODES).contains(&nodes) {
            return bad(format!("nodes: expected 1 to {MOST_NODES}"));
        }
        games::new_laboratory(place.game.variant().id)?;
        self.stop();
        let limits = WatchLimits { depth, time: Duration::from_millis(ms), nodes };
        let name = format!("{} mind", self.name);
        let game = place.game.fork();
        let work = WorkJob::new(
            &name,
            game,
            SearchClass::Shown,
            MEMORY,
            move |session, control, report| {
                let laboratory = games::new_laboratory(session.variant().id);
                let mut laboratory = laboratory.map_err(|error| error.to_string())?;
                let watched = laboratory.watch(session, limits, control, report);
                watched.map(|_| ()).map_err(|error| error.to_string())
            },
        );
        let search = self.pool.work(work.for_client(&request::client().to_string()));
        self.running = Some(RunningWatch { place, depth: 0, search });
        Ok(())
    }

    /// Ends the search. Returns its last event, if one was running.
    pub(crate) fn stop(&mut self) -> Option<LabIteration> {
        self.running.take().map(|running| nothing(running.depth, None))
    }

    /// The next iteration.
    pub(crate) async fn next(&mut self) -> LabIteration {
        loop {
            let Some(running) = &mut self.running else { return std::future::pending().await };
            match running.search.next().await {
                Some(SearchEvent::Begins) => {}
                // After an interruption the search begins again.
                Some(SearchEvent::Progress(iteration)) if iteration.depth <= running.depth => {}
                Some(SearchEvent::Progress(iteration)) => {
                    if iteration.is_complete {
                        running.depth = iteration.depth;
                    }
                    return running.view(&iteration);
                }
                Some(SearchEvent::Found(ended)) => {
                    let depth = running.depth;
                    self.running = None;
                    let message = ended.err().map(|why| {
                        tracing::error!("a watched search failed: {why}");
                        "the search failed".to_owned()
                    });
                    return nothing(depth, message);
                }
                // The hall closes.
                None => return std::future::pending().await,
            }
        }
    }
}

impl RunningWatch {
    fn view(&self, iteration: &Iteration) -> LabIteration {
        let game = &self.place.game;
        let score = |score: Score| {
            if game.side_to_move() == Side::First { score } else { negated(score) }
        };
        let moves = iteration.moves.iter().zip(1..).map(|(look, order)| LabRootMove {
            text: look.text.clone(),
            notations: hall::notations(game.write_all(&look.text).unwrap_or_default()),
            order,
            nodes: look.nodes,
            time_us: u64::try_from(look.time.as_micros()).unwrap_or(u64::MAX),
            score: look.score.map(score),
            favourite: look.is_favourite,
        });
        LabIteration {
            depth: iteration.depth,
            score: iteration.score.map(score),
            best: self.place.line(&iteration.pv),
            nodes: iteration.nodes,
            time_ms: u64::try_from(iteration.time.as_millis()).unwrap_or(u64::MAX),
            moves: moves.collect(),
            done: false,
            message: None,
        }
    }
}

/// The last event of a search.
fn nothing(depth: u32, message: Option<String>) -> LabIteration {
    LabIteration {
        depth,
        score: None,
        best: Vec::new(),
        nodes: 0,
        time_ms: 0,
        moves: Vec::new(),
        done: true,
        message,
    }
}

/// A score for the other side.
const fn negated(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
