use hall::MonotonicTime;
use tokio::time::Instant;

/// The time of the games of a task: since the task began.
#[derive(Copy, Clone, Debug)]
pub(super) struct TaskClock {
    start: Instant,
}

impl TaskClock {
    /// A clock that begins now.
    pub(super) fn start() -> Self {
        Self { start: Instant::now() }
    }

    pub(super) fn now(self) -> MonotonicTime {
        self.time(Instant::now())
    }

    /// An instant, which may be before the start.
    pub(super) fn time(self, instant: Instant) -> MonotonicTime {
        let after = instant.saturating_duration_since(self.start);
        let before = self.start.saturating_duration_since(instant);
        MonotonicTime::START + after - before
    }

    /// The instant of a time; `None` when it is too far away to be waited for.
    pub(super) fn instant(self, time: MonotonicTime) -> Option<Instant> {
        let start = MonotonicTime::START;
        let before = start.since(time);
        self.start.checked_add(time.since(start)).and_then(|instant| instant.checked_sub(before))
    }
}
