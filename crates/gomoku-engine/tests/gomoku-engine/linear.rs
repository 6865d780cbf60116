//! Laws of the linear evaluation, hand-made and learnt.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{line, turned_line};
use game::{Line, NullObserver, Position as _, Side};
use gomoku::{Position, Rules, Square};
use gomoku_engine::eval::{Counter, Evaluation, Linear, NumberKind, Numbers};
use gomoku_engine::{EvaluationSource, Gomoku, GomokuEngine};
use proptest::prelude::*;
use search::Score;
use std::collections::HashSet;

/// Rules whose training begins with the evaluation by hand.
const BY_HAND: [Rules; 3] = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU];

/// Rules whose training begins with what was learnt for the most similar of these.
const BY_SIMILAR: [Rules; 3] = [Rules::CARO, Rules::CARO_FREE, Rules::OMOK];

fn known() -> Vec<Rules> {
    Numbers::all().map(Numbers::rules).collect()
}

/// Numbers that have no meaning.
fn random(of: Numbers, seed: u32) -> Vec<i16> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 8) % 2401) as i16 - 1200
    };
    (0..of.len()).map(|_| next()).collect()
}

/// The value for the side to move that the counts of a training give, in parts of a hundredth.
fn counted(of: Numbers, numbers: &[i16], position: &Position) -> i32 {
    let times = Counter::new(of).count(position).unwrap();
    let sum: i32 =
        times.iter().map(|&(n, times)| i32::from(numbers[usize::from(n)]) * i32::from(times)).sum();
    if position.side_to_move() == Side::First { sum } else { -sum }
}

/// The score of a position by the numbers that a training begins with.
fn at_start(line: &Line<Position>) -> Score {
    let rules = line.position().rules();
    let of = Numbers::of(rules).unwrap();
    let start = Linear::new(of, &of.start()).unwrap();
    Evaluation::with_linear(rules, &start).of(line.position())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The training counts what play evaluates; the sums that are kept are those afresh; every image has the same value.
    #[test]
    fn what_is_learnt_is_what_is_played(
        rules in prop::sample::select(known()), size in 5u8..=22, seed: u32, symmetry in 0u8..8,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..50),
    ) {
        let of = Numbers::of(rules).unwrap();
        let numbers = random(of, seed);
        let mut evaluation = Evaluation::with_linear(rules, &Linear::new(of, &numbers).unwrap());
        let line = line(rules, size, &choices);
        let own = evaluation.of(line.position());
        let exact = f64::from(counted(of, &numbers, line.position())) / f64::from(Numbers::UNIT);
        prop_assert!((f64::from(own.value()) - exact).abs() < 1.0, "{own:?} in play, {exact} in training");
        prop_assert_eq!(own, evaluation.of(turned_line(&line, symmetry).position()));
        search::laws::evaluation_is_incremental(Gomoku::new(rules), &evaluation, &line)
            .map_err(TestCaseError::fail)?;
    }

    /// A training begins with the hand-made evaluation.
    #[test]
    fn the_start_is_the_evaluation_by_hand(
        rules in prop::sample::select(&BY_HAND[..]), size in 5u8..=22,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..50),
    ) {
        let line = line(rules, size, &choices);
        prop_assert_eq!(at_start(&line), Evaluation::by_hand(rules).of(line.position()));
    }

    /// Under other rules it begins with what plays there without numbers of their own.
    #[test]
    fn the_start_is_the_evaluation_of_similar_rules(
        rules in prop::sample::select(&BY_SIMILAR[..]), size in 5u8..=22,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..50),
    ) {
        let line = line(rules, size, &choices);
        prop_assert_eq!(at_start(&line), Evaluation::by_similar(rules).of(line.position()));
    }
}

