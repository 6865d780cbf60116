use crate::node::{Kind, Node};
use crate::worker::Worker;
use crate::{Depth, Domain, Evaluator, MoveOf, Ply, Score, Trace};
use game::Position as _;

/// Updates of the histories from the result of a node.
impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>, K: Kind> Node<'_, '_, D, E, T, K> {
    /// Raises the history of the best move, lowers that of the moves before it, and records the
    /// error of the evaluation. `start` is alpha at the beginning of the node.
    pub(crate) fn learn(&mut self, start: Score) {
        match self.best_move {
            Some(m) => self.praise(m),
            None => self.praise_previous(),
        }
        self.correct(start);
    }

    pub(crate) fn history_bonus(&self, depth: Depth) -> i32 {
        let t = self.w.shared.settings.tunables();
        (t.history_bonus * depth.0).min(t.history_bonus_max)
    }

    fn history_malus(&self, depth: Depth) -> i32 {
        let t = self.w.shared.settings.tunables();
        (t.history_malus * depth.0).min(t.history_malus_max)
    }

    fn praise(&mut self, best: MoveOf<D>) {
        let (bonus, malus) = (self.history_bonus(self.depth), self.history_malus(self.depth));
        let domain = self.w.domain;
        if domain.is_noisy(self.w.line.position(), best) {
            self.push_noisy(best, bonus);
        } else {
            if self.best >= self.beta {
                self.w.note_refutation(best, self.ply);
            }
            self.w.push_quiet(best, self.ply, bonus);
            for i in 0..self.quiets.len() {
                let m = self.quiets[i];
                if m != best {
                    self.w.push_quiet(m, self.ply, -malus);
                }
            }
        }
        for i in 0..self.noisies.len() {
            let m = self.noisies[i];
            if m != best {
                self.push_noisy(m, -malus);
            }
        }
    }

    /// No move helped here: the quiet move that led here was a good one.
    fn praise_previous(&mut self) {
        let before = self.w.frame_before(self.ply, 1);
        let (Some(slots), false) = (before.slots, before.noisy) else { return };
        if self.ply.0 == 0 {
            return;
        }
        let bonus = self.history_bonus(self.depth) / 2;
        let on = self.w.shared.settings.switches();
        if on.butterfly {
            self.w.histories.push_butterfly(slots, bonus);
        }
        if on.continuation {
            let row = self.w.frame_before(self.ply, 2).row;
            self.w.histories.push_continuation(row, slots, bonus);
        }
    }

    fn push_noisy(&mut self, m: MoveOf<D>, bonus: i32) {
        if self.w.shared.settings.switches().capture_history {
            let slots = self.w.domain.slots(self.w.line.position(), m);
            self.w.histories.push_capture(slots, bonus);
        }
    }

    /// Records the evaluation's error where the search gives evidence of it: not where the value
    /// comes from a capture, and not where it is a bound on the wrong side.
    fn correct(&mut self, start: Score) {
        if !D::CORRECTS
            || !self.w.shared.settings.switches().correction
            || self.excluded.is_some()
            || self.best.is_decisive()
        {
            return;
        }
        let Some(eval) = self.eval else { return };
        let position = self.w.line.position();
        let noisy = self.best_move.is_some_and(|m| self.w.domain.is_noisy(position, m));
        let lower_bound = self.best >= self.beta;
        let upper_bound = self.best <= start;
        if noisy || (lower_bound && self.best <= eval) || (upper_bound && self.best >= eval) {
            return;
        }
        let side = position.side_to_move();
        let keys = self.w.domain.correction_keys(position);
        let pair = self.w.pair(self.ply);
        let weight = (self.depth.0.min(16), self.w.shared.settings.tunables().correction_rate);
        self.w.histories.push_correction(side, keys, pair, self.best - eval, weight);
    }
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'_, D, E, T> {
    /// A quiet move refuted the node at `ply`.
    pub(crate) fn note_refutation(&mut self, m: MoveOf<D>, ply: Ply) {
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let row = self.frame_before(ply, 1).row;
        self.histories.set_counter(row, m);
    }

    /// Raises or lowers the history of a quiet move of the node at `ply`.
    pub(crate) fn push_quiet(&mut self, m: MoveOf<D>, ply: Ply, bonus: i32) {
        let slots = self.domain.slots(self.line.position(), m);
        let on = self.shared.settings.switches();
        if on.butterfly {
            self.histories.push_butterfly(slots, bonus);
        }
        if D::STRUCTURES > 0 && self.shared.settings.tunables().structure_weight > 0 {
            let [key, ..] = self.domain.correction_keys(self.line.position());
            self.histories.push_structure(key, slots, bonus);
        }
        if on.continuation {
            for row in self.rows(ply) {
                self.histories.push_continuation(row, slots, bonus);
            }
        }
    }
}
