//! Engines of other programs. Each is a process in a group of its own that speaks UCI, UCCI, Hub or Gomocup's
//! protocol.
//!
//! [`ProgramConversation`] is one such process with its conversation, for matches. [`ProgramEngine`] makes an
//! [`engine::Engine`] of it, for analyses: it starts the program when it is first needed, ends it after a
//! time of rest, and starts it afresh after a fault.

mod analysis;
mod boards;
mod external;
mod fault;
mod lines;
mod process;
mod rest;
mod talk;

pub use analysis::{ProgramEngine, ProgramTimeouts};
pub use boards::{NoBoard, board_of, board_text};
pub use external::External;
pub use fault::{ForfeitReason, NoMove, UnusableProgram};
pub use process::{NoLine, Output, Process};
pub use talk::{GRACE, ProgramConversation};
