//! Nothing is dropped in silence: what a format cannot hold is counted, for every pair of formats.

use games::files::{self, Hints};
use proptest::prelude::*;
use records::{Branch, Format, Node, ReadErrorKind, Record, Tags};

/// What a random game is made of: numbers that choose moves, and what is put on them.
#[derive(Clone, Debug)]
struct Plan {
    moves: Vec<u16>,
    /// A move's index, a text.
    comments: Vec<(usize, String)>,
    glyphs: Vec<(usize, u16)>,
    /// Where a variation deviates, and its moves.
    variations: Vec<(usize, Vec<u16>)>,
    event: bool,
    result: Option<bool>,
}

fn plan() -> impl Strategy<Value = Plan> {
    let text = prop::sample::select(
        &["good", "好棋", "a ] b", "x } y", "[%emt 1.5]", "# no", "[%clk 0:04:50]"][..],
    );
    let text = text.prop_map(str::to_owned);
    (
        prop::collection::vec(any::<u16>(), 1..8),
        prop::collection::vec((0_usize..8, text), 0..3),
        prop::collection::vec(
            (0_usize..8, prop::sample::select(&[1_u16, 2, 6, 14, 200][..])),
            0..2,
        ),
        prop::collection::vec((0_usize..8, prop::collection::vec(any::<u16>(), 1..3)), 0..3),
        any::<bool>(),
        any::<Option<bool>>(),
    )
        .prop_map(|(moves, comments, glyphs, variations, event, result)| Plan {
            moves,
            comments,
            glyphs,
            variations,
            event,
            result,
        })
}

/// The moves that the numbers choose, as long as there are some.
fn line(session: &mut dyn engine::Session, numbers: &[u16]) -> Vec<Node<String>> {
    let mut line = Vec::new();
    for number in numbers {
        let legal = session.legal_moves();
        if legal.is_empty() || session.verdict().is_some() {
            break;
        }
        let text = legal[usize::from(*number) % legal.len()].clone();
        session.push(&text).expect("a legal move");
        line.push(Node::new(text));
    }
    line
}

fn record(variant: &'static str, plan: &Plan) -> Record {
    let mut session = games::new_session(variant, None, None).expect("a variant");
    let mut moves = line(session.as_mut(), &plan.moves);
    for (at, numbers) in &plan.variations {
        let at = at % moves.len();
        let mut side = games::new_session(variant, None, None).expect("a variant");
        moves[..at].iter().for_each(|node| drop(side.push(&node.mv)));
        let side = line(side.as_mut(), numbers);
        let known = moves[at].variations.iter().map(|other: &Branch<String>| &other.moves[0].mv);
        let is_new = side.first().is_some_and(|first| {
            first.mv != moves[at].mv && known.clone().all(|other| *other != first.mv)
        });
        if is_new {
            moves[at].variations.push(Branch { comments: Vec::new(), moves: side });
        }
    }
    for (at, text) in &plan.comments {
        let at = at % moves.len();
        moves[at].comments.push(text.clone());
    }
    for (at, nag) in &plan.glyphs {
        let at = at % moves.len();
        if !moves[at].nags.contains(nag) {
            moves[at].nags.push(*nag);
        }
    }
    let mut tags = Tags::default();
    if plan.event {
        tags.set("Event", "an event");
    }
    let result = plan
        .result
        .map(|first| if first { game::Outcome::FirstWins } else { game::Outcome::SecondWins });
    let line = Branch { comments: Vec::new(), moves };
    Record { variant, tags, start: None, line, result }
}

/// All moves, variations, comments and annotations of a tree.
fn counts(branch: &Branch<String>) -> [usize; 4] {
    let mut all = [branch.moves.len(), 0, branch.comments.len(), 0];
    for node in &branch.moves {
        all[1] += node.variations.len();
        all[2] += node.comments.len();
        all[3] += node.nags.len();
        for side in &node.variations {
            let inner = counts(side);
            (0..4).for_each(|i| all[i] += inner[i]);
        }
    }
    all
}

fn read(bytes: &[u8], format: Format, variant: &'static str) -> Record {
    let hints = Hints { format: Some(format), variant: Some(variant), ..Hints::default() };
    files::read(bytes, &hints).expect("a file").next().expect("a game").expect("it can be read")
}

fn written(variant: &'static str) -> Vec<Format> {
    let (family, _) = games::REGISTRY.find(variant).expect("a variant");
    files::formats_of(family).into_iter().filter(|format| format.is_written).collect()
}

