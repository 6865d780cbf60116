//! Thousands of idle connections, some that send a byte a second, and thousands of sockets of
//! onlookers: a new person can still connect.

use crate::hall::{Hall, Lots, ask};
use crate::seat::{Seat, Times};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

/// A closed connection is opened again within this time, in milliseconds.
const COMES_AGAIN_MS: u64 = 20_000;
/// The longest time in which a new person gets page, game, seat and first move together.
const BOUND: Duration = Duration::from_secs(10);

/// The connections open now, and the greatest number so far.
#[derive(Default)]
struct OpenConnections {
    now: AtomicU64,
    most: AtomicU64,
    ended: AtomicU64,
}

impl OpenConnections {
    fn come(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(now, Ordering::Relaxed);
    }

    fn go(&self) {
        self.now.fetch_sub(1, Ordering::Relaxed);
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) async fn run(idle: u64, slow: u64, seconds: u64, mut lots: Lots) -> bool {
    more_files(3 * (idle + slow) + 1_000);
    let data = tempfile::tempdir().unwrap();
    let Ok(hall) = Hall::open(data.path()) else { panic!("an empty hall opens") };
    let mut fine = true;
    for kind in ["connections", "WebSockets"] {
        let open = Arc::new(OpenConnections::default());
        let mut crowd = JoinSet::new();
        let games: Vec<String> = match kind {
            "WebSockets" => (0..40).map(|_| hall.begin().unwrap()).collect(),
            _ => Vec::new(),
        };
        for i in 0..idle + slow {
            let (addr, open) = (hall.addr().to_owned(), Arc::clone(&open));
            let lots = Lots(lots.below(u64::MAX));
            match games.get(usize::try_from(i % 40).unwrap()) {
                Some(game) => crowd.spawn(onlook(addr, game.clone(), lots, open)),
                None => crowd.spawn(loiter(addr, i >= idle, lots, open)),
            };
        }
        sleep(Duration::from_secs(3)).await;
        let (mut times, mut failed) = (Times::default(), Vec::new());
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            let since = Instant::now();
            match timeout(BOUND, newcomer(hall.addr())).await {
                Ok(Ok(())) => times.push(since.elapsed()),
                Ok(Err(why)) => failed.push(why),
                Err(_) => failed.push(format!("took more than {} s", BOUND.as_secs())),
            }
            sleep(Duration::from_millis(500)).await;
        }
        for failed in failed.iter().take(5) {
            println!("{failed}");
        }
        println!(
            "idle: {idle} idle and {slow} slow {kind} ({} open at most, {} ended by the hall), \
             {seconds} s, {} new persons played: {}; {} could not; {:.0} MB at most",
            open.most.load(Ordering::Relaxed),
            open.ended.load(Ordering::Relaxed),
            times.len(),
            times.line(),
            failed.len(),
            hall.most_memory().unwrap_or(f64::NAN)
        );
        fine &= failed.is_empty() && times.len() > 0;
        crowd.shutdown().await;
    }
    let (in_order, said) = hall.close();
    if said.lines().count() > 200 || said.contains("panicked") {
        println!("the hall said {} lines: {:.2000}", said.lines().count(), said);
        return false;
    }
    fine && in_order
}

/// The actions of a new person: the page, a game, a seat at it, a move.
async fn newcomer(addr: &str) -> Result<(), String> {
    let persons = json!([{"kind": "person"}, {"kind": "person"}]);
    let game = json!({"variant": "gomoku", "players": persons, "clock": {"kind": "none"}});
    let of = addr.to_owned();
    let begun = tokio::task::spawn_blocking(move || {
        let page = ask(&of, "GET", "/", "").ok_or("no answer to the page")?;
        if page.0 != 200 {
            return Err(format!("the page answers {}: {:.300}", page.0, page.1));
        }
        let game = ask(&of, "POST", "/api/games", &game.to_string()).ok_or("no answer to POST")?;
        if game.0 != 201 {
            return Err(format!("the game answers {}: {}", game.0, game.1));
        }
        let game: serde_json::Value =
            serde_json::from_str(&game.1).map_err(|error| error.to_string())?;
        Ok(game["id"].as_str().unwrap_or_default().to_owned())
    });
    let id = begun.await.map_err(|error| error.to_string())??;
    // As in the page: a client that is refused for lack of a place soon tries again.
    let mut seat = loop {
        match Seat::join(addr, &id).await {
            Err(why) if why.contains("503") => sleep(Duration::from_secs(2)).await,
            joined => break joined?,
        }
    };
    let first = seat.some_move(|_| 0).ok_or("no move")?;
    seat.ask(first).await
}

/// A connection that sends nothing, or a byte a second; it is opened again after it was closed.
async fn loiter(addr: String, is_slow: bool, mut lots: Lots, open: Arc<OpenConnections>) {
    // All connections are opened within two seconds.
    let mut within = 2_000;
    loop {
        sleep(Duration::from_millis(lots.below(within))).await;
        within = COMES_AGAIN_MS;
        let Ok(mut stream) = TcpStream::connect(&addr).await else { continue };
        open.come();
        if is_slow {
            let head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ";
            if stream.write_all(head).await.is_ok() {
                while stream.write_all(b"a").await.is_ok() {
                    sleep(Duration::from_secs(1)).await;
                }
            }
        } else {
            // The answer does not matter, only the end of the connection.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        open.go();
    }
}

/// An onlooker that sends nothing and reconnects when it is disconnected.
async fn onlook(addr: String, game: String, mut lots: Lots, open: Arc<OpenConnections>) {
    let mut within = 2_000;
    loop {
        sleep(Duration::from_millis(lots.below(within))).await;
        within = COMES_AGAIN_MS;
        if let Ok(mut seat) = Seat::join(&addr, &game).await {
            open.come();
            while !matches!(seat.event().await, Err(why) if why != "nothing came in time") {}
            open.go();
        }
    }
}

/// Raises the limit of open files, here and in the hall.
fn more_files(wanted: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|now| now < most) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum })
            .unwrap_or_else(|error| println!("no more open files: {error}"));
    }
}
