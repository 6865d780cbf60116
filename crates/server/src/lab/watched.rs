//! The engine watched at its root while it thinks.

use super::position::SearchPosition;
use crate::refusal::Refusal;
use crate::request;
use engine::laboratory::Iteration;
use engine::{BestMove, Limits, Score, WatchLimits};
use game::Side;
use pool::{JobEvent, Pool, Question, SearchClass, SearchJob, SearchTask, Ticket};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
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
    told: UnboundedReceiver<(u64, WatchUpdate)>,
    tell: UnboundedSender<(u64, WatchUpdate)>,
    /// Counts the searches: reports of one that was stopped come late.
    number: u64,
}

#[derive(Debug)]
struct RunningWatch {
    place: SearchPosition,
    /// The depth of the last iteration that was told.
    depth: u32,
    _ticket: Ticket,
}

/// What a search tells.
#[derive(Debug)]
enum WatchUpdate {
    Iteration(Iteration),
    End(Result<(), String>),
}

impl WatchedSearch {
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
        self.number += 1;
        let number = self.number;
        let limits = WatchLimits { depth, time: Duration::from_millis(ms), nodes };
        let tell = self.tell.clone();
        let task = SearchTask::new(Limits::default(), move |session, _, control, _| {
            let laboratory = games::new_laboratory(session.variant().id);
            let mut laboratory = laboratory.map_err(|error| error.to_string())?;
            let mut each = |iteration| {
                // The client may be gone.
                let _ = tell.send((number, WatchUpdate::Iteration(iteration)));
            };
            let watched = laboratory.watch(session, limits, control, &mut each);
            watched.map_err(|error| error.to_string())?;
            Ok(BestMove { best: None, ponder: None, info: None })
        });
        let name = format!("{} mind", self.name);
        let question = Question::Task(task);
        let job = SearchJob::new(&name, place.game.fork(), question, SearchClass::Shown, MEMORY)
            .for_client(&request::client().to_string());
        let tell = self.tell.clone();
        let ticket = self.pool.ask(job, move |report| {
            if let JobEvent::Found(found) = report {
                let _ = tell
                    .send((number, WatchUpdate::End(found.map(|_| ()).map_err(|why| why.message))));
            }
        });
        self.running = Some(RunningWatch { place, depth: 0, _ticket: ticket });
        Ok(())
    }

    /// Ends the search. Returns its last event, if one was running.
    pub(crate) fn stop(&mut self) -> Option<LabIteration> {
        self.running.take().map(|running| nothing(running.depth, None))
    }

    /// The next iteration.
    pub(crate) async fn next(&mut self) -> LabIteration {
        loop {
            // This holds a sender itself: there is always one.
            let Some((number, told)) = self.told.recv().await else {
                std::future::pending::<()>().await;
                continue;
            };
            let Some(running) = self.running.as_mut().filter(|_| number == self.number) else {
                continue;
            };
            match told {
                // After an interruption the search begins again.
                WatchUpdate::Iteration(iteration) if iteration.depth <= running.depth => {}
                WatchUpdate::Iteration(iteration) => {
                    if iteration.is_complete {
                        running.depth = iteration.depth;
                    }
                    return running.view(&iteration);
                }
                WatchUpdate::End(ended) => {
                    let depth = running.depth;
                    self.running = None;
                    let message = ended.err().map(|why| {
                        tracing::error!("a watched search failed: {why}");
                        "the search failed".to_owned()
                    });
                    return nothing(depth, message);
                }
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
