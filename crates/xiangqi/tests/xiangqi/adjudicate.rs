//! Adjudication against published verdicts, and its laws.

use game::{Line, Position as _, Side};
use xiangqi::{Move, Position, ReasonKind, RuleSet, Square, Squares, adjudicate};

/// `fen TAB moves TAB wxf TAB computer TAB note`.
const REPETITION: &str = include_str!("../data/repetition.tsv");

/// `fen TAB moves TAB wxf`.
const DIAGRAMS: &str = include_str!("../data/diagrams.tsv");

/// `fen TAB moves TAB wxf TAB pyffish TAB note`.
const RANDOM: &str = include_str!("../data/random-repetitions.tsv");

fn line(fen: &str, moves: &str) -> Line<Position> {
    let position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut line = Line::new(position);
    for text in moves.split_whitespace() {
        let m: Move = text.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert!(line.position().is_legal(m), "{fen}: {text} is not legal");
        line.push(m);
    }
    line
}

fn verdict(line: &Line<Position>, rules: RuleSet) -> String {
    adjudicate::judge(line, rules).map_or("ongoing".into(), |v| v.to_string())
}

fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines().filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect())
}

fn outcome(line: &Line<Position>, rules: RuleSet) -> String {
    adjudicate::judge(line, rules).map_or("ongoing".into(), |v| v.outcome.to_string())
}

#[test]
fn published_repetitions() {
    let mut count = 0;
    for row in rows(REPETITION) {
        let [fen, moves, wxf, computer, note] = row[..] else { panic!("{row:?}") };
        let line = line(fen, moves);
        for (rules, expected) in [(RuleSet::Wxf, wxf), (RuleSet::Computer, computer)] {
            if expected != "-" {
                assert_eq!(outcome(&line, rules), expected, "{rules}: {fen} {moves} ({note})");
            }
        }
        count += 1;
    }
    assert_eq!(count, 83);
}

#[test]
fn repetitions_discussed_by_authors_of_programs() {
    for row in rows(DIAGRAMS) {
        let [fen, moves, wxf] = row[..] else { panic!("{row:?}") };
        assert_eq!(outcome(&line(fen, moves), RuleSet::Wxf), wxf, "{fen} {moves}");
    }
}

#[test]
fn random_repetitions() {
    let mut agree = 0;
    for row in rows(RANDOM) {
        let [fen, moves, wxf, pyffish, note] = row[..] else { panic!("{row:?}") };
        assert_eq!(outcome(&line(fen, moves), RuleSet::Wxf), wxf, "{fen} {moves} ({note})");
        assert_eq!(wxf == pyffish, note.is_empty(), "a difference has its reason: {fen}");
        agree += usize::from(wxf == pyffish);
    }
    assert!(agree >= 200, "{agree}");
}

/// The line mirrored, or with the colours exchanged.
fn transformed(
    line: &Line<Position>,
    position: impl Fn(&Position) -> Position,
    m: impl Fn(Move) -> Move,
) -> Line<Position> {
    let mut other = Line::new(position(&line.start()));
    for ply in line.plies() {
        other.push(m(ply.mv.expect("no null moves here")));
    }
    other
}

#[test]
fn verdicts_know_neither_left_nor_red() {
    for row in rows(REPETITION).chain(rows(DIAGRAMS)) {
        let line = line(row[0], row[1]);
        let mirrored = transformed(&line, Position::mirrored, Move::mirror);
        let flipped = transformed(&line, Position::flipped, Move::flip);
        for rules in RuleSet::ALL {
            let verdict = adjudicate::judge(&line, rules).expect("the third time");
            let mirrored = adjudicate::judge(&mirrored, rules).expect("the third time");
            assert_eq!(mirrored.outcome, verdict.outcome);
            assert_eq!(mirrored.reason.kind(), verdict.reason.kind());
            let flipped = adjudicate::judge(&flipped, rules).expect("the third time");
            assert_eq!(flipped.outcome.winner(), verdict.outcome.winner().map(Side::other));
            assert_eq!(flipped.reason.plies(), verdict.reason.plies());
        }
    }
}

