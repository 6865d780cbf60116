//! Laws of the search and the evaluation for gomoku.

use crate::common::{choices, line, turned_line};
use game::{Line, Position as _, Side};
use gomoku::{Content, Move, Position, Rules, Setup, Square, Threat, judge};
use gomoku_engine::eval::Evaluation;
use gomoku_engine::{Gomoku, GomokuEngine, Level, SearchRequest, Situation};
use proptest::prelude::*;
use search::{Domain as _, Limits, NoClock, NoSignal, Ply, Score, Stage};

const RULES: [Rules; 6] =
    [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO, Rules::CARO_FREE, Rules::OMOK];

fn generated(domain: Gomoku, position: &Position) -> Vec<Move> {
    let info = domain.info(position);
    let mut all = Vec::new();
    for stage in [Stage::Noisy, Stage::Quiet] {
        domain.generate(position, &info, stage, &mut |m| all.push(m));
    }
    all.retain(|&m| domain.is_legal(position, &info, m));
    all
}

/// Whether the side to move wins within so many plies, by trying all moves.
fn wins(line: &mut Line<Position>, plies: u16) -> bool {
    if plies == 0 || line.position().winner().is_some() {
        return false;
    }
    let us = line.position().side_to_move();
    if line.position().count(us, Threat::Five) > 0 {
        return true;
    }
    if plies < 3 {
        return false;
    }
    line.position().moves().into_iter().any(|m| {
        line.push(m);
        let all = line.position().moves();
        let won = line.position().count(us.other(), Threat::Five) == 0
            && all.into_iter().all(|answer| {
                line.push(answer);
                let won = wins(line, plies - 2);
                line.pop();
                won
            });
        line.pop();
        won
    })
}

