use crate::history::{Histories, Row};
use crate::quiet_order::QuietOrder;
use crate::worker::Worker;
use crate::{Domain, Evaluator, MoveOf, Ply, Score, Stage, Trace};

/// A move and how early it should be tried.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) score: i32,
}

/// Returns the legal moves of a node one by one, the most promising first, and generates them only
/// as they are needed.
///
/// The list lies on top of the worker's stack of moves; [`Picker::finish`] removes it.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    phase: PickerPhase,
    mode: PickerMode,
    hash: Option<M>,
    /// Killers and counter move.
    refutations: [Option<M>; 3],
    rows: [Row; 3],
    liked: BonusMoves<M>,
    /// The start of the list, the end of the losing captures put aside, the place of the next move,
    /// and the end of the list.
    start: usize,
    bad_end: usize,
    next: usize,
    end: usize,
    skip_quiets: bool,
    /// Whether the best of the remaining moves already lies at `next`.
    looked_ahead: bool,
}

/// Killers and counter move where they get a bonus among the quiet moves, instead of a place before them.
#[derive(Copy, Clone, Debug)]
pub(crate) struct BonusMoves<M> {
    moves: [Option<M>; 3],
    bonus: i32,
}

impl<M> Default for BonusMoves<M> {
    fn default() -> Self {
        Self { moves: [const { None }; 3], bonus: 0 }
    }
}

