//! The live game: a [`GameState`] that goes on. It takes commands of clients, lets its clocks run and decides what the
//! machine does. Each step is a list of [`LiveEvent`]s for whoever runs it: store this, search that, tell clients. It
//! reads no clock and starts no search itself, so that tests drive it without a server.
//!
//! A step that changes the game gives a [`LiveEvent::Changed`]. Whoever runs the game stores the changes and then calls
//! [`LiveGame::stored`]; where they could not be stored, it reads the game again and calls [`LiveGame::replace`]. Nobody
//! is shown the game in between.

mod absence;
mod command;
mod commands;
mod conditional;
mod consent;
mod correspondence;
mod lag;
mod machine;
mod refusal;
mod rights;
mod search;
mod talk;

pub use command::{ClaimedOutcome, Command};
pub use conditional::{
    ConditionalMoves, ConditionalStanding, LONGEST_CONDITIONAL_LINE, MOST_CONDITIONAL_LINES,
};
pub use consent::{ConsentAction, ConsentRequest};
pub use correspondence::{AwaitedTurn, TurnUpdate};
pub use lag::MOST_GIVEN_BACK;
pub use machine::{MachineTurn, ReadyMove};
pub use refusal::Refusal;
pub use search::{MachineSearch, SearchOrder, SearchPurpose, SearchQuestion, Thinking};

use crate::clocks::milliseconds;
use crate::{
    Change, End, EndBetweenPlayers, GameState, Moment, MonotonicTime, PersonId, RuleWarning,
    Speaker,
};
use absence::Attendance;
use engine::Registry;
use game::Score;
use lag::LagAllowance;
use std::collections::HashMap;
use std::time::Duration;

/// What may differ between halls.
#[derive(Copy, Clone, Debug)]
pub struct LiveOptions {
    /// The earliest time of a machine's move, so that people can follow the game.
    pub least_thinking: Duration,
    /// The most changes that a game may have.
    pub most_changes: u64,
}

/// What may differ between halls in games of several people.
#[derive(Copy, Clone, Debug, Default)]
pub struct PeopleOptions {
    /// How long a person has to be away before the other one may claim the game; if absent, a minute with a clock and
    /// five without.
    pub patience: Option<Duration>,
    /// Whether two persons may write to each other freely. Fixed phrases they always have.
    pub free_text: bool,
}

/// What whoever runs a game does next, in this order.
#[derive(Debug)]
pub enum LiveEvent {
    /// Store these changes, which the game has; then call [`LiveGame::stored`].
    Changed(ChangeBatch),
    /// Stop the search, if one runs.
    SearchStopped,
    /// Start this search. It takes the place of the one before.
    SearchOrdered(Box<SearchOrder>),
    /// Let the search end with the best move found so far.
    SearchHurried,
    /// The game has ended, and the end is stored.
    Ended,
    /// Tell all clients the whole game.
    StateShown,
    /// Tell all clients the last move; the game had the version `after` before it.
    MoveShown {
        /// That version.
        after: u64,
    },
    /// Tell all clients how the search stands.
    ThinkingShown(Thinking),
    /// Tell all clients the hint that was asked for.
    HintShown {
        /// The number of moves played.
        ply: u32,
        /// The move, in engine notation.
        text: String,
        /// The score for the side to move, if it is known.
        score: Option<Score>,
        /// The principal variation in engine notation.
        pv: Vec<String>,
    },
    /// Tell all clients that the offer of a draw was declined.
    DrawDeclined,
    /// The machine's search failed. The game goes on; the next search starts when a client joins, sends `move_now` or
    /// `resume`, or changes the position.
    EngineFailed {
        /// In English.
        why: String,
    },
    /// A change that no client asked for is impossible: nobody can go on here. Clients join again and get the stored
    /// game.
    GivenUp(Refusal),
}

/// Changes of one step, which are to be stored before anybody hears of them.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeBatch {
    /// The client's request that made them, and what it asked, if one did.
    pub request: Option<(String, Command)>,
    /// The changes.
    pub changes: Vec<Change>,
}

impl ChangeBatch {
    /// The id of the request.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.request.as_ref().map(|(id, _)| id.as_str())
    }
}

/// A client's request.
#[derive(Copy, Clone, Debug)]
struct ClientCommand<'a> {
    id: &'a str,
    command: &'a Command,
    speaker: &'a Speaker,
}

/// A game that goes on.
#[derive(Debug)]
pub struct LiveGame {
    state: GameState,
    options: LiveOptions,
    /// Moves of the person to move that a rule would punish.
    warnings: Vec<RuleWarning>,
    /// Since when the side to move has been thinking.
    turn_since: MonotonicTime,
    machine: MachineTurn,
    /// How many searches were ordered.
    searches: u64,
    /// The next search is of another game than the one before.
    is_another_game: bool,
    /// The requests done since it became live, by id.
    requests: HashMap<String, Command>,
    /// How many pieces stand on the board at the usual start.
    usual_pieces: usize,
    people: PeopleOptions,
    attendance: Attendance,
    lag: LagAllowance,
    /// The conditional moves of both persons.
    conditional: Vec<(PersonId, ConditionalMoves)>,
}

