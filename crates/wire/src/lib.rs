//! The messages between server and browser, as types with schemas.
//!
//! Everything here is JSON with `snake_case` keys; times are milliseconds; sides are
//! `"first"` and `"second"`; moves are in engine notation unless a field says otherwise.
//! With the feature `schema` the OpenAPI document is generated from these types
//! (`server::openapi`), and the browser's types from that document; `./test` fails when they differ.

#[cfg(not(feature = "schema"))]
extern crate no_schema as utoipa;

mod analysis;
mod archive;
mod board;
mod catalogue;
mod game;
mod hall;
mod health;
mod lab;
mod lab_evaluation;
mod live;
mod opening;
mod page;
mod preferences;
mod puzzle;
mod review;
mod study;

pub use analysis::{Analysis, AnalysisLine, AnalysisState};
pub use archive::{
    ArchiveImportEvent, ArchiveList, ArchiveOrder, ArchiveQuery, ArchivedGame, BoardPattern,
    EndedAs, ExportGames, NextMove, PatternSquare, TagCount, TagGames, WantedPosition,
};
pub use board::{
    Board, BoardMove, GridKind, Mark, MarkKind, Picture, Piece, PlacedPiece, RefusedMove, Threat,
};
pub use catalogue::{
    Catalogue, Family, FileFormat, LevelInfo, Notation, OpeningKind, Preset, PresetText,
    PresetTexts, RuleSet, VariantEntry,
};
pub use game::{
    Chased, CheckPosition, ClockSetting, ClockState, DrawLimit, End, Fault, Game, GameList,
    GameSummary, ImportFile, Imported, ImportedGame, MateThreat, MovePlayed, NamedPiece, NewGame,
    Place, Player, PositionReport, Proof, Repeated, RuleWarning, WrittenMove,
};
pub use hall::{HallCommand, HallEvent, HallRequest};
pub use health::{Readiness, ReadinessPart};
pub use lab::{
    Lab, LabCommand, LabEvent, LabIteration, LabLine, LabMeasured, LabMove, LabName, LabNode,
    LabPosition, LabRecording, LabRequest, LabRootMove, LabState, LabTechnique, LabVariant,
};
pub use lab_evaluation::{
    LabArrow, LabEvaluate, LabEvaluation, LabLayer, LabLayerKind, LabPoint, LabReach, LabSquare,
    LabTerm,
};
pub use live::{Command, Event, Gap, Moved, Request, Thinking, WireScore};
pub use opening::{
    OpeningAnswer, OpeningAnswerKind, OpeningChoice, OpeningRegion, OpeningStageKind, OpeningState,
    OpeningStep,
};
pub use page::PageData;
pub use preferences::{FamilyPreferences, OptionValue, Preferences};
pub use puzzle::{
    Puzzle, PuzzleAnswer, PuzzleCount, PuzzleKind, PuzzleList, PuzzleOther, PuzzlePosition,
    PuzzleSearch, PuzzleSolution, PuzzleTry,
};
pub use review::{
    CommonReason, Grade, NewReview, ReasonCode, Review, ReviewFailure, ReviewFailureCode,
    ReviewReason, ReviewState, ReviewedMove, SideReview,
};
pub use study::{
    EngineName, KnownMove, MoveValue, MoveValues, NewStudy, NodeEvaluation, Shape, ShapeColor,
    Study, StudyCommand, StudyEvent, StudyList, StudyNode, StudyPosition, StudyRequest,
    StudySummary,
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two players: `first` is Red in Xiangqi.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Red (Xiangqi), White (draughts), Black (gomoku).
    First,
    /// The other side.
    Second,
}

/// The body of every error answer, and of an `error` event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A stable word for it (`illegal-move`, `not-found`, `bad-position`, …).
    pub code: String,
    /// The fault and its place, in English.
    pub message: String,
    /// Every fault of a position or a file, or the reason why a move is not legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The id of the request, or of the one that became the WebSocket. The log of the server has it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}
