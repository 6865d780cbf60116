//! PDN: written games read back as the same, and the usual forms of files are read.
//!
//! All files here were written for these tests.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::random::{Can, damage};
use draughts::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Move, Pool, Position, Russian, Spanish, Turkish, VariantRules,
};
use draughts_family::erased::{AnyPosition, AnyVariant};
use draughts_family::files::{Draughts, PDN};
use game::Outcome;
use games::files::{self, Hints};
use proptest::prelude::*;
use records::{Format, Game, GameError, Record, list, pgn};

const CAN: Can = Can {
    comments: 2,
    nags: &[0, 1, 2, 3, 4, 5, 6, 7, 14, 255, 4000],
    depth: 2,
    introductions: true,
};

/// A game that is written, read without its variant, and written again stays the same.
fn comes_back<V: VariantRules>(
    numbers: &[u16],
    start: &Position<V>,
) -> (Game<AnyPosition>, String) {
    let start = AnyPosition::from(start);
    let written = crate::random::game(numbers, &start, CAN, 60);
    let text = pgn::to_string(&written, &Draughts::pdn(start.variant()));
    let records = records(&text);
    assert_eq!(records.len(), 1, "{text}");
    let record = records[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((record.variant, record.result), (V::RULES.id, written.result));
    assert!(record.moves().eq(written.moves().map(|m| m.to_string())), "{text}");
    assert_eq!(written_as(record, PDN), text);
    (written, text)
}

/// The same with types: the whole tree is equal.
fn comes_back_typed<V: VariantRules>(numbers: &[u16], start: &Position<V>) {
    let (written, text) = comes_back(numbers, start);
    let variant = AnyVariant::of::<V>();
    let (pdn, engine) = (Draughts::pdn(variant), Draughts::engine(variant));
    let read = pgn::Reader::new(text.as_bytes(), pdn).next().unwrap().unwrap();
    assert_eq!((&read.line, &read.start), (&written.line, &written.start), "{text}");
    for (name, value) in written.tags.iter() {
        assert_eq!(read.tags.get(name), Some(value));
    }
    for dialect in [engine, Draughts::short(variant, false), Draughts::short(variant, true)] {
        let mut line = Vec::new();
        list::write_position(&mut line, &written, &dialect).unwrap();
        let read = list::Reader::new(&line[..], engine).next().unwrap().unwrap();
        assert!(read.moves().eq(written.moves()));
    }
}

fn records(file: &str) -> Vec<Result<Record, GameError>> {
    let hints = Hints { name: "x.pdn", ..Hints::default() };
    files::read(file.as_bytes(), &hints).unwrap().collect()
}

fn written_as(record: &Record, format: Format) -> String {
    let mut out = Vec::new();
    files::write(&mut out, record, format, None).unwrap();
    String::from_utf8(out).unwrap()
}

fn position<V: VariantRules>(text: &str) -> Position<V> {
    Position::try_from(text.parse::<draughts::Setup<V>>().unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_variant_comes_back(numbers in prop::collection::vec(any::<u16>(), 0..300)) {
        comes_back::<International>(&numbers, &Position::start());
        comes_back::<Killer>(&numbers, &Position::start());
        comes_back::<Breakthrough>(&numbers, &Position::start());
        comes_back::<Losing>(&numbers, &Position::start());
        comes_back::<Frisian>(&numbers, &Position::start());
        comes_back::<Canadian>(&numbers, &Position::start());
        comes_back::<Brazilian>(&numbers, &Position::start());
        comes_back_typed::<Russian>(&numbers, &Position::start());
        comes_back::<Pool>(&numbers, &Position::start());
        comes_back::<English>(&numbers, &Position::start());
        comes_back::<Italian>(&numbers, &Position::start());
        comes_back_typed::<Spanish>(&numbers, &Position::start());
        comes_back::<Czech>(&numbers, &Position::start());
        comes_back::<Turkish>(&numbers, &Position::start());
    }

    #[test]
    fn games_with_kings_and_ambiguous_captures_come_back(
        numbers in prop::collection::vec(any::<u16>(), 0..300),
    ) {
        let many = "W:WK47,K36,31,32:B9,13,20,24,33,34,38,K5,K10,22";
        comes_back::<International>(&numbers, &position(many));
        comes_back::<Frisian>(&numbers, &position(many));
        comes_back_typed::<Russian>(&numbers, &position("W:WK29,K32,21:B6,7,14,15,22,23,K1,18"));
        comes_back_typed::<Spanish>(&numbers, &position("B:WK29,K32,21:B6,7,14,15,22,23,K1,18"));
        comes_back::<English>(&numbers, &position("W:WK29,K32,21:B6,7,14,15,22,23,K1,18"));
    }

    #[test]
    fn damaged_files_do_not_panic(
        numbers in prop::collection::vec(any::<u16>(), 0..120),
        hits in prop::collection::vec((any::<usize>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let spanish = AnyVariant::of::<Spanish>();
        let game = crate::random::game(&numbers, &spanish.start(), CAN, 30);
        let mut bytes = pgn::to_string(&game, &Draughts::pdn(spanish)).into_bytes();
        damage(&mut bytes, &hits);
        let hints = Hints { format: Some(PDN), ..Hints::default() };
        for record in files::read(&bytes[..], &hints).unwrap().flatten() {
            written_as(&record, PDN);
        }
    }
}

/// Reads one game that must be valid.
#[track_caller]
fn one(file: &str) -> Record {
    let mut all = records(file);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn moves(file: &str) -> String {
    one(file).moves().collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_are_read_however_they_are_written() {
    let expected = "32-28 19-23 28x19x23 14x23x19";
    for file in [
        "1. 32-28 19-23 2. 28x19 14x23 *",
        "1.32-28 19-23 2.28x19 14x23 2-0",
        "1. 32 - 28 19 - 23 2. 28 x 19 14 x 23",
        "1. 3228 1923 2. 2819 1423",
        "1. 32-28 1... 19-23 2. 28:19 14:23 1-1",
        "1. 32-28! 19-23(?!) 2. 28x19x23 14x23x19 0-2",
        "32–28 19–23 28×19 14×23",
        "\u{feff}1. 32-28 19-23\r\n2. 28x19 14x23\r\n*\r\n",
        "{ from } 1. 32-28 {[%clk 0:59:58]} 19-23 ; old comment\n2. 28x19 14x23",
        "/FEN \"W:W31-50:B1-20\"/ 1. 32-28 19-23 2. 28x19 14x23",
    ] {
        assert_eq!(moves(file), expected, "{file}");
    }
    assert_eq!(one("1. 32-28 {[%clk 0:59:58]} *").line.moves[0].comments, ["[%clk 0:59:58]"]);
    assert_eq!(one("1. 32-28(!?) 19-23?").line.moves[0].nags, [5]);
}

#[test]
fn letters_are_read_and_written() {
    let file = "[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. C3-B4 b6-a5 4. d4xb6 a5xc3 *";
    let record = one(file);
    assert_eq!(record.variant, "draughts-russian");
    let text = written_as(&record, PDN);
    assert!(text.contains("4. d4:b6"), "{text}");
    assert!(text.contains("[GameType \"25,W,8,8,A0,0\"]"), "{text}");
    let brazilian = one("[GameType \"26\"]\n1. c3d4 d6c5 2. b2c3 f6g5 3. c3b4 b6a5 4. d4b6");
    assert!(written_as(&brazilian, PDN).contains("4. d4xb6"));
    assert_eq!(moves("[GameType \"25\"]\n1. 22-18 10-14"), "22-18 10-14");
}

#[test]
fn results_are_read_in_both_ways_and_written_in_one() {
    for (text, result) in [
        ("2-0", Some(Outcome::FirstWins)),
        ("1-0", Some(Outcome::FirstWins)),
        ("1-1", Some(Outcome::Draw)),
        ("1/2-1/2", Some(Outcome::Draw)),
        ("0-2", Some(Outcome::SecondWins)),
        ("0-1", Some(Outcome::SecondWins)),
        ("*", None),
        ("0-0", None),
    ] {
        for file in [format!("1. 32-28 {text}"), format!("[Result \"{text}\"]\n1. 32-28 *")] {
            let found = records(&file);
            assert_eq!(found[0].as_ref().expect("a game").result, result, "{file}");
            // That both have lost is told.
            let told = found[1..].iter().filter(|other| other.is_err()).count();
            assert_eq!(told, usize::from(text == "0-0"), "{file}");
        }
    }
    let text = written_as(&one("1. 32-28 19-23 1/2-1/2"), PDN);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 *\n\n"
    );
    // A case for the lexer: a move that begins like a result.
    assert_eq!(moves("[FEN \"B:W50:BK1\"]\n1... 1-18"), "1-18");
}

#[test]
fn the_game_type_is_told_or_guessed() {
    let variant = |file| one(file).variant;
    assert_eq!(variant("[GameType \"40,W,10,10,N2,0\"]\n1. 32-28"), "draughts-frisian");
    assert_eq!(variant("[GameType \"28\"]\n1. 11-15"), "draughts-spanish");
    assert_eq!(variant("[GameType \"20\"]\n[Variant \"Killer\"]\n1. 32-28"), "draughts-killer");
    assert_eq!(variant("[Variant \"Antidraughts\"]\n1. 32-28"), "draughts-losing");
    assert_eq!(variant("1. 11-15 23-19 2. 8-11 22-17 1/2-1/2"), "draughts-english");
    assert_eq!(variant("1. c3-d4 d6-c5"), "draughts-russian");
    assert_eq!(variant("1. 33-28 18-22"), "draughts");
    assert_eq!(variant("[FEN \"B:W28:B1\"]\n1. 1-5 *"), "draughts-english");
    let hints = Hints { variant: Some("draughts-brazilian"), ..Hints::default() };
    let file = "[White \"A\"]\n1. 22-18 10-14";
    let record = files::read(file.as_bytes(), &hints).unwrap().next().unwrap().unwrap();
    assert_eq!(record.variant, "draughts-brazilian");
    let errors = records("[GameType \"50,W,8,8,A0,0\"]\n1. d3-c3\n\n[GameType \"20\"]\n1. 32-28");
    let first = errors[0].as_ref().unwrap_err().to_string();
    assert_eq!(
        first,
        "game 1: line 1, column 1: GameType \"50,W,8,8,A0,0\" is no draughts known here (20-30, \
         40 and 96-99 are)"
    );
    assert!(errors[1].is_ok());
}

#[test]
fn squares_of_spanish_draughts_run_from_whites_right() {
    let record = one("[GameType \"24\"]\n1. 10-14 22-18 *");
    assert_eq!(record.moves().next(), Some("23-19"));
    let text = written_as(&record, PDN);
    assert!(text.contains("1. 10-14 22-18 *"), "{text}");
    let problem = "[GameType \"24\"]\n[FEN \"W:W1-3,K9:B24,K32\"]\n1. 3-7";
    let text = written_as(&one(problem), PDN);
    assert!(text.contains("[FEN \"W:W1-3,K9:B24,K32\"]"), "{text}");
}

#[test]
fn positions_may_lack_a_colour_or_use_letters() {
    assert_eq!(one("[FEN \"W:WK5\"]").start.as_deref(), Some("W:WK5:B"));
    let letters = one("[GameType \"25\"]\n[FEN \"B:Wc3,Ka1:Bf8.\"]\n1... f8-g7 2. c3-d4");
    assert_eq!(letters.start.as_deref(), Some("B:W22,K29:B3"));
    let text = written_as(&letters, PDN);
    assert!(text.contains("1... f8-g7 2. c3-d4"), "{text}");
}

#[test]
fn black_begins_where_the_game_says_so() {
    let record = one("[GameType \"21\"]\n1. 11-15 23-19 {x} 2. 8-11 22-17 0-1");
    assert_eq!(record.result, Some(Outcome::SecondWins));
    let text = written_as(&record, PDN);
    assert!(text.contains("1. 11-15 23-19 {x} 2. 8-11 22-17 *"), "{text}");
    let white = "[GameType \"21\"]\n[FEN \"W:W21-32:B1-12\"]\n1... 23-19 2. 11-15";
    let text = written_as(&one(white), PDN);
    assert!(text.contains("1... 23-19 2. 11-15 *"), "{text}");
}

/// The example in the standard: two paths from 47 to 36.
#[test]
fn ambiguous_captures_are_written_with_their_way() {
    let position = position::<International>("B:W9,15,19,20,29,30,33,42:BK47");
    let position = AnyPosition::from(&position);
    let dialect = Draughts::pdn(position.variant());
    let captures: Vec<String> = game::Position::moves(&position)
        .into_iter()
        .map(|m| records::Dialect::write_move(&dialect, &position, m))
        .collect();
    for text in &captures {
        let m = records::Dialect::read_move(&dialect, &position, text).unwrap();
        assert_eq!(&records::Dialect::write_move(&dialect, &position, m), text);
    }
    let long = captures.iter().filter(|text| text.matches('x').count() > 1).count();
    assert_ne!(long, 1, "an ambiguous move has a twin: {captures:?}");
}

#[test]
fn what_is_wrong_is_named_with_game_line_and_column() {
    let file = "[GameType \"20\"]\n1. 32-28 19-23 *\n\n[GameType \"20\"]\n1. 32-28\n   20-25 2. 31-22 *\n\n\
                [GameType \"20\"]\n1. 34-29 {open\n\n[Event \"last\"]\n1. 32-27 *\n";
    let all = records(file);
    let ok: Vec<_> = all.iter().map(Result::is_ok).collect();
    assert_eq!(ok, [true, false, false, true]);
    let message = |n: usize| all[n].as_ref().unwrap_err().to_string();
    assert_eq!(message(1), "game 2: line 6, column 13: move 3: 31-22 is not among the legal moves");
    assert!(message(2).starts_with("game 3: line 9, column 10: a comment begins here"));
    let forced = records("1. 32-28 19-23 2. 34-30")[0].as_ref().unwrap_err().to_string();
    assert!(forced.ends_with("a capture must be played: 28x19x23"), "{forced}");
    let setup = records("1. 32-28 /FEN \"W:WK5:B\"/")[0].as_ref().unwrap_err().to_string();
    assert!(setup.ends_with("a new position in the middle of a game"), "{setup}");
}

#[test]
fn old_alphabets_are_read() {
    let record = files::read(
        &b"[White \"Andr\xE9\"]\n1. 32-28 *"[..],
        &Hints { name: "x.pdn", ..Hints::default() },
    );
    assert_eq!(record.unwrap().next().unwrap().unwrap().tags.get("White"), Some("André"));
}

#[test]
fn lists_are_read_with_their_variant() {
    let hints = Hints { variant: Some("draughts-russian"), name: "x.moves", ..Hints::default() };
    let file = "c3-d4 d6-c5\nW:Wc3:Bd6 moves c3-b4 # end\nB:W22:B15\n";
    let all: Vec<_> = files::read(file.as_bytes(), &hints).unwrap().map(Result::unwrap).collect();
    assert_eq!(all[0].moves().collect::<Vec<_>>(), ["22-18", "10-14"]);
    assert_eq!(all[1].start.as_deref(), Some("W:W22:B10"));
    assert_eq!(all[1].line.comments, ["end"]);
    assert_eq!(all[2].start.as_deref(), Some("B:W22:B15"));
}

#[test]
fn a_wrong_numbering_flag_falls_back_to_the_numbers_that_fit() {
    // Square 1 would lie at White's right; the moves are counted from Black's left as usual.
    let file = "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 19-23 2. 28x19 14x23 *";
    assert_eq!(moves(file), "32-28 19-23 28x19x23 14x23x19");
    // Where no numbering fits, the fault is that of the one that the file names.
    let error = records("[GameType \"20\"]\n1. 32-28 19-24 2. 28-29 *").remove(0).unwrap_err();
    assert!(error.to_string().contains("move 3: 28-29"), "{error}");
}

/// lidraughts.org has numbers of its own for variants that the standard has none for.
#[test]
fn game_types_of_lidraughts_are_known() {
    for (number, variant) in [
        (96, "draughts-breakthrough"),
        (97, "draughts-frisian"),
        (98, "draughts-losing"),
        (99, "draughts"),
    ] {
        let record = one(&format!("[GameType \"{number}\"]\n\n1. 32-28 18-23 *\n"));
        assert_eq!(record.variant, variant);
    }
    let error = records("[GameType \"95\"]\n\n1. 32-28 *\n")[0].clone().unwrap_err();
    assert!(error.to_string().contains("96-99"), "{error}");
}

/// Where Black begins, playstrategy.org counts the letters from Black's side.
#[test]
fn letters_may_be_counted_from_the_side_that_begins() {
    let file = "[Variant \"American/English\"]\n\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 *\n";
    let record = one(file);
    assert_eq!(record.variant, "draughts-english");
    assert_eq!(record.moves().collect::<Vec<_>>().join(" "), "11-15 24-19 15x24x19 28x19x24");
    // As the standard counts them.
    let usual = "[Variant \"English\"]\n\n1. f6-e5 g3-f4 2. e5xg3 h2xf4 *\n";
    assert!(one(usual).moves().eq(record.moves()));
}

#[test]
fn a_king_may_name_any_square_on_its_way() {
    let read = |text: &str| moves(&format!("[FEN \"W:WK46:B37,19\"]\n1. {text}"));
    for text in ["46x32x10", "46x28x10", "46x23x10", "46x10"] {
        assert_eq!(read(text), "46x10x19x37", "{text}");
    }
    let bad = records("[FEN \"W:WK46:B37,19\"]\n1. 46x27x10").remove(0).unwrap_err().to_string();
    assert!(bad.contains("46x27x10 is not among the legal moves"), "{bad}");
}

/// Captures with the same ends and other victims, each with a reply that is legal only after it.
#[test]
fn an_ambiguous_capture_means_what_the_moves_after_it_need() {
    use game::{NullObserver, Position as _};
    let replies = |start: Position<International>, m| {
        let mut after = start;
        after.make(m, &mut NullObserver);
        after.moves().into_iter().map(|m| m.to_string()).collect::<Vec<_>>()
    };
    let mut found = 0;
    let mut lots = 7_u64;
    for _ in 0..2_000 {
        // A king, and men that it may take in circles.
        let mut men = std::collections::BTreeSet::new();
        while men.len() < 10 {
            lots = lots
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            men.insert(7 + (lots >> 33) % 38);
        }
        let men: Vec<_> = men.into_iter().map(|square| square.to_string()).collect();
        let many = format!("B:W{}:BK47", men.join(","));
        let start: Position<International> = position(&many);
        for m in start.moves() {
            let is_twin = |o: &Move<_>| *o != m && (o.from(), o.to()) == (m.from(), m.to());
            let twins: Vec<_> = start.moves().into_iter().filter(is_twin).collect();
            if twins.is_empty() {
                continue;
            }
            let text = format!("[GameType \"20\"]\n[FEN \"{many}\"]\n1... {}x{}", m.from(), m.to());
            // Routes that take the same men are one move.
            let Some(Err(notice)) = records(&text).pop() else { continue };
            assert!(notice.to_string().contains(" could be "), "{notice}");
            assert!(notice.error.is_notice(), "{notice}");
            let others: Vec<String> = twins.iter().flat_map(|twin| replies(start, *twin)).collect();
            for reply in replies(start, m).into_iter().filter(|reply| !others.contains(reply)) {
                let read = moves(&format!("{text} {reply} *"));
                assert_eq!(read, format!("{m} {reply}"), "{many}");
                found += 1;
            }
        }
    }
    assert!(found > 10, "{found} ambiguous captures");
}

/// A game that is legal in one variant only decides for those that are legal in several; comments never do.
#[test]
fn all_moves_of_a_file_decide_its_variant() {
    use game::{NullObserver, Position as _};
    let plain = "1. 32-28 { 11-15 23-19 8-11 } 19-23 2. 28x19 14x23 *\n\n";
    let variants = |file: &str| -> Vec<_> {
        records(file).into_iter().map(|game| game.map_or("refused", |game| game.variant)).collect()
    };
    assert_eq!(variants(plain), ["draughts"]);
    assert_eq!(variants("{ 22-18 10-15 }\n1. 32-28 ; 11-15\n19-23 *\n"), ["draughts"]);
    // A Frisian game with captures along rows and columns.
    let (mut number, mut frisian) = (7_u32, None);
    while frisian.is_none() {
        let mut now = AnyVariant::of::<Frisian>().start();
        let mut text = String::new();
        for ply in 0..60 {
            let legal = now.moves();
            if legal.is_empty() {
                break;
            }
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let m = legal[(number >> 8) as usize % legal.len()];
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            }
            text.push_str(&records::Dialect::write_move(&Draughts::pdn(now.variant()), &now, m));
            text.push(' ');
            now.make(m, &mut NullObserver);
        }
        let alone = records(&format!("[GameType \"20\"]\n{text}*"));
        frisian = alone[0].is_err().then_some(text);
    }
    let frisian = frisian.unwrap();
    let file = format!("[Event \"1\"]\n\n1. 32-28 19-23 *\n\n[Event \"2\"]\n\n{frisian}*\n");
    assert_eq!(variants(&file), ["draughts-frisian"; 2]);
}

#[test]
fn captures_written_jump_by_jump_are_joined() {
    // As playstrategy.org writes them: the second jump is numbered as a move of White.
    let head = "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:Wa5,c3,a1:Bb6,d4,f6,h8\"]\n\n";
    let file = format!("{head}1. c3xe5 2. e5xg7 {{quiet}} h8xf6 3. a5xc7 f6-e5 *\n");
    let joined = format!("{head}1. c3xe5xg7 {{quiet}} h8xf6 2. a5xc7 f6-e5 *\n");
    let read = |text: &str| {
        let all: Vec<_> =
            files::read(text.as_bytes(), &Hints { name: "x.pdn", ..Hints::default() })
                .unwrap()
                .collect();
        assert_eq!(all.len(), 1);
        all.into_iter().next().unwrap().unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(read(&file).line, read(&joined).line);
    assert_eq!(read(&file).moves().count(), 4);
}
