//! The server of the hall: live and stored games.
//!
//! A [`Hall`] serves the page, an HTTP interface, and a WebSocket for each game that a client watches;
//! the API document describes them, which is made from the types (feature `schema`, `/api/openapi.json`). Each live game has a task of its own. Searches run in the threads of `pool`.
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

mod acceptor;
mod agreement;
mod api;
mod archive;
mod client;
mod config;
mod dates;
mod events;
mod fair;
mod guard;
mod hall_errors;
#[cfg(feature = "cluster")]
mod hall_workers;
mod health;
mod hourly;
mod lab;
mod limits;
mod listener;
mod live;
mod metrics;
mod monitor;
mod news;
mod nodes;
mod open_hall;
#[cfg(feature = "schema")]
mod openapi;
mod pace;
mod people;
mod proxies;
mod puzzles;
mod quotas;
mod refusal;
mod request;
mod review;
mod storage_quota;
mod study;
mod tasks;
mod text;
mod view;
mod windows;

/// Where a hall's data are, and copies of them, for the command line.
pub mod copies {
    pub use store::{
        Address, HallContents, HallLocation, RestoreReport, StoreError, TransferProgress,
        TransferReport, backup, damage, hand_over, restore,
    };

    /// Copies the hall of one place to another: [`store::transfer`].
    ///
    /// # Errors
    /// When either cannot be opened, read or written, or the copy is not the same.
    pub fn transfer<'a>(
        from: &'a HallLocation,
        to: &'a HallLocation,
        watch: &'a mut dyn FnMut(TransferProgress) -> bool,
    ) -> store::BoxedLocalFuture<'a, Option<TransferReport>> {
        store::transfer(from, to, crate::nodes::family, watch)
    }
}

/// The accounts of a hall that no server has open.
pub mod accounts {
    pub use crate::people::offline::{ListedAccount, OfflineAccounts, ShownAccount};
}

pub use api::modules::modules_fault;
pub use config::{Config, Engines, ExternalEngine, NatsServer, PORT};
pub use hall_errors::{ServeError, StartError};
pub use ipnet::IpNet;
pub use limits::{ClientLimits, Limits};
pub use open_hall::Hall;
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use people::HallMode;
pub use people::rights::{Need, ROUTES};
pub use proxies::network;
