use crate::node::NonPv;
use crate::picker::{BonusMoves, ScoredMove, bring_forward, push_noisies, push_quiets};
use crate::quiet_order::QuietOrder;
use crate::table::TableHit;
use crate::worker::{StorePermit, Worker};
use crate::{Bound, Depth, Domain, Duty, End, Evaluator, MoveOf, Ply, Reason, Score, Trace};
use arrayvec::ArrayVec;

/// Order scores that put the hash move first, and killers before other quiet moves.
const HASH: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

/// A node one ply above quiescence.
pub(crate) struct Frontier<'i, D: Domain> {
    pub(crate) info: &'i D::Info,
    pub(crate) duty: Duty,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) ply: Ply,
    pub(crate) key: u64,
    pub(crate) permit: StorePermit,
}

/// The best move found at such a node.
struct BestReply<M> {
    score: Score,
    mv: Option<M>,
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'_, D, E, T> {
    /// The value of a node one ply above quiescence, off the principal variation. Its moves are
    /// played out one after the other; nothing is pruned, reduced or evaluated first. Most inner
    /// nodes are of this kind. Where quiescence is cheap, the techniques of deeper nodes cost more
    /// than they save ([`Domain::PLAIN_FRONTIER`]).
    pub(crate) fn frontier(&mut self, mut node: Frontier<'_, D>) -> Score {
        let ply = node.ply;
        self.frame_mut(ply).eval = None;
        let on = self.shared.settings.switches();
        let known = if on.table { self.look_up(node.key, ply) } else { None };
        if let Some(score) = known.and_then(|known| self.settles(&node, known)) {
            self.trace.reason(Reason::Table);
            return score;
        }
        let mut best = BestReply { score: -Score::INFINITE, mv: None };
        if let Some(end) = self.domain.probe(self.position(), node.info) {
            let score = end.known(ply);
            match end {
                // A win is only a lower bound: the search goes on until it finds the win itself.
                End::Win if score < node.beta => {
                    best.score = score;
                    node.alpha = node.alpha.max(score);
                }
                End::Loss if score > node.alpha => {}
                End::Win | End::Draw | End::Loss => {
                    self.trace.reason(Reason::Database);
                    return score;
                }
            }
        }
        let start = self.moves.len();
        let legal = self.play_frontier(&mut node, known, &mut best);
        self.moves.truncate(start);
        if self.stopped {
            return Score::ZERO;
        }
        if !legal {
            self.trace.reason(Reason::Over);
            return self.domain.stuck(self.position()).score(ply);
        }
        if on.table {
            let bound = if best.score >= node.beta { Bound::Lower } else { Bound::Upper };
            let known = TableHit {
                mv: best.mv.map_or(0, |m| self.domain.pack(m)),
                score: best.score,
                eval: None,
                depth: Depth(1),
                bound,
                pv: known.is_some_and(|known| known.pv),
            };
            self.remember(node.key, ply, known, node.permit);
        }
        best.score
    }

