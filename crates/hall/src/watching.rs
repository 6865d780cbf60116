//! A game as those see it who only watch: where its maker wanted that, some moves later while it goes on.

use crate::{End, GameSetup, GameState, Player, Seat, Speaker};

/// The most moves that watchers may be behind.
pub const MOST_DELAY: u32 = 40;

impl GameSetup {
    /// Whether somebody sees the game later than its players do. `players` and `end` are those of now.
    #[must_use]
    pub fn is_held_back_from(
        &self,
        speaker: &Speaker,
        players: &[Player; 2],
        end: Option<&End>,
    ) -> bool {
        let plays = |player: &Player| match player.seat() {
            Some(Seat::Taken { person }) => speaker.person().is_some_and(|own| own.id == *person),
            _ => false,
        };
        self.delay > 0 && end.is_none() && *speaker != Speaker::House && !players.iter().any(plays)
    }
}

impl GameState {
    /// Whether somebody sees the game later than its players do.
    #[must_use]
    pub fn is_held_back_from(&self, speaker: &Speaker) -> bool {
        self.setup().is_held_back_from(speaker, self.players(), self.end())
    }

    /// The game as those see it from whom it is held back: without its last moves, and without what players ask each other.
    #[must_use]
    pub fn held_back(&self) -> Self {
        let mut seen = self.copy();
        seen.forget_last(self.setup().delay);
        seen
    }
}
