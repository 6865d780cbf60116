use game::Side;
use std::time::Duration;
use tokio::time::Instant;
use wire::{ClockSetting, ClockState};

/// The clocks of one game. The caller provides the present time.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    setting: ClockSetting,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clocks {
    /// Full, stopped clocks.
    pub(crate) fn new(setting: ClockSetting) -> Self {
        let full = full(&setting);
        Self { setting, left: [full; 2], running: None }
    }

    /// Sets and stops both clocks.
    pub(crate) fn set(&mut self, left_ms: [u64; 2]) {
        self.left = left_ms.map(Duration::from_millis);
        self.running = None;
    }

    /// Makes the clock of `side`, and only it, run from `now` on.
    pub(crate) fn run(&mut self, side: Side, now: Instant) {
        self.stop(now);
        if self.setting != ClockSetting::None {
            self.running = Some((side, now));
        }
    }

    /// The clock that runs has done so since `then`.
    pub(crate) fn began(&mut self, then: Instant) {
        self.running = self.running.map(|(side, _)| (side, then));
    }

    /// Stops the clock that runs.
    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// Stops the clock after a move of `side`, and adds its increment or its next base time.
    pub(crate) fn moved(&mut self, side: Side, now: Instant) {
        let was_running = self.running.is_some();
        self.stop(now);
        let left = &mut self.left[side.index()];
        match self.setting {
            ClockSetting::None => {}
            ClockSetting::PerMove { ms } => *left = Duration::from_millis(ms),
            // Nothing is added for a move that took no time: the first.
            ClockSetting::Increment { increment_ms, .. } if was_running => {
                *left += Duration::from_millis(increment_ms);
            }
            ClockSetting::Increment { .. } => {}
        }
    }

    /// The time left for `side`.
    pub(crate) fn left(&self, side: Side, now: Instant) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// The times left on both clocks.
    pub(crate) fn left_ms(&self, now: Instant) -> [u64; 2] {
        Side::ALL.map(|side| milliseconds(self.left(side, now)))
    }

    /// When the running clock runs out.
    pub(crate) fn runs_out_at(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        since.checked_add(self.left[side.index()])
    }

    /// The side whose time has run out, if any.
    pub(crate) fn flagged(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// Whether one of them runs.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub(crate) fn view(&self, now: Instant) -> ClockState {
        ClockState {
            setting: self.setting.clone(),
            left_ms: self.left_ms(now),
            running: self.running.map(|(side, _)| side),
        }
    }
}

fn full(setting: &ClockSetting) -> Duration {
    match *setting {
        ClockSetting::None => Duration::ZERO,
        ClockSetting::PerMove { ms } | ClockSetting::Increment { base_ms: ms, .. } => {
            Duration::from_millis(ms)
        }
    }
}

/// Whole milliseconds, rounded up, so that 0 means that no time is left.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros().div_ceil(1000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn increment() -> Clocks {
        Clocks::new(ClockSetting::Increment { base_ms: 10_000, increment_ms: 2_000 })
    }

    #[test]
    fn an_increment_follows_every_move_but_the_first() {
        let (mut clocks, t) = (increment(), Instant::now());
        clocks.moved(Side::First, t + S(5));
        assert_eq!(clocks.left_ms(t + S(5)), [10_000, 10_000]);
        clocks.run(Side::Second, t + S(5));
        assert_eq!(clocks.left_ms(t + S(8)), [10_000, 7_000]);
        clocks.moved(Side::Second, t + S(8));
        assert_eq!(clocks.left_ms(t + S(100)), [10_000, 9_000]);
        assert!(!clocks.is_running());
    }

    #[test]
    fn a_ration_is_renewed_after_each_move() {
        let t = Instant::now();
        let mut clocks = Clocks::new(ClockSetting::PerMove { ms: 3_000 });
        clocks.run(Side::First, t);
        assert_eq!(clocks.left_ms(t + S(2)), [1_000, 3_000]);
        clocks.moved(Side::First, t + S(2));
        assert_eq!(clocks.left_ms(t + S(2)), [3_000, 3_000]);
    }

    #[test]
    fn a_clock_that_began_earlier_has_run_since_then() {
        let (mut clocks, t) = (increment(), Instant::now());
        clocks.began(t);
        assert!(!clocks.is_running());
        clocks.run(Side::Second, t + S(3));
        clocks.began(t + S(1));
        assert_eq!(clocks.left_ms(t + S(4)), [10_000, 7_000]);
    }

    #[test]
    fn time_is_up_exactly_when_the_clock_says_so() {
        let (mut clocks, t) = (increment(), Instant::now());
        assert_eq!(clocks.runs_out_at(), None);
        clocks.run(Side::Second, t);
        assert_eq!(clocks.runs_out_at(), Some(t + S(10)));
        assert_eq!(clocks.flagged(t + S(10) - Duration::from_millis(1)), None);
        assert_eq!(clocks.flagged(t + S(10)), Some(Side::Second));
        assert_eq!(clocks.left_ms(t + S(11)), [10_000, 0]);
    }

    #[test]
    fn setting_stops_them_and_uncounted_time_never_runs() {
        let (mut clocks, t) = (increment(), Instant::now());
        clocks.run(Side::First, t);
        clocks.set([1, 2]);
        assert_eq!(clocks.left_ms(t + S(9)), [1, 2]);
        let mut none = Clocks::new(ClockSetting::None);
        none.run(Side::First, t);
        assert_eq!((none.is_running(), none.flagged(t + S(9))), (false, None));
    }

    #[test]
    fn what_is_left_is_rounded_up() {
        assert_eq!(milliseconds(Duration::from_micros(1)), 1);
        assert_eq!(milliseconds(Duration::from_micros(2_000)), 2);
    }
}
