use crate::client::ClientId;
use crate::config::Config;
use crate::events::EventStream;
use crate::live::clocks::milliseconds;
use crate::live::games::{GameMessage, load};
use crate::live::machine::SearchEvent;
use crate::live::search::MachineSearch;
use crate::live::state::GameState;
use crate::live::thinking_times::ThinkingTimes;
use crate::nodes::Nodes;
use crate::quotas::{QuotaKind, QuotaPermit, Quotas};
use crate::refusal::Refusal;
use crate::tasks::Inbox;
use crate::view;
use axum::extract::ws::Utf8Bytes;
use game::Side;
use hall::Change;
use hall::{End, EndBetweenPlayers};
use pool::Pool;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until};
use tracing::Instrument as _;
use wire::{Command, Event, RuleWarning};

/// Events a slow client may fall behind before it is sent the whole state instead.
const BEHIND: usize = 64;
/// Time between two events about the machine's search.
const REPORTS: Duration = Duration::from_millis(100);

/// The task of one game, the only one that changes it. It keeps the clocks, starts the machine's searches,
/// carries out requests, stores every change before it reports the change, and reports it to all clients.
#[derive(Debug)]
pub(crate) struct GameActor {
    pub(super) id: String,
    store: Store,
    pub(super) config: Arc<Config>,
    pub(super) state: GameState,
    pub(super) events: broadcast::Sender<Utf8Bytes>,
    pub(super) warnings: Vec<RuleWarning>,
    /// Since when the side to move has been thinking.
    turn_since: Instant,
    pub(super) pool: Pool,
    /// Receives its id when the game has ended.
    ended: mpsc::UnboundedSender<(String, ClientId)>,
    quotas: Quotas,
    /// Who acted last, or came first: the machine thinks on account of that client.
    pub(super) client: ClientId,
    /// The place of the game among those with machines of its client.
    share: Option<QuotaPermit>,
    pub(super) reports: (mpsc::UnboundedSender<SearchEvent>, mpsc::UnboundedReceiver<SearchEvent>),
    pub(super) searches: u64,
    pub(super) search: Option<MachineSearch>,
    /// The machine's move, delayed until it may be played.
    pub(super) ready: Option<PendingMove>,
    /// The person offered a draw, and the machine answers with the result of its next search.
    pub(super) offer_waits: bool,
    /// The engine failed in this position; the next request starts it again.
    pub(super) is_stalled: bool,
    /// The state differs from the store, and could not be read again.
    is_lost: bool,
    /// The next search is of another game than the one before.
    pub(super) forget: bool,
    /// The time of the last request.
    last_use: Instant,
    /// Since when no client watches.
    alone_since: Option<Instant>,
    pub(super) last_search: Instant,
    /// The requests done since the task started, by id.
    pub(super) requests: HashMap<String, Command>,
    /// Keeps how long the side to move has thought if this task ends because the store failed.
    thinking_times: ThinkingTimes,
}

/// A move of the machine, found but not yet played.
#[derive(Debug)]
pub(crate) struct PendingMove {
    pub(super) text: String,
    pub(super) score_cp: Option<i32>,
    pub(super) due: Instant,
}

/// What a game needs besides the store.
#[derive(Clone, Debug)]
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
    /// How long the side to move had thought before this task.
    pub(super) thinking_times: ThinkingTimes,
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
            let turn_since = resources.thinking_times.take(&id, state.version()).or(there);
            let mut actor = GameActor::new(id, store, config, resources, state);
            actor.arrive();
            actor.go_on_from(turn_since);
            actor.serve(&mut inbox).await;
        }
        Err(refusal) => {
            inbox.close();
            while let Some((_, message)) = inbox.recv().await {
                message.refuse(refusal.clone());
            }
        }
    }
}

impl GameActor {
    fn new(
        id: String,
        store: Store,
        config: Arc<Config>,
        GameResources { pool, quotas, ended, client, thinking_times, .. }: GameResources,
        state: GameState,
    ) -> Self {
        let now = Instant::now();
        Self {
            id,
            store,
            config,
            state,
            events: broadcast::Sender::new(BEHIND),
            warnings: Vec::new(),
            turn_since: now,
            pool,
            ended,
            quotas,
            client,
            share: None,
            reports: mpsc::unbounded_channel(),
            searches: 0,
            search: None,
            ready: None,
            offer_waits: false,
            is_stalled: false,
            is_lost: false,
            forget: false,
            last_use: now,
            alone_since: None,
            last_search: now,
            requests: HashMap::new(),
            thinking_times,
        }
    }

