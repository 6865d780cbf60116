//! A client that does its worst in every way it can, with 255 sockets.

use super::people::{Client, id, send, study, until};
use futures_util::StreamExt;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How many of each; those with a socket are 255.
const GAMES: usize = 64;
const SOCKETS_OF_ONE_GAME: usize = 127;
const ANALYSES: usize = 64;
const REVIEWS: usize = 150;
const IMPORTS: usize = 40;
const EXPORTS: usize = 20;
const BEGINNERS: usize = 4;
/// After a refusal it tries again.
const AGAIN: Duration = Duration::from_millis(100);

/// What it was answered, by kind.
type Counts = Arc<Mutex<BTreeMap<String, u64>>>;

fn note(counts: &Counts, what: &str) {
    *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(what.to_owned()).or_default() += 1;
}

/// The greedy client at work: a process of its own, with the lowest priority, since it would be on another machine.
pub(super) struct Greed(Child);

impl Greed {
    /// Takes what it can of the hall at this address from now on.
    pub(super) fn begin(addr: &str) -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let process = Command::new("nice")
            .args(["-n", "19"])
            .arg(own)
            .args(["greed", addr])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        process.map(Self).map_err(|error| error.to_string())
    }

    /// Ends it; returns in words what it was answered.
    pub(super) fn end(mut self) -> String {
        // It works until its input ends.
        drop(self.0.stdin.take());
        let mut said = String::new();
        if let Some(out) = &mut self.0.stdout {
            let _ = out.read_to_string(&mut said);
        }
        said.trim().to_owned()
    }
}

