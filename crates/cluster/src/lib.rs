//! What makes one hall of several processes. A hall that is one process is built without this crate.
//!
//! A hall asks two things here. [`Nodes`] says which of several nodes on one database serves a game or a study: a node
//! [holds](Nodes::hold) it, or learns the address of the one that does, and passes the request on. [`Workers`] says what
//! programs on other machines do for it: they wait for work, and have searches out of the pool under leases
//! ([`WorkerSearches`]). What is passed on, and how a worker speaks, is the server's: nothing here knows HTTP.

mod nodes;
mod searches;
mod workers;

pub use nodes::Nodes;
pub use searches::WorkerSearches;
pub use workers::Workers;
