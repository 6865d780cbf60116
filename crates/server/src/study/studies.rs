use crate::config::Config;
use crate::events::EventStream;
use crate::live::Games;
#[cfg(feature = "cluster")]
use crate::nodes::{Elsewhere, NodeRequest, PlainSession};
use crate::nodes::{NodeStore, Nodes};
use crate::people::rights::{is_host, must_have_made};
use crate::people::sight;
use crate::refusal::Refusal;
use crate::request;
use crate::storage_quota::StorageQuota;
use crate::study::actor::{self, StudyActor};
use crate::tasks::{self, Inbox, Reply, TaskTexts, Tasks};
use engine::Session;
use hall::Speaker;
use hall::study::StudyExtent;
use hall_messages::{
    EditOutcome, ListedStudy, MainLine, UnsavedStudy, listed_study, study_of_game,
};
use records::Record;
use std::sync::Arc;
use store::{LeaseKey, Store, StoreError};
use wire::{ShownStudy, StudyCommand, StudySummary};

/// The open studies. Each has a task, which starts when its study is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Studies {
    pub(super) store: Store,
    nodes: Nodes,
    pub(super) config: Arc<Config>,
    /// The hall's games, which studies of running games follow.
    pub(super) games: Games,
    /// How many studies are stored.
    pub(crate) stored: StorageQuota,
    open: Tasks<StudyMessage>,
}

/// A message to a study's task.
#[derive(Debug)]
pub(crate) enum StudyMessage {
    /// Returns the study and subscribes to its events.
    Join(Reply<EventStream>),
    /// Returns the study once.
    View(Reply<Box<ShownStudy>>),
    /// Carries out a client's request.
    Command {
        /// The client's id of the request.
        request: String,
        /// What it wants.
        command: StudyCommand,
        /// Receives the result.
        reply: Reply<EditOutcome>,
    },
    /// Returns the game at a node, to be searched.
    Game(u32, Reply<Box<dyn Session>>),
    /// Returns the study as the game of a file.
    Record(StudyExtent, Reply<Box<Record>>),
    /// Returns the nodes of the main line with their moves.
    MainLine(Reply<MainLine>),
    /// Tells all clients how the review stands.
    Review(Box<wire::ShownReview>),
    /// Lets all who look at it join again: who may see it has changed.
    LookAgain,
    /// Ends the task if it is not needed.
    Rest,
    /// Ends the task, because the study is deleted.
    Close(Reply<()>),
}

impl tasks::TaskMessage for StudyMessage {
    fn rest() -> Self {
        Self::Rest
    }

    fn close(reply: Reply<()>) -> Self {
        Self::Close(reply)
    }
}

impl Studies {
    pub(crate) fn new(
        NodeStore { store, nodes }: NodeStore,
        config: Arc<Config>,
        games: Games,
        stored: StorageQuota,
    ) -> Self {
        let open = Tasks::new(
            config.limits.open_studies,
            TaskTexts {
                what: "open study",
                code: "too-many-open-studies",
                full: "too many studies are open; try again in a moment",
            },
        );
        Self { store, nodes, config, games, stored, open }
    }

    /// Stores a new study and returns its id.
    pub(crate) async fn keep(
        &self,
        made: UnsavedStudy,
    ) -> Result<Result<String, StoreError>, Refusal> {
        let place = self.stored.take().map_err(|refusal| {
            if refusal.problem.code != "too-many-games" {
                return refusal;
            }
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
        match self.keep(of_game(game)?.made_by(game.maker.clone())?).await? {
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
    pub(crate) async fn join(&self, id: &str) -> Result<EventStream, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.join().await;
        }
        self.ask(id, StudyMessage::Join).await
    }

    /// Sends a request.
    pub(crate) async fn command(
        &self,
        id: &str,
        request: &str,
        command: &StudyCommand,
    ) -> Result<EditOutcome, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            let (request, command) = (request.to_owned(), command.clone());
            return there.ask(NodeRequest::Edit { request, command }).await;
        }
        let message = |reply| StudyMessage::Command {
            request: request.to_owned(),
            command: command.clone(),
            reply,
        };
        self.ask(id, message).await
    }

