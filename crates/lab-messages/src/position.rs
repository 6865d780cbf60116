//! Positions of the lab: opened from a request, and followed to a node.

use engine::{OWN_EVALUATION, Session};
use hall_messages::{Refused, board};
use wire::{LabLine, LabMove, LabNode, LabPosition, MovePlayed};

/// Characters of a position.
const LONGEST: usize = 2_000;
/// Moves before a position.
const MOVES: usize = 2_000;

/// A position that can be searched, and the moves to it.
#[derive(Debug)]
pub struct LabSearchPosition {
    /// The game, in this position.
    pub game: Box<dyn Session>,
}

impl LabSearchPosition {
    /// Opens a position.
    ///
    /// # Errors
    /// When it is none, or its game is over.
    pub fn open(at: &LabPosition) -> Result<Self, Refused> {
        let mut game = begin(at)?;
        for (i, text) in at.moves.iter().enumerate() {
            let played = game.push(text);
            played.map_err(|error| Refused::from(error).at(&format!("at.moves[{i}]")))?;
        }
        if game.verdict().is_some() || game.legal_moves().is_empty() {
            return Err(Refused::impossible("game-over", "the game is over in this position"));
        }
        Ok(Self { game })
    }

    /// The game after these moves; `None` is a null move. Also the moves as they were played.
    fn after(&self, path: &[Option<String>]) -> (Box<dyn Session>, Vec<MovePlayed>) {
        let mut game = self.game.fork();
        let mut played = Vec::with_capacity(path.len());
        for (step, ply) in path.iter().zip(1..) {
            let side = game.side_to_move();
            match step {
                Some(text) => {
                    let Ok(recorded) = game.record(text) else { break };
                    played.push(MovePlayed::new(recorded, ply, side));
                }
                None => {
                    let Some(passed) = game.passed() else { break };
                    game = passed;
                    played.push(null_move(ply, side));
                }
            }
        }
        (game, played)
    }

    /// A node with its position.
    pub(crate) fn node(&self, node: u32, path: &[Option<String>]) -> LabNode {
        let (game, path) = self.after(path);
        let seen = game.board();
        let legal = seen.moves.iter().map(|m| LabMove {
            text: m.text.clone(),
            notations: hall::notations(game.write_all(&m.text).unwrap_or_default()),
            from: m.from.clone(),
            to: m.to.clone(),
        });
        let legal = legal.collect();
        let board = wire::Board { moves: Vec::new(), ..board(seen) };
        let own = games::family(game.variant().family)
            .and_then(|family| family.appraise(game.as_ref(), OWN_EVALUATION));
        LabNode {
            node,
            text: game.position_text(),
            turn: game.side_to_move(),
            board,
            path,
            legal,
            score_of_evaluation: own.map(|own| own.score),
        }
    }

    /// The last move of a path in every notation.
    pub(crate) fn name(&self, node: u32, path: &[Option<String>]) -> wire::LabName {
        let text = path.last().cloned().flatten();
        let notations = match (&text, path) {
            (Some(text), [before @ .., _]) => {
                let (game, _) = self.after(before);
                hall::notations(game.write_all(text).unwrap_or_default())
            }
            _ => Default::default(),
        };
        wire::LabName { node, text, notations }
    }

    /// A line from here, up to the first move that is not legal.
    pub(crate) fn line(&self, pv: &[String]) -> Vec<MovePlayed> {
        let path: Vec<Option<String>> = pv.iter().cloned().map(Some).collect();
        self.after(&path).1
    }
}

/// The position before the moves.
fn begin(at: &LabPosition) -> Result<Box<dyn Session>, Refused> {
    let bad = |message: String| Err(Refused::impossible("bad-position", message));
    if at.position.as_ref().is_some_and(|text| text.len() > LONGEST) {
        return bad(format!("at.position: at most {LONGEST} characters"));
    }
    if at.moves.len() > MOVES {
        return bad(format!("at.moves: at most {MOVES}"));
    }
    Ok(games::new_session(&at.variant, at.rules.as_deref(), at.position.as_deref())?)
}

/// The moves of a position on the board, so that one of them can be chosen. The game may be over after the last.
///
/// # Errors
/// When there is no such position, or a move is not legal.
pub fn line(at: &LabPosition) -> Result<LabLine, Refused> {
    let mut game = begin(at)?;
    let board = wire::Board { moves: Vec::new(), ..board(game.board()) };
    let turn = game.side_to_move();
    let mut moves = Vec::with_capacity(at.moves.len());
    for ((i, text), ply) in at.moves.iter().enumerate().zip(1..) {
        let side = game.side_to_move();
        let recorded = game.record(text);
        let recorded = recorded.map_err(|error| Refused::from(error).at(&format!("moves[{i}]")))?;
        moves.push(MovePlayed::new(recorded, ply, side));
    }
    let over = game.verdict().is_some() || game.legal_moves().is_empty();
    Ok(LabLine { board, turn, moves, over })
}

/// A null move as a move of a path.
fn null_move(ply: usize, side: game::Side) -> MovePlayed {
    let nothing = engine::RecordedMove {
        played: engine::MoveEffect::default(),
        notations: Vec::new(),
        removed: Vec::new(),
        put: Vec::new(),
    };
    MovePlayed::new(nothing, ply, side)
}