/// Checks [`Situation::Limited`] in the position at the end of a line.
fn left_out_loses(rules: Rules, line: &mut Line<Position>) -> Result<(), TestCaseError> {
    let domain = Gomoku::new(rules);
    let us = line.position().side_to_move();
    let them = us.other();
    let info = domain.info(line.position());
    let lost = matches!(info, Situation::Loses(6));
    if !lost && !matches!(info, Situation::Limited(_)) {
        return Ok(());
    }
    let answers = if lost { Vec::new() } else { generated(domain, line.position()) };
    let others: Vec<Move> =
        line.position().moves().into_iter().filter(|m| !answers.contains(m)).collect();
    let attacks = line.position().threats(them, Threat::FourThree);
    let attacks: Vec<Move> = attacks.iter().map(Move::Put).collect();
    for m in others {
        line.push(m);
        prop_assert_eq!(line.position().count(us, Threat::Five), 0, "{} is a four", m);
        let mut refuted = false;
        for &attack in attacks.iter().filter(|&&attack| attack != m) {
            line.push(attack);
            let fives: Vec<Square> = line.position().threats(them, Threat::Five).iter().collect();
            if let [block] = fives[..] {
                line.push(block.into());
                let position = line.position();
                refuted |= position.count(us, Threat::Five) == 0
                    && position.count(them, Threat::OpenFour) > 0;
                line.pop();
            }
            refuted |= fives.len() > 1;
            line.pop();
        }
        prop_assert!(refuted, "{} answers in {}", m, line.position());
        line.pop();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_picker_gives_what_is_generated(rules in 0usize..6, choices in choices(60)) {
        let line = line(RULES[rules], 15, &choices);
        let domain = Gomoku::new(RULES[rules]);
        let moves = generated(domain, line.position());
        if judge(&line).is_none() {
            prop_assert!(moves.iter().all(|&m| line.position().is_legal(m)));
            search::laws::picker_gives(domain, Evaluation::new(RULES[rules]), &line, &moves)
                .map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_evaluation_kept_is_the_evaluation_afresh(rules in 0usize..6, choices in choices(80)) {
        let line = line(RULES[rules], 15, &choices);
        let domain = Gomoku::new(RULES[rules]);
        search::laws::evaluation_is_incremental(domain, &Evaluation::new(RULES[rules]), &line)
            .map_err(TestCaseError::fail)?;
    }

    #[test]
    fn turning_the_board_changes_no_judgement(
        rules in 0usize..6, symmetry in 0u8..8, choices in choices(60),
    ) {
        let line = line(RULES[rules], 15, &choices);
        let other = turned_line(&line, symmetry);
        let mut evaluation = Evaluation::new(RULES[rules]);
        prop_assert_eq!(evaluation.of(line.position()), evaluation.of(other.position()));
    }

    #[test]
    fn every_level_plays_legal_moves(
        rules in 0usize..6, size in 5u8..=22, choices in choices(40), level in 1u8..=12, seed: u64,
    ) {
        let line = line(RULES[rules], size, &choices);
        if judge(&line).is_none() {
            let request = SearchRequest { limits: Limits::nodes(200), level: Level::new(level), seed, ..SearchRequest::default() };
            let think =
                || GomokuEngine::new(1).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
            let found = think();
            let best = found.best().expect("the game is not over");
            prop_assert!(line.position().is_legal(best));
            let best = best.square().expect("the machine never passes");
            prop_assert_eq!(&found, &think(), "the same seed plays the same move");
            let us = line.position().side_to_move();
            if level < 11 {
                // Lower levels overlook even fours.
            } else if line.position().count(us, Threat::Five) > 0 {
                prop_assert_eq!(line.position().threat(best, us), Threat::Five);
            } else if line.position().count(us.other(), Threat::Five) == 1 {
                let block = line.position().threats(us.other(), Threat::Five).iter().next();
                let legal = block.filter(|&m| line.position().is_allowed(m));
                prop_assert!(legal.is_none() || legal == Some(best), "a four is always blocked");
            }
        }
    }

    #[test]
    fn what_is_foreseen_comes_true(
        rules in 0usize..3, size in prop_oneof![Just(6u8), Just(7), Just(9)], choices in choices(24),
    ) {
        let mut line = line(RULES[rules], size, &choices);
        if judge(&line).is_none() {
            let domain = Gomoku::new(RULES[rules]);
            let info = domain.info(line.position());
            if let Some(seen) = domain.foreseen(line.position(), &info) {
                match (seen.end, seen.after) {
                    (search::End::Win, after) => prop_assert!(wins(&mut line, after)),
                    (search::End::Loss, 2) => {
                        let all = line.position().moves();
                        for m in all {
                            line.push(m);
                            prop_assert!(wins(&mut line, 1));
                            line.pop();
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Every move that is left out where the opponent threatens a four and a three loses to it, move by move: the four, its only
    /// block, and an open four that no five of ours comes before. Every position of the game is looked at.
    #[test]
    fn fours_and_threes_are_answered_by_all_that_answers(
        rules in 0usize..2, choices in choices(36),
    ) {
        let whole = line(RULES[rules], 15, &choices);
        let mut line = Line::new(Position::new(RULES[rules], 15));
        for ply in whole.plies() {
            left_out_loses(RULES[rules], &mut line)?;
            line.push(ply.mv.expect("no move is a null move"));
        }
    }

    /// Every move that is left out of the answers to a three loses at once.
    #[test]
    fn threes_are_answered_by_all_that_answers(rules in 0usize..3, choices in choices(30)) {
        let mut line = line(RULES[rules], 15, &choices);
        let domain = Gomoku::new(RULES[rules]);
        let us = line.position().side_to_move();
        let threatened = line.position().winner().is_none()
            && domain.foreseen(line.position(), &domain.info(line.position())).is_none()
            && line.position().count(us.other(), Threat::OpenFour) > 0
            && line.position().count(us.other(), Threat::Five) == 0;
        if threatened {
            let answers = generated(domain, line.position());
            let others: Vec<Move> =
                line.position().moves().into_iter().filter(|m| !answers.contains(m)).collect();
            for m in others {
                line.push(m);
                let position = line.position();
                prop_assert!(position.count(us.other(), Threat::OpenFour) > 0, "{m} answers");
                prop_assert_eq!(position.count(us, Threat::Five), 0, "{} is a four", m);
                line.pop();
            }
        }
    }
}

fn read(rules: Rules, moves: &str) -> Line<Position> {
    let setup: Setup = moves.parse().expect("tests give moves that can be read");
    Line::new(setup.position(rules, 15).expect("and are legal"))
}

fn best(rules: Rules, moves: &str, depth: u32) -> (String, Score) {
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let line = read(rules, moves);
    let found = GomokuEngine::new(4).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
    (found.best().map(|m| m.to_string()).unwrap_or_default(), found.score())
}

#[test]
fn the_first_moves_are_sensible() {
    assert_eq!(best(Rules::FREESTYLE, "", 3).0, "h8");
    let (second, _) = best(Rules::RENJU, "h8", 3);
    assert!(["g7", "g9", "i7", "i9"].contains(&second.as_str()), "{second}");
    assert_eq!(best(Rules::FREESTYLE, "a1", 3).0, "b2");
}

/// Whole games on the smallest boards: every move is legal, the game ends, and every proven result
/// comes true.
#[test]
fn games_on_the_smallest_boards_end() {
    for (rules, size) in RULES.into_iter().flat_map(|rules| [(rules, 5), (rules, 6)]) {
        let mut line = Line::new(Position::new(rules, size));
        let mut engine = GomokuEngine::new(1);
        let request = SearchRequest { limits: Limits::nodes(2_000), ..SearchRequest::default() };
        let mut proven: Option<Side> = None;
        while judge(&line).is_none() {
            let side = line.position().side_to_move();
            let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
            let best = found.best().expect("the game is not over");
            assert!(line.position().is_legal(best), "{best} in {}", line.position());
            if found.score().is_win() {
                assert_ne!(proven, Some(side.other()), "both sides win in {}", line.position());
                proven = Some(side);
            }
            line.push(best);
        }
        let winner = judge(&line).and_then(|verdict| verdict.outcome.winner());
        assert!(proven.is_none() || winner == proven, "{}", line.position());
    }
}

#[test]
fn wins_are_found() {
    let (m, score) = best(Rules::FREESTYLE, "h8a1i8a2j8a15k8o15", 3);
    assert!(["g8", "l8"].contains(&m.as_str()));
    assert_eq!(score, Score::mate_in(Ply(1)));
    let (_, score) = best(Rules::FREESTYLE, "h8a1i8a3j8a15", 3);
    assert_eq!(score, Score::mate_in(Ply(3)));
}

#[test]
fn a_row_of_six_is_no_win_where_exactly_five_is_asked_for() {
    let (m, _) = best(Rules::STANDARD, "e8a1f8a3g8a5i8o1j8o3", 4);
    assert_ne!(m, "h8");
}

#[test]
fn white_drives_black_to_a_foul() {
    // Black could stop the five only on a point that makes two fours.
    let (_, score) = best(Rules::RENJU, "e8h4 f8h5 g8h6 h10o1 h11o3 h12o5 a1o7", 6);
    assert!(score.value() != 0);
}

#[test]
fn observers_hear_of_every_prospect() {
    // The sums of the announced changes equal those of the board: see the law above. This test
    // checks only that a stone is announced as one.
    struct Stones(u32);
    impl game::Observer<Position> for Stones {
        fn left(&mut self, _: Content, _: Square) {}
        fn arrived(&mut self, content: Content, _: Square) {
            self.0 +=
                u32::from(matches!(content, Content::Stone(stone) if stone.side == Side::First));
        }
    }
    let mut position = Position::new(Rules::FREESTYLE, 15);
    let mut stones = Stones(0);
    position.make(Square::new(7, 7).expect("on the board").into(), &mut stones);
    assert_eq!(stones.0, 1);
}

#[test]
fn the_bench_is_the_same_twice() {
    assert_eq!(gomoku_engine::bench::run(3), gomoku_engine::bench::run(3));
}

#[test]
fn all_weights_can_be_read() {
    for rules in RULES {
        let weights = gomoku_engine::eval::WeightSet::by_hand(rules);
        assert_eq!(weights.sides.len(), 2);
    }
}
