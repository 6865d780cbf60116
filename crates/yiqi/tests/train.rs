//! `yiqi train` as a process: it is killed again and again, and its network is the same.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    fs::create_dir_all(folder).unwrap();
    Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_training_that_is_killed_again_and_again_has_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games =
        "variant = 'xiangqi'\ngames = 64\nnodes = 40\nhash = 1\nadjudication.longest = 100\n";
    fs::write(at("games.toml"), games).unwrap();
    fs::write(at("net.toml"), "variant = 'xiangqi'\nepochs = 8\nheld_out = 0.3\n").unwrap();
    let play = ["datagen", "run", "games.toml", "games"];
    assert!(start(folder.path(), &play).wait().unwrap().success());
    let (job, data) = (at("net.toml"), at("games"));
    let train = ["train", job.to_str().unwrap(), "net", "--tiny", "--data", data.to_str().unwrap()];
    assert!(start(&at("whole"), &train).wait().unwrap().success());
    let mut kills = 0_u64;
    loop {
        let mut child = start(&at("killed"), &train);
        // Later and later: some die before they have read the games, some while they write.
        std::thread::sleep(Duration::from_millis(30 * (kills + 1)));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert!(kills < 300, "it never ends");
    }
    assert!(kills > 3, "killed {kills} times");
    for name in ["net/net.nnue", "net/checkpoint.bin"] {
        assert!(
            fs::read(at("killed").join(name)).unwrap() == fs::read(at("whole").join(name)).unwrap()
        );
    }
}
