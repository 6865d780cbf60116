//! Xiangqi by alpha-beta and the history heuristic.
//!
//! Read `Machine::negamax` beside the chapter on alpha-beta of any textbook.

mod control;
mod outline;
mod values;

use crate::{Choice, GoOn, INFINITE, Preset};
use game::{NullObserver, Position as _, Side};
use std::cmp::Reverse;
use xiangqi::{Move, Position, Square};

/// `classic-3`: the smallest.
pub const CLASSIC_3: Preset = Preset {
    id: "classic-3",
    name: "Classic 3 (alpha-beta, depth 3)",
    name_zh: "经典 3（α-β 搜索，3 层）",
    depth: 3,
    text: "Negamax alpha-beta with the history heuristic, 3 plies deep, without quiescence and without a \
           table. Its evaluation is printed only in outline; it has that of classic-4.",
    text_zh: "负极大值 α-β 搜索，历史启发，固定 3 层，无静态搜索，无置换表。原文只概述其评估，这里用 classic-4 的评估。",
};

/// `classic-4`: place values, mobility, protected and threatened pieces.
pub const CLASSIC_4: Preset = Preset {
    id: "classic-4",
    name: "Classic 4 (alpha-beta, depth 4)",
    name_zh: "经典 4（α-β 搜索，4 层）",
    depth: 4,
    text: "Negamax alpha-beta, 4 plies deep, all legal moves sorted by their history score before the \
           loop; no quiescence, no table. Material K 10000, R 500, H 300, C 300, A 250, E 250, P 80; \
           mobility for each reachable point P 15, H 12, R 6, C 6, A 1, E 1. Chosen here: of the place \
           tables only the pawn's is printed, so the other pieces have none; a protected piece gains a \
           twentieth of its value, a threatened piece loses a tenth, the king neither; a side without \
           a legal move has lost its king; no rule about repetition.",
    text_zh: "负极大值 α-β 搜索，固定 4 层，循环前按历史得分给全部合法着法排序；无静态搜索，无置换表。子力：将 10000，车 500，马 300，炮 300，士 250，象 250，兵 80；机动性每个可达点：兵 15，马 12，车 6，炮 6，士 1，象 1。此处自定：位置表只印出了兵的，其余棋子没有；被保护的子加其价值的二十分之一，受威胁的子减十分之一，将帅不计；无合法着法即失去将帅；没有关于循环的规则。",
};

/// `classic-5`: control of points, and an evaluation that knows whose move it is.
pub const CLASSIC_5: Preset = Preset {
    id: "classic-5",
    name: "Classic 5 (alpha-beta, depth 5)",
    name_zh: "经典 5（α-β 搜索，5 层）",
    depth: 5,
    text: "As classic-4, 5 plies deep (its easy level: 3). Material K 10000, R 500, H 350, C 350, A 250, \
           E 250, P 100, pawn places, mobility as classic-4. A point in reach of both sides belongs to \
           the side with more pieces on it, and with as many to the side with the cheaper ones. Chosen \
           here: a point that a side controls counts 5; an unprotected piece that the side to move \
           attacks loses half of its value, one that the other side attacks an eighth; a protected \
           piece and the king lose nothing.",
    text_zh: "同 classic-4，固定 5 层（其简单等级为 3 层）。子力：将 10000，车 500，马 350，炮 350，士 250，象 250，兵 100；兵的位置和机动性同 classic-4。双方都能到达的点归到达棋子较多的一方，数目相同则归棋子较便宜的一方。此处自定：控制一点计 5；无保护的子，若攻击方正轮到走，减其价值的一半，否则减八分之一；被保护的子和将帅不减。",
};

/// A term of an evaluation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Material,
    Place,
    Mobility,
    Protection,
    Threats,
    Control,
}

impl Term {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Material, "material"),
        (Self::Place, "place"),
        (Self::Mobility, "mobility"),
        (Self::Protection, "protection"),
        (Self::Threats, "threats"),
        (Self::Control, "control"),
    ];
}

