mod views;

use crate::{
    Change, Clocks, ConsentRequest, End, GameRecord, GameSetup, Line, Moment, MonotonicTime,
    MovePlayed, Player, Seat,
};
use engine::{MoveError, OpenError, OpeningError, OpeningSession, Registry, Session};
use game::Side;
use std::collections::HashSet;
use thiserror::Error;

/// A game: the changes of its log, applied in order. Stored games are read by it, and a live game is one that goes on
/// ([`LiveGame`](crate::LiveGame)).
#[derive(Debug)]
pub struct GameState {
    id: String,
    setup: GameSetup,
    version: u64,
    created_at: Moment,
    updated_at: Moment,
    players: [Player; 2],
    session: Box<dyn Session>,
    opening: Option<Box<dyn OpeningSession>>,
    /// The opening before its first choice.
    fresh_opening: Option<Box<dyn OpeningSession>>,
    moves: Vec<MovePlayed>,
    /// The times of both clocks after each ply; `left_ms[0]` at the start.
    left_ms: Vec<[u64; 2]>,
    end: Option<End>,
    paused: bool,
    draw_offer: Option<Side>,
    /// What one of two persons asks the other one for.
    consent: Option<ConsentRequest>,
    /// The next game of the same two persons.
    rematch: Option<String>,
    /// What the persons have said to each other.
    talk: Vec<Line>,
    requests: HashSet<String>,
    /// When the present turn began: the last change that is not talk.
    turn_began: Moment,
    /// How often moves were taken back, the game begun again, or sides or colours changed.
    rewinds: u32,
    /// A change that is not talk is applied, and not stored yet.
    turn_is_new: bool,
    /// The clocks. The log sets them, the live game runs them.
    pub clocks: Clocks,
}

/// Why a stored game cannot be replayed.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Its initial data are invalid.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A change in it is not possible.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

/// Why a change cannot happen.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A choice in the opening cannot be made.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The game has no opening, or it is over.
    #[error("no opening is being played")]
    NoOpening,
}

impl GameState {
    /// The game before the first change. `registry` has its family.
    ///
    /// # Errors
    /// When the initial data are not those of a game.
    pub fn new(
        registry: &Registry,
        id: &str,
        setup: GameSetup,
        now: Moment,
    ) -> Result<Self, OpenError> {
        let session = registry.session(&setup.variant, Some(&setup.rules), Some(&setup.start))?;
        let opening = setup.opening.as_deref();
        let opening = opening.map(|id| registry.opening(&setup.variant, id)).transpose()?;
        Ok(Self::begun(id, setup, session, opening, now))
    }

    /// The game before the first change, with its start position and its opening.
    #[must_use]
    pub fn begun(
        id: &str,
        setup: GameSetup,
        session: Box<dyn Session>,
        opening: Option<Box<dyn OpeningSession>>,
        now: Moment,
    ) -> Self {
        let clocks = Clocks::new(setup.clock.clone());
        Self {
            id: id.to_owned(),
            version: 0,
            created_at: now,
            updated_at: now,
            players: setup.players.clone().map(Player::shown),
            session,
            fresh_opening: opening.clone(),
            opening,
            moves: Vec::new(),
            left_ms: vec![clocks.left_ms(MonotonicTime::START)],
            end: None,
            paused: false,
            draw_offer: None,
            consent: None,
            rematch: None,
            talk: Vec::new(),
            requests: HashSet::new(),
            turn_began: now,
            turn_is_new: false,
            rewinds: 0,
            clocks,
            setup,
        }
    }

    /// The state of a recorded game. Its clocks are stopped.
    ///
    /// # Errors
    /// When the record is invalid (damaged, or of a newer program).
    pub fn replay(registry: &Registry, record: GameRecord) -> Result<Self, ReplayError> {
        let mut state = Self::new(registry, &record.id, record.setup, record.created_at)?;
        for logged in record.log {
            state.apply(&logged.change)?;
            state.turn_changed_at(logged.at);
            state.requests.extend(logged.request);
        }
        state.version = record.version;
        state.updated_at = record.updated_at;
        Ok(state)
    }

