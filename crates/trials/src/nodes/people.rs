//! Two persons who play by correspondence at two nodes, and one who watches later: what each may know is the same at every node, also
//! when the node that served the game has died.

use crate::nodes::options::Options;
use crate::nodes::stage::Stage;
use crate::person::Person;
use crate::seat::Seat;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use wire::Command;

/// How long another node may take until it serves the games of a dead one.
const PATIENCE: Duration = Duration::from_secs(120);
/// So many moves later a watcher sees the game.
const DELAY: usize = 2;

fn moved(ply: u32, text: &str) -> Command {
    Command::Move { ply, text: text.to_owned(), thought_ms: None }
}

/// Joins a game as soon as this node can serve it.
async fn join(person: &Person, addr: &str, game: &str) -> Seat {
    let since = Instant::now();
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    loop {
        tick.tick().await;
        match person.join(addr, game).await {
            Ok(seat) => return seat,
            Err(why) => assert!(since.elapsed() < PATIENCE, "{why}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_and_a_delay_are_the_same_at_every_node() {
    if crate::postgres::cluster().is_none() || crate::nats::NatsServer::start().is_none() {
        return;
    }
    let words = "--nodes 2 --store postgres --node-lease 2 --mode public";
    let options = Options::parse(&words.split(' ').map(str::to_owned).collect::<Vec<_>>()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::start(folder.path(), &options, None).await.unwrap();
    let [at_first, at_second] = [0, 1].map(|node| stage.nodes[node].addr.clone());
    let ada = Person::new(&at_first, 1).await.unwrap();
    let (bob, eve) =
        (Person::new(&at_second, 2).await.unwrap(), Person::new(&at_second, 3).await.unwrap());
    let offered = json!({
        "variant": "xiangqi", "clock": {"kind": "days", "days": 1}, "in_lobby": true, "delay": DELAY,
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    });
    let game = ada.offer(&at_first, &offered).await.unwrap();
    let mut first = join(&ada, &at_first, &game).await;
    let mut second = join(&bob, &at_second, &game).await;
    second.ask(Command::SitDown).await.unwrap();
    let mut watches = join(&eve, &at_second, &game).await;

    // Bob enters his lines at the node that does not serve the game.
    let path = format!("/api/games/{game}/conditional");
    let lines = json!({"ply": 0, "lines": [["h2e2", "h9g7", "h0g2", "b9c7"]]});
    let (status, said) = bob.ask(&at_second, "PUT", &path, &lines).await.unwrap();
    assert_eq!(status, 200, "{said}");
    for addr in [&at_first, &at_second] {
        assert_eq!(eve.ask(addr, "GET", &path, &Value::Null).await.unwrap().0, 403);
        assert_eq!(ada.ask(addr, "GET", &path, &Value::Null).await.unwrap().1["state"], "none");
        let own = bob.ask(addr, "GET", &path, &Value::Null).await.unwrap().1;
        assert_eq!(own["state"], "waiting", "{own}");
    }
    first.ask(moved(1, "h2e2")).await.unwrap();
    assert_eq!(first.game.moves.len(), 2, "the answer came with the move");
    second.until(|game| game.moves.len() == 2).await.unwrap();

    // The node that served the game dies: what was entered there, and how late it is seen, lives on.
    stage.nodes[0].kill();
    let mut first = join(&ada, &at_second, &game).await;
    assert_eq!(first.game.moves.len(), 2);
    first.ask(moved(3, "h0g2")).await.unwrap();
    assert_eq!(first.game.moves.len(), 4, "the answer came with the move");
    // A client whose game is served by nobody for a while is told to connect again.
    while let Err(why) = watches.until(|game| game.moves.len() == 4 - DELAY).await {
        assert!(why.starts_with("closed"), "{why}");
        watches = join(&eve, &at_second, &game).await;
    }
    let own = bob.ask(&at_second, "GET", &path, &Value::Null).await.unwrap().1;
    assert_eq!(own["state"], "played", "{own}");
    let seen = eve.ask(&at_second, "GET", &format!("/api/games/{game}"), &Value::Null).await;
    assert_eq!(seen.unwrap().1["moves"].as_array().map(Vec::len), Some(4 - DELAY));
}
