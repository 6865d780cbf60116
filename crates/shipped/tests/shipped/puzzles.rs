//! Every shipped puzzle is replayed by the rules; a sample is searched again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::Session;
use hall::puzzles::{Finder, Likeness, PuzzleGoal, ShippedPuzzle, Suspect, likeness, thresholds};
use std::collections::{HashMap, HashSet};

/// The greatest file of a variant, in bytes.
const MOST_BYTES: usize = 150_000;
/// The most moves that a person is to find.
const MOST_TO_FIND: usize = 7;
/// Of each variant so many puzzles are searched again, spread evenly over the file; all of them with `YIQI_ALL_PUZZLES`.
const SAMPLE: usize = 6;
/// Nodes of that search, as many as proved them.
const NODES: u64 = 40_000;

/// The position of a puzzle.
fn position(one: &ShippedPuzzle) -> Box<dyn Session> {
    let puzzle = &one.puzzle;
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut session = games::new_session(&puzzle.variant, rules, start).unwrap();
    for m in &puzzle.moves {
        session.push(m).unwrap_or_else(|error| panic!("{}: {m}: {error}", one.id));
    }
    session
}

/// Plays moves that must be legal, none after the end.
fn play(session: &mut dyn Session, moves: &[String], one: &ShippedPuzzle) {
    for m in moves {
        assert!(session.verdict().is_none(), "{}: {m} follows the end", one.id);
        assert!(session.legal_moves().contains(m), "{}: {m} is not legal", one.id);
        session.push(m).unwrap();
    }
}

fn check(one: &ShippedPuzzle, themes: &HashSet<&str>) {
    let (id, puzzle) = (&one.id, &one.puzzle);
    let at = position(one);
    assert_eq!(at.side_to_move(), puzzle.side(), "{id}");
    assert!(at.verdict().is_none() && at.legal_moves().len() > 1, "{id}");
    assert!((1..=MOST_TO_FIND).contains(&puzzle.to_find()), "{id}");
    assert!(puzzle.after.len() <= thresholds::MOST_SHOWN, "{id}");
    assert!((600..=2400).contains(&one.rating), "{id}: {}", one.rating);
    assert!(one.level.is_none_or(|level| (1..=12).contains(&level)), "{id}");
    let mut end = at.fork();
    play(end.as_mut(), &puzzle.solution, one);
    play(end.as_mut(), &puzzle.after, one);
    if let Some(verdict) = end.verdict() {
        let winner = verdict.outcome.winner();
        match puzzle.kind {
            PuzzleGoal::Save => assert_ne!(winner, Some(!puzzle.side()), "{id}"),
            PuzzleGoal::Mate | PuzzleGoal::Win => assert_eq!(winner, Some(puzzle.side()), "{id}"),
        }
    }
    // A win at once is one by the rules.
    if puzzle.wins_in == Some(1) {
        let mut won = at.fork();
        won.push(&puzzle.solution[0]).unwrap();
        let winner = won.verdict().and_then(|end| end.outcome.winner());
        assert_eq!(winner, Some(puzzle.side()), "{id}");
    }
    assert_eq!(
        puzzle.kind == PuzzleGoal::Mate,
        at.is_won_by_mate() && puzzle.wins_in.is_some(),
        "{id}"
    );
    for also in &puzzle.also {
        assert!(also.at % 2 == 0 && also.at < puzzle.solution.len(), "{id}");
        let mut other = at.fork();
        play(other.as_mut(), &puzzle.solution[..also.at], one);
        assert_ne!(also.line.first(), puzzle.solution.get(also.at), "{id}");
        play(other.as_mut(), &also.line, one);
    }
    let line = [puzzle.solution.as_slice(), &puzzle.after].concat();
    assert_eq!(one.themes, at.puzzle_themes(&line), "{id}: the themes are those of the line");
    for theme in &one.themes {
        assert!(themes.contains(theme.as_str()), "{id}: {theme} is no theme of its family");
    }
}

/// Issue 44: so many at least of each variant that people play; gomoku and renju have theirs together.
const LEAST: [(&[&str], usize); 8] = [
    (&["xiangqi"], 500),
    (&["draughts"], 500),
    (&["gomoku", "renju"], 500),
    (&["reversi"], 300),
    (&["draughts-russian"], 100),
    (&["draughts-brazilian"], 100),
    (&["draughts-english"], 100),
    (&["draughts-frisian"], 100),
];