    /// Applies a change. The caller refuses impossible changes first (a move after the end, taking back more
    /// plies than there are).
    ///
    /// # Errors
    /// When the change is an illegal move or an impossible choice; nothing changes then.
    pub fn apply(&mut self, change: &Change) -> Result<(), ChangeError> {
        self.take(change)?;
        self.turn_is_new |= !change.is_talk();
        if matches!(
            change,
            Change::TakenBack { .. }
                | Change::Restarted
                | Change::SidesSwapped
                | Change::OpeningChosen { .. }
        ) {
            self.rewinds += 1;
        }
        // A request is about the game as it is; only an offer of a draw leaves it.
        if !matches!(
            change,
            Change::DrawOffered { .. }
                | Change::DrawDeclined
                | Change::ConsentAsked { .. }
                | Change::Said { .. }
        ) {
            self.consent = None;
        }
        Ok(())
    }

    fn take(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::Moved { text, time_ms, left_ms, score_cp } => {
                self.play(text, *time_ms, *left_ms, *score_cp)?;
            }
            Change::OpeningChosen { choice, left_ms } => self.choose(choice, *left_ms)?,
            Change::TakenBack { plies } => self.take_back(*plies as usize),
            Change::Restarted => self.restart(),
            Change::SidesSwapped => self.players.swap(0, 1),
            Change::Ended { end, left_ms } => {
                self.end = Some(self.proven(end));
                self.clocks.set(*left_ms);
                self.draw_offer = None;
                self.paused = false;
            }
            Change::DrawOffered { side } => {
                self.draw_offer = Some(*side);
            }
            Change::DrawDeclined => self.draw_offer = None,
            Change::SeatTaken { side, person, name } => {
                let seat = Some(Seat::Taken { person: person.clone() });
                self.players[side.index()] = Player::Person { name: name.clone(), seat };
            }
            Change::ConsentAsked { side, action } => {
                self.consent = Some(ConsentRequest { side: *side, action: *action });
            }
            Change::ConsentRefused => {}
            Change::Said { side, saying } => {
                if let Some(Seat::Taken { person }) = self.player(*side).seat() {
                    self.talk.push(Line { person: person.clone(), saying: saying.clone() });
                }
            }
            Change::RematchMade { game } => self.rematch = Some(game.clone()),
            Change::Paused { left_ms } => {
                self.clocks.set(*left_ms);
                self.paused = true;
            }
            Change::Resumed => self.paused = false,
            Change::TimeAdded { left_ms } => self.clocks.set(*left_ms),
        }
        Ok(())
    }

    /// Plays a move in any notation and returns the change to be stored. A move declines the other side's
    /// offer of a draw; an offer of the side that moves stands until the other side answers or moves.
    ///
    /// # Errors
    /// When it is not legal; nothing changes then.
    pub fn play(
        &mut self,
        text: &str,
        time_ms: u64,
        left_ms: [u64; 2],
        score_cp: Option<i32>,
    ) -> Result<Change, MoveError> {
        let side = self.session.side_to_move();
        let played = self.push(text, time_ms, score_cp)?;
        let text = played.text.clone();
        self.moves.push(played);
        self.left_ms.push(left_ms);
        self.clocks.set(left_ms);
        self.draw_offer = self.draw_offer.filter(|&offerer| offerer == side);
        self.consent = None;
        self.turn_is_new = true;
        Ok(Change::Moved { text, time_ms, left_ms, score_cp })
    }

    /// An end with its evidence, which earlier versions did not store.
    fn proven(&self, end: &End) -> End {
        if end.proof.is_some() {
            return end.clone();
        }
        let own = self.session.verdict().map(End::from);
        let own = own.filter(|own| own.reason == end.reason && own.outcome == end.outcome);
        End { proof: own.and_then(|own| own.proof), ..end.clone() }
    }

    /// Makes a choice of the opening. It may put a stone on the board, and it may exchange the
    /// players' colours; each player keeps the time that is left.
    fn choose(&mut self, choice: &str, left_ms: [u64; 2]) -> Result<(), ChangeError> {
        let chooser = self.turn();
        let opening = self.opening.as_mut().ok_or(ChangeError::NoOpening)?;
        let effect = opening.act(choice)?;
        let mut left_ms = left_ms;
        if effect.swapped {
            self.players.swap(0, 1);
            left_ms.swap(0, 1);
        }
        if let Some(stone) = effect.stone {
            let played = self.push(&stone, 0, None)?;
            self.moves.push(played);
            self.left_ms.push(left_ms);
        }
        self.clocks.set(left_ms);
        // After a change of colours the offer would be the other player's.
        self.draw_offer = self.draw_offer.filter(|&side| side == chooser && !effect.swapped);
        Ok(())
    }

    /// Returns to the start position and to the colours at the beginning of the opening.
    fn restart(&mut self) {
        self.take_back(0);
        if self.opening.as_ref().is_some_and(|opening| opening.is_swapped()) {
            self.players.swap(0, 1);
        }
        self.opening.clone_from(&self.fresh_opening);
    }

    fn push(
        &mut self,
        text: &str,
        time_ms: u64,
        score_cp: Option<i32>,
    ) -> Result<MovePlayed, MoveError> {
        let side = self.session.side_to_move();
        let recorded = self.session.record(text)?;
        let played = MovePlayed::new(recorded, self.moves.len() + 1, side);
        Ok(MovePlayed { time_ms, score_cp, ..played })
    }

    fn take_back(&mut self, plies: usize) {
        if self.offers_to_take_back() && plies == self.moves.len() {
            if let Some(opening) = &mut self.opening {
                opening.unoffer();
            }
            return;
        }
        self.rewind_opening(plies);
        while self.moves.len() > plies && self.session.pop() {
            self.moves.pop();
            self.left_ms.pop();
        }
        if let Some(left_ms) = self.left_ms.last() {
            self.clocks.set(*left_ms);
        }
        self.end = None;
        self.draw_offer = None;
    }

    /// The game without its stored requests.
    pub(crate) fn copy(&self) -> Self {
        Self {
            id: self.id.clone(),
            setup: self.setup.clone(),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
            players: self.players.clone(),
            session: self.session.fork(),
            opening: self.opening.clone(),
            fresh_opening: self.fresh_opening.clone(),
            moves: self.moves.clone(),
            left_ms: self.left_ms.clone(),
            end: self.end.clone(),
            paused: self.paused,
            draw_offer: self.draw_offer,
            consent: self.consent,
            rematch: self.rematch.clone(),
            talk: self.talk.clone(),
            requests: HashSet::new(),
            turn_began: self.turn_began,
            rewinds: self.rewinds,
            turn_is_new: self.turn_is_new,
            clocks: self.clocks.clone(),
        }
    }

    /// Forgets the last moves, and what players ask each other. The clocks stand.
    pub(crate) fn forget_last(&mut self, plies: u32) {
        let left = self.moves.len().saturating_sub(plies as usize);
        if left < self.moves.len() {
            self.take_back(left);
        }
        self.clocks.set(self.left_ms.last().copied().unwrap_or_default());
        self.draw_offer = None;
        self.consent = None;
    }

    /// Takes back stones of the opening, and the choices of colours made after them.
    fn rewind_opening(&mut self, stones: usize) {
        let Some(opening) = self.opening.as_mut().filter(|o| o.stones() > stones) else {
            return;
        };
        let swapped = opening.is_swapped();
        opening.rewind(stones);
        if opening.is_swapped() != swapped {
            self.players.swap(0, 1);
        }
    }

    /// Records that the store has the applied changes under this version.
    pub fn stored(&mut self, version: u64, request: Option<&str>, now: Moment) {
        self.version = version;
        self.updated_at = now;
        self.turn_changed_at(now);
        self.requests.extend(request.map(str::to_owned));
    }

    fn turn_changed_at(&mut self, now: Moment) {
        if std::mem::take(&mut self.turn_is_new) {
            self.turn_began = now;
        }
    }

    /// The number of plies that remain after going back to `ply`. Within the opening, it is a
    /// number at which a person decides; `None` if no person decided before that ply.
    #[must_use]
    pub fn back_to(&self, ply: u32) -> Option<u32> {
        let Some(opening) = self.opening.as_ref().filter(|o| o.stones() > ply as usize) else {
            return Some(ply);
        };
        (0..=ply).rev().find(|&stones| {
            let mut then = opening.clone();
            then.rewind(stones as usize);
            let Some(stage) = then.stage() else { return false };
            let kept = then.is_swapped() == opening.is_swapped();
            !self.is_machine(if kept { stage.decides } else { !stage.decides })
        })
    }

    /// The number of plies that remain when a person takes back one turn: back to the person's last
    /// turn against a machine, otherwise one ply. `None` if there is nothing to take back.
    #[must_use]
    pub fn one_back(&self) -> Option<u32> {
        if self.offers_to_take_back() {
            return Some(self.plies());
        }
        let persons = Side::ALL.into_iter().filter(|&side| !self.is_machine(side));
        let ply = match persons.collect::<Vec<_>>()[..] {
            [person] => {
                let own = |played: &MovePlayed| played.side == person;
                u32::try_from(self.moves.iter().rposition(own)?).ok()?
            }
            _ => self.plies().checked_sub(1)?,
        };
        self.back_to(ply)
    }
}
