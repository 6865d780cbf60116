//! A full disk: requests are refused with a message, free space repairs the hall, and no
//! acknowledged change is lost.

use crate::hall::{KnownGame, Lots};
use crate::person::Mode;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Set in the process that has the small disk; the value is its path.
const DISK: &str = "YIQI_TRIALS_DISK";

/// In each mode of a hall. Starts the program again in a mount namespace of its own, which has a disk of 4 MB.
pub(crate) fn run(rounds: u64, words: &[String], runtime: &tokio::runtime::Runtime) -> bool {
    if let Ok(disk) = std::env::var(DISK) {
        let mut kept = true;
        for mode in Mode::ALL {
            kept &= runtime.block_on(on(Path::new(&disk), mode, rounds.div_ceil(3)));
        }
        return kept;
    }
    let disk = tempfile::tempdir().unwrap();
    let own = std::env::current_exe().unwrap();
    let status = Command::new("unshare")
        .args(["-m", "sh", "-c", "mount -t tmpfs -o size=4m tmpfs \"$0\" && exec \"$@\""])
        .args([disk.path(), &own])
        .args(words)
        .env(DISK, disk.path())
        .status();
    match status {
        Ok(status) => status.success(),
        Err(error) => {
            println!("full-disk needs `unshare` and root: {error}");
            false
        }
    }
}

#[derive(Default)]
struct Counts {
    changes: u64,
    refused: u64,
    wrong: u64,
}

async fn on(disk: &Path, mode: Mode, rounds: u64) -> bool {
    let mut counts = Counts::default();
    for round in 0..rounds {
        if let Err(error) = one(disk, mode, round, &mut counts).await {
            println!("round {round}: {error}");
            counts.wrong += 1;
        }
        let _ = std::fs::remove_file(disk.join("ballast"));
        let _ = std::fs::remove_dir_all(disk.join("data"));
    }
    println!(
        "full-disk, {mode:?}: {rounds} rounds, {} changes acknowledged, {} refused as disk-full, {} rounds \
         with something lost or wrong",
        counts.changes, counts.refused, counts.wrong
    );
    counts.wrong == 0 && counts.refused >= 3 * rounds
}

async fn one(disk: &Path, mode: Mode, round: u64, counts: &mut Counts) -> Result<(), String> {
    let data = disk.join("data");
    let mut lots = Lots(round);
    let mut speaker = None;
    let hall = mode.open(&data, &mut speaker).await?;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(KnownGame { id: hall.begin()?, ..KnownGame::default() });
    }
    for game in &mut games {
        game.play(hall.live(&game.id), 5, &mut lots).await?;
    }
    for _ in 0..1 + lots.below(3) {
        fill(disk);
        let mut refused = 0;
        for i in 0..2_000 {
            let game = &mut games[i % 3];
            match game.play(hall.live(&game.id), 1, &mut lots).await {
                Ok(()) => {}
                Err(code) if code == "disk-full" => refused += 1,
                Err(code) => return Err(format!("refused as {code}, not as disk-full")),
            }
            if refused == 3 {
                break;
            }
        }
        match hall.begin() {
            Err(code) if code.contains("disk-full") => refused += 1,
            other => return Err(format!("a game on a full disk: {other:?}")),
        }
        counts.refused += refused;
        for game in &mut games {
            game.check(&hall)?;
        }
        // There is space again: every change is accepted at once.
        std::fs::remove_file(disk.join("ballast")).unwrap();
        for game in &mut games {
            game.play(hall.live(&game.id), 3, &mut lots)
                .await
                .map_err(|code| format!("with room: {code}"))?;
        }
        games.push(KnownGame { id: hall.begin()?, ..KnownGame::default() });
        for game in &mut games {
            game.check(&hall)?;
        }
    }
    let (in_order, said) = hall.close();
    if !in_order || said.contains("panicked") {
        return Err(format!("the hall did not close in order: {said}"));
    }
    let hall = mode.open(&data, &mut speaker).await?;
    for game in &mut games {
        game.check(&hall)?;
        counts.changes += game.changes + 1;
    }
    hall.kill();
    Ok(())
}

/// Other data fill the disk.
fn fill(disk: &Path) {
    let mut ballast = std::fs::File::create(disk.join("ballast")).unwrap();
    for size in [1 << 16, 1 << 12, 1 << 9] {
        while ballast.write_all(&vec![0; size]).is_ok() {}
    }
}
