//! A hall in a database of a server: who may write, and what a lost connection costs. Every change that was
//! acknowledged is there, once.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{Cluster, Home, cluster, family, moved, setup, summary};
use hall::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use store::{HallLocation, Store, StoreError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn begin(store: &Store, id: &str) -> Result<u64, StoreError> {
    store.create(id, &setup(), Moment(1), &[], &summary(0)).await
}

async fn play(store: &Store, id: &str, version: u64) -> Result<u64, StoreError> {
    let request = format!("r{version}");
    let plies = u32::try_from(version).unwrap() + 1;
    let change = [moved("m")];
    store.append(id, version, Some(&request), Moment(2), &change, &summary(plies)).await
}

#[tokio::test]
async fn a_second_server_is_refused_and_the_first_loses_its_seat_for_good() {
    let Some(home) = Home::database().await else { return };
    let first = home.open().await;
    begin(&first, "g").await.unwrap();
    let refused = Store::open_at(&home.place, family).await.unwrap_err();
    let own = std::process::id().to_string();
    assert!(matches!(&refused, StoreError::InUse { by: Some(by), .. } if *by == own), "{refused}");
    assert!(!refused.to_string().contains('\n'));
    // The connections of the first one are cut; the second one is there before it notices.
    home.tamper(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid() \
         AND usename = current_user",
    )
    .await;
    let second = home.open().await;
    assert_eq!(play(&second, "g", 0).await.unwrap(), 1);
    for _ in 0..2 {
        let refused = play(&first, "g", 1).await;
        assert!(matches!(refused, Err(StoreError::InUse { .. })), "{refused:?}");
    }
    first.close().await;
    assert_eq!(second.load("g").await.unwrap().unwrap().version, 1);
    second.close().await;
    home.open().await.close().await;
}

/// Cuts connections while eight games are played, and compares what was acknowledged.
#[tokio::test]
async fn cut_connections_lose_and_double_nothing() {
    let Some(home) = Home::database().await else { return };
    let store = home.open().await;
    let cuts = Arc::new(AtomicBool::new(true));
    let played = Arc::new(AtomicU32::new(0));
    let players: Vec<_> = (0..8)
        .map(|i| {
            let (store, cuts, played) = (store.clone(), Arc::clone(&cuts), Arc::clone(&played));
            tokio::spawn(async move {
                let id = format!("g{i}");
                begin(&store, &id).await.unwrap();
                let mut version = 0;
                while cuts.load(Ordering::Relaxed) {
                    version = play(&store, &id, version).await.unwrap();
                    played.fetch_add(1, Ordering::Relaxed);
                }
                (id, version)
            })
        })
        .collect();
    for cut in 1..=10 {
        while played.load(Ordering::Relaxed) < cut * 10 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        home.tamper(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid() \
         AND usename = current_user",
        )
        .await;
    }
    cuts.store(false, Ordering::Relaxed);
    let mut changes = 0;
    for player in players {
        let (id, version) = player.await.unwrap();
        let record = store.load(&id).await.unwrap().unwrap();
        assert_eq!((record.version, record.log.len() as u64), (version, version), "{id}");
        changes += version;
    }
    assert_eq!(changes, u64::from(played.load(Ordering::Relaxed)));
    store.close().await;
}

/// A crash of the server itself; it comes back while the changes wait.
#[tokio::test]
async fn a_crash_of_the_server_is_outlived() {
    if cluster().is_none() {
        return;
    }
    // The other tests keep theirs.
    let own = Cluster::start_newest();
    let place: HallLocation = own.database().parse().unwrap();
    let store = Store::open_at(&place, family).await.unwrap();
    begin(&store, "g").await.unwrap();
    for version in 0..10 {
        if version % 5 == 4 {
            own.crash();
        }
        assert_eq!(play(&store, "g", version).await.unwrap(), version + 1);
    }
    assert_eq!(store.load("g").await.unwrap().unwrap().log.len(), 10);
    store.close().await;
}

/// Stands between the store and the server, and ends a connection when the server says a certain word.
struct Proxy {
    port: u16,
    /// How many more connections end.
    ends: Arc<AtomicU32>,
}

impl Proxy {
    async fn start(server: u16, word: &'static [u8]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let ends = Arc::new(AtomicU32::new(0));
        let left = Arc::clone(&ends);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                tokio::spawn(pass(client, server, word, Arc::clone(&left)));
            }
        });
        Self { port, ends }
    }
}

