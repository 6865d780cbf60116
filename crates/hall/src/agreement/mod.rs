//! How often the moves of a person are those that the engine would choose: which moves of a game are compared, and what the
//! count says beside those of others. It is a hint for moderators, and nobody's verdict.

mod standing;
mod work;

pub use standing::{AgreementCounts, AgreementStanding, UsualAgreement, standings};
pub use work::{AgreementWork, SearchRequest, SideCounts};

/// What decides which moves are compared. The names are for documents and tests.
pub mod thresholds {
    /// The first moves of both sides together are the opening, whatever the game says.
    pub const OPENING: usize = 10;
    /// At most so many moves of a side are compared in one game, spread over it.
    pub const MOST: usize = 24;
    /// A game with fewer compared moves of a side says nothing of that side.
    pub const LEAST: u32 = 6;
    /// Where the side to move wins or loses with this chance, the game is decided, and what is played says little.
    pub const DECIDED: f64 = 0.95;
    /// Where the second move is worth so much less, the first one is the only one.
    pub const ONLY: f64 = 0.15;
}
