use crate::history::{Histories, Row};
use crate::picker::ScoredMove;
use crate::root::RootMove;
use crate::table::TableHit;
use crate::time::Timer;
use crate::{
    Clock, Depth, Domain, End, Evaluator, MAX_PLY, MoveOf, Ply, Score, Settings, Signal, Slots,
    Table, Trace,
};
use game::{Line, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Frames before the root, so that every node can look back.
const BEFORE_ROOT: usize = 6;
const SEEN: usize = 1 << 12;
/// Nodes between two polls of the clock and the signal: about a millisecond.
const POLL_NODES: u64 = 1024;

/// Data shared by all threads of one search.
pub(crate) struct SharedSearchState<'a> {
    pub(crate) table: &'a Table,
    pub(crate) settings: &'a Settings,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) signal: &'a dyn Signal,
    pub(crate) stop: AtomicBool,
    /// The nodes of each thread, updated now and then.
    pub(crate) counters: Vec<Counter>,
    pub(crate) node_limit: u64,
}

/// A counter on a cache line of its own.
#[repr(align(64))]
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl SharedSearchState<'_> {
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|c| c.0.load(Relaxed)).sum()
    }

    /// The same, with the thread's own count up to date.
    pub(crate) fn nodes_with(&self, id: usize, own: u64) -> u64 {
        let others = self.counters.iter().enumerate().filter(|(i, _)| *i != id);
        others.map(|(_, c)| c.0.load(Relaxed)).sum::<u64>() + own
    }
}

/// Data that a thread keeps from one search to the next.
#[derive(Debug)]
pub(crate) struct ThreadState<D: Domain, E, T> {
    pub(crate) histories: Histories<D>,
    pub(crate) evaluator: E,
    pub(crate) trace: T,
    frames: Vec<Frame<MoveOf<D>>>,
    moves: Vec<ScoredMove<MoveOf<D>>>,
    seen: Box<[u16]>,
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> ThreadState<D, E, T> {
    pub(crate) fn new(evaluator: E, trace: T) -> Self {
        let nowhere = Histories::<D>::NOWHERE;
        Self {
            histories: Histories::new(),
            evaluator,
            trace,
            frames: (0..MAX_PLY + BEFORE_ROOT + 2).map(|_| Frame::new(nowhere)).collect(),
            moves: Vec::with_capacity(MAX_PLY * 32),
            seen: vec![0; SEEN].into_boxed_slice(),
        }
    }
}

/// Data of a node that the nodes around it read.
#[derive(Clone, Debug)]
pub(crate) struct Frame<M> {
    /// The move being searched; `None` for a null move.
    pub(crate) mv: Option<M>,
    /// Its place in the histories.
    pub(crate) slots: Option<Slots>,
    /// The row of continuation history after it.
    pub(crate) row: Row,
    pub(crate) noisy: bool,
    /// Its number among the moves tried there.
    pub(crate) number: u16,
    /// The plies by which it is searched less deep at first.
    pub(crate) reduction: i32,
    pub(crate) eval: Option<Score>,
    pub(crate) killers: [Option<M>; 2],
    /// The move a singular search leaves out.
    pub(crate) excluded: Option<M>,
    /// How often the node's children refuted their moves.
    pub(crate) cutoffs: u16,
    /// Double extensions on the way here.
    pub(crate) doubles: u16,
    pub(crate) pv: Vec<M>,
}

impl<M> Frame<M> {
    fn new(nowhere: Row) -> Self {
        Self {
            mv: None,
            slots: None,
            row: nowhere,
            noisy: false,
            number: 0,
            reduction: 0,
            eval: None,
            killers: [None, None],
            excluded: None,
            cutoffs: 0,
            doubles: 0,
            pv: Vec::new(),
        }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, D: Domain, E, T> {
    pub(crate) domain: D,
    pub(crate) shared: &'a SharedSearchState<'a>,
    pub(crate) id: usize,
    pub(crate) line: Line<D::Position>,
    pub(crate) histories: Histories<D>,
    pub(crate) evaluator: E,
    pub(crate) trace: T,
    frames: Vec<Frame<MoveOf<D>>>,
    /// The move lists of all nodes of the current path, one after the other.
    pub(crate) moves: Vec<ScoredMove<MoveOf<D>>>,
    /// The number of positions of the path whose keys have these low bits.
    seen: Box<[u16]>,
    pub(crate) nodes: u64,
    next_poll: u64,
    pub(crate) stopped: bool,
    pub(crate) seldepth: u16,
    pub(crate) timer: Option<Timer>,
    /// The root moves, best first; those before `first_root` belong to better lines.
    pub(crate) root_moves: Vec<RootMove<MoveOf<D>>>,
    pub(crate) first_root: usize,
    pub(crate) root_depth: Depth,
    /// Below this ply a null move is being verified and none is tried.
    pub(crate) null_from: Ply,
    /// Whether the current search is the test of a probable cut.
    pub(crate) in_probable_cut: bool,
    /// How often so far a repetition was won or lost for good.
    decided_repetitions: u64,
}

/// What the rules say of a node before it is searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The game ends here.
    Over(Score),
    /// The position is repeated, and one side can get no more than a draw.
    Within(ScoreRange),
}

/// The scores that a node can have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScoreRange {
    pub(crate) least: Score,
    pub(crate) greatest: Score,
}

impl ScoreRange {
    pub(crate) const ALL: Self = Self { least: Score::new(-32_400), greatest: Score::INFINITE };
    /// One less than a draw, so that the draw itself lies inside of a window.
    const DRAW_OR_BETTER: Self = Self { least: Score::new(-1), ..Self::ALL };
    const DRAW_OR_WORSE: Self = Self { greatest: Score::new(1), ..Self::ALL };

