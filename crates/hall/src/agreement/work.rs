//! The searches that compare the moves of a game with the engine's.

use super::thresholds::{DECIDED, LEAST, MOST, ONLY, OPENING};
use engine::{BestMove, Level, Limits, MoveError, Phase, Session};
use game::Side;
use std::collections::VecDeque;

/// A search that is wanted.
#[derive(Debug)]
pub struct SearchRequest {
    /// The position to search. The engine must forget what it learnt before.
    pub session: Box<dyn Session>,
    /// The limits of the search: full strength.
    pub limits: Limits,
}

/// What was compared of a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// Moves that were compared.
    pub compared: u32,
    /// Those of them that the engine would choose.
    pub agreed: u32,
}

/// A game whose moves are compared, one search after another.
///
/// Left out are the opening, moves without a choice, positions that are decided, and those with only one good move: whoever
/// can play finds these.
#[derive(Debug)]
pub struct AgreementWork {
    /// The session with all moves played.
    game: Box<dyn Session>,
    moves: Vec<String>,
    nodes: u64,
    /// The positions that are left, by the number of moves before them.
    left: VecDeque<usize>,
    /// What was found best in the first of them, with its worth.
    best: Option<(String, f64)>,
    counts: [SideCounts; 2],
}

impl AgreementWork {
    /// A game from the position of `start` with its moves in any notation, and the nodes of each search; there are two for
    /// each move.
    ///
    /// # Errors
    /// When a move is not possible.
    pub fn new(start: Box<dyn Session>, moves: &[String], nodes: u64) -> Result<Self, MoveError> {
        let mut game = start;
        let mut texts = Vec::with_capacity(moves.len());
        let mut of_sides: [Vec<usize>; 2] = Default::default();
        for (ply, text) in moves.iter().enumerate() {
            let is_question = ply >= OPENING
                && game.stage().phase != Phase::Opening
                && game.verdict().is_none()
                && game.legal_moves().len() > 1
                && !game.is_book_move(text);
            if is_question {
                of_sides[game.side_to_move().index()].push(ply);
            }
            texts.push(game.push(text)?.text);
        }
        let mut left: Vec<usize> = of_sides.iter().flat_map(|plies| spread(plies)).collect();
        left.sort_unstable();
        let counts = [SideCounts::default(); 2];
        Ok(Self { game, moves: texts, nodes, left: left.into(), best: None, counts })
    }

    /// The next search, `None` when all is done.
    #[must_use]
    pub fn next(&self) -> Option<SearchRequest> {
        let session = self.session(*self.left.front()?);
        let limits = Limits {
            nodes: Some(self.nodes),
            level: Some(Level::MAX),
            except: self.best.iter().map(|(best, _)| best.clone()).collect(),
            // One line: a move that the engine has in its book is no question.
            lines: 1,
            ..Limits::default()
        };
        Some(SearchRequest { session, limits })
    }

    /// Takes the answer to the search that [`AgreementWork::next`] asked for, which ended by its own limits.
    pub fn answer(&mut self, found: &BestMove) {
        let Some(&ply) = self.left.front() else { return };
        let session = self.session(ply);
        let worth = found.info.as_ref().map(|info| {
            session.expectation().chances(info.score, session.stage().progress).expected()
        });
        match (self.best.take(), found.best.as_ref().zip(worth)) {
            (None, Some((best, worth))) if (1.0 - DECIDED..=DECIDED).contains(&worth) => {
                self.best = Some((best.clone(), worth));
                return;
            }
            (Some((best, worth)), Some((_, second))) if worth - second < ONLY => {
                let counts = &mut self.counts[session.side_to_move().index()];
                counts.compared += 1;
                counts.agreed += u32::from(best == self.moves[ply]);
            }
            // Decided, in the book, or without another good move.
            _ => {}
        }
        self.left.pop_front();
    }

    /// What was compared of a side; nothing where it is too little to say anything.
    #[must_use]
    pub fn counts(&self, side: Side) -> SideCounts {
        let counts = self.counts[side.index()];
        if counts.compared < LEAST { SideCounts::default() } else { counts }
    }

    /// The position after so many moves.
    fn session(&self, ply: usize) -> Box<dyn Session> {
        let mut session = self.game.fork();
        for _ in ply..self.moves.len() {
            session.pop();
        }
        session
    }
}

/// At most [`MOST`] of these, spread evenly.
fn spread(plies: &[usize]) -> impl Iterator<Item = usize> {
    let count = plies.len().min(MOST);
    (0..count).map(move |i| plies[i * plies.len() / count])
}
