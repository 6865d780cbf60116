use crate::MonotonicTime;
use game::Side;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// The time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSetting {
    /// No clock.
    None,
    /// The same time for every move.
    PerMove {
        /// For each move.
        ms: u64,
    },
    /// A base and an increment after each move.
    Increment {
        /// At the beginning.
        base_ms: u64,
        /// After each move.
        increment_ms: u64,
    },
    /// A main time, and then periods: one that a move does not use up is full again for the next move.
    ByoYomi {
        /// The main time; 0: the periods begin at once.
        base_ms: u64,
        /// The most time of one move as long as main time is left; if absent, all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_ms: Option<u64>,
        /// The length of a period.
        period_ms: u64,
        /// The number of periods.
        periods: u32,
    },
    /// Days for every move: a game by correspondence. Its clock runs also while nobody serves the game.
    Days {
        /// For each move.
        days: u32,
    },
}

impl ClockSetting {
    /// The numbers of days that a move may have.
    pub const DAYS: [u32; 6] = [1, 2, 3, 5, 7, 14];

    /// Whether a side has time for more than the present move.
    #[must_use]
    pub const fn is_of_game(&self) -> bool {
        matches!(self, Self::Increment { .. } | Self::ByoYomi { .. })
    }

    /// Whether it is that of a game by correspondence.
    #[must_use]
    pub const fn is_correspondence(&self) -> bool {
        matches!(self, Self::Days { .. })
    }
}

/// The clocks of one game. The caller provides the present time. With periods, the time left is the main time and all
/// periods together.
#[derive(Clone, Debug)]
pub struct Clocks {
    setting: ClockSetting,
    left: [Duration; 2],
    running: Option<(Side, MonotonicTime)>,
    /// What the side to move has used of this move before its clock began to run the last time.
    used: Duration,
}

impl Clocks {
    /// Full, stopped clocks.
    #[must_use]
    pub fn new(setting: ClockSetting) -> Self {
        let full = full(&setting);
        Self { setting, left: [full; 2], running: None, used: Duration::ZERO }
    }

    /// Sets and stops both clocks.
    pub fn set(&mut self, left_ms: [u64; 2]) {
        self.left = left_ms.map(Duration::from_millis);
        self.running = None;
        self.used = Duration::ZERO;
    }

    /// Makes the clock of `side`, and only it, run from `now` on.
    pub fn run(&mut self, side: Side, now: MonotonicTime) {
        self.stop(now);
        if self.setting != ClockSetting::None {
            self.running = Some((side, now));
        }
    }

    /// The clock that runs has done so since `then`.
    pub fn began(&mut self, then: MonotonicTime) {
        self.running = self.running.map(|(side, _)| (side, then));
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self, now: MonotonicTime) {
        if let Some((side, since)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.used += now.since(since);
            self.running = None;
        }
    }

    /// Stops the clock after a move of `side`, and adds its increment, its next base time, or what its period lacks.
    pub fn moved(&mut self, side: Side, now: MonotonicTime) {
        let was_running = self.running.is_some();
        self.stop(now);
        self.used = Duration::ZERO;
        let left = &mut self.left[side.index()];
        match self.setting {
            ClockSetting::None => {}
            ClockSetting::PerMove { ms } => *left = Duration::from_millis(ms),
            ClockSetting::Days { days } => *left = DAY * days,
            // Nothing is added for a move that took no time: the first.
            ClockSetting::Increment { increment_ms, .. } if was_running => {
                *left += Duration::from_millis(increment_ms);
            }
            ClockSetting::Increment { .. } => {}
            ClockSetting::ByoYomi { period_ms, periods, .. } => {
                let period = Duration::from_millis(period_ms);
                if *left < period * periods {
                    let begun = left.as_nanos().div_ceil(period.as_nanos().max(1));
                    *left = period * u32::try_from(begun).unwrap_or(periods);
                }
            }
        }
    }

    /// The time left for `side`.
    #[must_use]
    pub fn left(&self, side: Side, now: MonotonicTime) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => left.saturating_sub(now.since(since)),
            _ => left,
        }
    }

    /// The times left on both clocks.
    #[must_use]
    pub fn left_ms(&self, now: MonotonicTime) -> [u64; 2] {
        Side::ALL.map(|side| milliseconds(self.left(side, now)))
    }

    /// What is left of the time for this one move, where that has a bound of its own.
    #[must_use]
    pub fn left_of_move(&self, now: MonotonicTime) -> Option<Duration> {
        let (_, since) = self.running?;
        Some(self.rest_of_move()?.saturating_sub(now.since(since)))
    }

    /// The same when the clock began to run.
    fn rest_of_move(&self) -> Option<Duration> {
        let (side, _) = self.running?;
        let ClockSetting::ByoYomi { move_ms: Some(ms), period_ms, periods, .. } = self.setting
        else {
            return None;
        };
        let had_main =
            self.left[side.index()] + self.used > Duration::from_millis(period_ms) * periods;
        had_main.then(|| Duration::from_millis(ms).saturating_sub(self.used))
    }

    /// When the running clock runs out, or the time for this move.
    #[must_use]
    pub fn runs_out_at(&self) -> Option<MonotonicTime> {
        let (side, since) = self.running?;
        let left = self.left[side.index()];
        Some(since + self.rest_of_move().map_or(left, |rest| rest.min(left)))
    }

    /// The side whose time has run out, if any.
    #[must_use]
    pub fn flagged(&self, now: MonotonicTime) -> Option<Side> {
        let (side, _) = self.running?;
        (self.runs_out_at()? <= now).then_some(side)
    }

    /// Whether one of them runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// The time of a side that has not used any.
    pub(crate) fn full_ms(&self) -> u64 {
        milliseconds(full(&self.setting))
    }

    /// The time control.
    #[must_use]
    pub const fn setting(&self) -> &ClockSetting {
        &self.setting
    }
}

/// A day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn full(setting: &ClockSetting) -> Duration {
    match *setting {
        ClockSetting::None => Duration::ZERO,
        ClockSetting::PerMove { ms } | ClockSetting::Increment { base_ms: ms, .. } => {
            Duration::from_millis(ms)
        }
        ClockSetting::ByoYomi { base_ms, period_ms, periods, .. } => {
            Duration::from_millis(base_ms) + Duration::from_millis(period_ms) * periods
        }
        ClockSetting::Days { days } => DAY * days,
    }
}

/// Whole milliseconds, rounded up, so that 0 means that no time is left.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros().div_ceil(1000)).unwrap_or(u64::MAX)
}
