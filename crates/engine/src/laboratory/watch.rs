//! The root of a search while it thinks: what it makes of each move, iteration by iteration.

use super::Step;
use crate::Score;
use crate::bridge;
use search::Clock;
use std::fmt::Display;
use std::time::Duration;

/// An iteration of a search, as seen at its root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// The score of its favourite for the side to move; `None` if the iteration was interrupted before
    /// it had one.
    pub score: Option<Score>,
    /// The best line, in engine notation; empty if the iteration was interrupted.
    pub pv: Vec<String>,
    /// Nodes of this iteration, those of quiescence included.
    pub nodes: u64,
    /// The time of this iteration.
    pub time: Duration,
    /// The root moves in the order in which it searched them.
    pub moves: Vec<RootLook>,
    /// Whether it ended.
    pub is_complete: bool,
}

/// A root move in an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct RootLook {
    /// The move, in engine notation.
    pub text: String,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Time spent on it.
    pub time: Duration,
    /// Its score for the side to move; `None` if only a bound is known.
    pub score: Option<Score>,
    /// Whether it is the best at the end of the iteration.
    pub is_favourite: bool,
}

/// Follows the steps of a search at its root.
#[derive(Debug)]
pub(super) struct Watcher<M> {
    now: Option<Iteration>,
    /// The root moves of the present iteration, as `moves` of [`Iteration`] has them.
    looked_at: Vec<M>,
    /// Open nodes.
    open: usize,
    /// The root move under search.
    current: Option<usize>,
    began: Duration,
    move_began: Duration,
}

impl<M: Copy + Eq + Display> Watcher<M> {
    pub(super) fn new() -> Self {
        Self {
            now: None,
            looked_at: Vec::new(),
            open: 0,
            current: None,
            began: Duration::ZERO,
            move_began: Duration::ZERO,
        }
    }

    /// Takes the next step, which comes now; returns the iteration that it ends.
    pub(super) fn follow(&mut self, step: &Step<M>, clock: &impl Clock) -> Option<Iteration> {
        match *step {
            Step::Iteration(depth) => {
                let time = clock.elapsed();
                let ended = self.end(time, true);
                let depth = u32::try_from(depth.0).unwrap_or_default();
                self.now = Some(Iteration { depth, ..Iteration::default() });
                (self.open, self.current, self.began) = (0, None, time);
                self.looked_at.clear();
                return ended;
            }
            Step::Enter(entry) => {
                if entry.ply.0 == 0 && self.open == 0 {
                    self.current = None;
                }
                self.open += 1;
                self.count();
            }
            Step::Try(m) if self.open == 1 => self.begin(m, clock.elapsed()),
            Step::Raise(alpha) if self.open == 1 => self.favour(alpha),
            Step::Leave(_) => {
                self.open = self.open.saturating_sub(1);
                // A move may be searched several times: its time runs until the next one begins.
                if self.open == 0 {
                    self.stop_clock(clock.elapsed());
                }
            }
            Step::Try(_) | Step::Raise(_) | Step::Probe(_) | Step::Skip(_) => {}
        }
        None
    }

    /// The last iteration, when the search has ended.
    pub(super) fn end(&mut self, time: Duration, is_complete: bool) -> Option<Iteration> {
        self.stop_clock(time);
        let mut ended = self.now.take()?;
        ended.time = time.saturating_sub(self.began);
        ended.is_complete = is_complete;
        Some(ended)
    }

    fn count(&mut self) {
        let Some(now) = &mut self.now else { return };
        now.nodes += 1;
        if let Some(look) = self.current.and_then(|at| now.moves.get_mut(at)) {
            look.nodes += 1;
        }
    }

    fn begin(&mut self, m: M, time: Duration) {
        self.stop_clock(time);
        let Some(now) = &mut self.now else { return };
        let at = self.looked_at.iter().position(|&known| known == m).unwrap_or_else(|| {
            self.looked_at.push(m);
            let text = m.to_string();
            let (nodes, score, time) = (0, None, Duration::ZERO);
            now.moves.push(RootLook { text, nodes, time, score, is_favourite: false });
            now.moves.len() - 1
        });
        self.current = Some(at);
        self.move_began = time;
    }

    fn stop_clock(&mut self, time: Duration) {
        let current = self.current.take();
        let look = current.and_then(|at| self.now.as_mut()?.moves.get_mut(at));
        if let Some(look) = look {
            look.time += time.saturating_sub(self.move_began);
        }
    }

    fn favour(&mut self, alpha: search::Score) {
        let Some(now) = &mut self.now else { return };
        let score = bridge::score(alpha);
        now.score = Some(score);
        for (at, look) in now.moves.iter_mut().enumerate() {
            look.is_favourite = self.current == Some(at);
            if look.is_favourite {
                look.score = Some(score);
            }
        }
    }
}