/// Tells what each term of an evaluation gives a side.
type Account = fn(&Position, &mut dyn FnMut(Term, Side, i32));

/// A machine that searches a fixed depth.
#[derive(Clone, Debug)]
pub struct Machine {
    account: Account,
    /// How often a move was the best of its node, weighted by the depth below it.
    history: Vec<u32>,
    nodes: u64,
    stopped: bool,
}

impl Machine {
    /// The machine of this preset.
    #[must_use]
    pub fn new(preset: &Preset) -> Self {
        let account: Account =
            if preset.id == CLASSIC_5.id { control::account } else { outline::account };
        Self { account, history: vec![0; Square::COUNT * Square::COUNT], nodes: 0, stopped: false }
    }

    /// What the position is worth to the side to move, without a search.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let (mover, mut sum) = (position.side_to_move(), 0);
        (self.account)(position, &mut |_, side, value| {
            sum += if side == mover { value } else { -value };
        });
        sum
    }

    /// The terms of the evaluation that say something, by name: what each gives Red and Black.
    #[must_use]
    pub fn account(&self, position: &Position) -> Vec<(&'static str, [i32; 2])> {
        let mut terms = Term::ALL.map(|(_, name)| (name, [0; 2]));
        (self.account)(position, &mut |term, side, value| {
            terms[term as usize].1[side.index()] += value;
        });
        terms.into_iter().filter(|(_, sides)| *sides != [0; 2]).collect()
    }

    /// What its place adds to each piece.
    #[must_use]
    pub fn places(&self, position: &Position) -> Vec<(Square, i32)> {
        let placed = |square: &Square| {
            let piece = position.piece_at(*square)?;
            Some((*square, values::place(piece.side(), piece.kind(), *square)))
        };
        Square::ALL.iter().filter_map(placed).collect()
    }

    /// Searches the position so many plies deep. When `go_on` ends the search, the best of the moves
    /// searched so far is chosen.
    pub fn choose(&mut self, position: &Position, depth: u32, go_on: GoOn<'_>) -> Choice<Move> {
        self.history.fill(0);
        (self.nodes, self.stopped) = (0, false);
        let mut position = position.clone();
        let moves = self.sorted(&position);
        let (mut best, mut alpha) = (moves.first().copied(), -INFINITE);
        for m in moves {
            let undo = position.make(m, &mut NullObserver);
            let score = -self.negamax(&mut position, -INFINITE, -alpha, depth.max(1) - 1, go_on);
            position.unmake(m, undo);
            if self.stopped {
                break;
            }
            if score > alpha {
                (best, alpha) = (Some(m), score);
            }
        }
        let score = if alpha == -INFINITE { self.evaluate(&position) } else { alpha };
        Choice { best, score, nodes: self.nodes }
    }

    /// The value of the position for the side to move, searched `depth` plies deep, if it lies
    /// between `alpha` and `beta`; otherwise a bound of it.
    fn negamax(
        &mut self,
        position: &mut Position,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        go_on: GoOn<'_>,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && !go_on(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if !position.has_legal_move() {
            // The sooner the worse.
            return -values::KING - depth.cast_signed();
        }
        if depth == 0 {
            return self.evaluate(position);
        }
        let mut best_move = None;
        for m in self.sorted(position) {
            let undo = position.make(m, &mut NullObserver);
            let score = -self.negamax(position, -beta, -alpha, depth - 1, go_on);
            position.unmake(m, undo);
            if score > alpha {
                (alpha, best_move) = (score, Some(m));
            }
            if alpha >= beta {
                break;
            }
        }
        if let Some(m) = best_move {
            self.history[place(m)] += depth;
        }
        alpha
    }

    /// All legal moves, those with the best history first.
    fn sorted(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.moves();
        moves.sort_by_key(|&m| Reverse(self.history[place(m)]));
        moves
    }
}

/// The place of a move in the history.
fn place(m: Move) -> usize {
    m.from.index() * Square::COUNT + m.to.index()
}