/// Writes a record in each format and says what the formats cannot hold.
fn check(record: &Record) -> Vec<Record> {
    let mut all = Vec::new();
    for format in written(record.variant) {
        let mut bytes = Vec::new();
        let Ok(losses) = files::write_with_losses(&mut bytes, record, format, None) else {
            continue;
        };
        let again = read(&bytes, format, record.variant);
        let told = losses.to_string();
        let (before, after) = (counts(&record.line), counts(&again.line));
        for (i, what) in ["move", "variation", "comment", "annotation"].into_iter().enumerate() {
            assert!(
                // What is lost with a variation is not counted again.
                after[i] >= before[i] || told.contains(what) || told.contains("variation"),
                "{format}: {} of {} {what}s come back, told is {told:?}: {record:?}",
                after[i],
                before[i],
            );
        }
        let is_same = again.line == record.line
            && again.start == record.start
            && again.result == record.result
            && record.tags.iter().all(|(name, value)| {
                let is_unknown = matches!(value, "?" | "????.??.??");
                is_unknown || again.tags.get(name) == Some(value)
            });
        assert!(
            is_same || !told.is_empty(),
            "{format}: changed without a word: {record:?} {again:?}"
        );
        all.push(again);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_a_format_cannot_hold_is_counted(plan in plan()) {
        for variant in ["xiangqi", "draughts", "draughts-russian", "gomoku", "renju", "reversi"] {
            for again in check(&record(variant, &plan)) {
                // From every format into every other one.
                check(&again);
            }
        }
    }

    /// What the text of a game says and no game here keeps is counted as often as it is there.
    #[test]
    fn what_a_reader_leaves_out_is_counted(
        moves in 1_usize..9,
        planted in prop::collection::vec((0_usize..9, 0_usize..5), 0..6),
    ) {
        const PARTS: [&str; 5] = ["SL[aa]", "LN[bb:cc]", "GB[1]", "XY[z]", "OB[3]"];
        let mut text = "(;GM[4]SZ[15]".to_owned();
        for n in 0..moves {
            let colour = if n % 2 == 0 { 'B' } else { 'W' };
            text.push_str(&format!(";{colour}[{}{}]", char::from(b'a' + n as u8), char::from(b'o' - n as u8)));
            let here = planted.iter().filter(|(at, _)| at % moves == n);
            here.for_each(|(_, part)| text.push_str(PARTS[*part]));
        }
        text.push_str(";W[];B[oo])");
        let hints = Hints { name: "a.sgf", ..Hints::default() };
        let mut counted = 0;
        for game in files::read(text.as_bytes(), &hints).expect("a file") {
            if let Err(error) = game
                && let ReadErrorKind::LeftOut { count, .. } = error.error.kind
            {
                counted += count;
            }
        }
        // With an odd number of moves the pass is White's, and the move behind it is cut off.
        let behind = 2;
        prop_assert!(counted >= planted.len() + behind, "{counted} of {}: {text}", planted.len() + behind);
    }
}

/// Marks, labels and clocks of SGF come back as they were.
#[test]
fn marks_of_sgf_come_back() {
    let text = "(;GM[4]SZ[15]LB[aa:x]C[start];B[hh]CR[hh][ii]MA[jj]SQ[aa:ba]AR[hh:ii]LB[oo:y z]C[good]BL[290.5]\
                ;W[ii]TR[ii];B[jj]TR[aa]WL[12](;W[kk]LB[kk:1][ll:2])(;W[ll]MA[ll]C[worse]))";
    let hints = Hints { name: "a.sgf", ..Hints::default() };
    let read = |bytes: &[u8]| {
        let all: Vec<_> = files::read(bytes, &hints).expect("a file").collect();
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        all.into_iter().flatten().next().expect("a game")
    };
    let game = read(text.as_bytes());
    let format = files::format_named("sgf").expect("a format");
    let mut bytes = Vec::new();
    let losses = files::write_with_losses(&mut bytes, &game, format, None).expect("it is written");
    let written = String::from_utf8(bytes.clone()).expect("UTF-8");
    assert!(losses.is_empty(), "{losses}: {written}");
    assert_eq!(read(&bytes), game, "{written}");
    for part in [
        "LB[aa:x]",
        "CR[hh][ii]",
        "MA[jj]",
        "SQ[aa][ba]",
        "AR[hh:ii]",
        "LB[oo:y z]",
        "BL[290.5]",
        "LB[kk:1][ll:2]",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

/// A game that begins at the standard start loses no start position, and no names that are those of the sides.
#[test]
fn nothing_is_told_that_is_not_lost() {
    for (variant, moves) in
        [("xiangqi", "h2e2"), ("draughts", "32-28"), ("gomoku", "h8"), ("reversi", "f5")]
    {
        let session = games::new_session(variant, None, None).expect("a variant");
        let mut tags = Tags::default();
        files::player_tags(variant).into_iter().for_each(|name| tags.set(name, name));
        let line = Branch { comments: Vec::new(), moves: vec![Node::new(moves.to_owned())] };
        let start = Some(session.start_text());
        let game = Record { variant: session.variant().id, tags, start, line, result: None };
        let losses = files::write_with_losses(&mut Vec::new(), &game, records::MOVES, None);
        assert_eq!(losses.expect("it is written").to_string(), "", "{variant}");
    }
}

/// A file of XQStudio that is cut gives a fault or a notice at every byte.
#[test]
fn a_cut_xqf_is_told() {
    let pgn = "1. h2e2 {good} h9g7 (1... b9c7 2. h0g2) 2. h0g2 i9h9 3. c3c4 {x} *";
    for text in [pgn, "1. h2e2 h9g7 2. h0g2 *"] {
        let hints = Hints { name: "a.pgn", variant: Some("xiangqi"), ..Hints::default() };
        let games = files::read(text.as_bytes(), &hints).expect("a file").flatten();
        let game = games.last().expect("a game");
        let format = files::format_named("xqf").expect("a format");
        let mut bytes = Vec::new();
        files::write(&mut bytes, &game, format, None).expect("it is written");
        for cut in 0..bytes.len() {
            let hints = Hints { name: "a.xqf", ..Hints::default() };
            let is_told = files::read(&bytes[..cut], &hints)
                .map_or(true, |mut games| games.any(|game| game.is_err()));
            assert!(is_told, "cut at {cut} of {} without a word", bytes.len());
        }
    }
}
