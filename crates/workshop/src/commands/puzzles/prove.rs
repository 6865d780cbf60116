//! The puzzles of one packed game: found by short searches, proven by long ones.

use super::difficulty::{self, MOST_NODES};
use super::suspicion::Suspicion;
use super::work_file::MeasuredPuzzle;
use command_line::Failure;
use datagen::packed::{Game, Header};
use engine::{Control, Engine, PuzzleTerms, Session};
use hall::puzzles::{Finder, Puzzle, Suspect};

/// So many times the nodes of the finding prove a puzzle.
pub(super) const TIMES: u64 = 10;
/// The most moves that a person is to find in a row.
pub(super) const MOST_TO_FIND: usize = 7;
/// Two puzzles of a game are at least so many plies apart.
const APART: usize = 6;
/// The table of the searches, in MiB: it is emptied before each.
const TABLE: &str = "4";

/// A game of a file.
#[derive(Copy, Clone, Debug)]
pub(super) struct GameOfFile<'g> {
    pub(super) game: &'g Game,
    pub(super) number: u64,
}

/// Looks for puzzles in the games of a file.
#[derive(Debug)]
pub(super) struct Prover {
    start: Box<dyn Session>,
    engine: Box<dyn Engine>,
    terms: PuzzleTerms,
    seed: u64,
    nodes: u64,
    per_game: usize,
}

impl Prover {
    pub(super) fn new(header: &Header, nodes: u64, per_game: u32) -> Result<Self, Failure> {
        let start = header.session().map_err(Failure::input)?;
        let mut engine = games::new_engine(&header.variant).map_err(Failure::input)?;
        engine.set_option("Hash", TABLE).map_err(Failure::trouble)?;
        let terms = start.puzzle_terms();
        Ok(Self { start, engine, terms, seed: header.seed, nodes, per_game: per_game as usize })
    }

    /// The puzzles of a game. `None`: it was stopped.
    pub(super) fn find(
        &mut self,
        GameOfFile { game, number }: &GameOfFile<'_>,
        control: &Control,
    ) -> Result<Option<Vec<MeasuredPuzzle>>, Failure> {
        let mut suspicion = Suspicion::default();
        let mut session = self.start.fork();
        game.replay(session.as_mut(), &mut |before, _, score| suspicion.see(before, score))
            .map_err(|(ply, why)| Failure::Input(format!("game {number}, ply {ply}: {why}")))?;
        let moves = session.moves();
        let mut found: Vec<MeasuredPuzzle> = Vec::new();
        for suspect in suspicion.suspects(&self.terms) {
            if found.len() >= self.per_game {
                break;
            }
            let is_near = |one: &MeasuredPuzzle| suspect.ply.abs_diff(one.ply as usize) < APART;
            if suspect.ply < game.opening as usize || found.iter().any(is_near) {
                continue;
            }
            let puzzle = self.prove(&moves, suspect, control)?;
            if control.is_stopped() {
                return Ok(None);
            }
            let Some(puzzle) = puzzle else { continue };
            let seed = difficulty::seed(self.seed, *number, suspect.ply as u32);
            let at = position(&puzzle)?;
            let by = self.engine.as_mut();
            let Some(finds) =
                difficulty::measure(&puzzle, at.as_ref(), by, seed, MOST_NODES, control)?
            else {
                return Ok(None);
            };
            found.push(MeasuredPuzzle { ply: suspect.ply as u32, puzzle, finds });
        }
        Ok(Some(found))
    }

    /// The puzzle at a place of a game, once from its game and once from what is kept of it.
    fn prove(
        &mut self,
        moves: &[String],
        suspect: Suspect,
        control: &Control,
    ) -> Result<Option<Puzzle>, Failure> {
        let start = self.start.fork();
        let Some(first) = self.search(start, moves, suspect, self.nodes, control)? else {
            return Ok(None);
        };
        // It begins one move earlier, so that this move can be shown, and knows nothing of what was before.
        let kept = suspect.ply.saturating_sub(1);
        let mut session = self.start.fork();
        for m in &moves[..kept] {
            session.push(m).map_err(Failure::trouble)?;
        }
        let (variant, rules) = (self.start.variant().id, self.start.rules());
        let text = session.position_text();
        let Ok(start) = games::new_session(variant, Some(rules), Some(&text)) else {
            return Ok(None);
        };
        let rest = &moves[kept..suspect.ply];
        let there = Suspect { ply: rest.len(), ..suspect };
        let nodes = self.nodes.saturating_mul(TIMES);
        let proven = self.search(start, rest, there, nodes, control)?;
        Ok(proven.filter(|one| is_agreed(&first, one) && self.is_wanted(one)))
    }

    fn search(
        &mut self,
        start: Box<dyn Session>,
        moves: &[String],
        suspect: Suspect,
        nodes: u64,
        control: &Control,
    ) -> Result<Option<Puzzle>, Failure> {
        let mut finder = Finder::new(start, moves, &[suspect], nodes).map_err(Failure::trouble)?;
        hall::puzzles::run(&mut finder, self.engine.as_mut(), control).map_err(Failure::trouble)?;
        Ok(finder.take().pop())
    }

    /// Whether it is one for people; in games whose endings are solved, whether it is solved.
    fn is_wanted(&self, puzzle: &Puzzle) -> bool {
        let is_solved = (2.0 * puzzle.lead).fract() == 0.0;
        puzzle.to_find() <= MOST_TO_FIND && (is_solved || !self.terms.solved)
    }
}

/// Whether both searches say that the same first moves are right, for the same reason.
fn is_agreed(one: &Puzzle, other: &Puzzle) -> bool {
    let firsts = |puzzle: &Puzzle| {
        let also = puzzle.also_at(0).filter_map(|one| one.line.first().cloned());
        let mut firsts: Vec<String> = also.chain(puzzle.solution.first().cloned()).collect();
        firsts.sort_unstable();
        firsts
    };
    one.kind == other.kind && firsts(one) == firsts(other)
}

/// The position of a puzzle.
pub(super) fn position(puzzle: &Puzzle) -> Result<Box<dyn Session>, Failure> {
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut session =
        games::new_session(&puzzle.variant, rules, start).map_err(Failure::trouble)?;
    for m in &puzzle.moves {
        session.push(m).map_err(Failure::trouble)?;
    }
    Ok(session)
}
