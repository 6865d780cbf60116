use crate::history::Row;
use crate::node::{Kind, Node, NonPv, Pv};
use crate::picker::Picker;
use crate::{Bound, Depth, Domain, Evaluator, MoveOf, Purpose, Reason, Score, Slots, Trace};

/// A move that was tried after so many others is a late one: an answer to it is likely to be good.
const LATE: u16 = 7;

/// A move about to be searched, with its data.
struct Candidate<M> {
    mv: M,
    slots: Slots,
    noisy: bool,
    forcing: bool,
    /// Its history score. Like `forcing`, it is not computed for the first move, which does not use
    /// it.
    history: i32,
}

/// The decision about a candidate.
enum Choice {
    Search,
    Skip,
    /// Another move also refutes the node: the node ends with this score.
    CutNode(Score),
}

/// The loop over the moves, and its steps.
impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>, K: Kind> Node<'_, '_, D, E, T, K> {
    /// Searches the moves; a returned score ends the node at once.
    pub(crate) fn move_loop(&mut self, picker: &mut Picker<MoveOf<D>>) -> Option<Score> {
        let single_reply = self.has_single_reply();
        let high = self.is_high();
        let mut next_root = self.w.first_root;
        // The move after which the table was asked for its entry before its turn came.
        let mut fetched = None;
        loop {
            let m = if K::ROOT {
                next_root += 1;
                self.w.root_moves.get(next_root - 1)?.mv
            } else {
                picker.next(self.w, self.info)?
            };
            if Some(m) == self.excluded {
                continue;
            }
            self.count += 1;
            let looks_up = self.looks_up_children();
            let mut ahead = false;
            if looks_up {
                ahead = fetched == Some(m) || self.w.prefetch_after(m);
                let next = picker.peek(&mut self.w.moves);
                fetched = next.filter(|&next| self.w.prefetch_after(next));
            }
            let candidate = self.candidate(m, picker.rows());
            let new_depth = self.depth - 1;
            if !K::ROOT && self.prune_move(&candidate, picker) {
                self.w.trace.skips(m);
                continue;
            }
            let mut extension = i32::from(single_reply);
            match self.extend(&candidate, new_depth, &mut extension) {
                Choice::Search => {}
                Choice::Skip => return None,
                Choice::CutNode(score) => return Some(score),
            }
            if high && !candidate.noisy {
                extension -= self.w.shared.settings.tunables().lmr_high;
            }
            let nodes = self.w.nodes;
            let doubles = self.w.frame_before(self.ply, 1).doubles;
            self.w.frame_mut(self.ply).doubles = doubles + u16::from(extension >= 2);
            self.w.trace.tries(m);
            self.w.make(m, Some(candidate.slots), candidate.noisy, self.ply);
            if looks_up && !ahead {
                self.w.prefetch();
            }
            self.w.frame_mut(self.ply).number = self.count as u16;
            let score = self.search_move(&candidate, new_depth + extension);
            self.w.unmake();
            if self.w.stopped {
                return None;
            }
            if K::ROOT {
                self.note_root(next_root - 1, score, nodes);
            }
            let alpha = self.alpha;
            if self.accept(&candidate, score) {
                return None;
            }
            if self.alpha > alpha {
                self.reduce_others();
            }
        }
    }

    /// Whether the positions after this node's moves will be looked up in the table.
    #[inline]
    pub(crate) fn looks_up_children(&self) -> bool {
        self.depth.0 > 1 || D::QUIESCENCE_TABLE_PLIES > 0
    }

    /// Whether the node is so far above the window that it will very probably fail high. Less depth
    /// is then enough.
    fn is_high(&self) -> bool {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        t.lmr_high > 0
            && settings.switches().late_moves
            && !K::PV
            && self.cut
            && self.eval.is_some_and(|eval| eval >= self.beta + t.lmr_high_margin * self.depth.0)
    }

    /// After a move has raised the score, the others are searched at reduced depth: an even better
    /// move is rare.
    fn reduce_others(&mut self) {
        let settings = self.w.shared.settings;
        if !K::ROOT
            && settings.switches().late_moves
            && (3..12).contains(&self.depth.0)
            && !self.alpha.is_decisive()
        {
            self.depth -= settings.tunables().lmr_improved;
        }
    }

    fn candidate(&self, m: MoveOf<D>, rows: [Row; 3]) -> Candidate<MoveOf<D>> {
        let (domain, position) = (self.w.domain, self.w.line.position());
        let slots = domain.slots(position, m);
        let noisy = domain.is_noisy(position, m);
        if self.count == 1 {
            return Candidate { mv: m, slots, noisy, forcing: false, history: 0 };
        }
        let history = if noisy {
            self.w.histories.capture(slots)
        } else {
            let [one, two, _] = rows;
            let histories = &self.w.histories;
            histories.butterfly(slots)
                + histories.continuation(one, slots)
                + histories.continuation(two, slots)
        };
        let forcing = domain.is_forcing(position, self.info, m);
        Candidate { mv: m, slots, noisy, forcing, history }
    }

    /// Whether the only legal move is an answer to a threat.
    fn has_single_reply(&self) -> bool {
        self.duty.binds()
            && !K::ROOT
            && self.excluded.is_none()
            && self.w.shared.settings.switches().single_reply
            && self.ply.0 < 2 * self.w.root_depth.0 as u16
            && self.w.domain.has_only_move(self.w.line.position(), self.info)
    }

    /// Whether the move may be skipped at this depth. Never while the node seems lost.
    fn prune_move(&mut self, c: &Candidate<MoveOf<D>>, picker: &mut Picker<MoveOf<D>>) -> bool {
        if self.count == 1 || self.best.is_loss() || self.best == -Score::INFINITE {
            return false;
        }
        let settings = self.w.shared.settings;
        let (t, on) = (settings.tunables(), settings.switches());
        let depth = self.depth.0;
        if on.move_count && !self.duty.binds() {
            let more = (depth * t.movecount_linear + depth * depth * t.movecount_square) / 128;
            let limit = (t.movecount_base + more) / (2 - i32::from(self.improving));
            let tried = if t.movecount_quiet > 0 { self.quiets.len() } else { self.count };
            if tried as i32 >= limit {
                picker.skip_quiets();
            }
        }
        let reduction = if on.late_moves { settings.reduction(self.depth, self.count) } else { 0 };
        let lmr_depth = (depth - 1 - reduction / 1024 + c.history / t.lmr_history).max(0);
        let position = self.w.line.position();
        if c.noisy || c.forcing {
            if on.futility
                && c.noisy
                && !c.forcing
                && lmr_depth < 7
                && let Some(eval) = self.eval
            {
                let gain = self.w.domain.gain(position, c.mv).value();
                let reach = eval
                    + t.noisy_futility_base
                    + t.noisy_futility_depth * lmr_depth
                    + gain
                    + c.history / 64;
                if reach <= self.alpha {
                    return true;
                }
            }
            let margin = (c.history / 32).clamp(-t.see_noisy * depth, t.see_noisy * depth);
            return on.see_pruning
                && !self.w.domain.see_ge(
                    position,
                    self.info,
                    c.mv,
                    Score::new(-t.see_noisy * depth - margin),
                );
        }
        if on.history_pruning && c.history < -t.history_prune * depth && !self.duty.binds() {
            return true;
        }
        if on.futility
            && lmr_depth < t.futility_max_depth
            && let Some(eval) = self.eval
        {
            let reach = eval
                + t.futility_base
                + t.futility_depth * lmr_depth
                + c.history / t.futility_history / 4;
            if reach <= self.alpha {
                if self.best <= reach && !self.best.is_decisive() {
                    self.best = reach.as_evaluation();
                }
                return true;
            }
        }
        on.see_pruning
            && !self.w.domain.see_ge(
                position,
                self.info,
                c.mv,
                Score::new(-t.see_quiet * lmr_depth * lmr_depth),
            )
    }

    /// Singular extensions. If all other moves fall well short of the hash move's score, the hash
    /// move is extended. If another move refutes too, the node ends.
    fn extend(
        &mut self,
        c: &Candidate<MoveOf<D>>,
        new_depth: Depth,
        extension: &mut i32,
    ) -> Choice {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        let Some(known) = self.known else { return Choice::Search };
        if !settings.switches().singular
            || K::ROOT
            || Some(c.mv) != self.hash_move
            || self.excluded.is_some()
            || self.depth.0 < t.singular_depth + i32::from(self.table_pv)
            || self.ply.0 >= 2 * self.w.root_depth.0 as u16
            || known.bound == Bound::Upper
            || known.depth < self.depth - 3
            || known.score.is_decisive()
        {
            return Choice::Search;
        }
        let beta = known.score - t.singular_margin * self.depth.0 / 100;
        let depth = Depth(new_depth.0 / 2);
        self.w.frame_mut(self.ply).excluded = Some(c.mv);
        let eval = self.w.frame(self.ply).eval;
        self.w.trace.purpose(Purpose::Singular);
        let score = self.w.search::<NonPv>(beta - 1, beta, depth, self.ply, self.cut);
        let frame = self.w.frame_mut(self.ply);
        frame.excluded = None;
        frame.eval = eval;
        if self.w.stopped {
            return Choice::Skip;
        }
        if score < beta {
            let doubles = i32::from(self.w.frame_before(self.ply, 1).doubles);
            *extension = 1;
            self.singular = !c.noisy;
            if !K::PV && doubles <= t.double_limit {
                *extension += i32::from(score < beta - t.double_margin);
                *extension +=
                    i32::from(score < beta - t.triple_margin && !c.noisy && *extension == 2);
            }
        } else if score >= self.beta && !score.is_decisive() {
            return Choice::CutNode(score);
        } else if known.score >= self.beta {
            *extension = -2 - i32::from(!K::PV);
        } else if self.cut {
            *extension = -2;
        }
        Choice::Search
    }

    /// Searches the move just made: the first in the full window, later ones at reduced depth and
    /// with a window of one point, and again if their score is better than expected.
    fn search_move(&mut self, c: &Candidate<MoveOf<D>>, mut new_depth: Depth) -> Score {
        if T::ON && !self.w.trace.basics().null_windows {
            return self.search_plainly(new_depth);
        }
        let (alpha, beta, below) = (self.alpha, self.beta, self.ply + 1);
        let mut score = -Score::INFINITE;
        let reduce = self.w.shared.settings.switches().late_moves
            && self.depth.0 >= 2
            && self.count > 1 + usize::from(K::ROOT)
            && (D::REDUCES_NOISY || !c.noisy);
        if reduce {
            let r = self.reduction(c);
            let most = new_depth + i32::from(K::PV);
            let depth =
                Depth(new_depth.0 - r / 1024).at_most(most).at_least(Depth(1).at_most(most));
            let reduced = depth < new_depth;
            self.w.trace.purpose(if reduced { Purpose::Reduced } else { Purpose::Scout });
            self.w.frame_mut(self.ply).reduction = new_depth.0 - depth.0;
            score = -self.w.search::<NonPv>(-alpha - 1, -alpha, depth, below, true);
            self.w.frame_mut(self.ply).reduction = 0;
            if score > alpha && depth < new_depth {
                let t = self.w.shared.settings.tunables();
                let deeper = score > self.best + t.deeper_margin + 2 * new_depth.0;
                let shallower = score < self.best + new_depth.0;
                new_depth += i32::from(deeper) - i32::from(shallower);
                if new_depth > depth {
                    self.w.trace.purpose(Purpose::Again);
                    score =
                        -self.w.search::<NonPv>(-alpha - 1, -alpha, new_depth, below, !self.cut);
                }
                self.learn_from_research(c, score, new_depth);
            }
        } else if !K::PV || self.count > 1 {
            self.w.trace.purpose(Purpose::Scout);
            score = -self.w.search::<NonPv>(-alpha - 1, -alpha, new_depth, below, !self.cut);
        }
        if K::PV && !self.w.stopped && (self.count == 1 || score > alpha) {
            self.w.frame_mut(below).pv.clear();
            let again = if self.count == 1 { Purpose::Value } else { Purpose::Again };
            self.w.trace.purpose(again);
            score = -self.w.search::<Pv>(-beta, -alpha, new_depth, below, false);
        }
        score
    }

    /// The textbook's search of a move: with the open window, or in minimax with the full one. Only
    /// traced searches use it.
    fn search_plainly(&mut self, depth: Depth) -> Score {
        let cut_offs = self.w.trace.basics().cut_offs;
        let (alpha, beta) =
            if cut_offs { (self.alpha, self.beta) } else { (-Score::INFINITE, Score::INFINITE) };
        let below = self.ply + 1;
        self.w.frame_mut(below).pv.clear();
        -self.w.search::<Pv>(-beta, -alpha, depth, below, false)
    }

    /// Updates the histories after a reduced move raised alpha and was searched again.
    fn learn_from_research(&mut self, c: &Candidate<MoveOf<D>>, score: Score, depth: Depth) {
        let settings = self.w.shared.settings;
        if c.noisy || !settings.switches().continuation || self.w.stopped {
            return;
        }
        let bonus = (settings.tunables().research_bonus * depth.0).min(1200);
        let bonus = match score {
            s if s <= self.alpha => -bonus,
            s if s >= self.beta => bonus,
            _ => 0,
        };
        for row in self.w.rows(self.ply) {
            self.w.histories.push_continuation(row, c.slots, bonus);
        }
    }

    /// The reduction of a late move, in 1024ths of a ply.
    fn reduction(&self, c: &Candidate<MoveOf<D>>) -> i32 {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        let mut r = settings.reduction(self.depth, self.count);
        if c.noisy {
            r /= 2;
        }
        if !self.improving {
            r += t.lmr_not_improving;
        }
        if self.cut {
            r += t.lmr_cut;
        }
        if self.table_pv {
            r -= t.lmr_table_pv;
        }
        if K::PV {
            r -= t.lmr_pv;
        }
        if self.hash_is_noisy {
            r += t.lmr_noisy_hash;
        }
        if c.forcing {
            r -= t.lmr_forcing;
        }
        if self.w.frame(self.ply + 1).cutoffs > 3 {
            r += t.lmr_cutoffs;
        }
        if self.singular {
            r -= t.lmr_singular;
        }
        if self.w.frame_before(self.ply, 1).number > LATE {
            r -= t.lmr_late_parent;
        }
        if self.w.frame(self.ply).killers.contains(&Some(c.mv)) {
            r -= t.lmr_refutation;
        }
        r - c.history * 1024 / t.lmr_history
    }

    /// Stores the search result of a root move.
    fn note_root(&mut self, index: usize, score: Score, nodes_before: u64) {
        let first = self.count == 1;
        let better = first || score > self.alpha;
        let (seldepth, nodes) = (self.w.seldepth, self.w.nodes - nodes_before);
        let below = self.ply + 1;
        let pv = better.then(|| self.w.frame(below).pv.clone());
        let root_move = &mut self.w.root_moves[index];
        root_move.nodes += nodes;
        if let Some(pv) = pv {
            root_move.score = score;
            root_move.seldepth = seldepth;
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(&pv);
        } else {
            // Its score is only an upper bound: it keeps its place in the order.
            root_move.score = -Score::INFINITE;
        }
    }

    /// Updates the best score with a move's score. Returns whether the move refutes the node.
    fn accept(&mut self, c: &Candidate<MoveOf<D>>, score: Score) -> bool {
        if score > self.best {
            self.best = score;
            if score > self.alpha {
                self.best_move = Some(c.mv);
                if K::PV {
                    self.w.extend_pv(c.mv, self.ply);
                }
                if score >= self.beta {
                    self.w.frame_mut(self.ply).cutoffs += 1;
                    self.w.trace.reason(Reason::CutOff);
                    return true;
                }
                self.alpha = score;
                self.w.trace.raises(score);
            }
        }
        let tried = if c.noisy { &mut self.noisies } else { &mut self.quiets };
        // Moves beyond the capacity are not lowered in the histories.
        let _ = tried.try_push(c.mv);
        false
    }
}
