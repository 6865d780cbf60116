//! Work that is divided among threads.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

/// The number of threads. One thread means that the caller's thread does everything, which is
/// necessary on platforms without threads (in a browser).
pub type Threads = NonZero<usize>;

/// Runs `job` for each item, in no particular order.
pub(crate) fn each<T: Send>(
    threads: Threads,
    items: impl Iterator<Item = T> + Send,
    job: impl Fn(T) + Sync,
) {
    if threads.get() == 1 {
        items.for_each(job);
        return;
    }
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                while let Some(item) = next() {
                    job(item);
                }
            });
        }
    });
}
