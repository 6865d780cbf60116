use std::time::Duration;

/// What a solver found ([`crate::Engine::solve`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The forced win, if one was found.
    pub proof: Option<Proof>,
    /// Whether every line the solver knows was followed to its end: without a proof, there is
    /// no win of that kind.
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
    /// What kind of win it is: `checks` (every move of it a check).
    pub method: &'static str,
}
