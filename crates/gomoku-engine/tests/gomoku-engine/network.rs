//! Laws of the evaluation by a network.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{choices, line_within, turned_line};
use game::{Line, Side};
use gomoku::{Move, Position, Rules};
use gomoku_engine::eval::{Evaluation, GomokuNetwork, lines};
use gomoku_engine::{EvaluationSource, Gomoku, GomokuEngine, SearchRequest};
use nnue::{CellNetwork, CellParameters, CellShape};
use proptest::prelude::*;
use search::{Limits, NoClock, NoSignal};

const KNOWN: [Rules; 3] = [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU];

/// A network of numbers that have no meaning.
fn network(features: &str) -> CellNetwork {
    let (rows, width, regions) = (usize::from(lines::ROWS), 16, lines::REGIONS);
    let mut state = 7_u32;
    let mut numbers = |count: usize, most: i32| -> Vec<i16> {
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as i32 % (2 * most + 1) - most) as i16
        };
        (0..count).map(next).collect()
    };
    let parameters = CellParameters {
        weights: numbers(rows * width, 90),
        bias: numbers(width, 60),
        output: numbers(8 * 2 * regions * width, 60),
        output_bias: numbers(8, 600).into_iter().map(i32::from).collect(),
        third: numbers(8 * 2 * 8, 200),
        third_bias: numbers(8, 600).into_iter().map(i32::from).collect(),
        last: numbers(8, 200),
        last_bias: vec![40_000],
    };
    let shape = CellShape {
        features: features.to_owned(),
        inputs: lines::ROWS.into(),
        rows: 4,
        width: 16,
        regions: regions as u32,
        most: lines::MOST,
        buckets: lines::BUCKETS.into(),
        scale: 200,
        layers: [8, 8],
    };
    CellNetwork::new(shape, parameters, &lines::turned()).unwrap()
}

fn net(rules: Rules, beside: usize) -> GomokuNetwork {
    GomokuNetwork::new(network(lines::names(rules).unwrap()[beside])).unwrap()
}

fn line(rules: Rules, size: u8, choices: &[prop::sample::Index]) -> Line<Position> {
    line_within(8, rules, size, choices)
}

