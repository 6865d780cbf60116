//! Players of several strengths: each of our levels against the one below it, a player that looks one ply ahead
//! against the lowest, each level against the sparring partners, and the described machines against some of them.

use crate::experiments::Budget;
use crate::{LabError, Progress};
use arena::{Adjudication, Builtin, Contestant, Kind, Match, MatchEvent, MatchReport, TimeControl};
use engine::Level;
use std::fmt::Write as _;
use std::time::Duration;

/// The levels that the described machines play.
const LEVELS: [u8; 4] = [1, 3, 5, 7];
/// The highest level.
const HIGHEST: u8 = Level::MAX.number();
/// A game that is longer is drawn.
const MAX_PLIES: u32 = 300;

/// One match.
struct LevelMatch {
    first: LevelPlayer,
    second: LevelPlayer,
}

#[derive(Copy, Clone)]
enum LevelPlayer {
    Level(u8),
    /// Looks so many plies ahead, takes what it can there, and makes no mistake in that.
    Plies(u32),
    Machine(&'static str),
}

impl LevelPlayer {
    fn name(self) -> String {
        match self {
            Self::Level(level) => format!("level {level}"),
            Self::Plies(1) => "1 ply".to_owned(),
            Self::Plies(plies) => format!("{plies} plies"),
            Self::Machine(id) => id.to_owned(),
        }
    }

    fn contestant(self, nodes: u64) -> Contestant {
        let (kind, time) = match self {
            Self::Level(level) => (
                Builtin { level: Level::new(level), ..Builtin::default() },
                TimeControl { nodes: Some(nodes), ..TimeControl::default() },
            ),
            Self::Plies(plies) => {
                (Builtin::default(), TimeControl { depth: Some(plies), ..TimeControl::default() })
            }
            // A machine searches its depth, however long that takes.
            Self::Machine(id) => (
                Builtin { preset: Some(id.to_owned()), ..Builtin::default() },
                TimeControl { move_time: Some(Duration::from_secs(600)), ..TimeControl::default() },
            ),
        };
        Contestant { name: self.name(), kind: Kind::Builtin(kind), time }
    }
}

/// All matches of a variant.
fn pairings(variant: &str) -> Result<Vec<LevelMatch>, LabError> {
    let plain = LevelMatch { first: LevelPlayer::Plies(1), second: LevelPlayer::Level(1) };
    let step = |level| LevelMatch {
        first: LevelPlayer::Level(level),
        second: LevelPlayer::Level(level - 1),
    };
    let of_levels = std::iter::once(plain).chain((2..=HIGHEST).map(step));
    let of_machines = games::presets(variant)?.iter().flat_map(|preset| {
        LEVELS.map(|level| LevelMatch {
            first: LevelPlayer::Machine(preset.id),
            second: LevelPlayer::Level(level),
        })
    });
    let of_partners = games::sparring_partners(variant)?.iter().flat_map(|partner| {
        (1..=HIGHEST).map(|level| LevelMatch {
            first: LevelPlayer::Level(level),
            second: LevelPlayer::Machine(partner.id),
        })
    });
    Ok(of_levels.chain(of_partners).chain(of_machines).collect())
}

/// # Errors
///
/// A chosen player that has no match in any of these variants.
pub(crate) fn check_players(variants: &[String], players: &[String]) -> Result<(), LabError> {
    let mut known = Vec::new();
    for variant in variants {
        for LevelMatch { first, second } in pairings(variant)? {
            known.extend([first, second].map(LevelPlayer::name));
        }
    }
    known.sort();
    known.dedup();
    match players.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(LabError::UnknownPlayer { name: name.clone(), known: known.join(", ") }),
        None => Ok(()),
    }
}

/// The matches of a variant as a table.
pub(crate) fn levels(
    variant: &str,
    name: &str,
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
    text: &mut String,
) -> Result<(), LabError> {
    let wanted = |pairing: &LevelMatch| {
        let chosen = |player: LevelPlayer| budget.players.contains(&player.name());
        budget.players.is_empty() || chosen(pairing.first) || chosen(pairing.second)
    };
    let pairings: Vec<_> = pairings(variant)?.into_iter().filter(wanted).collect();
    let games = budget.games.div_ceil(2) * 2;
    let all = pairings.len() * games as usize;
    let _ = writeln!(
        text,
        "### {name}\n\n| player | against | won | drawn | lost | score | Elo |\n|---|---|---|---|---|---|---|"
    );
    for (at, pairing) in pairings.iter().enumerate() {
        let before = at * games as usize;
        let report = play(variant, pairing, budget, &mut |played| {
            if !go_on(Progress { done: before + played, all }) {
                budget.control.stop();
            }
        })?;
        // What was not played to its end has no row; its games are in the log.
        if budget.control.is_stopped() {
            break;
        }
        *text += &line(pairing, &report);
    }
    text.push('\n');
    Ok(())
}

/// `| level 4 | level 1 | 80 | 10 | 10 | 85.0% | +301 ± 70 |`
fn line(pairing: &LevelMatch, report: &MatchReport) -> String {
    let pair = report.pairs.first();
    let games = pair.map(|pair| pair.games).unwrap_or_default();
    let elo = pair.and_then(|pair| pair.elo);
    let elo = elo.filter(|elo| elo.elo.is_finite() && elo.error.is_finite());
    let elo = elo.map_or_else(
        || "–".to_owned(),
        // Not "-0".
        |elo| format!("{:+.0} ± {:.0}", elo.elo.round() + 0.0, elo.error),
    );
    let (first, second) = (pairing.first.name(), pairing.second.name());
    let (won, drawn, lost) = (games.wins, games.draws, games.losses);
    let score = 50.0 * (2 * won + drawn) as f64 / (won + drawn + lost).max(1) as f64;
    format!("| {first} | {second} | {won} | {drawn} | {lost} | {score:.1}% | {elo} |\n")
}

/// Plays a match. `each` is told the number of games played.
fn play(
    variant: &str,
    pairing: &LevelMatch,
    budget: &Budget,
    each: &mut dyn FnMut(usize),
) -> Result<MatchReport, LabError> {
    let LevelMatch { first, second } = pairing;
    let log = budget.logs.as_ref().map(|folder| {
        let [first, second] = [first, second].map(|player| player.name().replace(' ', "-"));
        folder.join(format!("levels-{variant}-{first}-{second}.jsonl"))
    });
    if let Some(folder) = &budget.logs {
        std::fs::create_dir_all(folder).map_err(LabError::file(folder.as_path()))?;
    }
    let game = Match {
        openings: budget.openings.get(variant).cloned().unwrap_or_default(),
        rounds: budget.games.div_ceil(2),
        concurrency: budget.settings.threads,
        adjudication: Adjudication { max_plies: Some(MAX_PLIES), ..Adjudication::default() },
        log,
        ..Match::new(
            variant,
            vec![first.contestant(budget.level_nodes), second.contestant(budget.level_nodes)],
        )
    };
    let mut told = |event: MatchEvent<'_>| {
        if let MatchEvent::Finished { report, .. } | MatchEvent::Resumed { report, .. } = event {
            each(usize::try_from(report.games).unwrap_or(usize::MAX));
        }
    };
    arena::run(&game, &mut told, &budget.control)
        .map_err(|error| LabError::Match(error.to_string()))
}
