//! `yiqi backup` and `yiqi restore` beside a hall in which games are played; in one round of three the
//! hall is killed in the middle of the exchange.

use crate::hall::{Lots, answer, ask_with, live, program, stones};
use crate::person::{Mode, Person};
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// Games played at a time.
const GAMES: usize = 4;
/// Time between two moves of a game, so that the board is not full before the round ends.
const PACE: Duration = Duration::from_millis(15);

/// A game as its player knows it. Only moves are played, so that their number says everything.
#[derive(Clone, Debug, Default)]
struct GameKnowledge {
    /// Moves that were acknowledged.
    acknowledged: usize,
    /// A move without an answer may have been stored.
    in_flight: bool,
    /// The knowledge before the hall was exchanged, and the moves in the hall that took its place.
    exchanged: Option<(usize, bool, usize)>,
    /// All acknowledged moves.
    changes: u64,
    wrong: Option<String>,
}

impl GameKnowledge {
    fn allows(&self, found: usize) -> bool {
        allows(self.acknowledged, self.in_flight, found)
    }

    /// Takes up a game that has this many moves in the hall.
    fn meets(&mut self, found: usize) {
        if self.allows(found) {
            self.acknowledged = found;
        } else if self.exchanged.is_none() && found < self.acknowledged {
            self.exchanged = Some((self.acknowledged, self.in_flight, found));
            self.acknowledged = found;
        } else {
            let known = self.acknowledged;
            self.wrong = Some(format!("{known} moves were acknowledged, {found} are found"));
        }
        self.in_flight = false;
    }
}

fn allows(acknowledged: usize, in_flight: bool, found: usize) -> bool {
    found == acknowledged || (in_flight && found == acknowledged + 1)
}

/// What the players of a round share.
#[derive(Debug, Default)]
struct Round {
    addr: Mutex<String>,
    /// Who plays both sides of the games.
    speaker: Option<Person>,
    games: Mutex<Vec<GameKnowledge>>,
    is_over: Mutex<bool>,
}

impl Round {
    fn game(&self, n: usize) -> GameKnowledge {
        self.games.lock().unwrap()[n].clone()
    }

    fn update(&self, n: usize, change: impl FnOnce(&mut GameKnowledge)) {
        change(&mut self.games.lock().unwrap()[n]);
    }

    fn is_over(&self) -> bool {
        *self.is_over.lock().unwrap()
    }
}

/// In each mode of a hall.
pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let mut kept = true;
    for mode in Mode::ALL {
        kept &= in_mode(mode, rounds.div_ceil(3), &mut lots).await;
    }
    kept
}

async fn in_mode(mode: Mode, rounds: u64, lots: &mut Lots) -> bool {
    let since = Instant::now();
    let (mut changes, mut exchanged, mut kills, mut wrong) = (0, 0, 0, 0);
    let mut longest = Duration::ZERO;
    for round in 0..rounds {
        match one(mode, round % 3 == 2, lots).await {
            Ok(done) => {
                changes += done.changes;
                exchanged += u64::from(done.exchanged);
                kills += u64::from(done.killed);
                longest = longest.max(done.away);
            }
            Err(error) => {
                println!("round {round}: {error}");
                wrong += 1;
            }
        }
    }
    println!(
        "restore, {mode:?}: {rounds} rounds, {exchanged} halls exchanged, {kills} killed meanwhile, {changes} changes \
         acknowledged, {wrong} rounds with something lost or wrong, longest pause {:.1} s, {:.0} s",
        longest.as_secs_f64(),
        since.elapsed().as_secs_f64()
    );
    wrong == 0 && exchanged > 0
}

struct RestoreRun {
    changes: u64,
    exchanged: bool,
    killed: bool,
    /// The time of `yiqi restore`.
    away: Duration,
}

