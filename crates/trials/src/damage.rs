//! Flipped bits, pages of zeros, and truncated files: the hall opens with the readable data, and
//! the data shown are the data stored.

use crate::hall::{Hall, Lots};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Games opened in each round.
const OPENED: usize = 12;

#[derive(Default)]
struct Counts {
    opened: u64,
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

pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let gz: &[u8] = include_bytes!("../../store/tests/golden/hall-0.1.0.sqlite.gz");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(gz).read_to_end(&mut bytes).unwrap();
    let source = tempfile::tempdir().unwrap();
    let file = source.path().join("hall.sqlite");
    std::fs::write(&file, bytes).unwrap();
    // The hall is migrated to the present version, in which every row has a checksum.
    let Ok(hall) = Hall::open(source.path()) else { panic!("the sound hall opens") };
    let sound = games(&hall).unwrap();
    hall.close();
    let bytes = std::fs::read(&file).unwrap();
    let mut counts = Counts::default();
    for round in 0..rounds {
        let mut damaged = bytes.clone();
        harm(&mut damaged, round, &mut lots);
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("hall.sqlite"), &damaged).unwrap();
        one(data.path(), &sound, &mut counts, &mut lots)
            .unwrap_or_else(|error| counts.wrong.push(format!("round {round}: {error}")));
    }
    for wrong in &counts.wrong {
        println!("{wrong}");
    }
    println!(
        "damage: {rounds} rounds, {} halls opened ({} salvaged), {} refused in words; of {} games \
         {} were shown as they were, {} as damaged, {} are missing; {} further entries are damaged rows \
         under an id that no game had; {} games were opened; {} wrong",
        counts.opened,
        counts.salvaged,
        counts.refused,
        counts.opened * sound.len() as u64,
        counts.shown,
        counts.broken,
        counts.missing,
        counts.unknown,
        counts.replayed,
        counts.wrong.len()
    );
    let all = counts.opened * sound.len() as u64;
    if counts.shown + counts.broken + counts.missing != all {
        println!("the sums do not agree");
        return false;
    }
    // The description of the tables may be in the part that was cut off.
    counts.wrong.is_empty() && counts.refused * 5 <= rounds
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

fn one(
    data: &Path,
    sound: &BTreeMap<String, Value>,
    counts: &mut Counts,
    lots: &mut Lots,
) -> Result<(), String> {
    let hall = match Hall::open(data) {
        Ok(hall) => hall,
        Err(refused) => {
            counts.refused += 1;
            let in_words = refused.code == Some(2) && refused.said.trim().lines().count() == 1;
            let in_order = in_words && !refused.said.contains("panicked");
            return if in_order { Ok(()) } else { Err(refused.said) };
        }
    };
    counts.opened += 1;
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
    // The hall works as before.
    hall.begin()?;
    let (in_order, said) = hall.close();
    counts.salvaged += u64::from(said.contains("was damaged"));
    if in_order && !said.contains("panicked") { Ok(()) } else { Err(said) }
}