async fn pass(client: TcpStream, server: TcpStream, word: &'static [u8], ends: Arc<AtomicU32>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let up = tokio::spawn(async move {
        let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
    });
    let mut bytes = vec![0; 1 << 16];
    while let Ok(n) = from_server.read(&mut bytes).await {
        let says = bytes[..n].windows(word.len()).any(|part| part == word);
        let less = |n: u32| n.checked_sub(1);
        let is_cut = says && ends.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok();
        if n == 0 || is_cut || to_client.write_all(&bytes[..n]).await.is_err() {
            break;
        }
    }
    up.abort();
}

/// The answer to a commit is lost, and the answers before one: what is acknowledged is stored once.
#[tokio::test]
async fn a_lost_answer_is_found_out() {
    // At the same time: each waits for as long as a change may.
    tokio::join!(
        answers_are_lost(b"COMMIT\0", "g"),
        answers_are_lost(b"INSERT 0 1\0", "h"),
        answers_are_lost(b"UPDATE 1\0", "i"),
    );
}

/// A hall of its own, whose server is cut off when it says this word.
async fn answers_are_lost(word: &'static [u8], lost: &str) {
    let Some(home) = Home::database().await else { return };
    let HallLocation::Database(address) = &home.place else { unreachable!() };
    let name = address.to_string().rsplit('/').next().unwrap().to_owned();
    let proxy = Proxy::start(cluster().unwrap().port(), word).await;
    let through = format!("postgres://yiqi@127.0.0.1:{}/{name}", proxy.port);
    let store = Store::open_at(&through.parse().unwrap(), family).await.unwrap();
    begin(&store, lost).await.unwrap();
    for version in 0..6 {
        proxy.ends.store(u32::try_from(version % 3).unwrap(), Ordering::Relaxed);
        assert_eq!(play(&store, lost, version).await.unwrap(), version + 1, "{lost}");
    }
    let record = store.load(lost).await.unwrap().unwrap();
    assert_eq!((record.version, record.log.len()), (6, 6), "{lost}");
    // No transaction comes through within the time: the answer is an error, and nothing is stored.
    proxy.ends.store(u32::MAX, Ordering::Relaxed);
    let answer = play(&store, lost, 6).await;
    proxy.ends.store(0, Ordering::Relaxed);
    let found = store.load(lost).await.unwrap().unwrap().version;
    match answer {
        Ok(version) => assert!(word == b"COMMIT\0" && version == 7 && found == 7, "{lost}"),
        Err(StoreError::Unreachable(_)) => assert_eq!(found, 6, "{lost}"),
        Err(other) => panic!("{lost}: {other}"),
    }
    assert_eq!(play(&store, lost, found).await.unwrap(), found + 1);
    store.close().await;
}

/// For how long changes wait for a database that is away: 8 seconds, whenever they came; the next ones for one try.
#[tokio::test]
async fn a_database_that_is_away_is_waited_for_eight_seconds() {
    let Some(home) = Home::database().await else { return };
    let HallLocation::Database(address) = &home.place else { unreachable!() };
    let name = address.to_string().rsplit('/').next().unwrap().to_owned();
    // Ready for a query: a connection does not come about.
    let proxy = Proxy::start(cluster().unwrap().port(), b"Z\0\0\0\x05").await;
    let through = format!("postgres://yiqi@127.0.0.1:{}/{name}", proxy.port);
    let store = Store::open_at(&through.parse().unwrap(), family).await.unwrap();
    begin(&store, "a").await.unwrap();
    begin(&store, "b").await.unwrap();
    proxy.ends.store(u32::MAX, Ordering::Relaxed);
    let began = Instant::now();
    let second = async {
        tokio::time::sleep(Duration::from_secs(4)).await;
        (play(&store, "b", 0).await, began.elapsed())
    };
    let first = async { (play(&store, "a", 0).await, began.elapsed()) };
    let ((first, waited), (second, both)) = tokio::join!(first, second);
    for answer in [first, second] {
        assert!(matches!(answer, Err(StoreError::Unreachable(_))), "{answer:?}");
    }
    let (least, tries) = (Duration::from_secs(8), Duration::from_secs(6));
    assert!(waited >= least && waited < least + tries, "the first: {waited:?}");
    assert!(both < least + tries, "the one that came later: {both:?}");
    println!("the first was refused after {waited:?}, the second, 4 s later, after {both:?}");
    let began = Instant::now();
    assert!(matches!(play(&store, "a", 0).await, Err(StoreError::Unreachable(_))));
    assert!(began.elapsed() < tries, "one try: {:?}", began.elapsed());
    proxy.ends.store(0, Ordering::Relaxed);
    assert_eq!(play(&store, "a", 0).await.unwrap(), 1);
    assert_eq!(play(&store, "b", 0).await.unwrap(), 1);
    store.close().await;
}

