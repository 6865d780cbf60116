//! The machine's limits by level and clock, and its answer to draw offers.

use crate::live::clocks::Clocks;
use engine::{Clock, Level, Limits, Session};
use game::Side;
use std::time::Duration;
use tokio::time::Instant;
use wire::{ClockSetting, MovePlayed};

/// The time of a search for a hint.
const HINT: Duration = Duration::from_millis(1500);
/// The time of a search for the answer to a draw offer.
const OFFER: Duration = Duration::from_millis(500);
/// The time reserved for the delay between the engine and the clock.
pub(super) const LAG: Duration = Duration::from_millis(40);

/// The longest search of a machine of a textbook without a clock. It searches a fixed depth and knows no time.
const TEXTBOOK: Duration = Duration::from_secs(60);

/// How strong a machine is.
#[derive(Copy, Clone, Debug)]
pub(crate) enum MachineStrength {
    /// A level of the engine.
    Level(u8),
    /// A machine of a textbook.
    Textbook,
}

/// The limits of the machine's search, and its greatest duration for the progress bar.
pub(crate) fn limits_for_move(
    strength: MachineStrength,
    depth: Option<u32>,
    move_time_ms: Option<u64>,
    clocks: &Clocks,
    setting: &ClockSetting,
    side: Side,
    now: Instant,
) -> (Limits, Option<Duration>) {
    let level = match strength {
        MachineStrength::Level(level) => Level::new(level),
        MachineStrength::Textbook => None,
    };
    let mut limits = Limits { level, depth, ..Limits::default() };
    let mine = clocks.left(side, now).saturating_sub(LAG);
    let asked = move_time_ms.map(Duration::from_millis);
    let planned = match *setting {
        // Without a clock and without a requested time, stronger levels may think longer.
        ClockSetting::None => match (asked, strength) {
            (None, MachineStrength::Level(level)) if depth.is_none() => {
                Some(Duration::from_millis(300 + 200 * u64::from(level)))
            }
            (None, MachineStrength::Textbook) => Some(TEXTBOOK),
            _ => asked,
        },
        ClockSetting::PerMove { .. } => {
            let most = mine.mul_f64(0.6);
            Some(asked.map_or(most, |asked| asked.min(mine)))
        }
        ClockSetting::Increment { increment_ms, .. } => {
            let increment = Duration::from_millis(increment_ms);
            let theirs = clocks.left(side.other(), now);
            limits.clock = Some(Clock {
                mine,
                increment,
                theirs,
                their_increment: increment,
                moves_to_go: None,
            });
            asked.map(|asked| asked.min(mine))
        }
    };
    limits.move_time = planned.map(|time| time.max(Duration::from_millis(1)));
    let expected = planned.or_else(|| {
        // The engine plans its time by itself; this is a typical amount.
        limits.clock.map(|clock| (clock.mine / 25 + clock.increment * 3 / 4).min(clock.mine))
    });
    (limits, expected)
}

/// The limits of a search for a hint: full strength.
pub(crate) fn limits_for_hint() -> (Limits, Option<Duration>) {
    (Limits { move_time: Some(HINT), ..Limits::default() }, Some(HINT))
}

/// The limits of a search for the answer to a draw offer: full strength.
pub(crate) fn limits_for_offer() -> engine::Limits {
    Limits { move_time: Some(OFFER), ..Limits::default() }
}

