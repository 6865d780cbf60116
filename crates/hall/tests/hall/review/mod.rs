//! Reviews: games, what is proven, and the reasons told.

mod games;
mod proven;
mod reasons;
mod stored;
