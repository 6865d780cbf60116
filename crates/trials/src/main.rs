//! Trials of a hall's guarantees: no acknowledged change is lost, and no client takes all
//! resources.
//!
//! ```text
//! cargo build --release -p yiqi -p workshop -p trials --features yiqi/cluster
//! target/release/trials kill 500
//! target/release/trials full-disk 20           (as root, on Linux)
//! target/release/trials damage 100
//! target/release/trials restore 100
//! target/release/trials load 500 60            (games, seconds)
//! target/release/trials crowd 500 200 60       (games, people in the lobby, seconds)
//! target/release/trials rated 100              (kills at the end of rated games)
//! target/release/trials machines 50 5 60       (games, level, seconds)
//! target/release/trials idle 10000 500 30      (idle, slow, seconds)
//! target/release/trials fuzz 20000
//! target/release/trials greedy 3 20            (pairs of rounds without and with the greedy client, seconds)
//! target/release/trials greed 127.0.0.1:7717  (the greedy client alone, until its input ends)
//! target/release/trials nodes --games 100 --seconds 200 --faults kill,stop,cut
//! target/release/trials history FOLDER         (the records of `nodes --out …` again)
//! ```
//!
//! The program under test is `YIQI_BIN`, or `yiqi` beside this one; the games of workers are submitted by `workshop` beside
//! it. A further number seeds
//! the random numbers. Everything happens on this machine's loopback and in temporary folders. The
//! last line is a summary, and the exit code is that of the result.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool that says what it finds")]

mod crowd;
mod damage;
mod full_disk;
mod fuzz;
mod greedy;
mod hall;
mod idle;
mod kill;
mod load;
mod machines;
#[path = "../../cluster/tests/cluster/nats.rs"]
mod nats;
mod nodes;
mod person;
#[path = "../../store/tests/store/common/cluster.rs"]
mod postgres;
mod rated;
mod restore;
mod seat;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    run(&words)
}

fn run(words: &[String]) -> ExitCode {
    match words.first().map(String::as_str) {
        Some("nodes") => {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            return ended(runtime.block_on(nodes::run(&words[1..])));
        }
        Some("greed") if words.len() == 2 => {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            let done = runtime.block_on(greedy::greed::run(&words[1]));
            return ended(done.inspect_err(|why| println!("{why}")).is_ok());
        }
        Some("history") if words.len() == 2 => return ended(nodes::judge(words[1].as_ref())),
        _ => {}
    }
    // The numbers that a trial takes, with their defaults.
    let usual: &[u64] = match words.first().map(String::as_str) {
        Some("kill" | "full-disk" | "damage" | "restore" | "rated") => &[10],
        Some("load") => &[500, 60],
        Some("crowd") => &[500, 200, 60],
        Some("machines") => &[50, 5, 60],
        Some("idle") => &[10_000, 500, 30],
        Some("fuzz") => &[20_000],
        Some("greedy") => &[3, 20],
        _ => return usage(),
    };
    let number = |i: usize, usual: u64| words.get(i + 1).map_or(Ok(usual), |word| word.parse());
    let numbers: Result<Vec<u64>, _> =
        usual.iter().enumerate().map(|(i, &n)| number(i, n)).collect();
    let (Ok(n), Ok(seed)) = (numbers, number(usual.len(), 7717)) else { return usage() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lots = hall::Lots(seed);
    let kept = match words[0].as_str() {
        "kill" => runtime.block_on(kill::run(n[0], lots)),
        "full-disk" => full_disk::run(n[0], words, &runtime),
        "damage" => runtime.block_on(damage::run(n[0], lots)),
        "restore" => runtime.block_on(restore::run(n[0], lots)),
        "load" => runtime.block_on(load::run(n[0], n[1], lots)),
        "crowd" => runtime.block_on(crowd::run(n[0], n[1], n[2], lots)),
        "rated" => runtime.block_on(rated::run(n[0], lots)),
        "machines" => runtime.block_on(machines::run(n[0], n[1], n[2], lots)),
        "idle" => runtime.block_on(idle::run(n[0], n[1], n[2], lots)),
        "fuzz" => runtime.block_on(fuzz::run(n[0], lots)),
        "greedy" => runtime.block_on(greedy::run(n[0], n[1], lots)),
        _ => return usage(),
    };
    ended(kept)
}

fn ended(kept: bool) -> ExitCode {
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    println!(
        "trials kill|full-disk|damage|restore|rated [ROUNDS [SEED]]\n\
         trials load [GAMES SECONDS [SEED]]\n\
         trials crowd [GAMES PEOPLE SECONDS [SEED]]\n\
         trials machines [GAMES LEVEL SECONDS [SEED]]\n\
         trials idle [IDLE SLOW SECONDS [SEED]]\n\
         trials fuzz [ROUNDS [SEED]]\n\
         trials greedy [PAIRS SECONDS [SEED]]\n{}",
        nodes::USAGE
    );
    ExitCode::from(2)
}
