use crate::node::Kind;
use crate::picker::{Picker, ScoredMove};
use crate::table::TableHit;
use crate::worker::{ScoreRange, StorePermit, Verdict, Worker};
use crate::{
    Bound, Depth, Domain, Duty, Entry, Evaluator, MAX_PLY, MoveOf, Ply, Purpose, Reason, Score,
    Stage, Trace,
};

/// A node of quiescence.
struct QuiescenceNode<'i, D: Domain> {
    info: &'i D::Info,
    /// Whether all moves are searched: under a duty, or when a piece hangs.
    every_move: bool,
    /// Whether the evaluation stands although a threat must be answered.
    pressed: bool,
    alpha: Score,
    beta: Score,
    ply: Ply,
    /// Plies since quiescence began.
    since: u16,
    key: u64,
    permit: StorePermit,
    known: Option<TableHit>,
    raw_eval: Option<Score>,
    /// The highest score that a move without gain can reach.
    reach: Option<Score>,
    best: Score,
    best_move: Option<MoveOf<D>>,
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'_, D, E, T> {
    /// The value of the position once captures (and answers to threats) are played out;
    /// `since` counts the plies since quiescence began.
    pub(crate) fn quiescence<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: Ply,
        since: u16,
    ) -> Score {
        if T::ON {
            let mv = self.frame_before(ply, 1).mv.filter(|_| ply > Ply::ROOT);
            let (depth, purpose, quiescence) = (Depth::ZERO, Purpose::Value, Some(since));
            self.trace.enter(Entry { mv, purpose, ply, depth, quiescence, alpha, beta });
        }
        let score = self.quiescence_node::<K>(alpha, beta, ply, since);
        self.trace.leave(score, || 0);
        score
    }

    #[inline(always)]
    fn quiescence_node<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: Ply,
        since: u16,
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
        let mut range = ScoreRange::ALL;
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
        let (alpha, beta) = (alpha.max(range.least), beta.min(range.greatest));
        let permit = self.store_permit(range);
        let score = self.quiescence_moves::<K>(&info, permit, alpha, beta, ply, since);
        score.clamp(range.least, range.greatest)
    }

    /// The value of a position that the rules leave open.
    #[inline(always)]
    fn quiescence_moves<K: Kind>(
        &mut self,
        info: &D::Info,
        permit: StorePermit,
        alpha: Score,
        beta: Score,
        ply: Ply,
        since: u16,
    ) -> Score {
        let duty = self.domain.duty(self.position(), info);
        if duty == Duty::WinsNow {
            self.trace.reason(Reason::Foreseen);
            return Score::mate_in(ply + 1);
        }
        if let Some(seen) = self.domain.foreseen(self.position(), info) {
            self.trace.reason(Reason::Foreseen);
            return seen.score(ply);
        }
        let on = self.shared.settings.switches();
        if ply.index() >= MAX_PLY - 1 || !on.quiescence {
            self.trace.reason(Reason::Evaluated);
            return self.evaluate(info);
        }
        if let Some(end) = self.domain.probe(self.position(), info) {
            self.trace.reason(Reason::Database);
            return end.known(ply);
        }
        if D::PLAIN_CAPTURES && duty == Duty::Capture {
            return self.forced_captures::<K>(info, alpha, beta, ply, since);
        }
        let t = self.shared.settings.tunables();
        let stands =
            duty == Duty::Pressed && t.quiet_threats > 0 && i32::from(since) >= t.threat_plies;
        // Beyond these plies the side to move may stand pat, whatever hangs.
        let settled = (duty == Duty::Free || stands)
            && (i32::from(since) >= t.unsettled_plies
                || self.domain.is_settled(self.position(), info));
        let mut node = QuiescenceNode {
            info,
            every_move: !settled,
            pressed: stands,
            alpha,
            beta,
            ply,
            since,
            key: self.domain.table_key(self.position(), self.line.key()),
            permit,
            known: None,
            raw_eval: None,
            reach: None,
            best: -Score::INFINITE,
            best_move: None,
        };
        if let Some(score) = self.quiet_probe::<K>(&mut node) {
            self.trace.reason(Reason::Table);
            return score;
        }
        if settled {
            if let Some(score) = self.stand_pat(&mut node) {
                self.trace.reason(Reason::StandPat);
                return score;
            }
            if !self.domain.has_noisy(self.position(), node.info, since) {
                self.quiet_store(&node, Bound::Upper);
                self.trace.reason(Reason::Evaluated);
                return node.best;
            }
        }
        self.quiet_moves::<K>(&mut node)
    }

    /// Plays out captures that the rules force, in the order of their generation: table probes and
    /// ordering would cost more than they save.
    fn forced_captures<K: Kind>(
        &mut self,
        info: &D::Info,
        mut alpha: Score,
        beta: Score,
        ply: Ply,
        since: u16,
    ) -> Score {
        let start = self.moves.len();
        let (domain, line, moves) = (self.domain, &self.line, &mut self.moves);
        domain.generate(line.position(), info, Stage::Noisy, &mut |mv| {
            moves.push(ScoredMove { mv, score: 0 });
        });
        let mut best = -Score::INFINITE;
        for i in start..self.moves.len() {
            let m = self.moves[i].mv;
            self.trace.tries(m);
            self.make(m, None, true, ply);
            let score = -self.quiescence::<K>(-beta, -alpha, ply + 1, since + 1);
            self.unmake();
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                if K::PV {
                    self.extend_pv(m, ply);
                }
                if score >= beta {
                    self.trace.reason(Reason::CutOff);
                    break;
                }
                alpha = score;
                self.trace.raises(score);
            }
        }
        self.moves.truncate(start);
        best
    }

    #[inline]
    fn quiet_probe<K: Kind>(&mut self, node: &mut QuiescenceNode<'_, D>) -> Option<Score> {
        if node.since >= D::QUIESCENCE_TABLE_PLIES || !self.shared.settings.switches().table {
            return None;
        }
        let known = self.look_up(node.key, node.ply)?;
        node.known = Some(known);
        let fits = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= node.beta,
            Bound::Upper => known.score < node.beta,
        };
        (!K::PV && fits && self.domain.table_ok(self.position())).then_some(known.score)
    }

    /// Without a duty, standing pat is an option.
    fn stand_pat(&mut self, node: &mut QuiescenceNode<'_, D>) -> Option<Score> {
        let raw = match node.known.and_then(|k| k.eval) {
            Some(eval) => eval,
            None => self.evaluate(node.info),
        };
        node.raw_eval = Some(raw);
        let mut eval = self.corrected(raw, node.ply);
        if node.pressed {
            // The threat has to be answered, and the evaluation was fitted where there is none.
            eval = (eval - self.shared.settings.tunables().quiet_threats).as_evaluation();
        }
        node.best = eval;
        if let Some(known) = node.known
            && !known.score.is_decisive()
        {
            let tighter = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score > eval,
                Bound::Upper => known.score < eval,
            };
            if tighter {
                node.best = known.score;
            }
        }
        if node.best >= node.beta {
            if node.known.is_none() {
                self.quiet_store(node, Bound::Lower);
            }
            return Some(node.best);
        }
        node.alpha = node.alpha.max(node.best);
        let margin = self.shared.settings.tunables().delta_margin;
        node.reach = Some(eval + margin);
        None
    }

    fn quiet_moves<K: Kind>(&mut self, node: &mut QuiescenceNode<'_, D>) -> Score {
        let on = self.shared.settings.switches();
        let hash = node.known.and_then(|k| self.domain.unpack(self.position(), node.info, k.mv));
        let hash = hash.filter(|&m| node.every_move || self.domain.is_noisy(self.position(), m));
        let mut picker = if node.every_move {
            Picker::all(self, hash, true, node.ply)
        } else {
            Picker::noisy(self, hash, node.since == 0 && on.quiescence_checks, node.ply)
        };
        let mut count = 0;
        let mut quiet_answers = 0;
        while let Some(m) = picker.next(self, node.info) {
            count += 1;
            let noisy = self.domain.is_noisy(self.position(), m);
            if on.quiescence_pruning && self.skips(node, m, noisy, count, quiet_answers) {
                self.trace.skips(m);
                continue;
            }
            quiet_answers += u32::from(!noisy && node.every_move);
            let slots = self.domain.slots(self.position(), m);
            let looks_up = node.since + 1 < D::QUIESCENCE_TABLE_PLIES;
            let ahead = looks_up && self.prefetch_after(m);
            self.trace.tries(m);
            self.make(m, Some(slots), noisy, node.ply);
            if looks_up && !ahead {
                self.prefetch();
            }
            let score =
                -self.quiescence::<K>(-node.beta, -node.alpha, node.ply + 1, node.since + 1);
            self.unmake();
            if self.stopped {
                picker.finish(self);
                return Score::ZERO;
            }
            if score > node.best {
                node.best = score;
                if score > node.alpha {
                    node.best_move = Some(m);
                    if K::PV {
                        self.extend_pv(m, node.ply);
                    }
                    if score >= node.beta {
                        self.trace.reason(Reason::CutOff);
                        break;
                    }
                    node.alpha = score;
                    self.trace.raises(score);
                }
            }
        }
        picker.finish(self);
        if count == 0 && node.every_move {
            self.trace.reason(Reason::Over);
            return self.domain.stuck(self.position()).score(node.ply);
        }
        let bound = if node.best >= node.beta { Bound::Lower } else { Bound::Upper };
        self.quiet_store(node, bound);
        node.best
    }

    /// Whether a move is not worth following.
    fn skips(
        &mut self,
        node: &mut QuiescenceNode<'_, D>,
        m: MoveOf<D>,
        noisy: bool,
        count: i32,
        quiet_answers: u32,
    ) -> bool {
        if node.best.is_loss() || node.best == -Score::INFINITE {
            return false;
        }
        if node.every_move && !noisy {
            // One quiet answer to the threat did not lose: the others are not searched here.
            return quiet_answers >= D::QUIET_ANSWERS;
        }
        let t = self.shared.settings.tunables();
        let position = self.line.position();
        if let Some(reach) = node.reach {
            let forcing = self.domain.is_forcing(position, node.info, m);
            if !forcing && noisy {
                if count > t.quiescence_noisy_limit
                    && self.frame_before(node.ply, 1).mv.is_some()
                    && !self.recaptures(node, m)
                {
                    return true;
                }
                let value = reach + self.domain.gain(position, m).value();
                if value <= node.alpha {
                    node.best = node.best.max(value.as_evaluation());
                    return true;
                }
            }
        }
        !self.domain.see_ge(position, node.info, m, Score::new(t.quiescence_see))
    }

    /// Whether the move recaptures the piece that has just captured or moved.
    #[inline]
    fn recaptures(&self, node: &QuiescenceNode<'_, D>, m: MoveOf<D>) -> bool {
        let Some(before) = self.frame_before(node.ply, 1).slots else { return false };
        let here = self.domain.slots(self.position(), m);
        self.domain.same_square(before, here)
    }

    fn quiet_store(&mut self, node: &QuiescenceNode<'_, D>, bound: Bound) {
        if node.since >= D::QUIESCENCE_TABLE_PLIES || !self.shared.settings.switches().table {
            return;
        }
        let known = TableHit {
            mv: node.best_move.map_or(0, |m| self.domain.pack(m)),
            score: node.best,
            eval: node.raw_eval,
            depth: Depth::ZERO,
            bound,
            pv: node.known.is_some_and(|k| k.pv),
        };
        self.remember(node.key, node.ply, known, node.permit);
    }
}
