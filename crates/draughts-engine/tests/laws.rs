//! Laws of the search and the evaluation for draughts.

use draughts::groups::{LikeEnglish, LikeInternational, LikeItalian, LikeRussian};
use draughts::{
    Canadian, Frisian, International, Killer, Piece, Position, Rules, Setup, Square, Turkish,
    VARIANTS, VariantRules, judge,
};
use draughts_engine::eval::{
    Evaluation, GREATEST, LearntError, LearntWeights, TERMS, Term, Weights, tables,
};
use draughts_engine::{Draughts, DraughtsEngine, Level, SearchRequest, SearchableVariant};
use game::{Line, Position as _};
use proptest::prelude::*;
use search::{Domain as _, Duty, Evaluator as _};
use search::{Limits, NoClock, NoSignal};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Calls a function for the variant of this number.
macro_rules! for_variant {
    ($n:expr, $law:ident($($argument:expr),*)) => {
        match $n % VARIANTS.len() {
            0 => $law(International, $($argument),*),
            1 => $law(Frisian, $($argument),*),
            2 => $law(LikeRussian::BRAZILIAN, $($argument),*),
            3 => $law(LikeRussian::RUSSIAN, $($argument),*),
            4 => $law(LikeRussian::POOL, $($argument),*),
            5 => $law(LikeEnglish::ENGLISH, $($argument),*),
            6 => $law(LikeEnglish::CZECH, $($argument),*),
            7 => $law(LikeItalian::ITALIAN, $($argument),*),
            8 => $law(LikeItalian::SPANISH, $($argument),*),
            9 => $law(Turkish, $($argument),*),
            10 => $law(Canadian, $($argument),*),
            11 => $law(LikeInternational::KILLER, $($argument),*),
            12 => $law(LikeInternational::BREAKTHROUGH, $($argument),*),
            _ => $law(LikeInternational::LOSING, $($argument),*),
        }
    };
}

fn read<V: VariantRules>(variant: V, fen: &str) -> Position<V> {
    let setup = Setup::read(variant, fen).expect("tests give FENs that can be read");
    Position::try_from(setup).expect("tests give legal positions")
}

fn line<V: VariantRules>(start: Position<V>, choices: &[prop::sample::Index]) -> Line<Position<V>> {
    let mut line = Line::new(start);
    for choice in choices {
        let moves = line.position().moves();
        if moves.is_empty() {
            break;
        }
        line.push(moves[choice.index(moves.len())]);
    }
    line
}

/// The square seen from the other side.
fn turn<V: VariantRules>(square: Square<V>) -> Square<V> {
    Square::new(Square::<V>::COUNT as u32 + 1 - square.number()).expect("turned within the board")
}

/// The board turned round, with the colours exchanged.
fn turned<V: VariantRules>(position: &Position<V>) -> Position<V> {
    let setup = Setup::from(position);
    let mut other = Setup::empty_of(position.variant());
    other.turn = !setup.turn;
    for square in Square::all() {
        let piece = setup.piece_at(square).map(|piece| Piece { side: !piece.side, ..piece });
        other.put(turn(square), piece);
    }
    other.runs = setup.runs.iter().map(|&(square, moves)| (turn(square), moves)).collect();
    Position::try_from(other).expect("the turned position is as legal as the first")
}

fn picker_is_complete<V: SearchableVariant>(line: &Line<Position<V>>) {
    search::laws::picker_is_complete(
        Draughts::<V>::default(),
        Evaluation::new(line.position().variant()),
        line,
    )
    .expect("the law holds");
}

fn plays<V: SearchableVariant>(line: &Line<Position<V>>, level: u8, seed: u64) {
    if judge(line).is_some() {
        return;
    }
    let request = SearchRequest {
        limits: Limits::nodes(200),
        level: Level::new(level),
        seed,
        ..SearchRequest::default()
    };
    let think = || {
        let mut engine = DraughtsEngine::of(line.position().variant(), 1);
        engine.search(line, &request, &NoClock, &NoSignal, &mut |_| {})
    };
    let found = think();
    assert!(line.position().is_legal(found.best().expect("the game is not over")));
    assert_eq!(found, think(), "the same seed plays the same move");
    let mut replay = line.clone();
    for &m in &found.lines[0].pv {
        assert!(replay.position().is_legal(m), "{:?}", found.lines[0].pv);
        replay.push(m);
    }
}

