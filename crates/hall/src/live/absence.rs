//! Who has left a game of two persons, and what the other one may claim.

use super::{ClientCommand, LiveEvent, LiveGame, PeopleOptions, Refusal};
use crate::{
    Change, ClaimedOutcome, ClockSetting, End, EndBetweenPlayers, GameState, MonotonicTime,
    PersonId, Seat,
};
use game::{Outcome, Side};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// How long a person may be away in a game with a clock and in one without.
const PATIENCE: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(300)];

/// Who is connected to a game, and since when the others are not.
#[derive(Clone, Debug)]
pub(super) struct Attendance {
    present: HashSet<PersonId>,
    left: HashMap<PersonId, MonotonicTime>,
    /// Since when it is kept: whoever has not come has been away since then.
    since: MonotonicTime,
}

impl Attendance {
    pub(super) fn new(now: MonotonicTime) -> Self {
        Self { present: HashSet::new(), left: HashMap::new(), since: now }
    }

    /// Since when this person is away.
    fn away_since(&self, person: &PersonId) -> Option<MonotonicTime> {
        let left = || self.left.get(person).copied().unwrap_or(self.since);
        (!self.present.contains(person)).then(left)
    }
}

impl PeopleOptions {
    fn patience(&self, setting: &ClockSetting) -> Duration {
        let [timed, untimed] = PATIENCE;
        self.patience.unwrap_or(if *setting == ClockSetting::None { untimed } else { timed })
    }
}

fn sitter(state: &GameState, side: Side) -> Option<&PersonId> {
    match state.player(side).seat() {
        Some(Seat::Taken { person }) => Some(person),
        _ => None,
    }
}

impl LiveGame {
    /// How games of several people go in this hall.
    pub fn set_people_options(&mut self, options: PeopleOptions) {
        self.people = options;
    }

    /// A person is connected.
    pub fn person_came(&mut self, person: &PersonId) {
        self.attendance.left.remove(person);
        self.attendance.present.insert(person.clone());
    }

    /// A person is not connected any more.
    pub fn person_left(&mut self, person: &PersonId, now: MonotonicTime) {
        if self.attendance.present.remove(person) {
            self.attendance.left.insert(person.clone(), now);
        }
    }

    /// In what time the other person may claim the game from this side; zero: now. Only who is to move and away can lose
    /// it so: the time counts from the later of both. In a game by correspondence nobody has to be there.
    #[must_use]
    pub fn claimable_in(&self, side: Side, now: MonotonicTime) -> Option<Duration> {
        let state = &self.state;
        let goes_on = state.end().is_none() && !state.is_paused() && state.plies() > 1;
        let waits_days = state.clocks.setting().is_correspondence();
        if !goes_on || waits_days || !state.is_between_persons() || state.turn() != side {
            return None;
        }
        let away = self.attendance.away_since(sitter(state, side)?)?;
        let waited = now.since(away).min(now.since(self.turn_since));
        Some(self.people.patience(state.clocks.setting()).saturating_sub(waited))
    }

    pub(super) fn claim(
        &mut self,
        asked: ClientCommand<'_>,
        outcome: ClaimedOutcome,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        self.must_go_on()?;
        self.must_be_between_persons()?;
        let [own] = self.state.sides_of(asked.speaker)[..] else {
            return Err(Refusal::conflict("no-persons", "one person has both sides"));
        };
        match self.claimable_in(own.other(), now) {
            Some(Duration::ZERO) => {}
            Some(_) => {
                let message = "the other player has not been away for long enough";
                return Err(Refusal::conflict("not-away-long", message));
            }
            None => {
                let message = "the other player is not away and to move";
                return Err(Refusal::conflict("not-away", message));
            }
        }
        let loser = match outcome {
            ClaimedOutcome::Win => Some(own.other()),
            ClaimedOutcome::Draw => None,
        };
        let end = End::between_players(loser, EndBetweenPlayers::Left);
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(Some(asked), vec![Change::Ended { end, left_ms }])
    }

    /// Before the second move a game has not begun well: either person may call it off.
    pub(super) fn abort(
        &mut self,
        asked: ClientCommand<'_>,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        self.must_go_on()?;
        self.must_be_between_persons()?;
        if self.state.plies() > 1 {
            let message = "both have moved: the game can be resigned, and a draw can be offered";
            return Err(Refusal::conflict("too-late", message));
        }
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(Some(asked), vec![Change::Ended { end: End::called_off(), left_ms }])
    }

    /// Ends the game by decision of who directs its tournament; without an outcome it is called off. A game that is over stays
    /// as it is.
    ///
    /// # Errors
    /// When the game has as many changes as it may have.
    pub fn decide(
        &mut self,
        outcome: Option<Outcome>,
        now: MonotonicTime,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        if self.state.end().is_some() {
            return Ok(Vec::new());
        }
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(None, vec![Change::Ended { end: End::by_organiser(outcome), left_ms }])
    }

    pub(super) fn must_be_between_persons(&self) -> Result<(), Refusal> {
        if self.state.is_between_persons() {
            return Ok(());
        }
        Err(Refusal::conflict("no-persons", "this is not a game of two persons with seats"))
    }
}
