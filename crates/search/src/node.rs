use crate::frontier::Frontier;
use crate::picker::Picker;
use crate::table::TableHit;
use crate::worker::{ScoreRange, StorePermit, Verdict, Worker};
use crate::{
    Bound, Depth, Domain, Duty, End, Entry, Evaluator, MAX_PLY, MoveOf, Ply, Purpose, Reason,
    Score, Stage, Trace,
};
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// The kind of a node in the tree, as a type, so that each kind is compiled separately.
pub(crate) trait Kind {
    /// On the principal variation: the window is open.
    const PV: bool;
    const ROOT: bool;
}

/// The root.
#[derive(Debug)]
pub(crate) struct Root;
/// A node of the principal variation.
#[derive(Debug)]
pub(crate) struct Pv;
/// A node searched with a window of one point.
#[derive(Debug)]
pub(crate) struct NonPv;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The number of moves of a node that are remembered, to lower their history when another refutes.
const TRIED: usize = 32;

/// One node of the tree. Its steps, in order: [`Node::probe_table`], [`Node::static_eval`],
/// `prune` (`prune.rs`), `move_loop` with `reduce` and `extend` (`moves.rs`), `learn`
/// (`learn.rs`), [`Node::store`].
pub(crate) struct Node<'w, 'a, D: Domain, E, T, K> {
    pub(crate) w: &'w mut Worker<'a, D, E, T>,
    pub(crate) info: &'w D::Info,
    pub(crate) duty: Duty,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) depth: Depth,
    pub(crate) ply: Ply,
    /// Whether the node is expected to fail high.
    pub(crate) cut: bool,
    pub(crate) key: u64,
    pub(crate) known: Option<TableHit>,
    pub(crate) hash_move: Option<MoveOf<D>>,
    pub(crate) hash_is_noisy: bool,
    /// The move a singular search leaves out.
    pub(crate) excluded: Option<MoveOf<D>>,
    /// Whether the node is, or once was, on the principal variation.
    pub(crate) table_pv: bool,
    /// The evaluator's score; none under a duty.
    pub(crate) raw_eval: Option<Score>,
    /// The same, corrected by the learnt error.
    pub(crate) eval: Option<Score>,
    /// Whether the side to move has a better evaluation than two plies ago.
    pub(crate) improving: bool,
    /// Whether the hash move is quiet and all others fell well short of it.
    pub(crate) singular: bool,
    pub(crate) best: Score,
    pub(crate) best_move: Option<MoveOf<D>>,
    /// Legal moves tried so far.
    pub(crate) count: usize,
    pub(crate) permit: StorePermit,
    pub(crate) quiets: ArrayVec<MoveOf<D>, TRIED>,
    pub(crate) noisies: ArrayVec<MoveOf<D>, TRIED>,
    pub(crate) kind: PhantomData<K>,
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'_, D, E, T> {
    /// The value of the current position for the side to move, searched `depth` plies deep.
    /// Meaningless once the search was stopped.
    pub(crate) fn search<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Score {
        if depth <= Depth::ZERO {
            return self.quiescence::<K>(alpha, beta, ply, 0);
        }
        if T::ON {
            let mv = self.frame_before(ply, 1).mv.filter(|_| ply > Ply::ROOT);
            let (purpose, quiescence) = (Purpose::Value, None);
            self.trace.enter(Entry { mv, purpose, ply, depth, quiescence, alpha, beta });
        }
        let score = self.search_node::<K>(alpha, beta, depth, ply, cut);
        if T::ON {
            self.leave_node(score);
        }
        score
    }

    /// Tells the trace that the node of this position ends.
    fn leave_node(&mut self, score: Score) {
        let (domain, position) = (self.domain, self.line.position());
        self.trace.leave(score, || {
            let info = domain.info(position);
            let mut width = 0;
            for stage in [Stage::Noisy, Stage::Quiet] {
                domain.generate(position, &info, stage, &mut |m| {
                    width += u32::from(domain.is_legal(position, &info, m));
                });
            }
            width
        });
    }

    #[inline(always)]
    fn search_node<K: Kind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Score {
        if self.stopped {
            self.trace.reason(Reason::Stopped);
            return Score::ZERO;
        }
        if K::PV {
            self.frame_mut(ply).pv.clear();
            self.seldepth = self.seldepth.max(ply.0 + 1);
        }
        let info = self.domain.info(self.position());
        let duty = self.domain.duty(self.position(), &info);
        let mut range = ScoreRange::ALL;
        if !K::ROOT {
            match self.verdict(&info, ply) {
                Some(Verdict::Over(score)) => {
                    self.trace.reason(Reason::Over);
                    return score;
                }
                Some(Verdict::Within(scores)) => range = scores,
                None => {}
            }
            if let Some(score) = range.outside(alpha, beta) {
                self.trace.reason(Reason::Over);
                return score;
            }
            alpha = alpha.max(range.least);
            beta = beta.min(range.greatest);
            if duty == Duty::WinsNow {
                self.trace.reason(Reason::Foreseen);
                return Score::mate_in(ply + 1);
            }
            if let Some(seen) = self.domain.foreseen(self.position(), &info) {
                self.trace.reason(Reason::Foreseen);
                return seen.score(ply);
            }
            if ply.index() >= MAX_PLY - 1 {
                self.trace.reason(Reason::Evaluated);
                return self.evaluate(&info);
            }
            if self.shared.settings.switches().mate_distance {
                alpha = alpha.max(Score::mated_in(ply));
                beta = beta.min(Score::mate_in(ply + 1));
                if alpha >= beta {
                    self.trace.reason(Reason::MateDistance);
                    return alpha;
                }
            }
        }
        let key = self.domain.table_key(self.position(), self.line.key());
        let excluded = self.frame(ply).excluded;
        self.frame_mut(ply + 1).excluded = None;
        self.frame_mut(ply + 2).cutoffs = 0;
        let plain = D::PLAIN_FRONTIER && (!T::ON || self.trace.basics().shortcuts);
        if plain && !K::PV && depth == Depth(1) && excluded.is_none() {
            let permit = self.store_permit(range);
            let score =
                self.frontier(Frontier { info: &info, duty, alpha, beta, ply, key, permit });
            return score.clamp(range.least, range.greatest);
        }
        let permit = self.store_permit(range);
        let node = Node::<D, E, T, K> {
            w: self,
            info: &info,
            duty,
            alpha,
            beta,
            depth,
            ply,
            cut,
            key,
            known: None,
            hash_move: None,
            hash_is_noisy: false,
            excluded,
            table_pv: K::PV,
            raw_eval: None,
            eval: None,
            improving: false,
            singular: false,
            best: -Score::INFINITE,
            best_move: None,
            count: 0,
            permit,
            quiets: ArrayVec::new(),
            noisies: ArrayVec::new(),
            kind: PhantomData,
        };
        node.run().clamp(range.least, range.greatest)
    }
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>, K: Kind> Node<'_, '_, D, E, T, K> {
    fn run(mut self) -> Score {
        if let Some(score) = self.probe_table() {
            self.w.trace.reason(Reason::Table);
            return score;
        }
        if let Some(score) = self.probe_ending() {
            self.w.trace.reason(Reason::Database);
            return score;
        }
        self.static_eval();
        if let Some(score) = self.prune() {
            self.keep_evaluation();
            return score;
        }
        if let Some(score) = self.probable_cut() {
            self.w.trace.reason(Reason::ProbableCut);
            return score;
        }
        self.reduce_unknown();
        if self.depth <= Depth::ZERO {
            return self.w.quiescence::<K>(self.alpha, self.beta, self.ply, 0);
        }
        if let Some(score) = self.prob_cut() {
            self.w.trace.reason(Reason::ProbCut);
            return score;
        }
        let start = self.alpha;
        let duty = self.duty.binds();
        let mut picker = Picker::all(self.w, self.hash_move, duty, self.ply);
        let cut_by_others = self.move_loop(&mut picker);
        picker.finish(self.w);
        if self.w.stopped {
            return Score::ZERO;
        }
        if let Some(score) = cut_by_others {
            self.w.trace.reason(Reason::MultiCut);
            return score;
        }
        if self.count == 0 {
            self.w.trace.reason(Reason::Over);
            return if self.excluded.is_some() {
                self.alpha
            } else {
                self.w.domain.stuck(self.w.position()).score(self.ply)
            };
        }
        self.learn(start);
        if self.excluded.is_none() {
            self.store(start);
        }
        self.best
    }

    /// Looks the position up; a deep enough result ends the node.
    fn probe_table(&mut self) -> Option<Score> {
        if !self.w.shared.settings.switches().table {
            return None;
        }
        self.known = self.w.look_up(self.key, self.ply);
        let known = self.known?;
        let domain = self.w.domain;
        let position = self.w.line.position();
        self.table_pv |= known.pv;
        if K::ROOT {
            self.hash_move = self.w.root_moves.get(self.w.first_root).map(|r| r.mv);
        } else {
            self.hash_move = domain.unpack(position, self.info, known.mv);
        }
        self.hash_is_noisy = self.hash_move.is_some_and(|m| domain.is_noisy(position, m));
        if let Some(m) = self.hash_move
            && self.looks_up_children()
        {
            self.w.prefetch_after(m);
        }
        if K::PV || self.excluded.is_some() {
            return None;
        }
        let fits = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= self.beta,
            Bound::Upper => known.score < self.beta,
        };
        if known.depth < self.depth || !fits || !domain.table_ok(position) {
            return None;
        }
        if let Some(m) = self.hash_move
            && known.score >= self.beta
            && !self.hash_is_noisy
        {
            let bonus = self.history_bonus(self.depth);
            self.w.push_quiet(m, self.ply, bonus);
        }
        Some(known.score)
    }

    /// Probes the endgame database. A known win is only a lower bound: the search goes on until it
    /// finds the win itself.
    fn probe_ending(&mut self) -> Option<Score> {
        if K::ROOT || self.excluded.is_some() {
            return None;
        }
        let end = self.w.domain.probe(self.w.line.position(), self.info)?;
        let score = end.known(self.ply);
        match end {
            End::Win if score < self.beta => {
                self.best = score;
                self.alpha = self.alpha.max(score);
                None
            }
            End::Loss if score > self.alpha => None,
            End::Win | End::Draw | End::Loss => Some(score),
        }
    }

    /// Computes the static evaluation, if the position is quiet enough.
    fn static_eval(&mut self) {
        if self.excluded.is_some() {
            // The calling node has evaluated this position.
            self.eval = self.w.frame(self.ply).eval;
            self.raw_eval = self.eval;
            if let Some(eval) = self.eval
                && self.w.shared.settings.tunables().singular_improving > 0
            {
                self.improving = self.improves(eval);
            }
            return;
        }
        if self.duty.binds() {
            self.w.frame_mut(self.ply).eval = None;
            return;
        }
        let raw = match self.known.and_then(|k| k.eval) {
            Some(eval) => eval,
            None => self.w.evaluate(self.info),
        };
        let eval = self.w.corrected(raw, self.ply);
        self.raw_eval = Some(raw);
        self.eval = Some(eval);
        self.w.frame_mut(self.ply).eval = Some(eval);
        self.improving = self.improves(eval);
        self.look_back(eval);
    }

    /// What the evaluation says about the move that led here: its place in the order of quiet moves, and whether it
    /// was searched too shallow or is searched too deep.
    fn look_back(&mut self, eval: Score) {
        let t = self.w.shared.settings.tunables();
        let before = self.w.frame_before(self.ply, 1);
        let (slots, noisy, reduction) = (before.slots, before.noisy, before.reduction);
        let Some(theirs) = before.eval else { return };
        // What the opponent lost by the move.
        let lost = (eval + theirs.value()).value();
        if t.eval_order > 0
            && let Some(slots) = slots.filter(|_| !noisy)
            && self.w.shared.settings.switches().butterfly
        {
            let bonus = (-t.eval_order * lost).clamp(-t.eval_order_max, t.eval_order_max);
            self.w.histories.push_butterfly(slots, bonus);
        }
        if t.hindsight > 0 && !K::ROOT {
            if reduction >= 3 && lost <= 0 {
                self.depth += 1;
            }
            if reduction >= 1 && self.depth.0 >= 2 && lost > t.hindsight_fall {
                self.depth -= 1;
            }
        }
    }

    /// Whether the evaluation is above that before the player's last move, or before the one before it.
    fn improves(&self, eval: Score) -> bool {
        let before = self.w.frame_before(self.ply, 2).eval;
        before.or(self.w.frame_before(self.ply, 4).eval).is_none_or(|b| eval > b)
    }

    /// Keeps the evaluation of a node that was cut before any move, where the table has no entry of it, so that the
    /// next visit need not compute it.
    fn keep_evaluation(&mut self) {
        let on = self.w.shared.settings.tunables().store_pruned > 0
            && self.w.shared.settings.switches().table;
        if !on || self.known.is_some() || self.excluded.is_some() {
            return;
        }
        let known = TableHit {
            mv: 0,
            // A bound that says nothing.
            score: -Score::INFINITE,
            eval: self.raw_eval,
            depth: Depth::ZERO,
            bound: Bound::Lower,
            pv: false,
        };
        self.w.remember(self.key, self.ply, known, self.permit);
    }

    /// The best estimate of the node's value before its search: the evaluation, or a tighter bound
    /// from the table.
    #[inline]
    pub(crate) fn estimate(&self) -> Option<Score> {
        let eval = self.eval?;
        if let Some(known) = self.known
            && !known.score.is_decisive()
        {
            let tighter = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score > eval,
                Bound::Upper => known.score < eval,
            };
            if tighter {
                return Some(known.score);
            }
        }
        Some(eval)
    }

    fn store(&mut self, start: Score) {
        if !self.w.shared.settings.switches().table || (K::ROOT && self.w.first_root > 0) {
            return;
        }
        let bound = if self.best >= self.beta {
            Bound::Lower
        } else if self.best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = TableHit {
            mv: self.best_move.map_or(0, |m| self.w.domain.pack(m)),
            score: self.best,
            eval: self.raw_eval,
            depth: self.depth,
            bound,
            pv: self.table_pv,
        };
        self.w.remember(self.key, self.ply, known, self.permit);
    }
}
