//! Engines for many games: searches wait in a queue, and all tables share one limit of memory.
//!
//! A [`Pool`] runs a fixed number of searches at the same time, for any number of games. The searches of one client
//! are served by [`SearchClass`]; within a class its games take turns. Clients share the threads: whoever had less of them
//! lately comes first, however many games and searches another one has. The pool makes engines when it
//! needs them, keeps them between searches, and uses one engine for several games in turn. Together they
//! never take more memory than the pool may have. No game has a thread or a table of its own.
//!
//! A search that waits and finds no thread may be done on another machine: [`Pool::take_out`] hands it out as an
//! [`RemoteSearch`], which ends it with an answer or gives it back.
//!
//! A search is a stream of events ([`SearchStream`]). Dropping it ends the search.
//!
//! ```
//! use pool::{Pool, PoolSettings, Question, SearchClass, SearchJob};
//! use std::sync::Arc;
//!
//! let pool = Pool::new(PoolSettings { searches: 1, ..PoolSettings::new(Arc::new(games::new_engine)) });
//! let session = games::new_session("xiangqi", None, None)?;
//! let limits = engine::Limits { depth: Some(2), ..engine::Limits::default() };
//! let job = SearchJob::new("a game", session, Question::Move(limits), SearchClass::Person, 1);
//! let found = pool.search(job).wait().ok_or("the pool is gone")??;
//! assert!(found.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod client_times;
mod idle;
mod job;
pub mod memory;
mod order;
mod queue;
mod remote;
mod settings;
mod stream;
#[cfg(test)]
mod tests;
mod threads;
mod ticket;
mod turns;

pub use engine::table_mb;
pub use job::{
    Question, SearchClass, SearchEvent, SearchFailure, SearchJob, SearchTask, WorkFunction,
};
pub use order::{SearchAnswer, SearchOrder};
pub use remote::{RemoteCounts, RemoteSearch};
pub use settings::{EngineFactory, PoolSettings, usual_memory_mb, usual_searches};
pub use stream::{SearchStream, WorkJob};
pub use threads::{Pool, PoolLoad};
