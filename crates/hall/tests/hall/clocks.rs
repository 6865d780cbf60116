//! The clocks of a game, with the time as an argument.

use game::Side;
use hall::{ClockSetting, Clocks, MonotonicTime};
use proptest::prelude::*;
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

fn byo_yomi(move_ms: Option<u64>) -> Clocks {
    let setting = ClockSetting::ByoYomi { base_ms: 10_000, move_ms, period_ms: 3_000, periods: 2 };
    Clocks::new(setting)
}

#[test]
fn a_period_that_is_not_used_up_is_full_again() {
    let (mut clocks, t) = (byo_yomi(None), MonotonicTime::START);
    let left = |clocks: &Clocks| clocks.left_ms(t)[0];
    assert_eq!(left(&clocks), 16_000);
    clocks.run(Side::First, t);
    clocks.moved(Side::First, t + S(9));
    assert_eq!(left(&clocks), 7_000, "main time does not come back");
    clocks.run(Side::First, t);
    clocks.moved(Side::First, t + S(3));
    assert_eq!(left(&clocks), 6_000, "the main time is over, and two periods are left");
    clocks.run(Side::First, t);
    clocks.moved(Side::First, t + S(2));
    assert_eq!(left(&clocks), 6_000);
    clocks.run(Side::First, t);
    clocks.moved(Side::First, t + S(4));
    assert_eq!(left(&clocks), 3_000, "one period is used up");
    clocks.run(Side::First, t);
    assert_eq!(clocks.flagged(t + S(3) - Duration::from_millis(1)), None);
    assert_eq!(clocks.flagged(t + S(3)), Some(Side::First));
}

#[test]
fn a_move_has_its_own_bound_while_there_is_main_time() {
    let (mut clocks, t) = (byo_yomi(Some(4_000)), MonotonicTime::START);
    clocks.run(Side::Second, t);
    assert_eq!(clocks.left_of_move(t + S(1)), Some(S(3)));
    // A word between the two does not begin the move again.
    clocks.run(Side::Second, t + S(1));
    assert_eq!(clocks.left_of_move(t + S(2)), Some(S(2)));
    assert_eq!(clocks.runs_out_at(), Some(t + S(4)));
    assert_eq!(clocks.flagged(t + S(4)), Some(Side::Second));
    clocks.moved(Side::Second, t + S(3));
    assert_eq!(clocks.left_ms(t), [16_000, 13_000]);
    clocks.set([6_000, 6_000]);
    clocks.run(Side::First, t);
    assert_eq!((clocks.left_of_move(t), clocks.runs_out_at()), (None, Some(t + S(6))));
}

proptest! {
    /// A clock with periods against one that is told second by second: main time runs down, then a period runs at a time.
    #[test]
    fn periods_are_as_one_counts_them(
        base in 0_u64..20, period in 1_u64..6, periods in 1_u32..5, moves in prop::collection::vec(0_u64..8, 1..30),
    ) {
        let setting = ClockSetting::ByoYomi {
            base_ms: base * 1000, move_ms: None, period_ms: period * 1000, periods,
        };
        let mut clocks = Clocks::new(setting);
        let (mut main, mut rest) = (base, u64::from(periods));
        let t = MonotonicTime::START;
        for thinks in moves {
            clocks.run(Side::First, t);
            let mut in_period = 0;
            for _ in 0..thinks {
                if main > 0 {
                    main -= 1;
                } else {
                    in_period += 1;
                    if in_period == period {
                        in_period = 0;
                        rest = rest.saturating_sub(1);
                    }
                }
            }
            let is_over = main == 0 && rest == 0;
            prop_assert_eq!(clocks.flagged(t + S(thinks)).is_some(), is_over);
            if is_over {
                break;
            }
            clocks.moved(Side::First, t + S(thinks));
            prop_assert_eq!(clocks.left_ms(t)[0], (main + rest * period) * 1000);
        }
    }
}
