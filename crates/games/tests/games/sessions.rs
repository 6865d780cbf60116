//! Laws of a session, over random games, and its errors for invalid input.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use engine::{MarkKind, MoveError, OpenError, PiecePlacement, PieceView, Session};
use game::Side;
use games::{find_variant, new_session, read_board, variants, write_board};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Any of the games. Xiangqi is as frequent as all others together.
fn any_game() -> impl Strategy<Value = &'static str> {
    let all = variants().iter().map(|variant| variant.id).collect::<Vec<_>>();
    prop_oneof![Just("xiangqi"), prop::sample::select(all)]
}

/// A game of random moves, chosen by numbers.
fn random_game(variant: &str, numbers: &[u16]) -> Box<dyn Session> {
    let mut session = new_session(variant, None, None).unwrap();
    for n in numbers {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.push(&moves[usize::from(*n) % moves.len()]).unwrap();
    }
    session
}

/// The pieces on the squares.
type Pieces = BTreeMap<String, (u8, u8, Side, &'static str)>;

fn pieces_of(session: &dyn Session) -> Pieces {
    let mut pieces = Pieces::new();
    put(&mut pieces, &session.board().pieces);
    pieces
}

/// Puts pieces on squares that must be free.
fn put(pieces: &mut Pieces, which: &[PieceView]) {
    for p in which {
        let before = pieces.insert(p.at.clone(), (p.file, p.rank, p.side, p.kind));
        assert_eq!(before, None, "{} was free", p.at);
    }
}

/// Removes pieces that must be there.
fn take(pieces: &mut Pieces, which: &[PieceView]) {
    for p in which {
        let before = pieces.remove(&p.at);
        assert_eq!(before, Some((p.file, p.rank, p.side, p.kind)), "{}", p.at);
    }
}

/// All outputs of a session, for comparison.
fn all(session: &dyn Session) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        session.position_text(),
        session.side_to_move(),
        session.moves(),
        session.legal_moves(),
        session.verdict(),
        session.last_played(),
        session.board(),
        session.limits(),
        session.foresee(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn moves_are_read_as_they_are_written(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..80)) {
        let session = random_game(variant, &numbers);
        for text in session.legal_moves() {
            for style in session.variant().notations {
                let written = session.write_move(&text, style.id).unwrap();
                prop_assert_eq!(session.read_move(&written), Ok(text.clone()), "{}", written);
            }
        }
    }

    #[test]
    fn a_move_taken_back_leaves_no_trace(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..80)) {
        let mut session = random_game(variant, &numbers);
        let before = all(session.as_ref());
        for text in session.legal_moves() {
            let foreseen = session.preview(&text).unwrap();
            prop_assert_eq!(&all(session.as_ref()), &before);
            let mut fork = session.fork();
            let played = session.push(&text).unwrap();
            prop_assert_eq!(session.verdict(), foreseen);
            prop_assert_eq!(session.last_played(), Some(played));
            fork.push(&text).unwrap();
            prop_assert_eq!(all(fork.as_ref()), all(session.as_ref()));
            prop_assert!(session.pop());
        }
        prop_assert_eq!(&all(session.as_ref()), &before);
    }

    #[test]
    fn the_board_says_what_the_session_says(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..80)) {
        let session = random_game(variant, &numbers);
        let board = session.board();
        let moves: Vec<_> = board.moves.iter().map(|m| m.text.clone()).collect();
        if session.verdict().is_none() {
            prop_assert_eq!(moves, session.legal_moves());
        } else {
            prop_assert!(moves.is_empty());
        }
        let marked = |kind| board.marks.iter().filter(|mark| mark.kind == kind).count();
        // A pass has no point.
        let has_point = session.moves().last().is_some_and(|last| *last != "pass");
        prop_assert_eq!(marked(MarkKind::LastTo), usize::from(has_point));
        let check = session.last_played().is_some_and(|played| played.check);
        prop_assert_eq!(marked(MarkKind::Check), usize::from(check));
        for piece in &board.pieces {
            let place = usize::from(piece.rank) * usize::from(board.grid.files) + usize::from(piece.file);
            prop_assert_eq!(&piece.at, &board.names[place]);
        }
        for m in &board.moves {
            if m.to == "pass" {
                continue;
            }
            for end in m.from.iter().chain([&m.to]).chain(&m.captures).chain(&m.path) {
                prop_assert!(board.names.contains(end), "{}: {}", m.text, end);
            }
            prop_assert!(m.ways.is_empty() || m.ways[0] == m.path);
        }
        let bare = read_board(variant, &session.position_text()).unwrap();
        prop_assert_eq!(bare.pieces, board.pieces);
    }

    #[test]
    fn a_game_comes_back_from_its_texts(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..80)) {
        let session = random_game(variant, &numbers);
        let mut again = new_session(variant, Some(session.rules()), Some(&session.start_text())).unwrap();
        for text in session.moves() {
            again.push(&text).unwrap();
        }
        prop_assert_eq!(all(again.as_ref()), all(session.as_ref()));
        let from_here = new_session(variant, None, Some(&session.position_text())).unwrap();
        prop_assert_eq!(from_here.legal_moves(), session.legal_moves());
    }

    #[test]
    fn changes_of_moves_lead_from_board_to_board_both_ways(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut session = new_session(variant, None, None).unwrap();
        let mut pieces = pieces_of(session.as_ref());
        let mut boards = vec![pieces.clone()];
        let mut changes = Vec::new();
        for n in numbers {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            let text = &moves[usize::from(n) % moves.len()];
            let written = session.write_all(text).unwrap();
            let recorded = session.record(text).unwrap();
            prop_assert_eq!(&recorded.notations, &written);
            let last = session.last_played();
            prop_assert_eq!(Some(&recorded.played), last.as_ref());
            prop_assert_eq!(&recorded.played.text, text);
            take(&mut pieces, &recorded.removed);
            put(&mut pieces, &recorded.put);
            prop_assert_eq!(&pieces, &pieces_of(session.as_ref()), "forwards");
            boards.push(pieces.clone());
            changes.push(recorded);
        }
        for (change, board) in changes.iter().zip(&boards).rev() {
            take(&mut pieces, &change.put);
            put(&mut pieces, &change.removed);
            prop_assert_eq!(&pieces, board, "backwards");
        }
    }

    #[test]
    fn a_board_is_written_as_a_text_that_reads_back(variant in any_game(), numbers in prop::collection::vec(any::<u16>(), 0..40)) {
        let session = random_game(variant, &numbers);
        let placed: Vec<PiecePlacement> = session.board().pieces.into_iter().map(|piece| PiecePlacement {
            at: piece.at,
            side: piece.side,
            kind: piece.kind.to_owned(),
        }).collect();
        for turn in Side::ALL {
            let text = write_board(variant, &placed, turn).unwrap();
            let board = read_board(variant, &text).unwrap();
            prop_assert_eq!(board.pieces, session.board().pieces, "{}", text);
            if let Ok(again) = new_session(variant, None, Some(&text)) {
                prop_assert_eq!(again.side_to_move(), turn);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(variant in any_game(), text in "\\PC{0,12}", numbers in prop::collection::vec(any::<u16>(), 0..20)) {
        let mut session = random_game(variant, &numbers);
        let before = all(session.as_ref());
        if session.push(&text).is_err() {
            prop_assert_eq!(all(session.as_ref()), before);
        }
        // All of these calls return, whatever their results.
        let _ = session.preview(&text);
        let _ = read_board(variant, &text);
        let _ = new_session(variant, Some(&text), Some(&text));
    }
}

#[test]
fn the_variant_is_found_by_its_id() {
    let xiangqi = find_variant("xiangqi").unwrap();
    assert_eq!(xiangqi.rule_sets[0].id, "wxf");
    let provisional: Vec<_> =
        xiangqi.rule_sets.iter().filter(|rules| rules.provisional).map(|rules| rules.id).collect();
    assert_eq!(provisional, ["cxa"]);
    let session = new_session("xiangqi", None, None).unwrap();
    assert_eq!(session.position_text(), xiangqi.start);
    assert!(matches!(find_variant("chess"), Err(OpenError::UnknownVariant(_))));
}

#[test]
fn every_rule_set_named_can_be_played_from_the_start_named() {
    for variant in variants() {
        for rules in variant.rule_sets {
            let session = new_session(variant.id, Some(rules.id), None).unwrap();
            assert_eq!(session.rules(), rules.id);
            assert_eq!(session.position_text(), variant.start);
            assert_eq!(session.variant(), *variant);
        }
    }
}

#[test]
fn draughts_explain_what_must_be_captured() {
    // 28 can capture one piece or, the other way round, two.
    let text = "W:W28,37:B14,22,23";
    let session = new_session("draughts", None, Some(text)).unwrap();
    let why = |m: &str| session.read_move(m).unwrap_err().to_string();
    assert_eq!(session.legal_moves(), ["28x10x14x23"]);
    assert!(why("28x17").contains("you must take"), "{}", why("28x17"));
    assert!(why("37-32").contains("a capture must be played"), "{}", why("37-32"));
    let board = session.board();
    let obliged = board.marks.iter().filter(|m| m.kind == MarkKind::MustCapture);
    assert_eq!(obliged.map(|m| m.at.as_str()).collect::<Vec<_>>(), ["28"]);
    assert!(board.refused.iter().any(|r| r.to == "17" && r.reason == "takes-fewer"));
}

#[test]
fn draw_limits_can_be_made_to_measure() {
    let kings = "W:WK46:BK50";
    let play = |rules: Option<&str>| {
        let mut session = new_session("draughts", rules, Some(kings)).unwrap();
        for (n, m) in ["46-41", "50-44", "41-46", "44-50"].iter().cycle().take(60).enumerate() {
            if let Some(verdict) = session.verdict() {
                return Some((n, verdict.reason));
            }
            session.push(m).unwrap();
        }
        None
    };
    assert_eq!(play(None), Some((8, "repetition")));
    assert_eq!(play(Some("unlimited")), None);
    assert_eq!(play(Some("repetition=0,king-moves=3,endings=no")), Some((6, "king-moves")));
    assert!(new_session("draughts", Some("repetition=x"), None).is_err());
}

#[test]
fn every_notation_prints_the_same_move() {
    let session = new_session("xiangqi", None, None).unwrap();
    let write = |style| session.write_move("h2e2", style).unwrap();
    assert_eq!(write("chinese"), "炮二平五");
    assert_eq!(write("wxf"), "C2=5");
    assert_eq!(write("iccs"), "H2-E2");
    assert_eq!(write("engine"), "h2e2");
    assert_eq!(
        session.write_move("h2e2", "morse"),
        Err(MoveError::UnknownNotation("morse".to_owned()))
    );
}

#[test]
fn faults_of_a_position_have_codes_and_squares() {
    let text = "3k5/9/9/9/9/9/9/9/E8/3K1A3 w";
    let Err(OpenError::Position(error)) = new_session("xiangqi", None, Some(text)) else {
        panic!("{text} is no position");
    };
    let faults: Vec<_> = error.faults.iter().map(|f| (f.code, f.squares.join(" "))).collect();
    assert_eq!(
        faults,
        [("elephant-misplaced", "a1".to_owned()), ("kings-facing", "d0".to_owned())]
    );
    assert_eq!(read_board("xiangqi", text).unwrap().pieces.len(), 4);
    let many = "3k5/9/9/9/9/9/9/9/RRR6/3K5 w";
    let Err(OpenError::Position(error)) = new_session("xiangqi", None, Some(many)) else {
        panic!("{many} is no position");
    };
    let fault = error.faults.iter().find(|fault| fault.code == "too-many").unwrap();
    assert_eq!((fault.piece, &fault.numbers[..]), (Some((Side::First, "chariot")), &[2][..]));
    let Err(OpenError::Position(error)) = new_session("gomoku", None, Some("5/5/5/5/5 x")) else {
        panic!("no position of this board");
    };
    assert_eq!((error.faults[0].code, &error.faults[0].numbers[..]), ("other-size", &[5, 15][..]));
    let Err(OpenError::Position(error)) = new_session("xiangqi", None, Some("3k5/9 w")) else {
        panic!("no position");
    };
    assert_eq!(error.faults[0].code, "syntax");
}

#[test]
fn what_a_move_did_is_told() {
    let mut session = new_session("xiangqi", None, Some("3k5/9/9/9/9/9/9/3p5/9/R3K4 w")).unwrap();
    session.push("a0a9").unwrap();
    let played = session.last_played().unwrap();
    assert_eq!((played.piece, played.check), ("chariot", true));
    assert_eq!(session.side_to_move(), Side::Second);
    session.push("d9d8").unwrap();
    session.push("a9a2").unwrap();
    assert!(session.legal_moves().contains(&"d2d1".to_owned()));
    session.push("d8d7").unwrap();
    assert_eq!(session.push("a2d2").unwrap().captured, ["pawn"]);
    let limits = session.limits();
    assert_eq!((limits[0].count, limits[0].bound, limits.len()), (0, 120, 1));
}

#[test]
fn an_ambiguous_move_names_what_it_could_be() {
    // Two horses: both could return to the same file, and the text does not distinguish them.
    let text = "3k5/9/9/9/9/4N4/9/4N4/9/4K4 w";
    let session = new_session("xiangqi", None, Some(text)).unwrap();
    match session.read_move("马五进四") {
        Err(MoveError::Ambiguous { candidates, .. }) => assert_eq!(candidates.len(), 2),
        other => panic!("{other:?}"),
    }
}

#[test]
fn boards_of_gomoku_have_the_size_asked_for() {
    for (id, size) in [("gomoku", 15), ("gomoku20", 20), ("renju5", 5), ("caro22", 22)] {
        let session = new_session(id, None, None).unwrap();
        assert_eq!(session.variant().id, id);
        assert_eq!(session.legal_moves().len(), size * size);
        assert_eq!(session.position_text(), session.variant().start);
    }
    assert_eq!(find_variant("gomoku15").unwrap().id, "gomoku");
    for id in ["gomoku4", "gomoku23", "gomoku015", "renju-15", "xiangqi9"] {
        assert!(find_variant(id).is_err(), "{id}");
    }
    let error = new_session("gomoku", None, Some("5/5/5/5/5 x")).unwrap_err().to_string();
    assert_eq!(error, "the position has 5 rows, the board 15");
}

#[test]
fn a_foul_is_no_legal_move_and_loses_when_played() {
    let mut session = new_session("renju", None, Some("h8 a1 i8 a2 j9 a4 j10 a5")).unwrap();
    assert!(!session.legal_moves().contains(&"j8".to_owned()));
    let board = session.board();
    let forbidden =
        board.marks.iter().find(|mark| mark.kind == MarkKind::Forbidden("double-three"));
    assert_eq!(forbidden.unwrap().at, "j8");
    let error = session.read_move("j8").unwrap_err().to_string();
    assert_eq!(error, "j8 is not legal here: forbidden: double-three j8: h8 i8 j10 j9");
    session.push("J8").unwrap();
    let verdict = session.verdict().unwrap();
    assert_eq!((verdict.outcome.to_string().as_str(), verdict.reason), ("0-1", "double-three"));
    assert_eq!(verdict.evidence, "j8: h8 i8 j10 j9");
    let free = new_session("renju", Some("33=none"), Some("h8 a1 i8 a2 j9 a4 j10 a5")).unwrap();
    assert!(free.legal_moves().contains(&"j8".to_owned()));
}

#[test]
fn pieces_that_are_none_of_the_game_are_refused() {
    let placed = |at: &str, kind: &str| {
        [PiecePlacement { at: at.to_owned(), side: Side::First, kind: kind.to_owned() }]
    };
    for (variant, at, kind) in [
        ("xiangqi", "z9", "king"),
        ("xiangqi", "e0", "man"),
        ("draughts", "51", "man"),
        ("draughts", "1", "stone"),
        ("gomoku", "p15", "stone"),
        ("gomoku", "h8", "king"),
    ] {
        let error = write_board(variant, &placed(at, kind), Side::First).unwrap_err();
        assert!(matches!(error, OpenError::Position(_)), "{variant} {kind} on {at}: {error}");
    }
}

#[test]
fn a_pass_gives_the_turn_to_the_other_side_where_it_makes_sense() {
    for (variant, position, can) in [
        ("xiangqi", None, true),
        ("xiangqi", Some("3k5/9/4r4/9/9/9/9/9/9/4K4 w"), false),
        ("draughts", None, true),
        ("draughts", Some("W:W28:B22"), false),
        ("gomoku", Some("h8 a1 i8"), true),
        ("renju", None, true),
        ("reversi", None, false),
    ] {
        let session = new_session(variant, None, position).unwrap();
        let passed = session.passed();
        assert_eq!(passed.is_some(), can, "{variant} {position:?}");
        let Some(mut passed) = passed else { continue };
        assert_ne!(passed.side_to_move(), session.side_to_move());
        assert_eq!(passed.board().pieces, session.board().pieces, "{variant}");
        let text = passed.legal_moves()[0].clone();
        passed.record(&text).unwrap();
        passed.record(&passed.legal_moves()[0].clone()).unwrap();
    }
}
