//! `kill -9` around the end of rated games: each that has ended is rated once, and the ratings are those that follow from
//! the games.

use crate::hall::{Hall, Lots};
use crate::person::{PUBLIC, Person, offered};
use hall::rating::{GamePoints, Rating};
use serde_json::Value;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use wire::Command;

/// Pairs who play at a time.
const PAIRS: u64 = 3;
/// The hall is killed at a moment up to so long after the first of them resigns.
const MOMENTS_US: u64 = 25_000;

/// A game between two of the pairs.
struct RatedGame {
    id: String,
    pair: usize,
    /// The side that resigned, once that was acknowledged.
    acknowledged: Option<usize>,
}

pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let data = tempfile::tempdir().unwrap();
    let since = Instant::now();
    let mut pairs: Vec<[Person; 2]> = Vec::new();
    let (mut games, mut wrong) = (Vec::<RatedGame>::new(), Vec::<String>::new());
    for round in 0..=rounds {
        let hall = match Hall::open_with(data.path(), &PUBLIC) {
            Ok(hall) => hall,
            Err(refused) => {
                println!("round {round}: the hall does not open: {}", refused.said);
                return false;
            }
        };
        let addr = hall.addr().to_owned();
        if pairs.is_empty() {
            for i in 0..PAIRS {
                let one = Person::new(&addr, 2 * i).await.unwrap();
                pairs.push([one, Person::new(&addr, 2 * i + 1).await.unwrap()]);
            }
        }
        wrong.extend(check(&addr, &pairs, &games).await);
        if round == rounds {
            hall.kill();
            break;
        }
        let moment = Duration::from_micros(lots.below(MOMENTS_US));
        let mut ending = tokio::task::JoinSet::new();
        let mut ready = Vec::new();
        for (pair, persons) in pairs.iter().enumerate() {
            match begun(&addr, persons, &mut lots).await {
                Ok((id, seats)) => ready.push((id, pair, seats)),
                Err(why) => wrong.push(format!("round {round}: {why}")),
            }
        }
        for (id, pair, mut seats) in ready {
            let loser = usize::try_from(lots.below(2)).unwrap();
            ending.spawn(async move {
                let ended = seats[loser].ask(Command::Resign).await;
                RatedGame { id, pair, acknowledged: ended.is_ok().then_some(loser) }
            });
        }
        tokio::time::sleep(moment).await;
        let said = hall.kill();
        if said.contains("panicked") {
            wrong.push(said);
        }
        games.extend(ending.join_all().await);
    }
    for wrong in wrong.iter().take(5) {
        println!("{wrong}");
    }
    let acknowledged = games.iter().filter(|game| game.acknowledged.is_some()).count();
    println!(
        "rated: {rounds} rounds, {} games, {acknowledged} ends acknowledged, {} wrong, {:.0} s",
        games.len(),
        wrong.len(),
        since.elapsed().as_secs_f64()
    );
    wrong.is_empty() && !games.is_empty()
}

/// A rated game of two persons after its second move.
async fn begun(
    addr: &str,
    persons: &[Person; 2],
    lots: &mut Lots,
) -> Result<(String, [crate::seat::Seat; 2]), String> {
    let id = persons[0].offer(addr, &offered("reversi", true, false)).await?;
    let mut seats = [persons[0].join(addr, &id).await?, persons[1].join(addr, &id).await?];
    seats[1].ask(Command::SitDown).await?;
    for (ply, seat) in seats.iter_mut().enumerate() {
        seat.until(|game| game.moves.len() == ply && game.version > 0).await?;
        let command = seat.some_move(|end| lots.below(end)).ok_or("no move")?;
        seat.ask(command).await?;
    }
    Ok((id, seats))
}

/// What is wrong with the ratings after the hall was killed and opened again.
async fn check(addr: &str, pairs: &[[Person; 2]], games: &[RatedGame]) -> Vec<String> {
    match found(addr, pairs, games).await {
        Ok(wrong) => wrong,
        Err(why) => vec![why],
    }
}

async fn found(
    addr: &str,
    pairs: &[[Person; 2]],
    games: &[RatedGame],
) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let mut known = HashMap::new();
    for person in pairs.iter().flatten() {
        let path = format!("/api/persons/{}", person.id);
        let (_, profile) = person.ask(addr, "GET", &path, &Value::Null).await?;
        known.insert(person.id.clone(), (Rating::default(), profile));
    }
    let mut ended = [0, 0];
    for game in games {
        let persons = &pairs[game.pair];
        let path = format!("/api/games/{}", game.id);
        let (_, state) = persons[0].ask(addr, "GET", &path, &Value::Null).await?;
        let winner = match state["end"]["winner"].as_str() {
            Some("first") => Some(0),
            Some("second") => Some(1),
            _ => None,
        };
        if game.acknowledged.is_some_and(|loser| winner != Some(1 - loser)) {
            wrong.push(format!("{}: the end that was acknowledged is lost", game.id));
        }
        let count = |person: &Person| {
            let rated = known[&person.id].1["games"].as_array().into_iter().flatten();
            rated.filter(|rated| rated["game"] == game.id.as_str()).count()
        };
        let rated = [count(&persons[0]), count(&persons[1])];
        let expected = usize::from(winner.is_some());
        if rated != [expected; 2] {
            wrong.push(format!("{}: ended {expected} times, rated {rated:?} times", game.id));
        }
        let Some(winner) = winner else { continue };
        ended[0] += 1;
        // A pair plays its games one after the other, seconds apart: the deviation does not grow.
        let before = [0, 1].map(|side| known[&persons[side].id].0);
        for side in 0..2 {
            let points = if side == winner { GamePoints::Won } else { GamePoints::Lost };
            let own = known.get_mut(&persons[side].id).ok_or("nobody")?;
            own.0 = before[side].after(before[1 - side], points);
        }
    }
    for (id, (rating, profile)) in &known {
        let shown = &profile["ratings"][0];
        let Some(number) = shown["rating"].as_f64() else { continue };
        ended[1] += shown["won"].as_u64().unwrap_or(0);
        if (number - rating.rating).abs() > 1.5 {
            wrong.push(format!("{id}: {number} is shown, {:.1} follows", rating.rating));
        }
    }
    if ended[0] != ended[1] {
        wrong.push(format!("{} games ended, {} were won", ended[0], ended[1]));
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_game_that_has_ended_is_rated_once_whenever_the_hall_is_killed() {
        assert!(run(6, Lots(7717)).await);
    }
}
