//! Searches that are only measured: what a technique, or a machine of a textbook, costs at a depth.

use crate::refusal::Refusal;
use crate::request;
use lab_messages::{LabSearchPosition, MEMORY_MB, MeasuredSearch, SearchCost};
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use wire::LabMeasured;

/// The search of a client that is measured.
#[derive(Debug)]
pub(crate) struct MeasuredSearches {
    pool: Pool,
    name: String,
    running: Option<RunningMeasurement>,
}

#[derive(Debug)]
struct RunningMeasurement {
    request: String,
    what: MeasuredSearch,
    search: SearchStream<SearchCost, ()>,
}

impl MeasuredSearches {
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
        place: &LabSearchPosition,
        by: String,
        depth: u32,
        ms: Option<u64>,
    ) -> Result<(), Refusal> {
        let what = MeasuredSearch::new(place.game.variant().id, by, depth, ms)?;
        self.stop();
        let (name, game) = (format!("{} measure", self.name), place.game.fork());
        let asked = what.clone();
        let class = SearchClass::Shown;
        let work = WorkJob::new(&name, game, class, MEMORY_MB, move |session, control, report| {
            let cost = asked.run(session, control)?;
            // One that is interrupted for a more urgent search is called again.
            if cost.is_whole || !control.is_stopped() {
                report(cost);
            }
            Ok(())
        });
        let search = self.pool.work(work.for_client(&request::client().to_string()));
        self.running = Some(RunningMeasurement { request: request.to_owned(), what, search });
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
            let cost = match running.search.next().await {
                Some(SearchEvent::Progress(cost)) => Some(cost),
                Some(SearchEvent::Found(Err(why))) => {
                    tracing::error!("a search that was measured failed: {why}");
                    None
                }
                Some(SearchEvent::Begins | SearchEvent::Found(Ok(()))) => continue,
                // The hall closes.
                None => return std::future::pending().await,
            };
            if let Some(RunningMeasurement { request, what, .. }) = self.running.take() {
                return what.answer(request, cost);
            }
        }
    }
}