impl LiveGame {
    /// Goes on with a game from the end of its log: the clocks run, and the machine searches if it is to move.
    #[must_use]
    pub fn new(
        registry: &Registry,
        state: GameState,
        options: LiveOptions,
        now: MonotonicTime,
    ) -> (Self, Vec<LiveEvent>) {
        let usual = registry.session(state.session().variant().id, None, None);
        let mut game = Self {
            state,
            options,
            warnings: Vec::new(),
            turn_since: now,
            machine: MachineTurn::Idle,
            searches: 0,
            is_another_game: false,
            requests: HashMap::new(),
            usual_pieces: usual.map_or(0, |usual| usual.board().pieces.len()),
            people: PeopleOptions::default(),
            attendance: Attendance::new(now),
            lag: LagAllowance::default(),
            conditional: Vec::new(),
        };
        let events = game.arrive(now, false);
        (game, events)
    }

    /// Goes on with the game as it is stored, because a change could not be stored.
    pub fn replace(&mut self, state: GameState, now: MonotonicTime) -> Vec<LiveEvent> {
        self.state = state;
        self.arrive(now, false)
    }

    /// The game.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// What the machine does.
    #[must_use]
    pub const fn machine(&self) -> &MachineTurn {
        &self.machine
    }

    /// Moves of the person to move that a rule would punish.
    #[must_use]
    pub fn warnings(&self) -> &[RuleWarning] {
        &self.warnings
    }

    /// Since when the side to move has been thinking.
    #[must_use]
    pub const fn turn_since(&self) -> MonotonicTime {
        self.turn_since
    }

    /// The side to move has been thinking since then, elsewhere or before the game was read again.
    pub fn go_on_from(&mut self, since: MonotonicTime) {
        if self.state.clocks.is_running() {
            self.turn_since = since;
            self.state.clocks.began(since);
        }
    }

    /// Carries out a client's request once: a request whose id was done before gives nothing more. A flag that has
    /// fallen comes first: the caller calls [`LiveGame::end_before`] before. What `speaker` may say, `rights.rs`
    /// decides.
    ///
    /// # Errors
    /// When it cannot be carried out now, or `speaker` may not say it; nothing changes then.
    pub fn apply(
        &mut self,
        request: &str,
        command: &Command,
        speaker: &Speaker,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        if self.state.has_done(request) {
            // Two clients may use one id: the second must not be told that its request was done.
            let is_another = self.requests.get(request).is_some_and(|done| !done.is_same(command));
            return if is_another { Err(Refusal::id_taken(request)) } else { Ok(Vec::new()) };
        }
        self.state.must_be_allowed(speaker, command)?;
        let asked = ClientCommand { id: request, command, speaker };
        match ConsentAction::of(command) {
            Some(action) if self.needs_consent(speaker) => self.ask_for_consent(asked, action),
            _ => self.carry_out(asked, now),
        }
    }

    /// The game has ended, and another one of the same two persons was made.
    ///
    /// # Errors
    /// When it goes on, has no two persons, or has had a rematch.
    pub fn rematch_made(&mut self, game: &str) -> Result<Vec<LiveEvent>, Refusal> {
        self.state.must_allow_rematch()?;
        self.commit(None, vec![Change::RematchMade { game: game.to_owned() }])
    }

    /// When [`LiveGame::time_passed`] has something to do.
    #[must_use]
    pub fn next_deadline(&self) -> Option<MonotonicTime> {
        let flag = self.state.clocks.runs_out_at().map(|at| at + self.grace());
        flag.into_iter().chain(self.machine.deadline()).min()
    }

    /// Does what is due: ends the game for the side whose time is up, plays the machine's move, shows how its search
    /// stands.
    pub fn time_passed(&mut self, now: MonotonicTime) -> Vec<LiveEvent> {
        let over = self.end_by_time(now);
        if over.is_empty() { self.let_machine_go_on(now) } else { over }
    }

    /// Ends the game for the side whose clock has run out, if one has. Between two persons a flag falls when no move can
    /// be on the way any more that was made in time.
    pub fn end_by_time(&mut self, now: MonotonicTime) -> Vec<LiveEvent> {
        self.end_at(now - self.grace(), now)
    }

    fn end_at(&mut self, at: MonotonicTime, now: MonotonicTime) -> Vec<LiveEvent> {
        let Some(loser) = self.state.clocks.flagged(at) else { return Vec::new() };
        let end = End::between_players(Some(loser), EndBetweenPlayers::Time);
        let left_ms = self.state.clocks.left_ms(now);
        let ended = self.commit(None, vec![Change::Ended { end, left_ms }]);
        ended.unwrap_or_else(given_up)
    }

