//! Plays a gate.

use crate::conditions::{Conditions, GateStage};
use crate::row::{GateResult, GateVerdict, StageRow};
use arena::{
    Contestant, Kind, Match, MatchError, MatchEvent, MatchReport, OpeningSetError, Venue,
    read_opening_set,
};
use engine::Control;
use statistics::SprtDecision;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What to play.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Its name.
    pub name: String,
    /// The day, for the row.
    pub date: String,
    /// What it is about, in words.
    pub note: String,
    /// The program that runs it.
    pub program: String,
    /// The conditions.
    pub conditions: Conditions,
    /// The two engines, as written and as they are.
    pub engines: [(String, Kind); 2],
    /// Games at the same time; 0 where that is not known.
    pub concurrency: usize,
    /// The seed for the order of the openings.
    pub seed: u64,
    /// Milliseconds a move may overstep its time.
    pub margin: Duration,
    /// The folder of the logs of games, from which a gate goes on; without it, it starts afresh.
    pub logs: Option<PathBuf>,
}

/// Why a gate cannot be played.
#[derive(Debug, Error)]
pub enum GateError {
    /// The openings cannot be used.
    #[error("{path}: {source}")]
    Openings {
        /// The file.
        path: String,
        /// Why.
        source: OpeningSetError,
    },
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The folder of the logs cannot be made.
    #[error("{path}: {source}")]
    Logs {
        /// The folder.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

/// Plays the stages at a venue until one is not passed, and returns the result so far when `control` says stop.
/// `on_event` is told the number of the stage with each event.
///
/// # Errors
/// When the openings, the engines or the logs cannot be used.
pub fn run(
    gate: &Gate,
    venue: &dyn Venue,
    on_event: &mut dyn FnMut(usize, &GateStage, MatchEvent<'_>),
    control: &Control,
) -> Result<GateResult, GateError> {
    let conditions = &gate.conditions;
    let set =
        read_opening_set(&conditions.openings, &conditions.variant, conditions.rules.as_deref())
            .map_err(|source| GateError::Openings {
                path: conditions.openings.display().to_string(),
                source,
            })?;
    if let Some(logs) = &gate.logs {
        std::fs::create_dir_all(logs)
            .map_err(|source| GateError::Logs { path: logs.display().to_string(), source })?;
    }
    let mut row = GateResult {
        name: gate.name.clone(),
        date: gate.date.clone(),
        variant: conditions.variant.clone(),
        a: gate.engines[0].0.clone(),
        b: gate.engines[1].0.clone(),
        note: gate.note.clone(),
        program: gate.program.clone(),
        openings: set.identity,
        concurrency: gate.concurrency,
        verdict: GateVerdict::Open,
        stages: Vec::new(),
    };
    let mut openings = set.lines;
    // A test may end after few of them: they must not be the first ones of the file each time.
    arena::shuffle(&mut openings, gate.seed);
    for (number, stage) in (1..).zip(&conditions.stages) {
        let contestant = |at: usize| Contestant {
            name: ["A", "B"][at].to_owned(),
            kind: gate.engines[at].1.clone(),
            time: stage.time,
        };
        let of = Match {
            rules: conditions.rules.clone(),
            openings: openings.clone(),
            rounds: stage.games.div_ceil(2),
            concurrency: gate.concurrency,
            adjudication: conditions.adjudication,
            sprt: Some(stage.sprt),
            seed: gate.seed,
            margin: gate.margin,
            log: gate.logs.as_ref().map(|logs| logs.join(format!("{}-{number}.jsonl", gate.name))),
            ..Match::new(&conditions.variant, vec![contestant(0), contestant(1)])
        };
        let began = Instant::now();
        let mut before = 0;
        let report = arena::run_at(
            venue,
            &of,
            &mut |event| {
                if let MatchEvent::Resumed { games, .. } = &event {
                    before = *games;
                }
                on_event(number, stage, event);
            },
            control,
        )?;
        let played = (report.games - before, began.elapsed().as_secs_f64());
        let found = stage_row(stage, &report, played);
        row.verdict = found.verdict;
        row.stages.push(found);
        if row.verdict != GateVerdict::Passed || control.is_stopped() {
            break;
        }
    }
    // A stop after a stage that was passed leaves the rest to be played.
    if row.verdict == GateVerdict::Passed && row.stages.len() < conditions.stages.len() {
        row.verdict = GateVerdict::Open;
    }
    Ok(row)
}

fn stage_row(stage: &GateStage, report: &MatchReport, timed: (u64, f64)) -> StageRow {
    let pair = report.pairs.first();
    let elo =
        pair.and_then(|pair| pair.elo).filter(|elo| elo.elo.is_finite() && elo.error.is_finite());
    let verdict = report.sprt.map_or(GateVerdict::Open, |sprt| match sprt.decision {
        SprtDecision::AcceptH1 => GateVerdict::Passed,
        SprtDecision::AcceptH0 => GateVerdict::Failed,
        SprtDecision::Undecided => GateVerdict::Open,
    });
    StageRow {
        time: stage.time.to_string(),
        bounds: stage.bounds,
        games: pair.map_or([0; 3], |pair| [pair.games.wins, pair.games.draws, pair.games.losses]),
        pairs: pair.map_or([0; 5], |pair| pair.pairs.counts),
        llr: report.sprt.map_or(0.0, |sprt| sprt.llr),
        elo: elo.map(|elo| [elo.elo, elo.error]),
        faults: [0, 1].map(|who| report.standings.get(who).map_or(0, |standing| standing.faults)),
        verdict,
        timed,
    }
}
