//! The results of gates: one file of JSON each, and a page of all.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use thiserror::Error;

/// The result of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateResult {
    /// Its name; that of its file.
    pub name: String,
    /// The day it was played, as in `2026-11-22`.
    pub date: String,
    /// The variant's id.
    pub variant: String,
    /// The engine that is to be better, as on the command line.
    pub a: String,
    /// The other one.
    pub b: String,
    /// What it is about, in words.
    pub note: String,
    /// The program that ran it.
    pub program: String,
    /// The openings: the file, their number, a checksum.
    pub openings: String,
    /// Games at the same time.
    pub concurrency: usize,
    /// Whether A is better.
    pub verdict: GateVerdict,
    /// The stages that were played.
    pub stages: Vec<StageRow>,
}

/// Whether A is better than B.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GateVerdict {
    /// Every stage accepted the upper bound.
    Passed,
    /// A stage accepted the lower bound.
    Failed,
    /// A stage is not decided.
    Open,
}

/// The result of a stage. The figures are those of A.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageRow {
    /// The limits of each move.
    pub time: String,
    /// The bounds of the test, in normalised Elo.
    pub bounds: [f64; 2],
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The log-likelihood ratio of the pairs.
    pub llr: f64,
    /// The difference in Elo and half of its 95 % interval, where the games say so.
    pub elo: Option<[f64; 2]>,
    /// Games lost by a crash, a stall or on time, by A and by B.
    pub faults: [u64; 2],
    /// The decision of the test.
    pub verdict: GateVerdict,
    /// Games of the last run and its length in seconds: the speed.
    pub timed: (u64, f64),
}

/// Why a folder of rows cannot be read.
#[derive(Debug, Error)]
pub enum RowError {
    /// A file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file is no row.
    #[error("{path}: {source}")]
    Json {
        /// Which.
        path: String,
        /// Why.
        source: serde_json::Error,
    },
}

impl GateVerdict {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Open => "undecided",
        }
    }
}

/// All rows of a folder (`*.json`), by day and name. A folder that does not exist has none.
///
/// # Errors
/// When a file cannot be read or is no row.
pub fn rows(folder: &Path) -> Result<Vec<GateResult>, RowError> {
    let trouble = |path: &Path, source| RowError::File { path: path.display().to_string(), source };
    let mut rows = Vec::new();
    if !folder.exists() {
        return Ok(rows);
    }
    for entry in std::fs::read_dir(folder).map_err(|e| trouble(folder, e))? {
        let path = entry.map_err(|e| trouble(folder, e))?.path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|e| trouble(&path, e))?;
        let row: GateResult = serde_json::from_str(&text)
            .map_err(|source| RowError::Json { path: path.display().to_string(), source })?;
        rows.push(row);
    }
    rows.sort_by(|a, b| (&a.date, &a.name).cmp(&(&b.date, &b.name)));
    Ok(rows)
}

/// The document of all rows, as Markdown.
#[must_use]
pub fn page(rows: &[GateResult]) -> String {
    let mut text = String::from(
        "# Gates\n\n\
         What was said to be better, and what the games said. `yiqi gate page notebook/gates > notebook/gates.md`\n\
         makes this page from the files in `notebook/gates`; [training](../docs/develop/training.md) describes the gate.\n\
         A stage is a sequential test of pairs of games (normalised Elo, 5 % errors); the figures are those of A,\n\
         Elo with its 95 % interval.\n",
    );
    if rows.is_empty() {
        text += "\nNo gate has been played yet.\n";
    }
    let mut by_variant: BTreeMap<&str, Vec<&GateResult>> = BTreeMap::new();
    for row in rows {
        by_variant.entry(&row.variant).or_default().push(row);
    }
    for (variant, rows) in by_variant {
        let name = games::find_variant(variant).map_or(variant, |known| known.name);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n## {name}\n");
        text += "| day | gate | A | B | stage | games | + | = | − | pairs | LLR | Elo | games/h | result |\n";
        text += "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
        for row in rows {
            row.write(&mut text);
        }
    }
    text
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    if text.is_empty() { "this build".to_owned() } else { format!("`{}`", text.replace('`', "'")) }
}

impl GateResult {
    fn write(&self, text: &mut String) {
        for (number, stage) in self.stages.iter().enumerate() {
            // The first line of a gate says which, and the last one its result.
            let first = |what: String| if number == 0 { what } else { String::new() };
            let last = number + 1 == self.stages.len();
            let result = if last { self.verdict } else { stage.verdict };
            let [won, drawn, lost] = stage.games;
            let [ll, ld, dd, wd, ww] = stage.pairs;
            let elo = stage
                .elo
                .map_or_else(|| "–".to_owned(), |[elo, error]| format!("{elo:+.1} ± {error:.1}"));
            let faults = match stage.faults {
                [0, 0] => String::new(),
                [a, b] => format!(", faults {a} and {b}"),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} [{}, {}] | {} | {won} | {drawn} | {lost} | {ll} {ld} {dd} {wd} {ww} | {:.2} | {elo} | {} | {}{faults} |",
                first(self.date.clone()),
                first(format!("{}{}", self.name, self.remark())),
                first(cell(&self.a)),
                first(cell(&self.b)),
                stage.time,
                stage.bounds[0],
                stage.bounds[1],
                won + drawn + lost,
                stage.llr,
                stage.per_hour(),
                result.word(),
            );
        }
    }

    fn remark(&self) -> String {
        if self.note.is_empty() {
            return String::new();
        }
        format!(": {}", self.note.replace('|', "\\|").replace(['\n', '\r'], " "))
    }
}

impl StageRow {
    /// Games an hour.
    #[must_use]
    pub fn per_hour(&self) -> u64 {
        let (games, seconds) = self.timed;
        let seconds = std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default();
        engine::per_second(games.saturating_mul(3600), seconds)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;

    fn row(name: &str, date: &str) -> GateResult {
        GateResult {
            name: name.to_owned(),
            date: date.to_owned(),
            variant: "reversi".to_owned(),
            a: "option.Numbers=razor_base=310".to_owned(),
            b: String::new(),
            note: "a | b".to_owned(),
            program: "yiqi".to_owned(),
            openings: "x".to_owned(),
            concurrency: 2,
            verdict: GateVerdict::Passed,
            stages: vec![StageRow {
                time: "5000 nodes".to_owned(),
                bounds: [0.0, 10.0],
                games: [40, 20, 30],
                pairs: [1, 2, 3, 4, 5],
                llr: 2.95,
                elo: Some([38.3, 12.0]),
                faults: [0, 1],
                verdict: GateVerdict::Passed,
                timed: (90, 40.5),
            }],
        }
    }

    #[test]
    fn a_row_is_kept_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        for row in [row("later", "2026-12-01"), row("earlier", "2026-11-30")] {
            let text = serde_json::to_string(&row).unwrap();
            std::fs::write(folder.path().join(format!("{}.json", row.name)), text).unwrap();
        }
        let found = rows(folder.path()).unwrap();
        assert_eq!(found, [row("earlier", "2026-11-30"), row("later", "2026-12-01")]);
        let page = page(&found);
        assert!(page.contains("## Reversi"), "{page}");
        let line = "| 2026-11-30 | earlier: a \\| b | `option.Numbers=razor_base=310` | this build \
            | 5000 nodes [0, 10] | 90 | 40 | 20 | 30 | 1 2 3 4 5 | 2.95 | +38.3 ± 12.0 | 8000 \
            | passed, faults 0 and 1 |";
        assert!(page.contains(line), "{page}");
        assert!(rows(&folder.path().join("none")).unwrap().is_empty());
    }
}