    /// The score of a node that needs no search, because its whole range lies outside of the window.
    pub(crate) fn outside(self, alpha: Score, beta: Score) -> Option<Score> {
        if self.least >= beta {
            Some(self.least)
        } else if self.greatest <= alpha {
            Some(self.greatest)
        } else {
            None
        }
    }
}

/// Whether the score of a node may go into the table, which knows positions without their past.
#[derive(Copy, Clone, Debug)]
pub(crate) struct StorePermit {
    /// The rules say more of the node than its position tells.
    is_repeated: bool,
    /// [`Worker::decided_repetitions`] when the node began.
    decided_repetitions: u64,
}

impl<'a, D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Worker<'a, D, E, T> {
    pub(crate) fn new(
        domain: D,
        shared: &'a SharedSearchState<'a>,
        id: usize,
        state: ThreadState<D, E, T>,
        line: Line<D::Position>,
        root_moves: Vec<RootMove<MoveOf<D>>>,
        timer: Option<Timer>,
    ) -> Self {
        let ThreadState { histories, mut evaluator, trace, mut frames, mut moves, mut seen } =
            state;
        evaluator.reset(domain, line.position());
        moves.clear();
        for frame in &mut frames {
            let pv = std::mem::take(&mut frame.pv);
            *frame = Frame { pv, ..Frame::new(Histories::<D>::NOWHERE) };
        }
        seen.fill(0);
        for ply in line.plies() {
            seen[ply.key.0 as usize % SEEN] += 1;
        }
        Self {
            domain,
            shared,
            id,
            line,
            histories,
            evaluator,
            trace,
            frames,
            moves,
            seen,
            nodes: 0,
            next_poll: POLL_NODES.min(shared.node_limit),
            stopped: false,
            seldepth: 0,
            timer,
            root_moves,
            first_root: 0,
            root_depth: Depth::ZERO,
            null_from: Ply::ROOT,
            in_probable_cut: false,
            decided_repetitions: 0,
        }
    }

    /// The data to keep for the next search.
    pub(crate) fn into_state(self) -> ThreadState<D, E, T> {
        let Self { histories, evaluator, trace, frames, moves, seen, .. } = self;
        ThreadState { histories, evaluator, trace, frames, moves, seen }
    }

    #[inline]
    pub(crate) fn position(&self) -> &D::Position {
        self.line.position()
    }

    #[inline]
    pub(crate) fn frame(&self, ply: Ply) -> &Frame<MoveOf<D>> {
        &self.frames[ply.index() + BEFORE_ROOT]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: Ply) -> &mut Frame<MoveOf<D>> {
        &mut self.frames[ply.index() + BEFORE_ROOT]
    }

