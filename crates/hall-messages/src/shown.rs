//! The views of a game for clients: the whole game, and the changes of a move.

use crate::view;
use engine::MoveView;
use hall::{Clocks, GameState, MonotonicTime, Speaker};
use wire::{ClockState, Game, Moved};

/// The board as the browser sees it.
fn board(state: &GameState) -> wire::Board {
    let mut board = view::board(state.session().board());
    if let Some(end) = state.end() {
        board.moves.clear();
        board.marks.extend(end.squares.iter().map(|at| view::evidence(at)));
    }
    if let Some(stage) = state.opening().and_then(|opening| opening.stage()) {
        board.moves =
            stage.points.into_iter().map(|at| view::one_move(MoveView::put(at))).collect();
    }
    board
}

/// What the last move changed in the game with the version `after`. The caller adds `thinking`
/// and the warnings. `None` if no move was played.
#[must_use]
pub fn moved(state: &GameState, after: u64, now: MonotonicTime) -> Option<Moved> {
    let board = board(state);
    Some(Moved {
        after,
        version: state.version(),
        updated_at: view::moment(state.updated_at()),
        played: state.moves().last()?.clone(),
        position: state.session().position_text(),
        turn: state.turn(),
        moves: board.moves,
        marks: board.marks,
        refused: board.refused,
        threats: board.threats,
        left_ms: state.clocks.left_ms(now),
        running: state.clocks.running(),
        move_left_ms: left_of_move(&state.clocks, now),
        end: state.end().cloned(),
        thinking: None,
        warnings: Vec::new(),
        limit: limit(state),
        take_back: state.one_back(),
    })
}

/// The count that ends the game first.
fn limit(state: &GameState) -> Option<wire::DrawLimit> {
    state.session().limits().first().copied().map(view::limit)
}

fn left_of_move(clocks: &Clocks, now: MonotonicTime) -> Option<u64> {
    let left = clocks.left_of_move(now)?;
    Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
}

fn clock(clocks: &Clocks, now: MonotonicTime) -> ClockState {
    ClockState {
        setting: clocks.setting().clone(),
        left_ms: clocks.left_ms(now),
        running: clocks.running(),
        move_left_ms: left_of_move(clocks, now),
    }
}

/// A game whose clocks stand, as it is sent to the browser.
#[must_use]
pub fn shown(state: &GameState) -> Game {
    shown_at(state, MonotonicTime::START)
}

/// A game whose clocks stand, as somebody sees it from whom it may be held back.
#[must_use]
pub fn shown_to(state: &GameState, speaker: &Speaker) -> Game {
    if state.is_held_back_from(speaker) {
        Game { held_back: true, ..shown(&state.held_back()) }
    } else {
        shown(state)
    }
}

/// The game as it is sent to the browser. The caller adds `thinking` and the warnings.
#[must_use]
pub fn shown_at(state: &GameState, now: MonotonicTime) -> Game {
    let setup = state.setup();
    let mut lost = [Vec::new(), Vec::new()];
    for played in state.moves() {
        lost[played.side.other().index()].extend(played.captured.iter().cloned());
    }
    Game {
        id: state.id().to_owned(),
        version: state.version(),
        variant: setup.variant.clone(),
        rules: setup.rules.clone(),
        players: state.players().clone(),
        created_at: view::moment(state.created_at()),
        updated_at: view::moment(state.updated_at()),
        start: state.session().start_text(),
        position: state.session().position_text(),
        turn: state.turn(),
        opening: state.opening().and_then(view::opening),
        opening_kind: setup.opening.clone(),
        opening_answers: state.begun_with().map(view::opening_answers).unwrap_or_default(),
        take_back: state.one_back(),
        moves: state.moves().to_vec(),
        maker: setup.maker.clone(),
        consent: state.consent(),
        rematch: state.rematch().map(str::to_owned),
        talk: state.talk().to_vec(),
        rematch_of: setup.rematch_of.clone(),
        tournament: setup.tournament.clone(),
        in_lobby: setup.in_lobby,
        rated: setup.rated,
        delay: setup.delay,
        held_back: false,
        board: board(state),
        lost,
        clock: clock(&state.clocks, now),
        end: state.end().cloned(),
        thinking: None,
        paused: state.is_paused(),
        draw_offer: state.draw_offer(),
        warnings: Vec::new(),
        limit: limit(state),
    }
}