/// Learnt numbers of any kind, always the same: each entry has another one, and none with those of its parts is above
/// [`GREATEST`].
fn any_numbers(rules: &Rules) -> Arc<LearntWeights> {
    static KNOWN: Mutex<BTreeMap<String, Arc<LearntWeights>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("no test fails while it makes numbers");
    let make = || {
        let number = |n: usize| {
            let bits = (n as u32 + 1).wrapping_mul(0x9E37_79B9);
            [bits >> 16, bits & 0xFFFF].map(|bits| (bits % 2001) as i16 - 1000)
        };
        let numbers = (0..LearntWeights::length(rules)).map(number).collect();
        Arc::new(LearntWeights::new(rules, numbers).expect("the length fits"))
    };
    known.entry(LearntWeights::form(rules)).or_insert_with(make).clone()
}

/// With learnt numbers of any kind, not those of the program.
fn learnt<V: SearchableVariant>(variant: V) -> Evaluation<V> {
    let rules = variant.rules();
    Evaluation::with(variant, Weights::of(rules), Some(any_numbers(rules)))
}

/// The incremental evaluation after moves and take-backs equals the one computed from scratch.
fn kept_up_is_fresh<V: SearchableVariant>(line: &Line<Position<V>>, fresh: &Evaluation<V>) {
    let domain = Draughts::<V>::default();
    let mut evaluation = fresh.clone();
    let judged = |evaluation: &mut Evaluation<V>, position: &Position<V>| {
        let score = evaluation.evaluate(domain, position, &domain.info(position));
        assert_eq!(score, fresh.of(position), "{position:?}");
    };
    let mut replay = Line::new(line.start());
    evaluation.reset(domain, replay.position());
    for m in line.plies().iter().filter_map(|ply| ply.mv) {
        evaluation.push();
        replay.push_observed(m, &mut evaluation);
        judged(&mut evaluation, replay.position());
    }
    while replay.pop().is_some() {
        evaluation.pop();
        judged(&mut evaluation, replay.position());
    }
}

/// Under a capture or the threat of one, the search must not stand pat.
fn nothing_hangs_where_it_is_judged<V: SearchableVariant>(position: &Position<V>) {
    let domain = Draughts::<V>::default();
    let info = domain.info(position);
    let turn = position.side_to_move();
    assert_eq!(domain.duty(position, &info) == Duty::Capture, position.must_capture());
    if !position.is_decided() {
        assert_eq!(domain.is_settled(position, &info), !position.can_capture(turn.other()));
    }
}

/// The counts of the training with the learnt numbers are the score in play.
fn what_is_learnt_is_played<V: SearchableVariant>(position: &Position<V>) {
    let rules = position.variant().rules();
    let (evaluation, learnt) = (learnt(position.variant()), any_numbers(rules));
    let (sample, numbers) = (evaluation.sample(position), learnt.numbers());
    let mut sum = [0_i64; 2];
    let mut add = |number: usize, times: i64| {
        for (sum, value) in sum.iter_mut().zip(numbers[number]) {
            *sum += i64::from(value) * times;
        }
    };
    sample.times.iter().for_each(|&(number, times)| add(usize::from(number), times.into()));
    for (codes, times) in sample.codes.iter().zip([1, -1]) {
        let mut first = TERMS + Square::<V>::COUNT;
        let tables = tables(rules);
        assert_eq!(codes.len(), tables.len());
        for (table, &code) in tables.iter().zip(codes) {
            add(first + code as usize, times);
            first += 3_usize.pow(table.squares);
        }
        assert_eq!(first, numbers.len());
    }
    let [opening, end] = sum.map(|sum| sum as f64);
    let share = f64::from(sample.phase);
    let lead = opening * share + end * (1.0 - share);
    let lead = lead / f64::from(sample.divisors[usize::from(lead < 0.0)]) / 10.0;
    let own = f64::from(evaluation.of(position).value());
    let played = if position.side_to_move() == game::Side::First { own } else { -own };
    assert!((played - lead).abs() < 1.2, "{played} in play, {lead} in training: {position:?}");
}