#[test]
fn the_tree_sees_at_the_second_time_what_the_judge_says_at_the_third() {
    let mut seen = 0;
    for row in rows(REPETITION).chain(rows(DIAGRAMS)).chain(rows(RANDOM)) {
        let whole = line(row[0], row[1]);
        for rules in RuleSet::ALL {
            let mut line = Line::new(whole.start());
            let mut foreseen = None;
            for ply in whole.plies() {
                let cycle =
                    foreseen.map_or(0, |f: adjudicate::RepetitionRuling| usize::from(f.cycle));
                line.push(ply.mv.expect("no null moves here"));
                if line.len() == whole.len() {
                    let played: Vec<_> = line.plies().iter().rev().map(|p| p.mv).collect();
                    let again = played.len() >= 2 * cycle
                        && cycle > 0
                        && played[..cycle] == played[cycle..2 * cycle];
                    if let (Some(foreseen), true) = (foreseen, again) {
                        let verdict = adjudicate::judge(&line, rules).expect("the third time");
                        assert_eq!(verdict.outcome.winner(), foreseen.winner, "{row:?}");
                        seen += 1;
                    }
                } else if line.len() + cycle_of(&whole) == whole.len() {
                    foreseen = adjudicate::judge_in_tree(&line, rules);
                }
            }
        }
    }
    assert!(seen > 400, "{seen}");
}

/// The distance in plies between the end of a line and the previous occurrence of its last
/// position.
fn cycle_of(line: &Line<Position>) -> usize {
    let end = line.position().key();
    (1..=line.len()).find(|back| line.plies()[line.len() - back].key == end).unwrap_or_default()
}

#[test]
fn the_game_ends_at_the_third_time_and_no_sooner() {
    for row in rows(REPETITION) {
        let mut line = line(row[0], row[1]);
        assert!(adjudicate::judge(&line, RuleSet::Wxf).is_some());
        while line.pop().is_some() {
            assert_eq!(verdict(&line, RuleSet::Wxf), "ongoing", "{row:?} after {}", line.len());
        }
    }
}

#[test]
fn null_moves_cut_off_the_past() {
    let mut line = line("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1b1 d9d8 b1a1 d8d9 a1b1 d9d8");
    assert!(line.push_pass());
    line.push(Move::new(Square::D8, Square::D9));
    assert!(line.push_pass());
    line.push(Move::new(Square::D9, Square::D8));
    assert_eq!(adjudicate::judge_in_tree(&line, RuleSet::Wxf), None);
    assert_eq!(verdict(&line, RuleSet::Wxf), "ongoing");
}

#[test]
fn evidence_says_who_chased_whom_when_and_where_it_is_written() {
    let line = line(
        "2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w",
        "b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5 e4a4",
    );
    let verdict = adjudicate::judge(&line, RuleSet::Wxf).expect("the third time");
    assert_eq!(verdict.to_string(), "0-1 perpetual-chase a5 by a4");
    let reason = verdict.reason;
    assert_eq!((reason.kind(), reason.rule()), (ReasonKind::PerpetualChase, Some("wxf 3")));
    assert_eq!(reason.cycle(), Some(1..9));
    assert_eq!(reason.plies(), [2, 4, 6, 8]);
    assert_eq!(reason.chases().len(), 1);
    assert_eq!(reason.chases()[0].plies, [2, 4, 6, 8]);
    assert_eq!(reason.squares(), Squares::of(Square::A5) | Square::A4);
}

/// The words and the paragraphs of the rule set `wxf`.
#[test]
fn paragraphs() {
    for (fen, moves, expected, rule) in [
        // One side checks.
        (
            "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w",
            "h8h9 f9f8 h9h8 f8f9",
            "0-1 perpetual-check",
            "wxf 1",
        ),
        // Both do.
        ("9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w", "e3d3 d6e6 d3e3 e6d6", "1/2 mutual-check", "wxf 1"),
        // Check and chase in turn.
        (
            "r1ba5/3k2n2/b8/6r2/9/1p7/2p6/4KA3/2R6/3A5 w",
            "c1d1 g6d6 d1c1 d6g6",
            "1/2 repetition",
            "wxf 2",
        ),
        // Different pieces in turn.
        (
            "3a5/1r3k3/8c/6P2/2N6/1n4B2/1p7/2CK1A3/8N/2BA4c w",
            "c5d7 i7e7 d7c5 e7i7",
            "1/2 repetition",
            "wxf 3",
        ),
        // A chariot by a horse.
        (
            "5k3/4P4/9/9/9/9/9/5N3/9/3KRr1c1 w",
            "f2h1 f0g0 h1f2 g0f0",
            "0-1 perpetual-chase f0 by f2",
            "wxf 5",
        ),
        // A chariot pinned by a horse.
        (
            "3aka3/C4rN2/4b1n2/N7p/2p3p2/8P/2P3P2/9/4A4/4KA3 w",
            "a6b8 f9e8 b8a6 e8f9",
            "0-1 perpetual-chase f8 by a8",
            "wxf 7",
        ),
        // Both chase.
        (
            "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w",
            "f8f6 f9e8 f6f8 e8f9",
            "1/2 mutual-chase d8 by i8, i8 by d8 f8",
            "wxf 8",
        ),
        // No attacks at all.
        ("3aka3/9/9/9/9/9/9/9/R8/3K5 w", "a1b1 d9e8 b1a1 e8d9", "1/2 repetition", "wxf 9"),
    ] {
        let line = line(fen, &[moves, moves].join(" "));
        let found = adjudicate::judge(&line, RuleSet::Wxf).expect("the third time");
        assert_eq!((&*found.to_string(), found.reason.rule()), (expected, Some(rule)), "{fen}");
    }
}

