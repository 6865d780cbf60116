use crate::memory;
use engine::{Engine, OpenError};
use std::fmt;
use std::sync::Arc;

/// The limits of a pool.
#[derive(Clone)]
pub struct PoolSettings {
    /// Searches at the same time, at least one; each has one thread. By default the number of cores.
    pub searches: usize,
    /// Memory of all engines together, in MiB. By default a quarter of the machine's memory. One engine with
    /// the smallest table is always allowed, also if this limit is less.
    pub memory_mb: u32,
    /// Makes an engine for the id of a variant.
    pub open: Arc<EngineFactory>,
}

/// Makes an engine for a variant.
pub type EngineFactory = dyn Fn(&str) -> Result<Box<dyn Engine>, OpenError> + Send + Sync;

impl PoolSettings {
    /// The default settings with this function that makes engines.
    #[must_use]
    pub fn new(open: Arc<EngineFactory>) -> Self {
        Self { searches: usual_searches(), memory_mb: usual_memory_mb(), open }
    }
}

/// One search for each core.
#[must_use]
pub fn usual_searches() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A quarter of the machine's memory, in MiB.
#[must_use]
pub fn usual_memory_mb() -> u32 {
    u32::try_from(memory::total_mb() / 4).unwrap_or(u32::MAX)
}

impl fmt::Debug for PoolSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolSettings")
            .field("searches", &self.searches)
            .field("memory_mb", &self.memory_mb)
            .finish_non_exhaustive()
    }
}
