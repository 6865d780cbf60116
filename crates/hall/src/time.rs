use std::ops::{Add, Sub};
use std::time::Duration;

/// A moment of a clock that never goes back: the time since a moment that the caller chooses, or before it. The hall
/// has no such clock; whoever runs it says what time it is.
///
/// ```
/// use hall::MonotonicTime;
/// use std::time::Duration;
///
/// let later = MonotonicTime::START + Duration::from_millis(5);
/// assert_eq!(later.since(MonotonicTime::START), Duration::from_millis(5));
/// assert_eq!(MonotonicTime::START.since(later), Duration::ZERO);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonotonicTime {
    nanoseconds: i64,
}

impl MonotonicTime {
    /// The moment that the caller chose.
    pub const START: Self = Self { nanoseconds: 0 };

    /// How long ago `earlier` was; zero when it is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        let passed = self.nanoseconds.saturating_sub(earlier.nanoseconds);
        Duration::from_nanos(u64::try_from(passed).unwrap_or(0))
    }
}

/// A time too long to count is as long as can be counted: 292 years.
fn counted(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

impl Add<Duration> for MonotonicTime {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_add(counted(time)) }
    }
}

impl Sub<Duration> for MonotonicTime {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_sub(counted(time)) }
    }
}
