//! Adjudication against published verdicts, and its laws.

use game::{Line, Position as _};
use xiangqi::{Move, Position, RuleSet, adjudicate};

/// `fen TAB moves TAB wxf TAB computer TAB note`.
const REPETITION: &str = include_str!("data/repetition.tsv");

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

#[test]
fn published_repetitions() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in REPETITION.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, moves, wxf, computer, note] = fields[..] else { panic!("{row}") };
        rows += 1;
        let line = line(fen, moves);
        for (rules, expected) in [(RuleSet::Wxf, wxf), (RuleSet::Computer, computer)] {
            let found = verdict(&line, rules);
            if expected != "-" && found.split(' ').next() != Some(expected) {
                wrong.push(format!("{rules}: {expected}, not {found}: {fen} {moves} ({note})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows, 83);
}
