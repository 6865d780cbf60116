use crate::config::Config;
use crate::events::{EventFeed, json};
use crate::live::Games;
use crate::refusal::Refusal;
use crate::study::studies::{EditOutcome, MainLine, StudyMessage};
use crate::study::{known_moves, view};
use crate::tasks::Inbox;
use axum::extract::ws::Utf8Bytes;
use hall::Moment;
use hall::study::{Edit, EditChanges, FollowedMove, Study, StudyExtent};
use records::Record;
use std::collections::HashMap;
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
    pub(super) loaded: LoadedStudy,
    events: EventFeed,
    /// The study differs from the store, and could not be read again.
    is_lost: bool,
    /// When the game is asked for new moves.
    follow_at: Option<Instant>,
    last_use: Instant,
}

/// A study as the store has it.
#[derive(Debug)]
pub(crate) struct LoadedStudy {
    pub(super) study: Study,
    pub(super) version: u64,
    pub(super) created_at: Moment,
    pub(super) updated_at: Moment,
    pub(super) review: Option<wire::ShownReview>,
    /// The result of its game, which may have ended after the study was made.
    pub(super) result: Option<game::Outcome>,
    /// Bytes of its log.
    bytes: u64,
    /// What each request led to. Of requests before the task started, the command is not known.
    requests: HashMap<String, (Option<StudyCommand>, Option<u32>)>,
}

/// Reads a study from the store and replays it.
pub(super) async fn load(store: &Store, id: &str) -> Result<LoadedStudy, Refusal> {
    let stored = store.load_study(id).await?.ok_or_else(|| Refusal::no_study(id))?;
    let damaged = |what: String| Refusal::damaged(&what);
    let setup: hall::study::Setup = serde_json::from_str(&stored.setup)
        .map_err(|error| damaged(format!("stored set-up: {error}")))?;
    let root = games::new_session(&setup.variant, Some(&setup.rules), Some(&setup.start))
        .map_err(|error| damaged(format!("stored set-up: {error}")))?;
    let result = setup.result;
    let mut study = Study::new(setup, root);
    let (mut bytes, mut requests) = (0, HashMap::new());
    for (number, (request, body)) in (1..).zip(stored.log) {
        bytes += body.len() as u64;
        let wrong = |what: String| damaged(format!("stored edit {number}: {what}"));
        let edit: Edit = serde_json::from_str(&body).map_err(|error| wrong(error.to_string()))?;
        let changed = study.apply(&edit).map_err(|error| wrong(error.to_string()))?;
        if let Some(request) = request {
            requests.insert(request, (None, changed.node));
        }
    }
    // A review that cannot be read can be begun again: the study opens without it.
    let review = crate::review::stored(store, id).await;
    Ok(LoadedStudy {
        review,
        study,
        version: stored.version,
        created_at: stored.created_at,
        updated_at: stored.updated_at,
        result,
        bytes,
        requests,
    })
}

impl LoadedStudy {
    /// The study as the game of a file.
    pub(super) fn record(&self, writing: StudyExtent) -> Result<Box<Record>, Refusal> {
        let mut record = self.study.record(writing)?;
        record.result = record.result.or(self.result);
        Ok(Box::new(record))
    }
}

