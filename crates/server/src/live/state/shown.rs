//! The views of a game for clients: the whole game, the changes of a move, the summary in lists.

use super::GameState;
use crate::view;
use engine::MoveView;
use game::Side;
use hall::GameSummary;
use tokio::time::Instant;
use wire::{Game, Moved};

impl GameState {
    /// The summary for lists.
    pub(crate) fn summary(&self) -> GameSummary {
        GameSummary {
            players: self.players.clone(),
            plies: self.plies(),
            position: self.session.position_text(),
            end: self.end.clone(),
        }
    }

    /// The board as the browser sees it.
    fn board(&self) -> wire::Board {
        let mut board = view::board(self.session.board());
        if let Some(end) = &self.end {
            board.moves.clear();
            board.marks.extend(end.squares.iter().map(|at| view::evidence(at)));
        }
        if let Some(stage) = self.opening().and_then(|opening| opening.stage()) {
            board.moves =
                stage.points.into_iter().map(|at| view::one_move(MoveView::put(at))).collect();
        }
        board
    }

    /// What the last move changed in the game with the version `after`. The caller adds `thinking`
    /// and the warnings. `None` if no move was played.
    pub(crate) fn moved(&self, after: u64, now: Instant) -> Option<Moved> {
        let board = self.board();
        let clock = self.clocks.view(now);
        Some(Moved {
            after,
            version: self.version,
            updated_at: view::moment(self.updated_at),
            played: self.moves.last()?.clone(),
            position: self.session.position_text(),
            turn: self.turn(),
            moves: board.moves,
            marks: board.marks,
            refused: board.refused,
            threats: board.threats,
            left_ms: clock.left_ms,
            running: clock.running,
            end: self.end.clone(),
            thinking: None,
            warnings: Vec::new(),
            limit: self.limit(),
            take_back: self.one_back(),
        })
    }

    /// The count that ends the game first.
    fn limit(&self) -> Option<wire::DrawLimit> {
        self.session.limits().first().copied().map(view::limit)
    }

    /// The game as it is sent to the browser. The caller adds `thinking` and the warnings.
    pub(crate) fn view(&self, now: Instant) -> Game {
        let mut lost = [Vec::new(), Vec::new()];
        for played in &self.moves {
            let loser = match played.side {
                game::Side::First => Side::Second,
                game::Side::Second => Side::First,
            };
            lost[loser.index()].extend(played.captured.iter().cloned());
        }
        Game {
            id: self.id.clone(),
            version: self.version,
            variant: self.setup.variant.clone(),
            rules: self.setup.rules.clone(),
            players: self.players.clone(),
            created_at: view::moment(self.created_at),
            updated_at: view::moment(self.updated_at),
            start: self.session.start_text(),
            position: self.session.position_text(),
            turn: self.turn(),
            opening: self.opening().and_then(view::opening),
            opening_kind: self.setup.opening.clone(),
            opening_answers: self.opening.as_deref().map(view::opening_answers).unwrap_or_default(),
            take_back: self.one_back(),
            moves: self.moves.clone(),
            board: self.board(),
            lost,
            clock: self.clocks.view(now),
            end: self.end.clone(),
            thinking: None,
            paused: self.paused,
            draw_offer: self.draw_offer,
            warnings: Vec::new(),
            limit: self.limit(),
        }
    }
}
