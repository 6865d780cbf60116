use crate::config::Config;
use crate::live::actor;
use crate::live::state::State;
use crate::refusal::Refusal;
use axum::extract::ws::Utf8Bytes;
use pool::{Pool, Settings};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::Store;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::Instant;
use wire::Game;

/// How many requests may wait for one game before senders wait themselves.
const INBOX: usize = 32;

/// The games being played: the way to reach the task of each, started when first asked for.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    store: Store,
    config: Arc<Config>,
    pool: Pool,
    live: Arc<Mutex<HashMap<String, mpsc::Sender<Message>>>>,
}

/// What can be asked of a game's task.
#[derive(Debug)]
pub(crate) enum Message {
    /// To see the game and hear of everything that happens from then on.
    Join(Reply<Joined>),
    /// To see it once.
    View(Reply<Box<Game>>),
    /// To do what a client wants.
    Command {
        /// The client's id of the request.
        request: String,
        /// What it wants.
        command: wire::Command,
        /// Whether it was done.
        reply: Reply<()>,
    },
    /// To end the task if nobody needs it.
    Rest,
    /// To end the task: the game is going to be deleted.
    Close(Reply<()>),
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A game one has joined.
#[derive(Debug)]
pub(crate) struct Joined {
    /// A `state` event as of now, as JSON.
    pub(crate) state: Utf8Bytes,
    /// Every event after it, as JSON.
    pub(crate) events: broadcast::Receiver<Utf8Bytes>,
}

impl Games {
    pub(crate) fn new(store: Store, config: Arc<Config>) -> Self {
        let pool = Pool::new(Settings {
            searches: config.engine_searches,
            memory_mb: config.engine_memory_mb,
            open: config.engines.opener(),
        });
        Self { store, config, pool, live: Arc::default() }
    }

    /// Joins a game; it comes to life if it was not.
    pub(crate) async fn join(&self, id: &str) -> Result<Joined, Refusal> {
        self.ask(id, Message::Join).await
    }

    /// Asks for something to be done.
    pub(crate) async fn command(&self, id: &str, request: wire::Request) -> Result<(), Refusal> {
        let wire::Request { id: request, command } = request;
        let message =
            |reply| Message::Command { request: request.clone(), command: command.clone(), reply };
        self.ask(id, message).await
    }

    /// The game as it is. Looking at a game does not bring it to life: its clocks stand still
    /// until somebody joins.
    pub(crate) async fn view(&self, id: &str) -> Result<Game, Refusal> {
        if let Some(sender) = self.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(Message::View(reply)).await.is_ok()
                && let Ok(game) = answer.await
            {
                return game.map(|game| *game);
            }
        }
        Ok(self.stored(id).await?.view(Instant::now()))
    }

    /// The game as the store has it.
    pub(crate) async fn stored(&self, id: &str) -> Result<State, Refusal> {
        load(&self.store, id).await
    }

    /// Deletes a game, ending its task if it is being played.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        if let Some(sender) = self.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(Message::Close(reply)).await.is_ok() {
                // No answer means that the task has ended by itself: as good.
                let _ = answer.await;
            }
        }
        if self.store.delete(id).await? { Ok(()) } else { Err(Refusal::no_game(id)) }
    }

    /// Lets go of all games: their tasks end when nobody is joined any more.
    pub(crate) fn close(&self) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Sends a message to a game's task and waits for the answer. A task that puts the game
    /// away at this very moment drops its messages; then the next one is asked.
    async fn ask<T>(&self, id: &str, message: impl Fn(Reply<T>) -> Message) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.task_with_room(id).await?.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::internal("live game", &"its task ends again and again"))
    }

    /// The way to a game's task. Where too many live already, those that nobody needs are put
    /// away first.
    async fn task_with_room(&self, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        for wait in [1_u64, 10, 50, 200] {
            if self.living(id).is_some() || self.count() < self.config.limits.live_games {
                return Ok(self.task(id));
            }
            let senders: Vec<_> = {
                let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
                live.values().cloned().collect()
            };
            for sender in senders {
                // One with a full inbox is needed.
                let _ = sender.try_send(Message::Rest);
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        let message = "as many games are being played as may be; come back in a moment";
        Err(Refusal::busy("too-many-live-games", message))
    }

    /// How many games live.
    fn count(&self) -> usize {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, sender| !sender.is_closed());
        live.len()
    }

    /// The way to a game's task, which is started if there is none.
    fn task(&self, id: &str) -> mpsc::Sender<Message> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, sender| !sender.is_closed());
        if let Some(sender) = live.get(id) {
            return sender.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        live.insert(id.to_owned(), sender.clone());
        let (store, config) = (self.store.clone(), Arc::clone(&self.config));
        tokio::spawn(actor::run(id.to_owned(), store, config, self.pool.clone(), inbox));
        sender
    }

    fn living(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.get(id).filter(|sender| !sender.is_closed()).cloned()
    }
}

/// Reads a game from the store and replays it.
pub(crate) async fn load(store: &Store, id: &str) -> Result<State, Refusal> {
    let record = store.load(id).await?.ok_or_else(|| Refusal::no_game(id))?;
    State::replay(record).map_err(|error| Refusal::damaged(&error.to_string()))
}
