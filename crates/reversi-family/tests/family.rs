//! Reversi through the common interface: sessions, boards, files, the engine.

use engine::{Control, Limits};
use records::{MOVES, POSITIONS, Record};
use reversi_family::FAMILY;
use reversi_family::files::GGF;

/// Black can enclose nothing and must pass; White can play c1.
const MUST_PASS: &str = "OX-------------------------OO------OO--------------------------- X";

fn session(id: &str, position: Option<&str>) -> Box<dyn engine::Session> {
    let variant = FAMILY.find(id).expect("a variant");
    FAMILY.session(variant, None, position).expect("a position")
}

fn write(record: &Record, format: records::Format) -> String {
    let mut out = Vec::new();
    FAMILY.files().write(&mut out, record, format, None).expect("it can be written");
    String::from_utf8(out).expect("text")
}

fn read(text: &str, format: records::Format) -> Vec<Record> {
    let games = FAMILY.files().read(Box::new(text.as_bytes()), format, None, None);
    games.expect("a board").map(|game| game.expect("a game")).collect()
}

#[test]
fn every_variant_begins_where_it_says() {
    for variant in FAMILY.variants() {
        let session = session(variant.id, None);
        assert_eq!(session.position_text(), variant.start);
        assert_eq!(session.legal_moves().len(), 4);
        let board = session.board();
        let squares = usize::from(board.grid.files) * usize::from(board.grid.ranks);
        assert_eq!(board.names.len(), squares);
        assert_eq!(FAMILY.piece_kinds(variant).len(), squares);
        assert_eq!(
            FAMILY.read_board(variant, variant.start).expect("a board").pieces,
            board.pieces
        );
    }
}

#[test]
fn a_board_set_up_by_hand_is_written() {
    let variant = FAMILY.find("reversi").expect("a variant");
    let pieces: Vec<engine::PiecePlacement> = session("reversi", None)
        .board()
        .pieces
        .into_iter()
        .map(|p| engine::PiecePlacement { at: p.at, side: p.side, kind: p.kind.to_owned() })
        .collect();
    let write = |pieces: &[engine::PiecePlacement]| {
        FAMILY.write_board(variant, pieces, game::Side::First).map_err(|e| e.to_string())
    };
    assert_eq!(write(&pieces).as_deref(), Ok(variant.start));
    let wrong = engine::PiecePlacement { at: "i9".to_owned(), ..pieces[0].clone() };
    assert!(write(&[wrong]).is_err_and(|why| why.contains("i9")));
}

#[test]
fn a1_is_at_the_top_left() {
    let board = session("reversi", None).board();
    assert_eq!((board.names[0].as_str(), board.names[63].as_str()), ("a8", "h1"));
    let white = board.pieces.iter().find(|piece| piece.at == "d4").expect("a disc on d4");
    assert_eq!((white.file, white.rank, white.side), (3, 4, game::Side::Second));
}

#[test]
fn a_move_flips_and_captures_nothing() {
    let mut session = session("reversi", None);
    let played = session.push("F5").expect("legal");
    assert_eq!((played.text.as_str(), played.piece), ("f5", "disc"));
    assert!(played.captured.is_empty());
    let board = session.board();
    assert!(board.pieces.iter().all(|p| (p.side == game::Side::Second) == (p.at == "d4")));
    assert_eq!(session.write_move("d6", "ggf").expect("legal"), "D6");
    let refused = session.push("a1").expect_err("flips nothing").to_string();
    assert_eq!(refused, "a1 is not legal here: a disc on a1 would flip nothing");
    let refused = session.push("zebra").expect_err("no move").to_string();
    assert_eq!(refused, "\"zebra\" is not a move: expected a square as in f5, or pass");
}

#[test]
fn who_cannot_move_passes() {
    let mut session = session("reversi", Some(MUST_PASS));
    assert_eq!(session.legal_moves(), ["pass"]);
    let board = session.board();
    assert_eq!((board.moves[0].text.as_str(), board.moves[0].from.as_deref()), ("pass", None));
    session.push("pass").expect("legal");
    assert!(session.board().marks.is_empty());
    assert_eq!(session.legal_moves(), ["c1"]);
    session.push("c1").expect("legal");
    assert!(session.pop() && session.pop() && !session.pop());
}

#[test]
fn the_end_is_counted() {
    let mut session = session("reversi", None);
    for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
        assert_eq!(session.verdict(), None);
        session.push(text).expect("legal");
    }
    let verdict = session.verdict().expect("White has no disc");
    assert_eq!((verdict.reason, verdict.evidence.as_str()), ("wiped-out", "13-0"));
    assert_eq!(verdict.outcome, game::Outcome::FirstWins);
    assert!(session.board().moves.is_empty());
}