    /// The study as it is now.
    pub(crate) async fn view(&self, id: &str) -> Result<Box<ShownStudy>, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::View).await;
        }
        self.ask(id, StudyMessage::View).await
    }

    /// The game at a node.
    pub(crate) async fn game(&self, id: &str, node: u32) -> Result<Box<dyn Session>, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask::<PlainSession>(NodeRequest::GameAt(node)).await?.session();
        }
        self.ask(id, |reply| StudyMessage::Game(node, reply)).await
    }

    /// The study as the game of a file.
    pub(crate) async fn record(&self, id: &str, writing: StudyExtent) -> Result<Record, Refusal> {
        #[cfg(feature = "cluster")]
        if self.elsewhere(id).await?.is_some() {
            // What was acknowledged is stored: to write a file the node that serves it need not be asked.
            return Ok(*actor::record(&actor::load(&self.store, id).await?, writing)?);
        }
        Ok(*self.ask(id, |reply| StudyMessage::Record(writing, reply)).await?)
    }

    /// The main line of a study.
    pub(crate) async fn main_line(&self, id: &str) -> Result<MainLine, Refusal> {
        self.ask(id, StudyMessage::MainLine).await
    }

    /// Tells the clients of a study how its review stands, if any are there.
    pub(crate) fn review_changed(&self, id: &str, review: wire::ShownReview) {
        if let Some(sender) = self.open.living(id) {
            // A task with a full inbox is told again soon.
            sender.try_send(StudyMessage::Review(Box::new(review)));
        }
    }

    /// Lets all who look at a study join again, because who may see it has changed.
    pub(crate) async fn look_again(&self, id: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.nodes.read_elsewhere(LeaseKey::Study(id.to_owned())).await? {
            return there.ask(NodeRequest::LookAgain).await;
        }
        if let Some(sender) = self.open.living(id) {
            // A task that ends has nobody who looks.
            sender.send(StudyMessage::LookAgain).await;
        }
        Ok(())
    }

    /// Refuses who does not see a study.
    pub(crate) async fn must_be_seen(&self, id: &str) -> Result<(), Refusal> {
        sight::must_see_study(&self.store, id).await
    }

    /// The other node that serves a study; where nobody does, this one takes it.
    #[cfg(feature = "cluster")]
    pub(crate) async fn elsewhere(&self, id: &str) -> Result<Option<Elsewhere>, Refusal> {
        Ok(self.nodes.elsewhere(LeaseKey::Study(id.to_owned())).await?)
    }

    /// Takes the lease of a study that this node is about to serve.
    ///
    /// # Errors
    /// When another node serves it.
    pub(crate) async fn must_hold(&self, id: &str) -> Result<(), Refusal> {
        Ok(self.nodes.must_hold(&LeaseKey::Study(id.to_owned())).await?)
    }

    /// Refuses who speaks in this request, unless the study is that person's.
    pub(crate) async fn must_be_own(&self, id: &str, right: StudyRight) -> Result<(), Refusal> {
        let speaker = request::speaker();
        if speaker == Speaker::House {
            return Ok(());
        }
        let study = match self.view(id).await {
            Ok(study) => study,
            // Nobody knows whose it was.
            Err(refusal) if refusal.problem.code == "data-damaged" && is_host(&speaker) => {
                return Ok(());
            }
            Err(refusal) => return Err(refusal),
        };
        let made = must_have_made(study.maker.as_ref());
        match (&made, right, &study.game) {
            // Both players of a game write into its study.
            (Err(refusal), StudyRight::Edit, Some(game)) => {
                let game = self.games.stored(game).await;
                let has_part = game.is_ok_and(|game| !game.sides_of(&speaker).is_empty());
                if has_part { Ok(()) } else { Err(refusal.clone()) }
            }
            _ => made,
        }
    }

    /// Deletes a study that this node serves, ending its task if it is open.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        self.must_hold(id).await?;
        self.open.end(id).await;
        if self.store.delete_study(id).await? {
            // Whoever was connected may have opened it once more before it was deleted.
            self.open.end(id).await;
            self.stored.give_back();
            Ok(())
        } else {
            Err(Refusal::no_study(id))
        }
    }

    /// How many studies a task serves.
    pub(crate) fn count(&self) -> usize {
        self.open.count()
    }

    /// Drops all senders: the tasks end when no client is joined any more.
    pub(crate) fn close(&self) {
        self.open.close();
    }

    /// Sends a message to a study's task and waits for the answer.
    async fn ask<T>(
        &self,
        id: &str,
        message: impl Fn(Reply<T>) -> StudyMessage,
    ) -> Result<T, Refusal> {
        self.must_hold(id).await?;
        let start = |inbox| {
            let (store, config) = (self.store.clone(), Arc::clone(&self.config));
            tokio::spawn(run(id.to_owned(), store, config, self.games.clone(), inbox));
        };
        self.open.ask(id, start, message).await
    }
}

/// A study of a game of the hall.
pub(crate) fn of_game(game: &wire::Game) -> Result<UnsavedStudy, Refusal> {
    let date = crate::dates::of(&game.created_at).map(|dates| dates.local);
    Ok(study_of_game(game, date.as_deref())?)
}

/// A study in a list.
pub(crate) fn summary(listed: store::ListedStudy) -> StudySummary {
    let store::ListedStudy { id, game, created_at, updated_at, shown } = listed;
    listed_study(ListedStudy { id, game, created_at, updated_at, shown })
}

/// Runs the task of a study until it is not needed any more.
async fn run(
    id: String,
    store: Store,
    config: Arc<Config>,
    games: Games,
    mut inbox: Inbox<StudyMessage>,
) {
    match actor::load(&store, &id).await {
        Ok(loaded) => StudyActor::new(id, store, config, games, loaded).serve(&mut inbox).await,
        Err(refusal) => {
            inbox.close();
            while let Some((_, message)) = inbox.recv().await {
                message.refuse(refusal.clone());
            }
        }
    }
}

/// What somebody wants to do with a study.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum StudyRight {
    /// To change and to review it: who made it, and who has a seat in its game.
    Edit,
    /// To delete it, or to have its stored data: who made it.
    Delete,
}

impl StudyMessage {
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
            Self::Review(_) | Self::LookAgain | Self::Rest => {}
        }
    }
}
