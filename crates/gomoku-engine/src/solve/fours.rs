//! Wins by fours alone: each four leaves one answer, so the attacker's moves alone branch.

use super::Budget;
use super::moves::{any, blocks, cannot_parry, fours, is_blockable, makes_four};
use super::table::{Table, TableValue};
use game::{NullObserver, Position as _, Side};
use gomoku::{Pattern, Position, Square, Threat};

/// The largest number of fours in one line.
pub(super) const LONGEST: u16 = 240;

/// The stored result of a position with the attacker to move.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct FoursResult {
    /// This many fours do not win; `u16::MAX` when no number does.
    lost: u16,
    /// The four that wins.
    won: Option<Square>,
    nodes: u32,
}

impl TableValue for FoursResult {
    fn worth(&self) -> u32 {
        self.nodes
    }
}

/// The search for a win by fours.
#[derive(Debug)]
pub(super) struct Fours<'a, 'b> {
    known: &'a mut Table<FoursResult>,
    budget: &'a mut Budget<'b>,
    /// Moves to try, of all nodes on the path.
    stack: Vec<(i32, Square)>,
    /// The win that was found, last move first.
    line: Vec<Square>,
    /// Whether a line was cut because of the number of fours.
    cut: bool,
}

impl<'a, 'b> Fours<'a, 'b> {
    pub(super) fn new(known: &'a mut Table<FoursResult>, budget: &'a mut Budget<'b>) -> Self {
        Self { known, budget, stack: Vec::new(), line: Vec::new(), cut: false }
    }

    /// Whether the side to move wins by at most `most` fours, and how; `None` if the budget ran
    /// out. When it does not win, the second value is true if more fours might.
    pub(super) fn win(
        &mut self,
        position: &mut Position,
        most: u16,
    ) -> (Option<Option<Vec<Square>>>, bool) {
        self.line.clear();
        self.stack.clear();
        self.cut = false;
        let wins = self.attack(position, most);
        let line = wins.map(|wins| wins.then(|| self.line.iter().rev().copied().collect()));
        (line, self.cut)
    }

    fn attack(&mut self, position: &mut Position, left: u16) -> Option<bool> {
        if finish(position, &mut self.line) {
            return Some(true);
        }
        let side = position.side_to_move();
        let key = position.key();
        let known = self.known.get(key).unwrap_or_default();
        if known.lost >= left {
            self.cut |= known.lost != u16::MAX;
            return Some(false);
        }
        let bottom = self.stack.len();
        self.push_fours(position, side, known.won);
        if left == 0 {
            self.cut |= self.stack.len() > bottom;
            self.stack.truncate(bottom);
            return Some(false);
        }
        let cut_elsewhere = std::mem::take(&mut self.cut);
        let before = self.budget.spent();
        let mut won = None;
        while self.stack.len() > bottom {
            let Some((_, square)) = self.stack.pop() else { break };
            if !self.budget.take() {
                return None;
            }
            let undo = position.make(square.into(), &mut NullObserver);
            let wins = self.defend(position, left - 1);
            position.unmake(square.into(), undo);
            if wins? {
                won = Some(square);
                self.line.push(square);
                break;
            }
        }
        self.stack.truncate(bottom);
        let lost = match won {
            Some(_) => known.lost,
            None if self.cut => left,
            None => u16::MAX,
        };
        let nodes = u32::try_from(self.budget.spent() - before).unwrap_or(u32::MAX);
        self.known.put(key, FoursResult { lost, won, nodes: nodes.saturating_add(1) });
        self.cut |= cut_elsewhere;
        Some(won.is_some())
    }

