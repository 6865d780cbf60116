use std::time::Duration;

/// What a solver found ([`crate::Engine::solve`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The forced win, if one was found.
    pub proof: Option<Proof>,
    /// Whether every line of the kind that can be proven was followed to its end.
    pub exhausted: bool,
    /// Moves tried.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// In how many of its moves.
    pub moves: u32,
    /// Best attack against the longest defence, in engine notation.
    pub line: Vec<String>,
    /// How it was found: `checks` (every move of it is a check, and every answer was tried) or
    /// `search` (the search found it, which does not try every answer).
    pub method: &'static str,
}

impl Proof {
    /// Whether every answer of the defender was tried.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.method != "search"
    }
}
