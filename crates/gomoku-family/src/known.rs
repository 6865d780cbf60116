//! What gomoku proves of moves: wins by fours and threes, and moves that leave one to the opponent.

use engine::KnownResult;
use game::{NullObserver, Position as _};
use gomoku::{Move, Position, Square};
use gomoku_engine::solve::{Budget, Method, Solver, SolverResult};

/// Stones that are tried for a win of the side to move, by fours and by threes.
const OWN: u64 = 200_000;
/// Stones that are tried for a win of the opponent after one move.
const REPLY: u64 = 5_000;
/// The size of the solver's tables, as a power of two.
const TABLE: u32 = 16;

/// The quicker way to win is asked for first.
const METHODS: [Method; 2] = [Method::Fours, Method::Threats];

/// See [`engine::Session::known`].
pub(crate) fn known(
    position: &Position,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<KnownResult<Move>> {
    if position.winner().is_some() {
        return Vec::new();
    }
    let mut solver = Solver::new(TABLE, TABLE);
    let mut position = position.clone();
    let side = position.side_to_move();
    for method in METHODS {
        if let Some((line, plies)) = win(&mut solver, method, &mut position, side, OWN, go_on) {
            let Some(&first) = line.first() else { continue };
            let m = first.into();
            let plies = Some(plies);
            return vec![KnownResult { m, winner: Some(side), plies, source: method.word() }];
        }
    }
    // What the opponent would win by if this side passed: moves that do not help lose.
    let threat = METHODS
        .into_iter()
        .find(|&method| win(&mut solver, method, &mut position, !side, OWN, go_on).is_some());
    let Some(method) = threat else { return Vec::new() };
    let mut known = Vec::new();
    for m in position.moves() {
        if !go_on() {
            break;
        }
        let mut after = position.clone();
        after.make(m, &mut NullObserver);
        let Some((_, plies)) = win(&mut solver, method, &mut after, !side, REPLY, go_on) else {
            continue;
        };
        let plies = Some(plies + 1);
        known.push(KnownResult { m, winner: Some(!side), plies, source: method.word() });
    }
    known
}

/// A win of `side` by this method, if it is to move, and the plies that it takes at most.
fn win(
    solver: &mut Solver,
    method: Method,
    position: &mut Position,
    side: game::Side,
    nodes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Vec<Square>, u32)> {
    let mut ask = |_| go_on();
    let mut budget = Budget::while_allowed(&mut ask).at_most(nodes);
    let SolverResult { win, plies, .. } = match method {
        Method::Fours => solver.vcf(position, side, &mut budget),
        Method::Threats => solver.vct(position, side, &mut budget),
    };
    win.map(|line| (line, plies.into()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use gomoku::{Rules, Setup};

    fn of(stones: &str) -> Vec<KnownResult<Move>> {
        let setup: Setup = stones.parse().unwrap();
        let position = setup.position(Rules::FREESTYLE, 15).unwrap();
        known(&position, &mut || true)
    }

    #[test]
    fn a_win_by_fours_is_known() {
        // Three in a row, to move: a straight four wins with the next stone.
        let found = of("h8 a1 i8 a3 j8 a5");
        let [own] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            (own.source, own.plies, own.winner),
            ("fours", Some(3), Some(game::Side::First))
        );
    }

    #[test]
    fn moves_that_leave_a_win_by_fours_lose() {
        // Black has an open three and White nothing: White must answer it.
        let found = of("h8 a1 i8 a3 j8");
        assert!(found.len() > 200, "{}", found.len());
        assert!(found.iter().all(|known| known.winner == Some(game::Side::First)));
        let answers = ["g8", "k8"];
        assert!(found.iter().all(|known| !answers.contains(&known.m.to_string().as_str())));
    }

    #[test]
    fn nothing_is_known_of_the_start_and_a_stop_is_heeded() {
        assert_eq!(of(""), []);
        let setup: Setup = "h8 a1 i8 a3 j8".parse().unwrap();
        let position = setup.position(Rules::FREESTYLE, 15).unwrap();
        assert!(known(&position, &mut || false).is_empty());
    }
}
