//! Live games: one task for each, reached through [`Games`]. The games themselves are `hall`'s; a task has what they have
//! not: the store, the pool, a clock and the sockets.

mod actor;
mod attended;
mod conditional;
mod effects;
mod games;
mod interrupted_turns;
mod offer;
mod presence;
mod search;
mod spectators;
mod telling;
mod time;

pub(crate) use attended::attend;
pub(crate) use games::{Games, load};
pub(crate) use hall_messages::shown;
pub(crate) use offer::STALE;
pub(crate) use presence::JoinedGame;
