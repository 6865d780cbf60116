//! Games by correspondence: whose move they wait for, and until when.

use super::LiveGame;
use crate::{Change, GameState, Moment, MonotonicTime, PersonId, Seat};
use std::time::Duration;

/// Whose move a game by correspondence waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwaitedTurn {
    /// Who is to move.
    pub person: PersonId,
    /// When the time is up; before the first move no clock runs.
    pub due: Option<Moment>,
}

/// What a change means for whose move a game waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TurnUpdate {
    /// Nothing: it is no game by correspondence, or only words were said in it.
    #[default]
    Same,
    /// It waits for nobody.
    Nobody,
    /// It waits for this person.
    Of(AwaitedTurn),
}

impl GameState {
    /// Lets the clock of a stored game by correspondence run since the turn began: it does so whoever serves the game. `at` is
    /// the present time, and [`MonotonicTime::START`] the same in the time of the clocks.
    pub fn run_days(&mut self, at: Moment) {
        let goes_on = self.end().is_none() && !self.is_paused() && self.plies() > 0;
        if goes_on && self.clocks.setting().is_correspondence() {
            let turn = self.turn();
            self.clocks.run(turn, MonotonicTime::START - self.turn_lasts(at));
        }
    }

    /// How long the turn has lasted.
    fn turn_lasts(&self, at: Moment) -> Duration {
        let passed = at.0.saturating_sub(self.turn_began().0);
        Duration::from_millis(u64::try_from(passed).unwrap_or(0))
    }
}

impl LiveGame {
    /// Whose move the game waits for after changes that were made at `at`, and are not stored yet.
    #[must_use]
    pub fn turn_after(&self, changes: &[Change], at: Moment, now: MonotonicTime) -> TurnUpdate {
        let state = &self.state;
        if !state.clocks.setting().is_correspondence() || changes.iter().all(Change::is_talk) {
            return TurnUpdate::Same;
        }
        let turn = state.turn();
        match state.player(turn).seat() {
            Some(Seat::Taken { person })
                if state.end().is_none() && !state.is_paused() && state.is_between_persons() =>
            {
                let left = state.clocks.left(turn, now).as_millis();
                let left = i64::try_from(left).unwrap_or(i64::MAX);
                let due = (state.plies() > 0).then(|| Moment(at.0.saturating_add(left)));
                TurnUpdate::Of(AwaitedTurn { person: person.clone(), due })
            }
            _ => TurnUpdate::Nobody,
        }
    }

    /// The clock of a game by correspondence runs since the turn began, also while nobody served the game. `at` is the
    /// present time.
    pub fn catch_up(&mut self, at: Moment, now: MonotonicTime) {
        if self.state.clocks.setting().is_correspondence() {
            self.go_on_from(now - self.state.turn_lasts(at));
        }
    }
}