#[tokio::test]
async fn what_cannot_be_a_halls_is_refused_in_words() {
    let Some(home) = Home::database().await else { return };
    home.tamper("CREATE TABLE letters (id BIGINT)").await;
    let open = async || Store::open_at(&home.place, family).await.unwrap_err().to_string();
    assert!(open().await.contains("a database of its own"));
    home.tamper("DROP TABLE letters").await;
    home.open().await.close().await;
    home.tamper(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (99, 'newer', TRUE, '', 1)",
    )
    .await;
    assert!(open().await.contains("newer version of the program"));

    let port = cluster().unwrap().port();
    for (address, words) in [
        (format!("postgres://yiqi@127.0.0.1:{port}/nowhere"), "does not exist"),
        (format!("postgres://nobody@127.0.0.1:{port}/postgres"), "does not exist"),
        ("postgres://yiqi@127.0.0.1:1/hall".to_owned(), "refused"),
    ] {
        let refused = Store::open_at(&address.parse().unwrap(), family).await.unwrap_err();
        assert!(refused.to_string().contains(words), "{refused}");
    }
}

#[tokio::test]
async fn a_text_that_cannot_be_stored_hinders_no_other() {
    let Some(home) = Home::database().await else { return };
    let store = home.open().await;
    let (bad, good) = tokio::join!(begin(&store, "a\0b"), begin(&store, "g"));
    assert!(matches!(bad, Err(StoreError::Unfit(_))), "{bad:?}");
    good.unwrap();
    assert_eq!(store.count().await.unwrap(), 1);
    store.close().await;
}

/// Damage that PostgreSQL allows: one row hides no other.
#[tokio::test]
async fn one_broken_row_hides_no_other_game() {
    let Some(home) = Home::database().await else { return };
    let store = home.open().await;
    for i in 0..5 {
        let id = format!("g{i}");
        begin(&store, &id).await.unwrap();
        play(&store, &id, 0).await.unwrap();
    }
    store.close().await;
    for sql in [
        "UPDATE games SET setup = '{' WHERE id = 'g1'",
        "UPDATE games SET plies = 3 WHERE id = 'g2'",
        "UPDATE changes SET body = replace(body, '\"m\"', '\"c\"') WHERE game_id = 'g3'",
        "DELETE FROM changes WHERE game_id = 'g4'",
    ] {
        assert_eq!(home.tamper(sql).await, 1, "{sql}");
    }
    let store = home.open().await;
    let all = store::GameQuery { limit: 9, ..store::GameQuery::default() };
    let games = store.list(&all).await.unwrap().games;
    let broken: Vec<&str> =
        games.iter().filter(|entry| entry.game().is_none()).map(store::ListEntry::id).collect();
    assert_eq!((games.len(), &broken[..]), (5, &["g2", "g1"][..]));
    for (id, is_sound) in [("g0", true), ("g1", false), ("g3", false), ("g4", false)] {
        assert_eq!(store.load(id).await.is_ok(), is_sound, "{id}");
        let raw = store.raw(id).await.unwrap().unwrap();
        assert_eq!(raw["game"]["id"], id);
    }
    // A search by a field of the document passes over the broken one.
    let wanted = store::ArchiveFilter {
        variant: Some("xiangqi".to_owned()),
        limit: 9,
        ..store::ArchiveFilter::default()
    };
    assert_eq!(store.search(&wanted).await.unwrap().1, 4);
    store.close().await;
}
