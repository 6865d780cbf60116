use engine::{Clock, Limits};
use protocol::gomocup::{Info, NO_LIMIT};
use std::time::Duration;

/// What a turn lasts until the manager says otherwise.
const USUAL_TURN: u64 = 5_000;
/// What "as fast as possible" is given.
const FASTEST: Duration = Duration::from_millis(10);
/// Kept back of every turn: a tenth, within these bounds. A pipe and a busy machine cost some.
const LEAST_SPARED: u64 = 8;
const MOST_SPARED: u64 = 50;

/// What a search may use, as the manager told it.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    turn: u64,
    /// What is left for the game; `None` where nothing limits it.
    left: Option<i64>,
    increment: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    game: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { turn: USUAL_TURN, left: None, increment: 0, depth: None, nodes: None, game: 0 }
    }
}

impl Budget {
    /// Takes note of an `INFO`, if it is about this.
    pub(super) fn heed(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(time) => self.turn = time,
            Info::TimeoutMatch(time) => {
                self.game = time;
                self.restart();
            }
            Info::TimeLeft(time) => self.left = (time != NO_LIMIT).then_some(time),
            Info::TimeIncrement(time) => self.increment = time,
            Info::MaxDepth(depth) => self.depth = (depth > 0).then_some(depth),
            // Some send the largest number there is for no limit.
            Info::MaxNode(nodes) => self.nodes = (1..u64::MAX).contains(&nodes).then_some(nodes),
            _ => {}
        }
    }

    /// A new game has all its time again.
    pub(super) fn restart(&mut self) {
        self.left = i64::try_from(self.game).ok().filter(|&time| time > 0);
    }

    /// A move took so long: the manager may not say what is left before the next.
    pub(super) fn spend(&mut self, time: Duration) {
        if let Some(left) = &mut self.left {
            let spent = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            let gained = i64::try_from(self.increment).unwrap_or(i64::MAX);
            *left = left.saturating_sub(spent).saturating_add(gained);
        }
    }

    /// The limits of the next search.
    pub(super) fn limits(&self) -> Limits {
        let clock = self.left.map(|left| {
            let left = u64::try_from(left).unwrap_or(0);
            let increment = Duration::from_millis(self.increment);
            let mine = Duration::from_millis(left.saturating_sub(MOST_SPARED));
            Clock { mine, increment, theirs: mine, their_increment: increment, moves_to_go: None }
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: Some(self.turn_time()),
            clock,
            ..Limits::default()
        }
    }

    /// The most a move may take.
    pub(super) fn turn_time(&self) -> Duration {
        if self.turn == 0 {
            return FASTEST;
        }
        let spared = (self.turn / 10).clamp(LEAST_SPARED, MOST_SPARED);
        let mut most = self.turn.saturating_sub(spared).max(1);
        if let Some(left) = self.left {
            most = most.min(u64::try_from(left).unwrap_or(0).saturating_sub(spared).max(1));
        }
        Duration::from_millis(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(infos: &[Info]) -> Budget {
        let mut budget = Budget::default();
        infos.iter().for_each(|info| budget.heed(info));
        budget
    }

    #[test]
    fn no_limit_is_ever_exceeded() {
        for turn in [1, 5, 20, 50, 300, 5_000, 2_000_000] {
            for left in [i64::MIN, -5, 0, 1, 40, 1_000, NO_LIMIT] {
                let budget = budget(&[Info::TimeoutTurn(turn), Info::TimeLeft(left)]);
                let most = budget.turn_time().as_millis();
                assert!(most <= u128::from(turn.max(1)), "{turn} {left}: {most}");
                assert!(most <= u128::try_from(left.max(1)).unwrap(), "{turn} {left}: {most}");
                let limits = budget.limits();
                assert_eq!(limits.clock.is_some(), left != NO_LIMIT);
            }
        }
    }

    #[test]
    fn a_match_runs_down_without_being_told() {
        let mut budget = budget(&[Info::TimeoutMatch(1_000)]);
        budget.spend(Duration::from_millis(700));
        assert_eq!(budget.left, Some(300));
        budget.restart();
        assert_eq!(budget.left, Some(1_000));
        budget.heed(&Info::TimeoutMatch(0));
        assert_eq!(budget.left, None);
    }

    #[test]
    fn nothing_else_limits() {
        let limits = budget(&[Info::MaxDepth(0), Info::MaxNode(u64::MAX)]).limits();
        assert_eq!((limits.depth, limits.nodes), (None, None));
        assert_eq!(budget(&[Info::TimeoutTurn(0)]).turn_time(), FASTEST);
    }
}
