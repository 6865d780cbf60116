//! Games depend on the job and their number alone, and a folder that was cut anywhere becomes whole.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use datagen::packed::Reader;
use datagen::{
    BlockPlayer, Collector, DatagenEvent, DatagenJob, DatagenSettings, Ending, FolderTotals, Game,
    OpeningRule, OpeningsJob, RunError, run,
};
use engine::Control;
use std::fs;
use std::path::Path;

fn job(variant: &str, games: u64) -> DatagenJob {
    let text = format!(
        "variant = '{variant}'\nseed = 5\ngames = {games}\nnodes = 60\nhash = 1\n\
         [opening]\nplies = [3, 6]\nbalance = [0, 3000]\n\
         [adjudication]\nwin = {{ score = 900, plies = 4 }}\nlongest = 60\nproven = true\n\
         play_out = 0.2\n"
    );
    DatagenJob::read(&text).unwrap()
}

fn settings(out: &Path, threads: usize) -> DatagenSettings {
    DatagenSettings { out: out.to_owned(), threads, program: "a test".to_owned() }
}

fn generate(job: &DatagenJob, out: &Path, threads: usize) -> FolderTotals {
    run(job, &settings(out, threads), &mut |_| (), &Control::new()).unwrap()
}

fn games_of(out: &Path) -> Vec<u8> {
    fs::read(out.join("games.yqg")).unwrap()
}

/// Plays all games of a file again: the session after each.
fn replayed(bytes: &[u8]) -> Vec<(Game, Box<dyn engine::Session>)> {
    let mut reader = Reader::new(bytes).unwrap();
    let start = reader.header().session().unwrap();
    let mut all = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        for game in block.games {
            let mut session = start.fork();
            game.replay(session.as_mut(), &mut |before, _, score| {
                assert!(before.verdict().is_none());
                let searched =
                    before.moves().len() >= game.opening as usize && before.legal_moves().len() > 1;
                assert_eq!(score.is_some(), searched, "one reply is not searched, others are");
            })
            .unwrap();
            all.push((game, session));
        }
    }
    all
}

#[test]
fn every_variant_is_generated_and_played_again() {
    for variant in games::variants() {
        let folder = tempfile::tempdir().unwrap();
        let totals = generate(&job(variant.id, 3), folder.path(), 1);
        assert_eq!(totals.games, 3, "{}", variant.id);
        for (game, session) in replayed(&games_of(folder.path())) {
            let verdict = session.verdict();
            assert_eq!(game.ending == Ending::Rules, verdict.is_some(), "{}", variant.id);
            if let Some(verdict) = verdict {
                assert_eq!(verdict.outcome, game.outcome, "{}", variant.id);
            }
        }
    }
}

#[test]
fn games_do_not_depend_on_the_threads_nor_on_the_part() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let whole = job("reversi", 100);
    let totals = generate(&whole, &at("one"), 1);
    assert_eq!(totals, generate(&whole, &at("three"), 3));
    assert_eq!(games_of(&at("one")), games_of(&at("three")));
    assert!(totals.endings["rules"] > 0 && totals.results[0] > 0 && totals.results[2] > 0);
    // Four bytes a ply at most, with everything around them.
    assert!(games_of(&at("one")).len() as u64 <= 4 * totals.plies);
    // A worker that has a part of the games plays the same ones.
    let part = DatagenJob { first: 40, games: 10, ..whole };
    generate(&part, &at("part"), 1);
    let plain = |path: &Path| -> Vec<Game> {
        replayed(&games_of(path)).into_iter().map(|(game, _)| game).collect()
    };
    assert_eq!(plain(&at("part")), plain(&at("one"))[40..50]);
}

#[test]
fn a_file_that_was_cut_becomes_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = job("reversi", 80);
    generate(&whole, &folder.path().join("whole"), 2);
    let expected = games_of(&folder.path().join("whole"));
    let head = Reader::new(&expected[..]).unwrap().good() as usize;
    let out = folder.path().join("cut");
    for cut in [head, head + 1, head + 200, (head + expected.len()) / 2, expected.len() - 1] {
        generate(&DatagenJob { games: 80, ..whole.clone() }, &out, 1);
        fs::write(out.join("games.yqg"), &expected[..cut]).unwrap();
        let mut resumed = None;
        let see = &mut |event: DatagenEvent<'_>| {
            if let DatagenEvent::Resumed(totals) = event {
                resumed = Some(totals.games);
            }
        };
        run(&whole, &settings(&out, 2), see, &Control::new()).unwrap();
        assert!(resumed.unwrap() < 80);
        assert!(games_of(&out) == expected, "cut at {cut}");
    }
}

#[test]
fn a_folder_belongs_to_its_job() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let first = job("reversi", 2);
    generate(&first, out, 1);
    let refused = |job: &DatagenJob, settings: &DatagenSettings| {
        run(job, settings, &mut |_| (), &Control::new()).unwrap_err().to_string()
    };
    let other = DatagenJob { nodes: 61, ..first.clone() };
    assert!(refused(&other, &settings(out, 1)).contains("another job"));
    let program = DatagenSettings { program: "another".to_owned(), ..settings(out, 1) };
    assert!(refused(&first, &program).contains("another build"));
    // What was damaged in some other way than by a kill is not thrown away.
    let mut bytes = games_of(out);
    bytes.extend(vec![7; 2 << 20]);
    fs::write(out.join("games.yqg"), &bytes).unwrap();
    assert!(refused(&first, &settings(out, 1)).contains("incomplete or damaged"));
    assert_eq!(games_of(out).len(), bytes.len());
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = job("reversi", 40);
    let mut seen = None;
    let settings = settings(folder.path(), 1);
    let see = &mut |event: DatagenEvent<'_>| {
        if matches!(event, DatagenEvent::Written(_)) && seen.is_none() {
            seen = Some(run(&first, &settings, &mut |_| (), &Control::new()));
        }
    };
    run(&first, &settings, see, &Control::new()).unwrap();
    assert!(matches!(seen, Some(Err(RunError::Busy(_)))));
}

