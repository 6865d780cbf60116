//! A person at a game on several nodes: it moves when it is its turn, goes on at another node when
//! its own is gone, sends again what was not answered, and writes down everything.

use crate::hall::{Lots, ask};
use crate::nodes::history::is_passing;
use crate::nodes::record::{Line, Moment, Record, Step, Whole, waits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wire::{Command, Event, Game, Request, Side};

/// How long a client believes in a node that does not answer.
const PATIENCE: Duration = Duration::from_secs(4);
/// After this time without a message a client asks for a sign of life. It is longer than a person
/// thinks here, so that the last message before an outage is the move before.
const QUIET: Duration = Duration::from_secs(5);
/// Time before a refused move is sent again, or another node is tried.
const PAUSE: Duration = Duration::from_millis(250);
/// How long what was sent is sent again after the end.
const LAST_TRIES: Duration = Duration::from_secs(30);
/// The longest time that a person thinks.
pub(crate) const LONGEST_THOUGHT: Duration = Duration::from_secs(4);

/// The time control of all games: nobody loses by time, and the clocks run.
const BASE_MS: u64 = 600_000;
const INCREMENT_MS: u64 = 2_000;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// What all clients know.
#[derive(Debug)]
pub(crate) struct World {
    /// Host and port of each node.
    pub(crate) nodes: Vec<String>,
    /// Becomes true when no further move is begun.
    pub(crate) over: watch::Receiver<bool>,
    /// The mean time that a person thinks.
    pub(crate) thought: Duration,
    /// How many watch each game.
    pub(crate) watchers: usize,
    pub(crate) acknowledged: AtomicU64,
}

/// Begins a game at one of the nodes, and tries again until the end.
pub(crate) async fn begin(
    world: &World,
    variant: &str,
    record: &mut Record,
    lots: &mut Lots,
) -> Option<String> {
    let clock = json!({"kind": "increment", "base_ms": BASE_MS, "increment_ms": INCREMENT_MS});
    let persons = [json!({"kind": "person"}), json!({"kind": "person"})];
    let body = json!({"variant": variant, "players": persons, "clock": clock}).to_string();
    while !*world.over.borrow() {
        let node =
            world.nodes[usize::try_from(lots.below(world.nodes.len() as u64)).unwrap()].clone();
        let body = body.clone();
        let asking = tokio::task::spawn_blocking(move || ask(&node, "POST", "/api/games", &body));
        if let Ok(Ok(Some((201, game)))) = timeout(PATIENCE, asking).await
            && let Ok(game) = serde_json::from_str::<Value>(&game)
            && let Some(id) = game["id"].as_str()
        {
            let (game, t) = (id.to_owned(), record.now());
            let line = Line::Begun { t, game, base_ms: BASE_MS, increment_ms: INCREMENT_MS };
            record.write(&line);
            return Some(id.to_owned());
        }
        sleep(PAUSE).await;
    }
    None
}

/// One of the two persons of a game, or somebody who watches them.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) world: Arc<World>,
    pub(crate) record: Record,
    pub(crate) lots: Lots,
    /// None for who only watches.
    pub(crate) side: Option<Side>,
    /// The node at which it is, or tries to be.
    pub(crate) node: usize,
    /// Makes the ids of its requests its own.
    pub(crate) salt: u64,
    pub(crate) requests: u64,
}

/// A move that was sent and not acknowledged.
#[derive(Clone, Debug)]
struct Pending {
    request: String,
    ply: u32,
    text: String,
}

/// The connection of a client to a node.
struct Chair<'a> {
    id: &'a str,
    socket: Socket,
    game: Game,
    /// When the last message came.
    heard: Moment,
    heard_at: Instant,
    asked_for_life: bool,
    /// When the next move is sent, or the pending one again.
    act: Option<Instant>,
    /// Until when an answer to the pending move must come.
    answer_by: Option<Instant>,
}

/// Why a client left a connection.
enum LeavingReason {
    /// The game or the time is over.
    Over,
    Lost(Moment, String),
}

