//! Flipped bits, pages of zeros, and truncated files: the hall opens with the readable data, and
//! the data shown are the data stored.

use crate::hall::{FailedStart, Hall, KnownGame, Lots};
use crate::person::{Mode, Person};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Games opened in each round.
const OPENED: usize = 12;
/// Games that a person makes where there are several.
const OF_PERSON: usize = 40;

#[derive(Default)]
struct Counts {
    opened: u64,
    /// Halls that know whoever made their games.
    known: u64,
    refused: u64,
    salvaged: u64,
    shown: u64,
    broken: u64,
    missing: u64,
    /// Damaged entries under an id that no game had: flipped bits changed the id of a row, of a game
    /// or of one of its changes.
    unknown: u64,
    replayed: u64,
    wrong: Vec<String>,
}

/// In each mode of a hall.
pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let mut kept = true;
    let (mut refused, mut all) = (0, 0);
    for mode in Mode::ALL {
        let counts = in_mode(mode, rounds.div_ceil(3), &mut lots).await;
        refused += counts.refused;
        all += counts.opened + counts.refused;
        kept &= counts.wrong.is_empty();
    }
    // The description of the tables may be in the part that was cut off.
    kept && refused * 5 <= all
}

async fn in_mode(mode: Mode, rounds: u64, lots: &mut Lots) -> Counts {
    let source = tempfile::tempdir().unwrap();
    let speaker = fill(mode, source.path(), lots).await.unwrap();
    let hall = open(mode, source.path(), speaker.as_ref());
    let Ok(hall) = hall else { panic!("the sound hall opens") };
    let sound = games(&hall).unwrap();
    hall.close();
    let bytes = std::fs::read(source.path().join("hall.sqlite")).unwrap();
    let mut counts = Counts::default();
    for round in 0..rounds {
        let mut damaged = bytes.clone();
        harm(&mut damaged, round, lots);
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("hall.sqlite"), &damaged).unwrap();
        one(mode, speaker.as_ref(), data.path(), &sound, &mut counts, lots)
            .await
            .unwrap_or_else(|error| counts.wrong.push(format!("round {round}: {error}")));
    }
    let all = counts.known * sound.len() as u64;
    if counts.shown + counts.broken + counts.missing != all {
        counts.wrong.push("the sums do not agree".to_owned());
    }
    for wrong in &counts.wrong {
        println!("{wrong}");
    }
    println!(
        "damage, {mode:?}: {rounds} rounds, {} halls opened ({} salvaged), {} refused in words; in {} of them who \
         had made the games was known; of {all} games {} were shown as they were, {} as damaged, {} are missing; {} \
         further entries are damaged rows under an id that no game had; {} games were opened; {} wrong",
        counts.opened,
        counts.salvaged,
        counts.refused,
        counts.known,
        counts.shown,
        counts.broken,
        counts.missing,
        counts.unknown,
        counts.replayed,
        counts.wrong.len()
    );
    counts
}

/// Makes the hall that is damaged: that of an earlier version, and where there are several people games of one of
/// them, who is returned.
async fn fill(mode: Mode, data: &Path, lots: &mut Lots) -> Result<Option<Person>, String> {
    let gz: &[u8] = include_bytes!("../../store/tests/golden/hall-0.1.0.sqlite.gz");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(gz).read_to_end(&mut bytes).unwrap();
    std::fs::write(data.join("hall.sqlite"), bytes).unwrap();
    // The hall is migrated to the present version, in which every row has a checksum.
    let mut speaker = None;
    let hall = mode.open(data, &mut speaker).await?;
    if speaker.is_some() {
        for _ in 0..OF_PERSON {
            let mut game = KnownGame { id: hall.begin()?, ..KnownGame::default() };
            game.play(hall.live(&game.id), 20, lots).await?;
        }
    }
    hall.close();
    Ok(speaker)
}

/// Opens a hall for whoever spoke there before.
fn open(mode: Mode, data: &Path, speaker: Option<&Person>) -> Result<Hall, FailedStart> {
    let mut hall = Hall::open_with(data, mode.options())?;
    hall.speaker = speaker.cloned();
    Ok(hall)
}

/// Flips twenty bits, overwrites a page with zeros, or cuts off the end.
fn harm(bytes: &mut Vec<u8>, round: u64, lots: &mut Lots) {
    let mut place = |end: usize| usize::try_from(lots.below(end as u64)).unwrap();
    match round % 8 {
        6 => {
            let page = place(bytes.len() / 4096 - 1) + 1;
            bytes[page * 4096..(page + 1) * 4096].fill(0);
        }
        7 => {
            let half = bytes.len() / 2;
            bytes.truncate(half + place(half));
        }
        _ => {
            for _ in 0..20 {
                let at = place(bytes.len());
                bytes[at] ^= 1 << place(8);
            }
        }
    }
}

