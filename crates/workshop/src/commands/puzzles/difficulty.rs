//! How difficult a puzzle is: which levels find its solution.

use command_line::Failure;
use engine::{Control, Engine, Level, Limits, Session};
use hall::puzzles::Puzzle;

/// The tries of each level.
pub(super) const TRIES: u32 = 2;
/// The most nodes of a level for a move, if nothing else is asked for: those that would take more stop there.
pub(super) const MOST_NODES: u64 = 20_000;
/// The rating of a puzzle that every level finds in every try, and of one that none finds.
const RATINGS: [f64; 2] = [600.0, 2400.0];

/// How many levels there are.
const LEVELS: usize = Level::MAX.number() as usize;
/// In how many tries each level found a solution, level 1 first.
pub(super) type Finds = [u32; LEVELS];

/// The seed of the tries at the puzzle of a ply of a game.
pub(super) const fn seed(games: u64, game: u64, ply: u32) -> u64 {
    (games << 40) ^ (game << 16) ^ ply as u64
}

/// Lets every level try the puzzle, whose position this is, with so many nodes for a move at most. `None`: it was stopped.
pub(super) fn measure(
    puzzle: &Puzzle,
    at: &dyn Session,
    engine: &mut dyn Engine,
    seed: u64,
    most_nodes: u64,
    control: &Control,
) -> Result<Option<Finds>, Failure> {
    let mut finds = [0; LEVELS];
    for (number, found) in (1..).zip(&mut finds) {
        let Some(level) = Level::new(number) else { continue };
        for one in 0..TRIES {
            engine.new_game();
            let seed =
                seed.wrapping_mul(1_000).wrapping_add(u64::from(u32::from(number) * TRIES + one));
            let limits =
                Limits { level: Some(level), nodes: Some(most_nodes), seed, ..Limits::default() };
            let solves = solves(puzzle, at, engine, &limits, control)?;
            if control.is_stopped() {
                return Ok(None);
            }
            *found += u32::from(solves);
        }
    }
    Ok(Some(finds))
}

/// Whether a player finds the solution, or a move that is as right.
fn solves(
    puzzle: &Puzzle,
    at: &dyn Session,
    engine: &mut dyn Engine,
    limits: &Limits,
    control: &Control,
) -> Result<bool, Failure> {
    let mut session = at.fork();
    for (number, m) in puzzle.solution.iter().enumerate() {
        if number % 2 == 0 {
            let found = engine
                .search(session.as_ref(), limits, control, &mut |_| {})
                .map_err(Failure::trouble)?;
            if found.best.as_ref() != Some(m) {
                let also =
                    puzzle.also_at(number).any(|one| one.line.first() == found.best.as_ref());
                return Ok(also && found.best.is_some());
            }
        }
        session.push(m).map_err(Failure::trouble)?;
    }
    Ok(true)
}

/// The rating of a puzzle with these finds: it falls evenly with the tries that found it.
pub(super) fn rating(finds: &Finds) -> u16 {
    let all = TRIES as usize * LEVELS;
    let missed = 1.0 - f64::from(finds.iter().sum::<u32>()) / all as f64;
    let [easy, hard] = RATINGS;
    (easy + (hard - easy) * missed).round() as u16
}

/// The lowest level from which on each finds it in half of its tries or more.
pub(super) fn level(finds: &Finds) -> Option<u8> {
    let finding = finds.iter().rev().take_while(|&&found| 2 * found >= TRIES).count();
    u8::try_from(LEVELS - finding + 1).ok().filter(|_| finding > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_more_levels_find_is_easier() {
        assert_eq!(rating(&[TRIES; LEVELS]), 600);
        assert_eq!((rating(&[0; LEVELS]), level(&[0; LEVELS])), (2400, None));
        let mut half = [0; LEVELS];
        half[6..].fill(TRIES);
        assert_eq!((rating(&half), level(&half)), (1500, Some(7)));
        // Luck of a low level is none of its own.
        half[1] = TRIES;
        assert_eq!(level(&half), Some(7));
    }
}