/// The purpose of the moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PickerMode {
    /// All moves, staged.
    Main,
    /// All moves in one list: answers to a duty, which are few.
    Duty,
    /// Noisy moves, perhaps with checks.
    Quiescence { extras: bool },
    /// Noisy moves whose exchanges yield this much.
    Gaining(Score),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PickerPhase {
    Hash,
    GenerateNoisy,
    GoodNoisy,
    Refutation(u8),
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

impl<M: Copy + Eq> Picker<M> {
    fn new<D, E, T>(w: &Worker<'_, D, E, T>, mode: PickerMode, hash: Option<M>, ply: Ply) -> Self
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        let start = w.moves.len();
        let on = w.shared.settings.switches();
        Self {
            phase: if hash.is_some() { PickerPhase::Hash } else { PickerPhase::GenerateNoisy },
            mode,
            hash,
            refutations: [None; 3],
            rows: if on.continuation { w.rows(ply) } else { [Histories::<D>::NOWHERE; 3] },
            liked: BonusMoves::default(),
            start,
            bad_end: start,
            next: start,
            end: start,
            skip_quiets: false,
            looked_ahead: false,
        }
    }

    /// All moves of a node; `duty` is for nodes with few moves of which none may be skipped.
    pub(crate) fn all<D, E, T>(
        w: &Worker<'_, D, E, T>,
        hash: Option<M>,
        duty: bool,
        ply: Ply,
    ) -> Self
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        let one_list = duty || (T::ON && !w.trace.basics().capture_order);
        let mode = if one_list { PickerMode::Duty } else { PickerMode::Main };
        let mut picker = Self::new(w, mode, hash, ply);
        let on = w.shared.settings.switches();
        if on.killers {
            let [first, second] = w.frame(ply).killers;
            picker.refutations = [first, second, None];
        }
        if on.counter_moves {
            picker.refutations[2] = w.histories.counter(w.frame_before(ply, 1).row);
        }
        picker.liked.bonus = w.shared.settings.tunables().refutation_bonus;
        if picker.liked.bonus > 0 {
            picker.liked.moves = std::mem::take(&mut picker.refutations);
        }
        picker
    }

    /// The moves that quiescence looks at.
    pub(crate) fn noisy<D, E, T>(
        w: &Worker<'_, D, E, T>,
        hash: Option<M>,
        extras: bool,
        ply: Ply,
    ) -> Self
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        Self::new(w, PickerMode::Quiescence { extras }, hash, ply)
    }

    /// Noisy moves whose exchanges yield at least `threshold`.
    #[inline]
    pub(crate) fn gaining<D, E, T>(
        w: &Worker<'_, D, E, T>,
        hash: Option<M>,
        threshold: Score,
        ply: Ply,
    ) -> Self
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        Self::new(w, PickerMode::Gaining(threshold), hash, ply)
    }

    /// The rows of continuation history that order the moves.
    pub(crate) fn rows(&self) -> [Row; 3] {
        self.rows
    }

    /// Leaves out the quiet moves from now on.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Removes the list from the worker's stack.
    pub(crate) fn finish<D: Domain, E, T: Trace<M>>(&self, w: &mut Worker<'_, D, E, T>)
    where
        D::Position: game::Position<Move = M>,
    {
        w.moves.truncate(self.start);
    }

    /// The next legal move.
    pub(crate) fn next<D, E, T>(&mut self, w: &mut Worker<'_, D, E, T>, info: &D::Info) -> Option<M>
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        loop {
            let m = self.next_generated(w, info)?;
            if w.domain.is_legal(w.position(), info, m) {
                return Some(m);
            }
        }
    }

    fn next_generated<D, E, T>(&mut self, w: &mut Worker<'_, D, E, T>, info: &D::Info) -> Option<M>
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        loop {
            match self.phase {
                PickerPhase::Hash => {
                    self.phase = PickerPhase::GenerateNoisy;
                    return self.hash;
                }
                PickerPhase::GenerateNoisy => self.generate_noisy(w, info),
                PickerPhase::GoodNoisy => match self.good_noisy(w, info) {
                    Some(m) => return Some(m),
                    None => {
                        self.phase = if self.mode == PickerMode::Main {
                            PickerPhase::Refutation(0)
                        } else {
                            PickerPhase::Done
                        };
                    }
                },
                PickerPhase::Refutation(3) => self.phase = PickerPhase::GenerateQuiet,
                PickerPhase::Refutation(n) => {
                    self.phase = PickerPhase::Refutation(n + 1);
                    if let Some(m) = self.refutation(w, info, n as usize) {
                        return Some(m);
                    }
                }
                PickerPhase::GenerateQuiet => {
                    self.phase = PickerPhase::Quiet;
                    if !self.skip_quiets {
                        self.next = self.end;
                        push_quiets(w, info, self.rows, &self.liked);
                        self.end = w.moves.len();
                    }
                }
                PickerPhase::Quiet => {
                    if self.skip_quiets || self.next == self.end {
                        self.phase = PickerPhase::BadNoisy;
                        self.next = self.start;
                        self.end = self.bad_end;
                        continue;
                    }
                    let m = self.select(&mut w.moves).mv;
                    if Some(m) != self.hash && !self.refutations.contains(&Some(m)) {
                        return Some(m);
                    }
                }
                PickerPhase::BadNoisy => {
                    if self.next == self.end {
                        self.phase = PickerPhase::Done;
                        continue;
                    }
                    self.next += 1;
                    return Some(w.moves[self.next - 1].mv);
                }
                PickerPhase::Done => return None,
            }
        }
    }

    fn generate_noisy<D, E, T>(&mut self, w: &mut Worker<'_, D, E, T>, info: &D::Info)
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        self.phase = PickerPhase::GoodNoisy;
        push_noisies(w, info);
        match self.mode {
            PickerMode::Duty => {
                let captures_first = !T::ON || w.trace.basics().capture_order;
                // Captures first, then quiet answers by their history.
                if captures_first {
                    for s in &mut w.moves[self.start..] {
                        s.score += 1 << 20;
                    }
                }
                push_quiets(w, info, self.rows, &self.liked);
                if !captures_first {
                    let domain = w.domain;
                    game::sort_short(&mut w.moves[self.start..], |s| domain.pack(s.mv));
                }
            }
            PickerMode::Quiescence { extras: true } => {
                let (domain, line, moves) = (w.domain, &w.line, &mut w.moves);
                domain.quiescence_extras(line.position(), info, &mut |mv| {
                    moves.push(ScoredMove { mv, score: -(1 << 20) });
                });
            }
            PickerMode::Main
            | PickerMode::Quiescence { extras: false }
            | PickerMode::Gaining(_) => {}
        }
        self.end = w.moves.len();
    }

    fn good_noisy<D, E, T>(&mut self, w: &mut Worker<'_, D, E, T>, info: &D::Info) -> Option<M>
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        while self.next < self.end {
            let picked = self.select(&mut w.moves);
            if Some(picked.mv) == self.hash {
                continue;
            }
            match self.mode {
                PickerMode::Main => {
                    if !w.domain.see_ge(w.line.position(), info, picked.mv, Score::ZERO) {
                        w.moves[self.bad_end] = picked;
                        self.bad_end += 1;
                        continue;
                    }
                }
                PickerMode::Gaining(threshold) => {
                    if !w.domain.see_ge(w.line.position(), info, picked.mv, threshold) {
                        continue;
                    }
                }
                PickerMode::Duty | PickerMode::Quiescence { .. } => {}
            }
            return Some(picked.mv);
        }
        None
    }

    /// The `n`th refutation, if it is a quiet move of this position not tried before.
    fn refutation<D, E, T>(&self, w: &Worker<'_, D, E, T>, info: &D::Info, n: usize) -> Option<M>
    where
        D: Domain,
        E: Evaluator<D>,
        T: Trace<M>,
        D::Position: game::Position<Move = M>,
    {
        let m = self.refutations[n]?;
        let tried = Some(m) == self.hash || self.refutations[..n].contains(&Some(m));
        let position = w.line.position();
        // Noisy moves are in the list above; so is a refutation that became noisy.
        let fits = !self.skip_quiets
            && !tried
            && w.domain.is_generated(position, info, m)
            && !w.domain.is_noisy(position, m);
        fits.then_some(m)
    }

    /// The next quiet move, if it is already known: the table entry of its child can be prefetched
    /// during the search of this one.
    #[inline]
    pub(crate) fn peek(&mut self, moves: &mut [ScoredMove<M>]) -> Option<M> {
        if self.phase != PickerPhase::Quiet || self.skip_quiets || self.next >= self.end {
            return None;
        }
        if !self.looked_ahead {
            bring_forward(&mut moves[self.next..self.end]);
            self.looked_ahead = true;
        }
        Some(moves[self.next].mv)
    }

    /// Moves the best of the remaining moves to the front and takes it.
    #[inline]
    fn select(&mut self, moves: &mut [ScoredMove<M>]) -> ScoredMove<M> {
        if !self.looked_ahead {
            bring_forward(&mut moves[self.next..self.end]);
        }
        self.looked_ahead = false;
        self.next += 1;
        moves[self.next - 1]
    }
}

/// Exchanges the first of some moves with the best of them.
#[inline]
pub(crate) fn bring_forward<M>(rest: &mut [ScoredMove<M>]) {
    let (mut best, mut most) = (0, i32::MIN);
    for (i, s) in rest.iter().enumerate() {
        best = if s.score > most { i } else { best };
        most = most.max(s.score);
    }
    if best > 0 {
        rest.swap(0, best);
    }
}

/// Puts the moves of a stage on top of the worker's stack without scores. Scoring them afterwards
/// in one loop keeps both loops tight.
#[inline]
fn push_unjudged<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>>(
    w: &mut Worker<'_, D, E, T>,
    info: &D::Info,
    stage: Stage,
) -> usize {
    let (domain, line, moves) = (w.domain, &w.line, &mut w.moves);
    let start = moves.len();
    domain
        .generate(line.position(), info, stage, &mut |mv| moves.push(ScoredMove { mv, score: 0 }));
    start
}

pub(crate) fn push_noisies<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>>(
    w: &mut Worker<'_, D, E, T>,
    info: &D::Info,
) {
    let start = push_unjudged(w, info, Stage::Noisy);
    let settings = w.shared.settings;
    let (gain_weight, learnt) =
        (settings.tunables().gain_weight, settings.switches().capture_history);
    let by_gain = !T::ON || w.trace.basics().capture_order;
    let (domain, position, histories) = (w.domain, w.line.position(), &w.histories);
    for s in &mut w.moves[start..] {
        if by_gain {
            s.score = domain.gain(position, s.mv).value() * gain_weight;
        }
        if learnt {
            s.score += histories.capture(domain.slots(position, s.mv));
        }
    }
}

pub(crate) fn push_quiets<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>>(
    w: &mut Worker<'_, D, E, T>,
    info: &D::Info,
    rows: [Row; 3],
    liked: &BonusMoves<MoveOf<D>>,
) {
    let start = push_unjudged(w, info, Stage::Quiet);
    let (position, settings) = (w.line.position(), w.shared.settings);
    let hinted = !T::ON || w.trace.basics().hints;
    let order = QuietOrder::new(w.domain, position, &w.histories, settings, hinted, info, rows);
    for s in &mut w.moves[start..] {
        s.score = order.score(s.mv);
        if liked.bonus > 0 && liked.moves.contains(&Some(s.mv)) {
            s.score += liked.bonus;
        }
    }
}

/// All legal moves in the order of the picker. The laws of the picker check this list.
pub(crate) fn picked_moves<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>>(
    w: &mut Worker<'_, D, E, T>,
    hash: Option<MoveOf<D>>,
    duty: bool,
) -> Vec<MoveOf<D>> {
    let info = w.domain.info(w.position());
    let mut picker = Picker::all(w, hash, duty, Ply::ROOT);
    let mut all = Vec::new();
    while let Some(m) = picker.next(w, &info) {
        all.push(m);
    }
    picker.finish(w);
    all
}
