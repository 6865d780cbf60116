//! Private games and studies: who sees them, and what becomes private with them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, person, setup_of, summary};
use hall::{GameSetup, Moment, PersonId, Player, Seat};
use store::{NewPuzzle, NewStudy, PuzzleFilter, PuzzlePlace, Sight, Store, Whose};

fn id(name: &str) -> PersonId {
    PersonId(name.to_owned())
}

fn own(name: &str, hosts: bool) -> Whose {
    Whose::Person { id: id(name), hosts }
}

fn seat(name: &str) -> Player {
    Player::Person { name: name.to_owned(), seat: Some(Seat::Taken { person: id(name) }) }
}

fn setup() -> GameSetup {
    let setup = setup_of([seat("ada"), seat("bob")], "xiangqi");
    GameSetup { maker: Some(id("ada")), ..setup }
}

fn study(name: &str, maker: &str, game: Option<&str>) -> NewStudy {
    NewStudy {
        id: name.to_owned(),
        game: game.map(str::to_owned),
        setup: format!("{{\"maker\":\"{maker}\"}}"),
        now: Moment(2),
        edits: Vec::new(),
        head: "{}".to_owned(),
    }
}

async fn sights(store: &Store, game: &str) -> [Sight; 4] {
    let mut sights = [Sight::Missing; 4];
    let people = [own("ada", false), own("bob", false), own("eve", true), Whose::Nobody];
    for (sight, by) in sights.iter_mut().zip(people) {
        *sight = match game.strip_prefix('s') {
            Some(_) => store.sight_of_study(game, &by).await.unwrap(),
            None => store.sight_of_game(game, &by).await.unwrap(),
        };
    }
    sights
}

async fn homes() -> Vec<Home> {
    let mut homes = vec![Home::folder()];
    homes.extend(Home::database().await);
    homes
}

use Sight::{Hidden, Link, Missing, Private};

#[tokio::test]
async fn a_private_game_is_seen_by_its_people_also_after_a_restart() {
    for home in homes().await {
        let store = home.open().await;
        for game in ["g1", "g2"] {
            store.create(game, &setup(), Moment(1), &[], &summary(0)).await.unwrap();
        }
        // One of a hall that had one user: its host's.
        let before = setup_of([person("Ada"), person("Bob")], "xiangqi");
        store.create("g3", &before, Moment(1), &[], &summary(0)).await.unwrap();
        store.create_study(study("s1", "bob", Some("g1"))).await.unwrap();
        assert_eq!(sights(&store, "g1").await, [Link; 4]);
        assert_eq!(sights(&store, "nothing").await, [Missing; 4]);
        assert!(!store.set_game_private("nothing", true).await.unwrap());
        for game in ["g1", "g3"] {
            assert!(store.set_game_private(game, true).await.unwrap());
        }
        store.close().await;

        let store = home.open().await;
        assert_eq!(sights(&store, "g1").await, [Private, Private, Hidden, Hidden]);
        assert_eq!(sights(&store, "g2").await, [Link; 4]);
        assert_eq!(sights(&store, "g3").await, [Hidden, Hidden, Private, Hidden]);
        let everybody = store.sight_of_game("g1", &Whose::Everybody).await.unwrap();
        assert_eq!(everybody, Private);
        // Its study is private with it, and nobody opens it alone.
        assert_eq!(sights(&store, "s1").await, [Private, Private, Hidden, Hidden]);
        assert!(!store.set_study_private("s1", false).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Private, Private, Hidden, Hidden]);
        // A list of what others may watch has it no more, that of its people has it.
        let listed = async |of| {
            let page = store
                .list(&store::GameQuery { of, limit: 20, ..store::GameQuery::default() })
                .await
                .unwrap();
            let mut ids: Vec<_> = page.games.iter().map(|game| game.id().to_owned()).collect();
            ids.sort();
            (ids, page.total)
        };
        assert_eq!(listed(Whose::Watchable).await, (vec!["g2".to_owned()], 1));
        assert_eq!(listed(own("bob", false)).await.1, 2);
        // A rematch of it is private, and so is a new study of the rematch.
        let rematch = |of: &str| GameSetup { rematch_of: Some(of.to_owned()), ..setup() };
        for (game, of) in [("g4", "g1"), ("g5", "g2"), ("g6", "gone")] {
            store.create(game, &rematch(of), Moment(3), &[], &summary(0)).await.unwrap();
        }
        store.create_study(study("s4", "ada", Some("g4"))).await.unwrap();
        store.create_study(study("s5", "ada", Some("g5"))).await.unwrap();
        for (thing, is_private) in
            [("g4", true), ("s4", true), ("g5", false), ("s5", false), ("g6", false)]
        {
            let sight = sights(&store, thing).await;
            let hidden = [Private, Private, Hidden, Hidden];
            assert_eq!(sight, if is_private { hidden } else { [Link; 4] }, "{thing}");
        }
        // By its link again; the study stays as it is until somebody opens it.
        assert!(store.set_game_private("g1", false).await.unwrap());
        assert_eq!(sights(&store, "g1").await, [Link; 4]);
        assert_eq!(sights(&store, "s1").await, [Private, Private, Hidden, Hidden]);
        assert!(store.set_study_private("s1", false).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Link; 4]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_private_study_is_its_makers() {
    for home in homes().await {
        let store = home.open().await;
        store.create_study(study("s1", "ada", None)).await.unwrap();
        assert!(store.set_study_private("s1", true).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Private, Hidden, Hidden, Hidden]);
        assert_eq!(store.raw_study("s1").await.unwrap().unwrap()["study"]["private"], "1");
        assert!(store.set_study_private("s1", false).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Link; 4]);
        assert!(!store.set_study_private("s2", true).await.unwrap());
        store.close().await;
    }
}

