//! `workshop train` as a process: it is killed again and again, and its network is the same.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    fs::create_dir_all(folder).unwrap();
    Command::new(env!("CARGO_BIN_EXE_workshop"))
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
    let began = Instant::now();
    assert!(start(&at("whole"), &train).wait().unwrap().success());
    // A share of what a whole training takes here: a fixed time would let a fast machine end at once.
    let step = began.elapsed() / 60;
    let mut kills = 0_u32;
    loop {
        let mut child = start(&at("killed"), &train);
        // Later and later: some die before they have read the games, some while they write.
        std::thread::sleep(step * (kills + 1));
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
