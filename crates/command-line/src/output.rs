//! The output of commands: lines for people, or JSON for programs.

use crate::arguments::OutputArgs;
use crate::failure::Failure;
use engine::{BestMove, Bound, Info, Score, Verdict};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write as _};

/// Standard output in one of two forms. Every line is flushed, since other programs wait for it.
#[derive(Copy, Clone, Debug)]
pub struct Output {
    json: bool,
}

impl Output {
    /// The form that the arguments ask for.
    #[must_use]
    pub fn new(args: OutputArgs) -> Self {
        Self { json: args.json }
    }

    /// Prints a line for people; nothing with `--json`.
    pub fn line(&self, text: impl Display) -> Result<(), Failure> {
        if self.json { Ok(()) } else { self.print(&text) }
    }

    /// Prints an object for programs; nothing without `--json`.
    pub fn json(&self, object: impl FnOnce() -> Value) -> Result<(), Failure> {
        if self.json { self.print(&object()) } else { Ok(()) }
    }

    #[expect(clippy::unused_self, reason = "only who has an output prints")]
    fn print(&self, text: &dyn Display) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", harmless(&text.to_string()))?;
        Ok(out.flush()?)
    }
}

/// A text without characters that a terminal would obey: names in files and from other programs may hold
/// some. They are shown as `\u{1b}`.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let shown =
        text.chars().map(|c| if obeyed(c) { c.escape_unicode().to_string() } else { c.into() });
    Cow::Owned(shown.collect())
}

/// A progress bar on standard error, if that is a terminal, with the time left.
pub fn progress(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, {eta} left  {msg}");
    // The template is fixed; without it the default bar is used.
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// [`progress`] in bytes.
pub fn bytes_progress(length: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {elapsed}, {eta} left");
    let bar = ProgressBar::new(length);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_finish(ProgressFinish::AndClear)
}

/// `+0.35` or `mate 3`, for the side to move.
pub fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => {
            let sign = if cp < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
        }
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

/// `{"cp":35}` or `{"mate":3}`.
pub fn score_json(score: Score) -> Value {
    match score {
        Score::Cp(cp) => json!({ "cp": cp }),
        Score::Mate(moves) => json!({ "mate": moves }),
    }
}

/// A report of a search, for people.
pub fn info(info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " or more",
        Bound::Upper => " or less",
    };
    format!(
        "depth {}/{} line {} score {}{bound} nodes {} nps {} time {} ms: {}",
        info.depth,
        info.seldepth,
        info.line,
        score(info.score),
        info.nodes,
        info.nps(),
        info.time.as_millis(),
        info.pv.join(" "),
    )
}

/// A report of a search, for programs.
pub fn info_json(info: &Info) -> Value {
    let bound = match info.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "depth": info.depth,
        "seldepth": info.seldepth,
        "line": info.line,
        "score": score_json(info.score),
        "bound": bound,
        "wdl": info.wdl,
        "nodes": info.nodes,
        "nps": info.nps(),
        "time_ms": millis(info.time),
        "hashfull": info.hashfull,
        "pv": info.pv,
    })
}

/// The result of a search, for people.
pub fn best(found: &BestMove) -> String {
    match (&found.best, &found.ponder) {
        (Some(best), Some(ponder)) => format!("best {best} expecting {ponder}"),
        (Some(best), None) => format!("best {best}"),
        (None, _) => "best none: there is no legal move".to_owned(),
    }
}

/// A verdict as `yiqi judge` prints it.
pub fn verdict(verdict: &Verdict) -> String {
    let space = if verdict.evidence.is_empty() { "" } else { " " };
    format!("{} {}{space}{}", verdict.outcome, verdict.reason, verdict.evidence)
}

/// A duration in JSON: whole milliseconds.
pub fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
