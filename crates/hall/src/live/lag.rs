//! The time that a move spends on the way is given back to who has made it, within bounds that hold whatever a client
//! says.

use super::{LiveEvent, LiveGame};
use crate::{Command, MonotonicTime, Speaker};
use game::Side;
use std::time::Duration;

/// The most that is given back for one move.
pub const MOST_GIVEN_BACK: Duration = Duration::from_millis(500);
/// What each move adds to what can be given back for the next ones.
const AGAIN: Duration = Duration::from_millis(100);

/// How much can be given back to each side. Nothing is stored: a game that is read again begins with all of it.
#[derive(Clone, Debug)]
pub(super) struct LagAllowance([Duration; 2]);

impl Default for LagAllowance {
    fn default() -> Self {
        Self([MOST_GIVEN_BACK; 2])
    }
}

impl LagAllowance {
    const fn of(&self, side: Side) -> Duration {
        self.0[side.index()]
    }

    /// A move of this side was played, and so much was given back for it.
    pub(super) fn used(&mut self, side: Side, given: Duration) {
        let left = &mut self.0[side.index()];
        *left = (left.saturating_sub(given) + AGAIN).min(MOST_GIVEN_BACK);
    }
}

impl LiveGame {
    /// How long after the clock has run out a move can still come that was made in time.
    pub(super) fn grace(&self) -> Duration {
        if self.state.is_between_persons() {
            self.lag.of(self.state.turn())
        } else {
            Duration::ZERO
        }
    }

    /// When a move was made that comes now, as far as that counts.
    pub(super) fn made_at(&self, thought_ms: Option<u64>, now: MonotonicTime) -> MonotonicTime {
        let Some(thought) = thought_ms.map(Duration::from_millis) else { return now };
        let counted = now.since(self.turn_since);
        now - counted.saturating_sub(thought).min(self.grace())
    }

    /// Ends the game for the side whose clock had run out when somebody said this.
    pub fn end_before(
        &mut self,
        command: &Command,
        speaker: &Speaker,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        let is_own = self.state.sides_of(speaker).contains(&self.state.turn());
        let at = match command {
            Command::Move { thought_ms, .. } if is_own => self.made_at(*thought_ms, now),
            Command::Choose { .. } if is_own => now,
            _ => now - self.grace(),
        };
        self.end_at(at, now)
    }
}
