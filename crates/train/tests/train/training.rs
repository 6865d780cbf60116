//! A training learns, goes on where it stopped, and says what it was trained on.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::Control;
use std::fs;
use std::path::Path;
use train::{Task, TrainError, TrainingEvent, TrainingJob, TrainingResult, TrainingSettings, run};

/// Games of few nodes: enough to learn what pieces are worth.
fn games(folder: &Path, games: u32) {
    let job = format!(
        "variant = 'xiangqi'\ngames = {games}\nnodes = 60\nhash = 1\n[adjudication]\nlongest = 160\n\
         win = {{ score = 800, plies = 4 }}\n"
    );
    let job = datagen::DatagenJob::read(&job).unwrap();
    let settings = datagen::DatagenSettings {
        out: folder.to_owned(),
        threads: 2,
        program: "a test".to_owned(),
    };
    datagen::run(&job, &settings, &mut |_| (), &Control::new()).unwrap();
}

fn job(epochs: u32) -> TrainingJob {
    let text = format!("variant = 'xiangqi'\ndata = ['games']\nepochs = {epochs}\nseed = 3");
    TrainingJob::read(&text).unwrap().tiny()
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

fn train(folder: &Path, out: &str, threads: usize) -> TrainingResult {
    run(&job(8), &settings(folder, out, threads), &mut |_| (), &Control::new()).unwrap().unwrap()
}

#[test]
fn a_small_training_learns_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    games(&folder.path().join("games"), 480);
    let whole = train(folder.path(), "whole", 1);
    // It learns from nothing what tells positions apart: games held out are known better than by the mean.
    let known = |loss: f64| loss / whole.losses.constant;
    assert!(whole.losses.positions > 500 && whole.trained > 2000, "{whole:?}");
    assert!(known(whole.loss) < 0.93, "{}", known(whole.loss));
    assert!(whole.loss < whole.epochs[0].held_out);
    assert!(whole.losses.today < whole.losses.constant);
    // The integers are the same network.
    assert!((whole.drift.loss - whole.drift.loss_before).abs() < 0.002, "{:?}", whole.drift);

    // Stopped again and again, with two threads: the same file.
    let mut stops = 0;
    loop {
        let control = Control::new();
        let (settings, mut first) = (settings(folder.path(), "parts", 2), None);
        // After a quarter of all steps: every run reads the games again.
        let ended = run(
            &job(8),
            &settings,
            &mut |event| {
                if let TrainingEvent::Step { step, of, .. } = event
                    && step - *first.get_or_insert(step) >= of / 4
                {
                    control.stop();
                }
            },
            &control,
        );
        if ended.unwrap().is_some() {
            break;
        }
        stops += 1;
    }
    assert!(stops > 2, "stopped {stops} times");
    let file = |out: &str, name: &str| fs::read(folder.path().join(out).join(name)).unwrap();
    let (network, made_by) = nnue::read(&file("whole", "net.nnue")).unwrap();
    assert!(file("whole", "checkpoint.bin") == file("parts", "checkpoint.bin"));
    assert!(file("whole", "net.nnue") == file("parts", "net.nnue"));
    assert_eq!((network.shape().inputs, network.shape().hidden), (692, 32));
    assert!(made_by.contains("games.yqg") && made_by.contains("\"seed\":3"), "{made_by}");
    let card = String::from_utf8(file("whole", "card.md")).unwrap();
    assert!(card.contains("| this network |") && card.contains("| 480 |"), "{card}");
    assert!(file("whole", "loss.svg").starts_with(b"<svg"));

    // The engine evaluates by it: without Black's chariots Red stands better than at the start.
    let mut engine = games::new_engine("xiangqi").unwrap();
    let session = |text| games::new_session("xiangqi", None, text).unwrap();
    let start = session(None);
    let more =
        session(Some("1nbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"));
    engine.set_option("EvalFile", "hand-made").unwrap();
    let by_hand = engine.evaluate(more.as_ref()).unwrap();
    let net = folder.path().join("whole").join("net.nnue");
    engine.set_option("EvalFile", net.to_str().unwrap()).unwrap();
    let level = engine.evaluate(start.as_ref()).unwrap();
    let learnt = engine.evaluate(more.as_ref()).unwrap();
    assert!(
        learnt > level && learnt != by_hand,
        "{learnt}, at the start {level}, by hand {by_hand}"
    );
    engine.set_option("EvalFile", "hand-made").unwrap();
    assert_eq!(engine.evaluate(more.as_ref()).unwrap(), by_hand);

    beside(folder.path(), &whole);
    begins_with_a_network(folder.path(), &whole);
    refusals(folder.path());
}