    /// The changes are stored under this version: goes on from there.
    pub fn stored(
        &mut self,
        changed: ChangeBatch,
        version: u64,
        at: Moment,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        let ChangeBatch { request, changes } = changed;
        let after = self.state.version();
        self.state.stored(version, request.as_ref().map(|(id, _)| id.as_str()), at);
        self.requests.extend(request);
        let since = self.turn_since;
        // A move of the person leaves the offer standing; every other change ends it.
        let offer_waits =
            self.machine.offer_waits() && matches!(changes[..], [Change::Moved { .. }]);
        let mut events = self.arrive(now, offer_waits);
        if changes.iter().all(Change::is_talk) {
            self.turn_since = since;
        }
        if changes.iter().any(|change| matches!(change, Change::Ended { .. })) {
            events.push(LiveEvent::Ended);
        }
        let moves = changes.iter().filter(|change| matches!(change, Change::Moved { .. }));
        events.push(match (changes.first(), moves.count()) {
            (Some(Change::Moved { .. }), 1) => LiveEvent::MoveShown { after },
            _ => LiveEvent::StateShown,
        });
        events
    }

    /// Continues at the end of the log: the clocks run, and the machine searches if it is to move.
    fn arrive(&mut self, now: MonotonicTime, offer_waits: bool) -> Vec<LiveEvent> {
        self.turn_since = now;
        let mut events = self.stop_machine();
        self.run_clock(now);
        events.extend(self.let_machine_think(offer_waits, now));
        let is_persons_turn = !self.state.is_machine(self.state.turn());
        self.warnings = if is_persons_turn { self.state.warnings() } else { Vec::new() };
        events
    }

    /// The clock of the side to move runs, except before the first move and after the end.
    fn run_clock(&mut self, now: MonotonicTime) {
        if self.state.end().is_none() && !self.state.is_paused() && self.state.plies() > 0 {
            let turn = self.state.turn();
            self.state.clocks.run(turn, now);
        } else {
            self.state.clocks.stop(now);
        }
    }

    /// Applies legal changes, to be stored.
    fn commit(
        &mut self,
        asked: Option<ClientCommand<'_>>,
        changes: Vec<Change>,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        self.must_have_room()?;
        for change in &changes {
            self.state.apply(change)?;
        }
        Ok(changed(asked, changes))
    }

    /// Checks the limit of changes.
    fn must_have_room(&self) -> Result<(), Refusal> {
        let most = self.options.most_changes;
        if self.state.version() < most {
            return Ok(());
        }
        let message = format!("this game has {most} changes, the most that a game may have");
        Err(Refusal::conflict("game-full", message))
    }

    /// Plays a move of the side to move, with all its consequences.
    fn play(
        &mut self,
        asked: Option<ClientCommand<'_>>,
        text: &str,
        score_cp: Option<i32>,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        self.must_have_room()?;
        let time_ms = milliseconds(now.since(self.turn_since));
        let left_ms = self.left_after_move(now);
        let mut changes = vec![self.state.play(text, time_ms, left_ms, score_cp)?];
        if self.end_by_rules(&mut changes, left_ms) {
            self.answer_by_conditions(&mut changes, left_ms);
        }
        Ok(changed(asked, changes))
    }

    /// Ends the game if the last move has ended it. Returns whether it goes on.
    fn end_by_rules(&mut self, changes: &mut Vec<Change>, left_ms: [u64; 2]) -> bool {
        let Some(verdict) = self.state.session().verdict() else { return true };
        let over = Change::Ended { end: verdict.into(), left_ms };
        // An end is always possible.
        if self.state.apply(&over).is_ok() {
            changes.push(over);
        }
        false
    }

    /// A choice in the opening.
    fn choose(
        &mut self,
        asked: Option<ClientCommand<'_>>,
        choice: &str,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        let left_ms = self.left_after_move(now);
        self.commit(asked, vec![Change::OpeningChosen { choice: choice.to_owned(), left_ms }])
    }

    /// The times that are left when the side to move has moved.
    fn left_after_move(&self, now: MonotonicTime) -> [u64; 2] {
        let mut clocks = self.state.clocks.clone();
        clocks.moved(self.state.turn(), now);
        clocks.left_ms(now)
    }
}

fn changed(asked: Option<ClientCommand<'_>>, changes: Vec<Change>) -> Vec<LiveEvent> {
    let request = asked.map(|asked| (asked.id.to_owned(), asked.command.clone()));
    vec![LiveEvent::Changed(ChangeBatch { request, changes })]
}

/// What follows from an error in a change that no client requested.
fn given_up(refusal: Refusal) -> Vec<LiveEvent> {
    vec![LiveEvent::GivenUp(refusal)]
}
