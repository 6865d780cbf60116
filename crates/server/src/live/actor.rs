use crate::client::ClientId;
use crate::config::Config;
use crate::events::{EventFeed, json};
use crate::live::games::{GameMessage, load};
use crate::live::interrupted_turns::InterruptedTurns;
use crate::live::offer::Offer;
use crate::live::presence::{JoinedGame, Visitors};
use crate::live::search::OrderedSearch;
use crate::live::spectators::SpectatorCount;
use crate::live::time::TaskClock;
use crate::nodes::Nodes;
use crate::people::{HallMode, Safety};
use crate::quotas::{QuotaKind, QuotaPermit, Quotas};
use crate::refusal::Refusal;
use crate::tasks::{Inbox, Reply};
use crate::view;
use hall::{
    Command, GameState, LiveEvent, LiveGame, LiveOptions, PeopleOptions, PersonId, Speaker,
};
use pool::Pool;
use std::ops::ControlFlow;
use std::sync::Arc;
use store::Store;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tracing::Instrument as _;

/// Events a slow client may fall behind before it is sent the whole state instead.
const BEHIND: usize = 64;

/// The task of one game, the only one that changes it. What happens in the game `hall` decides; the task tells it the
/// time and the requests, stores every change before it reports the change, searches, and reports to all clients.
#[derive(Debug)]
pub(crate) struct GameActor {
    pub(super) id: String,
    pub(super) store: Store,
    pub(super) config: Arc<Config>,
    pub(super) game: LiveGame,
    pub(super) clock: TaskClock,
    pub(super) events: EventFeed,
    pub(super) pool: Pool,
    /// Receives its id when the game has ended.
    pub(super) ended: mpsc::UnboundedSender<(String, ClientId)>,
    pub(super) quotas: Quotas,
    /// The game stands in the lobby.
    pub(super) offer: Option<Offer>,
    pub(super) spectators: SpectatorCount,
    /// Who may meet whom.
    safety: Safety,
    /// Who acted last, or came first: the machine thinks on account of that client.
    pub(super) client: ClientId,
    /// The place of the game among those with machines of its client.
    pub(super) share: Option<QuotaPermit>,
    /// The search that the game ordered last, while it runs.
    pub(super) search: Option<OrderedSearch>,
    /// The state differs from the store, and could not be read again.
    pub(super) is_lost: bool,
    /// Who is there.
    pub(super) visitors: Visitors,
    /// How two persons play here.
    pub(super) people: PeopleOptions,
    leaving: mpsc::UnboundedReceiver<Option<PersonId>>,
    /// The time of the last request.
    last_use: Instant,
    /// Since when no client watches.
    alone_since: Option<Instant>,
    pub(super) last_search: Instant,
    /// Keeps how long the side to move has thought if this task ends because the store failed.
    pub(super) interrupted_turns: InterruptedTurns,
}

/// What a game needs besides the store.
#[derive(Debug)]
pub(super) struct GameResources {
    /// What searches.
    pub(super) pool: Pool,
    /// What clients may have.
    pub(super) quotas: Quotas,
    /// Who hears of its end.
    pub(super) ended: mpsc::UnboundedSender<(String, ClientId)>,
    /// Who asked for the game first.
    pub(super) client: ClientId,
    /// What this node serves.
    pub(super) nodes: Nodes,
    /// How many watch.
    pub(super) spectators: SpectatorCount,
    /// Who may meet whom.
    pub(super) safety: Safety,
    /// How long the side to move had thought before this task.
    pub(super) interrupted_turns: InterruptedTurns,
}

/// Runs the task of the game `id` until it is not needed any more.
pub(crate) async fn run(
    id: String,
    store: Store,
    config: Arc<Config>,
    resources: GameResources,
    mut inbox: Inbox<GameMessage>,
) {
    match load(&store, &id).await {
        Ok(state) => {
            // A thought in this process is later than one at another node.
            let there = resources.nodes.turn_since(&id);
            let turn_since = resources.interrupted_turns.take(&id, state.version()).or(there);
            let conditional = match state.clocks.setting().is_correspondence() {
                true => store.conditional_moves(&id).await,
                false => Ok(Vec::new()),
            };
            let conditional = match conditional {
                Ok(conditional) => conditional,
                Err(error) => return refuse_all(inbox, &error.into()).await,
            };
            let mut actor = GameActor::start(id, store, config, resources, state);
            if let Some(since) = turn_since {
                actor.game.go_on_from(actor.clock.time(since));
            }
            actor.game.catch_up(view::now(), actor.clock.now());
            actor.game.set_conditional(conditional);
            actor.serve(&mut inbox).await;
        }
        Err(refusal) => refuse_all(inbox, &refusal).await,
    }
}

/// Refuses whatever is asked of a game that cannot be read.
async fn refuse_all(mut inbox: Inbox<GameMessage>, refusal: &Refusal) {
    inbox.close();
    while let Some((_, message)) = inbox.recv().await {
        message.refuse(refusal.clone());
    }
}

