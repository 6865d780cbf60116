use crate::config::Config;
use crate::events::Joined;
use crate::live::Games;
use crate::refusal::Refusal;
use crate::stored::Stored;
use crate::study::actor::{self, Actor};
use crate::study::making::Made;
use engine::Session;
use records::Record;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{Store, StoreError};
use study::Writing;
use tokio::sync::{mpsc, oneshot};
use wire::{Study, StudyCommand, StudyPosition};

/// How many requests may wait for one study before senders wait themselves.
const INBOX: usize = 32;

/// The open studies: the senders to their tasks. A task starts when its study is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Studies {
    pub(super) store: Store,
    pub(super) config: Arc<Config>,
    /// The hall's games, which studies of running games follow.
    pub(super) games: Games,
    /// How many studies are stored.
    pub(crate) stored: Stored,
    open: Arc<Mutex<HashMap<String, mpsc::Sender<Message>>>>,
}

/// A message to a study's task.
#[derive(Debug)]
pub(crate) enum Message {
    /// Returns the study and subscribes to its events.
    Join(Reply<Joined>),
    /// Returns the study once.
    View(Reply<Box<Study>>),
    /// Carries out a client's request.
    Command {
        /// The client's id of the request.
        request: String,
        /// What it wants.
        command: StudyCommand,
        /// Receives the result.
        reply: Reply<Done>,
    },
    /// Returns the game at a node, to be searched.
    Game(u32, Reply<Box<dyn Session>>),
    /// Returns the study as the game of a file.
    Record(Writing, Reply<Box<Record>>),
    /// Returns the nodes of the main line with their moves.
    MainLine(Reply<MainLine>),
    /// Tells all clients how the review stands.
    Review(Box<wire::Review>),
    /// Ends the task if it is not needed.
    Rest,
    /// Ends the task, because the study is deleted.
    Close(Reply<()>),
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// What a request led to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    /// The node it led to.
    pub(crate) node: Option<u32>,
    /// The answer to `look`.
    pub(crate) position: Option<Box<StudyPosition>>,
}

/// The main line of a study.
#[derive(Debug)]
pub(crate) struct MainLine {
    /// The game at the root.
    pub(crate) root: Box<dyn Session>,
    /// Each node with its move and the time that was used for it.
    pub(crate) moves: Vec<(u32, String, u64)>,
}

impl Studies {
    pub(crate) fn new(store: Store, config: Arc<Config>, games: Games, stored: Stored) -> Self {
        Self { store, config, games, stored, open: Arc::default() }
    }

    /// Stores a new study and returns its id.
    pub(crate) async fn keep(&self, made: Made) -> Result<Result<String, StoreError>, Refusal> {
        let place = self.stored.take().map_err(|_| {
            let most = self.config.limits.stored_studies;
            let message = format!("the hall is full ({most} studies): delete one before");
            Refusal::conflict("too-many-studies", message)
        })?;
        let now = crate::view::now();
        let id = crate::view::game_id(now);
        let new = store::NewStudy {
            id: id.clone(),
            game: made.game,
            setup: made.setup,
            now,
            edits: made.edits,
            head: made.head,
        };
        Ok(match self.store.create_study(new).await {
            Ok(_) => {
                place.keep();
                Ok(id)
            }
            Err(error) => Err(error),
        })
    }

