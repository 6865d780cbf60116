//! The solvers: each win that they report holds against every defence, and they find all simple
//! ones.

use game::{Key, NullObserver, Position as _};
use gomoku::{Move, Position, Rules, Setup, Square, Threat};
use gomoku_engine::solve::{Budget, CertainEnd, Method, Solver, solve, sure};
use proptest::prelude::*;
use std::collections::HashSet;

const RULES: [Rules; 6] =
    [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO, Rules::CARO_FREE, Rules::OMOK];

fn renju(text: &str) -> Position {
    text.parse::<Setup>().expect("a position").position(Rules::RENJU, 15).expect("a position")
}

/// The rows of a collection: their names and positions.
fn rows(text: &str) -> impl Iterator<Item = (&str, Position)> {
    text.lines().filter(|row| !row.starts_with('#')).map(|row| {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        (fields[0], renju(fields[fields.len() - 1]))
    })
}

/// A line is legal, and the attacker's last move is a five.
fn verify(position: &Position, line: &[Square]) {
    let (mut position, attacker) = (position.clone(), position.side_to_move());
    for &m in line {
        assert_eq!(position.winner(), None, "the game goes on before {m}");
        assert!(position.is_allowed(m), "{m} is allowed in {position}");
        position.make(m.into(), &mut NullObserver);
    }
    assert_eq!(position.winner(), Some(attacker), "{position}");
}

#[test]
fn wins_by_fours_are_found_however_long() {
    let mut longest = 0;
    for (id, position) in rows(include_str!("../data/renju_wins_by_fours.txt")) {
        let mut budget = Budget::nodes(100_000);
        let side = position.side_to_move();
        let outcome = Solver::new(16, 2).vcf(&mut position.clone(), side, &mut budget);
        let line = outcome.win.unwrap_or_else(|| panic!("{id} is won by fours"));
        verify(&position, &line);
        longest = longest.max(line.len().div_ceil(2));
    }
    assert!(longest > 70, "{longest} moves");
}

#[test]
fn wins_by_threes_are_found() {
    // Those that need few nodes; the example `solve` proves them all.
    let quick = "N01 N07 N09 N15 W01 W03 W09 W13 W15 W19 W21";
    let all = rows(include_str!("../data/renju_wins_by_threats.txt"));
    for (id, position) in all.filter(|(id, _)| quick.contains(id)) {
        let side = position.side_to_move();
        let mut solver = Solver::new(16, 16);
        let by_fours = solver.vcf(&mut position.clone(), side, &mut Budget::nodes(100_000));
        assert_eq!((by_fours.win, by_fours.exhausted), (None, true), "{id} has no win by fours");
        let mut budget = Budget::nodes(1_000_000);
        let outcome = solver.vct(&mut position.clone(), side, &mut budget);
        verify(&position, &outcome.win.unwrap_or_else(|| panic!("{id} is won by threes")));
    }
}

#[test]
fn other_threats_are_found() {
    let all = rows(include_str!("../data/renju_wins_by_threats.txt"));
    for (id, position) in all.filter(|(id, _)| ["N03", "W07", "W17"].contains(id)) {
        let solution = solve(&position, &mut |nodes| nodes < 2_000_000);
        assert_eq!(solution.method, Some(Method::Threats), "{id}");
        verify(&position, &solution.win.unwrap_or_default());
    }
}

#[test]
fn a_block_that_is_forbidden_is_no_block() {
    // Black would have to answer d5 on e4, which makes two open threes.
    let text = "15/15/15/15/15/15/15/o14/1o13/2o1x10/4x10/5xx8/15/15/15 o";
    let solution = solve(&renju(text), &mut |_| true);
    // Black plays anywhere, and white makes the five.
    let line = solution.win.expect("a win");
    let square = |text| Square::read(text).expect("a point");
    assert_eq!((line[0], line[2], line.len()), (square("d5"), square("e4"), 3));
    assert_eq!(solution.moves, 2);
    verify(&renju(text), &line);
    let setup: Setup = text.parse().expect("a position");
    let position = setup.position(Rules::FREESTYLE, 15).expect("a position");
    let side = position.side_to_move();
    let outcome = Solver::new(10, 2).vcf(&mut position.clone(), side, &mut Budget::nodes(1000));
    assert_eq!((outcome.win, outcome.exhausted), (None, true), "without fouls it is one");
}

