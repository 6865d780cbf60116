use crate::spec::{ClockControl, TimeControl};
use std::time::Duration;

/// One player's time in a game.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    left: Duration,
    /// Moves since the clock last got its time.
    moves: u32,
}

impl GameClock {
    pub(crate) fn new(control: TimeControl) -> Self {
        let left = control.clock.map_or(Duration::ZERO, |clock| clock.base);
        Self { control, left, moves: 0 }
    }

    pub(crate) fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time that is left and its increments, if there is a clock.
    pub(crate) fn state(&self) -> Option<(Duration, ClockControl)> {
        self.control.clock.map(|clock| (self.left, clock))
    }

    /// Moves until the clock gets its time again.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.control.clock.and_then(|c| c.moves).map(|moves| moves.saturating_sub(self.moves))
    }

    /// How long the next move may take.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        let clock = self.control.clock.map(|_| self.left);
        match (clock, self.control.move_time) {
            (Some(left), Some(time)) => Some(left.min(time)),
            (left, time) => left.or(time),
        }
    }

    /// Subtracts the time of a move. Time beyond the allowance is ignored up to `margin`.
    ///
    /// # Errors
    /// When the time was overstepped: the excess.
    pub(crate) fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Duration> {
        let over = self.allowance().map_or(Duration::ZERO, |a| elapsed.saturating_sub(a));
        if over > margin {
            return Err(over);
        }
        if let Some(clock) = self.control.clock {
            self.left = self.left.saturating_sub(elapsed) + clock.increment;
            self.moves += 1;
            if Some(self.moves) == clock.moves {
                self.left += clock.base;
                self.moves = 0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn clock(text: &str) -> GameClock {
        GameClock::new(TimeControl { clock: Some(text.parse().unwrap()), ..Default::default() })
    }

    #[test]
    fn increments_and_rations() {
        let mut clock = clock("2/10+1");
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(S(4), S(0)).unwrap();
        assert_eq!((clock.allowance(), clock.moves_to_go()), (Some(S(7)), Some(1)));
        clock.spend(S(7), S(0)).unwrap();
        assert_eq!((clock.allowance(), clock.moves_to_go()), (Some(S(11)), Some(2)));
        assert_eq!(clock.spend(S(13), S(1)), Err(S(2)));
    }

    #[test]
    fn a_margin_forgives() {
        let mut clock = clock("5");
        clock.spend(S(6), S(1)).unwrap();
        assert_eq!(clock.allowance(), Some(S(0)));
    }

    #[test]
    fn without_a_clock_only_the_move_counts() {
        let time = TimeControl { move_time: Some(S(1)), ..Default::default() };
        let mut clock = GameClock::new(time);
        clock.spend(S(1), S(0)).unwrap();
        assert_eq!(clock.spend(S(3), S(0)), Err(S(2)));
        let mut free = GameClock::new(TimeControl { depth: Some(3), ..Default::default() });
        free.spend(S(1000), S(0)).unwrap();
        assert_eq!(free.allowance(), None);
    }
}
