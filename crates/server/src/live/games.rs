use crate::client::ClientId;
use crate::config::Config;
use crate::live::actor::{self, GameResources};
use crate::live::interrupted_turns::InterruptedTurns;
use crate::live::presence::JoinedGame;
use crate::live::spectators::Spectators;
#[cfg(feature = "cluster")]
use crate::nodes::{Elsewhere, NodeRequest};
use crate::nodes::{NodeStore, Nodes};
use crate::people::Safety;
use crate::people::rights::{forbidden, is_host};
use crate::people::sight;
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::request;
use crate::tasks::{self, Reply, TaskTexts, Tasks};
use crate::view;
use hall::{GameState, Outcome, Speaker};
use hall_messages::shown_to;
use pool::Pool;
use std::sync::Arc;
use store::{LeaseKey, Store};
use tokio::sync::{mpsc, oneshot};
use wire::{Game, SetConditionalMoves, ShownConditionalMoves};

/// The live games. Each has a task, which starts when its game is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    store: Store,
    nodes: Nodes,
    config: Arc<Config>,
    pool: Pool,
    quotas: Quotas,
    live: Tasks<GameMessage>,
    interrupted_turns: InterruptedTurns,
    spectators: Spectators,
    safety: Safety,
    /// Receives the ids of games that have ended, and who played last.
    ended: mpsc::UnboundedSender<(String, ClientId)>,
}

/// A message to a game's task.
#[derive(Debug)]
pub(crate) enum GameMessage {
    /// Returns the game and subscribes to its events.
    Join(ClientId, Speaker, Reply<JoinedGame>),
    /// Another game of the same two persons was made.
    Rematch(String, Reply<()>),
    /// Who directs its tournament ends the game.
    Decide(Option<Outcome>, Reply<()>),
    /// Returns the game once, as somebody sees it.
    View(Speaker, Reply<Box<Game>>),
    /// Returns the conditional moves of who speaks; with lines, those take their place.
    Conditional(Speaker, Option<SetConditionalMoves>, Reply<ShownConditionalMoves>),
    /// Carries out a client's request.
    Command {
        /// The client's id of the request.
        request: String,
        /// What it wants.
        command: wire::Command,
        /// Whose it is.
        client: ClientId,
        /// Who wants it.
        speaker: Speaker,
        /// Receives the result.
        reply: Reply<()>,
    },
    /// Ends the task if it is not needed.
    Rest,
    /// Lets all who watch join again: who may see it has changed.
    LookAgain,
    /// Ends the task, because the game is deleted.
    Close(Reply<()>),
}

impl tasks::TaskMessage for GameMessage {
    fn rest() -> Self {
        Self::Rest
    }

    fn close(reply: Reply<()>) -> Self {
        Self::Close(reply)
    }
}

impl Games {
    pub(crate) fn new(
        NodeStore { store, nodes }: NodeStore,
        config: Arc<Config>,
        pool: Pool,
        quotas: Quotas,
        safety: Safety,
        ended: mpsc::UnboundedSender<(String, ClientId)>,
    ) -> Self {
        let live = Tasks::new(
            config.limits.live_games,
            TaskTexts {
                what: "live game",
                code: "too-many-live-games",
                full: "too many games are live; try again in a moment",
            },
        );
        Self {
            store,
            nodes,
            config,
            pool,
            quotas,
            live,
            interrupted_turns: InterruptedTurns::default(),
            spectators: Spectators::default(),
            safety,
            ended,
        }
    }

