//! UCCI 3.0, the protocol of many Chinese Xiangqi programs.

mod answer;
mod command;
mod manager;

pub use answer::{Answer, Info};
pub use command::{Command, Go, Intent, Limit, Tally};
pub(crate) use manager::Codec;
