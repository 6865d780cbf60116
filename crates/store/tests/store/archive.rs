//! The archive: what was worked out of games is found, follows their changes, and tags are kept.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, moved, open, person, setup, setup_of, summary};
use hall::archive::{ArchiveOrder, EndedAs};
use hall::{End, GameSummary, Moment, Outcome, Player, Side};
use store::{ArchiveFilter, GameFacts, IndexedGame, NewGame, StaleGame, Store};

crate::laws! {
    every_change_makes_a_game_wanted_until_it_is_worked_out
    games_are_found_by_everything_that_is_known_of_them
    many_games_are_stored_together_or_not_at_all
}

fn all() -> ArchiveFilter {
    ArchiveFilter { limit: 100, ..ArchiveFilter::default() }
}

async fn ids(store: &Store, search: &ArchiveFilter) -> Vec<String> {
    let (found, total) = store.search(search).await.unwrap();
    assert_eq!(total, found.len() as u64);
    found.into_iter().map(|found| found.game).collect()
}

fn end(winner: Option<Side>) -> End {
    End::stated(winner.map_or(Outcome::Draw, Outcome::win_of), "resign")
}

/// Stores a game that ended after so many plies.
async fn ended(store: &Store, id: &str, at: i64, plies: u32, players: [Player; 2], end: End) {
    let setup = setup_of(players.clone(), "xiangqi");
    let change = hall::Change::Ended { end: end.clone(), left_ms: [0; 2] };
    let head = GameSummary { end: Some(end), players, ..summary(plies) };
    store.create(id, &setup, Moment(at), &[change], &head).await.unwrap();
}

async fn settle(store: &Store, game: &str, facts: GameFacts, added: &[(i64, u32)]) {
    let (wanted, _) = store.archive_wanted(100).await.unwrap();
    let wanted = wanted.into_iter().find(|wanted| wanted.game == game).unwrap();
    let archived =
        IndexedGame { wanted, facts: Some(facts), added: added.to_vec(), removed: Vec::new() };
    store.keep_archived(vec![archived]).await.unwrap();
}

