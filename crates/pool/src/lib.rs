//! Engines for many games: searches wait their turn, tables share one memory.
//!
//! A [`Pool`] makes as many searches at a time as it is told to, however many games ask. What
//! waits is taken by its [`Class`], and within a class the games take turns. Engines and their
//! tables are made as they are needed, kept between searches, used by one game after the other,
//! and never take more memory than the pool may have. No game has a thread or a table.
//!
//! ```
//! use pool::{Class, Job, Pool, Question, Report, Settings};
//! use std::sync::{Arc, mpsc};
//!
//! let pool = Pool::new(Settings { searches: 1, ..Settings::new(Arc::new(games::new_engine)) });
//! let session = games::new_session("xiangqi", None, None)?;
//! let limits = engine::Limits { depth: Some(2), ..engine::Limits::default() };
//! let (tell, told) = mpsc::channel();
//! let job = Job::new("a game", session, Question::Move(limits), Class::Person, 1);
//! let _ticket = pool.ask(job, move |report| {
//!     if let Report::Found(found) = report {
//!         tell.send(found).ok();
//!     }
//! });
//! let found = told.recv()??;
//! assert!(found.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crew;
mod job;
pub mod memory;
mod opening;
mod queue;
mod settings;
mod shelf;

pub use crew::{Load, Pool, Ticket};
pub use job::{Class, Job, Question, Report};
pub use settings::{Open, Settings, table_mb, usual_memory_mb, usual_searches};
