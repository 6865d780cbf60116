//! Wins by fours and threes: a proof-number search (depth first, as Nagai's df-pn).
//!
//! The attacker makes a four, or an open three that threatens a straight four; the defender has
//! only the moves that parry it, and its own fours. Every position with the attacker to move is
//! first tried for a win by fours alone.

use super::Budget;
use super::fours::{Fours, FoursResult, LONGEST, finish, finish_five, useless_move};
use super::moves::{Defence, any, builders, defence, defence_against, fours, is_blockable, threes};
use super::table::{Table, TableValue};
use game::{Key, NullObserver, Position as _, Side};
use gomoku::{Position, Square, Threat};

/// A number that stands for "proven impossible".
const NEVER: u32 = 1 << 30;
/// The largest number of plies in a line.
const DEEPEST: u16 = 200;
/// The budget for a win by fours when a position is first seen.
const FOURS_NODES: u64 = 100;
/// The budget for the line of a win that was proven.
const LINE_NODES: u64 = 20_000;
/// The penalty of a four with one answer against a three with one answer.
const FOUR: u32 = 2;

/// The stored result of a position: its proof and disproof numbers.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Numbers {
    proof: u32,
    refutation: u32,
    nodes: u32,
    /// When proven: the number of plies to the end in this proof.
    plies: u16,
}

impl TableValue for Numbers {
    fn worth(&self) -> u32 {
        self.nodes
    }
}

impl Numbers {
    const fn won(plies: u16) -> Self {
        Self { proof: 0, refutation: NEVER, nodes: 1, plies }
    }

    const LOST: Self = Self { proof: NEVER, refutation: 0, nodes: 1, plies: 0 };

    const fn is_won(self) -> bool {
        self.proof == 0
    }
}

#[derive(Copy, Clone, Debug)]
struct Child {
    square: Square,
    numbers: Numbers,
}

/// The moves that are tried in a position.
#[derive(Debug)]
struct Children {
    list: Vec<Child>,
    /// The number of plies within which every other move of the defender loses.
    others: u16,
}

/// The plies to the end, the defender to move, if nothing parries a four: a useless move, the five.
const AFTER_FOUR: u16 = 2;
/// The same for a three: a useless move, the straight four, a block, the five.
const AFTER_THREE: u16 = 4;

/// The search for a win by fours and threes.
#[derive(Debug)]
pub(super) struct Threats<'a, 'b> {
    attacker: Side,
    tried: &'a mut Table<FoursResult>,
    known: &'a mut Table<Numbers>,
    budget: &'a mut Budget<'b>,
    /// Whether moves that threaten to win by fours are also tried.
    wide: bool,
    /// Whether a line was cut because of its depth or a budget.
    pub(super) cut: bool,
}

impl<'a, 'b> Threats<'a, 'b> {
    pub(super) fn new(
        attacker: Side,
        tried: &'a mut Table<FoursResult>,
        known: &'a mut Table<Numbers>,
        budget: &'a mut Budget<'b>,
        wide: bool,
    ) -> Self {
        Self { attacker, tried, known, budget, wide, cut: false }
    }

    /// The plies to the end if the attacker, to move, wins, `Some(None)` if it does not; `None` if the budget ran out.
    pub(super) fn wins(&mut self, position: &mut Position) -> Option<Option<u16>> {
        let mut root = self.at_first_sight(position);
        while root.proof != 0 && root.refutation != 0 {
            root = self.search(position, NEVER, NEVER, 0)?;
        }
        Some(root.is_won().then_some(root.plies))
    }

    /// A position's key. It differs for the other side as attacker, and for another set of threats:
    /// a position refuted without one kind of threat may be won with it.
    fn key(&self, position: &Position) -> Key {
        let question = (1 << 21) + (self.attacker as u64) + 2 * u64::from(self.wide);
        position.key() ^ Key::random(question)
    }

