use std::cmp::Reverse;

use crate::node::Root;
use crate::picker::picked_moves;
use crate::time::Progress;
use crate::worker::Worker;
use crate::{Bound, Depth, Domain, Evaluator, Limits, MAX_PLY, MoveOf, Ply, Report, Score, Trace};

/// A move at the root, with its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// The score of this iteration; infinitely low if it was only shown to be no better.
    pub(crate) score: Score,
    /// The score of the last iteration that gave one.
    pub(crate) settled: Score,
    pub(crate) seldepth: u16,
    pub(crate) nodes: u64,
    pub(crate) pv: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    pub(crate) fn new(mv: M) -> Self {
        Self {
            mv,
            score: -Score::INFINITE,
            settled: -Score::INFINITE,
            seldepth: 0,
            nodes: 0,
            pv: vec![mv],
        }
    }
}

/// The window around an expected score.
#[derive(Copy, Clone, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
    delta: i32,
}

impl Window {
    const FULL: Self = Self { alpha: Score::new(-32_400), beta: Score::INFINITE, delta: 0 };

    fn around(score: Score, delta: i32) -> Self {
        if score.is_decisive() {
            return Self::FULL;
        }
        let mut window = Self { alpha: score - delta, beta: score + delta, delta };
        window.hold();
        window
    }

    fn hold(&mut self) {
        if self.delta > 700 {
            *self = Self { delta: self.delta, ..Self::FULL };
        }
        self.alpha = self.alpha.max(-Score::INFINITE);
        self.beta = self.beta.min(Score::INFINITE);
    }

    fn fail_low(&mut self, score: Score) {
        self.beta = (self.alpha + self.beta) / 2;
        self.alpha = score - self.delta;
        self.widen();
    }

    fn fail_high(&mut self, score: Score) {
        self.beta = score + self.delta;
        self.widen();
    }

    fn widen(&mut self) {
        self.delta += self.delta / 2 + 4;
        self.hold();
    }
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'_, D, E, T> {
    /// Iterative deepening until a limit is met or the search is stopped. Returns the last
    /// completed iteration.
    pub(crate) fn iterate(
        &mut self,
        limits: &Limits<MoveOf<D>>,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> u32 {
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2 + 20);
        let lines = limits.lines.clamp(1, self.root_moves.len());
        let mut completed = 0;
        let mut tracker = Tracker { best: None, scores: Vec::new(), stable: 0, changes: 0 };
        let first = self.first_depth(deepest);
        for depth in first..=deepest {
            // Every other helper is one ply ahead, so that the threads do not all search the same
            // tree.
            self.root_depth = Depth(depth as i32 + (self.id & 1) as i32);
            self.trace.iteration(self.root_depth);
            for root_move in &mut self.root_moves {
                if root_move.score > -Score::INFINITE {
                    root_move.settled = root_move.score;
                }
                root_move.score = -Score::INFINITE;
            }
            let mut whole = true;
            for first in 0..lines {
                self.first_root = first;
                self.seldepth = 0;
                self.search_line(report);
                if self.stopped {
                    self.forget_unproven_loss();
                    whole = false;
                    break;
                }
            }
            game::sort_short(&mut self.root_moves[..lines], |r| Reverse(r.score));
            if !whole {
                self.keep_settled();
                break;
            }
            completed = depth;
            if self.id == 0 {
                self.report_lines(lines, depth, report);
                let progress = tracker.note(&self.root_moves[0], self.nodes);
                if self.is_done(limits, progress) {
                    break;
                }
            }
        }
        completed
    }

    /// The depth of the first iteration. A search without iterative deepening has only one; then the
    /// picker orders the root moves, which otherwise the iterations before do.
    fn first_depth(&mut self, deepest: u32) -> u32 {
        if !T::ON || self.trace.basics().deepening {
            return 1;
        }
        let duty = self.domain.duty(self.position(), &self.domain.info(self.position())).binds();
        let order = picked_moves(self, None, duty);
        let place = |m| order.iter().position(|n| *n == m).unwrap_or(order.len());
        game::sort_short(&mut self.root_moves, |r| place(r.mv));
        deepest
    }

