//! What a technique is worth in games: matches of the search against itself without it.

use crate::LabError;
use arena::{Builtin, Contestant, Kind, Match, MatchEvent, StartLine, TimeControl};
use engine::Control;
use serde::Serialize;
use std::path::PathBuf;

/// The matches to play.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The variant's id.
    pub variant: String,
    /// Techniques or groups, each switched off in a match of its own.
    pub switches: Vec<String>,
    /// Games of each match.
    pub games: u32,
    /// Nodes for each move.
    pub nodes: u64,
    /// The openings, each played with both colours.
    pub openings: Vec<StartLine>,
    /// Games at a time.
    pub concurrency: usize,
    /// The folder for the logs of the matches, from which they are continued.
    pub logs: Option<PathBuf>,
}

/// The result of one match, for the search with all techniques.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AblationResult {
    /// The technique that the other lacked.
    pub switch: String,
    /// Games won, drawn and lost by the search that has it.
    pub games: [u64; 3],
    /// What it is worth in Elo, if that can be told.
    pub elo: Option<f64>,
    /// The error of that (95 %).
    pub error: Option<f64>,
}

/// The name of the contestant with all techniques.
const WHOLE: &str = "all";

/// Checks that all these techniques can be switched off in play.
///
/// # Errors
/// At the first that cannot.
pub fn check(variant: &str, switches: &[String]) -> Result<(), LabError> {
    for switch in switches {
        engine::Techniques::all().turn(switch, false)?;
        // Basic techniques cannot be switched off in play: the engine says so.
        games::new_engine(variant)?.set_option("Without", switch)?;
    }
    Ok(())
}

/// Plays the matches, one after the other. `each` is told the number of games finished in the
/// present match, and its result so far.
///
/// # Errors
/// When a technique is unknown or a match cannot be played.
pub fn run(
    ablation: &Ablation,
    control: &Control,
    each: &mut dyn FnMut(&AblationResult),
) -> Result<Vec<AblationResult>, LabError> {
    check(&ablation.variant, &ablation.switches)?;
    if let Some(folder) = &ablation.logs {
        std::fs::create_dir_all(folder).map_err(LabError::file(folder.as_path()))?;
    }
    let mut found = Vec::new();
    for switch in &ablation.switches {
        if control.is_stopped() {
            break;
        }
        found.push(play(ablation, switch, control, each)?);
    }
    Ok(found)
}

fn play(
    ablation: &Ablation,
    switch: &str,
    control: &Control,
    each: &mut dyn FnMut(&AblationResult),
) -> Result<AblationResult, LabError> {
    let time = TimeControl { nodes: Some(ablation.nodes), ..TimeControl::default() };
    let contestant = |name: &str, options| Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin { options, ..Builtin::default() }),
        time,
    };
    let without = vec![("Without".to_owned(), switch.to_owned())];
    let contestants =
        vec![contestant(WHOLE, Vec::new()), contestant(&format!("without {switch}"), without)];
    let log = ablation.logs.as_ref().map(|folder| folder.join(format!("ablate-{switch}.jsonl")));
    let game = Match {
        openings: ablation.openings.clone(),
        rounds: ablation.games.div_ceil(2),
        concurrency: ablation.concurrency,
        log,
        ..Match::new(ablation.variant.clone(), contestants)
    };
    let mut told = |event: MatchEvent<'_>| {
        if let MatchEvent::Finished { report, .. } | MatchEvent::Resumed { report, .. } = event {
            each(&worth(switch, report));
        }
    };
    let report = arena::run(&game, &mut told, control)
        .map_err(|error| LabError::Match(error.to_string()))?;
    Ok(worth(switch, &report))
}

fn worth(switch: &str, report: &arena::MatchReport) -> AblationResult {
    let pair = report.pairs.first();
    let games = pair.map(|pair| pair.games).unwrap_or_default();
    let elo = pair.and_then(|pair| pair.elo).filter(|elo| elo.elo.is_finite());
    AblationResult {
        switch: switch.to_owned(),
        games: [games.wins, games.draws, games.losses],
        elo: elo.map(|elo| elo.elo),
        error: elo.map(|elo| elo.error).filter(|error| error.is_finite()),
    }
}
