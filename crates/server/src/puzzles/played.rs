//! A puzzle that somebody plays: the server keeps no state of it.

use super::id;
use crate::refusal::Refusal;
use crate::view;
use ::puzzles::{Puzzle, PuzzleGoal};
use engine::Session;
use store::StoredPuzzle;
use wire::{MovePlayed, PuzzleAnswer, PuzzleKind, PuzzlePosition, PuzzleSolution};

/// A stored puzzle and its position.
#[derive(Debug)]
pub(crate) struct PuzzleSession {
    stored: StoredPuzzle,
    puzzle: Puzzle,
    session: Box<dyn Session>,
}

impl PuzzleSession {
    pub(crate) fn new(stored: StoredPuzzle) -> Result<Self, Refusal> {
        let damaged = |why: &dyn std::fmt::Display| {
            Refusal::internal(&format!("puzzle {}", id(&stored.place)), why)
        };
        let puzzle: Puzzle = serde_json::from_str(&stored.body).map_err(|error| damaged(&error))?;
        let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
        let mut session =
            games::new_session(&puzzle.variant, rules, start).map_err(|error| damaged(&error))?;
        for text in &puzzle.moves {
            session.push(text).map_err(|error| damaged(&error))?;
        }
        if puzzle.solution.is_empty() {
            return Err(damaged(&"there is no solution"));
        }
        Ok(Self { stored, puzzle, session })
    }

    /// The puzzle without its solution.
    pub(crate) fn shown(&self) -> Result<wire::Puzzle, Refusal> {
        let puzzle = &self.puzzle;
        let mut before = self.session.fork();
        let last = match puzzle.moves.last() {
            Some(last) if before.pop() => Some(played(before.as_mut(), last, puzzle.ply())?),
            _ => None,
        };
        Ok(wire::Puzzle {
            id: id(&self.stored.place),
            variant: puzzle.variant.clone(),
            rules: puzzle.rules.clone(),
            side: view::side(puzzle.side()),
            kind: match puzzle.kind {
                PuzzleGoal::Mate => PuzzleKind::Mate,
                PuzzleGoal::Win => PuzzleKind::Win,
                PuzzleGoal::Save => PuzzleKind::Save,
            },
            wins_in: puzzle.wins_in,
            to_find: count(puzzle.to_find()),
            right: count(1 + puzzle.also_at(0).count()),
            loss: puzzle.loss as f32,
            game: self.stored.place.game.clone(),
            ply: self.stored.place.ply,
            tries: self.stored.tries,
            solved: self.stored.solved,
            last,
            position: position(self.session.as_ref()),
        })
    }

    /// The answer to the solver's moves.
    pub(crate) fn answer(&self, moves: &[String]) -> Result<PuzzleAnswer, Refusal> {
        let bad = |message: String| Err(Refusal::impossible("bad-try", message));
        let most = self.puzzle.to_find();
        if moves.is_empty() || moves.len() > most {
            return bad(format!("moves: 1 to {most} are to be found, not {}", moves.len()));
        }
        let mut session = self.session.fork();
        let mut all = Vec::new();
        for (i, text) in moves.iter().enumerate() {
            let place = format!("moves[{i}]");
            let m = session.read_move(text).map_err(|error| Refusal::from(error).at(&place))?;
            let ply = self.puzzle.ply() + 2 * i + 1;
            let own = played(session.as_mut(), &m, ply)?;
            // Who wins by the rules is right, whatever the search found.
            let wins = session
                .verdict()
                .is_some_and(|end| end.outcome.winner() == Some(self.puzzle.side()));
            let is_last = i + 1 == moves.len();
            let is_main = self.puzzle.solution.get(2 * i) == Some(&m);
            let also = self.puzzle.also_at(2 * i).find(|one| one.line.first() == Some(&m));
            let right = wins || is_main || also.is_some();
            if !is_last && (wins || !is_main) {
                return bad(format!("{place}: the puzzle ends with this move, but others follow"));
            }
            if !right {
                session.pop();
                let position = position(session.as_ref());
                let (played, after) = (vec![own], Vec::new());
                return Ok(PuzzleAnswer { right, done: false, played, after, position });
            }
            all = vec![own];
            if let Some(also) = also.filter(|_| !wins && !is_main) {
                // It ends the puzzle; its own line shows what it is for.
                let position = position(session.as_ref());
                let mut after = Vec::with_capacity(also.line.len());
                for (m, ply) in also.line[1..].iter().zip(ply + 1..) {
                    after.push(played(session.as_mut(), m, ply)?);
                }
                return Ok(PuzzleAnswer { right, done: true, played: all, after, position });
            }
            let Some(reply) = self.puzzle.solution.get(2 * i + 1).filter(|_| !wins) else {
                break;
            };
            all.push(played(session.as_mut(), reply, ply + 1)?);
        }
        let done = all.len() == 1;
        let position = position(session.as_ref());
        let mut after = Vec::new();
        let is_main = session.moves().len() == self.puzzle.ply() + self.puzzle.solution.len()
            && session.moves().last() == self.puzzle.solution.last();
        if done && is_main {
            let first = self.puzzle.ply() + self.puzzle.solution.len() + 1;
            for (m, ply) in self.puzzle.after.iter().zip(first..) {
                after.push(played(session.as_mut(), m, ply)?);
            }
        }
        Ok(PuzzleAnswer { right: true, done, played: all, after, position })
    }

    /// The solution.
    pub(crate) fn solution(&self) -> Result<PuzzleSolution, Refusal> {
        let mut session = self.session.fork();
        let mut moves = Vec::with_capacity(self.puzzle.solution.len());
        let all = self.puzzle.solution.iter().chain(&self.puzzle.after);
        for (m, ply) in all.zip(self.puzzle.ply() + 1..) {
            moves.push(played(session.as_mut(), m, ply)?);
        }
        Ok(PuzzleSolution { moves, position: position(session.as_ref()) })
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Plays a move that is legal.
fn played(session: &mut dyn Session, m: &str, ply: usize) -> Result<MovePlayed, Refusal> {
    let side = view::side(session.side_to_move());
    let recorded =
        session.record(m).map_err(|error| Refusal::internal("a move of a puzzle", &error))?;
    Ok(view::played(recorded, ply, side))
}

fn position(session: &dyn Session) -> PuzzlePosition {
    let end = session.verdict().map(view::end);
    let mut board = view::board(session.board());
    if end.is_some() {
        board.moves.clear();
    }
    PuzzlePosition {
        text: session.position_text(),
        turn: view::side(session.side_to_move()),
        board,
        end,
    }
}
