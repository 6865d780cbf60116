use crate::config::Config;
use crate::events::{EventFeed, json};
use crate::live::Games;
use crate::refusal::Refusal;
use crate::study::engines;
use crate::study::studies::StudyMessage;
use crate::tasks::Inbox;
use axum::extract::ws::Utf8Bytes;
use hall::study::{Edit, FollowedMove, StudyExtent};
use hall_messages::{EditOutcome, OpenStudy, StoredEdit, StudyLimits, StudyStep};
use records::Record;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use store::{Store, StoreError, StudyEdits};
use tokio::time::{Instant, sleep_until};
use tracing::Instrument as _;
use wire::{StudyCommand, StudyEvent};

/// Events a slow client may fall behind before it is sent the whole study instead.
const BEHIND: usize = 64;
/// How often a running game is asked for new moves while someone looks at its study.
const FOLLOW: Duration = Duration::from_millis(700);

/// The task of one study, the only one that changes it. It stores every edit before it reports it.
#[derive(Debug)]
pub(crate) struct StudyActor {
    pub(super) id: String,
    store: Store,
    config: Arc<Config>,
    games: Games,
    pub(super) loaded: OpenStudy,
    events: EventFeed,
    /// The study differs from the store, and could not be read again.
    is_lost: bool,
    /// When the game is asked for new moves.
    follow_at: Option<Instant>,
    last_use: Instant,
}

/// Reads a study from the store and replays it.
pub(super) async fn load(store: &Store, id: &str) -> Result<OpenStudy, Refusal> {
    let stored = store.load_study(id).await?.ok_or_else(|| Refusal::no_study(id))?;
    let log = stored.log.into_iter().map(|(request, body)| StoredEdit { request, body }).collect();
    let (created, updated) = (stored.created_at, stored.updated_at);
    let study = OpenStudy::replay(&stored.setup, log, stored.version, created, updated);
    let mut study = study.map_err(|what| Refusal::damaged(&what))?;
    // A review that cannot be read can be begun again: the study opens without it.
    study.review = crate::review::stored(store, id).await;
    Ok(study)
}

/// A study as the game of a file.
pub(super) fn record(open: &OpenStudy, writing: StudyExtent) -> Result<Box<Record>, Refusal> {
    let mut record = open.study.record(writing)?;
    record.result = record.result.or(open.result);
    Ok(Box::new(record))
}

impl StudyActor {
    pub(super) fn new(
        id: String,
        store: Store,
        config: Arc<Config>,
        games: Games,
        loaded: OpenStudy,
    ) -> Self {
        let now = Instant::now();
        let is_of_game = loaded.study.setup().game.is_some();
        Self {
            id,
            store,
            config,
            games,
            loaded,
            events: EventFeed::new(BEHIND),
            is_lost: false,
            follow_at: is_of_game.then_some(now),
            last_use: now,
        }
    }

    pub(super) async fn serve(&mut self, inbox: &mut Inbox<StudyMessage>) {
        self.follow().await;
        loop {
            let idle = self.last_use + self.config.idle_after;
            let due = self.follow_at.filter(|_| self.is_watched());
            let step = tokio::select! {
                message = inbox.recv() => match message {
                    Some((span, message)) => self.asked(message).instrument(span).await,
                    None => ControlFlow::Break(()),
                },
                () = sleep_until(due.unwrap_or(idle).min(idle)) => {
                    if due.is_some_and(|due| due <= Instant::now()) {
                        self.follow().await;
                    }
                    if Instant::now() >= idle && !self.is_watched() {
                        ControlFlow::Break(())
                    } else {
                        if Instant::now() >= idle {
                            self.last_use = Instant::now();
                        }
                        ControlFlow::Continue(())
                    }
                }
            };
            if step.is_break() || self.is_lost {
                // Requests still in the inbox are dropped; their senders ask the next task.
                inbox.close();
                return;
            }
        }
    }

    fn is_watched(&self) -> bool {
        self.events.watchers() > 0
    }

