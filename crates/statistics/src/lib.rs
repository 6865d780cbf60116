//! The statistics of matches: pure functions of counts.
//!
//! Results count either game by game (*trinomial*: wins, draws, losses) or by pairs of games
//! from one opening with colours exchanged (*pentanomial*), which takes the opening's bias
//! out of the variance. Elo differences come in three scales ([`EloModel`]), as the tools of
//! the field define them; the tests hold the figures those tools publish.

mod counts;
mod elo;
mod likelihood;
mod sprt;

pub use counts::{Pentanomial, Trinomial};
pub use elo::{EloEstimate, EloModel, elo_of_score, score_of_elo};
pub use sprt::{Sprt, SprtDecision, SprtError};