#[test]
fn the_points_add_up_to_the_evaluation() {
    for rules in [Rules::FREESTYLE, Rules::RENJU] {
        let of = Numbers::of(rules).unwrap();
        let learnt = Linear::new(of, &random(of, 9)).unwrap();
        for mut evaluation in [Evaluation::by_hand(rules), Evaluation::with_linear(rules, &learnt)]
        {
            let mut position = Position::new(rules, 15);
            for ply in 0..40_usize {
                let explained = evaluation.explain(&position);
                let us = position.side_to_move().index();
                let own = |sums: [i32; 2]| sums[us] - sums[1 - us];
                let sums = explained.kinds.iter().chain(&explained.any);
                let sum: i32 = sums.clone().map(|(_, sums)| own(*sums)).sum();
                let exact = evaluation.of(&position).value();
                let bound = 2 * sums.count() as i32 + 2;
                let sum = sum + explained.together + explained.tempo;
                assert!((sum - exact).abs() <= bound, "{ply}: {explained:?}");
                let moves = position.moves();
                position.make(moves[(ply * 31 + 112) % moves.len()], &mut NullObserver);
            }
        }
    }
}

#[test]
fn numbers_have_different_names() {
    for of in Numbers::all() {
        let rules = of.rules();
        let names: HashSet<String> = (0..of.len()).map(|number| of.name(number)).collect();
        assert_eq!(names.len(), of.len());
        let parts = (0..of.len()).filter(|&number| of.kind(number) == NumberKind::Part).count();
        let groups = if rules == Rules::RENJU { 2 } else { 1 };
        assert_eq!(parts, groups * 2 * (78 + 12));
        assert_eq!(Numbers::with_form(of.form()), Some(of));
    }
}

#[test]
fn an_evaluation_is_for_its_rules_alone() {
    let of = Numbers::of(Rules::STANDARD).unwrap();
    let numbers = random(of, 5);
    let bytes = |form: &str, count: usize| {
        let numbers = numbers[..count].iter().map(|&number| [number, 0]).collect();
        nnue::linear::write(&nnue::linear::Linear { form: form.to_owned(), numbers }, "a test")
            .unwrap()
    };
    let refused = |bytes: &[u8]| EvaluationSource::read(bytes).unwrap_err().to_string();
    assert!(refused(&bytes("draughts-patterns-2", of.len())).contains("draughts-patterns-2"));
    assert!(refused(&bytes(of.form(), 100)).contains("100 numbers instead of 3948"));
    assert!(refused(&bytes("renju-patterns-1", of.len())).contains("3948 numbers instead of 7894"));
    assert!(refused(b"YIQILINE").contains("no file of weights"));

    let mut engine = GomokuEngine::new(1);
    let positions = BY_HAND.map(|rules| Position::new(rules, 20));
    let before = positions.each_ref().map(|position| engine.evaluate(position));
    engine.set_learnt(&EvaluationSource::read(&bytes(of.form(), of.len())).unwrap());
    let after = positions.each_ref().map(|position| engine.evaluate(position));
    assert_eq!([after[0], after[2]], [before[0], before[2]]);
    assert_ne!(after[1], before[1]);
    engine.set_learnt(&EvaluationSource::HandMade);
    let by_hand = positions.each_ref().map(|position| engine.evaluate(position));
    let expected =
        positions.each_ref().map(|position| Evaluation::by_hand(position.rules()).of(position));
    assert_eq!(by_hand, expected);
}

#[test]
fn the_weights_of_the_program_are_read() {
    for rules in known() {
        let mut position = Position::new(rules, 15);
        // One position may have the same value by chance: values are whole hundredths.
        let mut differing = 0;
        for text in ["h8", "i9", "h9", "h7", "j9"] {
            let square = Square::read(text).unwrap();
            position.make(square.into(), &mut NullObserver);
            let by_hand = Evaluation::by_hand(rules).of(&position);
            differing += u32::from(Evaluation::new(rules).of(&position) != by_hand);
        }
        assert!(differing >= 3, "{rules:?}");
    }
}
