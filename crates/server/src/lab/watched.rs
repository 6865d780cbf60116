//! The engine watched at its root while it thinks.

use crate::refusal::Refusal;
use crate::request;
use engine::laboratory::Iteration;
use lab_messages::{LabSearchPosition, MEMORY_MB, WatchedSearch};
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use wire::LabIteration;

/// The search of a client that is watched.
#[derive(Debug)]
pub(crate) struct WatchedSearches {
    pool: Pool,
    name: String,
    running: Option<RunningWatch>,
}

#[derive(Debug)]
struct RunningWatch {
    place: LabSearchPosition,
    /// The depth of the last iteration that was told.
    depth: u32,
    search: SearchStream<Iteration, ()>,
}

impl WatchedSearches {
    pub(crate) fn new(pool: Pool, name: String) -> Self {
        Self { pool, name, running: None }
    }

    /// Begins a search in place of the present one.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub(crate) fn begin(
        &mut self,
        place: LabSearchPosition,
        ms: Option<u64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Result<(), Refusal> {
        let what = WatchedSearch::new(place.game.variant().id, ms, depth, nodes)?;
        self.stop();
        let (name, game) = (format!("{} mind", self.name), place.game.fork());
        let class = SearchClass::Shown;
        let work = WorkJob::new(&name, game, class, MEMORY_MB, move |session, control, report| {
            what.run(session, control, report)
        });
        let search = self.pool.work(work.for_client(&request::client().to_string()));
        self.running = Some(RunningWatch { place, depth: 0, search });
        Ok(())
    }

    /// Ends the search. Returns its last event, if one was running.
    pub(crate) fn stop(&mut self) -> Option<LabIteration> {
        self.running.take().map(|running| WatchedSearch::ended(running.depth, None))
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
                    return running.place.iteration(&iteration);
                }
                Some(SearchEvent::Found(ended)) => {
                    let depth = running.depth;
                    self.running = None;
                    let message = ended.err().map(|why| {
                        tracing::error!("a watched search failed: {why}");
                        "the search failed".to_owned()
                    });
                    return WatchedSearch::ended(depth, message);
                }
                // The hall closes.
                None => return std::future::pending().await,
            }
        }
    }
}
