use crate::Level;
use std::time::Duration;

/// The limits of a search. All limits that are set apply together; without any, the search runs until it is
/// stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Nodes over all threads; met exactly with one thread.
    pub nodes: Option<u64>,
    /// Time for this move, used in full.
    pub move_time: Option<Duration>,
    /// The clocks, from which the engine plans its time.
    pub clock: Option<Clock>,
    /// Stop once a mate in this many moves of the side to move is proven.
    pub mate: Option<u32>,
    /// Only these moves are considered, in engine notation; empty means all.
    pub only: Vec<String>,
    /// These moves are not considered (UCCI `banmoves`).
    pub except: Vec<String>,
    /// The position is one the opponent is still thinking about: time limits start to count
    /// at [`crate::Control::ponder_hit`].
    pub ponder: bool,
    /// Play at this strength instead of full strength.
    pub level: Option<Level>,
    /// How many best lines to report; 0 means what the engine's `MultiPV` option says.
    pub lines: u32,
    /// The seed of random play below full strength, so that games can be repeated.
    pub seed: u64,
}

/// Clocks of both sides, as seen by the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Left on the clock of the side to move.
    pub mine: Duration,
    /// Added to it after each of its moves.
    pub increment: Duration,
    /// Left on the opponent's clock.
    pub theirs: Duration,
    /// The opponent's increment.
    pub their_increment: Duration,
    /// Moves until the clock gets its next full ration, if it works that way.
    pub moves_to_go: Option<u32>,
}
