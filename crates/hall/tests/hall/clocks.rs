//! The clocks of a game, with the time as an argument.

use game::Side;
use hall::{ClockSetting, Clocks, MonotonicTime};
use std::time::Duration;

const S: fn(u64) -> Duration = Duration::from_secs;

fn increment() -> Clocks {
    Clocks::new(ClockSetting::Increment { base_ms: 10_000, increment_ms: 2_000 })
}

#[test]
fn an_increment_follows_every_move_but_the_first() {
    let (mut clocks, t) = (increment(), MonotonicTime::START);
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
    let t = MonotonicTime::START;
    let mut clocks = Clocks::new(ClockSetting::PerMove { ms: 3_000 });
    clocks.run(Side::First, t);
    assert_eq!(clocks.left_ms(t + S(2)), [1_000, 3_000]);
    clocks.moved(Side::First, t + S(2));
    assert_eq!(clocks.left_ms(t + S(2)), [3_000, 3_000]);
}

#[test]
fn a_clock_that_began_earlier_has_run_since_then() {
    let (mut clocks, t) = (increment(), MonotonicTime::START);
    clocks.began(t);
    assert!(!clocks.is_running());
    clocks.run(Side::Second, t + S(3));
    clocks.began(t + S(1));
    assert_eq!(clocks.left_ms(t + S(4)), [10_000, 7_000]);
}

#[test]
fn time_is_up_exactly_when_the_clock_says_so() {
    let (mut clocks, t) = (increment(), MonotonicTime::START);
    assert_eq!(clocks.runs_out_at(), None);
    clocks.run(Side::Second, t);
    assert_eq!(clocks.runs_out_at(), Some(t + S(10)));
    assert_eq!(clocks.flagged(t + S(10) - Duration::from_millis(1)), None);
    assert_eq!(clocks.flagged(t + S(10)), Some(Side::Second));
    assert_eq!(clocks.left_ms(t + S(11)), [10_000, 0]);
}

#[test]
fn setting_stops_them_and_uncounted_time_never_runs() {
    let (mut clocks, t) = (increment(), MonotonicTime::START);
    clocks.run(Side::First, t);
    clocks.set([1, 2]);
    assert_eq!(clocks.left_ms(t + S(9)), [1, 2]);
    let mut none = Clocks::new(ClockSetting::None);
    none.run(Side::First, t);
    assert_eq!((none.is_running(), none.flagged(t + S(9))), (false, None));
}

#[test]
fn what_is_left_is_rounded_up() {
    let t = MonotonicTime::START;
    let mut clocks = Clocks::new(ClockSetting::PerMove { ms: 1_000 });
    clocks.run(Side::First, t);
    assert_eq!(clocks.left_ms(t + Duration::from_micros(999_999)), [1, 1_000]);
    assert_eq!(clocks.left_ms(t + Duration::from_micros(998_000)), [2, 1_000]);
    assert_eq!(clocks.left_ms(t + Duration::from_micros(998_001)), [2, 1_000]);
}