fn holds_for<V: SearchableVariant>(
    variant: V,
    choices: &[prop::sample::Index],
    level: u8,
    seed: u64,
) {
    let line = line(Position::start_of(variant), choices);
    let position = line.position();
    for evaluation in [Evaluation::new(variant), learnt(variant)] {
        assert_eq!(evaluation.of(position), evaluation.of(&turned(position)), "{position:?}");
        kept_up_is_fresh(&line, &evaluation);
    }
    what_is_learnt_is_played(position);
    nothing_hangs_where_it_is_judged(position);
    plays(&line, level, seed);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 84,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_variant_is_judged_evenly_and_played_legally(
        variant: usize,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        level in 1u8..=12,
        seed: u64,
    ) {
        for_variant!(variant, holds_for(&choices, level, seed));
    }

    #[test]
    fn the_picker_gives_exactly_the_legal_moves(
        variant in 0usize..4,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
    ) {
        match variant {
            0 => picker_is_complete(&line(Position::<International>::start(), &choices)),
            1 => picker_is_complete(&line(Position::<Frisian>::start(), &choices)),
            2 => picker_is_complete(&line(Position::start_of(LikeItalian::ITALIAN), &choices)),
            _ => picker_is_complete(&line(Position::<Canadian>::start(), &choices)),
        }
    }
}

fn best(fen: &str, depth: u32) -> (String, search::Score) {
    let line = Line::new(read(International, fen));
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let found = DraughtsEngine::new(4).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
    (found.best().map(|m| m.to_string()).unwrap_or_default(), found.score())
}

#[test]
fn wins_are_found() {
    // The last man is taken.
    assert_eq!(
        best("W:W28:B22", 3),
        ("28x17x22".to_owned(), search::Score::mate_in(search::Ply(1)))
    );
}

#[test]
fn breakthrough_is_won_by_the_first_king() {
    let variant = LikeInternational::BREAKTHROUGH;
    let line = Line::new(read(variant, "W:W7,40:B12,30"));
    let request = SearchRequest { limits: Limits::depth(4), ..SearchRequest::default() };
    let mut engine = DraughtsEngine::of(variant, 1);
    let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
    assert!(found.score().is_win(), "{}", found.score());
}

#[test]
fn who_loses_all_wins_losing_draughts() {
    let variant = LikeInternational::LOSING;
    let line = Line::new(read(variant, "W:W38:B33,22"));
    let request = SearchRequest { limits: Limits::depth(6), ..SearchRequest::default() };
    let mut engine = DraughtsEngine::of(variant, 1);
    let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
    assert!(found.best().is_some());
}

#[test]
fn the_bench_is_the_same_twice() {
    assert_eq!(draughts_engine::bench::run(6), draughts_engine::bench::run(6));
}

#[test]
fn kings_that_only_move_draw_in_the_tree() {
    // All stand at the edge, where nothing can be captured. Forty-nine plies go by.
    let mut line = Line::new(read(International, "W:WK45,K46,48:BK5,K6,3"));
    let start = *line.position();
    for word in ["45-50", "6-1", "50-45", "1-6"].iter().cycle().take(49) {
        let m = line.position().moves().into_iter().find(|m| m.to_string() == *word);
        line.push(m.expect("the kings go to and fro"));
    }
    let domain = Draughts::<International>::default();
    for m in line.position().moves() {
        line.push(m);
        let position = line.position();
        let info = domain.info(position);
        if !position.must_capture() {
            let by_king = position.men(game::Side::Second) == start.men(game::Side::Second);
            let end = by_king.then_some(search::End::Draw);
            assert_eq!(domain.counted_out(&line, &info), end, "{m}");
        }
        line.pop();
    }
}