/// Whether the machine playing `machine` accepts a draw. `now` is its evaluation of the position
/// for its own side, if a search was made; otherwise the scores of its last moves are used. A
/// machine that is clearly worse accepts at once. In an even position it accepts only after the
/// opening, and only if its last few scores show no advantage for it.
pub(crate) fn accepts_draw(
    moves: &[MovePlayed],
    machine: Side,
    now: Option<i32>,
    is_opening: bool,
) -> bool {
    const MOVES: usize = 3;
    const BETTER: i32 = 30;
    const CLEARLY_WORSE: i32 = -150;
    let own = moves.iter().rev().filter(|m| m.side == crate::view::side(machine)).take(MOVES);
    let own = own.map(|played| {
        let first = played.score_cp?;
        Some(if machine == Side::First { first } else { -first })
    });
    let thought: Option<Vec<i32>> = now.map(Some).into_iter().chain(own).take(MOVES).collect();
    // A move that a person made for the machine, before the two changed sides, has no score.
    let thought = thought.or_else(|| now.map(|now| vec![now])).unwrap_or_default();
    match thought.first() {
        Some(&latest) if latest <= CLEARLY_WORSE => true,
        Some(_) => {
            let is_known = now.is_some() || thought.len() == MOVES;
            !is_opening && is_known && thought.iter().all(|&score| score <= BETTER)
        }
        None => false,
    }
}

/// Whether the game is still so near its start that an even position is played on: few moves were
/// played and most of the pieces are on the board.
pub(crate) fn is_opening(plies: usize, session: &dyn Session) -> bool {
    const OPENING: usize = 30;
    let pieces = session.board().pieces.len();
    let start = games::new_session(session.variant().id, None, None);
    let usual = start.map_or(0, |start| start.board().pieces.len());
    plies < OPENING && 2 * pieces >= usual
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(plies: u32, score_cp: Option<i32>) -> Vec<MovePlayed> {
        (1..=plies)
            .map(|ply| MovePlayed {
                ply,
                side: if ply % 2 == 1 { wire::Side::First } else { wire::Side::Second },
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

    #[test]
    fn a_draw_is_taken_after_the_opening_by_who_is_not_better() {
        let accepts = |plies, score_cp, machine| {
            accepts_draw(&game(plies, score_cp), machine, None, plies < 30)
        };
        assert!(!accepts(20, Some(0), Side::Second));
        assert!(accepts(40, Some(0), Side::Second));
        assert!(accepts(40, Some(500), Side::Second));
        assert!(!accepts(40, Some(500), Side::First));
        assert!(!accepts(40, Some(-31), Side::Second));
        assert!(!accepts(40, None, Side::Second));
    }

    #[test]
    fn the_position_counts_and_not_the_number_of_the_ply() {
        // A lost machine accepts a draw on the first move; a winning machine never does.
        assert!(accepts_draw(&[], Side::Second, Some(-900), true));
        assert!(!accepts_draw(&[], Side::Second, Some(900), false));
        assert!(!accepts_draw(&game(80, Some(0)), Side::Second, Some(900), false));
        // In an even position the opening must be over.
        assert!(!accepts_draw(&[], Side::First, Some(0), true));
        assert!(accepts_draw(&[], Side::First, Some(0), false));
        let session = |text| games::new_session("xiangqi", None, text).expect("a position");
        assert!(is_opening(2, session(None).as_ref()));
        assert!(!is_opening(2, session(Some("3k5/9/9/9/9/9/9/9/9/R3K4 w")).as_ref()));
        assert!(!is_opening(30, session(None).as_ref()));
    }

    #[test]
    fn the_machine_never_plans_beyond_its_clock() {
        let now = Instant::now();
        let setting = ClockSetting::PerMove { ms: 1000 };
        let clocks = Clocks::new(setting.clone());
        let limits = |asked| {
            limits_for_move(
                MachineStrength::Level(5),
                None,
                asked,
                &clocks,
                &setting,
                Side::First,
                now,
            )
            .0
            .move_time
        };
        assert!(limits(None) < Some(Duration::from_millis(700)));
        assert_eq!(limits(Some(5000)), Some(Duration::from_millis(960)));
        assert_eq!(limits(Some(100)), Some(Duration::from_millis(100)));
    }

    #[test]
    fn without_a_clock_a_search_still_ends() {
        let clocks = Clocks::new(ClockSetting::None);
        for level in 1..=12 {
            let now = Instant::now();
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
}
