use crate::node::{Kind, Node, NonPv};
use crate::picker::Picker;
use crate::table::TableHit;
use crate::{Bound, Depth, Domain, Duty, Evaluator, MoveOf, Ply, Purpose, Reason, Score, Trace};

/// Ways to end a node, or to make it shallower, without searching its moves in full.
impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>, K: Kind> Node<'_, '_, D, E, T, K> {
    /// Razoring, reverse futility and the null move: none under a duty, on the principal
    /// variation or in a singular search.
    pub(crate) fn prune(&mut self) -> Option<Score> {
        if K::PV || self.excluded.is_some() {
            return None;
        }
        if self.duty == Duty::Pressed
            && self.depth.0 <= self.w.shared.settings.tunables().razor_threats
            && !self.alpha.is_decisive()
        {
            self.w.trace.purpose(Purpose::Razor);
            let score = self.w.quiescence::<NonPv>(self.alpha, self.beta, self.ply, 0);
            self.w.trace.reason(Reason::Razoring);
            return Some(score);
        }
        let eval = self.eval?;
        let estimate = self.estimate()?;
        if let Some(score) = self.razor(estimate) {
            self.w.trace.reason(Reason::Razoring);
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(estimate) {
            self.w.trace.reason(Reason::ReverseFutility);
            return Some(score);
        }
        let score = self.null_move(eval, estimate)?;
        self.w.trace.reason(Reason::NullMove);
        Some(score)
    }

    /// Far below the window only captures can help, so only they are tried.
    fn razor(&mut self, estimate: Score) -> Option<Score> {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        let margin = t.razor_base + t.razor_depth2 * self.depth.0 * self.depth.0;
        if !settings.switches().razoring
            || self.depth.0 > t.razor_max_depth
            || estimate + margin > self.alpha
            || self.alpha.is_decisive()
        {
            return None;
        }
        self.w.trace.purpose(Purpose::Razor);
        let score = self.w.quiescence::<NonPv>(self.alpha, self.alpha + 1, self.ply, 0);
        (score <= self.alpha && !score.is_decisive()).then_some(score)
    }

    /// Cuts a node so far above the window that the opponent cannot recover at low depth.
    fn reverse_futility(&mut self, estimate: Score) -> Option<Score> {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        if !settings.switches().reverse_futility
            || self.table_pv
            || self.depth.0 > t.reverse_depth
            || estimate < self.beta
            || self.beta.is_decisive()
            || estimate.is_decisive()
            || !self.w.domain.is_settled(self.w.line.position(), self.info)
        {
            return None;
        }
        let margin =
            t.reverse_margin * self.depth.0 - t.reverse_improving * i32::from(self.improving);
        (estimate - margin >= self.beta).then(|| self.beta + (estimate - self.beta) / 3)
    }

    /// If a null move still fails high, a real move will too.
    fn null_move(&mut self, eval: Score, estimate: Score) -> Option<Score> {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        if !settings.switches().null_move
            || self.depth.0 < t.null_depth
            || self.ply < self.w.null_from
            || estimate < self.beta
            || eval + t.null_margin * self.depth.0 < self.beta + 6 * t.null_margin
            || self.beta.is_loss()
            || self.w.frame_before(self.ply, 1).mv.is_none()
            || !self.w.domain.null_ok(self.w.line.position(), self.info)
        {
            return None;
        }
        let surplus = ((estimate - self.beta).value() / t.null_eval_divisor).min(3);
        let reduction = t.null_base + self.depth.0 / t.null_divisor + surplus;
        let depth = self.depth - reduction;
        self.w.pass_doubles(self.ply);
        if !self.w.make_null(self.ply) {
            return None;
        }
        self.w.trace.probes(None);
        self.w.trace.purpose(Purpose::NullMove);
        let score =
            -self.w.search::<NonPv>(-self.beta, -self.beta + 1, depth, self.ply + 1, !self.cut);
        self.w.unmake();
        if self.w.stopped {
            return Some(Score::ZERO);
        }
        if score < self.beta {
            return None;
        }
        // A win found after a null move is not proven.
        let score = if score.is_win() { self.beta } else { score };
        if self.w.null_from > Ply::ROOT || self.depth.0 < t.null_verify_depth {
            return Some(score);
        }
        // Against zugzwang: search again without null moves near the top.
        self.w.null_from = self.ply + (3 * depth.0.max(1) / 4 + 1) as u16;
        self.w.trace.purpose(Purpose::Verify);
        let verified = self.w.search::<NonPv>(self.beta - 1, self.beta, depth, self.ply, false);
        self.w.null_from = Ply::ROOT;
        if self.w.stopped {
            return Some(Score::ZERO);
        }
        (verified >= self.beta).then_some(score)
    }

    /// A node that beats the window by a margin at much less depth will very probably beat it at
    /// full depth. The test does not apply this cut within itself.
    pub(crate) fn probable_cut(&mut self) -> Option<Score> {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        if !D::PROBABLE_CUTS
            || !settings.switches().probable_cuts
            || K::PV
            || self.w.in_probable_cut
            || self.excluded.is_some()
            || self.depth.0 < t.probable_depth
            || self.beta.is_decisive()
        {
            return None;
        }
        let margin = t.probable_margin * self.depth.0;
        let beta = self.beta + margin;
        let depth = Depth(self.depth.0 * t.probable_percent / 100).at_least(Depth(1));
        if beta.is_decisive() || self.estimate().is_some_and(|e| e + 2 * margin < self.beta) {
            return None;
        }
        let eval = self.w.frame(self.ply).eval;
        self.w.in_probable_cut = true;
        self.w.trace.purpose(Purpose::ProbableCut);
        let score = self.w.search::<NonPv>(beta - 1, beta, depth, self.ply, self.cut);
        self.w.in_probable_cut = false;
        self.w.frame_mut(self.ply).eval = eval;
        if self.w.stopped {
            return Some(Score::ZERO);
        }
        (score >= beta).then(|| if score.is_decisive() { score } else { score - margin })
    }

    /// A node without a hash move is searched at reduced depth: the next iteration will have one.
    pub(crate) fn reduce_unknown(&mut self) {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        if settings.switches().internal
            && !K::ROOT
            && self.excluded.is_none()
            && self.hash_move.is_none()
            && self.depth.0 >= t.iir_depth
            && (K::PV || self.cut)
        {
            self.depth -= 1;
        }
    }

    /// A capture that beats the window by a margin at lower depth will very probably beat the
    /// window itself.
    pub(crate) fn prob_cut(&mut self) -> Option<Score> {
        let settings = self.w.shared.settings;
        let t = settings.tunables();
        if !settings.switches().probcut || K::PV || self.excluded.is_some() || self.duty.binds() {
            return None;
        }
        let eval = self.eval?;
        let beta = self.beta + t.probcut_margin - t.probcut_improving * i32::from(self.improving);
        if self.depth.0 < t.probcut_depth || self.beta.is_decisive() || beta.is_decisive() {
            return None;
        }
        let depth = self.depth - 4;
        if let Some(known) = self.known
            && known.depth >= self.depth - 3
            && known.score < beta
        {
            return None;
        }
        let threshold = beta - eval;
        let hash = self.hash_move.filter(|&m| {
            self.hash_is_noisy
                && self.w.domain.see_ge(self.w.line.position(), self.info, m, threshold)
        });
        let mut picker = Picker::gaining(self.w, hash, threshold, self.ply);
        let mut found = None;
        while let Some(m) = picker.next(self.w, self.info) {
            let slots = self.w.domain.slots(self.w.line.position(), m);
            self.w.trace.probes(Some(m));
            self.w.pass_doubles(self.ply);
            self.w.make(m, Some(slots), true, self.ply);
            self.w.prefetch();
            self.w.trace.purpose(Purpose::ProbCut);
            let mut score = -self.w.quiescence::<NonPv>(-beta, -beta + 1, self.ply + 1, 0);
            if score >= beta && depth > Depth::ZERO {
                self.w.trace.purpose(Purpose::ProbCut);
                score = -self.w.search::<NonPv>(-beta, -beta + 1, depth, self.ply + 1, !self.cut);
            }
            self.w.unmake();
            if self.w.stopped {
                found = Some(Score::ZERO);
                break;
            }
            if score >= beta {
                self.store_prob_cut(m, score, depth + 1);
                found = Some(if score.is_decisive() { score } else { score - (beta - self.beta) });
                break;
            }
        }
        picker.finish(self.w);
        found
    }

    fn store_prob_cut(&mut self, m: MoveOf<D>, score: Score, depth: Depth) {
        if self.w.shared.settings.switches().table {
            let known = TableHit {
                mv: self.w.domain.pack(m),
                score,
                eval: self.raw_eval,
                depth,
                bound: Bound::Lower,
                pv: self.table_pv,
            };
            self.w.remember(self.key, self.ply, known, self.permit);
        }
    }
}
