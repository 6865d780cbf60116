//! Mates by checks, which are proven.

use engine::KnownResult;
use game::{Line, Position as _};
use xiangqi::{Move, Position};

/// See [`engine::Session::known`].
pub(crate) fn known(
    line: &Line<Position>,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<KnownResult<Move>> {
    /// Moves that are tried.
    const MOST: u64 = 200_000;
    let found = xiangqi_engine::solve(line, &mut |nodes| nodes < MOST && go_on());
    let Some(mate) = found.mate else { return Vec::new() };
    let winner = Some(line.position().side_to_move());
    let plies = u32::try_from(mate.len()).ok();
    mate.first().map(|&m| KnownResult { m, winner, plies, source: "checks" }).into_iter().collect()
}
