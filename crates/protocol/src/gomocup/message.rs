use crate::Score;
use std::fmt;
use std::time::Duration;

/// Progress of a search, as Rapfi and the programs around it write it into a `MESSAGE`:
/// `Depth 12-20 | Eval 35 | Time 48ms | h8 i9`. Every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Plies.
    pub depth: Option<u32>,
    /// The greatest depth reached.
    pub seldepth: Option<u32>,
    /// For the side to move; mates in moves of the winner.
    pub score: Option<Score>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// The line, each move as the program writes it.
    pub line: Vec<String>,
}

impl Progress {
    /// Reads the text of a message; `None` when it contains no depth.
    ///
    /// ```
    /// use protocol::Score;
    /// use protocol::gomocup::Progress;
    /// let progress = Progress::read("Depth 9-15 | Eval -M6 | Time 48ms | h8 i9").unwrap();
    /// assert_eq!((progress.depth, progress.score), (Some(9), Some(Score::Mate(-3))));
    /// assert_eq!(Progress::read("thinking"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut progress = Self::default();
        for part in text.split('|') {
            let part = part.trim();
            let (key, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let value = value.trim();
            match key.to_ascii_lowercase().as_str() {
                "depth" => {
                    let (depth, deepest) = value.split_once('-').unwrap_or((value, ""));
                    progress.depth = depth.parse().ok();
                    progress.seldepth = deepest.parse().ok();
                }
                "eval" => progress.score = read_score(value),
                "node" | "nodes" => progress.nodes = read_count(value),
                "time" => {
                    let millis = value.strip_suffix("ms").and_then(|ms| ms.parse().ok());
                    progress.time = millis.map(Duration::from_millis);
                }
                "speed" => {}
                _ => progress.line = part.split_whitespace().map(str::to_owned).collect(),
            }
        }
        progress.depth.is_some().then_some(progress)
    }
}

/// `35`, `+M7`, `-M6`: mates are counted in plies.
fn read_score(text: &str) -> Option<Score> {
    match text.split_once('M') {
        Some((sign @ ("" | "+" | "-"), plies)) => {
            let moves = plies.parse::<i32>().ok()?.checked_add(1)? / 2;
            Some(Score::Mate(if sign == "-" { -moves } else { moves }))
        }
        _ => text.parse().ok().map(Score::Cp),
    }
}

/// `812`, `45K`, `3M`.
fn read_count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1_000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        b'G' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|depth| match self.seldepth {
            Some(deepest) => format!("Depth {depth}-{deepest}"),
            None => format!("Depth {depth}"),
        }));
        parts.extend(self.score.map(|score| format!("Eval {}", Plies(score))));
        parts.extend(self.nodes.map(|nodes| format!("Node {nodes}")));
        parts.extend(self.time.map(|time| format!("Time {}ms", time.as_millis())));
        if !self.line.is_empty() {
            parts.push(self.line.join(" "));
        }
        f.write_str(&parts.join(" | "))
    }
}

/// A score in the form that programs of this protocol print.
pub(super) struct Plies(pub(super) Score);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Cp(cp) => cp.fmt(f),
            // A win comes with the side's own move, a loss with the opponent's move.
            Score::Mate(moves) if moves > 0 => write!(f, "+M{}", moves.saturating_mul(2) - 1),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs().saturating_mul(2)),
        }
    }
}