impl GameActor {
    /// Goes on with the game at the end of its log.
    fn start(
        id: String,
        store: Store,
        config: Arc<Config>,
        GameResources {
            pool, quotas, ended, client, spectators, safety, interrupted_turns, ..
        }: GameResources,
        state: GameState,
    ) -> Self {
        let clock = TaskClock::start();
        let options = LiveOptions {
            least_thinking: config.least_thinking,
            most_changes: config.limits.changes_per_game,
        };
        let (mut game, events) = LiveGame::new(&games::REGISTRY, state, options, clock.now());
        let people = PeopleOptions {
            patience: config.claim_after,
            free_text: config.mode == HallMode::Friends,
        };
        game.set_people_options(people);
        let now = Instant::now();
        let (visitors, leaving) = Visitors::new();
        let mut actor = Self {
            visitors,
            leaving,
            people,
            id,
            store,
            config,
            game,
            clock,
            events: EventFeed::new(BEHIND),
            pool,
            ended,
            quotas,
            offer: None,
            spectators,
            safety,
            client,
            share: None,
            search: None,
            is_lost: false,
            last_use: now,
            alone_since: None,
            last_search: now,
            interrupted_turns,
        };
        for event in events {
            // A search is started, or nothing.
            let _ = actor.perform_at_once(event);
        }
        actor
    }

    async fn serve(&mut self, inbox: &mut Inbox<GameMessage>) {
        loop {
            let deadline = self.next_deadline();
            let step = tokio::select! {
                message = inbox.recv() => match message {
                    Some((span, message)) => self.asked(message).instrument(span).await,
                    None => ControlFlow::Break(()),
                },
                Some(who) = self.leaving.recv() => {
                    let has_gone = self.visitors.left(&who);
                    if let Some(person) = who.filter(|_| has_gone) {
                        self.game.person_left(&person, self.clock.now());
                    }
                    self.tell_presence();
                    self.tend_offer().await;
                    ControlFlow::Continue(())
                }
                (number, event) = Self::next_event(&mut self.search) => self.reported(number, event).await,
                () = self.events.closed(), if self.alone_since.is_none() => {
                    self.alone_since = Some(Instant::now());
                    self.share = None;
                    ControlFlow::Continue(())
                }
                () = sleep_until(deadline) => self.woken().await,
            };
            if step.is_break() || self.is_lost {
                // Requests still in the inbox are dropped; their senders ask the next task.
                inbox.close();
                return;
            }
        }
    }