#[test]
fn a_stopped_run_leaves_whole_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::new();
    let see = &mut |event: DatagenEvent<'_>| {
        if matches!(event, DatagenEvent::Written(_)) {
            control.stop();
        }
    };
    let totals = run(&job("reversi", 100_000), &settings(folder.path(), 2), see, &control).unwrap();
    assert!(totals.games > 0 && totals.games < 1000, "{}", totals.games);
    assert_eq!(replayed(&games_of(folder.path())).len() as u64, totals.games);
}

#[test]
fn openings_are_balanced_different_and_near() {
    let of = |threads| OpeningsJob {
        variant: "gomoku".to_owned(),
        rules: None,
        seed: 3,
        count: 12,
        nodes: 300,
        opening: OpeningRule { plies: [3, 5], balance: [0, 400], near: Some(2), choice: None },
        threads,
        program: "a test".to_owned(),
        made_by: "a test".to_owned(),
    };
    let made =
        |threads| datagen::openings(&of(threads), &Control::new(), &mut |_| ()).unwrap().unwrap();
    let bytes = made(1);
    assert_eq!(bytes, made(3));
    let all = replayed_openings(&bytes);
    assert_eq!(all.len(), 12);
    let mut positions: Vec<String> = all.iter().map(|session| session.position_text()).collect();
    positions.sort_unstable();
    positions.dedup();
    assert_eq!(positions.len(), 12);
    for session in all {
        let board = session.board();
        let middle = i32::from(board.grid.files / 2);
        assert!((3..=5).contains(&board.pieces.len()));
        for piece in board.pieces {
            let far =
                (i32::from(piece.file) - middle).abs().max((i32::from(piece.rank) - middle).abs());
            assert!(far <= 10, "each stone is at most two points from one before it");
        }
    }
    let stopped = Control::new();
    stopped.stop();
    assert!(datagen::openings(&of(1), &stopped, &mut |_| ()).unwrap().is_none());
}

fn replayed_openings(bytes: &[u8]) -> Vec<Box<dyn engine::Session>> {
    let mut reader = Reader::new(bytes).unwrap();
    let start = reader.header().session().unwrap();
    let games = reader.next_block().unwrap().unwrap().games;
    games
        .iter()
        .map(|game| {
            assert_eq!(game.ending, Ending::Open);
            let mut session = start.fork();
            game.replay(session.as_mut(), &mut |_, _, _| ()).unwrap();
            session
        })
        .collect()
}

#[test]
fn blocks_that_come_from_elsewhere_make_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let job = job("reversi", 70);
    let whole = generate(&job, &at("here"), 1);
    let mut player = BlockPlayer::new(job.clone()).unwrap();
    let control = Control::new();
    let mut blocks = Vec::new();
    // In any order, as several workers send them.
    for number in [2, 0, 1] {
        blocks.push((number, player.play(number, &control).unwrap().unwrap()));
    }
    blocks.sort_by_key(|(number, _)| *number);
    assert!(player.play(3, &control).is_err(), "there is no such block");
    let (last, _) = &blocks[2].1;
    let open = || Collector::open(&job, &settings(&at("elsewhere"), 1)).unwrap();
    for (number, (bytes, _)) in &blocks {
        // Each opening goes on where the last one stopped.
        let mut collector = open();
        assert_eq!(collector.next(), *number);
        if *number == 0 {
            // A block of other games, one that is cut off, one too many, and nothing.
            let mut cut = bytes.clone();
            cut.pop();
            for wrong in [last.clone(), cut, [&bytes[..], &last[..]].concat(), Vec::new()] {
                let error = collector.take(&wrong).unwrap_err();
                assert!(matches!(error, RunError::Block { number: 0, .. }), "{error}");
            }
        }
        collector.take(bytes).unwrap();
    }
    assert_eq!(open().totals(), &whole);
    assert_eq!(games_of(&at("elsewhere")), games_of(&at("here")));
    control.stop();
    assert!(player.play(0, &control).unwrap().is_none());
}

#[test]
fn a_job_from_elsewhere_names_no_file() {
    let mut job = job("xiangqi", 1);
    job.options.insert("Without".to_owned(), "null-move".to_owned());
    let text = |job: &DatagenJob| serde_json::to_string(job).unwrap();
    assert_eq!(DatagenJob::read_from_afar(&text(&job)).unwrap(), job);
    job.options.insert("EvalFile".to_owned(), "/etc/passwd".to_owned());
    job.options.insert(" bookfile".to_owned(), "/etc/passwd".to_owned());
    job.options.insert("Hash".to_owned(), "9999".to_owned());
    let error = DatagenJob::read_from_afar(&text(&job)).unwrap_err().to_string();
    for name in ["EvalFile", "bookfile", "Hash"] {
        assert!(error.contains(name), "{name}: {error}");
    }
}
