//! A hall that is moved is the same hall: between all kinds of places, after interruptions, and from earlier
//! versions.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, family, moved, old_hall, open, person, setup, setup_of, summary};
use hall::rating::{RatedPlayer, RatedResult};
use hall::tournament::{LateEntries, TournamentEvent, TournamentSetup, TournamentSystem};
use hall::{Moment, PersonId};
use store::{
    ArchiveFilter, GameAgreement, GameFacts, GameQuery, HallLocation, IndexedGame, NewPuzzle,
    NewStudy, PuzzlePlace, RatedPart, Store, StoreError, StudyEdits, TransferProgress,
    TransferReport, transfer,
};

fn all() -> GameQuery {
    GameQuery { limit: 10_000, ..GameQuery::default() }
}

fn maker() -> hall::PersonId {
    hall::PersonId("ada".to_owned())
}

/// Something in every table.
async fn fill(store: &Store, games: usize) {
    for i in 0..games {
        let id = format!("g{i:04}");
        let players = [person(&format!("Ada {}", i % 7)), person("胡荣华")];
        let at = Moment(i64::try_from(i).unwrap());
        // Some have makers.
        let maker = (i % 2 == 1).then(maker);
        let setup = hall::GameSetup { maker, ..setup_of(players, "xiangqi") };
        store.create(&id, &setup, at, &[], &summary(0)).await.unwrap();
        let (changes, summary) = ([moved("a"), moved("b")], summary(2));
        let follows = if i == 1 { consequences() } else { store::Consequences::default() };
        let stored = store.append_with(&id, 0, (Some("r"), at), &changes, &summary, follows);
        stored.await.unwrap();
    }
    let new = NewStudy {
        id: "s".to_owned(),
        game: Some("g0001".to_owned()),
        setup: "{}".to_owned(),
        now: Moment(5),
        edits: vec!["first".to_owned()],
        head: "head".to_owned(),
    };
    store.create_study(new).await.unwrap();
    let (id, request) = ("s".to_owned(), Some("r".to_owned()));
    let (edits, head) = (vec!["second".to_owned()], "two".to_owned());
    let edits = StudyEdits { id, version: 1, request, now: Moment(6), edits, head, renamed: false };
    store.append_edits(edits).await.unwrap();
    store.set_review("s", false, "r".to_owned(), vec![(1, "x".to_owned())]).await.unwrap();
    store.keep_analysis("what".to_owned(), Moment(1), "body".to_owned(), 9).await.unwrap();
    store.tag(vec!["g0001".to_owned()], vec!["club".to_owned()], vec![]).await.unwrap();
    store.set_preferences(&hall::Preferences::default()).await.unwrap();
    store.secret("key", || "what only the hall knows".to_owned()).await.unwrap();
    let (wanted, _) = store.archive_wanted(3).await.unwrap();
    let archived = wanted.into_iter().map(|wanted| {
        let facts = GameFacts {
            line: "h2e2 ".to_owned(),
            winner: Some(setup().players),
            track: vec![0, 1, 255],
            ..GameFacts::default()
        };
        IndexedGame {
            wanted,
            facts: Some(facts),
            added: vec![(-7, 0), (8, 3)],
            removed: Vec::new(),
        }
    });
    store.keep_archived(archived.collect()).await.unwrap();
    store.delete("g0002").await.unwrap();
    assert!(store.begin_puzzles("g0001", "search".to_owned()).await.unwrap());
    let search = store.puzzle_search("g0001").await.unwrap().unwrap();
    let puzzle = NewPuzzle { ply: 1, variant: "xiangqi".to_owned(), body: "puzzle".to_owned() };
    store.note_puzzles(search, vec![puzzle]).await.unwrap();
    assert!(store.tried_puzzle(puzzle_place(), true).await.unwrap());
    let conditional = hall::ConditionalMoves {
        side: hall::Side::Second,
        ply: 2,
        rewinds: 0,
        lines: vec![vec!["c".to_owned(), "d".to_owned()]],
    };
    store.keep_conditional_moves("g0001", &maker(), Some(&conditional)).await.unwrap();
    store.offer("g0003", &maker(), Moment(7), Moment(7), true).await.unwrap();
    store.keep_agreements(vec![agreement()]).await.unwrap();
    assert!(store.show_game_to("g0003", store::Audience::Own).await.unwrap());
    assert!(store.show_game_to("g0004", store::Audience::Everybody).await.unwrap());
    assert!(store.show_study_to("s", store::Audience::Own).await.unwrap());
    fill_account(store).await;
}