    /// Searches a position until its proof or disproof number reaches a limit.
    fn search(
        &mut self,
        position: &mut Position,
        proof: u32,
        refutation: u32,
        ply: u16,
    ) -> Option<Numbers> {
        let attacking = position.side_to_move() == self.attacker;
        let before = self.budget.spent();
        let mut children = self.children(position)?;
        loop {
            let mut numbers = sum(&children, attacking);
            let spent = u32::try_from(self.budget.spent() - before).unwrap_or(u32::MAX);
            let key = self.key(position);
            let earlier = self.known.get(key).map_or(0, |known| known.nodes);
            numbers.nodes = earlier.saturating_add(spent).max(1);
            if ply >= DEEPEST && !numbers.is_won() {
                self.cut = true;
                numbers = Numbers::LOST;
            }
            if numbers.proof >= proof || numbers.refutation >= refutation || numbers.is_won() {
                self.known.put(key, numbers);
                return Some(numbers);
            }
            let (best, second) = best_two(&children.list, attacking)?;
            let child = children.list[best].numbers;
            // The limits within which this child stays the best one to search.
            let (child_proof, child_refutation) = if attacking {
                (
                    proof.min(a_little_more(second)),
                    refutation - numbers.refutation + child.refutation,
                )
            } else {
                (proof - numbers.proof + child.proof, refutation.min(a_little_more(second)))
            };
            let square = children.list[best].square;
            let undo = position.make(square.into(), &mut NullObserver);
            let found = self.search(position, child_proof, child_refutation, ply + 1);
            position.unmake(square.into(), undo);
            children.list[best].numbers = found?;
        }
    }

    /// The moves to try, with the stored or first numbers of their positions.
    fn children(&mut self, position: &mut Position) -> Option<Children> {
        let (mut squares, mut others) = (Vec::new(), 0);
        if position.side_to_move() == self.attacker {
            self.attacks(position, &mut squares);
        } else {
            let (defence, plies) = self.defence(position);
            others = plies;
            match defence {
                // Every move is possible: one answer that does not lose is enough.
                Defence::Free => {
                    let anywhere = any(position.empty()).into_iter();
                    let list = anywhere.map(|square| Child { square, numbers: Numbers::LOST });
                    return Some(Children { list: list.collect(), others });
                }
                Defence::Only(answers) => squares = answers,
            }
        }
        let mut list = Vec::with_capacity(squares.len());
        for square in squares {
            if !self.budget.take() {
                return None;
            }
            let undo = position.make(square.into(), &mut NullObserver);
            let key = self.key(position);
            let numbers = self.known.get(key).unwrap_or_else(|| {
                let numbers = self.at_first_sight(position);
                self.known.put(key, numbers);
                numbers
            });
            position.unmake(square.into(), undo);
            list.push(Child { square, numbers });
        }
        Some(Children { list, others })
    }

    /// The options of the defender, to move, and the plies within which all other moves lose.
    fn defence(&mut self, position: &mut Position) -> (Defence, u16) {
        let is_four = position.count(self.attacker, Threat::Five) > 0;
        let plain = (defence(position), if is_four { AFTER_FOUR } else { AFTER_THREE });
        if !self.wide
            || plain.0 != Defence::Free
            || position.count(!self.attacker, Threat::Five) > 0
            || is_blockable(position, self.attacker)
        {
            return plain;
        }
        let Some(pass) = position.pass() else { return plain };
        let win = self.win_by_fours(position);
        position.unpass(pass);
        let Some(win) = win else { return plain };
        (Defence::Only(defence_against(position, &win)), 1 + win.len() as u16)
    }

    /// The moves that the attacker, to move, can try.
    fn attacks(&self, position: &Position, squares: &mut Vec<Square>) {
        match position.count(!self.attacker, Threat::Five) {
            0 => {
                fours(position, self.attacker, &mut |square| squares.push(square));
                threes(position, self.attacker, &mut |square| squares.push(square));
                if self.wide {
                    builders(position, self.attacker, &mut |square| squares.push(square));
                }
            }
            1 => {
                let block = any(position.threats(!self.attacker, Threat::Five));
                let block = block.filter(|&block| !position.is_foul(block, self.attacker));
                squares.extend(block);
            }
            _ => {}
        }
    }

    /// The numbers of a position seen for the first time.
    fn at_first_sight(&mut self, position: &mut Position) -> Numbers {
        if position.side_to_move() != self.attacker {
            let (defence, others) = self.defence(position);
            return match defence {
                Defence::Free => Numbers::LOST,
                Defence::Only(answers) if answers.is_empty() => Numbers::won(others),
                Defence::Only(answers) => {
                    // A four has one answer and promises little, because wins by fours were tried
                    // before.
                    let four = position.count(self.attacker, Threat::Five) > 0;
                    let proof = answers.len() as u32 + if four { FOUR } else { 0 };
                    Numbers { proof, refutation: 1, nodes: 1, plies: 0 }
                }
            };
        }
        if let Some(line) = self.win_by_fours(position) {
            return Numbers::won(line.len() as u16);
        }
        let mut squares = Vec::new();
        self.attacks(position, &mut squares);
        match squares.len() {
            0 => Numbers::LOST,
            n => Numbers { proof: 1, refutation: n as u32, nodes: 1, plies: 0 },
        }
    }

