use std::time::Duration;

/// A score from the view of the side to move at the root.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in that many moves of the winner: positive, the side to move mates; negative,
    /// it is mated; 0, it is mated already.
    Mate(i32),
}

/// Whether a score is exact or a bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Exact.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// Progress of a search: one line of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Completed depth (or the one under way, for bounds).
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Which line this is, from 1.
    pub line: u32,
    /// The score of this line.
    pub score: Score,
    /// Whether it is exact.
    pub bound: Bound,
    /// Win, draw and loss chances of the side to move in per mille; they sum to 1000.
    pub wdl: [u16; 3],
    /// Nodes searched so far, all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Fill of the hash table in per mille.
    pub hashfull: u16,
    /// The line, in engine notation.
    pub pv: Vec<String>,
}

impl Info {
    /// Nodes per second so far; 0 before a measurable time has passed.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let nps = (u128::from(self.nodes) * 1_000_000).checked_div(self.time.as_micros());
        u64::try_from(nps.unwrap_or(0)).unwrap_or(u64::MAX)
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// The last completed report of the first line, if any iteration completed.
    pub info: Option<Info>,
}
