//! What every legal move is worth by a short search, for games whose moves are points of the board.

use crate::client::ClientId;
use crate::config::Config;
use crate::refusal::Refusal;
use crate::request;
use engine::Session;
use hall_messages::SearchedValues;
use pool::{Pool, Question, SearchClass, SearchEvent, SearchJob, SearchStream};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use wire::MoveValues;

/// Time between two events.
const REPORTS: Duration = Duration::from_millis(300);
/// A search of all moves fills little of a table.
const TABLE_MB: u32 = 8;

/// The values that one client looks at.
#[derive(Debug)]
pub(crate) struct MoveValueSearch {
    pool: Pool,
    name: String,
    client: ClientId,
    table_mb: u32,
    running: Option<RunningValues>,
}

#[derive(Debug)]
struct RunningValues {
    values: SearchedValues,
    /// Dropping it stops the search.
    search: SearchStream,
    has_news: bool,
    next: Instant,
}

impl MoveValueSearch {
    pub(crate) fn new(pool: Pool, config: &Config, name: &str) -> Self {
        let table_mb = TABLE_MB.min(config.hash_mb).max(1);
        let name = format!("{name} values");
        Self { pool, name, client: request::client(), table_mb, running: None }
    }

    /// Begins to value the moves of a position, in place of those before.
    ///
    /// # Errors
    /// When its moves are no points.
    pub(crate) fn begin(&mut self, node: u32, game: Box<dyn Session>) -> Result<(), Refusal> {
        self.stop();
        let (values, limits) = SearchedValues::new(node, game.as_ref())?;
        let question = Question::Move(limits);
        let job = SearchJob::new(&self.name, game, question, SearchClass::Shown, self.table_mb)
            .for_client(&self.client.to_string());
        self.running = Some(RunningValues {
            values,
            search: self.pool.search(job),
            has_news: false,
            next: Instant::now(),
        });
        Ok(())
    }

    /// Stops the search.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// The values when they have changed and may be sent.
    pub(crate) async fn next(&mut self) -> MoveValues {
        loop {
            let Some(running) = &mut self.running else { return std::future::pending().await };
            if running.values.has_ended() || (running.has_news && running.next <= Instant::now()) {
                running.has_news = false;
                running.next = Instant::now() + REPORTS;
                let values = running.values.view();
                if values.done {
                    self.running = None;
                }
                return values;
            }
            tokio::select! {
                event = running.search.next() => running.take(event),
                () = sleep_until(running.next), if running.has_news => {}
            }
        }
    }
}

impl RunningValues {
    /// Takes an event over. Without an event the hall closes.
    fn take(&mut self, event: Option<SearchEvent>) {
        match event {
            Some(SearchEvent::Begins) => return,
            Some(SearchEvent::Progress(info)) => self.values.take(info),
            Some(SearchEvent::Found(found)) => {
                if let Err(why) = found {
                    tracing::error!("the values of moves failed: {why}");
                }
                self.values.end();
            }
            None => self.values.end(),
        }
        self.has_news = true;
    }
}
