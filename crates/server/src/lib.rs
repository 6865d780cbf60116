//! The server of the hall: live and stored games.
//!
//! A [`Hall`] serves the page, an HTTP interface, and a WebSocket for each game that a client watches;
//! `web/openapi.json` describes them, which is generated from the types (feature `schema`). Each live game has a task of its own. Searches run in the threads of `pool`.
//! Every change is stored before a client is told of it. Only `engine` knows the rules of games.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let hall = server::Hall::start(server::Config::new("data")).await?;
//! println!("{}", hall.url());
//! hall.run_until(async { /* until it is time to close */ }).await?;
//! # Ok(())
//! # }
//! ```

#[cfg(not(feature = "schema"))]
extern crate no_schema as utoipa;

mod api;
mod archive;
mod config;
mod door;
mod events;
mod guard;
mod hall;
mod lab;
mod limits;
mod live;
#[cfg(feature = "schema")]
mod openapi;
mod refusal;
mod review;
mod stored;
mod study;
mod text;
mod view;

/// Copies of a hall's data, for the command line.
pub mod copies {
    pub use store::{Contents, Restored, StoreError, backup, hand_over, restore};
}

pub use config::{Config, Engines, ExternalEngine, PORT};
pub use hall::{Hall, ServeError, StartError};
pub use limits::Limits;
#[cfg(feature = "schema")]
pub use openapi::openapi;
