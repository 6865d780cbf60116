//! What the tools of the engines (`examples/` of `xiangqi-engine`, `draughts-engine` and
//! `gomoku-engine`) share. It is no part of the program: only those examples depend on it.

mod build;
mod pairs;
mod progress;

pub use build::{Answers, Build, Question, serve};
pub use pairs::{Tally, play_pairs};
pub use progress::{progress, speed};
