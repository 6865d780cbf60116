use crate::config::Config;
use crate::events::Joined;
use crate::live::actor;
use crate::live::state::State;
use crate::refusal::Refusal;
use pool::Pool;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::Store;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use wire::Game;

/// How many requests may wait for one game before senders wait themselves.
const INBOX: usize = 32;

/// The live games: the senders to their tasks. A task starts when its game is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    store: Store,
    config: Arc<Config>,
    pool: Pool,
    live: Arc<Mutex<HashMap<String, mpsc::Sender<Message>>>>,
    /// Receives the ids of games that have ended.
    ended: mpsc::UnboundedSender<String>,
}

/// A message to a game's task.
#[derive(Debug)]
pub(crate) enum Message {
    /// Returns the game and subscribes to its events.
    Join(Reply<Joined>),
    /// Returns the game once.
    View(Reply<Box<Game>>),
    /// Carries out a client's request.
    Command {
        /// The client's id of the request.
        request: String,
        /// What it wants.
        command: wire::Command,
        /// Receives the result.
        reply: Reply<()>,
    },
    /// Ends the task if it is not needed.
    Rest,
    /// Ends the task, because the game is deleted.
    Close(Reply<()>),
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

impl Games {
    pub(crate) fn new(
        store: Store,
        config: Arc<Config>,
        pool: Pool,
        ended: mpsc::UnboundedSender<String>,
    ) -> Self {
        Self { store, config, pool, live: Arc::default(), ended }
    }

    /// Joins a game; its task starts if it does not run.
    pub(crate) async fn join(&self, id: &str) -> Result<Joined, Refusal> {
        self.ask(id, Message::Join).await
    }

    /// Sends a request.
    pub(crate) async fn command(&self, id: &str, request: wire::Request) -> Result<(), Refusal> {
        let wire::Request { id: request, command } = request;
        let message =
            |reply| Message::Command { request: request.clone(), command: command.clone(), reply };
        self.ask(id, message).await
    }

    /// The present state of the game. This does not start its task: the clocks stay stopped until a
    /// client joins.
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

    /// The game as it is stored.
    pub(crate) async fn stored(&self, id: &str) -> Result<State, Refusal> {
        load(&self.store, id).await
    }

    /// Deletes a game, ending its task if it is being played.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        if let Some(sender) = self.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(Message::Close(reply)).await.is_ok() {
                // No answer means that the task has ended by itself, which is just as good.
                let _ = answer.await;
            }
        }
        if self.store.delete(id).await? { Ok(()) } else { Err(Refusal::no_game(id)) }
    }

    /// Drops all senders: the tasks end when no client is joined any more.
    pub(crate) fn close(&self) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Sends a message to a game's task and waits for the answer. A task that ends at this moment drops its
    /// messages; then the message is sent to the next one.
    async fn ask<T>(&self, id: &str, message: impl Fn(Reply<T>) -> Message) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.task_with_room(id).await?.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::internal("live game", &"its task ends repeatedly"))
    }

    /// The sender to a game's task. At the limit of live games, unused tasks are ended first.
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
                // A task with a full inbox is in use.
                let _ = sender.try_send(Message::Rest);
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        let message = "too many games are live; try again in a moment";
        Err(Refusal::busy("too-many-live-games", message))
    }

    /// The number of live games.
    fn count(&self) -> usize {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, sender| !sender.is_closed());
        live.len()
    }

    /// The sender to a game's task, which is started if necessary.
    fn task(&self, id: &str) -> mpsc::Sender<Message> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, sender| !sender.is_closed());
        if let Some(sender) = live.get(id) {
            return sender.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        live.insert(id.to_owned(), sender.clone());
        let (store, config) = (self.store.clone(), Arc::clone(&self.config));
        let (pool, ended) = (self.pool.clone(), self.ended.clone());
        tokio::spawn(actor::run(id.to_owned(), store, config, (pool, ended), inbox));
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
