use std::fmt::Debug;
use std::time::Duration;

/// Tells the time. The search reads no clock of its own, so that it also runs where there is
/// none of the usual kind.
pub trait Clock: Sync {
    /// Time since the search was asked for.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still: for searches limited by depth or nodes.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Clock for std::time::Instant {
    fn elapsed(&self) -> Duration {
        Self::elapsed(self)
    }
}

/// What others want of a running search.
pub trait Signal: Sync {
    /// Whether it should end now.
    fn stopped(&self) -> bool;
    /// Whether the move pondered on was played: time counts from then.
    fn ponder_hit(&self) -> bool {
        false
    }
}

/// Never stops a search.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoSignal;

impl Signal for NoSignal {
    fn stopped(&self) -> bool {
        false
    }
}

impl Signal for std::sync::atomic::AtomicBool {
    fn stopped(&self) -> bool {
        self.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// The clocks of a game with time control, for the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Left on its clock.
    pub mine: Duration,
    /// Added after each of its moves.
    pub increment: Duration,
    /// Moves until the clock gets its next ration, if it works that way.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. All that are set hold together; none set means: when it is stopped.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads; exact with one thread.
    pub nodes: Option<u64>,
    /// Time, used in full.
    pub move_time: Option<Duration>,
    /// Clocks from which the time is planned.
    pub clock: Option<GameClock>,
    /// Taken off every time for what lies between the search and the opponent.
    pub overhead: Duration,
    /// A proven win in at most this many moves of the side to move ends the search.
    pub mate: Option<u32>,
    /// Only these moves at the root; empty means all.
    pub only: Vec<M>,
    /// Not these moves at the root.
    pub except: Vec<M>,
    /// Time counts only from [`Signal::ponder_hit`].
    pub ponder: bool,
    /// How many best lines; 0 counts as 1.
    pub lines: usize,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            overhead: Duration::ZERO,
            mate: None,
            only: Vec::new(),
            except: Vec::new(),
            ponder: false,
            lines: 1,
        }
    }
}

impl<M> Limits<M> {
    /// That many iterations.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// That many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// That much time.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Whether only a stop ends the search.
    pub(crate) fn endless(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
            && self.mate.is_none()
    }
}
