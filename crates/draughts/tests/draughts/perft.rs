//! Published perft counts and complete move lists.

use draughts::{VariantRules, VariantVisitor, with_variant};
use game::Position as _;

/// A position from its text, or the start.
fn position<V: draughts::VariantRules>(text: &str) -> draughts::Position<V> {
    if text == "start" {
        return draughts::Position::start();
    }
    let setup: draughts::Setup<V> = text.parse().expect("data files hold good FENs");
    draughts::Position::try_from(setup).expect("data files hold legal positions")
}

/// The rows of a tab-separated file.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

struct Perft<'a> {
    position: &'a str,
    counts: &'a str,
    budget: u64,
}

impl VariantVisitor for Perft<'_> {
    type Output = ();
    fn visit<V: VariantRules>(self) {
        let mut position = position::<V>(self.position);
        for (depth, count) in (1..).zip(self.counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if count > self.budget {
                break;
            }
            let found = game::perft(&mut position, depth);
            assert_eq!(found, count, "{} {} perft {depth}", V::RULES.id, self.position);
        }
    }
}

#[test]
fn counts_match_the_published_tables() {
    let budget = std::env::var("YIQI_PERFT_NODES").ok().and_then(|n| n.parse().ok());
    for row in rows(include_str!("../data/perft.tsv")) {
        let [variant, position, counts] = row[..] else { panic!("three columns in {row:?}") };
        let budget = budget.unwrap_or(1_100_000);
        let known = with_variant(variant, Perft { position, counts, budget });
        assert!(known.is_some(), "no variant {variant}");
    }
}

/// Perft that counts a capture once for every path.
fn perft_of_ways<V: VariantRules>(position: &draughts::Position<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = |m: draughts::Move<V>| {
        let ways = if m.is_capture() { position.routes(m).len() as u64 } else { 1 };
        let mut after = *position;
        after.make(m, &mut game::NullObserver);
        ways * perft_of_ways(&after, depth - 1)
    };
    position.moves().into_iter().map(count).sum()
}

/// The source of this Italian position gives 164177 at depth 10, where we count 164173 moves: four
/// captures can be made in two ways.
#[test]
fn counts_that_tell_the_ways_of_a_capture_apart_are_those_of_their_source() {
    let position =
        position::<draughts::Italian>("W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3");
    for (depth, count) in (8..).zip([12_495, 43_686, 164_177, 628_686]) {
        assert_eq!(perft_of_ways(&position, depth), count, "depth {depth}");
    }
}

struct Moves<'a> {
    position: &'a str,
    moves: &'a str,
}

impl VariantVisitor for Moves<'_> {
    type Output = ();
    fn visit<V: VariantRules>(self) {
        let position = position::<V>(self.position);
        let mut moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        moves.sort();
        let mut wanted: Vec<&str> = self.moves.split_whitespace().collect();
        wanted.sort_unstable();
        assert_eq!(moves, wanted, "{} {}", V::RULES.id, self.position);
    }
}

#[test]
fn move_lists_match_three_independent_programs() {
    for row in rows(include_str!("../data/moves.tsv")) {
        let moves = row.get(2).copied().unwrap_or_default();
        let known = with_variant(row[0], Moves { position: row[1], moves });
        assert!(known.is_some(), "no variant {}", row[0]);
    }
}
