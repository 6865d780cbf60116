//! The machine's limits by level and clock, and its answer to draw offers.

use crate::{ClockSetting, Clocks, MonotonicTime, MovePlayed};
use engine::{Clock, Level, Limits, Session};
use game::Side;
use std::time::Duration;

/// The time of a search for a hint.
const HINT: Duration = Duration::from_millis(1500);
/// The time of a search for the answer to a draw offer.
const OFFER: Duration = Duration::from_millis(500);
/// The time reserved for the delay between the engine and the clock.
pub const LAG: Duration = Duration::from_millis(40);

/// The longest search of a machine of a textbook without a clock. It searches a fixed depth and knows no time.
const TEXTBOOK: Duration = Duration::from_secs(60);

/// How strong a machine is.
#[derive(Copy, Clone, Debug)]
pub enum MachineStrength {
    /// A level of the engine.
    Level(u8),
    /// A machine of a textbook.
    Textbook,
}

/// The seed of a game's searches: a number made of its id, by FNV-1a.
#[must_use]
pub fn seed_of(game: &str) -> u64 {
    game.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The limits of the machine's search, and its greatest duration for the progress bar. The caller chooses the seed.
#[must_use]
pub fn limits_for_move(
    strength: MachineStrength,
    depth: Option<u32>,
    move_time_ms: Option<u64>,
    clocks: &Clocks,
    setting: &ClockSetting,
    side: Side,
    now: MonotonicTime,
) -> (Limits, Option<Duration>) {
    let level = match strength {
        MachineStrength::Level(level) => Level::new(level),
        MachineStrength::Textbook => None,
    };
    let mut limits = Limits { level, depth, ..Limits::default() };
    let mine = clocks.left(side, now).saturating_sub(LAG);
    let asked = move_time_ms.map(Duration::from_millis);
    let planned = match *setting {
        // Without a clock and without a requested time, stronger levels may think longer. By correspondence no machine plays.
        ClockSetting::None | ClockSetting::Days { .. } => match (asked, strength) {
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
        ClockSetting::ByoYomi { move_ms, period_ms, periods, .. } => {
            let periods = Duration::from_millis(period_ms) * periods;
            let share = share_of_periods(mine, periods, Duration::from_millis(period_ms));
            let bound = move_ms.filter(|_| clocks.left(side, now) > periods);
            let bound = bound.map_or(mine, |ms| Duration::from_millis(ms).saturating_sub(LAG));
            Some(asked.unwrap_or(share).min(bound).min(mine))
        }
    };
    limits.move_time = planned.map(|time| time.max(Duration::from_millis(1)));
    let expected = planned.or_else(|| {
        // The engine plans its time by itself; this is a typical amount.
        limits.clock.map(|clock| (clock.mine / 25 + clock.increment * 3 / 4).min(clock.mine))
    });
    (limits, expected)
}

/// A part of the main time, and more than half of a period. In a period: of what is left of it.
fn share_of_periods(mine: Duration, periods: Duration, period: Duration) -> Duration {
    let main = mine.saturating_sub(periods);
    if !main.is_zero() {
        return main / 30 + period.mul_f64(0.6);
    }
    let rest = mine.as_nanos() % period.as_nanos().max(1);
    Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX)).mul_f64(0.6)
}

/// The limits of a search for a hint: full strength.
#[must_use]
pub fn limits_for_hint() -> (Limits, Option<Duration>) {
    (Limits { move_time: Some(HINT), ..Limits::default() }, Some(HINT))
}

/// The limits of a search for the answer to a draw offer: full strength.
#[must_use]
pub fn limits_for_offer() -> (Limits, Option<Duration>) {
    (Limits { move_time: Some(OFFER), ..Limits::default() }, None)
}

/// Whether the machine playing `machine` accepts a draw. `now` is its evaluation of the position
/// for its own side, if a search was made; otherwise the scores of its last moves are used. `worth` is the
/// expected score of an evaluation, from 0 to 1. A machine that is clearly worse accepts at once. In an even position it
/// accepts only after the opening, and only if its last few scores show no advantage for it.
#[must_use]
pub fn accepts_draw(
    moves: &[MovePlayed],
    machine: Side,
    now: Option<i32>,
    is_opening: bool,
    worth: &dyn Fn(i32) -> f64,
) -> bool {
    const MOVES: usize = 3;
    const BETTER: f64 = 0.54;
    const CLEARLY_WORSE: f64 = 0.32;
    let own = moves.iter().rev().filter(|m| m.side == machine).take(MOVES);
    let own = own.map(|played| {
        let first = played.score_cp?;
        Some(if machine == Side::First { first } else { -first })
    });
    let thought: Option<Vec<i32>> = now.map(Some).into_iter().chain(own).take(MOVES).collect();
    // A move that a person made for the machine, before the two changed sides, has no score.
    let thought = thought.or_else(|| now.map(|now| vec![now])).unwrap_or_default();
    match thought.first() {
        Some(&latest) if worth(latest) <= CLEARLY_WORSE => true,
        Some(_) => {
            let is_known = now.is_some() || thought.len() == MOVES;
            !is_opening && is_known && thought.iter().all(|&score| worth(score) <= BETTER)
        }
        None => false,
    }
}

/// Whether the game is still so near its start that an even position is played on: few moves were
/// played and most of the `usual` pieces at the start are on the board.
#[must_use]
pub fn is_opening(plies: usize, session: &dyn Session, usual: usize) -> bool {
    const OPENING: usize = 30;
    plies < OPENING && 2 * session.board().pieces.len() >= usual
}
