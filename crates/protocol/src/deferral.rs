use std::collections::VecDeque;

/// The engine's side of command scheduling: which commands take effect now, and which wait until
/// the current search has ended.
///
/// Both protocols let the other side write at any time. A command that controls the search itself
/// (`stop`, `ponderhit`, `isready`, `quit`, …) acts at once. A command that would change the state
/// of a running search (`position`, `setoption`, another `go`, …) waits in order, so that lines
/// piped in from a file have their usual meaning.
///
/// ```
/// use protocol::{CommandQueue, CommandTiming};
/// let mut desk = CommandQueue::default();
/// desk.search_started();
/// assert_eq!(desk.receive("position", false), CommandTiming::Deferred);
/// assert_eq!(desk.receive("stop", true), CommandTiming::Now("stop"));
/// desk.search_ended();
/// assert_eq!(desk.next_deferred(), Some("position"));
/// ```
#[derive(Clone, Debug)]
pub struct CommandQueue<C> {
    searching: bool,
    waiting: VecDeque<C>,
}

/// When a command takes effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandTiming<C> {
    /// It takes effect now.
    Now(C),
    /// It takes effect when the search has ended.
    Deferred,
}

impl<C> Default for CommandQueue<C> {
    fn default() -> Self {
        Self { searching: false, waiting: VecDeque::new() }
    }
}

impl<C> CommandQueue<C> {
    /// Accepts a command. `immediate` states whether it may act during a search.
    pub fn receive(&mut self, command: C, immediate: bool) -> CommandTiming<C> {
        if immediate || (!self.searching && self.waiting.is_empty()) {
            CommandTiming::Now(command)
        } else {
            self.waiting.push_back(command);
            CommandTiming::Deferred
        }
    }

    /// A search begins.
    pub fn search_started(&mut self) {
        self.searching = true;
    }

    /// The search has printed its best move.
    pub fn search_ended(&mut self) {
        self.searching = false;
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.searching
    }

    /// The next command that waited, once no search is under way.
    pub fn next_deferred(&mut self) -> Option<C> {
        if self.searching { None } else { self.waiting.pop_front() }
    }

    /// Whether commands wait.
    #[must_use]
    pub fn has_deferred(&self) -> bool {
        !self.waiting.is_empty()
    }
}
