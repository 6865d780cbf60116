//! The hall, through its HTTP interface and its WebSockets.
//!
//! One program of tests: each file of its own would be linked with the whole house again.

mod accounts;
mod agreement;
mod archive;
mod archive_import;
mod caps;
mod common;
mod correspondence;
mod damaged;
mod deletion;
mod door;
mod each_game;
mod exchange;
mod facts;
mod fairness;
mod frames;
mod golden;
mod http;
mod imports;
mod judgements;
mod lab;
mod live;
mod lobby;
mod moved;
mod news;
mod openapi;
mod openings;
mod page;
mod passkeys;
mod persons;
mod pool;
mod private;
mod puzzles;
mod ratings;
mod reviews;
mod running;
mod safety;
mod studies;
mod study_analyses;
mod study_known;
mod taken;
mod tournaments;
mod watching;
