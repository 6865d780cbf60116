//! The clock of a platform that has none of its own: whoever runs the program there says what time it is.

use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Tells the engines a clock: the time since any moment. Without one, time stands still for them, and they count nodes
/// and depth only. Only the first call counts.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

fn now() -> Duration {
    CLOCK.get().map_or(Duration::ZERO, |clock| clock())
}

/// The time since a moment.
#[derive(Debug)]
pub(crate) struct HostClock(Duration);

impl search::Clock for HostClock {
    fn elapsed(&self) -> Duration {
        now().saturating_sub(self.0)
    }
}

/// A clock that begins now.
pub(crate) fn clock() -> HostClock {
    HostClock(now())
}
