//! The mate solver: a forced mate by checks alone, proven.
//!
//! The attacker gives check on every move; the defender may play every legal answer. The result is
//! a proof, unlike a mate score of the search, which prunes the defender's answers. Mates that need
//! a quiet move are not found here.

use game::{Key, Line, NullObserver, Position as _};
use std::collections::HashMap;
use std::ops::ControlFlow;
use xiangqi::{Move, Position};

/// The longest mate that is searched, in moves of the attacker.
const MAX_MOVES: u8 = 60;
/// Stands for "not in any number of moves".
const NEVER: u8 = u8::MAX;
/// The largest number of stored positions (24 bytes each, about 100 MB).
const MAX_REMEMBERED: usize = 4 << 20;

/// The result of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The shortest mate by checks: best attack, longest defence.
    pub mate: Option<Vec<Move>>,
    /// Every line of checks was followed to its end.
    pub exhausted: bool,
    /// Moves tried.
    pub nodes: u64,
}

/// Searches for the shortest mate by checks for the side to move. `go_on` is called now and then
/// with the number of moves tried, and ends the search by returning `false`.
///
/// ```
/// use game::Line;
/// let line = Line::new("4k4/R8/9/9/9/9/9/9/1R7/3K5 w".parse()?);
/// let solution = xiangqi_engine::solve(&line, &mut |_| true);
/// let mate: Vec<_> = solution.mate.into_iter().flatten().map(|m| m.to_string()).collect();
/// assert_eq!(mate, ["b1b9"]);
/// # Ok::<(), xiangqi::PositionError>(())
/// ```
pub fn solve(line: &Line<Position>, go_on: &mut dyn FnMut(u64) -> bool) -> Solution {
    let mut solver = Solver {
        position: line.position().clone(),
        spent: spent(line),
        known: HashMap::new(),
        nodes: 0,
        cut: false,
        go_on,
    };
    let mut exhausted = false;
    for moves in 1..=MAX_MOVES {
        solver.cut = false;
        match solver.attack(moves) {
            None => break,
            Some(true) => {
                let mate = solver.shortest_line(moves);
                return Solution { mate, exhausted: true, nodes: solver.nodes };
            }
            Some(false) if !solver.cut => {
                exhausted = true;
                break;
            }
            Some(false) => {}
        }
    }
    Solution { mate: None, exhausted, nodes: solver.nodes }
}

/// Positions that have occurred twice: another occurrence ends the game by repetition. (Within a
/// shortest mate nothing repeats, so only the past matters.)
fn spent(line: &Line<Position>) -> Vec<Key> {
    let mut keys: Vec<_> = line.plies().iter().map(|ply| ply.key).collect();
    keys.push(line.position().key());
    keys.sort_unstable();
    keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
}