    /// The score of the table entry, if its depth and bound suffice.
    fn settles(&self, node: &Frontier<'_, D>, known: TableHit) -> Option<Score> {
        let fits = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= node.beta,
            Bound::Upper => known.score < node.beta,
        };
        let holds = fits && known.depth >= Depth(1) && self.domain.table_ok(self.position());
        holds.then_some(known.score)
    }

    /// The moves that are tried before all others are generated: a quiet hash move, then the killers by history. Where
    /// one of them refutes, no more are needed. None where a capture or a crowning comes first, or where two killers are equal.
    fn first_moves(
        &mut self,
        node: &Frontier<'_, D>,
        known: Option<TableHit>,
    ) -> ArrayVec<MoveOf<D>, 3> {
        let mut first = ArrayVec::new();
        let start = self.moves.len();
        push_noisies(self, node.info);
        if self.moves.len() > start || node.duty != Duty::Free {
            self.moves.truncate(start);
            return first;
        }
        let (domain, position) = (self.domain, self.line.position());
        first.extend(known.and_then(|known| domain.unpack(position, node.info, known.mv)));
        if !self.shared.settings.switches().killers {
            return first;
        }
        let fits = |m: MoveOf<D>| {
            domain.is_generated(position, node.info, m) && !domain.is_noisy(position, m)
        };
        let [one, two] = self
            .frame(node.ply)
            .killers
            .map(|killer| killer.filter(|&m| !first.contains(&m) && fits(m)));
        if let (Some(one), Some(two)) = (one, two) {
            let order = self.quiet_order(node);
            let (score, other) = (order.score(one), order.score(two));
            if score > other {
                first.extend([one, two]);
            } else if score < other {
                first.extend([two, one]);
            }
        } else {
            first.extend(one.or(two));
        }
        first
    }

    #[inline(always)]
    fn quiet_order(&self, node: &Frontier<'_, D>) -> QuietOrder<'_, D> {
        let (position, settings) = (self.line.position(), self.shared.settings);
        let hinted = !T::ON || self.trace.basics().hints;
        let rows = self.rows(node.ply);
        QuietOrder::new(self.domain, position, &self.histories, settings, hinted, node.info, rows)
    }

    /// Puts all moves on the stack: the hash move, captures, killers, the others by history.
    fn order_frontier(&mut self, node: &Frontier<'_, D>, known: Option<TableHit>) {
        let start = self.moves.len();
        push_noisies(self, node.info);
        for s in &mut self.moves[start..] {
            s.score += NOISY;
        }
        push_quiets(self, node.info, self.rows(node.ply), &BonusMoves::default());
        let use_killers = self.shared.settings.switches().killers;
        let killers = if use_killers { self.frame(node.ply).killers } else { [None; 2] };
        let position = self.line.position();
        let hash = known.and_then(|known| self.domain.unpack(position, node.info, known.mv));
        for s in &mut self.moves[start..] {
            if killers.contains(&Some(s.mv)) {
                s.score += KILLER;
            }
            if hash == Some(s.mv) {
                s.score = HASH;
            }
        }
    }

    /// Plays the moves out. Returns whether there was one.
    fn play_frontier(
        &mut self,
        node: &mut Frontier<'_, D>,
        known: Option<TableHit>,
        best: &mut BestReply<MoveOf<D>>,
    ) -> bool {
        let start = self.moves.len();
        let first = self.first_moves(node, known);
        for &mv in &first {
            self.moves.push(ScoredMove { mv, score: 0 });
            let tried = start..self.moves.len();
            if self.play_reply(node, mv, Depth::ZERO, tried, best) {
                return true;
            }
        }
        self.moves.truncate(start);
        self.order_frontier(node, known);
        let end = self.moves.len();
        // Nothing was learnt from those moves, so that they come first here, too.
        for next in start..start + first.len() {
            bring_forward(&mut self.moves[next..end]);
        }
        debug_assert!(first.iter().eq(self.moves[start..].iter().take(first.len()).map(|s| &s.mv)));
        let on = self.shared.settings.switches();
        let extends = node.duty.binds()
            && on.single_reply
            && end - start == 1
            && node.ply.0 < 2 * self.root_depth.0 as u16;
        let depth = Depth(i32::from(extends));
        let mut legal = !first.is_empty();
        for next in start + first.len()..end {
            bring_forward(&mut self.moves[next..end]);
            let m = self.moves[next].mv;
            if !self.domain.is_legal(self.position(), node.info, m) {
                continue;
            }
            legal = true;
            if self.play_reply(node, m, depth, start..next + 1, best) {
                break;
            }
        }
        legal
    }

    /// Plays a move out, the last one of those that were tried. Returns whether the node ends.
    #[inline(always)]
    fn play_reply(
        &mut self,
        node: &mut Frontier<'_, D>,
        m: MoveOf<D>,
        depth: Depth,
        tried: std::ops::Range<usize>,
        best: &mut BestReply<MoveOf<D>>,
    ) -> bool {
        let ply = node.ply;
        let slots = self.domain.slots(self.position(), m);
        let noisy = self.domain.is_noisy(self.position(), m);
        self.trace.tries(m);
        self.make(m, Some(slots), noisy, ply);
        let score = -self.search::<NonPv>(-node.beta, -node.alpha, depth, ply + 1, false);
        self.unmake();
        if self.stopped {
            return true;
        }
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score > node.alpha {
            best.mv = Some(m);
            node.alpha = score;
            self.trace.raises(score);
        }
        if score < node.beta {
            return false;
        }
        self.trace.reason(Reason::CutOff);
        self.frame_mut(ply).cutoffs += 1;
        if !noisy {
            self.praise_frontier(ply, tried);
        }
        true
    }

    /// Raises the history of the quiet move that refuted, and lowers that of the moves before it.
    fn praise_frontier(&mut self, ply: Ply, tried: std::ops::Range<usize>) {
        let t = self.shared.settings.tunables();
        let (bonus, malus) = (t.history_bonus, t.history_malus);
        let last = tried.end - 1;
        for i in tried {
            let m = self.moves[i].mv;
            if i == last {
                self.note_refutation(m, ply);
                self.push_quiet(m, ply, bonus);
            } else if !self.domain.is_noisy(self.position(), m) {
                self.push_quiet(m, ply, -malus);
            }
        }
    }
}
