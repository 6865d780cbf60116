//! Gates are settled, go on where they stopped, and the committed ones are as the page says.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use arena::read_opening_set;
use arena::{Builtin, Kind, MatchEvent, TimeControl};
use engine::{Control, Level};
use gate::spsa::{self, Spsa, SpsaStep};
use gate::{Conditions, Gate, GateResult, GateVerdict, page, rows};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Two stages; the openings are a list of their own.
fn conditions(folder: &Path) -> Conditions {
    let openings = ["d3 c5 d6", "d3 e3 f4", "c4 c3 d3", "c4 e3 f4", "f5 d6 c3", "e6 f4 c3"];
    std::fs::write(folder.join("openings.txt"), openings.join("\n")).unwrap();
    let text = "variant = 'reversi'\nopenings = 'openings.txt'\n\
        [[stage]]\nnodes = 60\nsprt = [0, 100]\ngames = 400\n\
        [[stage]]\nnodes = 90\nsprt = [0, 100]\ngames = 400\n";
    Conditions::read(text, folder).unwrap()
}

fn level(number: u8) -> (String, Kind) {
    let level = Level::new(number);
    (format!("level={number}"), Kind::Builtin(Builtin { level, ..Builtin::default() }))
}

fn gate(folder: &Path, engines: [(String, Kind); 2]) -> Gate {
    Gate {
        name: "a-test".to_owned(),
        date: "2026-11-22".to_owned(),
        note: String::new(),
        program: "a test".to_owned(),
        conditions: conditions(folder),
        engines,
        concurrency: 1,
        seed: 1,
        margin: Duration::from_secs(1),
        logs: Some(folder.join("logs")),
    }
}

fn play(gate: &Gate) -> GateResult {
    gate::run(gate, &arena::LocalVenue, &mut |_, _, _| (), &Control::new()).unwrap()
}

#[test]
fn the_stronger_one_passes_and_the_weaker_one_fails() {
    let folder = tempfile::tempdir().unwrap();
    let row = play(&gate(folder.path(), [level(9), level(1)]));
    assert_eq!((row.verdict, row.stages.len()), (GateVerdict::Passed, 2));
    assert!(row.stages[0].llr > 2.9 && row.stages[0].elo.is_none_or(|[elo, _]| elo > 0.0));
    let [won, drawn, lost] = row.stages[0].games;
    assert!(won > lost && won + drawn + lost < 400);

    let folder = tempfile::tempdir().unwrap();
    let row = play(&gate(folder.path(), [level(1), level(9)]));
    assert_eq!((row.verdict, row.stages.len()), (GateVerdict::Failed, 1));
}

#[test]
fn a_gate_goes_on_where_it_stopped() {
    let whole = tempfile::tempdir().unwrap();
    let mut expected = play(&gate(whole.path(), [level(9), level(1)]));
    let parts = tempfile::tempdir().unwrap();
    let gate = gate(parts.path(), [level(9), level(1)]);
    let control = Control::new();
    let mut games = 0;
    let stopped = gate::run(
        &gate,
        &arena::LocalVenue,
        &mut |_, _, event| {
            if matches!(event, MatchEvent::Finished { .. }) {
                games += 1;
                if games == 3 {
                    control.stop();
                }
            }
        },
        &control,
    );
    let stopped = stopped.unwrap();
    let played = |row: &GateResult| row.stages.iter().flat_map(|stage| stage.games).sum::<u64>();
    assert!(played(&stopped) >= 3 && played(&stopped) < played(&expected));
    assert_eq!(stopped.verdict, GateVerdict::Open);
    let mut row = play(&gate);
    // All but the speed.
    for row in [&mut row, &mut expected] {
        row.stages.iter_mut().for_each(|stage| stage.timed = (0, 0.0));
    }
    assert_eq!(row, expected);
}

