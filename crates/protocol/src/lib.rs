//! Parsing and printing of UCI, UCCI, Gomocup, Hub and DXP as typed messages, for both sides of
//! each; no I/O.
//!
//! Each protocol has two roles. An *engine* reads commands and prints answers; a *manager* prints
//! commands and reads answers. For each protocol there is therefore a `Command` type and an
//! `Answer` type, each of which parses and prints (`parse ∘ print` is the identity). An engine-side
//! state machine determines when a command may take effect, and a manager-side one tracks the
//! handshake of an engine that we drive.
//!
//! ```
//! use protocol::uci::Command;
//! assert_eq!(Command::parse("isready").unwrap(), Some(Command::IsReady));
//! assert_eq!(Command::parse("go depth x").unwrap_err().to_string(),
//!     "word 3, \"x\": expected a whole number after depth");
//! ```
//!
//! Moves and positions stay text here: their meaning belongs to the game. Clocks and timeouts
//! belong to the caller.

mod error;
mod words;

mod moves;
mod option;
mod order;
mod position;

mod deferral;
mod driver;
pub mod gomocup;
pub mod manager;
pub mod ucci;
pub mod uci;

pub mod draughts;
pub mod hub;

pub mod dxp;

pub mod laws;

pub use deferral::{CommandQueue, CommandTiming};
pub use error::LineError;
pub use game::{Bound, Clock, Limits, Score};
pub use moves::RankBase;
pub use option::{OptionDecl, OptionType};
pub use order::HostCommand;
pub use position::{PositionText, Start};
