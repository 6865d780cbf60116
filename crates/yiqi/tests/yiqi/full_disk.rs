//! A disk that is full, as a client of the program sees it: 507 `disk-full`, nothing of it
//! stored, and everything taken again as soon as there is room.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{Hall, eventually};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Set in the process that has the small disk; its value is where that is.
const DISK: &str = "YIQI_TEST_SMALL_DISK";
const NAME: &str = "a_full_disk_is_said_over_http_and_room_heals_it";

#[test]
fn a_full_disk_is_said_over_http_and_room_heals_it() {
    if let Ok(disk) = std::env::var(DISK) {
        return fill_and_free(Path::new(&disk));
    }
    let disk = tempfile::tempdir().unwrap();
    let mount = "mount -t tmpfs -o size=2m tmpfs \"$0\"";
    let in_own_mounts = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-m", "sh", "-c", script]).arg(disk.path());
        command
    };
    if !in_own_mounts(mount).output().is_ok_and(|done| done.status.success()) {
        println!("skipped: a small disk cannot be mounted here (root is needed)");
        return;
    }
    let again = format!("{mount} && exec \"$@\"");
    let done = in_own_mounts(&again)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env(DISK, disk.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
}

fn fill_and_free(disk: &Path) {
    let data = disk.join("data");
    let ballast = disk.join("ballast");
    let hall = Hall::open(&data);
    let mut kept = Vec::new();
    for round in 0..3 {
        fill(&ballast);
        begin_until_refused(&hall, &round.to_string(), &mut kept);
        let (status, answer) = hall.ask("PUT", "/api/preferences", &json!({}));
        assert!(status == 507 || status == 200, "{status}: {answer}");
        // What is stored can be read.
        assert_eq!(hall.ask("GET", "/api/games", &json!(null)).1["total"], kept.len());
        std::fs::remove_file(&ballast).unwrap();
        let name = format!("{round} with room");
        let (status, answer) = hall.begin(&name);
        assert_eq!(status, 201, "{answer}");
        kept.push(name);
    }
    a_review_fails_and_is_begun_again(&hall, &ballast, &mut kept);
    hall.close();
    let hall = Hall::open(&data);
    kept.sort();
    assert_eq!(kept.len(), hall.names().len());
    assert_eq!(kept, hall.names());
}

/// Begins games until three were refused because the disk is full.
fn begin_until_refused(hall: &Hall, round: &str, kept: &mut Vec<String>) {
    let mut refused = 0;
    for i in 0..2000 {
        let name = format!("{round} {i:04}");
        let (status, answer) = hall.begin(&name);
        match status {
            201 => kept.push(name),
            507 => {
                assert_eq!(answer["code"], "disk-full", "{answer}");
                let message = answer["message"].as_str().unwrap();
                assert!(message.contains("nothing was stored"), "{message}");
                refused += 1;
            }
            other => panic!("round {round}: {other}: {answer}"),
        }
        if refused == 3 {
            return;
        }
    }
    panic!("the disk was not filled in round {round}");
}

/// A review under way when the disk becomes full says so, and can be begun again when there is room.
fn a_review_fails_and_is_begun_again(hall: &Hall, ballast: &Path, kept: &mut Vec<String>) {
    let new = json!({"kind": "position", "variant": "gomoku", "moves": ["h8", "h9", "i8", "i9"]});
    let (status, study) = hall.ask("POST", "/api/studies", &new);
    assert_eq!(status, 201, "{study}");
    let path = format!("/api/studies/{}", study["id"].as_str().unwrap());
    let review = format!("{path}/review");
    let (status, answer) = hall.ask("POST", &review, &json!({"ms": 3000}));
    assert_eq!(status, 202, "{answer}");
    fill(ballast);
    begin_until_refused(hall, "review", kept);
    let until = |state: &str| {
        eventually(state, || {
            let found = hall.ask("GET", &path, &json!(null)).1["review"].clone();
            if found["state"] == state { Ok(found) } else { Err(found) }
        })
    };
    assert_eq!(until("failed")["failure"]["code"], "disk-full");
    std::fs::remove_file(ballast).unwrap();
    let (status, answer) = hall.ask("POST", &review, &json!({"nodes": 500}));
    assert_eq!(status, 202, "{answer}");
    assert_eq!(until("done")["done"], 5);
}

/// Something else takes all the room there is.
fn fill(ballast: &Path) {
    let mut file = std::fs::File::create(ballast).unwrap();
    for size in [1 << 16, 1 << 12, 1 << 9] {
        while file.write_all(&vec![b'x'; size]).is_ok() {}
    }
}
