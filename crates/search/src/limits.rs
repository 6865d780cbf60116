use std::fmt::Debug;
use std::time::Duration;

/// Measures the time. The search reads no clock of its own, so that it also runs on platforms
/// without the usual clock.
pub trait Clock: Sync {
    /// Time since the start of the search.
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

/// Requests to a running search.
pub trait Signal: Sync {
    /// Whether it should end now.
    fn stopped(&self) -> bool;
    /// Whether the move pondered on was played: time counts from then on.
    #[inline]
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
    /// The time left on its clock.
    pub mine: Duration,
    /// The time added after each of its moves.
    pub increment: Duration,
    /// The number of moves until the clock gets more time, if the time control works that way.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. All that are set apply together; with none, only a stop ends the search.
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
    /// The reserve taken off every time, for the delay between the search and the opponent.
    pub overhead: Duration,
    /// A proven win in at most this many moves of the side to move ends the search.
    pub mate: Option<u32>,
    /// Only these moves at the root; empty means all.
    pub only: Vec<M>,
    /// Not these moves at the root.
    pub except: Vec<M>,
    /// Time counts only from [`Signal::ponder_hit`].
    pub ponder: bool,
    /// The number of best lines; 0 counts as 1.
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

    /// Whether the search only has to find one move, among all, and a limit ends it.
    #[must_use]
    pub const fn asks_for_a_move(&self) -> bool {
        let ends = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.clock.is_some();
        ends && !self.ponder && self.lines <= 1 && self.only.is_empty() && self.except.is_empty()
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
