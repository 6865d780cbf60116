//! Hub, the protocol of Scan and its user interface, in both its versions: version 2 in both
//! roles, version 1 (Scan 2.0) for driving old engines.

mod answer;
mod command;
mod line;
mod manager;
mod old;

pub use answer::{Answer, Id, Info};
pub use command::{Command, Level, Mode};
pub(crate) use manager::Codec;
pub(crate) use old::Codec as OldCodec;