/// What a side sees, in an order that does not depend on the board's.
fn seen(position: &Position, side: Side) -> Vec<(u8, [u16; 4])> {
    let mut all = Vec::new();
    lines::for_each_point(position, side, |mut rows, region| {
        rows.sort_unstable();
        all.push((region, rows));
    });
    all.sort_unstable();
    all
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_evaluation_kept_is_the_evaluation_afresh(
        rules in 0usize..3, beside in 0usize..2, size in 5u8..=22, choices in choices(80),
    ) {
        let rules = KNOWN[rules];
        let line = line(rules, size, &choices);
        let evaluation = Evaluation::with_net(rules, Some(net(rules, beside)));
        search::laws::evaluation_is_incremental(Gomoku::new(rules), &evaluation, &line)
            .map_err(TestCaseError::fail)?;
    }

    /// Frames that nobody asked for, and passes, leave nothing behind.
    #[test]
    fn moves_may_come_and_go_without_a_question(
        choices in choices(60), asked in prop::collection::vec(any::<bool>(), 60), back in 0usize..20,
    ) {
        use search::Evaluator as _;
        let (rules, domain) = (Rules::FREESTYLE, Gomoku::new(Rules::FREESTYLE));
        let line = line(rules, 15, &choices);
        let mut running = Evaluation::with_net(rules, Some(net(rules, 0)));
        let mut fresh = running.clone();
        let mut replay = Line::new(line.start());
        running.reset(domain, replay.position());
        let moves: Vec<Move> = line.plies().iter().filter_map(|ply| ply.mv).collect();
        for (&m, &asks) in moves.iter().zip(&asked) {
            // A null move that is taken back.
            running.push();
            running.pop();
            running.push();
            replay.push_observed(m, &mut running);
            if asks {
                let info = search::Domain::info(domain, replay.position());
                let kept = running.evaluate(domain, replay.position(), &info);
                prop_assert_eq!(kept, fresh.of(replay.position()).as_evaluation());
            }
        }
        for _ in 0..back.min(moves.len()) {
            running.pop();
            replay.pop();
        }
        let info = search::Domain::info(domain, replay.position());
        let kept = running.evaluate(domain, replay.position(), &info);
        prop_assert_eq!(kept, fresh.of(replay.position()).as_evaluation());
    }

    #[test]
    fn both_sides_see_the_same_board(size in 5u8..=22, choices in choices(60)) {
        let line = line(Rules::FREESTYLE, size, &choices);
        let exchange = lines::turned();
        let mut as_other = Vec::new();
        lines::for_each_point(line.position(), Side::First, |rows, region| {
            let mut rows = rows.map(|row| exchange[usize::from(row)]);
            rows.sort_unstable();
            as_other.push((region, rows));
        });
        as_other.sort_unstable();
        prop_assert_eq!(as_other, seen(line.position(), Side::Second));
        let is_exchange = (0..).zip(&exchange).all(|(row, &to)| exchange[usize::from(to)] == row);
        prop_assert!(is_exchange);
    }

    /// An image of a position differs in its regions alone.
    #[test]
    fn images_are_the_board_turned(size in 5u8..=22, choices in choices(60), symmetry in 0u8..8) {
        let line = line(Rules::STANDARD, size, &choices);
        let image = &lines::images()[usize::from(symmetry)];
        let mut moved: Vec<(u8, [u16; 4])> = seen(line.position(), Side::First)
            .into_iter()
            .map(|(region, rows)| (image[usize::from(region)], rows))
            .collect();
        moved.sort_unstable();
        prop_assert_eq!(moved, seen(turned_line(&line, symmetry).position(), Side::First));
    }
}

/// No region of any board has more points than the network may add up.
#[test]
fn regions_are_small_enough() {
    for size in gomoku::SMALLEST..=gomoku::LARGEST {
        let mut counts = [0; lines::REGIONS];
        for square in Position::new(Rules::FREESTYLE, size).empty().iter() {
            counts[usize::from(lines::region(square, size))] += 1;
        }
        assert!(
            counts.iter().all(|&count| count > 0 && count <= lines::MOST),
            "{size}: {counts:?}"
        );
    }
}

#[test]
fn a_network_evaluates_under_its_rules_alone() {
    let position = line(Rules::FREESTYLE, 15, &[]).position().clone();
    let others = Position::new(Rules::CARO, 15);
    let mut engine = GomokuEngine::new(1);
    let by_program = engine.evaluate(&others);
    engine.set_learnt(&EvaluationSource::HandMade);
    let by_hand = engine.evaluate(&position);
    engine.set_learnt(&EvaluationSource::Net(net(Rules::FREESTYLE, 0)));
    assert_ne!(engine.evaluate(&position), by_hand);
    assert_eq!(engine.evaluate(&others), by_program);
    let request = SearchRequest { limits: Limits::nodes(500), ..SearchRequest::default() };
    let game = line(Rules::FREESTYLE, 15, &[]);
    let mut game = Line::new(game.start());
    for text in ["h8", "i9", "h9"] {
        game.push(text.parse().unwrap());
    }
    assert!(engine.search(&game, &request, &NoClock, &NoSignal, &mut |_| {}).best().is_some());
    engine.set_learnt(&EvaluationSource::HandMade);
    assert_eq!(engine.evaluate(&position), by_hand);
}

#[test]
fn other_networks_are_refused() {
    let why = GomokuNetwork::new(network("draughts-1")).unwrap_err().to_string();
    assert!(why.contains("draughts-1"), "{why}");
    assert!(GomokuNetwork::read(b"something else").is_err());
}
