use crate::{Clock, Limits, Signal};
use std::time::Duration;

/// Moves to go beyond this number are not saved for: few games last so long.
const FARTHEST: u32 = 38;
/// Reserve that is never spent, on any clock.
const RESERVE: Duration = Duration::from_millis(5);

/// The time a search may take.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Timer {
    /// The preferred time; `None` where the time is given and not planned.
    optimum: Option<Duration>,
    /// The limit that must not be exceeded.
    maximum: Duration,
    /// While the opponent thinks, time does not count.
    pondering: bool,
    /// When time began to count.
    start: Duration,
}

/// How an iteration went, as far as it matters for the time.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Progress {
    /// Iterations since the best move changed.
    pub(crate) stable: u32,
    /// Recent changes of the best move, times 1024; older ones count less.
    pub(crate) changes: u32,
    /// The recent fall of the score, in centipawns.
    pub(crate) drop: i32,
    /// The best move's share of all nodes, in per mille.
    pub(crate) effort: u32,
}

impl Timer {
    /// The timer for these limits, if they limit the time. `horizon` is the number of own moves for which the time
    /// should last when the clock does not say it.
    pub(crate) fn new<M>(limits: &Limits<M>, horizon: u32) -> Option<Self> {
        let mut optimum = None;
        let mut maximum = limits.move_time.map(|t| spared(t, limits.overhead));
        if let Some(clock) = limits.clock {
            let moves = clock.moves_to_go.map_or(horizon, |moves| moves.min(FARTHEST)).max(1);
            let usable = spared(clock.mine, limits.overhead + RESERVE);
            let overhead = limits.overhead * (moves - 1).min(10);
            let total =
                (usable + clock.increment * (moves - 1)).saturating_sub(overhead).max(usable / 4);
            let share = total / moves;
            // With few moves to go nearly all may be used, else at most a good part.
            let most = usable.mul_f64(if moves == 1 { 0.9 } else { 0.6 });
            optimum = Some(share.min(most));
            let planned = (share * 4).min(most);
            maximum = Some(maximum.map_or(planned, |m| m.min(planned)));
        }
        Some(Self { optimum, maximum: maximum?, pondering: limits.ponder, start: Duration::ZERO })
    }

    fn used(&mut self, clock: &dyn Clock, signal: &dyn Signal) -> Option<Duration> {
        let now = clock.elapsed();
        if self.pondering {
            if !signal.ponder_hit() {
                return None;
            }
            self.pondering = false;
            self.start = now;
        }
        Some(now.saturating_sub(self.start))
    }

    /// Whether time is up.
    pub(crate) fn is_over(&mut self, clock: &dyn Clock, signal: &dyn Signal) -> bool {
        self.used(clock, signal).is_some_and(|used| used >= self.maximum)
    }

    /// Whether another iteration is not worth its time, given the progress.
    pub(crate) fn is_enough(
        &mut self,
        clock: &dyn Clock,
        signal: &dyn Signal,
        progress: Progress,
        only_move: bool,
    ) -> bool {
        let Some(used) = self.used(clock, signal) else { return false };
        let Some(optimum) = self.optimum else { return false };
        if only_move {
            return true;
        }
        used >= optimum.mul_f64(factor(progress)).min(self.maximum)
    }
}

/// The factor on the optimum that a move deserves.
fn factor(p: Progress) -> f64 {
    let stability = [1.35, 1.15, 1.0, 0.92, 0.86, 0.82, 0.78][p.stable.min(6) as usize];
    let unrest = 1.0 + f64::from(p.changes) / 1024.0 * 0.25;
    let fall = 1.0 + f64::from(p.drop.clamp(-20, 60)) / 100.0;
    // A best move that took nearly all the work needs no more of it.
    let effort = 1.55 - 0.9 * f64::from(p.effort) / 1000.0;
    stability * unrest * fall * effort
}

fn spared(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameClock;

    fn timer(mine: u64, increment: u64, moves_to_go: Option<u32>) -> Timer {
        timer_for(mine, increment, moves_to_go, 38)
    }

    fn timer_for(mine: u64, increment: u64, moves_to_go: Option<u32>, horizon: u32) -> Timer {
        let clock = GameClock {
            mine: Duration::from_millis(mine),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits::<()> {
            clock: Some(clock),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        Timer::new(&limits, horizon).expect("there is a clock")
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for mine in [1, 10, 50, 200, 1_000, 60_000] {
            for increment in [0, 50, 10_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let t = timer(mine, increment, moves_to_go);
                    let most = Duration::from_millis(mine.max(1));
                    assert!(t.maximum <= most, "{mine} {increment} {moves_to_go:?}: {t:?}");
                    assert!(t.optimum <= Some(t.maximum), "{mine} {increment}: {t:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        assert!(timer(60_000, 0, None).optimum > timer(5_000, 0, None).optimum);
        assert!(timer(5_000, 500, None).optimum > timer(5_000, 0, None).optimum);
        assert!(timer(5_000, 0, Some(2)).optimum > timer(5_000, 0, Some(20)).optimum);
    }

    #[test]
    fn a_shorter_horizon_counts_where_the_clock_says_nothing() {
        let given = |moves_to_go, horizon| timer_for(60_000, 0, moves_to_go, horizon).optimum;
        assert!(given(None, 20) > given(None, 38));
        assert_eq!(given(Some(30), 20), given(Some(30), 38));
    }

    #[test]
    fn an_unsettled_search_gets_more() {
        let calm = Progress { stable: 8, changes: 0, drop: 0, effort: 900 };
        let torn = Progress { stable: 0, changes: 2048, drop: 40, effort: 300 };
        assert!(factor(torn) > 2.0 * factor(calm));
    }
}
