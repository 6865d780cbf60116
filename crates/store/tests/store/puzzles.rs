//! The laws of puzzles and of the searches for them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, setup, summary};
use hall::Moment;
use store::{NewPuzzle, PuzzleFilter, PuzzlePlace, Store, StoreError, StoredPuzzleSearch, Whose};

crate::laws! {
    a_game_is_searched_once_and_goes_on_after_the_next_opening
    a_puzzle_is_kept_once_with_its_counts
    puzzles_go_with_their_game
    the_list_is_by_game_in_pages
    a_changed_puzzle_is_seen
}

async fn game(store: &Store, id: &str) {
    store.create(id, &setup(), Moment(1), &[], &summary(0)).await.unwrap();
}

fn puzzle(ply: u32, body: &str) -> NewPuzzle {
    NewPuzzle { ply, variant: "xiangqi".to_owned(), body: body.to_owned() }
}

fn search(game: &str, under_way: bool, body: &str) -> StoredPuzzleSearch {
    StoredPuzzleSearch { game: game.to_owned(), under_way, body: body.to_owned() }
}

fn at(game: &str, ply: u32) -> PuzzlePlace {
    PuzzlePlace { game: game.to_owned(), ply }
}

async fn a_game_is_searched_once_and_goes_on_after_the_next_opening(home: Home) {
    let store = home.open().await;
    assert_eq!(store.begin_puzzles("g", "a".to_owned()).await, Err(StoreError::Conflict));
    game(&store, "g").await;
    assert_eq!(store.puzzle_search("g").await.unwrap(), None);
    assert!(store.begin_puzzles("g", "a".to_owned()).await.unwrap());
    assert!(!store.begin_puzzles("g", "b".to_owned()).await.unwrap());
    store.note_puzzles(search("g", true, "c"), vec![puzzle(3, "x")]).await.unwrap();
    store.close().await;
    let store = home.open().await;
    assert_eq!(store.puzzles_under_way().await.unwrap(), ["g"]);
    assert_eq!(store.puzzle_search("g").await.unwrap(), Some(search("g", true, "c")));
    store.note_puzzles(search("g", false, "d"), vec![puzzle(5, "y")]).await.unwrap();
    assert!(store.puzzles_under_way().await.unwrap().is_empty());
    // What has ended stays so, and a late result of it is not stored.
    let late = store.note_puzzles(search("g", true, "e"), vec![puzzle(7, "z")]).await;
    assert_eq!(late, Err(StoreError::Conflict));
    assert!(!store.begin_puzzles("g", "f".to_owned()).await.unwrap());
    assert_eq!(store.puzzle(&at("g", 7)).await.unwrap(), None);
    store.close().await;
}

async fn a_puzzle_is_kept_once_with_its_counts(home: Home) {
    let store = home.open().await;
    game(&store, "g").await;
    store.begin_puzzles("g", String::new()).await.unwrap();
    store.note_puzzles(search("g", true, ""), vec![puzzle(3, "x")]).await.unwrap();
    store.note_puzzles(search("g", true, ""), vec![puzzle(3, "other")]).await.unwrap();
    for solved in [false, false, true] {
        assert!(store.tried_puzzle(at("g", 3), solved).await.unwrap());
    }
    assert!(!store.tried_puzzle(at("g", 4), true).await.unwrap());
    let stored = store.puzzle(&at("g", 3)).await.unwrap().unwrap();
    assert_eq!((stored.body.as_str(), stored.tries, stored.solved), ("x", 2, 1));
    store.close().await;
}

async fn puzzles_go_with_their_game(home: Home) {
    let store = home.open().await;
    game(&store, "g").await;
    store.begin_puzzles("g", String::new()).await.unwrap();
    store.note_puzzles(search("g", true, ""), vec![puzzle(3, "x")]).await.unwrap();
    assert!(store.delete("g").await.unwrap());
    assert_eq!(store.puzzle(&at("g", 3)).await.unwrap(), None);
    assert!(store.puzzles_under_way().await.unwrap().is_empty());
    assert!(store.count_puzzles(None, &[Whose::Everybody]).await.unwrap().is_empty());
    let gone = store.note_puzzles(search("g", false, ""), Vec::new()).await;
    assert_eq!(gone, Err(StoreError::Conflict));
    store.close().await;
}

async fn the_list_is_by_game_in_pages(home: Home) {
    let store = home.open().await;
    for id in ["a", "b", "c"] {
        game(&store, id).await;
        store.begin_puzzles(id, String::new()).await.unwrap();
        let mut found = vec![puzzle(9, id), puzzle(2, id)];
        if id == "c" {
            found[0].variant = "gomoku".to_owned();
        }
        store.note_puzzles(search(id, false, ""), found).await.unwrap();
    }
    let (mut places, mut more) = (Vec::new(), true);
    while more {
        let page = store.list_puzzles(PuzzleFilter::default(), places.last(), 4).await.unwrap();
        more = page.more;
        places.extend(page.places);
    }
    let shown: Vec<_> = places.iter().map(|one| format!("{}{}", one.game, one.ply)).collect();
    assert_eq!(shown, ["c2", "c9", "b2", "b9", "a2", "a9"]);
    let some = store
        .list_puzzles(PuzzleFilter::of_variant("xiangqi"), Some(&at("c", 2)), 2)
        .await
        .unwrap();
    assert_eq!((some.places, some.more), (vec![at("b", 2), at("b", 9)], true));
    let of_game = store
        .list_puzzles(PuzzleFilter { variant: Some("gomoku"), game: Some("c"), of: None }, None, 9)
        .await
        .unwrap();
    assert_eq!((of_game.places, of_game.more), (vec![at("c", 9)], false));
    let counts = |all: Vec<hall::puzzles::PuzzleCount>| -> Vec<_> {
        all.into_iter().map(|one| (one.variant, one.count)).collect()
    };
    let all = counts(store.count_puzzles(None, &[Whose::Everybody]).await.unwrap());
    assert_eq!(all, [("gomoku".to_owned(), 1), ("xiangqi".to_owned(), 5)]);
    assert_eq!(
        counts(store.count_puzzles(Some("a"), &[Whose::Everybody]).await.unwrap()),
        [("xiangqi".to_owned(), 2)]
    );
    store.close().await;
}

async fn a_changed_puzzle_is_seen(home: Home) {
    let store = home.open().await;
    game(&store, "g").await;
    store.begin_puzzles("g", String::new()).await.unwrap();
    store.note_puzzles(search("g", false, ""), vec![puzzle(3, "x")]).await.unwrap();
    store.close().await;
    home.tamper("UPDATE puzzles SET body = 'w'").await;
    let store = home.open().await;
    let read = store.puzzle(&at("g", 3)).await;
    assert!(matches!(read, Err(StoreError::Damaged { .. })), "{read:?}");
    store.close().await;
}