    /// The frame `back` plies (at most six) before `ply`, which may lie before the root.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, back: usize) -> &Frame<MoveOf<D>> {
        &self.frames[ply.index() + BEFORE_ROOT - back]
    }

    /// The rows of continuation history for a node at `ply`: after the moves one, two and
    /// four plies before it.
    #[inline]
    pub(crate) fn rows(&self, ply: Ply) -> [Row; 3] {
        let at = ply.index() + BEFORE_ROOT;
        let before = &self.frames[at - 4..at];
        [before[3].row, before[2].row, before[0].row]
    }

    /// The pair of moves before `ply`, by which the evaluation's error is remembered.
    #[inline]
    pub(crate) fn pair(&self, ply: Ply) -> Option<[Row; 2]> {
        let pair = [2, 1].map(|back| self.frame_before(ply, back).row);
        (!pair.contains(&Histories::<D>::NOWHERE)).then_some(pair)
    }

    /// Makes a legal move; `slots` is given where the histories should record it.
    ///
    /// What it notes is known where it is called: passed on through memory, it would be waited for.
    #[inline(always)]
    pub(crate) fn make(&mut self, m: MoveOf<D>, slots: Option<Slots>, noisy: bool, ply: Ply) {
        let frame = self.frame_mut(ply);
        frame.mv = Some(m);
        frame.slots = slots;
        frame.row = slots.map_or(Histories::<D>::NOWHERE, Row::of);
        frame.noisy = noisy;
        frame.number = 0;
        frame.reduction = 0;
        self.advance(m);
    }

    #[inline]
    fn advance(&mut self, m: MoveOf<D>) {
        self.note_key();
        self.evaluator.push();
        self.line.push_observed(m, &mut self.evaluator);
        self.count_node();
    }

    /// Prefetches the table entry of the position after a move. Returns whether that was possible.
    #[inline]
    pub(crate) fn prefetch_after(&self, m: MoveOf<D>) -> bool {
        let key = self.domain.key_after(self.line.position(), m);
        if let Some(key) = key {
            self.shared.table.prefetch(key);
        }
        key.is_some()
    }

    /// Prefetches the table entry of the position.
    #[inline]
    pub(crate) fn prefetch(&self) {
        self.shared.table.prefetch(self.domain.table_key(self.line.position(), self.line.key()));
    }

