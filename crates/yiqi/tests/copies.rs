//! `yiqi backup` and `yiqi restore`, as a person calls them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{Hall, good, refused, yiqi};
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
