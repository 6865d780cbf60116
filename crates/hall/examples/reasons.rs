//! Measures the reasons of a review: how many mistakes and blunders have one, and whether what is told is true.
//!
//! `cargo run -p hall --example reasons -- NODES FILE…` reviews the games of the files (a game a line: the variant
//! and its moves) with so many nodes for each position, prints every mistake and blunder with its reason, checks each
//! reason as the tests do, and counts. What was found is kept beside each file (`FILE.NODES.json`), so that a second
//! run does not search again.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for us")]

#[path = "../tests/hall/review/reasons/checker/mod.rs"]
mod checker;

use engine::{Control, Session};
use hall::review::{Effort, Grade, PositionFinding, ReviewWork};
use std::collections::BTreeMap;

/// Moves in the first notation of the variant that is not the engine's.
fn written(session: &dyn Session, line: &[String]) -> String {
    let styles = session.variant().notations;
    let style = styles.first().map_or("", |style| style.id);
    let mut session = session.fork();
    let mut words = Vec::new();
    for text in line {
        let Ok(word) = session.write_move(text, style) else { break };
        words.push(word);
        if session.push(text).is_err() {
            break;
        }
    }
    words.join(" ")
}

#[derive(Default)]
struct Tally {
    bad: usize,
    told: usize,
    false_ones: usize,
    codes: BTreeMap<String, usize>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let nodes: u64 = args[0].parse().unwrap();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for file in &args[1..] {
        let text = std::fs::read_to_string(file).unwrap();
        let cache = format!("{file}.{nodes}.json");
        let mut kept: Vec<Vec<PositionFinding>> = std::fs::read_to_string(&cache)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let mut words = line.split_whitespace().map(str::to_owned);
            let variant = words.next().unwrap();
            let moves: Vec<String> = words.collect();
            let start = games::new_session(&variant, None, None).unwrap();
            let mut work = ReviewWork::new(start, &moves, Effort::nodes(nodes)).unwrap();
            let all = 0..moves.len() + 1;
            for finding in kept.get(number).cloned().unwrap_or_default() {
                work.take(finding, &all).unwrap();
            }
            if work.next().is_some() {
                let mut engine = games::new_engine(&variant).unwrap();
                engine.set_option("Hash", "16").unwrap();
                hall::review::run(&mut work, engine.as_mut(), &Control::new(), &mut |_, _| {})
                    .unwrap();
                kept.truncate(number);
                kept.push(work.findings(all.clone()));
                std::fs::write(&cache, serde_json::to_string(&kept).unwrap()).unwrap();
            }
            let tally = tallies.entry(variant.clone()).or_default();
            judge(&work, &variant, number + 1, tally);
        }
    }
    for (variant, tally) in &tallies {
        let Tally { bad, told, false_ones, codes } = tally;
        let share = 100.0 * *told as f64 / (*bad).max(1) as f64;
        println!(
            "{variant}: {told} of {bad} have a reason ({share:.0} %), {false_ones} false; {codes:?}"
        );
    }
}

fn judge(work: &ReviewWork, variant: &str, number: usize, tally: &mut Tally) {
    let review = work.review();
    for played in review.moves.iter().filter(|m| m.grade >= Grade::Mistake) {
        let case = checker::Case::of(work, variant, played.ply - 1);
        tally.bad += 1;
        let grade = played.grade.word();
        let loss = played.loss;
        let session = case.before();
        let doubt = &case.doubt;
        println!(
            "{variant} {number}, ply {} {grade} −{loss:.2}: {} ({:?}; {:?}); better {} ({:?})",
            played.ply,
            written(session.as_ref(), std::slice::from_ref(&doubt.played)),
            doubt.played_score,
            doubt.answer.len(),
            written(session.as_ref(), &doubt.best[..doubt.best.len().min(6)]),
            doubt.best_score,
        );
        let Some(reason) = &played.reason else {
            println!("    -");
            println!("    {}", session.position_text());
            println!("    played {} {}", doubt.played, doubt.answer.join(" "));
            println!("    better {}", doubt.best.join(" "));
            *tally.codes.entry("-".to_owned()).or_default() += 1;
            continue;
        };
        tally.told += 1;
        *tally.codes.entry(reason.kind.code().to_owned()).or_default() += 1;
        let from = if reason.kind.is_missed() { session } else { case.after() };
        println!(
            "    {}: {} [{}]",
            reason.kind.code(),
            reason.sentence(),
            written(from.as_ref(), &reason.line)
        );
        if let Err(why) = checker::check(&case, reason) {
            tally.false_ones += 1;
            println!("    FALSE: {why}");
        }
    }
}