impl StudyActor {
    pub(super) fn new(
        id: String,
        store: Store,
        config: Arc<Config>,
        games: Games,
        loaded: LoadedStudy,
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
                let _ = reply.send(self.loaded.record(writing));
            }
            StudyMessage::MainLine(reply) => {
                self.follow().await;
                let _ = reply.send(self.main_line());
            }
            StudyMessage::Review(review) => {
                self.loaded.review = Some((*review).clone());
                self.tell(&StudyEvent::Review { review });
            }
            StudyMessage::Rest if self.is_watched() => {}
            StudyMessage::Rest => return ControlFlow::Break(()),
            StudyMessage::Close(reply) => {
                let _ = reply.send(Ok(()));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn main_line(&mut self) -> Result<MainLine, Refusal> {
        let root = self.loaded.study.game_at(0)?;
        let ids = self.loaded.study.main_line().into_iter();
        let moves = ids.filter_map(|id| {
            let node = self.loaded.study.node(id)?;
            Some((id, node.text()?.to_owned(), node.time_ms))
        });
        let moves = moves.collect();
        Ok(MainLine { root, game: self.loaded.study.setup().game.clone(), moves })
    }

    /// Carries out a client's request once: one whose id was done before is only confirmed.
    async fn command(
        &mut self,
        request: &str,
        command: StudyCommand,
    ) -> Result<EditOutcome, Refusal> {
        if let Some((asked, node)) = self.loaded.requests.get(request) {
            // Two clients may use one id: the second must not be told that its request was done.
            if asked.as_ref().is_some_and(|asked| *asked != command) {
                let shown = crate::refusal::shortened(request);
                let message = format!(
                    "another request with the id {shown:?} was already done; choose ids at random"
                );
                return Err(Refusal::conflict("id-taken", message));
            }
            return Ok(EditOutcome { node: *node, position: None });
        }
        if let StudyCommand::Look { node } = command {
            let game = self.loaded.study.game_at(node)?;
            let position = Some(Box::new(known_moves::position(node, game.as_ref())));
            return Ok(EditOutcome { node: Some(node), position });
        }
        let (edit, node) = self.edit(&command)?;
        let Some(edit) = edit else { return Ok(EditOutcome { node, position: None }) };
        let node = self.commit(Some(request), &edit).await?;
        self.loaded.requests.insert(request.to_owned(), (Some(command), node));
        if edit == Edit::Undo {
            self.follow_at = self.follow_at.map(|_| Instant::now());
        }
        Ok(EditOutcome { node, position: None })
    }

    /// Applies and stores an edit, then reports it to all clients. Returns the node it led to.
    async fn commit(&mut self, request: Option<&str>, edit: &Edit) -> Result<Option<u32>, Refusal> {
        let limits = &self.config.limits;
        let body = serde_json::to_string(edit)
            .map_err(|error| Refusal::internal("an edit as JSON", &error))?;
        if self.loaded.version >= limits.changes_per_game
            || self.loaded.bytes + body.len() as u64 > limits.study_bytes
        {
            let message = "this study has as many changes as a study may have; export it and open \
                           the file as a new study";
            return Err(Refusal::conflict("study-full", message));
        }
        let changed = self.loaded.study.apply(edit)?;
        let now = crate::view::now();
        let bytes = body.len() as u64;
        let edits = StudyEdits {
            id: self.id.clone(),
            version: self.loaded.version,
            request: request.map(str::to_owned),
            now,
            edits: vec![body],
            head: view::head(&mut self.loaded.study, self.loaded.result),
            renamed: changed.title,
        };
        match self.store.append_edits(edits).await {
            Ok(version) => {
                let after = std::mem::replace(&mut self.loaded.version, version);
                self.loaded.updated_at = now;
                self.loaded.bytes += bytes;
                self.tell_changed(after, &changed);
                Ok(changed.node)
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
                self.loaded = LoadedStudy { result, ..loaded };
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
        view::study(&self.id, &mut self.loaded, &self.config.external)
    }

    fn state_event(&mut self) -> Utf8Bytes {
        json(&StudyEvent::State { study: Box::new(self.view()) })
    }

    fn tell_changed(&self, after: u64, changed: &EditChanges) {
        let study = &self.loaded.study;
        let nodes = changed.nodes.iter().filter_map(|id| Some(view::node(*id, study.node(*id)?)));
        self.tell(&StudyEvent::Changed {
            after,
            version: self.loaded.version,
            updated_at: crate::view::moment(self.loaded.updated_at),
            nodes: nodes.collect(),
            gone: changed.gone.iter().copied().collect(),
            title: changed.title.then(|| study.title().to_owned()),
            can_undo: study.can_undo(),
            can_redo: study.can_redo(),
        });
    }

    fn tell(&self, event: &StudyEvent) {
        self.events.tell(json(event));
    }
}