#[test]
fn it_stops_when_told() {
    let all = rows(include_str!("../data/renju_wins_by_threats.txt"));
    for (id, position) in all.filter(|(id, _)| ["N03", "W23"].contains(id)) {
        let solution = solve(&position, &mut |_| false);
        assert!(solution.nodes <= 2048 && solution.win.is_none(), "{id}: {}", solution.nodes);
        assert!(!solution.exhausted);
    }
}

#[test]
fn a_win_is_shown_however_little_was_left_when_it_was_proven() {
    for (id, position) in rows(include_str!("../data/renju_wins_by_threats.txt")) {
        if !["N07", "N15", "W03", "W09"].contains(&id) {
            continue;
        }
        let side = position.side_to_move();
        let shown = (0..1_500).step_by(7).filter_map(|nodes| {
            Solver::new(10, 12).vct(&mut position.clone(), side, &mut Budget::nodes(nodes)).win
        });
        let mut wins = 0;
        for line in shown {
            assert!(!line.is_empty(), "{id}");
            verify(&position, &line);
            wins += 1;
        }
        assert!(wins > 0, "{id}");
    }
}

/// The attacker, to move, plays the solvers' moves, and the defender every legal move: the attacker
/// wins every game. `None` where that takes too long.
fn wins_against_everything(
    position: &mut Position,
    solver: &mut Solver,
    seen: &mut HashSet<Key>,
    left: &mut u32,
) -> Option<()> {
    if !seen.insert(position.key()) {
        return Some(());
    }
    *left = left.checked_sub(1)?;
    let side = position.side_to_move();
    if position.count(side, Threat::Five) > 0 {
        return Some(());
    }
    let fours = solver.vcf(position, side, &mut Budget::nodes(20_000)).win;
    let threes = || solver.vct(position, side, &mut Budget::nodes(50_000)).win;
    let win = fours.or_else(threes);
    let win = win.or_else(|| solver.vct_wide(position, side, &mut Budget::nodes(50_000)).win);
    let m = win.unwrap_or_else(|| panic!("no win in {position}"))[0];
    assert!(position.is_allowed(m), "{m} in {position}");
    let undo = position.make(m.into(), &mut NullObserver);
    let won = position.winner() == Some(side);
    let answers = if won { Vec::new() } else { position.moves() };
    assert!(won || !answers.is_empty() || position.rules().bind(!side), "{position}");
    for answer in answers {
        let undo = position.make(answer, &mut NullObserver);
        assert_eq!(position.winner(), None, "{answer} wins in {position}");
        wins_against_everything(position, solver, seen, left)?;
        position.unmake(answer, undo);
    }
    position.unmake(m.into(), undo);
    Some(())
}

/// A position with some stones in its middle.
fn crowded(rules: Rules, size: u8, choices: &[(u8, u8)]) -> Position {
    let mut position = Position::new(rules, size);
    for &(x, y) in choices {
        if let Some(square) = Square::new(x % size, y % size)
            && position.is_allowed(square)
            && position.threat(square, position.side_to_move()) != Threat::Five
        {
            position.make(square.into(), &mut NullObserver);
        }
    }
    position
}

/// Whether the side to move wins by at most `fours` fours, computed by trying every move with the
/// rules alone.
fn wins_by_fours(position: &mut Position, fours: u32) -> bool {
    let side = position.side_to_move();
    let moves = position.moves();
    if !winning_points(position).is_empty() {
        return true;
    }
    fours > 0
        && moves.into_iter().any(|m| {
            let undo = position.make(m, &mut NullObserver);
            // The opponent has no five, but we threaten one: we win after every answer.
            let wins = winning_points(position).is_empty() && {
                let threatened = passed(position, |position| !winning_points(position).is_empty());
                threatened
                    && position.moves().into_iter().all(|answer| {
                        let undo = position.make(answer, &mut NullObserver);
                        let wins = wins_by_fours(position, fours - 1);
                        position.unmake(answer, undo);
                        wins
                    })
            };
            position.unmake(m, undo);
            debug_assert_eq!(position.side_to_move(), side);
            wins
        })
}

/// Where the side to move makes a winning row at once.
fn winning_points(position: &mut Position) -> Vec<Move> {
    let side = position.side_to_move();
    let mut moves = position.moves();
    moves.retain(|&m| {
        let undo = position.make(m, &mut NullObserver);
        let wins = position.winner() == Some(side);
        position.unmake(m, undo);
        wins
    });
    moves
}

