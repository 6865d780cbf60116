//! Measurements of real games.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::Control;
use lab::ablate::{self, Ablation};
use lab::experiments::{Budget, Experiment, experiment};
use lab::{LabPlan, Settings, disagreements, ladder, report, run};
use std::collections::BTreeMap;
use std::time::Duration;

fn settings() -> Settings {
    Settings { threads: 2, longest: Duration::from_secs(600), log: None }
}

fn plan(variant: &str, rungs: &[&str], depth: u32) -> LabPlan {
    LabPlan {
        variant: variant.to_owned(),
        rules: None,
        positions: games::positions(variant).expect("a variant").into_iter().take(2).collect(),
        rungs: rungs.iter().map(|id| ladder::find(id).expect("a rung")).collect(),
        depths: (1..=depth).collect(),
    }
}

/// Every rung in every game: those that must not change the value do not.
#[test]
fn exact_techniques_agree_in_all_games() {
    let all: Vec<&str> = ladder::all().map(|rung| rung.id).collect();
    for variant in ["xiangqi", "draughts", "gomoku", "reversi"] {
        let depth = if variant == "gomoku" { 2 } else { 3 };
        let plan = plan(variant, &all, depth);
        let rows = run(&plan, &settings(), &mut |_| true).unwrap();
        assert_eq!(rows.len(), plan.jobs().len(), "{variant}");
        assert_eq!(disagreements(&rows), [], "{variant}");
        assert!(rows.iter().all(|row| row.complete && !row.best.is_empty()), "{variant}");
    }
}

#[test]
fn minimax_counts_the_leaves_of_perft_and_alpha_beta_saves() {
    let mut plan = plan("xiangqi", &["minimax", "alpha-beta", "captures"], 3);
    plan.positions = vec![games::find_variant("xiangqi").unwrap().start.to_owned()];
    let rows = run(&plan, &settings(), &mut |_| true).unwrap();
    let leaves: Vec<u64> =
        rows.iter().filter(|row| row.technique == "minimax").map(|row| row.leaves).collect();
    assert_eq!(leaves, [44, 1920, 79666]);
    let of = |technique: &str| rows.iter().find(|r| r.technique == technique && r.depth == 3);
    assert!(of("alpha-beta").unwrap().leaves * 2 < 79666);
}

#[test]
fn an_interrupted_run_goes_on_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let settings = Settings { threads: 1, log: Some(log.clone()), ..settings() };
    let plan = plan("reversi", &["minimax", "alpha-beta"], 3);
    let some = run(&plan, &settings, &mut |progress| progress.done < 4).unwrap();
    assert!((4..12).contains(&some.len()), "{}", some.len());
    // The last line lacks its end, as after a power cut.
    let mut text = std::fs::read_to_string(&log).unwrap();
    text.push_str("{\"variant\":\"rev");
    std::fs::write(&log, text).unwrap();
    let all = run(&plan, &settings, &mut |_| true).unwrap();
    assert_eq!(all.len(), 12);
    assert_eq!(all[..some.len().min(4)], some[..some.len().min(4)]);
    let again = run(&plan, &settings, &mut |_| true).unwrap();
    assert_eq!(all, again);
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 12);
}

#[test]
fn a_search_that_takes_too_long_is_stopped_and_not_tried_deeper() {
    let settings = Settings { threads: 1, longest: Duration::from_secs(3), ..settings() };
    let mut plan = plan("xiangqi", &["minimax"], 1);
    plan.positions.truncate(1);
    // No machine finishes the second.
    plan.depths = vec![1, 9, 10];
    let rows = run(&plan, &settings, &mut |_| true).unwrap();
    let told: Vec<(u32, bool)> = rows.iter().map(|row| (row.depth, row.complete)).collect();
    assert_eq!(told, [(1, true), (9, false)]);
    assert!(report::table(&rows).lines().count() == 2);
}

#[test]
fn what_cannot_be_searched_is_named() {
    let told = |plan: &LabPlan| run(plan, &settings(), &mut |_| true).unwrap_err().to_string();
    let mut unknown = plan("xiangqi", &["minimax"], 1);
    unknown.variant = "chess".to_owned();
    assert!(told(&unknown).starts_with("no game is called \"chess\""));
    let mut czech = plan("draughts", &["minimax"], 1);
    czech.variant = "draughts-czech".to_owned();
    assert_eq!(told(&czech), "the lab has no search of draughts-czech");
    let mut position = plan("xiangqi", &["minimax"], 1);
    position.positions = vec!["9/9 w".to_owned()];
    assert!(!told(&position).is_empty());
}