/// The maker of the games has an account, with one of everything that belongs to it.
async fn fill_account(store: &Store) {
    let account = store::Account {
        person: maker(),
        name: "Ada".to_owned(),
        look: "ada".to_owned(),
        password: "hash".to_owned(),
        recovery: "hash of a code".to_owned(),
        role: hall::AccountRole::Moderator,
        created_at: Moment(3),
    };
    store.create_account(account).await.unwrap();
    let credential = store::Credential {
        id: "c1".to_owned(),
        label: "a program".to_owned(),
        scopes: Some("read play".to_owned()),
        made_at: Moment(4),
        seen_at: Moment(5),
    };
    let hash = "hash of a secret".to_owned();
    store.add_credential(store::NewCredential { person: maker(), hash, credential }).await.unwrap();
    store.keep_document(&maker(), "preferences", "{}".to_owned()).await.unwrap();
    store.add_passkey(passkey()).await.unwrap();
    store.begin_challenge(challenge(), Moment(0)).await.unwrap();
    fill_safety(store).await;
    fill_tournament(store).await;
}

/// A tournament that the maker has made and entered.
async fn fill_tournament(store: &Store) {
    let setup = TournamentSetup {
        name: "Evening".to_owned(),
        variant: "xiangqi".to_owned(),
        rules: "wxf".to_owned(),
        opening: None,
        clock: hall::ClockSetting::None,
        system: TournamentSystem::Swiss { rounds: 3 },
        rated: false,
        listed: true,
        late: LateEntries::Zero,
        organiser: maker(),
        organiser_name: "Ada".to_owned(),
    };
    store.create_tournament("t", setup, Moment(9)).await.unwrap();
    let entered =
        TournamentEvent::Entered { person: maker(), name: "Ada".to_owned(), rating: 1500 };
    store.append_tournament("t", 0, vec![entered], Vec::new(), Moment(10)).await.unwrap();
}

/// A person who is blocked, reported and disabled, and one whose account was deleted.
async fn fill_safety(store: &Store) {
    let bob = store::NamedPerson { id: PersonId("bob".to_owned()), name: "Bob".to_owned() };
    let ada = store::NamedPerson { id: maker(), name: "Ada".to_owned() };
    let blocked = store::BlockedPerson { person: bob.clone(), at: Moment(8) };
    store.block(&maker(), blocked).await.unwrap();
    let report = store::Report {
        id: "r".to_owned(),
        at: Moment(8),
        reporter: ada.clone(),
        reported: bob.clone(),
        game: None,
        reason: hall::ReportReason::Other,
        words: "words".to_owned(),
        closed_at: None,
        verdict: None,
    };
    store.add_report(report).await.unwrap();
    let entry = store::ModerationEntry {
        id: "e".to_owned(),
        at: Moment(9),
        moderator: ada,
        act: hall::ModerationAct::Disabled,
        person: bob,
        words: "why".to_owned(),
    };
    store.disable(entry).await.unwrap();
    let gone = PersonId("gone".to_owned());
    assert!(!store.delete_account(&gone, Moment(9)).await.unwrap());
    assert!(store.is_deleted(&gone).await.unwrap());
}

/// A rated game has ended, and a game waits for its maker.
fn consequences() -> store::Consequences {
    let turn = hall::AwaitedTurn { person: maker(), due: Some(Moment(99)) };
    store::Consequences { rated: Some(rated()), turn: hall::TurnUpdate::Of(turn) }
}