struct Solver<'a> {
    position: Position,
    spent: Vec<Key>,
    /// Positions with the attacker to move: the smallest number of moves known to mate (0: none
    /// known), and the largest number known not to mate.
    known: HashMap<Key, (u8, u8)>,
    nodes: u64,
    /// Whether a line was cut because of its length.
    cut: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Solver<'_> {
    /// Whether the side to move mates by checks in at most `moves` moves; `None` when the search
    /// was stopped.
    fn attack(&mut self, moves: u8) -> Option<bool> {
        let key = self.position.key();
        let (mates_in, not_in) = self.known.get(&key).copied().unwrap_or_default();
        if mates_in != 0 && mates_in <= moves {
            return Some(true);
        }
        if moves <= not_in {
            self.cut |= not_in != NEVER;
            return Some(false);
        }
        let cut_elsewhere = std::mem::take(&mut self.cut);
        let mut checks = Vec::with_capacity(16);
        let _ = self.position.legal_moves(&mut |m| {
            if self.position.gives_check(m) {
                checks.push(m);
            }
            ControlFlow::Continue(())
        });
        let mut mates = false;
        for m in checks {
            self.nodes += 1;
            if self.nodes.is_multiple_of(1024) && !(self.go_on)(self.nodes) {
                return None;
            }
            let undo = self.position.make(m, &mut NullObserver);
            let mated = if self.spent.contains(&self.position.key()) {
                Some(false)
            } else {
                self.defend(moves - 1)
            };
            self.position.unmake(m, undo);
            if mated? {
                mates = true;
                break;
            }
        }
        if self.known.len() < MAX_REMEMBERED || self.known.contains_key(&key) {
            let entry = self.known.entry(key).or_default();
            if mates {
                entry.0 = if entry.0 == 0 { moves } else { entry.0.min(moves) };
            } else {
                entry.1 = if self.cut { entry.1.max(moves) } else { NEVER };
            }
        }
        self.cut |= cut_elsewhere;
        Some(mates)
    }

    /// Whether the side to move, in check, is mated after at most `moves` more moves of the
    /// attacker.
    fn defend(&mut self, moves: u8) -> Option<bool> {
        if moves == 0 {
            let escapes = self.position.has_legal_move();
            self.cut |= escapes;
            return Some(!escapes);
        }
        for m in self.position.moves() {
            let undo = self.position.make(m, &mut NullObserver);
            let mated = if self.spent.contains(&self.position.key()) {
                Some(false)
            } else {
                self.attack(moves)
            };
            self.position.unmake(m, undo);
            if !mated? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The mate in `moves` that was just found, with the longest defence; `None` when the search is
    /// stopped meanwhile.
    fn shortest_line(&mut self, moves: u8) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut undone = Vec::new();
        let mut left = moves;
        let complete = loop {
            let Some(m) = self.mating_move(left) else { break false };
            undone.push((m, self.position.make(m, &mut NullObserver)));
            line.push(m);
            left -= 1;
            let Some(reply) = self.longest_reply(left) else { break true };
            undone.push((reply.0, self.position.make(reply.0, &mut NullObserver)));
            line.push(reply.0);
            left = reply.1;
        };
        for (m, undo) in undone.into_iter().rev() {
            self.position.unmake(m, undo);
        }
        complete.then_some(line)
    }

    /// A check after which the defender is mated in `moves - 1` more.
    fn mating_move(&mut self, moves: u8) -> Option<Move> {
        for m in self.position.moves() {
            if !self.position.gives_check(m) {
                continue;
            }
            let undo = self.position.make(m, &mut NullObserver);
            let spent = self.spent.contains(&self.position.key());
            let mated = if spent { Some(false) } else { self.defend(moves - 1) };
            self.position.unmake(m, undo);
            if mated? {
                return Some(m);
            }
        }
        None
    }

    /// The answer that delays the mate longest, and the number of moves; `None` if mated.
    fn longest_reply(&mut self, moves: u8) -> Option<(Move, u8)> {
        let mut longest = None;
        for m in self.position.moves() {
            let undo = self.position.make(m, &mut NullObserver);
            let needed = (1..=moves).find(|&n| self.attack(n) == Some(true)).unwrap_or(moves);
            self.position.unmake(m, undo);
            if longest.is_none_or(|(_, most)| needed > most) {
                longest = Some((m, needed));
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fen: &str) -> Line<Position> {
        Line::new(fen.parse().unwrap())
    }

    /// Checks a mate: all moves are legal, every attack gives check, and there is no answer at the
    /// end.
    fn verify(line: &Line<Position>, mate: &[Move]) {
        let mut position = line.position().clone();
        for (i, &m) in mate.iter().enumerate() {
            assert!(position.is_legal(m), "{m} in {position}");
            position.make(m, &mut NullObserver);
            assert!(i % 2 == 1 || position.is_in_check(), "{m} is a check");
        }
        assert!(position.is_in_check() && !position.has_legal_move());
    }

    #[test]
    fn mates_of_the_collection_are_proven() {
        let collection = include_str!("../tests/data/mates.tsv");
        let mut proven = 0;
        for row in collection.lines().filter(|row| !row.starts_with('#')) {
            let columns: Vec<_> = row.split('\t').collect();
            let line = line(columns[0]);
            let solution = solve(&line, &mut |nodes| nodes < 30_000);
            let Some(mate) = solution.mate else { continue };
            verify(&line, &mate);
            proven += 1;
        }
        assert!(proven >= 20, "{proven} proven");
    }

    #[test]
    fn what_no_check_can_do_is_exhausted() {
        let solution = solve(&line("3k5/9/9/9/9/9/P8/9/9/4K4 w"), &mut |_| true);
        assert_eq!((solution.mate, solution.exhausted), (None, true));
    }

    #[test]
    fn perpetual_checks_come_to_an_end() {
        let solution = solve(&line("3k5/9/9/9/9/9/9/9/9/R3KR3 w"), &mut |nodes| nodes < 200_000);
        if let Some(mate) = solution.mate {
            verify(&line("3k5/9/9/9/9/9/9/9/9/R3KR3 w"), &mate);
        }
    }

    #[test]
    fn it_stops_when_told() {
        let hard = line("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w");
        let solution = solve(&hard, &mut |_| false);
        assert!(solution.nodes <= 1024);
    }

    #[test]
    fn positions_that_stood_twice_are_no_way_to_mate() {
        // The only mate leads through a position that has occurred twice.
        let start = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";
        let mut line = line(start);
        for m in "b1c1 e9f9 c1b1 f9e9 b1c1 e9f9 c1b1 f9e9".split(' ') {
            line.push(m.parse().unwrap());
        }
        let mate = solve(&line, &mut |_| true).mate.unwrap();
        assert_eq!(mate, ["b1b9".parse().unwrap()]);
    }
}
