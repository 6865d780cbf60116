//! What an analysis is kept under.

use engine::Session;
use std::fmt::Write as _;

/// Analyses that are kept; the oldest go.
pub(super) const MOST: u32 = 20_000;

/// The text under which an analysis is kept: all that its result depends on. The moves before belong to it
/// only where they can decide the game soon, so that a position reached in another order is known too.
pub(super) fn key(game: &dyn Session, engine: &str, lines: u32, threat: bool) -> String {
    let mut key = format!(
        "{}|{}|{}|{engine}|{lines}|{threat}|{}",
        env!("CARGO_PKG_VERSION"),
        game.variant().id,
        game.rules(),
        game.position_text()
    );
    if !game.foresee().is_empty() {
        let _ = write!(key, "|{} {}", game.start_text(), game.moves().join(" "));
    }
    key
}