    async fn asked(&mut self, message: StudyMessage) -> ControlFlow<()> {
        if !matches!(message, StudyMessage::Rest) {
            self.last_use = Instant::now();
        }
        // A sender that is gone needs no answer.
        match message {
            StudyMessage::Join(reply) => {
                self.follow().await;
                let state = self.state_event();
                let _ = reply.send(Ok(self.events.stream(state)));
            }
            StudyMessage::View(reply) => {
                self.follow().await;
                let _ = reply.send(Ok(Box::new(self.view())));
            }
            StudyMessage::Command { request, command, reply } => {
                let _ = reply.send(self.command(&request, command).await);
            }
            StudyMessage::Game(node, reply) => {
                let _ = reply.send(self.loaded.study.game_at(node).map_err(Refusal::from));
            }
            StudyMessage::Record(writing, reply) => {
                self.follow().await;
                let _ = reply.send(record(&self.loaded, writing));
            }
            StudyMessage::MainLine(reply) => {
                self.follow().await;
                let _ = reply.send(self.loaded.main_line().map_err(Refusal::from));
            }
            StudyMessage::Review(review) => {
                self.loaded.review = Some((*review).clone());
                self.tell(&StudyEvent::Review { review });
            }
            StudyMessage::LookAgain => self.events.tell_all_changed(),
            StudyMessage::Rest if self.is_watched() => {}
            StudyMessage::Rest => return ControlFlow::Break(()),
            StudyMessage::Close(reply) => {
                let _ = reply.send(Ok(()));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Carries out a client's request once: one whose id was done before is only confirmed.
    async fn command(
        &mut self,
        request: &str,
        command: StudyCommand,
    ) -> Result<EditOutcome, Refusal> {
        let edit = match self.loaded.asked(request, &command)? {
            StudyStep::Done(outcome) => return Ok(outcome),
            StudyStep::Edit(edit) => edit,
        };
        let node = self.commit(Some(request), &edit).await?;
        self.loaded.note(request, command, node);
        if edit == Edit::Undo {
            self.follow_at = self.follow_at.map(|_| Instant::now());
        }
        Ok(EditOutcome { node, position: None })
    }

    /// Applies and stores an edit, then reports it to all clients. Returns the node it led to.
    async fn commit(&mut self, request: Option<&str>, edit: &Edit) -> Result<Option<u32>, Refusal> {
        let limits = &self.config.limits;
        let most = StudyLimits { edits: limits.changes_per_game, bytes: limits.study_bytes };
        let applied = self.loaded.apply(edit, most)?;
        let now = crate::view::now();
        let edits = StudyEdits {
            id: self.id.clone(),
            version: self.loaded.version,
            request: request.map(str::to_owned),
            now,
            edits: vec![applied.body.clone()],
            head: applied.head.clone(),
            renamed: applied.changed.title,
        };
        match self.store.append_edits(edits).await {
            Ok(version) => {
                let event = self.loaded.stored(&applied, version, now);
                self.tell(&event);
                Ok(applied.changed.node)
            }
            Err(error) => Err(self.return_to_the_store(error).await),
        }
    }

    /// No client was told of an edit that was not stored.
    async fn return_to_the_store(&mut self, error: StoreError) -> Refusal {
        tracing::warn!("study {}: {error}", self.id);
        self.is_lost = true;
        match load(&self.store, &self.id).await {
            Ok(loaded) => {
                let result = self.loaded.result;
                self.loaded = loaded;
                self.loaded.result = result;
                self.is_lost = false;
                let state = self.state_event();
                self.events.tell(state);
                error.into()
            }
            Err(refusal) => refusal,
        }
    }

    /// Adds the moves that were played in the game since, if the study is one of a game that runs.
    async fn follow(&mut self) {
        let Some(game) = self.follow_at.and(self.loaded.study.setup().game.clone()) else { return };
        // A game that is deleted, or cannot be read, is followed no more.
        let Ok(game) = self.games.view(&game).await else {
            self.follow_at = None;
            return;
        };
        // A game that has ended may go on: moves can be taken back.
        let wait = if game.end.is_some() { 10 * FOLLOW } else { FOLLOW };
        self.follow_at = Some(Instant::now() + wait);
        self.loaded.result = game.end.as_ref().and_then(|end| end.outcome);
        let played = |played: &wire::MovePlayed| FollowedMove {
            text: played.text.clone(),
            time_ms: played.time_ms,
        };
        let moves: Vec<FollowedMove> = game.moves.iter().map(played).collect();
        if let Some(edit) = self.loaded.study.following(&moves)
            && let Err(refusal) = self.commit(None, &edit).await
        {
            tracing::warn!("study {}: {}", self.id, refusal.problem.message);
        }
    }

    pub(super) fn view(&mut self) -> wire::ShownStudy {
        let variant = self.loaded.study.setup().variant.clone();
        self.loaded.view(&self.id, engines::names(&self.config.external, &variant))
    }

    fn state_event(&mut self) -> Utf8Bytes {
        json(&StudyEvent::State { study: Box::new(self.view()) })
    }

    fn tell(&self, event: &StudyEvent) {
        self.events.tell(json(event));
    }
}
