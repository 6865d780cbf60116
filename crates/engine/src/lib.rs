//! The API border: sessions, engines, limits and levels as text and plain data.
//!
//! The crates above it (server, arena, hosts, command line) use games only through it: a [`Session`] is one
//! game in progress, an [`Engine`] searches it, and a [`Family`] describes the games of one kind. This crate
//! names no game: families make their sessions and engines from [`GameSession`] and [`Player`], and a
//! [`Registry`] holds the families.
//!
//! Moves cross the border as text in the game's engine notation, squares as their names.

mod appraisal;
mod bench;
mod board;
mod bridge;
mod choice;
mod control;
mod doubt;
mod error;
mod expectation;
mod family;
mod features;
mod foresight;
mod game_session;
#[cfg(target_arch = "wasm32")]
mod host_clock;
mod known;
pub mod laboratory;
mod opening;
mod opening_names;
mod option;
mod options;
mod patterns;
mod player;
mod preset;
mod protocol;
mod registry;
mod session;
mod solved;
mod sparring;
mod variant;
mod why;

pub use appraisal::{
    Appraisal, AppraisalTerm, Arrow, Layer, LayerContent, OWN_EVALUATION, Reach, SquareControl,
    SquareValue,
};
pub use bench::{BenchError, BenchStep};
pub use board::{
    BoardView, Grid, GridKind, Mark, MarkKind, MoveView, PiecePlacement, PieceView, RefusedView,
    ThreatView,
};
pub use choice::{chosen, table_mb};
pub use control::Control;
pub use doubt::{Doubt, FamilyReason, Phase, PuzzleTerms, Reason, ReasonKind, Stage};
pub use error::{
    EngineError, MoveError, OpenError, OptionError, PositionError, PositionFault, ProgramFault,
    TextPlace,
};
pub use expectation::{CURVE_POINTS, Chances, Expectation};
pub use family::Family;
pub use features::{Cells, Features, NetworkInput};
pub use game::{BestMove, Bound, Clock, Info, Level, Limits, Score, per_second};
pub use game_session::{GameSession, MoveOf, SessionRules};
#[cfg(target_arch = "wasm32")]
pub use host_clock::set_clock;
pub use known::KnownResult;
pub use laboratory::{
    LabResult, Laboratory, LaboratoryOf, Subject, Techniques, UnknownTechnique, WatchLimits, ladder,
};
pub use opening::{
    AnswerKind, OpeningAnswer, OpeningChoice, OpeningEffect, OpeningError, OpeningKind,
    OpeningSession, OpeningStage, OpeningStep, Region, StageKind,
};
pub use opening_names::{Image, OpeningNames};
pub use option::{Number, OptionKind, OptionSpec, local_options};
pub use options::Value;
pub use patterns::{PatternCounter, PatternInput, PatternTable, Patterns, SingleKind};
pub use player::{Attempt, Backend, Extras, Player, Reports};
pub use preset::{Machine, MachineEngine, MachineResult, Preset};
pub use protocol::{Protocol, ProtocolVariant};
pub use registry::Registry;
#[cfg(target_arch = "wasm32")]
pub use search::CREW;
pub use session::{
    ChasedPiece, DrawLimit, Evidence, ForeseenEnd, MoveEffect, RecordedMove, Repetition, Session,
    Verdict,
};
pub use solved::{Proof, SolverResult};
pub use sparring::{
    SparringEngine, SparringGame, SparringHabit, SparringText, SparringWeight, sparring_partners,
};
pub use variant::{NotationStyle, RuleSet, Variant};
pub use why::MoveRefusal;

use std::fmt;

/// An engine for one family of games. It runs one search at a time, and owns its table and its threads.
pub trait Engine: Send + fmt::Debug {
    /// Its options in the order of printing.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option by its name (case does not matter). An engine without options ignores all that is set.
    ///
    /// # Errors
    /// When there is no such option or the value is out of its range; nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = (name, value);
        Ok(())
    }

    /// The numbers of its search that can be tuned; none where it has no such numbers.
    fn numbers(&mut self) -> Vec<Number> {
        Vec::new()
    }

    /// Clears the data of the previous game (hash table, histories), where there are any.
    fn new_game(&mut self) {}

    /// Searches the session's current position until a limit is met or `control` says stop,
    /// calling `report` with progress. Blocks; `control` may be used from other threads.
    /// The session is not changed.
    ///
    /// # Errors
    /// When the session belongs to another family of games, a move in the limits is not
    /// legal, or the search itself failed (a panic inside becomes an error here).
    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError>;

    /// Looks for a forced win of the side to move and proves it, within the node and time
    /// limits and until `control` says stop. An engine without a solver finds none.
    ///
    /// # Errors
    /// When the session belongs to another family of games, or the solver failed.
    fn solve(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<SolverResult, EngineError> {
        let _ = (session, limits, control);
        Ok(SolverResult::default())
    }

    /// Static evaluation of the session's position, for the side to move, in centipawns.
    ///
    /// # Errors
    /// When the session belongs to another family of games.
    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError>;
}