/// All games of the list by their ids.
fn games(hall: &Hall) -> Result<BTreeMap<String, Value>, String> {
    let mut all = BTreeMap::new();
    let mut path = "/api/games?limit=200".to_owned();
    loop {
        let (status, page) = hall.ask("GET", &path, "").ok_or("no list")?;
        if status != 200 {
            return Err(format!("the list answers {status}: {page}"));
        }
        for game in page["games"].as_array().ok_or("no games in the list")? {
            all.insert(game["id"].as_str().ok_or("a game without an id")?.to_owned(), game.clone());
        }
        match page["next"].as_str() {
            Some(next) => path = format!("/api/games?limit=200&after={next}"),
            None => return Ok(all),
        }
    }
}

async fn one(
    mode: Mode,
    speaker: Option<&Person>,
    data: &Path,
    sound: &BTreeMap<String, Value>,
    counts: &mut Counts,
    lots: &mut Lots,
) -> Result<(), String> {
    let mut hall = match open(mode, data, speaker) {
        Ok(hall) => hall,
        Err(refused) => {
            counts.refused += 1;
            let in_words = refused.code == Some(2) && refused.said.trim().lines().count() == 1;
            let in_order = in_words && !refused.said.contains("panicked");
            return if in_order { Ok(()) } else { Err(refused.said) };
        }
    };
    counts.opened += 1;
    if let Some(person) = speaker {
        nobody_else(person, hall.addr(), sound).await?;
        let (status, answer) = person.ask(hall.addr(), "GET", "/api/me", &Value::Null).await?;
        if status != 200 || answer["person"]["id"] != person.id.as_str() {
            // The key of the cookies was damaged: this browser is a new person, and has no games.
            hall.speaker = Some(Person::new(hall.addr(), 2).await?);
            return works(hall, counts);
        }
    }
    counts.known += 1;
    let found = games(&hall)?;
    for (id, game) in &found {
        if game["damaged"] == true && !sound.contains_key(id) {
            counts.unknown += 1;
        } else if game["damaged"] == true {
            counts.broken += 1;
        } else if sound.get(id) == Some(game) {
            counts.shown += 1;
        } else {
            return Err(format!("{id} is shown as {game}"));
        }
    }
    counts.missing += sound.keys().filter(|id| !found.contains_key(*id)).count() as u64;
    let ids: Vec<&String> = found.keys().collect();
    for _ in 0..OPENED.min(ids.len()) {
        let id = ids[usize::try_from(lots.below(ids.len() as u64)).unwrap()];
        // Flipped bits may have changed a letter of the id into a line break.
        let path: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let (status, game) = hall
            .ask("GET", &format!("/api/games/{path}"), "")
            .ok_or(format!("{id:?}: no answer"))?;
        match (status, game["code"].as_str()) {
            (200, _) => {
                if sound.get(id).is_none_or(|was| was["position"] != game["position"]) {
                    return Err(format!("{id} is opened as {game}"));
                }
                counts.replayed += 1;
            }
            (500, Some("data-damaged")) | (404, Some("not-found")) => {}
            other => return Err(format!("{id} answers {other:?}")),
        }
    }
    works(hall, counts)
}

/// Strangers, and who has made up a cookie, are refused what is somebody's; who is new has nothing.
async fn nobody_else(
    person: &Person,
    addr: &str,
    sound: &BTreeMap<String, Value>,
) -> Result<(), String> {
    let game = sound.keys().next().ok_or("the sound hall has no game")?;
    let game = format!("/api/games/{game}");
    let new = Person::new(addr, 3).await?;
    for (who, method, path, expected) in [
        (person.unknown(), "GET", "/api/games", 403),
        (person.forged(), "GET", "/api/games", 403),
        (person.unknown(), "DELETE", &game, 403),
        (person.forged(), "DELETE", &game, 403),
    ] {
        let (status, answer) = who.ask(addr, method, path, &Value::Null).await?;
        if status != expected {
            return Err(format!("{method} {path} of nobody answers {status}: {answer}"));
        }
    }
    match new.ask(addr, "GET", "/api/games", &Value::Null).await? {
        (200, list) if list["total"] == 0 => {}
        other => return Err(format!("a new person's list is {other:?}")),
    }
    match new.ask(addr, "DELETE", &game, &Value::Null).await? {
        // What cannot be read, or is gone, nobody deletes.
        (403 | 404 | 500, _) => Ok(()),
        other => Err(format!("a new person deletes somebody's game: {other:?}")),
    }
}

/// The hall works as before.
fn works(hall: Hall, counts: &mut Counts) -> Result<(), String> {
    hall.begin()?;
    let (in_order, said) = hall.close();
    counts.salvaged += u64::from(said.contains("was damaged"));
    if in_order && !said.contains("panicked") { Ok(()) } else { Err(said) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_hall_shows_what_was_stored_to_whose_it_is_in_each_mode() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let mut lots = Lots(7717);
        for mode in Mode::ALL {
            let counts = runtime.block_on(in_mode(mode, 1, &mut lots));
            assert_eq!(counts.wrong, Vec::<String>::new(), "{mode:?}");
            assert_eq!(counts.opened + counts.refused, 1);
        }
    }
}
