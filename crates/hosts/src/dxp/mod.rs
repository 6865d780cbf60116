//! Our engine in games over DXP, on any connection.
//!
//! As with the protocols of lines, a thread reads, a thread searches, and one loop in between
//! owns everything else: what the other side says is heard also while we think.

mod clock;
mod host;
mod table;

#[cfg(test)]
mod tests;

use crate::HostError;
use arena::GameRecord;
use engine::{Level, Protocol};
use protocol::draughts::{Board, Colour};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// The only game the protocol has.
fn variant() -> &'static str {
    games::usual(Protocol::Dxp)
}

/// What is to be played, and how.
#[derive(Clone, Debug)]
pub struct DxpPlan {
    /// Whether we ask for the games.
    pub initiate: bool,
    /// Our colour in the first game we ask for.
    pub colour: Colour,
    /// Minutes for each side, in games we ask for.
    pub minutes: u16,
    /// Moves after which a game we ask for ends; 0: none.
    pub moves: u16,
    /// Where games we ask for begin.
    pub start: Option<Board>,
    /// How many games.
    pub games: u32,
    /// Time for each of our moves, whatever the clock says.
    pub move_time: Option<Duration>,
    /// Our strength.
    pub level: Option<Level>,
    /// Threads to search with.
    pub threads: u32,
    /// Megabytes of table.
    pub hash: u32,
}

/// Plays all games of a plan over a connection. `keep` gets every game that was finished;
/// `interrupted` is asked now and then whether to leave.
///
/// # Errors
/// When the connection is lost during a game, no game comes about, or the output fails.
pub fn play(
    stream: TcpStream,
    plan: &DxpPlan,
    out: &mut dyn Write,
    keep: &mut dyn FnMut(&GameRecord) -> Result<(), HostError>,
    interrupted: &dyn Fn() -> bool,
) -> Result<(), HostError> {
    host::DxpHost::new(stream, plan, out, keep)?.run(interrupted)
}