/// Whether the side to move wins within so many plies, computed by trying every move with the rules
/// alone.
fn wins_in(position: &mut Position, plies: u32) -> bool {
    if plies < 3 {
        return !winning_points(position).is_empty();
    }
    if !winning_points(position).is_empty() {
        return true;
    }
    position.moves().into_iter().any(|m| {
        let undo = position.make(m, &mut NullObserver);
        let answers = position.moves();
        let wins = winning_points(position).is_empty()
            && answers.into_iter().all(|answer| {
                let undo = position.make(answer, &mut NullObserver);
                let wins = wins_in(position, plies - 2);
                position.unmake(answer, undo);
                wins
            });
        position.unmake(m, undo);
        wins
    })
}

fn passed(position: &mut Position, ask: impl FnOnce(&mut Position) -> bool) -> bool {
    let undo = position.pass().expect("the game goes on");
    let answer = ask(position);
    position.unpass(undo);
    answer
}

fn stones(range: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(u8, u8)>> {
    proptest::collection::vec((0_u8..6, 0_u8..6), range)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn no_win_is_false(
        rules in proptest::sample::select(&RULES[..]),
        size in prop_oneof![Just(6_u8), Just(7), Just(8)],
        choices in stones(8..26),
    ) {
        let mut position = crowded(rules, size, &choices);
        let before = (position.to_string(), position.key());
        let side = position.side_to_move();
        let mut solver = Solver::new(14, 14);
        let fours = solver.vcf(&mut position, side, &mut Budget::nodes(5_000));
        let threes = solver.vct(&mut position, side, &mut Budget::nodes(5_000));
        let wide = solver.vct_wide(&mut position, side, &mut Budget::nodes(5_000));
        prop_assert_eq!((position.to_string(), position.key()), before);
        if fours.win.is_some() {
            prop_assert!(threes.win.is_some(), "a win by fours is one by fours and threes");
        }
        for win in [&fours.win, &threes.win, &wide.win].into_iter().flatten() {
            verify(&position, win);
        }
        if fours.win.or(threes.win).or(wide.win).is_some() {
            let _ = wins_against_everything(&mut position, &mut solver, &mut HashSet::new(), &mut 3_000);
        }
    }

    #[test]
    fn no_win_by_fours_is_overlooked(
        rules in proptest::sample::select(&[Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU][..]),
        choices in stones(8..26),
    ) {
        let mut position = crowded(rules, 6, &choices);
        let side = position.side_to_move();
        let outcome = Solver::new(10, 2).vcf(&mut position, side, &mut Budget::nodes(100_000));
        if wins_by_fours(&mut position, 2) {
            prop_assert!(outcome.win.is_some(), "{}", position);
        } else if let Some(win) = outcome.win {
            // A line may end with a four that has no legal answer instead of the five.
            let mut after = position.clone();
            for &m in &win {
                let _ = after.make(m.into(), &mut NullObserver);
            }
            let fives = usize::from(after.winner() == Some(side));
            prop_assert!(win.len().div_ceil(2) - fives > 2, "{:?} in {}", win, position);
        }
    }

    #[test]
    fn what_is_sure_is_so(
        rules in proptest::sample::select(&RULES[..]),
        size in prop_oneof![Just(6_u8), Just(7), Just(9)],
        choices in stones(6..26),
    ) {
        let mut position = crowded(rules, size, &choices);
        let side = position.side_to_move();
        let mut solver = Solver::new(12, 12);
        match sure(&position) {
            Some(CertainEnd::Win(plies @ 0..=3)) => {
                let win = solver.vcf(&mut position, side, &mut Budget::nodes(10)).win;
                prop_assert_eq!(win.map(|line| line.len()), Some(usize::from(plies)));
            }
            Some(CertainEnd::Win(plies)) => {
                prop_assert_eq!(plies, 5);
                prop_assert!(wins_in(&mut position, 5), "{}", position);
            }
            Some(CertainEnd::Loss(_)) => {
                for m in position.moves() {
                    let undo = position.make(m, &mut NullObserver);
                    prop_assert_eq!(position.winner(), None);
                    prop_assert!(!winning_points(&mut position).is_empty(), "{} in {}", m, position);
                    position.unmake(m, undo);
                }
            }
            None => prop_assert!(position.count(side, Threat::Five) == 0),
        }
        prop_assert_eq!(position.side_to_move(), side);
    }
}
