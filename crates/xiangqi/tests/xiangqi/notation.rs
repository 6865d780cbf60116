//! Notations: printed moves read back as the same move, on boards with many tandems; also texts
//! from publications and from an independent program.

use game::{Notation, Position as _, Side};
use proptest::prelude::*;
use xiangqi::notation::{Chinese, Engine, FoundText, Iccs, NotationError, Script, Wxf, read};
use xiangqi::{FaultReason, File, Move, Piece, Position, Rank, Setup, Square};

/// `fen TAB move=text …`: every legal move as pyffish writes it in WXF (ranks here from 0).
const WXF: &str = include_str!("../data/wxf.tsv");

const SIMPLIFIED: Chinese = Chinese { script: Script::Simplified };
const TRADITIONAL: Chinese = Chinese { script: Script::Traditional };

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn reads_back<N>(notation: &N, position: &Position, m: Move)
where
    N: Notation<Position, Error = NotationError>,
{
    let text = notation.print(position, m);
    assert_eq!(notation.parse(position, &text), Ok(m), "{text} in {position}");
    assert_eq!(read(position, &text), Ok(m), "{text} in {position}");
}

/// Boards with all pieces on a few files, so that tandems are frequent.
fn crowded() -> impl Strategy<Value = Position> {
    let pieces = prop::collection::vec((0..14_usize, 0..3_usize, 0..10_usize), 4..30);
    let files = [0..9_usize, 0..9, 0..9];
    (pieces, files, any::<bool>(), 0..3_usize, 0..3_usize).prop_filter_map(
        "an impossible board",
        |(pieces, files, red, red_king, black_king)| {
            let mut setup = Setup::empty();
            let palace = [Square::D0, Square::E0, Square::F0];
            setup.put(palace[red_king], Some(Piece::RedKing));
            setup.put(palace[black_king].flip(), Some(Piece::BlackKing));
            let mut left = Piece::ALL.map(|p| p.kind().count_at_start());
            left[Piece::RedKing.index()] = 0;
            left[Piece::BlackKing.index()] = 0;
            let files = files.map(|file| File::ALL[file]);
            for (piece, file, rank) in pieces {
                let piece = Piece::ALL[piece];
                let square = Square::new(files[file], Rank::ALL[rank]);
                let free = setup.piece_at(square).is_none();
                if left[piece.index()] > 0 && free && piece.home().contains(square) {
                    setup.put(square, Some(piece));
                    left[piece.index()] -= 1;
                }
            }
            setup.turn = if red { Side::First } else { Side::Second };
            if setup.check().iter().any(|f| matches!(f.reason, FaultReason::OpponentInCheck(_))) {
                setup.turn = setup.turn.other();
            }
            Position::try_from(setup).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn printed_moves_read_back(position in crowded()) {
        for m in position.moves() {
            reads_back(&Engine, &position, m);
            reads_back(&Iccs, &position, m);
            reads_back(&Wxf, &position, m);
            reads_back(&SIMPLIFIED, &position, m);
            reads_back(&TRADITIONAL, &position, m);
        }
    }

    #[test]
    fn mirrored_colours_print_the_same_wxf(position in crowded()) {
        let flipped = position.mirrored().flipped();
        for m in position.moves() {
            let other = m.mirror().flip();
            prop_assert_eq!(Wxf.print(&position, m), Wxf.print(&flipped, other));
        }
    }

    #[test]
    fn no_text_panics(position in crowded(), text in "\\PC{0,6}") {
        let _ = read(&position, &text);
        let _ = Wxf.parse(&position, &text);
        let _ = SIMPLIFIED.parse(&position, &text);
    }

    #[test]
    fn no_near_miss_panics(
        position in crowded(),
        text in "[前中后一二三四五六七八九炮兵马1-9][炮兵馬一二三1-9][进退平進][一二三七1-9]{1,2}",
    ) {
        let _ = read(&position, &text);
    }
}

#[test]
fn wxf_as_pyffish_writes_it() {
    let mut moves = 0;
    for row in WXF.lines().filter(|row| !row.starts_with('#')) {
        let (fen, texts) = row.split_once('\t').unwrap_or_else(|| panic!("{row}"));
        let position = position(fen);
        for pair in texts.split(' ') {
            // The first `=` separates; WXF uses the same sign.
            let (m, text) = pair.split_once('=').unwrap_or_else(|| panic!("{pair}"));
            let m: Move = m.parse().unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(Wxf.print(&position, m), text, "{m} in {fen}");
            assert_eq!(Wxf.parse(&position, text), Ok(m), "{text} in {fen}");
            moves += 1;
        }
    }
    assert_eq!(moves, 1921);
}

#[test]
fn openings_in_every_notation() {
    let start = Position::start();
    for (m, iccs, wxf, simplified, traditional) in [
        ("h2e2", "H2-E2", "C2=5", "炮二平五", "炮二平五"),
        ("b0c2", "B0-C2", "H8+7", "马八进七", "馬八進七"),
        ("a0a1", "A0-A1", "R9+1", "车九进一", "車九進一"),
        ("g0e2", "G0-E2", "E3+5", "相三进五", "相三進五"),
        ("c3c4", "C3-C4", "P7+1", "兵七进一", "兵七進一"),
    ] {
        let m: Move = m.parse().expect("a move");
        assert_eq!(Iccs.print(&start, m), iccs);
        assert_eq!(Wxf.print(&start, m), wxf);
        assert_eq!(SIMPLIFIED.print(&start, m), simplified);
        assert_eq!(TRADITIONAL.print(&start, m), traditional);
    }
    let black = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    for (m, wxf, simplified) in [
        ("h9g7", "H8+7", "马８进７"),
        ("b7e7", "C2=5", "炮２平５"),
        ("f9e8", "A6+5", "士６进５"),
        ("g6g5", "P7+1", "卒７进１"),
        ("i9i8", "R9+1", "车９进１"),
    ] {
        let m: Move = m.parse().expect("a move");
        assert_eq!(Wxf.print(&black, m), wxf);
        assert_eq!(SIMPLIFIED.print(&black, m), simplified);
    }
}

#[test]
fn chinese_tandems() {
    for (fen, m, text) in [
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "a5b5", "前炮平八"),
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "a3b3", "后炮平八"),
        ("5k3/9/9/c8/9/9/c8/9/9/3K5 b", "a3b3", "前炮平２"),
        ("3k5/P8/P8/P8/9/9/9/9/9/5K3 w", "a8a9", "前兵进一"),
        ("3k5/P8/P8/P8/9/9/9/9/9/5K3 w", "a7b7", "中兵平八"),
        ("3k5/P8/P8/P8/9/9/9/9/9/5K3 w", "a6b6", "后兵平八"),
        ("3k5/P8/P8/P8/P8/9/9/9/9/5K3 w", "a7b7", "二兵平八"),
        ("P2k5/P8/P8/P8/P8/9/9/9/9/5K3 w", "a5b5", "五兵平八"),
        // Two files: the numbers run on from the right file to the left one.
        ("3k5/P5P2/P5P2/4P4/9/9/9/9/9/5K3 w", "g8f8", "一兵平四"),
        ("3k5/P5P2/P5P2/4P4/9/9/9/9/9/5K3 w", "g7f7", "二兵平四"),
        ("3k5/P5P2/P5P2/4P4/9/9/9/9/9/5K3 w", "a8b8", "三兵平八"),
        ("3k5/P5P2/P5P2/4P4/9/9/9/9/9/5K3 w", "a7b7", "四兵平八"),
        ("3k5/P5P2/P5P2/4P4/9/9/9/9/9/5K3 w", "e6e7", "兵五进一"),
        ("3k5/9/9/9/9/9/9/3A5/9/3A1K3 w", "d2e1", "仕六退五"),
        ("3k5/9/9/9/9/9/9/3A5/9/3A1K3 w", "d0e1", "仕六进五"),
    ] {
        let position = position(fen);
        let m: Move = m.parse().expect("a move");
        assert_eq!(SIMPLIFIED.print(&position, m), text, "{fen}");
        assert_eq!(SIMPLIFIED.parse(&position, text), Ok(m), "{fen}");
    }
}

