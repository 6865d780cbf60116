//! The program: its commands, the hall it opens, and the house it is built of.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod architecture;
mod binary;
mod cli;
#[cfg(unix)]
mod closing;
mod common;
#[cfg(unix)]
mod copies;
#[cfg(unix)]
mod database;
#[cfg(unix)]
mod dates;
#[cfg(unix)]
mod durability;
mod examples;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod input;
#[cfg(unix)]
mod long_commands;
#[cfg(unix)]
#[path = "../../../cluster/tests/cluster/nats.rs"]
mod nats;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod nodes_private;
#[cfg(unix)]
#[path = "../../../store/tests/store/common/cluster.rs"]
mod postgres;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod reviews;
mod secrets;
mod serving;
mod share;
#[cfg(unix)]
mod worker;
#[cfg(unix)]
mod worker_searches;