#[test]
fn faults_of_positions_are_named() {
    let variant = FAMILY.find("reversi").expect("a variant");
    let open = |text: &str| FAMILY.session(variant, None, Some(text)).expect_err("no position");
    assert_eq!(
        open("XX").to_string(),
        "position, character 3: expected 16, 36 or 64 squares and who moves (X or O), found ''"
    );
    let six = FAMILY.find("reversi-6").expect("a variant").start;
    assert_eq!(open(six).to_string(), "the position has 6 rows, the board 8");
    let empty = format!("{} X", "-".repeat(64));
    assert!(open(&empty).to_string().contains("e5 is empty"));
    let rules = FAMILY.session(variant, Some("house"), None).expect_err("no rules").to_string();
    assert_eq!(rules, "reversi has no rule set \"house\"; it has wof");
}

#[test]
fn transcripts_are_read_with_and_without_passes() {
    let file = "f5d6c3 # three moves\nF5 D6 C3\n1. f5 d6 2. c3\n";
    let games = read(file, MOVES);
    assert_eq!(games.len(), 3);
    for game in &games {
        assert_eq!(game.variant, "reversi");
        assert_eq!(game.moves().collect::<Vec<_>>(), ["f5", "d6", "c3"]);
    }
    assert_eq!(games[0].line.comments, ["three moves"]);
    assert_eq!(write(&games[0], MOVES), "f5 d6 c3 # three moves\n");
    let games = read(&format!("{MUST_PASS} moves pass c1\n"), POSITIONS);
    assert_eq!(games[0].moves().collect::<Vec<_>>(), ["pass", "c1"]);
    let text = write(&games[0], POSITIONS);
    assert_eq!(read(&text, POSITIONS), games);
    let broken = FAMILY.files().read(Box::new("f5 a1\n".as_bytes()), MOVES, None, None);
    let error = broken.expect("a board").next().expect("a line").expect_err("illegal");
    assert_eq!(error.to_string(), "line 1, column 4: move 2: a disc on a1 would flip nothing");
}

#[test]
fn ggf_is_read_and_written() {
    let file = "(;GM[Othello]PC[GGS/os]DT[2004.09.18]PB[Ann]PW[Bo]RB[1800.5]TY[8]RE[+13.00]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[E6/0.5/1.25]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n(;GM[Chess]B[e4];)\n";
    let mut games =
        FAMILY.files().read(Box::new(file.as_bytes()), GGF, None, None).expect("a board");
    let game = games.next().expect("a game").expect("good");
    assert_eq!(game.result, Some(game::Outcome::FirstWins));
    assert_eq!(game.tags.get("Black"), Some("Ann"));
    assert_eq!(game.moves().count(), 9);
    assert_eq!(game.line.moves[0].comments, ["[%emt 1.25]"]);
    let lost = games.next().expect("a notice").expect_err("an evaluation is left out").to_string();
    assert!(lost.contains("there is no place for evaluations (1)"), "{lost}");
    let other = games.next().expect("another").expect_err("a game of chess").to_string();
    assert!(other.contains("a game of \"Chess\", not of Othello"), "{other}");
    let text = write(&game, GGF);
    assert!(text.contains("RE[+13.00]") && text.contains("B[E6//1.25]W[F4]"), "{text}");
    let again = read(&text, GGF);
    assert_eq!(again, [game]);
    // What stands behind a score, here that White resigned, comes back.
    for result in ["-40.00:r", "+12.00:t", "-2.00"] {
        let games = read(&text.replace("+13.00", result), GGF);
        let written = write(&games[0], GGF);
        assert!(written.contains(&format!("RE[{result}]")), "{written}");
    }
    assert!((GGF.shows)(file.as_bytes()) == 3 && (GGF.shows)(b"(;GM[1]SZ[15]") == 0);
}

#[test]
fn a_list_of_ours_is_known_by_its_beginning() {
    let files = FAMILY.files();
    for ours in ["f5d6c3\n", "# games\nF5 D6\n", MUST_PASS] {
        assert!(files.begins_list(ours.as_bytes()), "{ours}");
    }
    for other in ["h8i9j10\n", "h2e2 h9g7\n", "32-28 19-23\n", "", "startpos"] {
        assert!(!files.begins_list(other.as_bytes()), "{other}");
    }
}

#[test]
fn the_engine_plays_legal_moves_at_every_level() {
    let mut session = session("reversi-6", None);
    let mut engine = FAMILY.engine(session.variant());
    let mut level = 1;
    while session.verdict().is_none() {
        let asked = engine::Level::new(level).expect("a level");
        let limits = Limits { nodes: Some(300), level: Some(asked), ..Limits::default() };
        let found = engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| {});
        let best = found.expect("a search").best.expect("a move");
        session.push(&best).expect("it is legal");
        level = level % 12 + 1;
    }
}