async fn every_change_makes_a_game_wanted_until_it_is_worked_out(home: Home) {
    let store = home.open().await;
    store.create("a", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    let (before, _) = store.archive_wanted(10).await.unwrap();
    assert_eq!(before, [StaleGame { game: "a".to_owned(), n: 1 }]);
    // It changes while it is worked out: it stays wanted.
    store.append("a", 0, None, Moment(2), &[moved("h2e2")], &summary(1)).await.unwrap();
    let stale = IndexedGame {
        wanted: before[0].clone(),
        facts: Some(GameFacts::default()),
        added: Vec::new(),
        removed: Vec::new(),
    };
    store.keep_archived(vec![stale]).await.unwrap();
    assert_eq!(store.archive_wanted(10).await.unwrap().1, 1);
    settle(&store, "a", GameFacts { line: "h2e2 ".to_owned(), ..GameFacts::default() }, &[(7, 0)])
        .await;
    assert_eq!(store.archive_wanted(10).await.unwrap(), (Vec::new(), 0));
    // A deleted game is wanted once more, and then nothing of it is left.
    store.delete("a").await.unwrap();
    let (gone, _) = store.archive_wanted(10).await.unwrap();
    let removed =
        IndexedGame { wanted: gone[0].clone(), facts: None, added: Vec::new(), removed: vec![7] };
    store.keep_archived(vec![removed]).await.unwrap();
    assert_eq!(store.archive_wanted(10).await.unwrap().1, 0);
    store.close().await;
    let left = "DELETE FROM positions";
    assert_eq!(home.tamper(left).await, 0);
    assert_eq!(home.tamper("DELETE FROM archive").await, 0);
    assert_eq!(home.tamper("DELETE FROM tracks").await, 0);
}

async fn games_are_found_by_everything_that_is_known_of_them(home: Home) {
    let store = home.open().await;
    let machine = Player::Machine { level: 3, preset: None, depth: None, move_time_ms: None };
    let ada = || person("Ada");
    ended(&store, "a", 10, 40, [ada(), machine.clone()], end(Some(Side::First))).await;
    ended(&store, "b", 20, 90, [person("Bo"), ada()], end(Some(Side::First))).await;
    ended(&store, "c", 30, 12, [ada(), person("Cy")], end(None)).await;
    store
        .create("d", &setup_of([person("Di"), ada()], "gomoku"), Moment(40), &[], &summary(3))
        .await
        .unwrap();
    let facts = |line: &str, mistakes| GameFacts {
        line: line.to_owned(),
        mistakes,
        track: vec![1, 2, 3],
        ..GameFacts::default()
    };
    let winner = |a: &Player, b: &Player| Some([a.clone(), b.clone()]);
    let a = GameFacts {
        winner: winner(&ada(), &machine),
        person: Some(1),
        ..facts("h2e2 h9g7 ", Some([1, 4]))
    };
    settle(&store, "a", a, &[(100, 0), (101, 1)]).await;
    let b =
        GameFacts { winner: winner(&person("Bo"), &ada()), ..facts("h2e2 b9c7 ", Some([0, 1])) };
    settle(&store, "b", b, &[(100, 0), (-5, 1)]).await;
    settle(&store, "c", facts("c3c4 ", None), &[(100, 0)]).await;
    store
        .tag(
            vec!["a".to_owned(), "c".to_owned(), "none".to_owned()],
            vec!["club".to_owned()],
            vec![],
        )
        .await
        .unwrap();

    let cases: Vec<(&str, ArchiveFilter)> = vec![
        ("d c b a", all()),
        ("a b c d", ArchiveFilter { ascending: true, ..all() }),
        ("c b a", ArchiveFilter { filter: store::StateFilter::Over, ..all() }),
        ("d", ArchiveFilter { family: Some("gomoku".to_owned()), ..all() }),
        ("d", ArchiveFilter { variant: Some("gomoku".to_owned()), ..all() }),
        ("b", ArchiveFilter { player: Some("BO".to_owned()), ..all() }),
        ("b a", ArchiveFilter { ended_as: Some(EndedAs::First), ..all() }),
        ("", ArchiveFilter { ended_as: Some(EndedAs::Second), ..all() }),
        ("c", ArchiveFilter { ended_as: Some(EndedAs::Draw), ..all() }),
        ("a", ArchiveFilter { ended_as: Some(EndedAs::Won), ..all() }),
        (
            "a",
            ArchiveFilter { ended_as: Some(EndedAs::Won), player: Some("ada".to_owned()), ..all() },
        ),
        (
            "b",
            ArchiveFilter {
                ended_as: Some(EndedAs::Lost),
                player: Some("ada".to_owned()),
                ..all()
            },
        ),
        ("c b", ArchiveFilter { from: Some(20), to: Some(40), ..all() }),
        ("b a", ArchiveFilter { plies: (Some(40), Some(90)), ..all() }),
        ("a", ArchiveFilter { mistakes: (Some(2), None), ..all() }),
        ("b", ArchiveFilter { mistakes: (None, Some(2)), ..all() }),
        ("b a", ArchiveFilter { opening: vec!["h2e2".to_owned()], ..all() }),
        ("a", ArchiveFilter { opening: vec!["h2e2".to_owned(), "h9g7".to_owned()], ..all() }),
        ("", ArchiveFilter { opening: vec!["h2".to_owned()], ..all() }),
        ("c a", ArchiveFilter { tag: Some("club".to_owned()), ..all() }),
        ("c b a", ArchiveFilter { key: Some(100), ..all() }),
        ("b", ArchiveFilter { key: Some(-5), ..all() }),
        ("c b a", ArchiveFilter { has_track: true, ..all() }),
        ("b a c d", ArchiveFilter { order: ArchiveOrder::Length, ..all() }),
        ("b a d c", ArchiveFilter { order: ArchiveOrder::Mistakes, ascending: true, ..all() }),
        ("c b a d", ArchiveFilter { order: ArchiveOrder::Opening, ascending: true, ..all() }),
    ];
    for (wanted, search) in cases {
        let mut found = ids(&store, &search).await;
        if search.order != ArchiveOrder::Changed {
            // Games that are equal under the order come in the order of their changes.
            found.truncate(wanted.split(' ').count());
        }
        if search.order == ArchiveOrder::Mistakes {
            assert_eq!(found[..2], ["b", "a"], "{search:?}");
        } else if search.order == ArchiveOrder::Opening {
            assert_eq!(found[0], "c", "{search:?}");
            assert_eq!(found[3], "d", "{search:?}");
        } else {
            assert_eq!(found.join(" "), wanted, "{search:?}");
        }
    }
    let (found, _) = store.search(&ArchiveFilter { key: Some(101), ..all() }).await.unwrap();
    assert_eq!(found[0].ply, Some(1));
    let entries = store.archive_entries(found).await.unwrap();
    assert_eq!((entries[0].tags.join(" "), entries[0].mistakes), ("club".to_owned(), Some([1, 4])));
    assert_eq!((entries[0].line.join(" "), entries[0].ply), ("h2e2 h9g7".to_owned(), Some(1)));
    let next = store.next_moves(&all()).await.unwrap();
    let next: Vec<_> = next.iter().map(|m| (m.text.as_str(), m.games, m.results)).collect();
    assert_eq!(next, [("h2e2", 2, [2, 0, 0]), ("c3c4", 1, [0, 0, 1])]);
    let at = store.moves_at(&ArchiveFilter { key: Some(100), ..all() }).await.unwrap();
    assert_eq!(at, store.next_moves(&all()).await.unwrap());
    let at = store.moves_at(&ArchiveFilter { key: Some(101), ..all() }).await.unwrap();
    let at: Vec<_> = at.iter().map(|m| (m.text.as_str(), m.games)).collect();
    assert_eq!(at, [("h9g7", 1)]);
    let after = ArchiveFilter { opening: vec!["h2e2".to_owned()], ..all() };
    assert_eq!(store.next_moves(&after).await.unwrap().len(), 2);
    // Pages join to the whole.
    let mut joined = Vec::new();
    for offset in 0..4 {
        let (page, total) =
            store.search(&ArchiveFilter { offset, limit: 1, ..all() }).await.unwrap();
        assert_eq!(total, 4);
        joined.extend(page.into_iter().map(|found| found.game));
    }
    assert_eq!(joined.join(" "), "d c b a");
    let tags = store.tags().await.unwrap();
    assert_eq!((tags.len(), tags[0].tag.as_str(), tags[0].games), (1, "club", 2));
    store.tag(vec!["a".to_owned()], vec![], vec!["club".to_owned()]).await.unwrap();
    store.delete("c").await.unwrap();
    assert!(store.tags().await.unwrap().is_empty());
    store.close().await;
}

async fn many_games_are_stored_together_or_not_at_all(home: Home) {
    let store = home.open().await;
    let new = |id: &str| NewGame {
        id: id.to_owned(),
        setup: setup(),
        began: None,
        changes: Vec::new(),
        summary: summary(0),
        tags: vec!["cup".to_owned()],
    };
    assert_eq!(store.create_many(vec![new("a"), new("b")], Moment(1)).await.unwrap(), 2);
    // One of them is there already, in the middle of the others.
    let some = ["c", "d", "a", "e"].map(new).into();
    store.create_many(some, Moment(2)).await.unwrap_err();
    // Or twice among them.
    store.create_many(["f", "g", "f"].map(new).into(), Moment(2)).await.unwrap_err();
    assert_eq!(store.tags().await.unwrap()[0].games, 2);
    assert_eq!(ids(&store, &all()).await, ["b", "a"]);
    store.close().await;
}

/// A hall of version 0.1.0 has all its games wanted; tags survive a salvage.
#[tokio::test]
async fn old_games_are_wanted_and_tags_are_saved_out_of_a_damaged_file() {
    let data = tempfile::tempdir().unwrap();
    crate::common::old_hall(data.path());
    let store = open(data.path()).await;
    assert_eq!(store.archive_wanted(1).await.unwrap().1, 543);
    let (found, _) = store.search(&ArchiveFilter { limit: 1, ..all() }).await.unwrap();
    store.tag(vec![found[0].game.clone()], vec!["kept".to_owned()], vec![]).await.unwrap();
    store.close().await;
    // The page of an index is damaged: the hall is saved into a new file.
    let file = data.path().join("hall.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let end = bytes.len();
    bytes[end - 3000..end - 2000].fill(0xEE);
    std::fs::write(&file, bytes).unwrap();
    let store = open(data.path()).await;
    if store.notices().is_empty() {
        // The damaged bytes were of no use.
        store.close().await;
        return;
    }
    let tags = store.tags().await.unwrap();
    assert_eq!((tags.len(), tags[0].tag.as_str()), (1, "kept"));
    store.close().await;
}
