//! Conversion between the plain data of this crate and the types of `search`, for all families.

use crate::options::CommonOptions;
use crate::{Control, EngineError, Expectation, Info, Level, Limits, MoveError, Score};
use std::fmt::Display;
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn clock() -> std::time::Instant {
    std::time::Instant::now()
}

#[cfg(target_arch = "wasm32")]
pub(crate) use crate::host_clock::clock;

/// The signal of a control for the search.
pub(crate) struct ControlSignal<'a>(pub(crate) &'a Control);

impl search::Signal for ControlSignal<'_> {
    fn stopped(&self) -> bool {
        self.0.is_stopped()
    }

    fn ponder_hit(&self) -> bool {
        self.0.is_ponder_hit()
    }
}

/// When the search below must end. `read` reads a move of the position; a level asked for
/// without any limit is given its usual time.
pub(crate) fn limits<M: Copy>(
    asked: &Limits,
    options: &CommonOptions,
    read: impl Fn(&str) -> Result<M, MoveError>,
) -> Result<search::Limits<M>, EngineError> {
    let moves = |texts: &[String]| -> Result<Vec<M>, EngineError> {
        texts.iter().map(|text| Ok(read(text)?)).collect()
    };
    let mut limits = search::Limits {
        depth: asked.depth,
        nodes: asked.nodes,
        move_time: asked.move_time,
        clock: asked.clock.map(|clock| search::GameClock {
            mine: clock.mine,
            increment: clock.increment,
            moves_to_go: clock.moves_to_go,
        }),
        overhead: options.overhead,
        mate: asked.mate,
        only: moves(&asked.only)?,
        except: moves(&asked.except)?,
        ponder: asked.ponder,
        lines: if asked.lines == 0 { options.lines } else { asked.lines as usize },
    };
    if let (true, Some(level)) = (asked.is_endless(), asked.level) {
        // A request for a level is a request for a move, not for an endless analysis.
        limits.move_time = Some(usual_time(level));
    }
    Ok(limits)
}

/// The longest time for a move of this level where no other limit is set.
const fn usual_time(level: Level) -> Duration {
    Duration::from_millis(match level.number() {
        0..=9 => 500,
        10 | 11 => 1000,
        _ => 3000,
    })
}

/// A report of the search as plain data, with the chances of its score when `progress` of the game is over.
pub(crate) fn info<M: Display>(
    report: &search::Report<'_, M>,
    expectation: &Expectation,
    progress: f64,
) -> Info {
    let score = score(report.score);
    Info {
        depth: report.depth,
        seldepth: report.seldepth,
        line: u32::try_from(report.line).unwrap_or(u32::MAX),
        score,
        bound: report.bound,
        wdl: expectation.chances(score, progress).per_mille(),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
        pv: report.pv.iter().map(ToString::to_string).collect(),
    }
}

/// Plies to the mate, counted in moves of the winner.
pub(crate) fn score(score: search::Score) -> Score {
    match score.mate_plies() {
        Some(plies) if plies > 0 => Score::Mate((plies + 1) / 2),
        Some(plies) => Score::Mate(plies / 2),
        None => Score::Cp(score.value()),
    }
}
