use engine::Clock;
use std::time::Duration;

/// What we think with when nothing says how long.
const USUAL: Duration = Duration::from_secs(1);

/// Our time in a game: minutes for all moves, or for so many, after which the game ends.
#[derive(Clone, Debug)]
pub(super) struct OwnClock {
    left: Duration,
    has_minutes: bool,
    moves: u32,
    made: u32,
}

impl OwnClock {
    pub(super) fn new(minutes: u16, moves: u16) -> Self {
        let left = Duration::from_secs(u64::from(minutes) * 60);
        Self { left, has_minutes: minutes > 0, moves: moves.into(), made: 0 }
    }

    /// Whether all moves agreed on were made.
    pub(super) fn is_played_out(&self) -> bool {
        self.moves > 0 && self.made >= self.moves
    }

    /// What the search may use: a clock, or a time for the move.
    pub(super) fn limits(&self) -> (Option<Clock>, Option<Duration>) {
        if !self.has_minutes {
            return (None, Some(USUAL));
        }
        let clock = Clock {
            mine: self.left,
            increment: Duration::ZERO,
            // Not measured: the other side's clock is its own affair.
            theirs: self.left,
            their_increment: Duration::ZERO,
            moves_to_go: (self.moves > 0).then(|| self.moves.saturating_sub(self.made).max(1)),
        };
        (Some(clock), None)
    }

    /// A move of ours took this long.
    pub(super) fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed);
        self.made += 1;
    }

    /// Moves of ours were taken back; their time stays spent.
    pub(super) fn take_back(&mut self, moves: u32) {
        self.made = self.made.saturating_sub(moves);
    }
}
