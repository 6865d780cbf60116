//! The messages between server and browser, as types with schemas.
//!
//! Everything here is JSON with `snake_case` keys; times are milliseconds; sides are
//! `"first"` and `"second"`; moves are in engine notation unless a field says otherwise.
//! With the feature `schema` the OpenAPI document is generated from these types
//! (`server::openapi`), and the browser's types from that document; `./test` fails when they differ.

#[cfg(not(feature = "schema"))]
extern crate no_schema as utoipa;

mod account;
mod analysis;
mod archive;
mod board;
mod catalogue;
mod correspondence;
mod explorer;
mod game;
mod health;
mod lab;
mod lab_evaluation;
mod live;
mod lobby;
mod news;
mod opening;
mod page;
mod people;
mod progress;
mod puzzle;
mod review;
mod safety;
mod score;
mod study;
mod tournament;

pub use account::{
    AccountPasskey, AccountSession, AccountToken, MyAccount, NameAndPassword, NewPassword,
    NewToken, PresentPassword, Recovery, RecoveryCode, TokenMade,
};
pub use analysis::{Analysis, AnalysisLine, AnalysisState};
pub use archive::{
    ArchiveImportEvent, ArchiveList, ArchiveQuery, ArchivedGame, BoardPattern, ExportGames,
    NextMove, PatternSquare, TagGames, WantedPosition,
};
pub use board::{
    Board, BoardMove, GridKind, Mark, MarkKind, Picture, PlacedPiece, RefusedMove, Threat,
};
pub use catalogue::{
    Catalogue, Family, FileFormat, LevelInfo, Notation, OpeningKind, Preset, PresetText,
    PresetTexts, RuleSet, VariantEntry,
};
pub use correspondence::{
    AwaitedGame, ConditionalState, SetConditionalMoves, ShownConditionalMoves, TurnList,
};
pub use explorer::{ExploreOpening, ExploredOpening, MachineOpenings, NamedMove};
pub use game::{
    CheckPosition, ClockState, DrawLimit, Fault, Game, GameList, ImportFile, Imported,
    ImportedGame, ListedGame, NamedPiece, Place, PositionReport,
};
pub use health::{Readiness, ReadinessPart};
pub use lab::{
    Lab, LabCommand, LabEvent, LabIteration, LabLine, LabMeasured, LabMove, LabName, LabNode,
    LabPosition, LabRecording, LabRequest, LabRootMove, LabState, LabTechnique, LabVariant,
};
pub use lab_evaluation::{
    LabArrow, LabEvaluate, LabEvaluation, LabLayer, LabLayerKind, LabPoint, LabReach, LabSquare,
    LabTerm,
};
pub use live::{Event, Gap, Moved, Request};
pub use lobby::{
    Lobby, OpenChallenge, Pairing, PersonProfile, SeekGame, ShownRatedGame, ShownRating, TakeSeat,
    WatchedGame,
};
pub use news::{HallCommand, HallEvent, HallRequest};
pub use opening::{
    OpeningAnswer, OpeningAnswerKind, OpeningChoice, OpeningRegion, OpeningStageKind, OpeningState,
    OpeningStep,
};
pub use page::PageData;
pub use people::{HallMode, Me, MyIdentity, MyName, SetVisibility, ShownVisibility, Visibility};
pub use progress::{Progress, ProgressGame};
pub use puzzle::{
    ListedPuzzle, PuzzleAnswer, PuzzleList, PuzzleOther, PuzzlePosition, PuzzleSearch,
    PuzzleSolution, PuzzleTry, ShippedPuzzles, ShownPuzzle,
};
pub use review::{
    CommonReason, FindThreat, FoundThreat, JudgeMove, JudgedMove, ReasonCode, ShownMove,
    ShownReason, ShownReview, ShownSide, TakenReview, TakenReviewRow,
};
pub use safety::{
    AccountWithRole, Blocks, CloseReport, ComparedGame, DeleteAccount, Moderation, NewReport,
    RatingChanges, SetDisabled, SetRole, ShownAgreement, ShownBlock, ShownDisabled,
    ShownModeration, ShownRatingChange, ShownReport, TakenHall, UsualShare,
};
pub use study::{
    EngineName, KnownMove, MoveValue, MoveValues, NewStudy, ShownEvaluation, ShownStudy,
    StudyCommand, StudyEvent, StudyList, StudyNode, StudyPosition, StudyRequest, StudySummary,
};

pub use tournament::{
    NewTournament, ShownRound, ShownRoundGame, ShownTournament, TournamentList, TournamentSummary,
};

// What the messages embed.
pub use ::hall::archive::{ArchiveOrder, EndedAs, TagCount};
pub use ::hall::puzzles::{PuzzleCount, PuzzleGoal};
pub use ::hall::review::{Grade, NewReview, ReviewFailure, ReviewFailureCode, ReviewState};
pub use ::hall::study::{Shape, ShapeColor};
pub use ::hall::tournament::{
    LateEntries, PairingResult, RoundCell, RoundCellKind, Standing, TournamentCommand,
    TournamentStage, TournamentSystem,
};
pub use ::hall::{
    AccountRole, Chased, ClaimedOutcome, ClockSetting, Command, ConsentAction, ConsentRequest, End,
    FamilyPreferences, ImportedGameId, Line, ModerationAct, MovePlayed, NewGame, OptionValue,
    Outcome, PersonId, Phrase, Piece, Player, Preferences, Proof, Repeated, ReportReason,
    RuleWarning, Saying, Score, Seat, Side, Thinking, TokenScope, WrittenMove,
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