#[tokio::test]
async fn puzzles_are_listed_for_the_people_of_their_game_and_for_everybody_where_it_is_open() {
    for home in homes().await {
        let store = home.open().await;
        for game in ["g1", "g2"] {
            store.create(game, &setup(), Moment(1), &[], &summary(0)).await.unwrap();
            assert!(store.begin_puzzles(game, "search".to_owned()).await.unwrap());
            let search = store.puzzle_search(game).await.unwrap().unwrap();
            let puzzle =
                NewPuzzle { ply: 1, variant: "xiangqi".to_owned(), body: "puzzle".to_owned() };
            store.note_puzzles(search, vec![puzzle]).await.unwrap();
        }
        let mut offered = setup();
        offered.in_lobby = true;
        offered.maker = None;
        offered.players = [Player::person("x"), Player::person("y")];
        store.create("g3", &offered, Moment(1), &[], &summary(0)).await.unwrap();
        assert!(store.begin_puzzles("g3", "search".to_owned()).await.unwrap());
        let search = store.puzzle_search("g3").await.unwrap().unwrap();
        let puzzle = NewPuzzle { ply: 1, variant: "xiangqi".to_owned(), body: "puzzle".to_owned() };
        store.note_puzzles(search, vec![puzzle]).await.unwrap();
        store.set_game_private("g1", true).await.unwrap();
        let at = |game: &str| PuzzlePlace { game: game.to_owned(), ply: 1 };
        let all = vec![at("g3"), at("g2"), at("g1")];
        // Who only has the link of g2 is not told of its puzzles by a list.
        for (by, seen) in [
            (vec![Whose::Everybody], all.clone()),
            (vec![own("bob", false), Whose::InLobby], all.clone()),
            (vec![own("bob", false)], vec![at("g2"), at("g1")]),
            (vec![own("eve", true), Whose::InLobby], vec![at("g3")]),
            (vec![own("eve", false), Whose::Watchable], vec![at("g2")]),
            (vec![Whose::Nobody, Whose::InLobby], vec![at("g3")]),
            (vec![Whose::Nobody], vec![]),
        ] {
            let filter = PuzzleFilter { of: Some(&by), ..PuzzleFilter::default() };
            let page = store.list_puzzles(filter, None, 9).await.unwrap();
            assert_eq!(page.places, seen, "{by:?}");
            let counts = store.count_puzzles(None, &by).await.unwrap();
            assert_eq!(counts.iter().map(|of| of.count).sum::<u64>(), seen.len() as u64, "{by:?}");
            let of_one = store.count_puzzles(Some("g1"), &by).await.unwrap();
            assert_eq!(!of_one.is_empty(), seen.contains(&at("g1")), "{by:?}");
        }
        assert_eq!(store.list_puzzles(PuzzleFilter::default(), None, 9).await.unwrap().places, all);
        store.close().await;
    }
}