    /// Joins a game; its task starts if it does not run.
    pub(crate) async fn join(&self, id: &str) -> Result<JoinedGame, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            let stream = there.join().await?;
            let is_held_back = is_held_back(&stream.state)?;
            return Ok(JoinedGame { stream, is_held_back, presence: None });
        }
        let (client, speaker) = (request::client(), request::visitor());
        self.ask(id, |reply| GameMessage::Join(client, speaker.clone(), reply)).await
    }

    /// Says that another game of the same two persons was made.
    pub(crate) async fn rematch(&self, id: &str, game: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::Rematch(game.to_owned())).await;
        }
        self.ask(id, |reply| GameMessage::Rematch(game.to_owned(), reply)).await
    }

    /// Ends a game by decision of who directs its tournament.
    pub(crate) async fn decide(&self, id: &str, outcome: Option<Outcome>) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::Decide(outcome)).await;
        }
        self.ask(id, |reply| GameMessage::Decide(outcome, reply)).await
    }

    /// Sends a request.
    pub(crate) async fn command(&self, id: &str, request: wire::Request) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::Play(request)).await;
        }
        let wire::Request { id: request, command } = request;
        let (client, speaker) = (request::client(), request::speaker());
        let message = |reply| GameMessage::Command {
            request: request.clone(),
            command: command.clone(),
            client,
            speaker: speaker.clone(),
            reply,
        };
        self.ask(id, message).await
    }

    /// The conditional moves of who speaks in a game by correspondence; with lines, those take their place.
    pub(crate) async fn conditional(
        &self,
        id: &str,
        lines: Option<SetConditionalMoves>,
    ) -> Result<ShownConditionalMoves, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::Conditional(lines)).await;
        }
        let speaker = request::speaker();
        let message = |reply| GameMessage::Conditional(speaker.clone(), lines.clone(), reply);
        self.ask(id, message).await
    }

    /// The other node that serves a game; where nobody does, this one takes it.
    #[cfg(feature = "cluster")]
    async fn elsewhere(&self, id: &str) -> Result<Option<Elsewhere>, Refusal> {
        Ok(self.nodes.elsewhere(LeaseKey::Game(id.to_owned())).await?)
    }

    /// The game as who asks sees it, also of one that another node serves.
    pub(crate) async fn shown(&self, id: &str) -> Result<Game, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.nodes.read_elsewhere(LeaseKey::Game(id.to_owned())).await? {
            return there.ask(NodeRequest::View).await;
        }
        self.seen(id).await
    }

    /// The game as who asks sees it, as far as this node knows.
    pub(crate) async fn seen(&self, id: &str) -> Result<Game, Refusal> {
        self.view_for(id, request::visitor()).await
    }

    /// The present state of the game, as far as this node knows: for the hall itself.
    pub(crate) async fn view(&self, id: &str) -> Result<Game, Refusal> {
        self.view_for(id, Speaker::House).await
    }

    /// This does not start its task: clocks stay stopped until a client joins, but those of games by correspondence.
    async fn view_for(&self, id: &str, speaker: Speaker) -> Result<Game, Refusal> {
        if let Some(sender) = self.live.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(GameMessage::View(speaker.clone(), reply)).await
                && let Ok(game) = answer.await
            {
                return game.map(|game| *game);
            }
        }
        let mut state = self.stored(id).await?;
        state.run_days(view::now());
        Ok(shown_to(&state, &speaker))
    }

    /// The game as it is stored, as somebody sees it.
    pub(crate) async fn stored_for(
        &self,
        id: &str,
        speaker: &Speaker,
    ) -> Result<GameState, Refusal> {
        let state = self.stored(id).await?;
        Ok(if state.is_held_back_from(speaker) { state.held_back() } else { state })
    }

    /// Serves a game although nobody asks for it, so that its clocks run.
    pub(crate) async fn attend(&self, id: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if self.elsewhere(id).await?.is_some() {
            return Ok(());
        }
        self.ask(id, |reply| GameMessage::View(Speaker::House, reply)).await.map(drop)
    }

    /// The game as it is stored.
    pub(crate) async fn stored(&self, id: &str) -> Result<GameState, Refusal> {
        load(&self.store, id).await
    }

    /// Deletes a game, ending its task if it is being played.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.elsewhere(id).await? {
            return there.ask(NodeRequest::Delete).await;
        }
        self.nodes.must_hold(&LeaseKey::Game(id.to_owned())).await?;
        self.must_be_deletable(id).await?;
        self.live.end(id).await;
        // Somebody may have sat down in the meantime.
        self.must_be_deletable(id).await?;
        if !self.store.delete(id).await? {
            return Err(Refusal::no_game(id));
        }
        // Whoever was connected may have opened it once more before it was deleted.
        self.live.end(id).await;
        Ok(())
    }

    /// Refuses who has no part in a game: no seat, and has not made it.
    pub(crate) async fn must_have_part(&self, id: &str) -> Result<(), Refusal> {
        let speaker = request::speaker();
        if speaker == Speaker::House {
            return Ok(());
        }
        let state = self.stored(id).await?;
        if state.is_made_by(&speaker) || !state.sides_of(&speaker).is_empty() {
            return Ok(());
        }
        Err(forbidden("not-yours", "the study of a game is made by who has a part in it"))
    }

    /// Refuses who may not delete a game: who has not made it, has a part in it with others, or would lose it.
    pub(crate) async fn must_be_deletable(&self, id: &str) -> Result<(), Refusal> {
        self.must_be(id, GameState::must_be_deletable_by).await
    }

    /// Refuses who has not made a game, or has a part in it with others.
    pub(crate) async fn must_be_alone(&self, id: &str) -> Result<(), Refusal> {
        self.must_be(id, GameState::must_be_alone_of).await
    }

    async fn must_be(
        &self,
        id: &str,
        check: fn(&GameState, &Speaker) -> Result<(), hall::Refusal>,
    ) -> Result<(), Refusal> {
        let speaker = request::speaker();
        if speaker == Speaker::House {
            return Ok(());
        }
        match self.stored(id).await {
            Ok(state) => Ok(check(&state, &speaker)?),
            // Nobody knows whose it was.
            Err(refusal) if refusal.problem.code == "data-damaged" && is_host(&speaker) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    /// Ends the task of a game because what is stored of it has changed: clients join again.
    pub(crate) async fn put_away(&self, id: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.nodes.read_elsewhere(LeaseKey::Game(id.to_owned())).await? {
            return there.ask(NodeRequest::PutAway).await;
        }
        self.live.end(id).await;
        Ok(())
    }

    /// Lets all who watch a game join again, because who may see it has changed. Its clocks run on.
    pub(crate) async fn look_again(&self, id: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.nodes.read_elsewhere(LeaseKey::Game(id.to_owned())).await? {
            return there.ask(NodeRequest::LookAgain).await;
        }
        if let Some(sender) = self.live.living(id) {
            // A task that ends has nobody who watches.
            sender.send(GameMessage::LookAgain).await;
        }
        Ok(())
    }

    /// Refuses who does not see a game.
    pub(crate) async fn must_be_seen(&self, id: &str) -> Result<(), Refusal> {
        sight::must_see_game(&self.store, id).await
    }

    /// How many watch a game, if this node serves it.
    pub(crate) fn spectators(&self, id: &str) -> Option<u32> {
        self.spectators.of(id)
    }

    /// How many games a task serves.
    pub(crate) fn count(&self) -> usize {
        self.live.count()
    }

    /// Drops all senders: the tasks end when no client is joined any more.
    pub(crate) fn close(&self) {
        self.live.close();
    }

    /// Sends a message to a game's task and waits for the answer.
    async fn ask<T>(
        &self,
        id: &str,
        message: impl Fn(Reply<T>) -> GameMessage,
    ) -> Result<T, Refusal> {
        self.nodes.must_hold(&LeaseKey::Game(id.to_owned())).await?;
        let client = request::client();
        let start = |inbox| {
            let (store, config) = (self.store.clone(), Arc::clone(&self.config));
            let resources = GameResources {
                pool: self.pool.clone(),
                quotas: self.quotas.clone(),
                ended: self.ended.clone(),
                client,
                nodes: self.nodes.clone(),
                interrupted_turns: self.interrupted_turns.clone(),
                spectators: self.spectators.count(id),
                safety: self.safety.clone(),
            };
            tokio::spawn(actor::run(id.to_owned(), store, config, resources, inbox));
        };
        self.live.ask(id, start, message).await
    }
}

/// Reads a game from the store and replays it.
pub(crate) async fn load(store: &Store, id: &str) -> Result<GameState, Refusal> {
    let record = store.load(id).await?.ok_or_else(|| Refusal::no_game(id))?;
    GameState::replay(&games::REGISTRY, record)
        .map_err(|error| Refusal::damaged(&error.to_string()))
}

/// Whether a `state` event of another node shows a game that is held back.
#[cfg(feature = "cluster")]
fn is_held_back(event: &str) -> Result<bool, Refusal> {
    #[derive(serde::Deserialize)]
    struct ToldEvent {
        game: ToldGame,
    }
    #[derive(serde::Deserialize)]
    struct ToldGame {
        #[serde(default)]
        held_back: bool,
    }
    let told: Result<ToldEvent, _> = serde_json::from_str(event);
    let told = told.map_err(|error| Refusal::internal("a game of another node", &error))?;
    Ok(told.game.held_back)
}