/// A network beside the hand-made evaluation learns, and together they know more than the network alone. Here are too few
/// games for it to know more than the evaluation.
fn beside(folder: &Path, alone: &TrainingResult) {
    let job = TrainingJob { beside: true, ..job(8) };
    let settings = settings(folder, "beside", 2);
    let done = run(&job, &settings, &mut |_| (), &Control::new()).unwrap().unwrap();
    assert!(done.loss < alone.loss, "{} alone, {} together", alone.loss, done.loss);
    let (first, last) = (done.epochs[0].trained, done.epochs[7].trained);
    assert!(last < 0.9 * first, "{last} after {first}");
    assert!((done.drift.loss - done.drift.loss_before).abs() < 0.002, "{:?}", done.drift);
    let mut engine = games::new_engine("xiangqi").unwrap();
    let start = games::new_session("xiangqi", None, None).unwrap();
    engine.set_option("EvalFile", "hand-made").unwrap();
    let by_hand = engine.evaluate(start.as_ref()).unwrap();
    let net = folder.join("beside").join("net.nnue");
    engine.set_option("EvalFile", net.to_str().unwrap()).unwrap();
    let together = engine.evaluate(start.as_ref()).unwrap();
    assert!((together - by_hand).abs() < 100, "by hand {by_hand}, together {together}");
}

/// A training that begins with the file of another one has its loss, and with steps of nearly nothing the same integers.
fn begins_with_a_network(folder: &Path, whole: &TrainingResult) {
    let from = Some("whole/net.nnue".to_owned());
    let text = "variant = 'xiangqi'\ndata = ['games']\nseed = 3\nhidden = 32\nepochs = 1\nfrom = 'whole/net.nnue'";
    // One in a sum may be 2²⁸, and all steps together must be less than half of a unit.
    // A small version keeps the rate and the size.
    let still =
        TrainingJob { rate: [1e-12; 2], from: from.clone(), ..TrainingJob::read(text).unwrap() }
            .tiny();
    assert_eq!((still.rate, still.hidden), ([1e-12; 2], 32));
    let train = |job: &TrainingJob, out: &str| {
        run(job, &settings(folder, out, 2), &mut |_| (), &Control::new())
    };
    let done = train(&still, "still").unwrap().unwrap();
    let start = done.losses.start.unwrap();
    assert!((start - whole.loss).abs() < 2e-4, "{start}, {} before", whole.loss);
    assert!((done.loss - start).abs() < 1e-6, "{} after {start}", done.loss);
    let file = |out: &str| fs::read(folder.join(out).join("net.nnue")).unwrap();
    let (network, made_by) = nnue::read(&file("still")).unwrap();
    assert!(network.parameters() == nnue::read(&file("whole")).unwrap().0.parameters());
    let card = fs::read_to_string(folder.join("still/card.md")).unwrap();
    let checksum = &whole.checksum;
    assert!(card.contains("| began with |") && card.contains(checksum), "{card}");
    assert!(made_by.contains(checksum), "{made_by}");

    let fault = |job: &TrainingJob, out: &str| train(job, out).unwrap_err().to_string();
    let wide = fault(&TrainingJob { hidden: 64, ..still.clone() }, "wide");
    assert!(wide.contains("hidden is 32 in the file and 64 in the job"), "{wide}");
    let together = fault(&TrainingJob { beside: true, ..still.clone() }, "together");
    assert!(together.contains("features is \"xiangqi-692-1\" in the file"), "{together}");
    let none = TrainingJob { from: Some("no.nnue".to_owned()), ..still.clone() };
    assert!(fault(&none, "none").contains("no.nnue: the training cannot begin with this"));
    // Another file of the same name is not what the training began with.
    fs::copy(folder.join("still/net.nnue"), folder.join("whole/net.nnue")).unwrap();
    let changed = fault(&still, "still");
    assert!(changed.contains("not the file that this training began with"), "{changed}");
}