/// The maker has won against a level of the machine.
fn rated() -> RatedResult {
    let maker = RatedPlayer::Person { id: maker(), name: "Ada".to_owned() };
    let players = [maker, RatedPlayer::Level { level: 3 }];
    RatedResult { pool: "xiangqi/blitz".to_owned(), players, winner: Some(hall::Side::First) }
}

fn passkey() -> store::Passkey {
    store::Passkey {
        credential: "credential".to_owned(),
        id: "p1".to_owned(),
        person: maker(),
        label: "a browser".to_owned(),
        handle: vec![0, 255],
        key: vec![1, 2],
        state: vec![3],
        made_at: Moment(6),
        seen_at: Moment(7),
    }
}

fn challenge() -> store::PasskeyChallenge {
    store::PasskeyChallenge {
        challenge: "number".to_owned(),
        act: "add".to_owned(),
        asker: "ada".to_owned(),
        state: vec![4],
        until: Moment(9),
    }
}

fn agreement() -> GameAgreement {
    let (game, pool) = ("g0001".to_owned(), "xiangqi/blitz".to_owned());
    let part = RatedPart { game, person: maker(), pool, at: Moment(8), rating: 1_500_000 };
    GameAgreement { part, compared: 12, agreed: 5, nodes: 100 }
}

fn puzzle_place() -> PuzzlePlace {
    PuzzlePlace { game: "g0001".to_owned(), ply: 1 }
}

/// All that a hall shows.
async fn shown(store: &Store) -> String {
    let mut text = format!("{:?}", store.list(&all()).await.unwrap());
    text += &format!("{:?}", store.agreements(Moment(0), 1).await.unwrap());
    let lately = store.agreements_of(&maker(), "xiangqi/blitz", Moment(0)).await.unwrap();
    assert_eq!(lately, [agreement()]);
    for entry in store.list(&all()).await.unwrap().games {
        text += &format!("{:?}", store.load(entry.id()).await);
    }
    let name = GameQuery { player: Some("ada 3".to_owned()), ..all() };
    text += &format!("{:?}", store.list(&name).await.unwrap());
    text += &format!("{:?}", store.load_study("s").await.unwrap());
    text += &format!("{:?}", store.list_studies(&store::Whose::Everybody, None, 10).await.unwrap());
    text += &format!("{:?}", store.review("s").await.unwrap());
    text += &format!("{:?}", store.puzzle(&puzzle_place()).await.unwrap());
    text += &format!("{:?}", store.puzzle_search("g0001").await.unwrap());
    text += &format!("{:?}", store.kept_analysis("what").await.unwrap());
    text += &format!("{:?}", store.challenges(Moment(0), 9).await.unwrap());
    text += &format!("{:?}", store.awaited(&maker(), 9).await.unwrap());
    text += &format!("{:?}", store.due_games(Moment(99), 9).await.unwrap());
    text += &format!("{:?}", store.conditional_moves("g0001").await.unwrap());
    let (ratings, games) = (store.ratings(&maker()).await, store.rated_games(&maker()).await);
    let (ratings, games) = (ratings.unwrap(), games.unwrap());
    assert_eq!((ratings.len(), games.len()), (1, 1));
    text += &format!("{ratings:?} {games:?}");
    text += &format!("{:?}", store.accounts(9).await.unwrap());
    text += &format!("{:?}", store.tournament("t").await.unwrap().unwrap());
    text += &format!("{:?}", store.tournaments_with(&maker()).await.unwrap());
    text += &format!("{:?}", store.credentials(&maker()).await.unwrap());
    assert_eq!(store.passkeys(&maker()).await.unwrap(), [passkey()]);
    for (id, sight) in [("g0003", store::Sight::Hidden), ("g0004", store::Sight::Open)] {
        assert_eq!(store.sight_of_game(id, &store::Whose::Nobody).await.unwrap(), sight, "{id}");
    }
    let study = store.sight_of_study("s", &store::Whose::Nobody).await.unwrap();
    assert_eq!(study, store::Sight::Hidden);
    text += &format!("{:?}", store.documents(&maker()).await.unwrap());
    text += &format!("{:?}", store.tags().await.unwrap());
    text += &format!("{:?}", store.preferences().await.unwrap());
    let (mut wanted, total) = store.archive_wanted(10_000).await.unwrap();
    wanted.sort_by(|a, b| a.game.cmp(&b.game));
    text += &format!("{wanted:?} {total}");
    let found =
        store.search(&ArchiveFilter { key: Some(-7), limit: 9, ..ArchiveFilter::default() }).await;
    text += &format!("{:?}", found.unwrap());
    let of = store::Whose::Person { id: maker(), hosts: false };
    let own = store.list(&store::GameQuery { of, limit: 2, ..all() }).await.unwrap();
    assert!(own.total > 1 && own.total < 900, "{}", own.total);
    text += &format!("{own:?} {}", store.secret("key", String::new).await.unwrap());
    text += &format!("{:?}", store.track("g0000").await.unwrap());
    text
}

