//! The laws of `protocol::laws` over random lines and messages and over the corpus.

use proptest::prelude::*;
use protocol::draughts::{Board, Colour, Man, Move};
use protocol::dxp::{Acceptance, GameReq, Message, Reason};
use protocol::gomocup::{self, Block, Command, Order, Point, Stone};
use protocol::hub;
use protocol::laws::{dxp_survives, lines_read_back, managers_survive, orders_read_back};
use protocol::ucci::{self, Intent, Limit, Tally};
use protocol::uci::{self, Go};
use protocol::{PositionText, Start};
use std::path::Path;
use std::time::Duration;

/// Words of both protocols, mixed with invalid ones: random lines that are often nearly valid.
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
            "timeout_turn", "YXNBEST", "|", "Eval",
            "probe", "banmoves", "usemillisec", "true", "wdl", "hashfull", "message", "debug", "on",
            "hub", "set-param", "name=a", "value=\"b c\"", "value=", "init", "new-game", "pos",
            "pos=Weeb", "moves=\"32-28 19x23x14\"", "level", "move-time=0.1", "depth=3", "inc=1e-3",
            "time=-1", "think", "analyze", "ponder-hit", "ping", "param", "type=int", "min=1",
            "type=enum", "values=\"x y\"", "wait", "ready", "score=-0.01", "done", "move=32-28",
            "pv=\"1 2\"", "pong", "error", "move", "28x19x23", "\"", "=",
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

fn board() -> impl Strategy<Value = Board> {
    let colour = || prop::sample::select(&[Colour::White, Colour::Black][..]);
    let man = (colour(), any::<bool>()).prop_map(|(colour, king)| Man { colour, king });
    let squares = prop::collection::vec(prop::option::of(man), 50);
    (colour(), squares).prop_map(|(turn, squares)| Board { turn, squares })
}

fn played() -> impl Strategy<Value = Move> {
    let captured = prop::collection::hash_set(1..=50_u8, 0..=20);
    (1..=50_u8, 1..=50_u8, captured)
        .prop_map(|(from, to, captured)| Move::new(from, to, captured.into_iter().collect()))
}

fn message() -> impl Strategy<Value = Message> {
    let colour = || prop::sample::select(&[Colour::White, Colour::Black][..]);
    let code = || {
        use Acceptance::{Accepted, Refused, Unsupported};
        prop::sample::select(&[Accepted, Unsupported, Refused][..])
    };
    let reason =
        prop::sample::select(&[Reason::Unknown, Reason::Lost, Reason::Drawn, Reason::Won][..]);
    let name = || "[A-Za-z(][A-Za-z .()-]{0,30}[)a-z]";
    let request = (name(), colour(), 0..1000_u16, 0..1000_u16, prop::option::of(board()));
    prop_oneof![
        request.prop_map(|(n, c, t, m, b)| Message::GameReq(GameReq::new(&n, c, t, m, b))),
        (name(), code()).prop_map(|(name, code)| Message::GameAcc { name, code }),
        (0..10000_u16, played()).prop_map(|(seconds, played)| Message::Move { seconds, played }),
        (reason, any::<bool>()).prop_map(|(reason, stop)| Message::GameEnd { reason, stop }),
        "[ -~]{0,126}".prop_map(Message::Chat),
        (1..1000_u16, colour()).prop_map(|(number, turn)| Message::BackReq { number, turn }),
        code().prop_map(Message::BackAcc),
    ]
}

fn hub_level() -> impl Strategy<Value = hub::Level> {
    let counts = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u32>>());
    (counts, millis(), millis(), millis(), any::<bool>()).prop_map(
        |((depth, nodes, moves), move_time, time, increment, infinite)| hub::Level {
            depth,
            nodes,
            move_time,
            time,
            increment,
            moves,
            infinite,
        },
    )
}

/// Text that fits a Hub value.
fn value() -> impl Strategy<Value = String> {
    "[^\"\\p{C}]{0,20}"
}

proptest! {
    #[test]
    fn boards_read_back(board in board()) {
        prop_assert_eq!(Board::from_hub(&board.to_hub(), 50), Ok(board.clone()));
        prop_assert_eq!(Board::from_dxp(&board.to_dxp()), Ok(board));
    }

    #[test]
    fn draughts_moves_read_back(played in played()) {
        prop_assert_eq!(played.to_string().parse(), Ok(played));
    }

    #[test]
    fn dxp_messages_read_back(message in message()) {
        let bytes = message.to_bytes();
        prop_assert!(bytes.len() <= 128);
        prop_assert_eq!(Message::parse(&bytes[..bytes.len() - 1]), Ok(message));
    }

    /// Messages as they are, and with bytes changed or missing.
    #[test]
    fn dxp_survives_anything(
        messages in prop::collection::vec((message(), any::<(bool, u8, u8)>()), 0..12),
    ) {
        let mut data = Vec::new();
        for (message, (spoil, place, byte)) in messages {
            let mut bytes = message.to_bytes();
            if spoil {
                let place = usize::from(place) % bytes.len();
                if byte % 4 == 0 { bytes.remove(place); } else { bytes[place] = byte; }
            }
            data.extend(bytes);
        }
        dxp_survives(&data);
    }

    #[test]
    fn hub_reads_back(
        level in hub_level(),
        texts in (value(), value(), value()),
        moves in prop::collection::vec(played().prop_map(|m| m.to_string()), 0..5),
    ) {
        let (a, b, c) = texts;
        for command in [
            hub::Command::Level(level),
            hub::Command::SetParam { name: a.clone(), value: b.clone() },
            hub::Command::Pos { position: Some(c.clone()), moves: moves.clone() },
        ] {
            prop_assert_eq!(hub::Command::parse(&command.to_string()), Ok(Some(command)));
        }
        let (name, version) = (Some(a.clone()), Some(b));
        let info = hub::Info {
            depth: level.depth,
            score: level.depth.map(|d| i32::try_from(d % 100_000).unwrap() - 50_000),
            nodes: level.nodes,
            time: level.time,
            pv: moves.clone(),
        };
        for answer in [
            hub::Answer::Id(hub::Id { name, version, ..hub::Id::default() }),
            hub::Answer::Error(c),
            hub::Answer::Done { best: moves.first().cloned(), ponder: moves.last().cloned() },
            hub::Answer::Info(info),
        ] {
            prop_assert_eq!(hub::Answer::parse(&answer.to_string()), Ok(Some(answer)));
        }
    }

    #[test]
    fn dxp_survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..600)) {
        dxp_survives(&data);
    }

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

    /// A block is read back as it was sent, and an invalid line in it makes the whole block
    /// invalid.
    #[test]
    fn blocks_come_whole(
        block in prop::sample::select(&[
            Block::Board, Block::SetBoard, Block::Swap2, Block::Block, Block::Unblock,
            Block::Soosorv { step: 2, offered: 0 }, Block::Soosorv { step: 5, offered: 3 },
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
                dxp_survives(&data);
                // The lines of the tables without their first mark.
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
