//! The gate: one way to say that an engine is better than another, for every game.
//!
//! [`Conditions`] are those of a game: its openings, when games end early, and the stages, each a
//! sequential test at its own limits (fixed nodes first, then a clock). [`run`] plays A against B, two
//! builds or two settings, stage by stage until one is not passed. The result is a [`GateResult`], kept as JSON;
//! [`page`] makes a document of all rows. [`spsa`] tunes numbers of the search by games under the same
//! conditions.

mod conditions;
mod row;
mod run;
pub mod spsa;

pub use conditions::{Conditions, ConditionsError, GateStage};
pub use row::{GateResult, GateVerdict, RowError, StageRow, page, rows};
pub use run::{Gate, GateError, run};
