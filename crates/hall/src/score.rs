use game::Score;

/// A score as one number, for graphs and comparisons: a mate is far greater than any evaluation, and a shorter
/// mate is greater.
#[must_use]
pub fn centipawns(score: Score) -> i32 {
    const MATE: i32 = 30_000;
    score.centipawns(MATE)
}
