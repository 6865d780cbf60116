//! Our engine in games over DXP, on any connection.
//!
//! As with the protocols of lines, a thread reads, a thread searches, and one loop in between
//! owns everything else: what the other side says is heard also while we think.

mod clock;
mod host;
mod table;

#[cfg(test)]
mod tests;

use crate::failure::Failure;
use arena::GameRecord;
use engine::Level;
use protocol::draughts::{Board, Colour};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// The only game the protocol has.
const VARIANT: &str = "draughts";

/// What is to be played, and how.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Whether we ask for the games.
    pub(crate) initiate: bool,
    /// Our colour in the first game we ask for.
    pub(crate) colour: Colour,
    /// Minutes for each side, in games we ask for.
    pub(crate) minutes: u16,
    /// Moves after which a game we ask for ends; 0: none.
    pub(crate) moves: u16,
    /// Where games we ask for begin.
    pub(crate) start: Option<Board>,
    /// How many games.
    pub(crate) games: u32,
    /// Time for each of our moves, whatever the clock says.
    pub(crate) move_time: Option<Duration>,
    /// Our strength.
    pub(crate) level: Option<Level>,
    /// Threads to search with.
    pub(crate) threads: u32,
    /// Megabytes of table.
    pub(crate) hash: u32,
}

/// Plays all games of a plan over a connection. `keep` gets every game that was finished;
/// `interrupted` is asked now and then whether to leave.
///
/// # Errors
/// When the connection is lost during a game, no game comes about, or the output fails.
pub(crate) fn play(
    stream: TcpStream,
    plan: &Plan,
    out: &mut dyn Write,
    keep: &mut dyn FnMut(&GameRecord) -> Result<(), Failure>,
    interrupted: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    host::Host::new(stream, plan, out, keep)?.run(interrupted)
}
