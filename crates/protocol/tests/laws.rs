//! The laws of `protocol::laws` over random lines and over the corpus.

use proptest::prelude::*;
use protocol::gomocup::{self, Block, Command, Order, Point, Stone};
use protocol::laws::{lines_read_back, managers_survive, orders_read_back};
use protocol::ucci::{self, Intent, Limit, Tally};
use protocol::uci::{self, Go};
use protocol::{PositionText, Start};
use std::path::Path;
use std::time::Duration;

/// Words of both protocols, mixed with nonsense: random lines that often nearly parse.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(&[
            "uci", "ucci", "isready", "setoption", "name", "value", "position", "startpos", "fen",
            "moves", "go", "depth", "nodes", "time", "increment", "movestogo", "opptime",
            "oppincrement", "wtime", "btime", "infinite", "ponder", "draw", "stop", "ponderhit",
            "quit", "id", "author", "option", "type", "spin", "check", "combo", "string", "button",
            "default", "min", "max", "var", "info", "score", "cp", "mate", "lowerbound", "pv",
            "bestmove", "nobestmove", "resign", "pophash", "(none)", "h2e2", "a10a9", "searchmoves",
            "START", "BOARD", "DONE", "7,7,1", "7,7", "TURN", "BEGIN", "INFO", "rule", "ABOUT", "OK",
            "SWAP2BOARD", "SUGGEST", "FORBID", "name=\"a\",", "ERROR", "UNKNOWN", "MESSAGE", "Depth",
            "timeout_turn", "YXNBEST", "|", "Eval", "probe", "banmoves", "usemillisec", "true", "wdl", "hashfull", "message", "debug", "on",
        ][..]).prop_map(str::to_owned),
        2 => any::<i32>().prop_map(|n| n.to_string()),
        1 => "\\PC{0,8}",
    ];
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn moves(least: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-i][0-9][a-i][0-9]", least..6)
}

fn position() -> impl Strategy<Value = PositionText> {
    let fen = "[a-zA-Z1-9]{1,9}/[a-zA-Z1-9]{1,9} [wb]".prop_map(Start::Fen);
    (prop_oneof![Just(Start::Standard), fen], moves(0))
        .prop_map(|(start, moves)| PositionText { start, moves })
}

fn millis() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of((0..10_000_000_u64).prop_map(Duration::from_millis))
}

fn uci_go() -> impl Strategy<Value = Go> {
    let counts = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u32>>());
    let times = (millis(), millis(), millis(), millis(), millis());
    (counts, times, any::<(Option<u32>, bool, bool)>(), moves(0)).prop_map(
        |(counts, times, rest, searchmoves)| Go {
            searchmoves,
            ponder: rest.1,
            wtime: times.0,
            btime: times.1,
            winc: times.2,
            binc: times.3,
            movestogo: rest.0,
            depth: counts.0,
            nodes: counts.1,
            mate: counts.2,
            movetime: times.4,
            infinite: rest.2,
        },
    )
}

fn tally() -> impl Strategy<Value = Tally> {
    prop_oneof![
        Just(Tally::None),
        any::<u32>().prop_map(Tally::MovesToGo),
        any::<u64>().prop_map(Tally::Increment),
    ]
}

fn ucci_go() -> impl Strategy<Value = ucci::Go> {
    let intent = prop::sample::select(&[Intent::Plain, Intent::Ponder, Intent::Draw][..]);
    let limit = prop_oneof![
        Just(Limit::Infinite),
        any::<u32>().prop_map(Limit::Depth),
        any::<u64>().prop_map(Limit::Nodes),
        (any::<u64>(), tally(), prop::option::of((any::<u64>(), tally())))
            .prop_map(|(time, tally, opponent)| Limit::Time { time, tally, opponent }),
    ];
    (intent, limit).prop_map(|(intent, limit)| ucci::Go { intent, limit })
}

proptest! {
    #[test]
    fn whatever_reads_reads_back(text in prop::collection::vec(line(), 1..4)) {
        lines_read_back(text.join("\n").as_bytes());
    }

    #[test]
    fn managers_survive_anything(text in prop::collection::vec(line(), 1..20)) {
        managers_survive(text.join("\n").as_bytes());
    }

    #[test]
    fn orders_survive_anything(text in prop::collection::vec(line(), 1..20)) {
        orders_read_back(text.join("\n").as_bytes());
    }

    /// A block comes back as it was sent, and a wrong line in it makes all of it worth nothing.
    #[test]
    fn blocks_come_whole(
        block in prop::sample::select(&[
            Block::Board, Block::SetBoard, Block::Swap2, Block::Block, Block::Unblock,
        ][..]),
        points in prop::collection::vec((0_u8..22, 0_u8..22, prop::option::of(1_u8..4)), 0..30),
        wrong in prop::option::of(0_usize..30),
    ) {
        let stones: Vec<Stone> =
            points.iter().map(|&(x, y, field)| Stone { at: Point { x, y }, field }).collect();
        let mut lines = vec![Command::Open(block).to_string()];
        lines.extend(stones.iter().map(Stone::to_string));
        lines.push("DONE".to_owned());
        if let Some(wrong) = wrong {
            lines.insert(1 + wrong.min(stones.len()), "7,x,1".to_owned());
        }
        let mut assembly = gomocup::Assembly::default();
        let mut heard = Vec::new();
        for line in &lines {
            prop_assert!(heard.is_empty());
            heard = assembly.receive(Command::parse(line).transpose().expect("no empty line"));
        }
        prop_assert_eq!(heard.len(), 1);
        match wrong {
            None => prop_assert_eq!(&heard[0], &Ok(Order::Block(block, stones))),
            Some(_) => prop_assert!(heard[0].is_err()),
        }
    }

    #[test]
    fn uci_commands_read_back(go in uci_go(), position in position()) {
        for command in [uci::Command::Go(go), uci::Command::Position(position)] {
            prop_assert_eq!(uci::Command::parse(&command.to_string()), Ok(Some(command)));
        }
    }

    #[test]
    fn ucci_commands_read_back(go in ucci_go(), position in position(), banned in moves(0)) {
        for command in [
            ucci::Command::Go(go),
            ucci::Command::Probe(position),
            ucci::Command::BanMoves(banned),
        ] {
            prop_assert_eq!(ucci::Command::parse(&command.to_string()), Ok(Some(command)));
        }
    }
}

#[test]
fn the_corpus_keeps_the_laws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files = 0;
    for folder in [folder.clone(), folder.join("corpus")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let data = std::fs::read(&path).unwrap();
                lines_read_back(&data);
                managers_survive(&data);
                // The tables' lines without their first mark.
                let bare: Vec<u8> = String::from_utf8_lossy(&data)
                    .lines()
                    .map(|line| format!("{}\n", line.get(2..).unwrap_or_default()))
                    .collect::<String>()
                    .into_bytes();
                lines_read_back(&bare);
                managers_survive(&bare);
                orders_read_back(&data);
                orders_read_back(&bare);
                files += 1;
            }
        }
    }
    assert!(files >= 6, "only {files} files");
}