impl Drop for Greed {
    fn drop(&mut self) {
        // Usually it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The greedy client of the hall at this address, until the input ends. It prints what it was answered.
pub(crate) async fn run(addr: &str) -> Result<(), String> {
    let greedy = Greedy::begin(addr.to_owned()).await?;
    let mut input = Vec::new();
    tokio::io::stdin().read_to_end(&mut input).await.map_err(|error| error.to_string())?;
    println!("{}", greedy.end().await);
    Ok(())
}

/// What the greedy client does at a time.
struct Greedy {
    tasks: JoinSet<()>,
    counts: Counts,
}

/// What it does again and again.
#[derive(Clone)]
enum Act {
    /// A game in which the machine thinks for so many milliseconds.
    Game(u64),
    Analysis,
    Review,
    Begin,
    /// A request with a body.
    Post(&'static str, Arc<str>),
    /// A socket of this game.
    Socket(Arc<str>),
}

impl Act {
    async fn perform(&self, client: &Client, counts: &Counts) -> Result<(), String> {
        match self {
            Self::Game(move_time_ms) => long_game(client, *move_time_ms).await,
            Self::Analysis => endless(client).await,
            Self::Review => long_review(client).await,
            Self::Begin => begin(client).await.map(|_| ()),
            Self::Post(path, body) => post(client, path, body).await,
            Self::Socket(game) => refused_moves(client, game, counts).await,
        }
    }
}

impl Greedy {
    async fn begin(addr: String) -> Result<Self, String> {
        let client = Client { addr, from: "192.0.2.1".to_owned() };
        let shared = begin(&client).await?;
        let file: String = "[Event \"e\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *\n\n".repeat(1500);
        let file = json!({"variant": "xiangqi", "name": "a.pgn", "content": file}).to_string();
        let export = json!({"games": vec![shared.clone(); 500], "format": "pgn"}).to_string();
        let game = format!("/api/games/{shared}/live");
        let mut greed = Self { tasks: JoinSet::new(), counts: Counts::default() };
        for (what, many, act) in [
            ("game of an hour a move", GAMES - 1, Act::Game(3_600_000)),
            ("game of a day a move", 1, Act::Game(86_400_000)),
            ("analysis", ANALYSES, Act::Analysis),
            ("review", REVIEWS, Act::Review),
            ("beginning", BEGINNERS, Act::Begin),
            ("import", IMPORTS, Act::Post("/api/import", file.into())),
            ("export", EXPORTS, Act::Post("/api/archive/export", export.into())),
            ("socket of one game", SOCKETS_OF_ONE_GAME, Act::Socket(game.into())),
        ] {
            for _ in 0..many {
                greed.repeat(&client, what, act.clone());
            }
        }
        Ok(greed)
    }

    /// Does something again and again.
    fn repeat(&mut self, client: &Client, what: &'static str, act: Act) {
        let (client, counts) = (client.clone(), Arc::clone(&self.counts));
        self.tasks.spawn(async move {
            loop {
                match act.perform(&client, &counts).await {
                    Ok(()) => note(&counts, &format!("{what} done")),
                    Err(_) => note(&counts, &format!("{what} refused")),
                }
                sleep(AGAIN).await;
            }
        });
    }

    /// Ends, and says in words what it was answered.
    async fn end(mut self) -> String {
        self.tasks.shutdown().await;
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.iter().map(|(what, n)| format!("{what}: {n}")).collect::<Vec<_>>().join(", ")
    }
}

async fn begin(client: &Client) -> Result<String, String> {
    let game = json!({"variant": "xiangqi", "clock": {"kind": "none"},
        "players": [{"kind": "person"}, {"kind": "person"}]});
    match client.ask("POST", "/api/games", &game.to_string()).await? {
        (201, game) => Ok(id(&game)),
        (status, _) => Err(status.to_string()),
    }
}

/// Posts this, and reads the whole answer.
async fn post(client: &Client, path: &str, body: &str) -> Result<(), String> {
    match client.ask("POST", path, body).await? {
        (200, _) => Ok(()),
        (status, _) => Err(status.to_string()),
    }
}

/// A game in which the machine thinks for so long.
async fn long_game(client: &Client, move_time_ms: u64) -> Result<(), String> {
    let game = json!({"variant": "xiangqi", "clock": {"kind": "none"}, "players": [
        {"kind": "person"}, {"kind": "machine", "level": 12, "move_time_ms": move_time_ms}]});
    let (status, game) = client.ask("POST", "/api/games", &game.to_string()).await?;
    if status != 201 {
        return Err(status.to_string());
    }
    let mut socket = client.join(&format!("/api/games/{}/live", id(&game))).await?;
    send(&mut socket, &json!({"id": "m", "type": "move", "ply": 1, "text": "h2e2"})).await?;
    while socket.next().await.is_some_and(|message| message.is_ok()) {}
    Ok(())
}

/// A socket of a game that many others share, with moves that are refused, one after the other.
async fn refused_moves(client: &Client, path: &str, counts: &Counts) -> Result<(), String> {
    let mut socket = client.join(path).await?;
    for number in 0_u64.. {
        let bad = json!({"id": number.to_string(), "type": "move", "ply": 9, "text": "a0a9"});
        send(&mut socket, &bad).await?;
        // The refusal.
        let _ = until(&mut socket, |_| false).await;
        note(counts, "move refused");
        if number % 1000 == 999 {
            break;
        }
    }
    Ok(())
}

/// An analysis without an end.
async fn endless(client: &Client) -> Result<(), String> {
    let study = study(client).await?;
    let mut socket = client.join(&format!("/api/studies/{study}/live")).await?;
    let asked = json!({"id": "a", "type": "analyse", "node": 0, "engine": "own", "lines": 5});
    send(&mut socket, &asked).await?;
    until(&mut socket, |_| false).await.map(|_| ())
}

/// A review with a minute for each position.
async fn long_review(client: &Client) -> Result<(), String> {
    let study = study(client).await?;
    let path = format!("/api/studies/{study}/review");
    match client.ask("POST", &path, &json!({"ms": 60_000}).to_string()).await? {
        (202, _) => Ok(()),
        (status, _) => Err(status.to_string()),
    }
}
