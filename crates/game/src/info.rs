use std::time::Duration;

/// A score from the view of the side to move at the root.
///
/// ```
/// use game::Score;
/// assert!(matches!(Score::Mate(-3), Score::Mate(..=0)), "the side to move is mated");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Score {
    /// Centipawns, or hundredths of the protocol's other unit.
    Cp(i32),
    /// Mate in that many moves of the winner: positive, the side to move mates; negative,
    /// it is mated; 0, it is mated already.
    Mate(i32),
}

/// The schema of a score: exactly one of the two fields is there.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    /// A score for one side: exactly one of the two is set.
    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct ScoreObject {
        /// Centipawns.
        cp: Option<i32>,
        /// Mate in this many moves; negative if the side is mated.
        mate: Option<i32>,
    }

    impl PartialSchema for super::Score {
        fn schema() -> RefOr<Schema> {
            ScoreObject::schema()
        }
    }

    impl ToSchema for super::Score {
        fn name() -> Cow<'static, str> {
            "Score".into()
        }
    }
}

impl Score {
    /// The score as one number, for comparisons and graphs: a mate counts `mate` minus its moves,
    /// and no evaluation counts more than `mate`.
    ///
    /// ```
    /// use game::Score;
    /// assert_eq!(Score::Cp(-35).centipawns(30_000), -35);
    /// assert_eq!(Score::Mate(2).centipawns(30_000), 29_998);
    /// assert_eq!(Score::Mate(0).centipawns(30_000), -30_000);
    /// ```
    #[must_use]
    pub fn centipawns(self, mate: i32) -> i32 {
        match self {
            Self::Cp(cp) => cp.clamp(-mate, mate),
            Self::Mate(moves) if moves > 0 => mate.saturating_sub(moves),
            Self::Mate(moves) => (-mate).saturating_sub(moves),
        }
    }

    /// Plies to the mate: positive, the side to move mates; negative or 0, it is mated. `None`
    /// for an evaluation.
    ///
    /// ```
    /// use game::Score;
    /// assert_eq!(Score::Mate(1).plies(), Some(1));
    /// assert_eq!(Score::Mate(-1).plies(), Some(-2));
    /// ```
    #[must_use]
    pub const fn plies(self) -> Option<i32> {
        match self {
            Self::Cp(_) => None,
            Self::Mate(moves) if moves > 0 => Some(moves.saturating_mul(2).saturating_sub(1)),
            Self::Mate(moves) => Some(moves.saturating_mul(2)),
        }
    }
}

/// Whether a score is exact or a bound.
///
/// ```
/// assert_eq!(game::Bound::default(), game::Bound::Exact);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Bound {
    /// Exact.
    #[default]
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// Progress of a search: one line of it.
///
/// ```
/// use game::{Bound, Info, Score};
/// use std::time::Duration;
/// let info = Info {
///     depth: 9,
///     seldepth: 14,
///     line: 1,
///     score: Score::Cp(31),
///     bound: Bound::Exact,
///     wdl: [180, 700, 120],
///     nodes: 120_000,
///     time: Duration::from_millis(100),
///     hashfull: 4,
///     pv: vec!["h2e2".to_owned()],
/// };
/// assert_eq!(info.wdl.iter().sum::<u16>(), 1000);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Info {
    /// Completed depth (or the one under way, for bounds).
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// The number of this line, from 1.
    pub line: u32,
    /// The score of this line.
    pub score: Score,
    /// Whether it is exact.
    pub bound: Bound,
    /// Win, draw and loss chances of the side to move in per mille; they sum to 1000.
    pub wdl: [u16; 3],
    /// Nodes searched so far, all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// Fill of the hash table in per mille.
    pub hashfull: u16,
    /// The line, in engine notation.
    pub pv: Vec<String>,
}

impl Info {
    /// Nodes per second so far; 0 before a measurable time has passed.
    ///
    /// ```
    /// use game::{Bound, Info, Score};
    /// use std::time::Duration;
    /// let (score, bound, wdl) = (Score::Cp(0), Bound::Exact, [0, 1000, 0]);
    /// let (nodes, time, pv) = (120_000, Duration::from_millis(100), Vec::new());
    /// let info = Info { depth: 9, seldepth: 14, line: 1, score, bound, wdl, nodes, time, hashfull: 4, pv };
    /// assert_eq!(info.nps(), 1_200_000);
    /// ```
    #[must_use]
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time)
    }
}

/// Nodes per second; 0 before a measurable time has passed.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(game::per_second(500, Duration::from_millis(250)), 2_000);
/// assert_eq!(game::per_second(500, Duration::ZERO), 0);
/// ```
#[must_use]
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let nps = (u128::from(nodes) * 1_000_000).checked_div(time.as_micros());
    u64::try_from(nps.unwrap_or(0)).unwrap_or(u64::MAX)
}

/// The result of a search.
///
/// ```
/// use game::BestMove;
/// let mated = BestMove { best: None, ponder: None, info: None };
/// assert!(mated.best.is_none(), "there is no legal move");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BestMove {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The last completed report of the first line, if any iteration completed.
    pub info: Option<Info>,
}
