//! What every legal move is worth by a short search, for games whose moves are points of the board.

use crate::client::ClientId;
use crate::config::Config;
use crate::refusal::Refusal;
use crate::request;
use engine::{Info, Limits, Session};
use game::Side;
use pool::{JobEvent, Pool, Question, SearchClass, SearchJob, Ticket};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
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
    changed: Arc<Notify>,
}

#[derive(Debug)]
struct RunningValues {
    node: u32,
    side: Side,
    /// The points of the moves.
    points: BTreeMap<String, String>,
    latest: Arc<Mutex<ValueProgress>>,
    /// Dropping it stops the search.
    _ticket: Ticket,
    sent: u64,
    next: Instant,
}

#[derive(Debug, Default)]
struct ValueProgress {
    number: u64,
    has_ended: bool,
    /// The last value of each move, with its depth.
    moves: BTreeMap<String, Info>,
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
        let (name, changed) = (format!("{name} values"), Arc::default());
        Self { pool, name, client: request::client(), table_mb, running: None, changed }
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
        let latest: Arc<Mutex<ValueProgress>> = Arc::default();
        let (told, changed) = (Arc::clone(&latest), Arc::clone(&self.changed));
        let ticket = self.pool.ask(job, move |report| {
            let mut latest = lock(&told);
            match report {
                JobEvent::Begins => return,
                JobEvent::Progress(info) => latest.take(info),
                JobEvent::Found(found) => {
                    if let Err(why) = found {
                        tracing::error!("the values of moves failed: {why}");
                    }
                    latest.has_ended = true;
                }
            }
            latest.number += 1;
            drop(latest);
            changed.notify_one();
        });
        let next = Instant::now();
        self.running =
            Some(RunningValues { node, side, points, latest, _ticket: ticket, sent: 0, next });
        Ok(())
    }

    /// Stops the search.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// The values when they have changed and may be sent.
    pub(crate) async fn next(&mut self) -> MoveValues {
        loop {
            let mut soon = None;
            if let Some(running) = &mut self.running {
                let (number, has_ended) = {
                    let latest = lock(&running.latest);
                    (latest.number, latest.has_ended)
                };
                if number != running.sent {
                    let now = Instant::now();
                    if has_ended || running.next <= now {
                        running.next = now + REPORTS;
                        let values = running.view();
                        if values.done {
                            self.running = None;
                        }
                        return values;
                    }
                    soon = Some(running.next);
                }
            }
            match soon {
                Some(soon) => tokio::select! {
                    () = self.changed.notified() => {}
                    () = sleep_until(soon) => {}
                },
                None => self.changed.notified().await,
            }
        }
    }
}

impl ValueProgress {
    /// Takes a report over. The value of a move is that of the deepest search, also when another one of the same
    /// depth is under way.
    fn take(&mut self, info: Info) {
        let Some(first) = info.pv.first().cloned() else { return };
        let known = self.moves.get(&first);
        if known.is_none_or(|known| info.depth >= known.depth) {
            self.moves.insert(first, info);
        }
    }
}

impl RunningValues {
    fn view(&mut self) -> MoveValues {
        let latest = lock(&self.latest);
        self.sent = latest.number;
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
            done: latest.has_ended,
            values: latest.moves.iter().filter_map(value).collect(),
        }
    }
}

fn lock(latest: &Mutex<ValueProgress>) -> MutexGuard<'_, ValueProgress> {
    latest.lock().unwrap_or_else(PoisonError::into_inner)
}
