//! Live games: one task for each, reached through [`Games`].

mod actor;
mod clocks;
mod commands;
mod games;
mod limits;
mod machine;
mod search;
mod state;
mod telling;
mod thinking_times;
mod warnings;

pub(crate) use games::Games;
pub(crate) use state::{ChangeError, GameState};
pub(crate) use warnings::warning;
