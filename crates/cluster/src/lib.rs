//! What makes one hall of several processes. A hall that is one process is built without this crate.
//!
//! NATS carries the work for other machines. Who submits work has a [`Batch`]; its units are messages of a work-queue
//! stream, which a worker takes, works on and acknowledges ([`Assignment`]); results are messages of a second stream, each
//! stored once. Searches for people are requests with partial results ([`Desk`], [`PersonSearch`]); they are kept by the node
//! that serves the person. With the feature `hall`, `Nodes` says which of several nodes on one database serves a game or a
//! study, `Peers` carries what nodes say to one another, and `WorkerSearches` hands out searches of the pool.
//! `docs/serve/cluster.md` describes the laws.

mod batch;
mod connection;
mod desk;
mod job;
#[cfg(feature = "hall")]
mod nodes;
#[cfg(feature = "hall")]
mod peers;
#[cfg(feature = "hall")]
mod searches;
mod work;

pub use batch::Batch;
pub use connection::{Nats, NatsError};
pub use desk::{Desk, DeskOrder, PersonSearch, SearchNews};
pub use job::{JobClass, MOST_PAYLOAD, MOST_RESULT, MOST_TRIES};
#[cfg(feature = "hall")]
pub use nodes::Nodes;
#[cfg(feature = "hall")]
pub use peers::{PeerError, PeerEvent, PeerEvents, PeerLists, PeerQuestion, PeerQuestions, Peers};
#[cfg(feature = "hall")]
pub use searches::{QueuedSearches, WorkerSearches};
pub use work::Assignment;
