use crate::{Fault, MovePlayed, Score};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How an analysis stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// It waits for its turn.
    Waiting,
    /// It searches.
    Searching,
    /// It has ended: stopped, or at its limit.
    Done,
    /// It is the result of an earlier search.
    Kept,
    /// It failed; `fault` says why.
    Failed,
}

/// An analysis of a position by an engine, as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Analysis {
    /// The node.
    pub node: u32,
    /// The engine's id.
    pub engine: String,
    /// How it stands.
    pub state: AnalysisState,
    /// Depth in plies.
    pub depth: u32,
    /// The deepest line, in plies.
    pub seldepth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Time so far.
    pub time_ms: u64,
    /// Whether the side to move passed first.
    pub threat: bool,
    /// Only these moves were searched; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// The best lines, the best first.
    pub lines: Vec<AnalysisLine>,
    /// Why it failed: the code of what is wrong with another program, with how long it was waited for in
    /// milliseconds (`numbers`) and what it said (`place.found`), or `search-failed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// A line that an engine found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// Its place among the lines, from 1.
    pub rank: u32,
    /// Depth in plies.
    pub depth: u32,
    /// The score for the first side.
    #[serde(with = "crate::score")]
    #[schema(value_type = Score)]
    pub score: Option<Score>,
    /// `exact`, `lower` (the score is at least this) or `upper`, for the first side.
    pub bound: String,
    /// How often the first side wins, draws and loses with this score, in per mille.
    pub chances: [u16; 3],
    /// Its moves.
    pub moves: Vec<MovePlayed>,
}
