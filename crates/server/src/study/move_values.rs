//! What every legal move is worth by a short search, for games whose moves are points of the board.

use crate::client::ClientId;
use crate::config::Config;
use crate::refusal::Refusal;
use crate::request;
use engine::{Info, Limits, Session};
use game::Side;
use pool::{Pool, Question, SearchClass, SearchEvent, SearchJob, SearchStream};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use wire::{MoveValue, MoveValues};

/// The longest search: its values are drawn and not played.
const TIME: Duration = Duration::from_secs(4);
/// The deepest search.
const DEPTH: u32 = 8;
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
    node: u32,
    side: Side,
    /// The points of the moves.
    points: BTreeMap<String, String>,
    /// The last value of each move, with its depth.
    moves: BTreeMap<String, Info>,
    /// Dropping it stops the search.
    search: SearchStream,
    has_ended: bool,
    has_news: bool,
    next: Instant,
}

/// Whether the moves of a position are points: they put a piece and move none.
pub(super) fn are_points(game: &dyn Session) -> bool {
    let board = game.board();
    let is_point = |m: &engine::MoveView| m.from.is_none() && board.names.contains(&m.to);
    !board.moves.is_empty() && board.moves.iter().all(is_point)
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
        if !are_points(game.as_ref()) {
            let message = "values are shown in games whose moves are points, while they go on";
            return Err(Refusal::impossible("no-values", message));
        }
        let lines = u32::try_from(game.legal_moves().len()).unwrap_or(u32::MAX);
        let limits =
            Limits { depth: Some(DEPTH), move_time: Some(TIME), lines, ..Limits::default() };
        let side = game.side_to_move();
        let points = game.board().moves.into_iter().map(|m| (m.text, m.to)).collect();
        let question = Question::Move(limits);
        let job = SearchJob::new(&self.name, game, question, SearchClass::Shown, self.table_mb)
            .for_client(&self.client.to_string());
        self.running = Some(RunningValues {
            node,
            side,
            points,
            moves: BTreeMap::new(),
            search: self.pool.search(job),
            has_ended: false,
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
            if running.has_ended || (running.has_news && running.next <= Instant::now()) {
                running.has_news = false;
                running.next = Instant::now() + REPORTS;
                let values = running.view();
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
    /// Takes an event over. The value of a move is that of the deepest search, also when another one of the same depth is
    /// under way. Without an event the hall closes.
    fn take(&mut self, event: Option<SearchEvent>) {
        match event {
            Some(SearchEvent::Begins) => return,
            Some(SearchEvent::Progress(info)) => {
                let Some(first) = info.pv.first().cloned() else { return };
                if self.moves.get(&first).is_none_or(|known| info.depth >= known.depth) {
                    self.moves.insert(first, info);
                }
            }
            Some(SearchEvent::Found(found)) => {
                if let Err(why) = found {
                    tracing::error!("the values of moves failed: {why}");
                }
                self.has_ended = true;
            }
            None => self.has_ended = true,
        }
        self.has_news = true;
    }

    fn view(&self) -> MoveValues {
        let value = |(text, info): (&String, &Info)| {
            let [win, draw, loss] = info.wdl.map(f32::from);
            let mine = (win + draw / 2.0) / (win + draw + loss).max(1.0);
            let chance = if self.side == Side::First { mine } else { 1.0 - mine };
            // A number of the page: more digits say nothing.
            let chance = (chance * 1000.0).round() / 1000.0;
            let to = self.points.get(text)?.clone();
            Some(MoveValue { text: text.clone(), to, chance, depth: info.depth })
        };
        MoveValues {
            node: self.node,
            done: self.has_ended,
            values: self.moves.iter().filter_map(value).collect(),
        }
    }
}