#[test]
fn there_are_enough_puzzles_each_with_a_card() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    for (variants, least) in LEAST {
        let count = |variant: &&str| shipped::puzzles::of(variant).unwrap().puzzles.len();
        let sum: usize = variants.iter().map(count).sum();
        assert!(sum >= least, "{variants:?}: {sum} of {least}");
    }
    for variant in shipped::puzzles::variants() {
        let count = shipped::puzzles::of(variant).unwrap().puzzles.len();
        let card = std::fs::read_to_string(folder.join(format!("{variant}.md"))).unwrap();
        assert!(card.contains(&format!("| puzzles | {count}")), "{variant}: {count}\n{card}");
    }
}

#[test]
fn every_shipped_puzzle_is_played_by_the_rules() {
    for variant in shipped::puzzles::variants() {
        let set = shipped::puzzles::read(variant)
            .unwrap()
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
        assert_eq!(set.variant, variant);
        assert!(set.write().len() <= MOST_BYTES, "{variant}: {} bytes", set.write().len());
        let family = games::family(games::find_variant(variant).unwrap().family).unwrap();
        let themes: HashSet<&str> = family.puzzle_themes().iter().copied().collect();
        let mut alike: HashMap<String, &str> = HashMap::new();
        let mut before: Vec<(&str, Likeness)> = Vec::new();
        for one in &set.puzzles {
            check(one, &themes);
            let at = position(one);
            let like = Likeness::of(&one.puzzle, at.as_ref());
            let near = before.iter().find(|(_, other)| like.is_near(other)).map(|(id, _)| id);
            assert_eq!(near, None, "{variant}: {} differs in two squares at most", one.id);
            before.push((&one.id, like));
            let text = likeness(&one.puzzle, at.as_ref());
            if let Some(other) = alike.insert(text, &one.id) {
                panic!("{variant}: {} and {other} are the same", one.id);
            }
        }
        let ratings: Vec<u16> = set.puzzles.iter().map(|one| one.rating).collect();
        assert!(ratings.is_sorted(), "{variant}: the easiest come first");
    }
}

#[test]
fn a_sample_of_the_shipped_puzzles_is_proven_again() {
    for variant in shipped::puzzles::variants() {
        let set = shipped::puzzles::of(variant).unwrap();
        let all = std::env::var_os("YIQI_ALL_PUZZLES").is_some();
        let step = if all { 1 } else { set.puzzles.len().div_ceil(SAMPLE).max(1) };
        let mut engine = games::new_engine(variant).unwrap();
        engine.set_option("Hash", "4").unwrap();
        for one in set.puzzles.iter().step_by(step) {
            let puzzle = &one.puzzle;
            let start =
                games::new_session(variant, Some(&puzzle.rules), Some(&puzzle.start)).unwrap();
            let suspect = Suspect { ply: puzzle.moves.len(), loss: puzzle.loss };
            let mut finder = Finder::new(start, &puzzle.moves, &[suspect], NODES).unwrap();
            hall::puzzles::run(&mut finder, engine.as_mut(), &engine::Control::new()).unwrap();
            let again = finder.take().pop();
            let again =
                again.unwrap_or_else(|| panic!("{variant} {}: it is none any more", one.id));
            let firsts = |puzzle: &hall::puzzles::Puzzle| {
                let also = puzzle.also_at(0).map(|one| one.line[0].clone());
                also.chain([puzzle.solution[0].clone()]).collect::<HashSet<String>>()
            };
            assert_eq!(firsts(&again), firsts(puzzle), "{variant} {}", one.id);
        }
    }
}

/// The page has a name for each theme, in its part about the family.
#[test]
fn the_page_has_a_name_for_every_theme() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/games");
    for family in games::families() {
        for theme in family.puzzle_themes() {
            for language in ["en", "zh-Hans", "zh-Hant"] {
                let file = page.join(family.id()).join(format!("themes/{language}.ts"));
                let names = std::fs::read_to_string(&file).unwrap();
                let is_named = names.contains(&format!(" {theme}: '"))
                    || names.contains(&format!("'{theme}': '"));
                assert!(is_named, "{}: {theme}", file.display());
            }
        }
    }
}
