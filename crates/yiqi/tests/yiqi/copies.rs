//! `yiqi backup` and `yiqi restore`, as a person calls them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Hall, good, refused, yiqi};
use serde_json::{Value, json};
use std::path::Path;

#[track_caller]
fn begin(hall: &Hall, name: &str) {
    let (status, answer) = hall.begin(name);
    assert_eq!(status, 201, "{answer}");
}

#[test]
fn a_copy_is_made_beside_a_running_hall_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let copy = folder.path().join("copy.sqlite");
    let hall = Hall::open(&data);
    begin(&hall, "Ada");
    begin(&hall, "Bo");
    let said = good(&yiqi(&["backup", "--data"], &[&data, &copy]));
    assert!(said.starts_with("2 games with 2 changes are copied to ") && said.contains("copy.sql"));
    let study = json!({"kind": "position", "variant": "gomoku", "moves": ["h8"]});
    assert_eq!(hall.ask("POST", "/api/studies", &study).0, 201);
    let second = folder.path().join("second.sqlite");
    let said = good(&yiqi(&["backup", "--data"], &[&data, &second]));
    assert!(said.starts_with("2 games with 2 changes and 1 study are copied to "), "{said}");
    begin(&hall, "Cy");
    // The server exchanges its hall for the copy and goes on.
    let said = good(&yiqi(&["restore", "--data"], &[&data, &copy]));
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("2 games with 2 changes are brought back from "), "{said}");
    assert!(lines[1].ends_with("hall.replaced-1.sqlite"), "{said}");
    assert_eq!(hall.names(), ["Ada", "Bo"]);
    // What is brought back is played on.
    begin(&hall, "Di");
    hall.close();
    // What was there before is a copy, too; it is brought back without a server.
    let replaced = data.join("hall.replaced-1.sqlite");
    let said = good(&yiqi(&["restore", "--json", "--data"], &[&data, &replaced]));
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((said["games"].as_u64(), said["changes"].as_u64()), (Some(3), Some(3)));
    let hall = Hall::open(&data);
    assert_eq!(hall.names(), ["Ada", "Bo", "Cy"]);
}

#[test]
fn a_copy_becomes_a_hall_where_there_was_none() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let hall = Hall::open(&data);
    begin(&hall, "Ada");
    hall.close();
    let said = good(&yiqi(&["backup", "--json", "--data"], &[&data, &copy]));
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["games"], 1);
    let other = folder.path().join("a folder that is not there yet");
    good(&yiqi(&["restore", "--data"], &[&other, &copy]));
    assert_eq!(Hall::open(&other).names(), ["Ada"]);
}

#[test]
fn what_cannot_be_copied_or_brought_back_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let data = at("data");
    let hall = Hall::open(&data);
    begin(&hall, "Ada");
    hall.close();
    let backup = |from: &Path, to: &Path| refused(&yiqi(&["backup", "--data"], &[from, to]));
    let restore = |to: &Path, from: &Path| refused(&yiqi(&["restore", "--data"], &[to, from]));

    std::fs::write(at("mine.txt"), "not to be lost").unwrap();
    let (code, why) = backup(&data, &at("mine.txt"));
    assert!(code == 2 && why.contains("mine.txt is there already"), "{code}: {why}");
    assert_eq!(std::fs::read_to_string(at("mine.txt")).unwrap(), "not to be lost");
    let (code, why) = backup(&at("empty"), &at("copy"));
    assert!(code == 2 && why.contains("hall.sqlite is missing"), "{code}: {why}");
    assert!(!at("empty").exists() && !at("copy").exists());
    let (_, why) = backup(&data, &at("no/such/folder/copy"));
    assert!(why.contains("no/such/folder"), "{why}");

    let (code, why) = restore(&data, &at("nothing"));
    assert!(code == 2 && why.contains("nothing is missing"), "{code}: {why}");
    let (code, why) = restore(&data, &at("mine.txt"));
    assert!(code == 2 && !why.contains("panic"), "{code}: {why}");
    // A copy that was cut short on its way.
    good(&yiqi(&["backup", "--data"], &[&data, &at("copy")]));
    let whole = std::fs::read(at("copy")).unwrap();
    std::fs::write(at("cut"), &whole[..whole.len() / 2]).unwrap();
    let (code, why) = restore(&data, &at("cut"));
    assert!(code == 2 && !why.contains("panic"), "{code}: {why}");
    // The hall is what it was, and nothing lies beside it.
    let mut left: Vec<_> =
        std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.retain(|name| name.to_string_lossy().contains("replaced"));
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(Hall::open(&data).names(), ["Ada"]);
}

/// Changes a letter of the set-up of every game in a file; returns how many there are.
fn damage(file: &Path) -> usize {
    let mut bytes = std::fs::read(file).unwrap();
    let name = b"\"players\":[{\"kind\":\"person\",\"name\":\"";
    let is_it = |at: &usize| bytes[*at..].starts_with(name);
    let found: Vec<usize> = (0..bytes.len()).filter(is_it).collect();
    for at in &found {
        bytes[at + name.len()] ^= 1;
    }
    std::fs::write(file, bytes).unwrap();
    found.len()
}

#[test]
fn what_is_damaged_is_named_and_not_brought_back_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, copy) = (at("data"), at("copy"));
    let hall = Hall::open(&data);
    let ids = ["Ada", "Bo"].map(|name| {
        let (status, game) = hall.begin(name);
        assert_eq!(status, 201, "{game}");
        game["id"].as_str().unwrap().to_owned()
    });
    hall.close();
    good(&yiqi(&["backup", "--data"], &[&data, &copy]));
    assert_eq!(damage(&copy), 2);
    // Every game of the copy is damaged: it does not replace a hall unasked.
    let (code, why) = refused(&yiqi(&["restore", "--data"], &[&data, &copy]));
    assert_eq!(code, 2, "{why}");
    assert!(why.contains("2 of ") && why.contains("cannot be read"), "{why}");
    assert!(ids.iter().all(|id| why.contains(&format!("game {id}: "))), "{why}");
    assert!(why.contains("checksum") && why.contains("nothing was changed"), "{why}");
    assert!(why.contains("--damaged brings back the rest"), "{why}");
    assert_eq!(Hall::open(&data).names(), ["Ada", "Bo"]);
    // Into another folder it is brought back for who asks for it; what is damaged is named again.
    let other = at("other");
    let done = yiqi(&["restore", "--damaged", "--data"], &[&other, &copy]);
    let said = good(&done);
    assert!(said.contains(&format!("game {}: ", ids[0])), "{said}");
    let hall = Hall::open(&other);
    let (status, list) = hall.ask("GET", "/api/games", &json!(null));
    assert_eq!((status, &list["total"]), (200, &json!(2)));
    let games = list["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["damaged"] == true), "{list}");
    hall.close();
    // A copy of a damaged hall is made, and is no success.
    let second = at("second");
    let done = yiqi(&["backup", "--data"], &[&other, &second]);
    let why = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{why}");
    assert!(second.exists() && why.contains(&format!("game {}: ", ids[1])), "{why}");
}
