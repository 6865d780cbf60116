//! All games together: sessions, engines, evaluations, and the files of each game.
//!
//! One program of tests: each file of its own would be linked with the whole house again.

mod appraisal;
mod bench;
mod bodies;
mod endings;
mod engines;
mod exercises;
mod explaining;
mod files_draughts;
mod files_gomoku;
mod files_laws;
mod files_losses;
mod files_reading;
mod files_xiangqi;
mod passes;
mod random;
mod sessions;
mod sparring;
mod tried;
