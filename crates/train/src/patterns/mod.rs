//! Training of linear evaluations: single numbers and tables of patterns, each for the opening and for the end.
//!
//! The loss is the cross-entropy between the expected result of the evaluation, `1 / (1 + exp(−value / scale))`, and a
//! target: the result of the game mixed with what the score of the search makes expect. It is measured as the divergence from the target:
//! the target's own entropy, which no evaluation can lower, is subtracted. The number of an arrangement in a table is the
//! sum of a number of its own and those of its parts, and all are drawn to where they began: a rare arrangement thus gets
//! the value of its parts.

mod card;
mod fit;
mod job;
mod numbers;
mod rows;
mod run;

pub use job::PatternJob;
pub use run::{PatternTrainingResult, QuantisationError, run};
