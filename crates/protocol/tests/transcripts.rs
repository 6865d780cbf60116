//! Managers driven through whole conversations, as transcripts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use protocol::manager::{
    Clocks, Event, Manager, OutOfTurn, Played, ProtocolKind, Request, new_manager,
};
use protocol::{PositionText, RankBase, Score, Start};
use std::time::Duration;

#[test]
fn uci() {
    play(include_str!("data/drive-uci.txt"), ProtocolKind::Uci);
}

#[test]
fn ucci() {
    play(include_str!("data/drive-ucci.txt"), ProtocolKind::Ucci);
}

#[test]
fn gomocup() {
    play(include_str!("data/drive-gomocup.txt"), ProtocolKind::Gomocup);
}

#[test]
fn hub() {
    play(include_str!("data/drive-hub.txt"), ProtocolKind::Hub);
}

#[test]
fn hub_one() {
    play(include_str!("data/drive-hub-one.txt"), ProtocolKind::HubOne);
}

/// The variants that transcripts name.
fn variant(name: &str) -> Played {
    let usual = Played::default();
    match name {
        "renju" => Played { rule: 4, ..usual },
        "gomoku20" => Played { edge: 20, ..usual },
        other => panic!("no transcript needs {other}"),
    }
}

fn play(transcript: &str, dialect: ProtocolKind) {
    let mut manager = new_manager(dialect, RankBase::Zero, Played::default());
    let mut produced: Vec<String> = Vec::new();
    for (number, row) in transcript.lines().enumerate().map(|(i, row)| (i + 1, row)) {
        let (kind, text) = row.split_once(' ').unwrap_or((row, ""));
        match kind {
            "#" => {}
            "ranks" => {
                let ranks = if text == "one" { RankBase::One } else { RankBase::Zero };
                manager = new_manager(dialect, ranks, Played::default());
            }
            "variant" => manager = new_manager(dialect, RankBase::Zero, variant(text)),
            "call" | "<" => {
                assert!(produced.is_empty(), "row {number}: {produced:?} not expected before");
                produced = if kind == "<" {
                    vec![format!("= {}", show(&manager.receive(text)))]
                } else {
                    match call(&mut *manager, text) {
                        Ok(lines) => lines.iter().map(|line| format!("> {line}")).collect(),
                        Err(error) => vec![format!("! {error}")],
                    }
                };
            }
            _ => {
                assert!(!produced.is_empty(), "row {number}: {row} did not happen");
                assert_eq!(produced.remove(0), row, "row {number}");
            }
        }
    }
    assert!(produced.is_empty(), "{produced:?} left over");
}

fn call(manager: &mut dyn Manager, text: &str) -> Result<Vec<String>, OutOfTurn> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[0] {
        "hello" => manager.hello(),
        "isready" => manager.is_ready(),
        "newgame" => manager.new_game(),
        "option" => manager.set_option(words[1], words.get(2).copied()),
        "position" => {
            let rest = &text["position".len()..];
            let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
            let start = start.trim_start();
            let start = match start.strip_prefix("fen ") {
                Some(fen) => Start::Fen(fen.to_owned()),
                None => Start::Standard,
            };
            let moves = moves.split_whitespace().map(str::to_owned).collect();
            manager.position(&PositionText { start, moves })
        }
        "go" => manager.go(&request(&words[1..])),
        "stop" => manager.stop(),
        "ponderhit" => manager.ponder_hit(),
        "quit" => Ok(manager.quit()),
        other => panic!("no call {other}"),
    }
}

fn request(words: &[&str]) -> Request {
    let mut request = Request::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut number = || words.next().unwrap().parse::<u64>().unwrap();
        match word {
            "depth" => request.depth = Some(u32::try_from(number()).unwrap()),
            "nodes" => request.nodes = Some(number()),
            "movetime" => request.move_time = Some(Duration::from_millis(number())),
            "clock" => {
                let mut time = || Duration::from_millis(number());
                let left = [time(), time()];
                let increment = [time(), time()];
                request.clocks = Some(Clocks { left, increment, moves_to_go: None });
            }
            "first" => request.first_to_move = true,
            "ponder" => request.ponder = true,
            "draw" => request.draw_offer = true,
            other => panic!("no limit {other}"),
        }
    }
    request
}

fn show(event: &Event) -> String {
    match event {
        Event::Report(report) => {
            let mut parts = Vec::new();
            parts.extend(report.depth.map(|d| format!("depth {d}")));
            parts.extend(report.score.map(|(score, _)| match score {
                Score::Cp(cp) => format!("cp {cp}"),
                Score::Mate(mate) => format!("mate {mate}"),
            }));
            parts.extend((!report.pv.is_empty()).then(|| format!("pv {}", report.pv.join(" "))));
            format!("Report({})", parts.join(" "))
        }
        Event::Best(best) => {
            let mut parts = vec![best.best.clone().unwrap_or_else(|| "none".to_owned())];
            parts.extend(best.ponder.as_ref().map(|m| format!("ponder {m}")));
            parts.extend(best.draw.then(|| "draw".to_owned()));
            parts.extend(best.resign.then(|| "resign".to_owned()));
            format!("Best({})", parts.join(" "))
        }
        Event::Text(text) => format!("Text: {text}"),
        Event::Wrong(trouble) => format!("Wrong: {trouble}"),
        other => format!("{other:?}"),
    }
}
