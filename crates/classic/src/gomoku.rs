//! Gomoku by minimax with alpha-beta, three plies deep, and windows of five points.

use crate::{Choice, GoOn, INFINITE, Preset};
use game::{NullObserver, Position as _, Side};
use gomoku::{Move, Position, Square};

/// `gomoku-3`.
pub const GOMOKU_3: Preset = Preset {
    id: "gomoku-3",
    name: "Gomoku 3 (alpha-beta, depth 3)",
    name_zh: "五子棋 3（α-β 搜索，3 层）",
    depth: 3,
    text: "Minimax with alpha-beta, 3 plies deep, over the empty points next to a stone, without any \
           order. Every window of five points in the four directions counts: five stones 1000000, four \
           and an empty point 100000, three and two 1000, two and three 10. Chosen here: both sides \
           count alike, the opponent's with a minus; a window with stones of both sides counts \
           nothing; the points are tried row by row; the first stone goes to the middle; a position \
           with five in a row is not searched further; points that are forbidden are left out.",
    text_zh: "极小极大搜索加 α-β 剪枝，固定 3 层，只考虑与棋子相邻的空点，不排序。四个方向上每个连续五点的窗口计分：五子 1000000，四子一空 100000，三子两空 1000，两子三空 10。此处自定：双方同样计分，对方为负；含双方棋子的窗口不计分；逐行尝试各点；第一子下在中央；已成五连的局面不再搜索；禁手点不考虑。",
};

/// What a window with so many stones of one side, and none of the other, counts.
const WINDOW: [i32; 6] = [0, 0, 10, 1_000, 100_000, 1_000_000];
/// The four directions: columns and rows of a step.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    nodes: u64,
    stopped: bool,
}

impl Machine {
    /// Searches the position so many plies deep. When `go_on` ends the search, the best of the moves
    /// searched so far is chosen.
    pub fn choose(&mut self, position: &Position, depth: u32, go_on: GoOn<'_>) -> Choice<Move> {
        *self = Self::default();
        let mut position = position.clone();
        let moves = candidates(&position);
        let (mut best, mut alpha) = (moves.first().copied(), -INFINITE);
        for m in moves {
            let undo = position.make(m, &mut NullObserver);
            let score = -self.alpha_beta(&mut position, -INFINITE, -alpha, depth.max(1) - 1, go_on);
            position.unmake(m, undo);
            if self.stopped {
                break;
            }
            if score > alpha {
                (best, alpha) = (Some(m), score);
            }
        }
        let score = if alpha == -INFINITE { evaluate(&position) } else { alpha };
        Choice { best, score, nodes: self.nodes }
    }

    /// The value of the position for the side to move, searched `depth` plies deep, if it lies
    /// between `alpha` and `beta`; otherwise a bound of it.
    fn alpha_beta(
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
        if depth == 0 || position.winner().is_some() {
            return evaluate(position);
        }
        let moves = candidates(position);
        if moves.is_empty() {
            return 0;
        }
        for m in moves {
            let undo = position.make(m, &mut NullObserver);
            let score = -self.alpha_beta(position, -beta, -alpha, depth - 1, go_on);
            position.unmake(m, undo);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// The empty points next to a stone; on an empty board the middle.
fn candidates(position: &Position) -> Vec<Move> {
    let stones = position.stones(Side::First).union(position.stones(Side::Second));
    let near = stones.grown(1).intersection(position.empty());
    let mut moves: Vec<Move> =
        near.iter().filter(|&square| position.is_allowed(square)).map(Move::Put).collect();
    if moves.is_empty() {
        let middle = position.size() / 2;
        moves.extend(
            Square::new(middle, middle).filter(|&at| position.is_allowed(at)).map(Move::Put),
        );
    }
    if moves.is_empty() { position.moves() } else { moves }
}

/// What the position is worth to the side to move.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = 0;
    each_window(position, &mut |side, stones| {
        sum += if side == Side::First { WINDOW[stones] } else { -WINDOW[stones] };
    });
    if position.side_to_move() == Side::First { sum } else { -sum }
}

/// What the windows with so many stones, by name, give each side.
#[must_use]
pub fn account(position: &Position) -> Vec<(&'static str, [i32; 2])> {
    let mut terms = ["none", "one", "two", "three", "four", "five"].map(|name| (name, [0; 2]));
    each_window(position, &mut |side, stones| terms[stones].1[side.index()] += WINDOW[stones]);
    terms.into_iter().filter(|(_, sides)| *sides != [0; 2]).collect()
}

/// Calls `count` with the side and the number of stones of each window that has stones of one side only.
fn each_window(position: &Position, count: &mut impl FnMut(Side, usize)) {
    let size = position.size().cast_signed();
    for column in 0..size {
        for row in 0..size {
            for direction in DIRECTIONS {
                if let Some((side, stones)) = window(position, (column, row), direction) {
                    count(side, stones);
                }
            }
        }
    }
}

/// The side that has all stones of the window of five points from here in this direction, and how many.
fn window(position: &Position, from: (i8, i8), step: (i8, i8)) -> Option<(Side, usize)> {
    let size = position.size().cast_signed();
    let last = (from.0 + 4 * step.0, from.1 + 4 * step.1);
    if last.0 >= size || !(0..size).contains(&last.1) {
        return None;
    }
    let mut stones = [0; 2];
    for n in 0..5 {
        let (column, row) = (from.0 + n * step.0, from.1 + n * step.1);
        let square = Square::new(column.cast_unsigned(), row.cast_unsigned());
        if let Some(side) = square.and_then(|square| position.stone_at(square)) {
            stones[side.index()] += 1;
        }
    }
    match stones {
        [0, 0] => None,
        [mine, 0] => Some((Side::First, mine)),
        [0, theirs] => Some((Side::Second, theirs)),
        _ => None,
    }
}
