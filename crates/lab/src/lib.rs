//! The lab: measurements of the search.
//!
//! [`ladder`] lists techniques as data, from minimax to the full engine. A [`LabPlan`] says which of
//! them search which positions how deep; [`run`] measures in parallel and goes on where it was
//! interrupted. [`Summary`] adds the rows up, [`report`] shows them as text, CSV, JSON and as a page
//! with charts. [`experiments`] are those of the literature, [`ablate`] plays matches with single
//! techniques switched off. Everything is the search that plays, told by its trace, and names no game.

pub mod ablate;
pub mod experiments;
pub mod report;

mod chart;
mod error;
mod levels;
mod log;
mod machines;
mod plan;
mod row;
mod runner;
mod summary;

pub use engine::ladder;
pub use error::LabError;
pub use plan::{LabPlan, LabSearch};
pub use row::Measurement;
pub use runner::{Progress, Settings, run};
pub use summary::{Disagreement, Figures, Summary, disagreements};