#[test]
fn simple_knows_checks_only() {
    let check =
        line("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
    assert_eq!(verdict(&check, RuleSet::Simple), "0-1 perpetual-check");
    let chase = line(
        "2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w",
        "b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5 e4a4",
    );
    assert_eq!(verdict(&chase, RuleSet::Simple), "1/2 repetition");
}

/// The provisional rules of the Chinese association: any mixture of attacks on every move.
#[test]
fn cxa_forbids_mixtures() {
    for (fen, moves, wxf, cxa) in [
        // Check and chase in turn.
        ("r1ba5/3k2n2/b8/6r2/9/1p7/2p6/4KA3/2R6/3A5 w", "c1d1 g6d6 d1c1 d6g6", "1/2", "0-1"),
        // Different victims in turn.
        ("3a5/1r3k3/8c/6P2/2N6/1n4B2/1p7/2CK1A3/8N/2BA4c w", "c5d7 i7e7 d7c5 e7i7", "1/2", "0-1"),
        // Threats of mate only.
        ("3aka3/4n4/4b4/4C4/p3p3p/9/2c6/2C6/4K4/9 w", "c2g2 c3g3 g2c2 g3c3", "1/2", "0-1"),
        // An attack and an idle move in turn.
        ("3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w", "d0c2 d3c3 c2d0 c3d3", "1/2", "1/2"),
    ] {
        let line = line(fen, &[moves, moves].join(" "));
        assert_eq!(outcome(&line, RuleSet::Wxf), wxf, "wxf: {fen}");
        assert_eq!(outcome(&line, RuleSet::Cxa), cxa, "cxa: {fen}");
    }
}

#[test]
fn mate_and_stalemate_lose() {
    let mated = line("3k5/1R7/9/9/9/9/9/9/R8/4K4 w", "a1a9");
    assert_eq!(verdict(&mated, RuleSet::Wxf), "1-0 checkmate");
    let stuck = line("3k5/9/4P4/9/9/9/9/9/9/5K3 w", "e7e8");
    assert_eq!(verdict(&stuck, RuleSet::Wxf), "1-0 stalemate");
}

#[test]
fn mate_on_the_last_ply_still_wins() {
    let quiet = line("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 60", "a1b1");
    assert_eq!(verdict(&quiet, RuleSet::Wxf), "1/2 sixty-move");
    let mate = line("3k5/1R7/9/9/9/9/9/9/R8/4K4 w - - 119 60", "a1a9");
    assert_eq!(verdict(&mate, RuleSet::Wxf), "1-0 checkmate");
    let early = line("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 118 60", "a1b1");
    assert_eq!(verdict(&early, RuleSet::Wxf), "ongoing");
    let capture = line("5k3/9/9/9/9/9/9/9/R2p5/4K4 w - - 119 60", "a1d1");
    assert_eq!(verdict(&capture, RuleSet::Wxf), "ongoing");
}

/// Ten checks count; the eleventh and the reply to it do not.
#[test]
fn checks_beyond_ten_do_not_count() {
    let cycle = "h8h9 f9f8 h9h8 f8f9 ";
    let checks = |count: usize| {
        let moves: String = cycle.split_inclusive(' ').cycle().take(2 * count).collect();
        line("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 50 60", &moves)
    };
    assert_eq!(adjudicate::counted_quiet_plies(&checks(10)), 70);
    assert_eq!(adjudicate::counted_quiet_plies(&checks(11)), 70);
    assert_eq!(adjudicate::counted_quiet_plies(&checks(40)), 70);
    assert!(!adjudicate::is_natural_limit(&checks(40)));
    let mut eleventh = checks(11);
    eleventh.pop();
    assert_eq!(adjudicate::counted_quiet_plies(&eleventh), 70);
    eleventh.pop();
    assert_eq!(adjudicate::counted_quiet_plies(&eleventh), 70);
    eleventh.pop();
    assert_eq!(adjudicate::counted_quiet_plies(&eleventh), 69);
}

#[test]
fn nothing_left_that_crosses_the_river() {
    let line = line("3ak4/9/4b4/9/9/9/9/9/4p4/3AK4 w", "e0e1");
    assert_eq!(verdict(&line, RuleSet::Wxf), "1/2 material");
    let pawn = self::line("3ak4/9/4b4/9/9/9/9/9/9/p2AK4 w", "e0e1");
    assert_eq!(verdict(&pawn, RuleSet::Wxf), "ongoing");
}
