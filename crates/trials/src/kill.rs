//! `kill -9` in the middle of writes by several sockets.

use crate::hall::{KnownGame, Lots, stones};
use crate::person::Mode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Games played at a time.
const SOCKETS: usize = 4;

/// In each mode of a hall.
pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let mut kept = true;
    for mode in Mode::ALL {
        kept &= in_mode(mode, rounds.div_ceil(3), &mut lots).await;
    }
    kept
}

async fn in_mode(mode: Mode, rounds: u64, lots: &mut Lots) -> bool {
    let mut speaker = None;
    let data = tempfile::tempdir().unwrap();
    let (mut games, mut changes, mut begun, mut lost) = (Vec::<KnownGame>::new(), 0, 0, Vec::new());
    let since = Instant::now();
    // The hall that opens after the last kill has all data, too.
    for round in 0..=rounds {
        let hall = match mode.open(data.path(), &mut speaker).await {
            Ok(hall) => hall,
            Err(why) => {
                println!("round {round}: the hall does not open: {why}");
                return false;
            }
        };
        for game in &mut games {
            if let Err(error) = game.check(&hall) {
                println!("round {round}: {error}");
                lost.push(error);
            }
        }
        games.retain(|game| game.acknowledged.len() + 2 < stones().len());
        while games.len() < SOCKETS {
            match hall.begin() {
                Ok(id) => games.push(KnownGame { id, ..KnownGame::default() }),
                Err(error) => {
                    println!("round {round}: no game begins: {error}");
                    return false;
                }
            }
            begun += 1;
        }
        if round == rounds {
            hall.kill();
            break;
        }
        let moment = Duration::from_micros(lots.below(150_000) + 5_000);
        let mut players = tokio::task::JoinSet::new();
        let of_all = Arc::new(AtomicU64::new(0));
        for mut game in games.drain(..) {
            game.of_all = Arc::clone(&of_all);
            let (live, mut lots) = (hall.live(&game.id), Lots(lots.below(u64::MAX)));
            players.spawn(async move {
                let before = game.changes;
                let refused = game.play(live, usize::MAX, &mut lots).await.err();
                let played = game.changes - before;
                (game, played, refused)
            });
        }
        // On a busy machine the first change takes a while.
        for _ in 0..1_000 {
            if of_all.load(Ordering::Relaxed) > 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(moment).await;
        let said = hall.kill();
        if said.contains("panicked") {
            lost.push(said);
        }
        for (game, played, refused) in players.join_all().await {
            changes += played;
            if let Some(code) = refused.filter(|code| code != "no connection") {
                println!("round {round}: refused: {code}");
                lost.push(code);
            }
            games.push(game);
        }
    }
    println!(
        "kill, {mode:?}: {rounds} rounds, {begun} games begun, {changes} changes acknowledged, {} lost or \
         wrong, {:.0} s",
        lost.len(),
        since.elapsed().as_secs_f64()
    );
    lost.is_empty() && changes >= rounds
}