async fn go(from: &HallLocation, to: &HallLocation) -> Result<Option<TransferReport>, StoreError> {
    transfer(from, to, family, &mut |_| true).await
}

#[tokio::test]
async fn a_hall_is_the_same_everywhere() {
    let first = Home::folder();
    let store = first.open().await;
    fill(&store, 40).await;
    let before = shown(&store).await;
    assert!(matches!(go(&first.place, &Home::folder().place).await, Err(StoreError::InUse { .. })));
    store.close().await;
    let mut homes = vec![first, Home::folder()];
    if let Some(database) = Home::database().await {
        homes.push(database);
        homes.push(Home::database().await.unwrap());
        homes.push(Home::folder());
    }
    for pair in homes.windows(2) {
        let moved = go(&pair[0].place, &pair[1].place).await.unwrap().unwrap();
        assert_eq!((moved.contents.games, moved.contents.changes, moved.resumed), (39, 78, 0));
        assert!(moved.tables.iter().all(|(_, rows, _)| *rows > 0), "{moved:?}");
        let store = pair[1].open().await;
        assert_eq!(shown(&store).await, before);
        // It goes on there as before: numbers that are given are new ones.
        store.create("new", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
        let (wanted, _) = store.archive_wanted(1_000).await.unwrap();
        let wanted = wanted.into_iter().find(|wanted| wanted.game == "new").unwrap();
        let facts = Some(GameFacts::default());
        let archived = IndexedGame { wanted, facts, added: Vec::new(), removed: Vec::new() };
        store.keep_archived(vec![archived]).await.unwrap();
        store.delete("new").await.unwrap();
        let (gone, _) = store.archive_wanted(1_000).await.unwrap();
        let wanted = gone.into_iter().find(|wanted| wanted.game == "new").unwrap();
        let archived = IndexedGame { wanted, facts: None, added: Vec::new(), removed: Vec::new() };
        store.keep_archived(vec![archived]).await.unwrap();
        assert_eq!(shown(&store).await, before);
        store.close().await;
        // The target is no longer empty.
        let again = go(&pair[0].place, &pair[1].place).await;
        assert!(matches!(again, Err(StoreError::Foreign(_))), "{again:?}");
    }
}

#[tokio::test]
async fn an_interrupted_move_goes_on_and_its_target_does_not_open() {
    let mut targets = vec![Home::folder()];
    targets.extend(Home::database().await);
    for target in targets {
        let source = Home::folder();
        let store = source.open().await;
        fill(&store, 900).await;
        store.close().await;
        for stop in ["games", "changes", "tags"] {
            let watch = |step: TransferProgress| step.table != stop || step.done < 300;
            let mut watch = |step: TransferProgress| watch(step) && !step.is_check;
            assert_eq!(
                transfer(&source.place, &target.place, family, &mut watch).await.unwrap(),
                None
            );
            let refused = Store::open_at(&target.place, family).await.unwrap_err().to_string();
            assert!(refused.contains("yiqi store move"), "{refused}");
        }
        // The source changes: what was copied of it is of no use.
        let store = source.open().await;
        store.append("g0000", 2, None, Moment(9), &[moved("c")], &summary(3)).await.unwrap();
        let before = shown(&store).await;
        store.close().await;
        let mut watch = |step: TransferProgress| step.table != "changes" || step.done < 300;
        assert_eq!(transfer(&source.place, &target.place, family, &mut watch).await.unwrap(), None);
        let moved = go(&source.place, &target.place).await.unwrap().unwrap();
        assert!(moved.resumed > 900, "{moved:?}");
        let store = target.open().await;
        assert_eq!(shown(&store).await, before);
        store.close().await;
    }
}

#[tokio::test]
async fn a_hall_of_version_0_1_0_is_moved() {
    let Some(target) = Home::database().await else { return };
    let source = Home::folder();
    let HallLocation::Folder(folder) = &source.place else { unreachable!() };
    old_hall(folder);
    let moved = go(&source.place, &target.place).await.unwrap().unwrap();
    assert_eq!((moved.contents.games, moved.contents.changes), (543, 7_558));
    let (here, there) = (open(folder).await, target.open().await);
    assert_eq!(here.list(&all()).await.unwrap(), there.list(&all()).await.unwrap());
    for entry in here.list(&all()).await.unwrap().games {
        let (id, context) = (entry.id(), entry.id().to_owned());
        assert_eq!(here.load(id).await.unwrap(), there.load(id).await.unwrap(), "{context}");
    }
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn a_hall_with_studies_of_version_0_2_0_is_moved() {
    let Some(target) = Home::database().await else { return };
    let source = Home::folder();
    let HallLocation::Folder(folder) = &source.place else { unreachable!() };
    let gz: &[u8] = include_bytes!("../golden/studies-0.2.0.sqlite.gz");
    let mut file = std::fs::File::create(folder.join("hall.sqlite")).unwrap();
    std::io::copy(&mut flate2::read::GzDecoder::new(gz), &mut file).unwrap();
    let moved = go(&source.place, &target.place).await.unwrap().unwrap();
    let (here, there) = (open(folder).await, target.open().await);
    let studies = here.list_studies(&store::Whose::Everybody, None, 1_000).await.unwrap();
    assert!(!studies.studies.is_empty());
    assert_eq!(moved.contents.studies, studies.total);
    assert_eq!(studies, there.list_studies(&store::Whose::Everybody, None, 1_000).await.unwrap());
    for study in studies.studies {
        let loaded = here.load_study(&study.id).await.unwrap();
        assert_eq!(loaded, there.load_study(&study.id).await.unwrap());
        assert_eq!(here.review(&study.id).await.unwrap(), there.review(&study.id).await.unwrap());
    }
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn what_is_no_hall_is_not_moved() {
    let (empty, target) = (Home::folder(), Home::folder());
    let words = go(&empty.place, &target.place).await.unwrap_err().to_string();
    assert!(words.contains("no hall to move"), "{words}");
    let words = go(&empty.place, &empty.place).await.unwrap_err().to_string();
    assert!(words.contains("the same place"), "{words}");
    if let Some(database) = Home::database().await {
        let words = go(&database.place, &target.place).await.unwrap_err().to_string();
        assert!(words.contains("no hall to move"), "{words}");
    }
    // A value of a wrong type is named with its place.
    let store = empty.open().await;
    store.create("g7", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    store.close().await;
    empty.tamper("UPDATE games SET plies = 'two'").await;
    let words = go(&empty.place, &target.place).await.unwrap_err().to_string();
    assert!(words.contains("games g7: plies cannot be moved"), "{words}");
}
