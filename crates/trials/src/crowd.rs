//! A hall for everybody on a full evening: many games of two persons, and many people in the lobby, each with a cookie and an
//! address of the own, within the limits of the hall as they are by default.

use crate::hall::Lots;
use crate::person::{Person, offered, public_hall};
use crate::seat::{Seat, Times, VARIANTS, at_turn, timed_move};
use futures_util::StreamExt;
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};
use wire::Command;

/// The time between two moves of a game.
const PACE: Duration = Duration::from_secs(2);
/// The limit of the 99th percentile of a move.
const BOUND_MS: f64 = 80.0;
/// How often the page asks for the lobby while it is shown.
const LOOK: Duration = Duration::from_secs(4);
/// Those who come at a time while the evening begins.
const AT_ONCE: usize = 8;

#[derive(Default)]
struct Outcome {
    done: Times,
    seen: Times,
    lobby: Times,
    failed: Vec<String>,
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.done.extend(other.done);
        self.seen.extend(other.seen);
        self.lobby.extend(other.lobby);
        self.failed.extend(other.failed);
    }
}

pub(crate) async fn run(games: u64, people: u64, seconds: u64, mut lots: Lots) -> bool {
    let mut all = evening(games, people, seconds, &mut lots).await;
    all.failed.is_empty() && all.done.percentile(99) <= BOUND_MS
}

/// Plays an evening, and says what it took.
async fn evening(games: u64, people: u64, seconds: u64, lots: &mut Lots) -> Outcome {
    let data = tempfile::tempdir().unwrap();
    let hall = public_hall(data.path());
    let addr = hall.addr().to_owned();
    let came = Instant::now();
    let tables = futures_util::stream::iter(0..games).map(|i| table_of(addr.clone(), i));
    let tables: Vec<_> = tables.buffer_unordered(AT_ONCE).collect().await;
    let waiting = futures_util::stream::iter(0..people).map(|i| offer_of(addr.clone(), games, i));
    let waiting: Vec<_> = waiting.buffer_unordered(AT_ONCE).collect().await;
    println!("{games} games and {people} people came in {:.0} s", came.elapsed().as_secs_f64());
    let begin = Instant::now() + Duration::from_secs(1);
    let end = begin + Duration::from_secs(seconds);
    let mut playing = tokio::task::JoinSet::new();
    let mut all = Outcome::default();
    for table in tables {
        let first = begin + Duration::from_millis(lots.below(PACE.as_millis() as u64));
        let lots = Lots(lots.below(u64::MAX));
        match table {
            Ok(seats) => drop(playing.spawn(table_plays(seats, first, end, lots))),
            Err(why) => all.failed.push(why),
        }
    }
    for one in waiting {
        let first = begin + Duration::from_millis(lots.below(LOOK.as_millis() as u64));
        match one {
            Ok((person, seat)) => {
                drop(playing.spawn(waits(addr.clone(), person, seat, first, end)));
            }
            Err(why) => all.failed.push(why),
        }
    }
    let load = load_average();
    for outcome in playing.join_all().await {
        all.add(outcome);
    }
    for failed in all.failed.iter().take(5) {
        println!("{failed}");
    }
    println!("acknowledged: {}", all.done.line());
    println!("seen by the other: {}", all.seen.line());
    println!("the lobby: {}", all.lobby.line());
    println!(
        "crowd: {games} games, {people} in the lobby, {seconds} s, {} moves, {} failed, {:.0} MB; load of the machine {load} \
         to {}",
        all.done.len(),
        all.failed.len(),
        hall.most_memory().unwrap_or(f64::NAN),
        load_average()
    );
    let (in_order, said) = hall.close();
    if !in_order || !said.is_empty() {
        all.failed.push(format!("the hall said: {said:.2000}"));
    }
    all
}

/// The load of the last minute, on Linux: a figure from a busy machine says so.
fn load_average() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("?").to_owned()
}

/// Two persons at a game.
async fn table_of(addr: String, i: u64) -> Result<Vec<Seat>, String> {
    let one = Person::new(&addr, 2 * i).await?;
    let other = Person::new(&addr, 2 * i + 1).await?;
    let variant = VARIANTS[usize::try_from(i).unwrap() % VARIANTS.len()];
    let game = one.offer(&addr, &offered(variant, true, false)).await?;
    let mut seats = vec![one.join(&addr, &game).await?, other.join(&addr, &game).await?];
    seats[1].ask(Command::SitDown).await?;
    let version = seats[1].game.version;
    seats[0].until(|game| game.version >= version).await?;
    Ok(seats)
}

/// Somebody who offers a game in the lobby.
async fn offer_of(addr: String, games: u64, i: u64) -> Result<(Person, Seat), String> {
    let person = Person::new(&addr, 2 * games + i).await?;
    let variant = VARIANTS[usize::try_from(i).unwrap() % VARIANTS.len()];
    let game = person.offer(&addr, &offered(variant, false, true)).await?;
    let seat = person.join(&addr, &game).await?;
    Ok((person, seat))
}

/// Looks at the lobby now and then, while the own offer stands in it.
async fn waits(
    addr: String,
    person: Person,
    mut seat: Seat,
    mut next: Instant,
    end: Instant,
) -> Outcome {
    let mut outcome = Outcome::default();
    let looking = async {
        while next < end {
            sleep_until(next).await;
            next += LOOK;
            let since = Instant::now();
            match person.ask(&addr, "GET", "/api/lobby", &Value::Null).await {
                Ok((200, lobby)) if lobby["challenges"].is_array() => {
                    outcome.lobby.push(since.elapsed());
                }
                Ok((status, _)) => outcome.failed.push(format!("the lobby: {status}")),
                Err(why) => outcome.failed.push(why),
            }
        }
    };
    tokio::select! {
        () = looking => {}
        why = read_on(&mut seat) => outcome.failed.push(why),
    }
    outcome
}

async fn read_on(seat: &mut Seat) -> String {
    loop {
        // A seat where nothing happens is quiet for longer than an answer takes.
        match seat.event().await {
            Err(why) if why != "nothing came in time" => return why,
            _ => sleep(Duration::from_millis(1)).await,
        }
    }
}

/// Plays one game until `end`.
async fn table_plays(
    mut seats: Vec<Seat>,
    mut next: Instant,
    end: Instant,
    mut lots: Lots,
) -> Outcome {
    let mut outcome = Outcome::default();
    while next < end {
        sleep_until(next).await;
        next += PACE;
        match one_move(&mut seats, &mut outcome, &mut lots).await {
            Ok(true) => {}
            // The game is over.
            Ok(false) => break,
            Err(why) => {
                outcome.failed.push(why);
                break;
            }
        }
    }
    outcome
}

async fn one_move(
    seats: &mut [Seat],
    outcome: &mut Outcome,
    lots: &mut Lots,
) -> Result<bool, String> {
    let (mover, other) = at_turn(seats);
    let Some(command) = mover.some_move(|end| lots.below(end)) else { return Ok(false) };
    let (acknowledged, seen) = timed_move(mover, other, command).await?;
    outcome.done.push(acknowledged);
    outcome.seen.push(seen);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of a busy machine say nothing: that all play and look does.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_few_play_and_wait_in_a_public_hall() {
        let all = evening(6, 4, 5, &mut Lots(7717)).await;
        assert!(all.failed.is_empty(), "{:?}", all.failed);
        assert!(all.done.len() > 0 && all.lobby.len() > 0);
    }
}