#[test]
fn tuning_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let of = |log: &str| Spsa {
        conditions: conditions(folder.path()),
        time: TimeControl { nodes: Some(40), ..TimeControl::default() },
        numbers: vec![("futility_base".to_owned(), None), ("lmr_base".to_owned(), Some(250))],
        gain: 0.004,
        options: Vec::new(),
        iterations: 5,
        pairs: 2,
        concurrency: 1,
        seed: 4,
        log: folder.path().join(log),
    };
    let mut steps: Vec<SpsaStep> = Vec::new();
    let (numbers, last) =
        spsa::run(&of("a"), &mut |step| steps.push(step.clone()), &Control::new()).unwrap();
    assert_eq!((steps.len(), steps.last()), (5, Some(&last)));
    for (number, value) in numbers.iter().zip(&last.values) {
        assert!(*value >= f64::from(number.min) && *value <= f64::from(number.max));
    }
    // A side that won moved its numbers; one that drew did not.
    for pair in steps.windows(2) {
        assert_eq!(pair[1].result == 0, pair[0].values == pair[1].values);
    }
    let control = Control::new();
    spsa::run(
        &of("b"),
        &mut |step| {
            if step.iteration == 2 {
                control.stop();
            }
        },
        &control,
    )
    .unwrap();
    let (_, again) = spsa::run(&of("b"), &mut |_| (), &Control::new()).unwrap();
    assert_eq!(again, last);
    let text = |log: &str| std::fs::read_to_string(folder.path().join(log)).unwrap();
    assert_eq!(text("a"), text("b"));

    let other = Spsa { seed: 5, ..of("a") };
    let fault = spsa::run(&other, &mut |_| (), &Control::new()).unwrap_err().to_string();
    assert!(fault.contains("another tuning"), "{fault}");
    let other = Spsa { gain: 0.002, ..of("a") };
    let fault = spsa::run(&other, &mut |_| (), &Control::new()).unwrap_err().to_string();
    assert!(fault.contains("another tuning"), "{fault}");
    for (step, gain, why) in [
        (Some(0), 0.002, "the step of lmr_base must be at least 1"),
        (None, 0.0, "the gain must be above 0 and at most 1"),
    ] {
        let wrong = Spsa { numbers: vec![("lmr_base".to_owned(), step)], gain, ..of("d") };
        let fault = spsa::run(&wrong, &mut |_| (), &Control::new()).unwrap_err().to_string();
        assert_eq!(fault, why);
    }
    let name = || ("lmr_base".to_owned(), None);
    let twice = Spsa { numbers: vec![name(), name()], ..of("d") };
    let fault = spsa::run(&twice, &mut |_| (), &Control::new()).unwrap_err().to_string();
    assert_eq!(fault, "lmr_base is named twice");
    let nowhere = Spsa { log: folder.path().to_path_buf(), ..of("d") };
    let fault = spsa::run(&nowhere, &mut |_| (), &Control::new()).unwrap_err().to_string();
    assert!(fault.ends_with(": this is not a file"), "{fault}");
    let unknown = Spsa { numbers: vec![("charm".to_owned(), None)], ..of("c") };
    let fault = spsa::run(&unknown, &mut |_| (), &Control::new()).unwrap_err().to_string();
    assert_eq!(fault, "no number of the search is called charm");
}

/// The committed conditions can be used: their games exist, and their openings are thousands that differ.
#[test]
fn the_committed_conditions_are_sound() {
    let folder = root().join("training/gates");
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let read = Conditions::read(&text, &folder);
        let read = read.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        if read.openings.exists() {
            let set =
                read_opening_set(&read.openings, &read.variant, read.rules.as_deref()).unwrap();
            assert!(set.lines.len() >= 1000, "{}", path.display());
            assert!(std::fs::metadata(&read.openings).unwrap().len() <= 200_000);
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn the_page_is_that_of_the_rows() {
    let found = rows(&root().join("notebook/gates")).unwrap();
    let kept = std::fs::read_to_string(root().join("notebook/gates.md")).unwrap();
    assert_eq!(page(&found), kept, "workshop gate page notebook/gates > notebook/gates.md");
}