    /// Takes back the last move or null move.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.line.pop();
        self.evaluator.pop();
        self.seen[self.line.key().0 as usize % SEEN] -= 1;
    }

    /// Makes a null move. Returns `false` and changes nothing where the rules forbid it.
    pub(crate) fn make_null(&mut self, ply: Ply) -> bool {
        self.note_key();
        if !self.line.push_pass() {
            self.seen[self.line.key().0 as usize % SEEN] -= 1;
            return false;
        }
        self.evaluator.push();
        let frame = self.frame_mut(ply);
        frame.mv = None;
        frame.slots = None;
        frame.row = Histories::<D>::NOWHERE;
        frame.noisy = false;
        frame.number = 0;
        frame.reduction = 0;
        self.prefetch();
        self.count_node();
        true
    }

    #[inline]
    fn note_key(&mut self) {
        self.seen[self.line.key().0 as usize % SEEN] += 1;
    }

    /// What the rules say of this node, if they end the game here or the position is repeated.
    #[inline]
    pub(crate) fn verdict(&mut self, info: &D::Info, ply: Ply) -> Option<Verdict> {
        let position = self.line.position();
        if let Some(end) = self.domain.immediate(position) {
            return Some(Verdict::Over(end.score(ply)));
        }
        if let Some(end) = self.domain.counted_out(&self.line, info) {
            return Some(Verdict::Over(end.score(ply)));
        }
        if self.seen[self.line.key().0 as usize % SEEN] > 0 {
            return self.judge_repetition(ply);
        }
        None
    }

    /// A win or loss by a repetition is certain only where the rules end the game. Before, the loser can
    /// still deviate: the node is searched, for a draw at most.
    fn judge_repetition(&mut self, ply: Ply) -> Option<Verdict> {
        let repetition = self.domain.repeated(&self.line)?;
        Some(match (repetition.end, repetition.is_final) {
            (End::Draw, _) => Verdict::Over(Score::ZERO),
            (end, true) => {
                self.decided_repetitions += 1;
                Verdict::Over(end.score(ply))
            }
            (End::Win, false) => Verdict::Within(ScoreRange::DRAW_OR_BETTER),
            (End::Loss, false) => Verdict::Within(ScoreRange::DRAW_OR_WORSE),
        })
    }

    /// The permit of a node that begins now, whose scores lie in `range`.
    #[inline]
    pub(crate) fn store_permit(&self, range: ScoreRange) -> StorePermit {
        StorePermit {
            is_repeated: range != ScoreRange::ALL,
            decided_repetitions: self.decided_repetitions,
        }
    }

    /// Whether the score holds for the position without its past. A win or loss does not if some
    /// repetition was decided below.
    #[inline]
    fn may_store(&self, permit: StorePermit, score: Score) -> bool {
        !permit.is_repeated
            && (!score.is_decisive() || permit.decided_repetitions == self.decided_repetitions)
    }

    /// The table's entry for a position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64, ply: Ply) -> Option<TableHit> {
        let known = self.shared.table.probe(key, ply);
        if known.is_some() && self.shared.settings.tunables().table_refresh > 0 {
            self.shared.table.refresh(key);
        }
        known
    }

    /// Puts the result for a position into the table, if it holds without the moves before.
    #[inline]
    pub(crate) fn remember(&self, key: u64, ply: Ply, known: TableHit, permit: StorePermit) {
        if !self.may_store(permit, known.score) {
            return;
        }
        let takes_move = self.shared.settings.tunables().table_move > 0;
        self.shared.table.store(key, ply, known, takes_move);
    }

    /// The path to the next ply has as many double extensions as that to this one: for moves that are tried outside
    /// of the loop over all moves, which counts its own.
    #[inline]
    pub(crate) fn pass_doubles(&mut self, ply: Ply) {
        if self.shared.settings.tunables().doubles_passed > 0 {
            self.frame_mut(ply).doubles = self.frame_before(ply, 1).doubles;
        }
    }

    /// The evaluator's score, clamped to its range.
    #[inline]
    pub(crate) fn evaluate(&mut self, info: &D::Info) -> Score {
        self.evaluator.evaluate(self.domain, self.line.position(), info).as_evaluation()
    }

    /// An evaluation, corrected by the error learnt in similar positions.
    #[inline]
    pub(crate) fn corrected(&self, raw: Score, ply: Ply) -> Score {
        if !D::CORRECTS || !self.shared.settings.switches().correction {
            return raw;
        }
        let position = self.line.position();
        let keys = self.domain.correction_keys(position);
        let sum = self.histories.correction(position.side_to_move(), keys, self.pair(ply));
        let weight = self.shared.settings.tunables().correction_weight;
        (raw + sum * weight / 32_768).as_evaluation()
    }

    /// The principal variation of `ply` is `m` and then that of the next ply.
    pub(crate) fn extend_pv(&mut self, m: MoveOf<D>, ply: Ply) {
        let at = ply.index() + BEFORE_ROOT;
        let (here, below) = self.frames.split_at_mut(at + 1);
        let pv = &mut here[at].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0].pv);
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Checks whether the search must end.
    #[cold]
    pub(crate) fn poll(&mut self) {
        let shared = self.shared;
        shared.counters[self.id].0.store(self.nodes, Relaxed);
        self.next_poll = self.nodes + POLL_NODES;
        if shared.counters.len() == 1 {
            self.next_poll = self.next_poll.min(shared.node_limit.max(self.nodes + 1));
        }
        if shared.stop.load(Relaxed) {
            self.stopped = true;
            return;
        }
        if self.id != 0 {
            return;
        }
        let over = shared.signal.stopped()
            || shared.nodes() >= shared.node_limit
            || self.timer.as_mut().is_some_and(|t| t.is_over(shared.clock, shared.signal));
        if over {
            shared.stop.store(true, Relaxed);
            self.stopped = true;
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.shared.clock.elapsed()
    }
}