    /// The study of a game, which is made if it has none.
    pub(crate) async fn of_game(&self, game: &wire::Game) -> Result<String, Refusal> {
        if let Some(known) = self.store.study_of_game(&game.id).await? {
            return Ok(known);
        }
        match self.keep(super::of_game(game)?).await? {
            Ok(id) => Ok(id),
            // A client has made one at this moment.
            Err(StoreError::Conflict) => {
                let known = self.store.study_of_game(&game.id).await?;
                known.ok_or(Refusal::from(StoreError::Conflict))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Joins a study; its task starts if it does not run.
    pub(crate) async fn join(&self, id: &str) -> Result<Joined, Refusal> {
        self.ask(id, Message::Join).await
    }

    /// Sends a request.
    pub(crate) async fn command(
        &self,
        id: &str,
        request: &str,
        command: &StudyCommand,
    ) -> Result<Done, Refusal> {
        let message = |reply| Message::Command {
            request: request.to_owned(),
            command: command.clone(),
            reply,
        };
        self.ask(id, message).await
    }

    /// The study as it is now.
    pub(crate) async fn view(&self, id: &str) -> Result<Box<Study>, Refusal> {
        self.ask(id, Message::View).await
    }

    /// The game at a node.
    pub(crate) async fn game(&self, id: &str, node: u32) -> Result<Box<dyn Session>, Refusal> {
        self.ask(id, |reply| Message::Game(node, reply)).await
    }

    /// The study as the game of a file.
    pub(crate) async fn record(&self, id: &str, writing: Writing) -> Result<Record, Refusal> {
        Ok(*self.ask(id, |reply| Message::Record(writing, reply)).await?)
    }

    /// The main line of a study.
    pub(crate) async fn main_line(&self, id: &str) -> Result<MainLine, Refusal> {
        self.ask(id, Message::MainLine).await
    }

    /// Tells the clients of a study how its review stands, if any are there.
    pub(crate) fn review_changed(&self, id: &str, review: wire::Review) {
        if let Some(sender) = self.living(id) {
            // A task with a full inbox is told again soon.
            let _ = sender.try_send(Message::Review(Box::new(review)));
        }
    }

    /// Deletes a study, ending its task if it is open.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        if let Some(sender) = self.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(Message::Close(reply)).await.is_ok() {
                // No answer means that the task has ended by itself, which is just as good.
                let _ = answer.await;
            }
        }
        if self.store.delete_study(id).await? {
            self.stored.give_back();
            Ok(())
        } else {
            Err(Refusal::no_study(id))
        }
    }

    /// Drops all senders: the tasks end when no client is joined any more.
    pub(crate) fn close(&self) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Sends a message to a study's task and waits for the answer. A task that ends at this moment drops
    /// its messages; then the message is sent to the next one.
    async fn ask<T>(&self, id: &str, message: impl Fn(Reply<T>) -> Message) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.task_with_room(id).await?.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::internal("open study", &"its task ends repeatedly"))
    }

    /// The sender to a study's task. At the limit of open studies, unused tasks are ended first.
    async fn task_with_room(&self, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        for wait in [1_u64, 10, 50, 200] {
            if self.living(id).is_some() || self.count() < self.config.limits.open_studies {
                return Ok(self.task(id));
            }
            let senders: Vec<_> = {
                let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
                open.values().cloned().collect()
            };
            for sender in senders {
                // A task with a full inbox is in use.
                let _ = sender.try_send(Message::Rest);
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        let message = "too many studies are open; try again in a moment";
        Err(Refusal::busy("too-many-open-studies", message))
    }

    fn count(&self) -> usize {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, sender| !sender.is_closed());
        open.len()
    }

    fn task(&self, id: &str) -> mpsc::Sender<Message> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, sender| !sender.is_closed());
        if let Some(sender) = open.get(id) {
            return sender.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        open.insert(id.to_owned(), sender.clone());
        let (store, config) = (self.store.clone(), Arc::clone(&self.config));
        tokio::spawn(run(id.to_owned(), store, config, self.games.clone(), inbox));
        sender
    }

    fn living(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(id).filter(|sender| !sender.is_closed()).cloned()
    }
}

/// Runs the task of a study until it is not needed any more.
async fn run(
    id: String,
    store: Store,
    config: Arc<Config>,
    games: Games,
    mut inbox: mpsc::Receiver<Message>,
) {
    match actor::load(&store, &id).await {
        Ok(loaded) => Actor::new(id, store, config, games, loaded).serve(&mut inbox).await,
        Err(refusal) => {
            inbox.close();
            while let Some(message) = inbox.recv().await {
                message.refuse(refusal.clone());
            }
        }
    }
}

impl Message {
    fn refuse(self, refusal: Refusal) {
        // The sender may be gone.
        match self {
            Self::Join(reply) => drop(reply.send(Err(refusal))),
            Self::View(reply) => drop(reply.send(Err(refusal))),
            Self::Command { reply, .. } => drop(reply.send(Err(refusal))),
            Self::Game(_, reply) => drop(reply.send(Err(refusal))),
            Self::Record(_, reply) => drop(reply.send(Err(refusal))),
            Self::MainLine(reply) => drop(reply.send(Err(refusal))),
            Self::Close(reply) => drop(reply.send(Err(refusal))),
            Self::Review(_) | Self::Rest => {}
        }
    }
}