async fn one(mode: Mode, kill: bool, lots: &mut Lots) -> Result<RestoreRun, String> {
    let (data, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut speaker = None;
    let mut hall = mode.open(data.path(), &mut speaker).await?;
    let ids: Vec<String> = (0..GAMES).map(|_| hall.begin()).collect::<Result<_, _>>()?;
    let round = Arc::new(Round { speaker: speaker.clone(), ..Round::default() });
    hall.addr().clone_into(&mut round.addr.lock().unwrap());
    *round.games.lock().unwrap() = vec![GameKnowledge::default(); GAMES];
    let mut players = tokio::task::JoinSet::new();
    for (n, id) in ids.iter().enumerate() {
        players.spawn(play(Arc::clone(&round), n, id.clone()));
    }
    let known = || round.games.lock().unwrap().clone();
    until(|| known().iter().all(|game| game.acknowledged > 3)).await?;
    let before = known();
    let copy = outside.path().join("copy.sqlite");
    command("backup", &copy, data.path()).await.map_err(|said| format!("backup: {said}"))?;
    let after = known();
    // Something is lost by going back, so that the exchange is noticed.
    until(|| {
        known().iter().zip(&after).all(|(now, then)| now.acknowledged > then.acknowledged + 2)
    })
    .await?;
    let asked = Instant::now();
    let restoring = {
        let (copy, data) = (copy.clone(), data.path().to_owned());
        tokio::spawn(async move { command("restore", &copy, &data).await })
    };
    if kill {
        // The exchange begins when the hall looks, within a second and a bit.
        tokio::time::sleep(Duration::from_micros(300_000 + lots.below(1_500_000))).await;
        let said = hall.kill();
        if said.contains("panicked") {
            return Err(said);
        }
        restoring.abort();
        hall = mode.open(data.path(), &mut speaker).await?;
        hall.addr().clone_into(&mut round.addr.lock().unwrap());
    } else {
        restoring.await.unwrap().map_err(|said| format!("restore: {said}"))?;
    }
    let away = asked.elapsed();
    let then = known();
    until(|| known().iter().zip(&then).all(|(now, then)| now.changes > then.changes + 2)).await?;
    *round.is_over.lock().unwrap() = true;
    players.join_all().await;

    let games = known();
    let exchanged = games[0].exchanged.is_some();
    let kept = find_replaced(data.path(), outside.path());
    if exchanged != kept.is_some() && !kill {
        return Err("the hall was exchanged without being kept, or kept in vain".to_owned());
    }
    for (n, game) in games.iter().enumerate() {
        if let Some(wrong) = &game.wrong {
            return Err(wrong.clone());
        }
        let found = hall.moves(&ids[n]).ok_or("a game is gone")?.len();
        if !game.allows(found) {
            return Err(format!(
                "{} moves acknowledged, {found} found at the end",
                game.acknowledged
            ));
        }
        if game.exchanged.is_some() != exchanged {
            return Err("only some games were exchanged".to_owned());
        }
        let range = before[n].acknowledged..=after[n].acknowledged + 1;
        if let Some((_, _, copied)) = game.exchanged
            && !range.contains(&copied)
        {
            return Err(format!("the copy has {copied} moves, expected {range:?}"));
        }
    }
    drop(hall);
    if exchanged {
        let kept = kept.ok_or("the replaced hall was not kept")?;
        let kept = mode.open(&kept, &mut speaker).await?;
        for (id, game) in ids.iter().zip(&games) {
            let found = kept.moves(id).ok_or("a game is gone from the replaced hall")?.len();
            let (acknowledged, in_flight, _) = game.exchanged.unwrap_or_default();
            if !allows(acknowledged, in_flight, found) {
                return Err(format!("{acknowledged} moves acknowledged, {found} in the kept hall"));
            }
        }
    }
    let changes = games.iter().map(|game| game.changes).sum();
    Ok(RestoreRun { changes, exchanged, killed: kill, away })
}

/// Plays one game, over new connections when the old ones end, until the round is over.
async fn play(round: Arc<Round>, n: usize, id: String) {
    let stones = stones();
    while !round.is_over() && round.game(n).wrong.is_none() {
        tokio::time::sleep(PACE).await;
        let addr = round.addr.lock().unwrap().clone();
        let speaker = round.speaker.as_ref();
        let Some(found) = found(&addr, speaker, &id).await else { continue };
        round.update(n, |game| game.meets(found));
        let live = live(&addr, speaker, &id);
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(live).await else { continue };
        while !round.is_over() {
            let ply = round.game(n).acknowledged;
            let Some(stone) = stones.get(ply) else { return };
            let request = format!("{n}-{ply}-{}", round.game(n).changes);
            round.update(n, |game| game.in_flight = true);
            let text = json!({"type": "move", "ply": ply + 1, "text": stone, "id": request});
            if socket.send(Message::text(text.to_string())).await.is_err() {
                break;
            }
            match answer(&mut socket, &request).await {
                Ok(()) => round.update(n, |game| {
                    game.acknowledged += 1;
                    game.in_flight = false;
                    game.changes += 1;
                }),
                // A refused move is looked for as well: it must not have happened, or have happened.
                Err(_) => break,
            }
            tokio::time::sleep(PACE).await;
        }
    }
}

/// How many moves the hall has of a game.
async fn found(addr: &str, speaker: Option<&Person>, id: &str) -> Option<usize> {
    let (addr, path) = (addr.to_owned(), format!("/api/games/{id}"));
    let lines = speaker.map(Person::lines).unwrap_or_default();
    let ask = move || ask_with(&addr, &lines, "GET", &path, "");
    let answer = tokio::task::spawn_blocking(ask).await.ok()??;
    let game: Value = serde_json::from_str(&answer.1).ok()?;
    Some(game["moves"].as_array()?.len())
}

/// Runs `yiqi WORD FILE --data DIR`; an error is what it printed.
async fn command(word: &'static str, file: &Path, data: &Path) -> Result<(), String> {
    let mut command = Command::new(program());
    command.arg(word).arg(file).arg("--data").arg(data).stdout(Stdio::null());
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The folder of the hall that was replaced, moved out of the data.
fn find_replaced(data: &Path, outside: &Path) -> Option<std::path::PathBuf> {
    let entries = std::fs::read_dir(data).unwrap().flatten();
    let replaced = entries
        .map(|entry| entry.path())
        .find(|path| path.file_name().is_some_and(|name| name == "hall.replaced-1.sqlite"))?;
    let kept = outside.join("kept");
    std::fs::create_dir(&kept).unwrap();
    std::fs::copy(replaced, kept.join("hall.sqlite")).unwrap();
    Some(kept)
}

/// Waits for a condition.
async fn until(condition: impl Fn() -> bool) -> Result<(), String> {
    for _ in 0..6_000 {
        if condition() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Err("the games do not go on".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hall_is_exchanged_while_people_play_in_each_mode() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        assert!(runtime.block_on(run(3, Lots(7717))));
    }
}