    fn win_by_fours(&mut self, position: &mut Position) -> Option<Vec<Square>> {
        let known = &mut *self.tried;
        self.budget.part(FOURS_NODES, |budget| {
            Fours::new(known, budget).win(position, LONGEST).0.flatten()
        })
    }

    /// The proven win: the attacker's shortest and the defender's longest line, as far as they are
    /// stored.
    pub(super) fn line(&mut self, position: &Position) -> Vec<Square> {
        // The proof may have spent the last node.
        self.budget.extend(LINE_NODES);
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < usize::from(DEEPEST) {
            let attacking = position.side_to_move() == self.attacker;
            let mut last = Vec::new();
            if attacking {
                if finish(&mut position, &mut last) {
                    line.extend(last.into_iter().rev());
                    break;
                }
                if let Some(rest) = self.win_by_fours(&mut position) {
                    line.extend(rest);
                    break;
                }
            }
            if !attacking
                && position.count(self.attacker, Threat::Five) == 0
                && self.is_helpless(&mut position)
            {
                let Some(useless) = useless_move(&position, Threat::OpenFour) else { break };
                position.make(useless.into(), &mut NullObserver);
                line.push(useless);
                continue;
            }
            let Some(next) = self.next_of_line(&mut position) else {
                if !attacking {
                    finish_five(&mut position, &mut last);
                    line.extend(last.into_iter().rev());
                }
                break;
            };
            position.make(next.into(), &mut NullObserver);
            line.push(next);
        }
        line
    }

    /// Whether no move of the defender, to move, parries a threat.
    fn is_helpless(&mut self, position: &mut Position) -> bool {
        matches!(self.defence(position).0, Defence::Only(answers) if answers.is_empty())
    }

    /// The next move of a proven line; `None` at its end, or when the budget runs out.
    fn next_of_line(&mut self, position: &mut Position) -> Option<Square> {
        let attacking = position.side_to_move() == self.attacker;
        let mut children = self.children(position)?;
        if !children.list.iter().any(|child| child.numbers.is_won()) {
            // The entry was replaced meanwhile.
            self.search(position, NEVER, NEVER, 0)?;
            children = self.children(position)?;
        }
        if attacking {
            let won = children.list.iter().filter(|child| child.numbers.is_won());
            return won.min_by_key(|child| child.numbers.plies).map(|child| child.square);
        }
        for child in &mut children.list {
            if !child.numbers.is_won() {
                let undo = position.make(child.square.into(), &mut NullObserver);
                let numbers = self.search(position, NEVER, NEVER, 0);
                position.unmake(child.square.into(), undo);
                child.numbers = numbers?;
            }
        }
        children.list.iter().max_by_key(|child| child.numbers.plies).map(|child| child.square)
    }
}

/// The numbers of a position, from those of its children.
fn sum(children: &Children, attacking: bool) -> Numbers {
    let (mut least, mut total) = (NEVER, 0_u32);
    let (mut greatest, mut unsolved) = (0_u32, 0_u32);
    let mut plies = if attacking { u16::MAX } else { children.others };
    for Child { numbers, .. } in &children.list {
        let (own, others) = if attacking {
            (numbers.proof, numbers.refutation)
        } else {
            (numbers.refutation, numbers.proof)
        };
        least = least.min(own);
        unsolved += u32::from(others > 0 && others < NEVER);
        greatest = greatest.max(others);
        total = total.saturating_add(others).min(NEVER);
        if numbers.is_won() {
            let here = numbers.plies.saturating_add(1);
            plies = if attacking { plies.min(here) } else { plies.max(here) };
        }
    }
    // Attacks lead to the same positions in many ways: a sum of disproof numbers would count these
    // several times.
    if attacking && greatest < NEVER {
        total = greatest + unsolved.saturating_sub(1);
    }
    let (proof, refutation) = if attacking { (least, total) } else { (total, least) };
    Numbers { proof, refutation, nodes: 1, plies }
}

/// The child to search, and the number of the second best.
fn best_two(children: &[Child], attacking: bool) -> Option<(usize, u32)> {
    let number = |child: &Child| {
        let Numbers { proof, refutation, .. } = child.numbers;
        if attacking { (proof, refutation) } else { (refutation, proof) }
    };
    let best = (0..children.len()).min_by_key(|&n| number(&children[n]))?;
    let others = children.iter().enumerate().filter(|&(n, _)| n != best);
    let second = others.map(|(_, child)| number(child).0).min().unwrap_or(NEVER);
    Some((best, second))
}

/// A limit somewhat above the second best, so that the search does not switch too often.
const fn a_little_more(number: u32) -> u32 {
    if number >= NEVER { NEVER } else { number + 1 + number / 8 }
}
