//! Calls on other threads beside one on this thread: on threads of its own, or on those of a crew where it cannot start any.

/// The threads that whoever runs the program has started for the search, where the program cannot.
#[cfg(target_arch = "wasm32")]
pub static CREW: crate::Crew = crate::Crew::new();

/// Calls `own`, and at the same time `work` with 0, 1, … on at most `count` other threads. Returns when all have returned.
#[cfg(target_arch = "wasm32")]
pub(crate) fn beside<R>(count: usize, work: &(dyn Fn(usize) + Sync), own: impl FnOnce() -> R) -> R {
    CREW.beside(count, work, own)
}

/// Stack of a helper thread: the search recurses once per ply.
#[cfg(not(target_arch = "wasm32"))]
const STACK: usize = 16 << 20;

/// Calls `own`, and at the same time `work` with 0, 1, … on at most `count` other threads. Returns when all have returned.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn beside<R>(count: usize, work: &(dyn Fn(usize) + Sync), own: impl FnOnce() -> R) -> R {
    std::thread::scope(|scope| {
        let thread = |n| {
            std::thread::Builder::new()
                .name(format!("search {}", n + 1))
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(n))
        };
        // A thread that the system refuses to start is only one helper fewer.
        let helpers: Vec<_> = (0..count).map(thread).filter_map(Result::ok).collect();
        let result = own();
        for helper in helpers {
            if let Err(panic) = helper.join() {
                std::panic::resume_unwind(panic);
            }
        }
        result
    })
}
