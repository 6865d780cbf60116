//! Whenever a search says that somebody wins in so many moves, that is so: played out, the win comes in time.

use crate::common::line_within;
use game::{Line, Position as _, Side};
use gomoku::{Move, Position, Rules, judge};
use gomoku_engine::{GomokuEngine, SearchRequest};
use proptest::prelude::*;
use search::{FoundLine, Limits, NoClock, NoSignal};

const RULES: [Rules; 4] = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO];

/// Nodes of a search whose score is put to the test.
const NODES: u64 = 20_000;

fn search(engine: &mut GomokuEngine, line: &Line<Position>, nodes: u64) -> FoundLine<Move> {
    let request = SearchRequest { limits: Limits::nodes(nodes), ..SearchRequest::default() };
    let found = engine.search(line, &request, &NoClock, &NoSignal, &mut |_| {});
    found.lines.into_iter().next().expect("a move")
}

/// A position of these moves.
fn of(rules: Rules, moves: &str) -> Line<Position> {
    let mut line = Line::new(Position::new(rules, 15));
    for m in moves.split_whitespace() {
        line.push(m.parse().expect("a move"));
    }
    line
}

/// Who has won by the referee.
fn winner(line: &Line<Position>) -> Option<Side> {
    judge(line).and_then(|end| end.outcome.winner())
}

/// The move of the winner: a proof that is found first may take longer than what the search knows.
fn quick_enough(engine: &mut GomokuEngine, line: &Line<Position>, left: u32) -> Move {
    let own = search(engine, line, NODES);
    let in_time = |found: &FoundLine<Move>| {
        found.score.mate_plies().is_some_and(|plies| plies > 0 && plies.unsigned_abs() <= left)
    };
    if in_time(&own) {
        return own.pv[0];
    }
    // With two lines the search does without the solvers.
    let limits = Limits { lines: 2, ..Limits::nodes(5 * NODES) };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = engine.search(line, &request, &NoClock, &NoSignal, &mut |_| {});
    found.lines.into_iter().find(in_time).map_or(own.pv[0], |found| found.pv[0])
}

/// Searches a position, and plays it out if the search says that one side wins: whether it did.
fn claims_are_true(start: &Line<Position>) -> Result<bool, TestCaseError> {
    let mut engine = GomokuEngine::new(4);
    let first = search(&mut engine, start, NODES);
    let Some(plies) = first.score.mate_plies() else { return Ok(false) };
    let us = start.position().side_to_move();
    let side = if plies > 0 { us } else { !us };
    // The plies that are left, with that of the side to move as the first.
    let mut left = plies.unsigned_abs();
    let told = || format!("{:?} {} in {}", first.score, first.pv[0], start.position());
    prop_assert!(left > 0 && (left % 2 == 1) == (side == us), "{}", told());
    // The line that is shown is legal, and ends no later.
    let mut shown = start.clone();
    for &m in &first.pv {
        prop_assert!(judge(&shown).is_none() && shown.position().is_legal(m), "{}", told());
        shown.push(m);
    }
    prop_assert!(first.pv.len() <= left as usize, "{}", told());
    prop_assert_eq!(winner(&shown).is_none_or(|won| won == side), true, "{}", told());
    if left == 1 {
        prop_assert_eq!(winner(&shown), Some(side), "{}", told());
    }
    let mut line = start.clone();
    let mut other = GomokuEngine::new(4);
    let mut next = Some(first.pv[0]);
    while judge(&line).is_none() {
        prop_assert!(left > 0, "{}, played {:?}", told(), line.plies().len());
        let m = if line.position().side_to_move() == side {
            next.take().unwrap_or_else(|| quick_enough(&mut engine, &line, left))
        } else {
            next = None;
            search(&mut other, &line, NODES / 10).pv[0]
        };
        line.push(m);
        left -= 1;
    }
    prop_assert_eq!(winner(&line), Some(side), "{}", told());
    Ok(true)
}

#[test]
fn a_threat_without_an_answer_is_not_a_win_at_once() {
    // Two open threes with e10: a straight four comes next, a five with the third move.
    let moves = "h8 i9 h9 h11 i10 g8 g9 f10 f11 g10 e8 e9 f6 h7 c3";
    let line = of(Rules::FREESTYLE, moves);
    let found = search(&mut GomokuEngine::new(4), &line, NODES);
    assert_eq!((found.pv[0].to_string().as_str(), found.score.mate_plies()), ("e10", Some(5)));
    assert_eq!(found.pv.len(), 5);
    let played = claims_are_true(&line);
    assert!(matches!(played, Ok(true)), "{played:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Stones at random near the centre, and then some moves of two engines, so that there are wins of some moves.
    #[test]
    fn a_win_comes_in_as_many_moves_as_was_said(
        rules in prop::sample::select(&RULES[..]),
        choices in crate::common::choices(14),
        own in 0_usize..8,
    ) {
        let mut line = line_within(6, rules, 15, &choices);
        let mut engine = GomokuEngine::new(4);
        for _ in 0..own {
            if judge(&line).is_some() {
                break;
            }
            claims_are_true(&line)?;
            let m = search(&mut engine, &line, 1_000).pv[0];
            line.push(m);
        }
    }
}
#[test]
fn a_move_that_loses_is_not_a_lost_position() {
    // At these nodes the search is stopped when g7, the best move until then, is found to lose; h9 does not.
    let setup = "15/15/15/15/15/6o1o6/5x2x6/4oxx1o6/5o9/4x1x8/15/15/15/15/15 o";
    let setup: gomoku::Setup = setup.parse().expect("a position");
    let line = Line::new(setup.position(Rules::RENJU, 15).expect("it is possible"));
    for nodes in (12_000..26_000).step_by(1_000) {
        let found = search(&mut GomokuEngine::new(4), &line, nodes);
        assert_eq!(found.score.mate_plies(), None, "{nodes} nodes: {:?}", found.score);
    }
}
