use engine::laboratory::Reason;
use engine::{LabResult, Score};
use serde::{Deserialize, Serialize};

/// One measurement: a position searched so deep with the techniques of a rung.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The variant's id.
    pub variant: String,
    /// The position, as text.
    pub position: String,
    /// The rung's id.
    pub technique: String,
    /// The depth in plies.
    pub depth: u32,
    /// Whether the search ended within the time allowed. If not, only its time means anything.
    pub complete: bool,
    /// The best move.
    pub best: String,
    /// The score: hundredths, or `mate N`.
    pub score: String,
    /// Ends of the main search: nodes at the horizon and nodes above it that needed no move.
    pub leaves: u64,
    /// Nodes above quiescence that tried a move.
    pub inner: u64,
    /// Nodes of quiescence below its first.
    pub quiescence: u64,
    /// Cut-offs above quiescence.
    pub cut_offs: u64,
    /// Those by the first move.
    pub first_cut_offs: u64,
    /// Moves tried at inner nodes.
    pub tried: u64,
    /// All moves of the inner nodes.
    pub width: u64,
    /// Moves left out because they cannot matter.
    pub skipped: u64,
    /// Nodes ended by the transposition table.
    pub table: u64,
    /// Null moves tried.
    pub null_moves: u64,
    /// Nodes ended by a null move.
    pub null_cut_offs: u64,
    /// Nodes searched at reduced depth.
    pub reduced: u64,
    /// Nodes searched again because they were better than expected.
    pub again: u64,
    /// Seconds, counting included.
    pub seconds: f64,
}

impl Measurement {
    /// The row of a search.
    pub(crate) fn of(job: &crate::LabSearch, measured: &LabResult) -> Self {
        let counts = &measured.counters;
        Self {
            variant: job.variant.clone(),
            position: job.position.clone(),
            technique: job.rung.id.to_owned(),
            depth: job.depth,
            complete: measured.is_whole,
            best: measured.pv.first().cloned().unwrap_or_default(),
            score: match measured.score {
                Score::Cp(value) => value.to_string(),
                Score::Mate(moves) => format!("mate {moves}"),
            },
            leaves: counts.leaves,
            inner: counts.inner,
            quiescence: counts.quiescence,
            cut_offs: counts.cut_offs,
            first_cut_offs: counts.first_cut_offs,
            tried: counts.tried_inner,
            width: counts.width,
            skipped: counts.skipped,
            table: counts.ended(Reason::Table),
            null_moves: counts.null_moves,
            null_cut_offs: counts.ended(Reason::NullMove),
            reduced: counts.reduced,
            again: counts.again,
            seconds: measured.time.as_secs_f64(),
        }
    }

    /// All nodes of the tree.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.leaves + self.inner + self.quiescence
    }

    /// Whether this is the measurement of the job.
    pub(crate) fn is_of(&self, job: &crate::LabSearch) -> bool {
        self.technique == job.rung.id
            && self.depth == job.depth
            && self.position == job.position
            && self.variant == job.variant
    }
}
