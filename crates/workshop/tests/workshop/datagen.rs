//! `workshop datagen` as a process: it is killed again and again, and its games come out whole.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const JOB: &str = "variant = 'reversi'\ngames = 320\nnodes = 100\nhash = 1\n";

fn start(job: &Path, out: &Path, threads: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(["datagen", "run", "--threads", threads])
        .args([job, out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the games take more bytes than that, or the process ends.
fn wait_for(child: &mut Child, games: &Path, bytes: u64) -> bool {
    let began = Instant::now();
    loop {
        if fs::metadata(games).is_ok_and(|meta| meta.len() > bytes) {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "no games come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_has_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("job.toml"), JOB).unwrap();
    assert!(start(&at("job.toml"), &at("whole"), "1").wait().unwrap().success());
    let games = at("killed").join("games.yqg");
    let (mut kills, mut bytes) = (0, 0);
    // Each run writes a block or two before it dies; some die while they write.
    loop {
        let mut child = start(&at("job.toml"), &at("killed"), "2");
        if !wait_for(&mut child, &games, bytes) {
            assert!(child.wait().unwrap().success());
            break;
        }
        bytes = fs::metadata(&games).unwrap().len();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 3, "killed {kills} times");
    assert!(fs::read(games).unwrap() == fs::read(at("whole").join("games.yqg")).unwrap());
}

#[test]
fn ctrl_c_ends_it_with_130() {
    let folder = tempfile::tempdir().unwrap();
    let job = folder.path().join("job.toml");
    fs::write(&job, JOB.replace("320", "100000")).unwrap();
    let out = folder.path().join("out");
    let mut child = start(&job, &out, "1");
    assert!(wait_for(&mut child, &out.join("games.yqg"), 2000));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let shown = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(["datagen", "show", "--replay", "--json"])
        .arg(out.join("games.yqg"))
        .output()
        .unwrap();
    assert!(shown.status.success());
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert!(shown["totals"]["games"].as_u64().unwrap() >= 32, "{shown}");
    assert_eq!(shown["header"]["job"]["nodes"], 100);
}

#[test]
fn parts_make_the_file_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("job.toml"), JOB.replace("320", "150")).unwrap();
    let workshop = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
        let done = command.current_dir(folder.path()).arg("datagen").args(args).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    assert_eq!(workshop(&["run", "job.toml", "whole"]).0, Some(0));
    for part in ["1/3", "2/3", "3/3"] {
        assert_eq!(workshop(&["run", "job.toml", &part[..1], "--part", part]).0, Some(0));
    }
    let missing = workshop(&["merge", "job.toml", "merged", "3", "1"]);
    assert_eq!(missing.0, Some(2));
    assert!(missing.1.contains("games 32 to 95 are in none of the parts"), "{}", missing.1);
    // What was merged stays; the rest follows, as a file.
    let rest = ["merge", "job.toml", "merged", "3", "2/games.yqg"];
    assert_eq!(workshop(&rest), (Some(0), String::new()));
    assert!(fs::read(at("merged/games.yqg")).unwrap() == fs::read(at("whole/games.yqg")).unwrap());

    let many = workshop(&["run", "job.toml", "much", "--part", "1/9"]);
    assert!(many.1.contains("9 parts are too many: the job has 5 blocks"), "{}", many.1);
    let wrong = workshop(&["run", "job.toml", "much", "--part", "4/3"]);
    assert!(wrong.1.contains("\"4/3\" is no part"), "{}", wrong.1);
    fs::write(at("other.toml"), JOB.replace("100", "200")).unwrap();
    let other = workshop(&["merge", "other.toml", "much", "1"]);
    assert!(other.1.contains("this part is of another job"), "{}", other.1);
}