fn budget() -> Budget {
    Budget {
        control: Control::new(),
        settings: settings(),
        logs: None,
        depth: 2,
        positions: 1,
        games: 2,
        level_nodes: 20,
        players: Vec::new(),
        openings: BTreeMap::new(),
    }
}

#[test]
fn experiments_are_sections_with_charts() {
    let variants = ["gomoku".to_owned()];
    for which in [Experiment::MinimaxAlphabeta, Experiment::History, Experiment::DepthTime] {
        let section = experiment(which, &variants, &budget(), &mut |_| true).unwrap();
        assert!(section.text.starts_with(&format!("## {}\n", which.title())));
        assert_eq!(section.charts.len(), 1, "{}", which.id());
        assert!(section.text.contains(&section.charts[0].0));
    }
}

#[test]
fn an_experiment_goes_on_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let budget = Budget { logs: Some(folder.path().join("logs")), ..budget() };
    let variants = ["gomoku".to_owned()];
    let made = |which| experiment(which, &variants, &budget, &mut |_| true).unwrap().text;
    let log =
        || std::fs::read_to_string(folder.path().join("logs/experiments-gomoku.jsonl")).unwrap();
    // The machine at 1, 2 and its own 3 plies, the full search at 1 to 4.
    let first = made(Experiment::DepthTime);
    let measured = log();
    assert_eq!(measured.lines().count(), 7, "{measured}");
    // The same times too: nothing is measured again.
    assert_eq!(made(Experiment::DepthTime), first);
    let cost = made(Experiment::Cost);
    assert_eq!(log(), measured);
    assert!(cost.contains("| gomoku-3 | 3 | 1 | "), "{cost}");
}

#[test]
fn levels_play_each_other_and_go_on_from_their_logs() {
    let folder = tempfile::tempdir().unwrap();
    let budget = Budget { logs: Some(folder.path().join("logs")), ..budget() };
    let variants = ["reversi".to_owned()];
    let mut last = 0;
    let first = experiment(Experiment::Levels, &variants, &budget, &mut |progress| {
        assert!(progress.done <= progress.all && last <= progress.done, "{progress:?}");
        last = progress.done;
        true
    });
    let first = first.unwrap().text;
    assert_eq!(last, 120, "twelve steps and four partners at twelve levels, two games each");
    for row in ["| 1 ply | level 1 | ", "| level 2 | level 1 | ", "| level 12 | level 11 | "] {
        assert!(first.contains(row), "{first}");
    }
    let log = || std::fs::read_dir(folder.path().join("logs")).unwrap().count();
    assert_eq!(log(), 60);
    let again = experiment(Experiment::Levels, &variants, &budget, &mut |_| true).unwrap().text;
    assert_eq!(again, first);
    let budget = Budget { players: vec!["level 12".to_owned()], ..budget };
    let chosen = experiment(Experiment::Levels, &variants, &budget, &mut |_| true).unwrap().text;
    assert!(chosen.contains("| level 12 |") && !chosen.contains("| level 4 |"), "{chosen}");
    let unknown = Budget { players: vec!["level 13".to_owned()], ..budget.clone() };
    let told = experiment(Experiment::Levels, &variants, &unknown, &mut |_| true).unwrap_err();
    assert!(
        told.to_string().starts_with("\"level 13\" plays no match; there are: 1 ply, careful, ")
    );
    let budget = Budget { players: Vec::new(), ..budget };
    // One that is stopped has no row of what was not played.
    let budget = Budget { logs: None, ..budget };
    let stopped = experiment(Experiment::Levels, &variants, &budget, &mut |_| false).unwrap().text;
    assert!(!stopped.contains("| level 4 |"), "{stopped}");
}

#[test]
fn an_ablation_makes_the_folder_of_its_logs_and_goes_on_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("a/b");
    let ablation = Ablation {
        variant: "gomoku".to_owned(),
        switches: vec!["killers".to_owned()],
        games: 2,
        nodes: 50,
        openings: vec![arena::StartLine::default()],
        concurrency: 1,
        logs: Some(logs.clone()),
    };
    let play = || ablate::run(&ablation, &Control::new(), &mut |_| {}).unwrap();
    let found = play();
    assert_eq!(found[0].games.iter().sum::<u64>(), 2);
    let log = || std::fs::read_to_string(logs.join("ablate-killers.jsonl")).unwrap();
    let first = log();
    assert_eq!(play(), found);
    assert_eq!(log(), first);
}