#[test]
fn other_spellings() {
    for (fen, text, m) in [
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "+C=8", "a5b5"),
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "c+.8", "a5b5"),
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "後砲平八", "a3b3"),
        ("3k5/9/9/9/C8/9/C8/9/9/5K3 w", "前包平8", "a5b5"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", "N5+6", "e6d8"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", "傌５进６", "e6d8"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", " 馬 五 進 六 ", "e6d8"),
        ("3k5/9/9/9/9/9/9/9/9/2B2K3 w", "B7+5", "c0e2"),
        ("3k5/9/9/9/9/9/9/9/9/2B2K3 w", "象七进五", "c0e2"),
        ("3k5/P5P2/P5P2/9/9/9/9/9/9/5K3 w", "前三平四", "g8f8"),
        ("3k5/P5P2/P5P2/9/9/9/9/9/9/5K3 w", "后九兵平八", "a7b7"),
        ("3k5/9/9/9/9/9/9/3A5/9/3A1K3 w", "前仕退五", "d2e1"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", "e6d8", "e6d8"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", "E6D8", "e6d8"),
        ("3k5/9/9/4N4/9/9/9/9/9/5K3 w", "e6-d8", "e6d8"),
    ] {
        assert_eq!(read(&position(fen), text), Ok(m.parse().expect("a move")), "{text}");
    }
}

#[test]
fn errors_name_the_place() {
    let start = Position::start();
    let malformed =
        |column, expected, found| Err(NotationError::Malformed { column, expected, found });
    assert_eq!(read(&start, "炮二平"), malformed(4, "a number 一-九", FoundText::End),);
    assert_eq!(read(&start, "C2*5"), malformed(3, "+, - or =", FoundText::Char('*')));
    assert_eq!(Engine.parse(&start, "h2ej"), malformed(4, "a rank 0-9", FoundText::Char('j')));
    assert_eq!(Iccs.parse(&start, "H2-E22"), malformed(6, "the end", FoundText::Char('2')));
    assert_eq!(read(&start, ""), malformed(1, "a piece K A E R H C P", FoundText::End));
    let none = NotationError::NoSuchMove { text: "炮二平二".into() };
    assert_eq!(read(&start, "炮二平二"), Err(none));
    assert_eq!(
        Wxf.parse(&start, "R5+1").map_err(|e| e.to_string()),
        Err("no legal move is called 'R5+1' here".into())
    );
}

#[test]
fn ambiguous_texts_list_the_candidates() {
    let tandem = position("3k5/9/9/9/C8/9/C8/9/9/5K3 w");
    let error = Wxf.parse(&tandem, "C9=8").expect_err("two cannons");
    assert_eq!(error.to_string(), "'C9=8' may mean a3b3 or a5b5");
    let files = position("3k5/P1P6/P1P6/9/9/9/9/9/9/5K3 w");
    let error = SIMPLIFIED.parse(&files, "前兵平八").expect_err("two front pawns");
    let candidates = vec![Move::new(Square::A8, Square::B8), Move::new(Square::C8, Square::B8)];
    assert_eq!(error, NotationError::Ambiguous { text: "前兵平八".into(), candidates });
}
