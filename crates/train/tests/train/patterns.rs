//! The training of a linear evaluation learns, goes on where it stopped, and play counts what it counted.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::Control;
use std::fs;
use std::path::Path;
use train::patterns::{PatternTrainingResult, run};
use train::{Task, TrainError, TrainingEvent, TrainingSettings, patterns};

/// Games of few nodes: enough to learn what pieces are worth.
const DRAUGHTS: &str = "variant = 'draughts'\ngames = 416\nnodes = 60\nhash = 1\n[adjudication]\nlongest = 160\n\
                        win = { score = 400, plies = 4 }\n";

/// The same for patterns of stones.
const GOMOKU: &str = "variant = 'gomoku'\ngames = 256\nnodes = 60\nhash = 1\n[opening]\nplies = [3, 5]\nnear = 2\n\
                      [adjudication]\nlongest = 100\nproven = true\n";

fn games(folder: &Path, job: &str) {
    let job = datagen::DatagenJob::read(job).unwrap();
    let settings = datagen::DatagenSettings {
        out: folder.to_owned(),
        threads: 2,
        program: "a test".to_owned(),
    };
    datagen::run(&job, &settings, &mut |_| (), &Control::new()).unwrap();
}

fn job(more: &str) -> patterns::PatternJob {
    job_of("draughts", more)
}

fn job_of(variant: &str, more: &str) -> patterns::PatternJob {
    let text =
        format!("kind = 'patterns'\nvariant = '{variant}'\ndata = ['games']\nseed = 3\n{more}");
    match Task::read(&text).unwrap().tiny() {
        Task::Patterns(job) => job,
        Task::Network(_) => unreachable!("the kind says patterns"),
    }
}

fn settings(folder: &Path, out: &str, threads: usize) -> TrainingSettings {
    TrainingSettings {
        base: folder.to_owned(),
        out: folder.join(out),
        threads,
        program: "a test".to_owned(),
        command: "a test".to_owned(),
    }
}

fn whole(folder: &Path) -> PatternTrainingResult {
    run(&job(""), &settings(folder, "whole", 1), &mut |_| (), &Control::new()).unwrap().unwrap()
}

#[test]
fn a_small_training_of_patterns_learns_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    games(&folder.path().join("games"), DRAUGHTS);
    let whole = whole(folder.path());
    let known = |loss: f64| loss / whole.losses.constant;
    assert!(whole.losses.positions > 500 && whole.trained > 2000, "{whole:?}");
    assert!(known(whole.loss) < 0.8, "{}", known(whole.loss));
    assert!(whole.loss < whole.epochs[0].held_out);
    assert!((whole.drift.loss - whole.drift.loss_before).abs() < 0.001, "{:?}", whole.drift);

    // Stopped again and again, with two threads: the same file.
    let mut stops = 0;
    loop {
        let control = Control::new();
        let (settings, mut first) = (settings(folder.path(), "parts", 2), None);
        // After a quarter of all steps: every run reads the games again.
        let see = &mut |event: TrainingEvent<'_>| {
            if let TrainingEvent::Step { step, of, .. } = event
                && step - *first.get_or_insert(step) >= of / 4
            {
                control.stop();
            }
        };
        if run(&job(""), &settings, see, &control).unwrap().is_some() {
            break;
        }
        stops += 1;
    }
    assert!(stops > 2, "stopped {stops} times");
    let file = |out: &str, name: &str| fs::read(folder.path().join(out).join(name)).unwrap();
    assert!(file("whole", "checkpoint.bin") == file("parts", "checkpoint.bin"));
    assert!(file("whole", "weights.patterns") == file("parts", "weights.patterns"));
    let card = String::from_utf8(file("whole", "card.md")).unwrap();
    assert!(card.contains("| these numbers |") && card.contains("| Man |"), "{card}");
    assert!(file("whole", "loss.svg").starts_with(b"<svg"));

    plays_what_was_trained(folder.path());
    let other =
        run(&job("epochs = 3"), &settings(folder.path(), "whole", 1), &mut |_| (), &Control::new());
    assert!(matches!(other, Err(TrainError::Differs(_))));
    // Nor is it the folder of a network.
    let network = train::TrainingJob::read("variant = 'xiangqi'\ndata = ['games']").unwrap();
    let other =
        train::run(&network, &settings(folder.path(), "whole", 1), &mut |_| (), &Control::new());
    assert!(matches!(other, Err(TrainError::Differs(_))));

    begins_with_a_file(folder.path(), &whole);

    // Fewer games to train on, and the same held out.
    let few = job("epochs = 1\ntrained = 60");
    let few = run(&few, &settings(folder.path(), "few", 1), &mut |_| (), &Control::new());
    let few = few.unwrap().unwrap();
    assert_eq!(few.losses.positions, whole.losses.positions);
    assert!(few.trained < whole.trained / 4, "{} of {}", few.trained, whole.trained);
}

