//! Every base is read and walked from the start: each of its moves is legal where it is counted.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::Session;
use game::Key;
use hall::openings::{OpeningBase, position_key};
use std::collections::HashSet;

/// The greatest file of a variant, in bytes.
const MOST_BYTES: usize = 1_000_000;

/// Walks all that the base has from here on, and returns how many moves it counted.
fn walk(base: &OpeningBase, session: &mut dyn Session, seen: &mut HashSet<Key>) {
    let key = position_key(session).unwrap();
    if !seen.insert(key) {
        return;
    }
    let legal = session.legal_moves();
    let mut before = u64::MAX;
    for one in base.at(key) {
        let (variant, text) = (&base.variant, &one.text);
        assert!(
            legal.contains(text),
            "{variant}: {text} is not legal in {}",
            session.position_text()
        );
        assert!(one.games() > 0 && one.games() <= before, "{variant}: {text} is out of order");
        before = one.games();
        session.push(text).unwrap();
        walk(base, session, seen);
        session.pop();
    }
}

#[test]
fn every_base_is_small_and_its_moves_are_legal() {
    let mut number = 0;
    for variant in shipped::openings::variants() {
        number += 1;
        let bytes = shipped::openings::text(variant).unwrap().len();
        assert!(bytes <= MOST_BYTES, "{variant}: {bytes} bytes");
        let base = shipped::openings::read(variant).unwrap().unwrap();
        assert_eq!(base.variant, variant);
        let mut session = games::new_session(variant, Some(&base.rules), None).unwrap();
        assert_eq!(session.rules(), base.rules);
        let start = position_key(&*session).unwrap();
        let games: u64 = base.at(start).iter().map(|one| one.games()).sum();
        assert_eq!(games, base.games, "{variant}: every game begins at the start");
        let mut seen = HashSet::new();
        walk(&base, &mut *session, &mut seen);
        let known = seen.iter().filter(|key| !base.at(**key).is_empty()).count();
        // Two ways may lead to a position of which each alone is too rare to be kept.
        assert!(known * 100 >= base.positions() * 95, "{variant}: {known} of {}", base.positions());
    }
    assert!(number >= 5, "{number} bases");
}

#[test]
fn every_base_has_a_card() {
    for variant in shipped::openings::variants() {
        let card = format!("{}/../../openings/{variant}.md", env!("CARGO_MANIFEST_DIR"));
        let card = std::fs::read_to_string(&card).unwrap_or_else(|error| panic!("{card}: {error}"));
        let base = shipped::openings::of(variant).unwrap();
        assert!(card.contains(&format!("| games | {} |", base.games)), "{variant}: its games");
    }
}

/// A move is verified only where it was played often, and by searches that are hundreds of times as long as those of the games.
#[test]
fn every_base_has_verified_moves_among_those_that_were_played_often() {
    for variant in shipped::openings::variants() {
        let base = shipped::openings::of(variant).unwrap();
        assert!(base.verified_nodes >= 300 * base.nodes, "{variant}: {}", base.verified_nodes);
        let verified: Vec<_> = base.each().flatten().filter(|one| one.verified).collect();
        assert!(verified.len() >= 10, "{variant}: {}", verified.len());
        assert!(verified.iter().all(|one| one.games() >= 4), "{variant}");
    }
}