    /// Puts the fours that `side` may play on the stack, the most promising last.
    fn push_fours(&mut self, position: &Position, side: Side, best: Option<Square>) {
        let bottom = self.stack.len();
        let stack = &mut self.stack;
        let mut push = |square| {
            let rank =
                if best == Some(square) { i32::MAX } else { promise(position, square, side) };
            stack.push((rank, square));
        };
        match position.count(!side, Threat::Five) {
            0 => fours(position, side, &mut push),
            // The opponent has a four: ours must block it.
            1 => {
                let five = any(position.threats(!side, Threat::Five));
                let fits =
                    |s: &Square| makes_four(position, *s, side) && !position.is_foul(*s, side);
                if let Some(square) = five.filter(fits) {
                    push(square);
                }
            }
            _ => {}
        }
        self.stack[bottom..].sort_unstable_by_key(|&(rank, square)| (rank, square));
    }

    /// Whether the side to move, which faces a four, loses to at most `left` more.
    fn defend(&mut self, position: &mut Position, left: u16) -> Option<bool> {
        let attacker = !position.side_to_move();
        if position.count(!attacker, Threat::Five) > 0 {
            return Some(false);
        }
        let mut answers = arrayvec::ArrayVec::<Square, 8>::new();
        let mut too_many = false;
        blocks(position, &mut |square| too_many |= answers.try_push(square).is_err());
        if too_many {
            self.cut = true;
            return Some(false);
        }
        if answers.is_empty() {
            finish_five(position, &mut self.line);
            return Some(true);
        }
        // The line continues with the longest defence.
        let end = self.line.len();
        let mut longest: Vec<Square> = Vec::new();
        for &square in &answers {
            let undo = position.make(square.into(), &mut NullObserver);
            let wins = self.attack(position, left);
            position.unmake(square.into(), undo);
            if !wins? {
                self.line.truncate(end);
                return Some(false);
            }
            self.line.push(square);
            if answers.len() > 1 {
                let line = self.line.split_off(end);
                if line.len() > longest.len() {
                    longest = line;
                }
            }
        }
        self.line.append(&mut longest);
        Some(true)
    }
}

/// The order score of a four: by the other patterns that it makes.
fn promise(position: &Position, square: Square, side: Side) -> i32 {
    let worth = |pattern: &Pattern| match pattern {
        Pattern::OpenThree => 12,
        Pattern::Three => 6,
        Pattern::OpenTwo => 4,
        Pattern::Two => 2,
        Pattern::OpenOne => 1,
        _ => 0,
    };
    position.patterns(square, side).iter().map(worth).sum()
}

/// Whether the side to move wins at once, by a five or by a four that cannot be parried. The moves
/// come last first.
pub(super) fn finish(position: &mut Position, line: &mut Vec<Square>) -> bool {
    let side = position.side_to_move();
    if let Some(five) = any(position.threats(side, Threat::Five)) {
        line.push(five);
        return true;
    }
    if position.count(side, Threat::OpenFour) == 0
        || position.count(!side, Threat::Five) > 0
        || is_blockable(position, side)
    {
        return false;
    }
    let Some(four) = any(position.threats(side, Threat::OpenFour)) else { return false };
    let undo = position.make(four.into(), &mut NullObserver);
    let won = cannot_parry(position, side);
    if won {
        finish_five(position, line);
    }
    position.unmake(four.into(), undo);
    if won {
        line.push(four);
    }
    won
}

/// A move of a side that has lost: on a point where the other side would make this threat, or anywhere.
pub(super) fn useless_move(position: &Position, against: Threat) -> Option<Square> {
    let attacker = !position.side_to_move();
    let near = position.threats(attacker, against).iter();
    near.chain(position.empty().iter()).find(|&square| position.is_allowed(square))
}

/// The last moves, last first, when the side to move cannot parry a four: it blocks one five if
/// it may, and otherwise plays anywhere; another five is made. No moves if there is no four.
pub(super) fn finish_five(position: &mut Position, line: &mut Vec<Square>) {
    let attacker = !position.side_to_move();
    if position.count(attacker, Threat::Five) == 0 {
        return;
    }
    let Some(block) = useless_move(position, Threat::Five) else { return };
    let undo = position.make(block.into(), &mut NullObserver);
    if let Some(five) = any(position.threats(attacker, Threat::Five)) {
        line.push(five);
        line.push(block);
    }
    position.unmake(block.into(), undo);
}
