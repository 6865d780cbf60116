//! The conditional moves of a person, as that person is shown them.

use hall::{ConditionalMoves, ConditionalStanding, GameState, notations};
use wire::{ConditionalState, ShownConditionalMoves, WrittenMove};

/// What is left of somebody's conditional moves, in every notation.
#[must_use]
pub fn shown_conditional_moves(
    state: &GameState,
    own: Option<&ConditionalMoves>,
) -> ShownConditionalMoves {
    let (standing, lines) = match own.map(|own| own.standing(state)) {
        None => (ConditionalState::None, Vec::new()),
        Some(ConditionalStanding::Waiting(lines)) => (ConditionalState::Waiting, lines),
        Some(ConditionalStanding::Played) => (ConditionalState::Played, Vec::new()),
        Some(ConditionalStanding::Left) => (ConditionalState::Left, Vec::new()),
    };
    let lines = lines.iter().map(|line| written(state, line)).collect();
    ShownConditionalMoves { state: standing, ply: state.plies(), lines }
}

fn written(state: &GameState, line: &[String]) -> Vec<WrittenMove> {
    let mut session = state.session().fork();
    let write = |text: &String| {
        let written = session.write_all(text).unwrap_or_default();
        // What was legal when it was entered is so after the same moves.
        let _ = session.push(text);
        WrittenMove { text: text.clone(), notations: notations(written) }
    };
    line.iter().map(write).collect()
}
