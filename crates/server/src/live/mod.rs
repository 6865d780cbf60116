//! Live games: one task for each, reached through [`Games`].

mod actor;
mod clocks;
mod commands;
mod games;
mod machine;
mod mind;
mod search;
mod state;
mod telling;
mod thoughts;
mod warnings;

pub(crate) use games::Games;
pub(crate) use state::{ChangeError, GameState};
pub(crate) use warnings::warning;