/// Games of gomoku are learnt by a network that looks at the cells of the board.
#[test]
fn a_network_of_cells_learns_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let text = "variant = 'gomoku'\ngames = 320\nnodes = 40\nhash = 1\n[opening]\nplies = [3, 7]\nnear = 2\n\
                [adjudication]\nproven = true\nlongest = 80";
    let games = datagen::DatagenSettings {
        out: folder.path().join("games"),
        threads: 2,
        program: "a test".to_owned(),
    };
    datagen::run(&datagen::DatagenJob::read(text).unwrap(), &games, &mut |_| (), &Control::new())
        .unwrap();
    let text = "variant = 'gomoku'\ndata = ['games']\nepochs = 20\nseed = 3\nlayers = [8, 16]";
    let job = TrainingJob::read(&format!("{text}\nhidden = 16")).unwrap().tiny();
    let train = |out: &str, threads, stop_after: u64| {
        let control = Control::new();
        let stops = |event: TrainingEvent<'_>| {
            if matches!(event, TrainingEvent::Step { positions, .. } if positions > stop_after) {
                control.stop();
            }
        };
        run(&job, &settings(folder.path(), out, threads), &mut { stops }, &control).unwrap()
    };
    let whole = train("whole", 1, u64::MAX).unwrap();
    assert!(whole.losses.positions > 300 && whole.trained > 1500, "{whole:?}");
    assert!(whole.loss < 0.85 * whole.losses.constant, "{whole:?}");
    assert!((whole.drift.loss - whole.drift.loss_before).abs() < 0.002, "{:?}", whole.drift);
    // Stopped again and again, with two threads: the same file.
    let mut stops = 0;
    while train("parts", 2, 20_000).is_none() {
        stops += 1;
    }
    assert!(stops > 1, "stopped {stops} times");
    let file = |out: &str| fs::read(folder.path().join(out).join("net.nnue")).unwrap();
    assert!(file("whole") == file("parts"));

    // Another training that begins with it and takes steps of nearly nothing has the same integers.
    let from = Some("whole/net.nnue".to_owned());
    let still = TrainingJob { from, rate: [1e-9; 2], epochs: 1, ..job.clone() };
    let settings = settings(folder.path(), "still", 2);
    let done = run(&still, &settings, &mut |_| (), &Control::new()).unwrap().unwrap();
    let start = done.losses.start.unwrap();
    assert!((start - whole.loss).abs() < 2e-4, "{start}, {} before", whole.loss);
    let (family, variant) = games::REGISTRY.find("gomoku").unwrap();
    let cells = family.features(variant).unwrap().cells().unwrap();
    let network = |out: &str| nnue::read_cells(&file(out), &cells.turned).unwrap().0;
    assert!(network("still").parameters() == network("whole").parameters());

    // The engine evaluates by it: three in a row are better than a stone alone.
    let mut engine = games::new_engine("gomoku").unwrap();
    let net = folder.path().join("whole/net.nnue");
    engine.set_option("EvalFile", net.to_str().unwrap()).unwrap();
    let mut value = |text| {
        let session = games::new_session("gomoku", None, Some(text)).unwrap();
        engine.evaluate(session.as_ref()).unwrap()
    };
    let (three, alone) = (value("h8a1i8o1j8a15"), value("h8a1c3o1m12a15"));
    assert!(three > alone, "{three}, alone {alone}");
    let error = TrainingJob::read(&format!("{text}\nhidden = 256")).unwrap_err().to_string();
    assert_eq!(error, "hidden must be a multiple of 16, at most 64");
}

/// What a training refuses.
fn refusals(folder: &Path) {
    let fault = |job: &TrainingJob, out: &str| {
        run(job, &settings(folder, out, 1), &mut |_| (), &Control::new()).unwrap_err()
    };
    assert!(matches!(fault(&job(7), "whole"), TrainError::Differs(_)));
    let other = TrainingJob { data: vec!["nowhere".to_owned()], ..job(8) };
    assert!(fault(&other, "new").to_string().contains("nowhere"));
    let checkpoint = folder.join("whole/checkpoint.bin");
    let mut bytes = fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&checkpoint, bytes).unwrap();
    assert!(fault(&job(8), "whole").to_string().contains("the checkpoint is damaged"));
    // Games that were changed behind its back are not those it began with.
    let games = folder.join("games/games.yqg");
    let mut bytes = fs::read(&games).unwrap();
    let near_end = bytes.len() - 5;
    bytes[near_end] ^= 1;
    fs::write(&games, bytes).unwrap();
    assert!(fault(&job(8), "parts").to_string().contains("not those that the training began with"));
}

#[test]
fn jobs_without_a_network_are_refused() {
    let error = TrainingJob::read("variant = 'reversi'").unwrap_err().to_string();
    assert_eq!(error, "the engine of reversi uses no network: there is nothing to train");
    assert!(TrainingJob::read("variant = 'chess'").is_err());
    assert!(TrainingJob::read("variant = 'xiangqi'\nhiden = 3").is_err());
}

#[test]
fn the_committed_jobs_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/nets");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            Task::read(&fs::read_to_string(&path).unwrap()).unwrap();
        }
    }
}