impl Client {
    /// Plays until the game ends or the time is over. At the end of the time what was sent is still
    /// answered, or given up after a while.
    pub(crate) async fn play(mut self, id: &str) -> Self {
        let mut pending: Option<Pending> = None;
        let mut over_since: Option<Instant> = None;
        loop {
            if *self.world.over.borrow() {
                let since = *over_since.get_or_insert_with(Instant::now);
                if pending.is_none() || since.elapsed() > LAST_TRIES {
                    break;
                }
            }
            let left = match timeout(PATIENCE, self.join(id)).await {
                Ok(Some(mut chair)) => self.sit(&mut chair, &mut pending).await,
                _ => {
                    self.next_node();
                    sleep(PAUSE).await;
                    continue;
                }
            };
            match left {
                LeavingReason::Over => break,
                LeavingReason::Lost(since, why) => {
                    let (t, game, node) = (self.record.now(), id.to_owned(), self.node);
                    self.record.write(&Line::Lost { t, game, node, since, why });
                    self.next_node();
                }
            }
        }
        self
    }

    fn next_node(&mut self) {
        self.node = (self.node + 1) % self.world.nodes.len();
    }

    async fn join<'a>(&mut self, id: &'a str) -> Option<Chair<'a>> {
        let url = format!("ws://{}/api/games/{id}/live", self.world.nodes[self.node]);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.ok()?;
        loop {
            let Message::Text(text) = socket.next().await?.ok()? else { continue };
            let event = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
            let Event::State { game } = event else { continue };
            let heard = self.record.now();
            self.write_state(&game, heard, true);
            let (id, game, heard_at) = (id, *game, Instant::now());
            let (asked_for_life, act, answer_by) = (false, None, None);
            return Some(Chair {
                id,
                socket,
                game,
                heard,
                heard_at,
                asked_for_life,
                act,
                answer_by,
            });
        }
    }

    async fn sit(&mut self, chair: &mut Chair<'_>, pending: &mut Option<Pending>) -> LeavingReason {
        // What was not answered is sent again at once, with the same id.
        chair.act = pending.as_ref().map(|_| Instant::now());
        let mut over = self.world.over.clone();
        loop {
            let is_over = chair.game.end.is_some() || *self.world.over.borrow();
            if is_over && pending.is_none() {
                return LeavingReason::Over;
            }
            if pending.is_none() && chair.act.is_none() && Some(chair.game.turn) == self.side {
                let thought = u64::try_from(self.world.thought.as_millis()).unwrap();
                let thought = Duration::from_millis(self.lots.below(thought * 2 + 1));
                chair.act = Some(Instant::now() + thought.min(LONGEST_THOUGHT));
            }
            let silence = if chair.asked_for_life { QUIET + PATIENCE } else { QUIET };
            let quiet = chair.heard_at + silence;
            let mut deadline = quiet;
            for other in [chair.act, chair.answer_by].into_iter().flatten() {
                deadline = deadline.min(other);
            }
            tokio::select! {
                () = ended(&mut over), if pending.is_none() => {}
                message = chair.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(why) = self.hear(chair, &text, pending) {
                            return LeavingReason::Lost(chair.heard, why);
                        }
                    }
                    Some(Ok(Message::Close(why))) => {
                        return LeavingReason::Lost(chair.heard, format!("closed: {why:?}"));
                    }
                    None => return LeavingReason::Lost(chair.heard, "closed".to_owned()),
                    Some(Ok(_)) => {}
                    Some(Err(why)) => return LeavingReason::Lost(chair.heard, why.to_string()),
                },
                () = sleep_until(deadline) => {
                    let now = Instant::now();
                    if chair.answer_by.is_some_and(|at| at <= now) {
                        return LeavingReason::Lost(chair.heard, "no answer".to_owned());
                    }
                    if chair.act.is_some_and(|at| at <= now) {
                        if let Err(why) = self.act(chair, pending).await {
                            return LeavingReason::Lost(chair.heard, why);
                        }
                    } else if quiet <= now {
                        if chair.asked_for_life {
                            return LeavingReason::Lost(chair.heard, "silence".to_owned());
                        }
                        chair.asked_for_life = true;
                        let request = Request { id: self.request_id(), command: Command::Ping };
                        if let Err(why) = send(&mut chair.socket, &request).await {
                            return LeavingReason::Lost(chair.heard, why);
                        }
                    }
                }
            }
        }
    }

    fn request_id(&mut self) -> String {
        self.requests += 1;
        format!("{:x}-{}", self.salt, self.requests)
    }

    /// Sends the pending move again, or a new one.
    async fn act(
        &mut self,
        chair: &mut Chair<'_>,
        pending: &mut Option<Pending>,
    ) -> Result<(), String> {
        chair.act = None;
        if pending.is_none() {
            let moves = &chair.game.board.moves;
            if moves.is_empty() || Some(chair.game.turn) != self.side || chair.game.end.is_some() {
                return Ok(());
            }
            let lot = usize::try_from(self.lots.below(moves.len() as u64)).unwrap();
            let text = moves[lot].text.clone();
            let ply = u32::try_from(chair.game.moves.len()).unwrap() + 1;
            *pending = Some(Pending { request: self.request_id(), ply, text });
        }
        let Some(Pending { request, ply, text }) = pending.clone() else { return Ok(()) };
        let (t, game) = (self.record.now(), chair.id.to_owned());
        self.record.write(&Line::Invoked {
            t,
            game,
            request: request.clone(),
            ply: ply as usize,
            text: text.clone(),
        });
        let request =
            Request { id: request, command: Command::Move { ply, text, thought_ms: None } };
        chair.answer_by = Some(Instant::now() + PATIENCE);
        send(&mut chair.socket, &request).await
    }

    /// Takes a message of the hall; the error says why the connection is of no use.
    fn hear(
        &mut self,
        chair: &mut Chair<'_>,
        text: &str,
        pending: &mut Option<Pending>,
    ) -> Result<(), String> {
        let event = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        let (t, game) = (self.record.now(), chair.id.to_owned());
        (chair.heard, chair.heard_at, chair.asked_for_life) = (t, Instant::now(), false);
        let is_answer = |id: &str| pending.as_ref().is_some_and(|pending| pending.request == id);
        match event {
            Event::State { game: state } => {
                self.write_state(&state, t, false);
                chair.game = *state;
            }
            Event::Moved { moved } => {
                let played = &moved.played;
                let seen = Step {
                    version: moved.version,
                    ply: played.ply as usize,
                    text: played.text.clone(),
                    side: waits(played.side, moved.turn),
                    left_ms: moved.left_ms,
                    end: moved.end.as_ref().map(|end| end.reason.clone()),
                };
                self.record.write(&Line::Moved { t, game, seen });
                chair.game.apply(*moved).map_err(|gap| format!("a gap: {gap:?}"))?;
            }
            Event::Done { id } if is_answer(&id) => {
                let Some(Pending { request, ply, text }) = pending.take() else { return Ok(()) };
                let ply = ply as usize;
                self.record.write(&Line::Acknowledged { t, game, request, ply, text });
                self.world.acknowledged.fetch_add(1, Ordering::Relaxed);
                (chair.answer_by, chair.act) = (None, None);
            }
            Event::Error { id, problem } if is_answer(&id) => {
                let Some(waiting) = pending.clone() else { return Ok(()) };
                let Pending { request, ply, text } = waiting;
                let (ply, code) = (ply as usize, problem.code);
                chair.answer_by = None;
                if is_passing(&code) {
                    chair.act = Some(Instant::now() + PAUSE);
                } else {
                    *pending = None;
                }
                self.record.write(&Line::Refused { t, game, request, ply, text, code });
            }
            _ => {}
        }
        Ok(())
    }

    fn write_state(&mut self, game: &Game, t: Moment, joined: bool) {
        let (id, node, seen) = (game.id.clone(), self.node, Whole::of(game));
        self.record.write(&Line::State { t, game: id, node, joined, seen });
    }
}

/// Waits until no further move is begun.
async fn ended(over: &mut watch::Receiver<bool>) {
    // Without a sender the run has ended, too.
    let _ = over.wait_for(|over| *over).await;
}

async fn send(socket: &mut Socket, request: &Request) -> Result<(), String> {
    let text = serde_json::to_string(request).map_err(|why| why.to_string())?;
    // A node that has stopped reads nothing; what was sent waits in the system.
    match timeout(PATIENCE, socket.send(Message::text(text))).await {
        Ok(sent) => sent.map_err(|why| why.to_string()),
        Err(_) => Err("nothing can be sent".to_owned()),
    }
}