/// A training that begins with the file of another one has its loss, and with steps of nearly nothing the same numbers.
fn begins_with_a_file(folder: &Path, whole: &PatternTrainingResult) {
    // A small version keeps the rate.
    let still = job("epochs = 1\nrate = [0.000001, 0.000001]\nfrom = 'whole/weights.patterns'");
    let train = |job: &patterns::PatternJob, out: &str| {
        run(job, &settings(folder, out, 2), &mut |_| (), &Control::new())
    };
    let done = train(&still, "still").unwrap().unwrap();
    let start = done.losses.start.unwrap();
    assert!((start - whole.drift.loss).abs() < 1e-6, "{start}, {:?} before", whole.drift);
    assert!((done.loss - start).abs() < 1e-6, "{} after {start}", done.loss);
    let linear = |out: &str| {
        let file = fs::read(folder.join(out).join("weights.patterns")).unwrap();
        nnue::linear::read(&file).unwrap().0
    };
    assert!(linear("still") == linear("whole"));
    let card = fs::read_to_string(folder.join("still/card.md")).unwrap();
    assert!(card.contains("| began with |") && card.contains(&whole.checksum), "{card}");
    let other = patterns::PatternJob { from: Some("games/games.yqg".to_owned()), ..still };
    let error = train(&other, "other").unwrap_err().to_string();
    assert!(error.contains("cannot begin with this: this is no file of weights"), "{error}");
}

/// The engine's integers give what the numbers of the file and the counts of the training give.
fn plays_what_was_trained(folder: &Path) {
    let path = folder.join("whole/weights.patterns");
    let (linear, made_by) = nnue::linear::read(&fs::read(&path).unwrap()).unwrap();
    assert!(made_by.contains("games.yqg") && made_by.contains("\"seed\":3"), "{made_by}");
    let (family, variant) = games::REGISTRY.find("draughts").unwrap();
    let patterns = family.patterns(variant).unwrap();
    assert_eq!(linear.form, patterns.form());
    let mut firsts = vec![patterns.singles().len()];
    for table in patterns.tables() {
        firsts.push(firsts[firsts.len() - 1] + table.entries());
    }
    assert_eq!(firsts.pop(), Some(linear.numbers.len()));
    let mut engine = games::new_engine("draughts").unwrap();
    engine.set_option("EvalFile", path.to_str().unwrap()).unwrap();
    let counter = patterns.counter();
    for text in [
        "W:W31-50:B1-20",
        "B:W27,28,32,33,35,37-40,42,43,45,48,49:B3,6,8-10,12-14,16,18,19,23,24,26",
        "W:W22,31,37,41:B10,15,24,36",
        "W:WK5,33,38,39:B12,13,17,K45",
        "B:W38,39:B12,13,17,20,K45,K3",
    ] {
        let session = games::new_session("draughts", None, Some(text)).unwrap();
        let mut counted = engine::PatternInput::default();
        assert!(counter.count(session.as_ref(), &mut counted));
        let mut sum = [0.0; 2];
        let mut add = |number: usize, times: f64| {
            let pair = linear.numbers[number];
            sum[0] += f64::from(pair[0]) * times;
            sum[1] += f64::from(pair[1]) * times;
        };
        counted.times.iter().for_each(|&(n, times)| add(usize::from(n), f64::from(times)));
        for (entries, sign) in counted.entries.iter().zip([1.0, -1.0]) {
            firsts
                .iter()
                .zip(entries)
                .for_each(|(first, &entry)| add(first + entry as usize, sign));
        }
        let opening = f64::from(counted.opening);
        let value = sum[0] * opening + sum[1] * (1.0 - opening);
        let value = value / f64::from(counted.divisors[usize::from(value < 0.0)]) / 10.0;
        let own = f64::from(engine.evaluate(session.as_ref()).unwrap());
        let first = if text.starts_with('W') { own } else { -own };
        assert!((first - value).abs() < 1.2, "{first} in play, {value} in training: {text}");
    }
}