    /// Searches one line: all root moves from `first_root` on, in windows that widen until
    /// the score lies inside.
    fn search_line(&mut self, report: &mut dyn FnMut(&Report<'_, MoveOf<D>>)) {
        let settings = self.shared.settings;
        let t = settings.tunables();
        let first = self.first_root;
        let expected = self.root_moves[first].settled;
        let narrow = settings.switches().aspiration
            && self.root_depth.0 >= t.aspiration_depth
            && expected > -Score::INFINITE;
        let mut window = if narrow {
            Window::around(expected, t.aspiration_delta + expected.value().abs() / 40)
        } else {
            Window::FULL
        };
        let mut failed_high = 0;
        loop {
            let depth = (self.root_depth - failed_high).at_least(Depth(1));
            let score = self.search::<Root>(window.alpha, window.beta, depth, Ply::ROOT, false);
            // Equal scores keep their order: those not searched in full stay where they were.
            game::sort_short(&mut self.root_moves[first..], |r| Reverse(r.score));
            if self.stopped {
                return;
            }
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                self.report_bound(score, Bound::Upper, report);
                window.fail_low(score);
                failed_high = 0;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                self.report_bound(score, Bound::Lower, report);
                window.fail_high(score);
                // A new best move shows soon enough at less depth.
                let reduce = settings.switches().late_moves && !score.is_decisive();
                failed_high = if reduce { (failed_high + 1).min(3) } else { 0 };
            } else {
                return;
            }
        }
    }

    /// A line that was stopped while its best move seemed lost keeps its old score: a move that was not searched any more
    /// may save it, so the loss is proven of that move alone.
    fn forget_unproven_loss(&mut self) {
        let is_loss = |score: Score| score.mate_plies().is_some_and(|plies| plies <= 0);
        let best = &mut self.root_moves[self.first_root];
        if is_loss(best.score) && best.settled > -Score::INFINITE {
            best.score = best.settled;
        }
    }

    /// After an iteration that was stopped, a line without a score keeps its old one.
    fn keep_settled(&mut self) {
        for root_move in &mut self.root_moves {
            if root_move.score == -Score::INFINITE {
                root_move.score = root_move.settled;
            }
        }
    }

    fn is_done(&mut self, limits: &Limits<MoveOf<D>>, progress: Progress) -> bool {
        if let (Some(mate), Some(plies)) = (limits.mate, self.root_moves[0].score.mate_plies())
            && plies > 0
            && (plies + 1) / 2 <= mate as i32
        {
            return true;
        }
        let shared = self.shared;
        let planned = self.timer.is_some();
        // A proven end within the searched depth cannot become shorter.
        let proven = self.root_moves[0]
            .score
            .mate_plies()
            .is_some_and(|p| planned && self.root_depth.0 > 2 * p.abs() + 2);
        // A given time is used up, but for a win or loss that is certain.
        if proven && limits.move_time.is_some() {
            return true;
        }
        let only_move = self.root_moves.len() == 1 && self.root_depth.0 >= 4;
        let enough = self.timer.as_mut().is_some_and(|t| {
            t.is_enough(shared.clock, shared.signal, progress, only_move || proven)
        });
        if !enough {
            self.poll();
        }
        enough || self.stopped
    }

    fn report_lines(
        &self,
        lines: usize,
        depth: u32,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) {
        let (nodes, time) = (self.all_nodes(), self.elapsed());
        let hashfull = self.shared.table.hashfull();
        for (i, root_move) in self.root_moves[..lines].iter().enumerate() {
            report(&Report {
                depth,
                seldepth: u32::from(root_move.seldepth),
                line: i + 1,
                score: root_move.score,
                bound: Bound::Exact,
                nodes,
                time,
                hashfull,
                pv: &root_move.pv,
            });
        }
    }

    /// Long searches also report a score outside the window.
    fn report_bound(
        &self,
        score: Score,
        bound: Bound,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) {
        let time = self.elapsed();
        if self.id != 0 || time < std::time::Duration::from_secs(3) {
            return;
        }
        report(&Report {
            depth: self.root_depth.0 as u32,
            seldepth: u32::from(self.seldepth),
            line: self.first_root + 1,
            score,
            bound,
            nodes: self.all_nodes(),
            time,
            hashfull: self.shared.table.hashfull(),
            pv: &self.root_moves[self.first_root].pv,
        });
    }

    /// Nodes of all threads, this thread's exact.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes_with(self.id, self.nodes)
    }
}

/// Tracks the best move from iteration to iteration.
#[derive(Debug)]
struct Tracker<M> {
    best: Option<M>,
    scores: Vec<Score>,
    stable: u32,
    changes: u32,
}

impl<M: Copy + PartialEq> Tracker<M> {
    fn note(&mut self, root_move: &RootMove<M>, nodes: u64) -> Progress {
        self.changes /= 2;
        if self.best == Some(root_move.mv) {
            self.stable += 1;
        } else {
            self.stable = 0;
            self.changes += 1024;
        }
        self.best = Some(root_move.mv);
        self.scores.push(root_move.score);
        let before = self.scores[self.scores.len().saturating_sub(4)];
        Progress {
            stable: self.stable,
            changes: self.changes,
            drop: (before - root_move.score).value(),
            effort: (root_move.nodes * 1000 / nodes.max(1)).min(1000) as u32,
        }
    }
}
