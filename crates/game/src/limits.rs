use crate::Level;
use std::time::Duration;

/// The limits of a search. All limits that are set apply together; without any, the search runs until it is
/// stopped.
///
/// ```
/// use game::Limits;
/// let limits = Limits { nodes: Some(100_000), lines: 3, ..Limits::default() };
/// assert!(!limits.is_endless());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
    /// The opponent is still thinking about this position: time limits start to count when the
    /// engine is informed that the move was played. It is not serialised.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ponder: bool,
    /// Play at this strength instead of full strength.
    pub level: Option<Level>,
    /// The number of best lines to report; 0 means the value of the engine's `MultiPV` option.
    pub lines: u32,
    /// The seed of random play below full strength, so that games can be repeated.
    pub seed: u64,
}

impl Limits {
    /// Whether only a stop ends the search.
    ///
    /// ```
    /// assert!(game::Limits::default().is_endless());
    /// ```
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        !self.is_timed() && self.depth.is_none() && self.nodes.is_none() && self.mate.is_none()
    }

    /// Whether the time is limited: by a clock, or by a time for the move.
    ///
    /// ```
    /// use game::Limits;
    /// use std::time::Duration;
    /// let limits = Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
    /// assert!(limits.is_timed());
    /// ```
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

/// Clocks of both sides, as seen by the side to move.
///
/// ```
/// use game::{Clock, Limits};
/// use std::time::Duration;
/// let (left, increment) = (Duration::from_secs(60), Duration::from_millis(100));
/// let clock = Clock {
///     mine: left,
///     increment,
///     theirs: left,
///     their_increment: increment,
///     moves_to_go: None,
/// };
/// assert!(Limits { clock: Some(clock), ..Limits::default() }.is_timed());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Clock {
    /// The time left on the clock of the side to move.
    pub mine: Duration,
    /// The time added to it after each of its moves.
    pub increment: Duration,
    /// The time left on the opponent's clock.
    pub theirs: Duration,
    /// The opponent's increment.
    pub their_increment: Duration,
    /// The number of moves until the clock gets more time, if the time control works that way.
    pub moves_to_go: Option<u32>,
}