#[test]
fn learnt_numbers_are_read_back_or_refused() {
    let length = LearntWeights::length(&International::RULES);
    let learnt =
        |number: [i16; 2], length| LearntWeights::new(&International::RULES, vec![number; length]);
    let form = LearntWeights::form(&International::RULES);
    let linear = nnue::linear::Linear { form, numbers: vec![[3, -4]; length] };
    let bytes = nnue::linear::write(&linear, "a test").expect("the numbers are few");
    let read =
        LearntWeights::read(&International::RULES, &bytes).expect("what was written is read");
    assert_eq!(read, learnt([3, -4], length).expect("the length fits"));
    assert_eq!(read.numbers(), linear.numbers);
    // Killer draughts has the same board and nearly the same rules; Frisian draughts has other rules.
    assert!(LearntWeights::read(&Killer::RULES, &bytes).is_ok());
    let other = LearntWeights::read(&Frisian::RULES, &bytes);
    assert!(matches!(other, Err(LearntError::Form { found, .. }) if found == linear.form));
    let few = learnt([3, -4], length - 1);
    assert!(matches!(few, Err(LearntError::Length { found, .. }) if found + 1 == length));
    let great = learnt([GREATEST, -GREATEST - 1], length);
    assert!(matches!(great, Err(LearntError::Greatest(number)) if number == -GREATEST - 1));
    assert!(matches!(
        LearntWeights::read(&International::RULES, b"nothing"),
        Err(LearntError::File(_))
    ));
}

/// A file without numbers, of the form of a variant.
fn empty_file<V: SearchableVariant>(variant: V) -> (String, Vec<u8>) {
    let form = LearntWeights::form(variant.rules());
    let linear = nnue::linear::Linear { form: form.clone(), numbers: Vec::new() };
    (form, nnue::linear::write(&linear, "a test").expect("a header can be written"))
}

#[test]
fn a_file_of_another_variant_is_refused() {
    let all = 0..VARIANTS.len();
    let files: Vec<_> = all.clone().map(|n| for_variant!(n, empty_file())).collect();
    all.for_each(|n| for_variant!(n, refuses_other_forms(&files)));
    let forms: std::collections::BTreeSet<&String> = files.iter().map(|(form, _)| form).collect();
    assert_eq!(forms.len() + 1, files.len(), "only international draughts and Killer share one");
}

fn refuses_other_forms<V: SearchableVariant>(variant: V, files: &[(String, Vec<u8>)]) {
    let rules = variant.rules();
    let own = LearntWeights::form(rules);
    for (form, file) in files {
        let error = LearntWeights::read(rules, file).expect_err("there are no numbers").to_string();
        let expected = if *form == own {
            format!("0 numbers instead of {}", LearntWeights::length(rules))
        } else {
            format!("the weights are those of {form}, not of {own}")
        };
        assert_eq!(error, expected);
    }
}

/// The greatest sum that tables can give: all windows speak for White as much as they can.
fn greatest_sum<V: SearchableVariant>(variant: V, fen: &str) {
    let rules = variant.rules();
    let mut numbers = vec![[0; 2]; TERMS + Square::<V>::COUNT];
    for table in tables(rules) {
        numbers.extend((0..3_usize.pow(table.squares)).map(|code| {
            let digits = (0..table.squares).map(|digit| code / 3_usize.pow(digit) % 3);
            // An own man is 1, one of the other side 2.
            let lead: i16 = digits.map(|digit| [0, 1, -1][digit]).sum();
            [lead.signum() * GREATEST; 2]
        }));
    }
    let windows = tables(rules).iter().filter(|table| table.parts.is_empty()).count() as i32;
    let learnt = LearntWeights::new(rules, numbers).expect("they are not too great");
    let evaluation = Evaluation::with(variant, Weights::NONE, Some(Arc::new(learnt)));
    let score = evaluation.of(&read(variant, fen)).value();
    assert_eq!(score, 2 * windows * i32::from(GREATEST) / 10, "{}", rules.id);
}

