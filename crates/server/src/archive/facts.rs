//! What the archive stores of a replayed game.

use hall::GameState;
use hall::archive::Track;
use hall_messages::ArchiveFacts;
use store::GameFacts;

/// What is known of a game, without its mistakes, and its boards. The boards are missing where a track cannot
/// hold them.
pub(super) fn of(state: &GameState) -> (GameFacts, Option<Track>) {
    let ArchiveFacts { line, winner, person, track } = ArchiveFacts::of(state);
    if let Err(error) = &track {
        tracing::warn!("a game of {} has no boards: {error}", state.setup().variant);
    }
    let track = track.ok();
    let bytes = track.as_ref().map(Track::to_bytes).unwrap_or_default();
    (GameFacts { line, winner, person, mistakes: None, track: bytes }, track)
}
