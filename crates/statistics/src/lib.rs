//! The statistics of matches: pure functions of counts.
//!
//! Results are counted either game by game (*trinomial*: wins, draws, losses) or by pairs of games
//! from one opening with colours exchanged (*pentanomial*), which removes the opening's bias from
//! the variance. Elo differences come in three scales ([`EloModel`]), as the tools of the field
//! define them; the tests contain the figures that those tools publish.

mod counts;
mod elo;
mod likelihood;
mod sprt;

pub use counts::{Pentanomial, Trinomial};
pub use elo::{EloEstimate, EloModel, elo_of_score, score_of_elo};
pub use sprt::{Sprt, SprtDecision, SprtError};