/// Sums of the greatest numbers do not run over.
#[test]
fn the_greatest_numbers_are_summed_up() {
    greatest_sum(LikeRussian::RUSSIAN, "W:W5-32:B1");
    greatest_sum(International, "W:W6-50:B1");
    greatest_sum(Canadian, "W:W7-72:B1");
    greatest_sum(Turkish, "W:W9-56:B8");
    let rules = &International::RULES;
    let length = LearntWeights::length(rules);
    let learnt = LearntWeights::new(rules, vec![[GREATEST, -GREATEST]; length]);
    let learnt = Arc::new(learnt.expect("they are not too great"));
    let evaluation = Evaluation::with(International, Weights::NONE, Some(learnt));
    // Both sides read the same numbers, so that only the man more and the turn count.
    let position = read(International, "W:W31-50:B2-20");
    let explained = evaluation.explain(&position);
    assert_eq!(explained.shapes[0], explained.shapes[1]);
    assert_eq!(evaluation.of(&position), evaluation.of(&turned(&position)));
}

#[test]
fn the_sample_is_what_the_evaluation_counts() {
    let variant = LikeRussian::RUSSIAN;
    let (rules, position) = (variant.rules(), read(variant, "W:W18,22,25,K29:B5,9,13"));
    let length = LearntWeights::length(rules);
    let sample = Evaluation::with(variant, Weights::NONE, None).sample(&position);
    assert!(
        sample.times.len() > 4
            && sample.times.iter().all(|&(number, _)| usize::from(number) < length)
    );
    // With one number alone the score is its count.
    for number in 0..TERMS + Square::<LikeRussian>::COUNT {
        let mut numbers = vec![[0; 2]; length];
        numbers[number] = [1000, 1000];
        let learnt = LearntWeights::new(rules, numbers).expect("the length fits");
        let evaluation = Evaluation::with(variant, Weights::NONE, Some(Arc::new(learnt)));
        let counted = sample.times.iter().find(|&&(n, _)| usize::from(n) == number);
        let times = counted.map_or(0, |&(_, times)| i32::from(times));
        let divisor = sample.divisors[usize::from(times < 0)];
        assert_eq!(evaluation.of(&position).value(), 1000 * times / divisor / 10, "{number}");
    }
    assert_eq!(Term::ALL.len(), TERMS);
}

/// The terms of an explanation add up to the evaluation, but for the rounding of each.
fn adds_up<V: SearchableVariant>(variant: V) {
    adds_up_with(variant, &Evaluation::new(variant));
    adds_up_with(variant, &learnt(variant));
}

fn adds_up_with<V: SearchableVariant>(variant: V, evaluation: &Evaluation<V>) {
    let mut position = Position::start_of(variant);
    for ply in 0..60_usize {
        let explained = evaluation.explain(&position);
        let lead = |[white, black]: [i32; 2]| white - black;
        let terms = explained.terms.iter().map(|&(_, sides)| lead(sides));
        let sum: i32 = terms.sum::<i32>() + lead(explained.shapes) + lead(explained.kings);
        let shares: f64 = evaluation.shapes_by_square(&position).iter().map(|(_, v)| v).sum();
        let shapes = f64::from(lead(explained.shapes));
        assert!((shares - shapes).abs() <= 1.01, "{shares} {explained:?} at {position}");
        let bound = explained.terms.len() as i32 + 2;
        assert!((sum - explained.sum).abs() <= bound, "{explained:?} at {position}");
        let own = evaluation.of(&position).value();
        let white = if position.side_to_move() == game::Side::First { own } else { -own };
        assert_eq!(explained.score, white);
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[ply * 7 % moves.len()], &mut game::NullObserver);
    }
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    (0..VARIANTS.len()).for_each(|n| for_variant!(n, adds_up()));
}
