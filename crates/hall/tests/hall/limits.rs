//! The machine's limits, and its answer to offers of a draw.

use engine::{Expectation, Score};
use game::Side;
use hall::limits::{MachineStrength, accepts_draw, is_opening, limits_for_move};
use hall::{ClockSetting, Clocks, MonotonicTime, MovePlayed};
use std::time::Duration;

fn game(plies: u32, score_cp: Option<i32>) -> Vec<MovePlayed> {
    (1..=plies)
        .map(|ply| MovePlayed {
            ply,
            side: if ply % 2 == 1 { game::Side::First } else { game::Side::Second },
            text: "a0a1".to_owned(),
            notations: std::collections::BTreeMap::new(),
            from: None,
            to: "a1".to_owned(),
            path: Vec::new(),
            captured_at: Vec::new(),
            removed: Vec::new(),
            put: Vec::new(),
            check_at: None,
            crowned: false,
            piece: "chariot".to_owned(),
            captured: Vec::new(),
            check: false,
            time_ms: 0,
            score_cp,
        })
        .collect()
}

/// Whether a draw is accepted, where 100 hundredths are worth 0.13.
fn accepts(moves: &[MovePlayed], machine: Side, now: Option<i32>, is_opening: bool) -> bool {
    let worth = |cp| Expectation::constant(190.0).of(Score::Cp(cp), 0.5);
    accepts_draw(moves, machine, now, is_opening, &worth)
}

#[test]
fn a_draw_is_taken_after_the_opening_by_who_is_not_better() {
    let accepts_at =
        |plies, score_cp, machine| accepts(&game(plies, score_cp), machine, None, plies < 30);
    assert!(!accepts_at(20, Some(0), Side::Second));
    assert!(accepts_at(40, Some(0), Side::Second));
    assert!(accepts_at(40, Some(500), Side::Second));
    assert!(!accepts_at(40, Some(500), Side::First));
    assert!(!accepts_at(40, Some(-31), Side::Second));
    assert!(!accepts_at(40, None, Side::Second));
}

#[test]
fn the_position_counts_and_not_the_number_of_the_ply() {
    // A lost machine accepts a draw on the first move; a winning machine never does.
    assert!(accepts(&[], Side::Second, Some(-900), true));
    assert!(!accepts(&[], Side::Second, Some(900), false));
    assert!(!accepts(&game(80, Some(0)), Side::Second, Some(900), false));
    // In an even position the opening must be over.
    assert!(!accepts(&[], Side::First, Some(0), true));
    assert!(accepts(&[], Side::First, Some(0), false));
    let session = |text| games::new_session("xiangqi", None, text).expect("a position");
    let usual = 32;
    assert!(is_opening(2, session(None).as_ref(), usual));
    assert!(!is_opening(2, session(Some("3k5/9/9/9/9/9/9/9/9/R3K4 w")).as_ref(), usual));
    assert!(!is_opening(30, session(None).as_ref(), usual));
}

#[test]
fn the_machine_never_plans_beyond_its_clock() {
    let now = MonotonicTime::START;
    let setting = ClockSetting::PerMove { ms: 1000 };
    let clocks = Clocks::new(setting.clone());
    let limits = |asked| {
        limits_for_move(MachineStrength::Level(5), None, asked, &clocks, &setting, Side::First, now)
            .0
            .move_time
    };
    assert!(limits(None) < Some(Duration::from_millis(700)));
    assert_eq!(limits(Some(5000)), Some(Duration::from_millis(960)));
    assert_eq!(limits(Some(100)), Some(Duration::from_millis(100)));
}

#[test]
fn in_a_period_the_machine_stays_within_it() {
    let setting = ClockSetting::ByoYomi { base_ms: 0, move_ms: None, period_ms: 2_000, periods: 3 };
    let clocks = Clocks::new(setting.clone());
    let limits = |clocks: &Clocks, setting: &ClockSetting| {
        let strength = MachineStrength::Level(12);
        let now = MonotonicTime::START;
        limits_for_move(strength, None, None, clocks, setting, Side::First, now).0.move_time
    };
    let most = limits(&clocks, &setting).expect("a bound");
    assert!(most > Duration::from_secs(1) && most < Duration::from_millis(1_960), "{most:?}");
    let setting = ClockSetting::ByoYomi {
        base_ms: 600_000,
        move_ms: Some(5_000),
        period_ms: 30_000,
        periods: 1,
    };
    let most = limits(&Clocks::new(setting.clone()), &setting).expect("a bound");
    assert!(most < Duration::from_secs(5), "{most:?}");
}

#[test]
fn without_a_clock_a_search_still_ends() {
    let clocks = Clocks::new(ClockSetting::None);
    for level in 1..=12 {
        let now = MonotonicTime::START;
        let setting = ClockSetting::None;
        let (limits, expected) = limits_for_move(
            MachineStrength::Level(level),
            None,
            None,
            &clocks,
            &setting,
            Side::First,
            now,
        );
        assert!(limits.move_time.is_some());
        assert_eq!(limits.move_time, expected);
    }
}
