//! Managers driven through whole conversations, which are stored as transcripts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use draughts::{International, Kind, Piece, Setup};
use game::Side;
use protocol::manager::{
    GameDescription, Manager, ManagerEvent, OutOfTurn, PositionContext, ProtocolKind, new_manager,
};
use protocol::{Clock, Limits, PositionText, RankBase, Score, Start};
use std::time::Duration;

#[test]
fn uci() {
    play(include_str!("../data/drive-uci.txt"), ProtocolKind::Uci);
}

#[test]
fn ucci() {
    play(include_str!("../data/drive-ucci.txt"), ProtocolKind::Ucci);
}

#[test]
fn gomocup() {
    play(include_str!("../data/drive-gomocup.txt"), ProtocolKind::Gomocup);
}

#[test]
fn hub() {
    play(include_str!("../data/drive-hub.txt"), ProtocolKind::Hub);
}

#[test]
fn hub_one() {
    play(include_str!("../data/drive-hub-one.txt"), ProtocolKind::HubOne);
}

/// The variants that transcripts name.
fn variant(name: &str) -> GameDescription {
    let usual = GameDescription::default();
    match name {
        "renju" => GameDescription { rule: 4, ..usual },
        "gomoku20" => GameDescription { edge: 20, ..usual },
        other => panic!("no transcript needs {other}"),
    }
}

fn play(transcript: &str, dialect: ProtocolKind) {
    let mut manager = new_manager(dialect, RankBase::Zero, GameDescription::default());
    let mut produced: Vec<String> = Vec::new();
    for (number, row) in transcript.lines().enumerate().map(|(i, row)| (i + 1, row)) {
        let (kind, text) = row.split_once(' ').unwrap_or((row, ""));
        match kind {
            "#" => {}
            "ranks" => {
                let ranks = if text == "one" { RankBase::One } else { RankBase::Zero };
                manager = new_manager(dialect, ranks, GameDescription::default());
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
                Some(fen) => Start::Fen(as_told(fen)),
                None => Start::Standard,
            };
            let moves = moves.split_whitespace().map(str::to_owned).collect();
            manager.position(&PositionText { start, moves })
        }
        "go" => {
            let (limits, asker) = request(&words[1..]);
            manager.go(&limits, asker)
        }
        "stop" => manager.stop(),
        "ponderhit" => manager.ponder_hit(),
        "quit" => Ok(manager.quit()),
        other => panic!("no call {other}"),
    }
}

/// For Hub the caller supplies Hub's own text of a position; transcripts have a FEN.
fn as_told(fen: &str) -> String {
    let Ok(setup) = fen.parse::<Setup<International>>() else { return fen.to_owned() };
    let squares = setup.board.iter().map(|piece| match piece {
        None => 'e',
        Some(Piece { side: Side::First, kind: Kind::Man }) => 'w',
        Some(Piece { side: Side::First, kind: Kind::King }) => 'W',
        Some(Piece { side: Side::Second, kind: Kind::Man }) => 'b',
        Some(Piece { side: Side::Second, kind: Kind::King }) => 'B',
    });
    let turn = if setup.turn == Side::First { 'W' } else { 'B' };
    std::iter::once(turn).chain(squares).collect()
}

fn request(words: &[&str]) -> (Limits, PositionContext) {
    let (mut limits, mut asker) = (Limits::default(), PositionContext::default());
    let mut clocks = None;
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut number = || words.next().unwrap().parse::<u64>().unwrap();
        match word {
            "depth" => limits.depth = Some(u32::try_from(number()).unwrap()),
            "nodes" => limits.nodes = Some(number()),
            "movetime" => limits.move_time = Some(Duration::from_millis(number())),
            "clock" => {
                let mut time = || Duration::from_millis(number());
                let left = [time(), time()];
                let increment = [time(), time()];
                clocks = Some((left, increment));
            }
            "first" => asker.first_to_move = true,
            "ponder" => limits.ponder = true,
            "draw" => asker.draw_offer = true,
            other => panic!("no limit {other}"),
        }
    }
    // Transcripts give the clocks by side, the first side's first.
    let (mine, theirs) = if asker.first_to_move { (0, 1) } else { (1, 0) };
    limits.clock = clocks.map(|(left, increment)| Clock {
        mine: left[mine],
        increment: increment[mine],
        theirs: left[theirs],
        their_increment: increment[theirs],
        moves_to_go: None,
    });
    (limits, asker)
}

/// Limits that only some protocols have: the moves to be considered, and a mate to stop at.
#[test]
fn a_protocol_says_what_it_has_words_for() {
    let limits = Limits { only: vec!["a9a8".to_owned()], mate: Some(3), ..Limits::default() };
    let going = |kind, ranks| {
        let mut manager = new_manager(kind, ranks, GameDescription::default());
        let told = ["id name a", "uciok", "ucciok", "wait"];
        manager.hello().unwrap();
        told.iter().for_each(|line| {
            manager.receive(line);
        });
        manager.go(&limits, PositionContext::default()).unwrap().join(" ")
    };
    assert_eq!(going(ProtocolKind::Uci, RankBase::One), "go mate 3 searchmoves a10a9");
    assert_eq!(going(ProtocolKind::Ucci, RankBase::Zero), "go infinite");
    assert_eq!(going(ProtocolKind::Hub, RankBase::Zero), "init level infinite go think");
}

fn show(event: &ManagerEvent) -> String {
    match event {
        ManagerEvent::Report(report) => {
            let mut parts = Vec::new();
            parts.extend(report.depth.map(|d| format!("depth {d}")));
            parts.extend(report.score.map(|(score, _)| match score {
                Score::Cp(cp) => format!("cp {cp}"),
                Score::Mate(mate) => format!("mate {mate}"),
            }));
            parts.extend((!report.pv.is_empty()).then(|| format!("pv {}", report.pv.join(" "))));
            format!("Report({})", parts.join(" "))
        }
        ManagerEvent::Best(best) => {
            let mut parts = vec![best.best.clone().unwrap_or_else(|| "none".to_owned())];
            parts.extend(best.ponder.as_ref().map(|m| format!("ponder {m}")));
            parts.extend(best.draw.then(|| "draw".to_owned()));
            parts.extend(best.resign.then(|| "resign".to_owned()));
            format!("Best({})", parts.join(" "))
        }
        ManagerEvent::Text(text) => format!("Text: {text}"),
        ManagerEvent::Wrong(trouble) => format!("Wrong: {trouble}"),
        other => format!("{other:?}"),
    }
}
