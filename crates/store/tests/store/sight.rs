//! Private games and studies: who sees them, and what becomes private with them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, person, setup_of, summary};
use hall::{GameSetup, Moment, PersonId, Player, Seat};
use store::{Audience, NewPuzzle, NewStudy, PuzzleFilter, PuzzlePlace, Sight, Store, Whose};

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

use Sight::{Hidden, Link, Missing, Open, Private};

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
        assert!(!store.show_game_to("nothing", Audience::Own).await.unwrap());
        for game in ["g1", "g3"] {
            assert!(store.show_game_to(game, Audience::Own).await.unwrap());
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
        assert!(!store.show_study_to("s1", Audience::Link).await.unwrap());
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
        assert!(store.show_game_to("g1", Audience::Link).await.unwrap());
        assert_eq!(sights(&store, "g1").await, [Link; 4]);
        assert_eq!(sights(&store, "s1").await, [Private, Private, Hidden, Hidden]);
        assert!(store.show_study_to("s1", Audience::Link).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Link; 4]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_private_study_is_its_makers() {
    for home in homes().await {
        let store = home.open().await;
        store.create_study(study("s1", "ada", None)).await.unwrap();
        assert!(store.show_study_to("s1", Audience::Own).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Private, Hidden, Hidden, Hidden]);
        assert_eq!(store.raw_study("s1").await.unwrap().unwrap()["study"]["private"], "1");
        assert!(store.show_study_to("s1", Audience::Link).await.unwrap());
        assert_eq!(sights(&store, "s1").await, [Link; 4]);
        assert!(!store.show_study_to("s2", Audience::Own).await.unwrap());
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
        store.show_game_to("g1", Audience::Own).await.unwrap();
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

/// What is open to everybody, in the list of who meets everybody but these: games, then studies.
async fn open(store: &Store, without: &[&str]) -> [Vec<String>; 2] {
    let of = Whose::Open { without: without.iter().copied().map(id).collect() };
    let query = store::GameQuery { of: of.clone(), limit: 20, ..store::GameQuery::default() };
    let games = store.list(&query).await.unwrap();
    let studies = store.list_studies(&of, None, 20).await.unwrap();
    assert_eq!(games.total, games.games.len() as u64);
    assert_eq!(studies.total, studies.studies.len() as u64);
    let mut found = [
        games.games.iter().map(|game| game.id().to_owned()).collect::<Vec<_>>(),
        studies.studies.into_iter().map(|study| study.id).collect(),
    ];
    found.iter_mut().for_each(|ids| ids.sort());
    found
}

fn names<const N: usize, const M: usize>(games: [&str; N], studies: [&str; M]) -> [Vec<String>; 2] {
    [games.map(str::to_owned).to_vec(), studies.map(str::to_owned).to_vec()]
}

#[tokio::test]
async fn what_is_open_is_listed_for_everybody_until_it_is_not() {
    for home in homes().await {
        let store = home.open().await;
        for game in ["g1", "g2"] {
            store.create(game, &setup(), Moment(1), &[], &summary(0)).await.unwrap();
        }
        store.create_study(study("s1", "bob", Some("g1"))).await.unwrap();
        store.create_study(study("s2", "eve", None)).await.unwrap();
        assert_eq!(open(&store, &[]).await, names([], []));
        assert!(store.show_game_to("g1", Audience::Everybody).await.unwrap());
        // The study of an open game is as it was, and so is a rematch.
        assert_eq!(open(&store, &[]).await, names(["g1"], []));
        let rematch = GameSetup { rematch_of: Some("g1".to_owned()), ..setup() };
        store.create("g3", &rematch, Moment(3), &[], &summary(0)).await.unwrap();
        assert_eq!(sights(&store, "g3").await, [Link; 4]);
        for study in ["s1", "s2"] {
            assert!(store.show_study_to(study, Audience::Everybody).await.unwrap());
        }
        assert!(!store.show_study_to("nothing", Audience::Everybody).await.unwrap());
        assert!(!store.show_game_to("nothing", Audience::Everybody).await.unwrap());
        store.close().await;

        let store = home.open().await;
        assert_eq!(open(&store, &[]).await, names(["g1"], ["s1", "s2"]));
        assert_eq!(open(&store, &["ada", "eve"]).await, names([], ["s1"]));
        for thing in ["g1", "s1", "s2"] {
            assert_eq!(sights(&store, thing).await, [Open; 4], "{thing}");
        }
        // Those who watch find it beside what the lobby offered.
        let watched = store::GameQuery { of: Whose::InLobby, limit: 20, ..Default::default() };
        assert_eq!(store.list(&watched).await.unwrap().total, 1);
        // With a private game its study is listed no more, and nobody opens it.
        assert!(store.show_game_to("g1", Audience::Own).await.unwrap());
        assert_eq!(open(&store, &[]).await, names([], ["s2"]));
        assert!(!store.show_study_to("s1", Audience::Everybody).await.unwrap());
        assert_eq!(store.list(&watched).await.unwrap().total, 0);
        for game in ["g1", "g2"] {
            assert!(store.show_game_to(game, Audience::Everybody).await.unwrap());
        }
        assert_eq!(open(&store, &[]).await, names(["g1", "g2"], ["s2"]));
        // By its link again.
        assert!(store.show_game_to("g2", Audience::Link).await.unwrap());
        assert!(store.show_study_to("s2", Audience::Link).await.unwrap());
        assert_eq!(open(&store, &[]).await, names(["g1"], []));
        assert_eq!(sights(&store, "g2").await, [Link; 4]);
        assert_eq!(store.raw_study("s2").await.unwrap().unwrap()["study"]["listed"], "0");
        store.close().await;
    }
}