    async fn serve(&mut self, inbox: &mut Inbox<GameMessage>) {
        loop {
            let deadline = self.next_deadline();
            let step = tokio::select! {
                message = inbox.recv() => match message {
                    Some((span, message)) => self.asked(message).instrument(span).await,
                    None => ControlFlow::Break(()),
                },
                Some(report) = self.reports.1.recv() => self.reported(report).await,
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
            GameMessage::Join(client, reply) => {
                if let Err(refusal) = self.take_share(client) {
                    // The sender may be gone.
                    let _ = reply.send(Err(refusal));
                    return ControlFlow::Continue(());
                }
                self.alone_since = None;
                if std::mem::take(&mut self.is_stalled) {
                    self.let_machine_think();
                }
                let joined =
                    EventStream { state: self.state_event(), events: self.events.subscribe() };
                // The sender may be gone; then no client has joined.
                let _ = reply.send(Ok(joined));
            }
            GameMessage::View(reply) => {
                let _ = reply.send(Ok(Box::new(self.view())));
            }
            GameMessage::Command { request, command, client, reply } => {
                self.client = client;
                let (done, step) = self.command(&request, command).await;
                let _ = reply.send(done);
                return step;
            }
            GameMessage::Rest => {
                let is_needed = self.events.receiver_count() > 0
                    || self.state.clocks.is_running()
                    || self.search.is_some()
                    || self.ready.is_some();
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

    /// Counts the game among those of a client that joins, if a machine plays in it.
    fn take_share(&mut self, client: ClientId) -> Result<(), Refusal> {
        let has_machine = Side::ALL.into_iter().any(|side| self.state.is_machine(side));
        if self.share.is_some() || !has_machine || self.state.end().is_some() {
            return Ok(());
        }
        self.share = Some(self.quotas.take(client, QuotaKind::MachineGame)?);
        self.client = client;
        Ok(())
    }

    fn next_deadline(&self) -> Instant {
        let idle = self.last_use.max(self.last_search) + self.config.idle_after;
        [
            self.alone_since.filter(|_| self.is_at_work()).map(|at| at + self.config.absence),
            self.state.clocks.runs_out_at(),
            self.ready.as_ref().map(|ready| ready.due),
            self.search.as_ref().map(|search| search.next_report),
        ]
        .into_iter()
        .flatten()
        .fold(idle, Instant::min)
    }

    async fn woken(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if self.state.clocks.flagged(now).is_some() {
            return self.end_by_time().await;
        }
        if self.is_at_work()
            && self.alone_since.is_some_and(|since| now >= since + self.config.absence)
        {
            if self.events.receiver_count() > 0 {
                self.alone_since = None;
            } else if self.work_for_nobody().is_break() {
                return ControlFlow::Break(());
            }
        }
        if self.ready.as_ref().is_some_and(|ready| ready.due <= now)
            && let Some(ready) = self.ready.take()
        {
            return self.play_for_machine(ready).await;
        }
        if let Some(search) = &mut self.search
            && search.next_report <= now
        {
            search.next_report = now + REPORTS;
            if let Some(thinking) = search.view(now) {
                self.tell(&Event::Thinking { thinking });
            }
        }
        let at_work = self.search.is_some() || self.ready.is_some();
        if !at_work && now >= self.last_use + self.config.idle_after {
            if self.events.receiver_count() == 0 && !self.state.clocks.is_running() {
                return ControlFlow::Break(());
            }
            self.last_use = now;
        }
        if at_work {
            self.last_search = now;
        }
        ControlFlow::Continue(())
    }

    /// Continues at the end of the log: the clocks run, and the machine searches if it is to move.
    pub(super) fn arrive(&mut self) {
        let now = Instant::now();
        self.turn_since = now;
        self.search = None;
        self.ready = None;
        self.is_stalled = false;
        self.run_clock(now);
        self.let_machine_think();
        let is_persons_turn = !self.state.is_machine(self.state.turn());
        self.warnings = if is_persons_turn { self.state.warnings() } else { Vec::new() };
    }

    /// The side to move has been thinking since then, at another node or in an earlier task.
    fn go_on_from(&mut self, turn_since: Option<Instant>) {
        if let Some(since) = turn_since
            && self.state.clocks.is_running()
        {
            self.turn_since = since;
            self.state.clocks.began(since);
        }
    }

    /// The clock of the side to move runs, except before the first move and after the end.
    fn run_clock(&mut self, now: Instant) {
        if self.state.end().is_none() && !self.state.is_paused() && self.state.plies() > 0 {
            let turn = self.state.turn();
            self.state.clocks.run(turn, now);
        } else {
            self.state.clocks.stop(now);
        }
    }

    /// Applies and stores legal changes, then reports them to all clients.
    pub(super) async fn commit(
        &mut self,
        request: Option<&str>,
        changes: &[Change],
    ) -> Result<ControlFlow<()>, Refusal> {
        self.must_have_room()?;
        for change in changes {
            self.state.apply(change)?;
        }
        self.keep(request, changes).await
    }

    /// Checks the limit of changes.
    fn must_have_room(&self) -> Result<(), Refusal> {
        let most = self.config.limits.changes_per_game;
        if self.state.version() < most {
            return Ok(());
        }
        let message = format!("this game has {most} changes, the most that a game may have");
        Err(Refusal::conflict("game-full", message))
    }

    /// Stores changes that were applied already.
    async fn keep(
        &mut self,
        request: Option<&str>,
        changes: &[Change],
    ) -> Result<ControlFlow<()>, Refusal> {
        let now = view::now();
        let asked = Instant::now();
        let (before, summary) = (self.state.version(), self.state.summary());
        let kept = self.store.append(&self.id, before, request, now, changes, &summary).await;
        match kept {
            Ok(version) => {
                let after = self.state.version();
                self.state.stored(version, request, now);
                let since = self.turn_since;
                // A move of the person leaves the offer standing; every other change ends it.
                let has_moved = matches!(changes, [Change::Moved { .. }]);
                self.offer_waits &= has_moved;
                self.arrive();
                if changes
                    .iter()
                    .all(|c| matches!(c, Change::DrawOffered { .. } | Change::DrawDeclined))
                {
                    self.turn_since = since;
                }
                if changes.iter().any(|change| matches!(change, Change::Ended { .. })) {
                    // Nobody may listen.
                    let _ = self.ended.send((self.id.clone(), self.client));
                    self.share = None;
                }
                match changes.first() {
                    Some(Change::Moved { .. }) => self.tell_moved(after),
                    _ => self.tell_state(),
                }
                Ok(ControlFlow::Continue(()))
            }
            Err(error) => {
                // No client was told of the changes that were not stored: return to the state in
                // the store.
                tracing::warn!("game {}: {error}", self.id);
                self.is_lost = true;
                self.offer_waits = false;
                // The time that the person thought is spent; the time that the store took is nobody's.
                let thought = asked.saturating_duration_since(self.turn_since);
                self.thinking_times.keep(&self.id, before, thought);
                self.state = load(&self.store, &self.id).await?;
                self.is_lost = false;
                let since = self.thinking_times.take(&self.id, self.state.version());
                self.arrive();
                self.go_on_from(since);
                self.tell_state();
                Err(error.into())
            }
        }
    }

    /// Plays a move of the side to move, with all its consequences.
    pub(super) async fn play(
        &mut self,
        request: Option<&str>,
        text: &str,
        score_cp: Option<i32>,
    ) -> Result<ControlFlow<()>, Refusal> {
        self.must_have_room()?;
        let now = Instant::now();
        let time_ms = milliseconds(now.saturating_duration_since(self.turn_since));
        let turn = self.state.turn();
        let mut clocks = self.state.clocks.clone();
        clocks.moved(turn, now);
        let left_ms = clocks.left_ms(now);
        let mut changes = vec![self.state.play(text, time_ms, left_ms, score_cp)?];
        if let Some(verdict) = self.state.session().verdict() {
            let over = Change::Ended { end: End::from(verdict), left_ms };
            self.state.apply(&over)?;
            changes.push(over);
        }
        self.keep(request, &changes).await
    }

    /// A choice in the opening.
    pub(super) async fn choose(
        &mut self,
        request: Option<&str>,
        choice: &str,
    ) -> Result<ControlFlow<()>, Refusal> {
        let now = Instant::now();
        let turn = self.state.turn();
        let mut clocks = self.state.clocks.clone();
        clocks.moved(turn, now);
        let left_ms = clocks.left_ms(now);
        let change = Change::OpeningChosen { choice: choice.to_owned(), left_ms };
        self.commit(request, &[change]).await
    }

    /// Ends the game for the side whose clock has run out.
    pub(super) async fn end_by_time(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        let Some(loser) = self.state.clocks.flagged(now) else {
            return ControlFlow::Continue(());
        };
        let end = End::between_players(Some(loser), EndBetweenPlayers::Time);
        let over = Change::Ended { end, left_ms: self.state.clocks.left_ms(now) };
        self.commit(None, &[over]).await.unwrap_or_else(|refusal| self.give_up(refusal))
    }

    /// Handles an error of a change that no client requested. The task ends; clients join again and get the
    /// stored game.
    pub(super) fn give_up(&self, refusal: Refusal) -> ControlFlow<()> {
        self.tell(&Event::Error { id: String::new(), problem: refusal.problem });
        ControlFlow::Break(())
    }
}

impl GameMessage {
    fn refuse(self, refusal: Refusal) {
        // The sender may be gone.
        match self {
            Self::Join(_, reply) => drop(reply.send(Err(refusal))),
            Self::Rest => {}
            Self::View(reply) => drop(reply.send(Err(refusal))),
            Self::Command { reply, .. } | Self::Close(reply) => drop(reply.send(Err(refusal))),
        }
    }
}
