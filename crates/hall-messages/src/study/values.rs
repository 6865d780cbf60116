//! What every legal move is worth by a short search, for games whose moves are points of the board.

use crate::refused::Refused;
use engine::{Info, Limits, Session};
use game::Side;
use std::collections::BTreeMap;
use std::time::Duration;
use wire::{MoveValue, MoveValues};

/// The longest search: its values are drawn and not played.
const TIME: Duration = Duration::from_secs(4);
/// The deepest search.
const DEPTH: u32 = 8;

/// The values of the moves of a position, as far as they are known.
#[derive(Debug)]
pub struct SearchedValues {
    node: u32,
    side: Side,
    /// The points of the moves.
    points: BTreeMap<String, String>,
    /// The last value of each move, with its depth.
    moves: BTreeMap<String, Info>,
    has_ended: bool,
}

/// Whether the moves of a position are points: they put a piece and move none.
#[must_use]
pub fn are_points(game: &dyn Session) -> bool {
    let board = game.board();
    let is_point = |m: &engine::MoveView| m.from.is_none() && board.names.contains(&m.to);
    !board.moves.is_empty() && board.moves.iter().all(is_point)
}

impl SearchedValues {
    /// The values of the moves of a position, and the limits of the search that finds them.
    ///
    /// # Errors
    /// When its moves are no points.
    pub fn new(node: u32, game: &dyn Session) -> Result<(Self, Limits), Refused> {
        if !are_points(game) {
            let message = "values are shown in games whose moves are points, while they go on";
            return Err(Refused::impossible("no-values", message));
        }
        let lines = u32::try_from(game.legal_moves().len()).unwrap_or(u32::MAX);
        let limits =
            Limits { depth: Some(DEPTH), move_time: Some(TIME), lines, ..Limits::default() };
        let points = game.board().moves.into_iter().map(|m| (m.text, m.to)).collect();
        let side = game.side_to_move();
        Ok((Self { node, side, points, moves: BTreeMap::new(), has_ended: false }, limits))
    }

    /// Takes a report over. The value of a move is that of the deepest search, also when another one of the same depth is
    /// under way.
    pub fn take(&mut self, info: Info) {
        let Some(first) = info.pv.first().cloned() else { return };
        if self.moves.get(&first).is_none_or(|known| info.depth >= known.depth) {
            self.moves.insert(first, info);
        }
    }

    /// The search has ended.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// How they stand.
    #[must_use]
    pub fn view(&self) -> MoveValues {
        let value = |(text, info): (&String, &Info)| {
            let [win, draw, loss] = info.wdl.map(f32::from);
            let mine = (win + draw / 2.0) / (win + draw + loss).max(1.0);
            let chance = if self.side == Side::First { mine } else { 1.0 - mine };
            // A number of the page: more digits say nothing.
            let chance = (chance * 1000.0).round() / 1000.0;
            let to = self.points.get(text)?.clone();
            Some(MoveValue { text: text.clone(), to, chance, depth: info.depth })
        };
        MoveValues {
            node: self.node,
            done: self.has_ended,
            values: self.moves.iter().filter_map(value).collect(),
        }
    }
}
