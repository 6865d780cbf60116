//! What was acknowledged is there after `kill -9`: the hall is killed fifty times at random
//! moments while two persons play, and opened again on the same data.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Hall;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

const KILLS: u64 = 50;
/// A game longer than this makes room for a new one.
const LONG: usize = 120;

/// Begins a game between two persons and gives its id.
fn begin(hall: &Hall) -> String {
    let game = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person"}, {"kind": "person"}],
        "clock": {"kind": "none"},
    });
    let (_, game) = hall.ask("POST", "/api/games", &game);
    game["id"].as_str().unwrap().to_owned()
}

/// SplitMix64: the same moves and moments in every run, as far as the machine lets them be.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(end).unwrap()).unwrap()
    }
}

fn moves(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap().iter();
    moves.map(|m| m["text"].as_str().unwrap().to_owned()).collect()
}

/// Plays random moves until the connection breaks or the game ends. `acknowledged` gets every
/// move that was confirmed, `in_flight` holds the one that was sent and not yet confirmed.
async fn play(
    addr: &str,
    id: &str,
    acknowledged: &mut Vec<String>,
    in_flight: &mut Option<String>,
    lots: &mut Lots,
) {
    let url = format!("ws://{addr}/api/games/{id}/live");
    let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { return };
    let mut game = Value::Null;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let mut event: Value = serde_json::from_str(&text).unwrap();
        let is_first = game.is_null();
        match event["type"].as_str().unwrap() {
            "state" => {
                game = event["game"].take();
                if !is_first {
                    continue;
                }
                let mut with_last = acknowledged.clone();
                with_last.extend(in_flight.take());
                let found = moves(&game);
                // What was sent and not confirmed may have happened or not.
                assert!(found == *acknowledged || found == with_last, "lost moves: {found:?}");
                *acknowledged = found;
            }
            // All that is needed of the change here: what may be played next.
            "moved" => {
                let moves = event["moved"]["moves"].take();
                game["board"]["moves"] = if moves.is_null() { json!([]) } else { moves };
                continue;
            }
            "done" => acknowledged.push(in_flight.take().expect("one request at a time")),
            "error" => panic!("refused: {event}"),
            _ => continue,
        }
        let legal = game["board"]["moves"].as_array().unwrap();
        if legal.is_empty() {
            return;
        }
        let ply = acknowledged.len() + 1;
        let text = legal[lots.below(legal.len())]["text"].as_str().unwrap().to_owned();
        let request = json!({"id": format!("ply {ply}"), "type": "move", "ply": ply, "text": text});
        *in_flight = Some(text);
        if socket.send(Message::text(request.to_string())).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_hall_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut lots = Lots(7717);
    let (mut id, mut acknowledged, mut in_flight) = (String::new(), Vec::new(), None);
    let mut played = 0;
    // The opening after the last kill finds everything, too. A busy machine plays few moves before each: it is killed more often.
    for kill in 0..=20 * KILLS {
        if kill > KILLS && played > 50 {
            break;
        }
        let hall = Hall::open(data.path());
        if id.is_empty() {
            id = begin(&hall);
        }
        let before = acknowledged.len();
        let moment = Duration::from_micros(lots.below(120_000) as u64 + 5_000);
        let addr = hall.addr().to_owned();
        let game = play(&addr, &id, &mut acknowledged, &mut in_flight, &mut lots);
        let is_over = tokio::time::timeout(moment, game).await.is_ok();
        // SIGKILL: nothing in the process can prepare for it.
        drop(hall);
        played += acknowledged.len() - before.min(acknowledged.len());
        if is_over || acknowledged.len() > LONG {
            (id, acknowledged, in_flight) = (String::new(), Vec::new(), None);
        }
    }
    // Were no moves played, nothing was tested.
    assert!(played > 50, "only {played} moves were played");
}
