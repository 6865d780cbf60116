//! The hall: games people play, live and stored.
//!
//! A [`Hall`] serves the page, an HTTP interface and one WebSocket per game looked at, all
//! described by [`openapi`]. Each game being played is a task of its own that nobody shares;
//! its engine searches on a thread of its own; every change is in the store before anybody
//! hears of it. What a game is, only `engine` knows.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let hall = server::Hall::start(server::Config::new("data")).await?;
//! println!("{}", hall.url());
//! hall.run_until(async { /* until it is time to close */ }).await?;
//! # Ok(())
//! # }
//! ```

mod api;
mod config;
mod door;
mod guard;
mod hall;
mod limits;
mod live;
mod openapi;
mod refusal;
mod stored;
mod text;
mod view;

/// Copies of a hall's data, for the command line.
pub mod copies {
    pub use store::{Contents, Restored, StoreError, backup, restore};
}

pub use config::{Config, Engines, PORT};
pub use hall::{Hall, ServeError, StartError};
pub use limits::Limits;
pub use openapi::openapi;