    async fn asked(&mut self, message: GameMessage) -> ControlFlow<()> {
        if !matches!(message, GameMessage::Rest) {
            self.last_use = Instant::now();
        }
        match message {
            GameMessage::Join(client, speaker, reply) => {
                if let Err(refusal) = self.take_share(client) {
                    // The sender may be gone.
                    let _ = reply.send(Err(refusal));
                    return ControlFlow::Continue(());
                }
                self.alone_since = None;
                let events = self.game.wake_machine(self.clock.now());
                let step = self.perform_unasked(events).await;
                let game = Box::new(self.view_for(&speaker));
                let is_held_back = game.held_back;
                let stream = self.events.stream(json(&wire::Event::State { game }));
                let visit = self.visitors.came(&speaker);
                if let Some(person) = speaker.person() {
                    self.game.person_came(&person.id);
                }
                // The sender may be gone; then no client has joined.
                let _ = reply.send(Ok(JoinedGame { stream, is_held_back, presence: Some(visit) }));
                self.tell_presence();
                self.tend_offer().await;
                return step;
            }
            GameMessage::View(speaker, reply) => {
                let _ = reply.send(Ok(Box::new(self.view_for(&speaker))));
            }
            GameMessage::Conditional(speaker, lines, reply) => {
                // The sender may be gone.
                let _ = reply.send(self.conditional(&speaker, lines).await);
            }
            GameMessage::Rematch(game, reply) => {
                let made = self.game.rematch_made(&game);
                return self.done(made, reply).await;
            }
            GameMessage::Decide(outcome, reply) => {
                let decided = self.game.decide(outcome, self.clock.now());
                return self.done(decided, reply).await;
            }
            GameMessage::Command { request, command, client, speaker, reply } => {
                let (done, step) = self.command(&request, &command, &speaker).await;
                if done.is_ok() {
                    self.client = client;
                }
                let _ = reply.send(done);
                self.tend_offer().await;
                return step;
            }
            GameMessage::LookAgain => self.events.tell_all_changed(),
            GameMessage::Rest => {
                let is_needed = self.events.watchers() > 0
                    || self.must_watch_clock()
                    || self.game.machine().is_busy();
                if !is_needed {
                    return ControlFlow::Break(());
                }
            }
            GameMessage::Close(reply) => {
                let _ = reply.send(Ok(()));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Does what follows from something that the hall has asked for.
    async fn done(
        &mut self,
        events: Result<Vec<LiveEvent>, hall::Refusal>,
        reply: Reply<()>,
    ) -> ControlFlow<()> {
        let done = match events {
            Ok(events) => self.perform(events).await,
            Err(refusal) => Err(refusal.into()),
        };
        let step = done.as_ref().copied().unwrap_or(ControlFlow::Continue(()));
        // The sender may be gone.
        let _ = reply.send(done.map(drop));
        step
    }

    /// Counts the game among those of a client that joins, if a machine plays in it.
    fn take_share(&mut self, client: ClientId) -> Result<(), Refusal> {
        let state = self.game.state();
        let has_machine = state.persons().len() < 2;
        if self.share.is_some() || !has_machine || state.end().is_some() {
            return Ok(());
        }
        self.share = Some(self.quotas.take(client, QuotaKind::MachineGame)?);
        self.client = client;
        Ok(())
    }

    /// Whether the clock runs and only this task knows when it runs out: for games by correspondence the store knows it.
    fn must_watch_clock(&self) -> bool {
        let clocks = &self.game.state().clocks;
        clocks.is_running() && !clocks.setting().is_correspondence()
    }

    fn next_deadline(&self) -> Instant {
        let idle = self.last_use.max(self.last_search) + self.config.idle_after;
        let alone = self.alone_since.filter(|_| self.game.is_at_work());
        let due = self.game.next_deadline().and_then(|due| self.clock.instant(due));
        let due = due.into_iter().chain(self.offer.as_ref().map(|offer| offer.due));
        alone
            .map(|since| since + self.config.absence)
            .into_iter()
            .chain(due)
            .fold(idle, Instant::min)
    }

    async fn woken(&mut self) -> ControlFlow<()> {
        let (now, time) = (Instant::now(), self.clock.now());
        let over = self.game.end_by_time(time);
        if !over.is_empty() {
            return self.perform_unasked(over).await;
        }
        if self.game.is_at_work()
            && self.alone_since.is_some_and(|since| now >= since + self.config.absence)
        {
            if self.events.watchers() > 0 {
                self.alone_since = None;
            } else if self.work_for_nobody().is_break() {
                return ControlFlow::Break(());
            }
        }
        self.tend_offer().await;
        let events = self.game.time_passed(time);
        if self.perform_unasked(events).await.is_break() {
            return ControlFlow::Break(());
        }
        let is_busy = self.game.machine().is_busy();
        if !is_busy && now >= self.last_use + self.config.idle_after {
            if self.events.watchers() == 0 && !self.must_watch_clock() {
                return ControlFlow::Break(());
            }
            self.last_use = now;
        }
        if is_busy {
            self.last_search = now;
        }
        ControlFlow::Continue(())
    }

    /// Handles a game without onlookers. If two machines play, the task ends and the clocks stop until a client
    /// joins. A machine that plays with a person makes its move now.
    fn work_for_nobody(&mut self) -> ControlFlow<()> {
        if self.game.is_between_machines() {
            self.game.stop_machine();
            self.search = None;
            return ControlFlow::Break(());
        }
        if let Some(search) = &self.search {
            search.events.step_back();
        }
        for event in self.game.hurry_machine() {
            let _ = self.perform_at_once(event);
        }
        ControlFlow::Continue(())
    }

    /// Carries out a client's request.
    async fn command(
        &mut self,
        request: &str,
        command: &Command,
        speaker: &Speaker,
    ) -> (Result<(), Refusal>, ControlFlow<()>) {
        if let Some(person) = speaker.person() {
            let met: Vec<PersonId> =
                self.game.state().met_by(speaker, command).into_iter().cloned().collect();
            if let Err(refusal) = self.safety.may_meet(&person.id, &met).await {
                return (Err(refusal), ControlFlow::Continue(()));
            }
        }
        let now = self.clock.now();
        // A request after the time has run out is too late.
        let over = self.game.end_before(command, speaker, now);
        if self.perform_unasked(over).await.is_break() {
            let refusal = Refusal::internal("a game", &"the end by time was not stored");
            return (Err(refusal), ControlFlow::Break(()));
        }
        let done = match self.game.apply(request, command, speaker, now) {
            Ok(events) => self.perform(events).await,
            Err(refusal) => Err(refusal.into()),
        };
        match done {
            Ok(step) => (Ok(()), step),
            Err(refusal) => (Err(refusal), ControlFlow::Continue(())),
        }
    }
}

impl GameMessage {
    fn refuse(self, refusal: Refusal) {
        // The sender may be gone.
        match self {
            Self::Join(_, _, reply) => drop(reply.send(Err(refusal))),
            Self::Rematch(_, reply) | Self::Decide(_, reply) => drop(reply.send(Err(refusal))),
            Self::Rest | Self::LookAgain => {}
            Self::Conditional(_, _, reply) => drop(reply.send(Err(refusal))),
            Self::View(_, reply) => drop(reply.send(Err(refusal))),
            Self::Command { reply, .. } | Self::Close(reply) => drop(reply.send(Err(refusal))),
        }
    }
}
