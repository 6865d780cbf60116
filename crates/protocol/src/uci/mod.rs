//! UCI, as Xiangqi engines and programs speak it.

mod answer;
mod command;
mod manager;

pub use answer::{Answer, Info};
pub use command::{Command, Go};
pub(crate) use manager::Codec;