/// Numbers that all count singly: what is learnt is played.
#[test]
fn a_small_training_of_gomoku_learns_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    games(&folder.path().join("games"), GOMOKU);
    let job = job_of("gomoku", "rate = [0.6, 0.005]\nscale = 90");
    let run = |out: &str, threads| {
        let settings = settings(folder.path(), out, threads);
        run(&job, &settings, &mut |_| (), &Control::new()).unwrap().unwrap()
    };
    let whole = run("whole", 1);
    assert!(whole.losses.positions > 200 && whole.trained > 1000, "{whole:?}");
    // The start is the evaluation by hand. That of the program has learnt from far more games than these.
    assert!(whole.loss < whole.losses.constant, "{whole:?}");
    assert!(whole.loss < whole.epochs[0].held_out, "{whole:?}");
    assert!((whole.drift.loss - whole.drift.loss_before).abs() < 0.001, "{:?}", whole.drift);
    assert_eq!(run("again", 2).checksum, whole.checksum);

    let path = folder.path().join("whole/weights.patterns");
    let (linear, _) = nnue::linear::read(&fs::read(&path).unwrap()).unwrap();
    let (family, variant) = games::REGISTRY.find("gomoku").unwrap();
    let patterns = family.patterns(variant).unwrap();
    assert_eq!((&linear.form, linear.numbers.len()), (&patterns.form(), patterns.singles().len()));
    let mut engine = games::new_engine("gomoku").unwrap();
    engine.set_option("EvalFile", path.to_str().unwrap()).unwrap();
    let counter = patterns.counter();
    let mut session = games::new_session("gomoku", None, None).unwrap();
    let mut counted = engine::PatternInput::default();
    for (ply, text) in ["h8", "i9", "h9", "h10", "g8", "i8", "i10", "f7", "j11"].iter().enumerate()
    {
        session.push(text).unwrap();
        assert!(counter.count(session.as_ref(), &mut counted));
        let number = |n: u16| f64::from(linear.numbers[usize::from(n)][0]);
        let sum: f64 = counted.times.iter().map(|&(n, times)| number(n) * f64::from(times)).sum();
        let own = f64::from(engine.evaluate(session.as_ref()).unwrap());
        let first = if ply % 2 == 1 { own } else { -own };
        let value = sum / f64::from(patterns.per_hundredth());
        assert!((first - value).abs() < 1.0, "{first} in play, {value} in training: {text}");
    }
    // Black has made a four, which White must answer.
    assert_eq!(counted.captures, [false, true]);
    let renju = games::new_session("renju", None, None).unwrap();
    assert!(!counter.count(renju.as_ref(), &mut counted));
}

/// Rules that had taken the numbers of similar ones begin with these, and have a form of their own.
#[test]
fn a_small_training_of_caro_is_for_caro_alone() {
    let folder = tempfile::tempdir().unwrap();
    let few = GOMOKU.replace("'gomoku'", "'caro'").replace("games = 256", "games = 96");
    games(&folder.path().join("games"), &few);
    let job = job_of("caro", "rate = [0.0001, 0.00001]\nepochs = 1\nscale = 90");
    let settings = settings(folder.path(), "out", 1);
    run(&job, &settings, &mut |_| (), &Control::new()).unwrap().unwrap();
    let path = folder.path().join("out/weights.patterns");
    let (linear, _) = nnue::linear::read(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(linear.form, "caro-patterns-1");
    let shipped = include_bytes!("../../../../nets/gomoku-standard.patterns");
    let (standard, _) = nnue::linear::read(shipped).unwrap();
    let own = |numbers: &[[i16; 2]]| numbers.iter().map(|n| n[0]).collect::<Vec<_>>();
    let apart = own(&linear.numbers).into_iter().zip(own(&standard.numbers));
    // So small steps change nothing that counts.
    assert!(apart.clone().all(|(a, b)| a.abs_diff(b) <= 1) && apart.count() == 3948);

    let path = path.to_str().unwrap();
    let of = |variant| games::new_engine(variant).unwrap();
    of("caro").set_option("EvalFile", path).unwrap();
    of("caro19").set_option("EvalFile", path).unwrap();
    for other in ["gomoku", "gomoku-standard", "renju", "caro-free", "omok"] {
        let refused = of(other).set_option("EvalFile", path).unwrap_err().to_string();
        assert!(refused.contains(&format!("these are for caro, not for {other})")), "{refused}");
    }
}
