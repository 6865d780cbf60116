//! Puzzles that come with the program: a file for each variant, one line for each puzzle.
//!
//! The first line names the format, the variant and its rule set. Lines with `#` are remarks. Each further line has
//! seventeen columns between tabs, in the order of [`COLUMNS`]; a list has spaces between its entries, and what is absent is
//! `-`.

use crate::puzzles::{AlternativeLine, Puzzle, PuzzleGoal};
use std::collections::HashMap;
use std::fmt::Write as _;
use thiserror::Error;

/// What the first line begins with.
const FORMAT: &str = "yiqi-puzzles 1";
/// The columns of a line.
const COLUMNS: [&str; 17] = [
    "id", "start", "before", "side", "goal", "wins_in", "rating", "level", "themes", "loss",
    "lead", "seed", "game", "ply", "solution", "after", "also",
];
/// The puzzle of a day has a rating in this range: most people can find it.
const DAILY: std::ops::RangeInclusive<u16> = 800..=1700;
/// How far the place in a list moves from one day of a variant to the next, so that neighbours in it are not neighbours in
/// time: a prime.
const STEP: usize = 7919;
/// What is absent.
const NONE: &str = "-";

/// A puzzle that comes with the program.
#[derive(Clone, Debug, PartialEq)]
pub struct ShippedPuzzle {
    /// Its id within the variant: lower-case letters and digits.
    pub id: String,
    /// The puzzle. It begins one move before its position, so that this move can be shown.
    pub puzzle: Puzzle,
    /// How difficult it is, on the scale of the ratings of people: measured by the levels that find it.
    pub rating: u16,
    /// The lowest level from which on each finds it in half of its tries or more; `None`: not even the highest does.
    pub level: Option<u8>,
    /// What it is about, by words of its family ([`engine::Family::puzzle_themes`]).
    pub themes: Vec<String>,
    /// The seed of the games that it is from; the card of the file says which they are.
    pub seed: u64,
    /// The number of its game.
    pub game: u64,
    /// The number of moves before it in that game.
    pub ply: u32,
}

/// Which ratings are wanted; an end that is absent is not limited.
#[derive(Clone, Copy, Debug, Default)]
pub struct RatingRange {
    /// The least rating.
    pub from: Option<u16>,
    /// The greatest rating.
    pub to: Option<u16>,
}

impl RatingRange {
    /// Whether a rating is one of them.
    #[must_use]
    pub fn contains(self, rating: u16) -> bool {
        self.from.is_none_or(|from| rating >= from) && self.to.is_none_or(|to| rating <= to)
    }
}

/// The puzzles of a variant that come with the program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuzzleSet {
    /// The variant's id.
    pub variant: String,
    /// The rule set of them all.
    pub rules: String,
    /// The puzzles.
    pub puzzles: Vec<ShippedPuzzle>,
}

/// What is wrong with the text of a set.
#[derive(Debug, Error)]
#[error("line {line}: {what}")]
pub struct PuzzleSetError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl PuzzleSet {
    /// Reads the text of a file. Whether the moves are legal is not asked.
    ///
    /// # Errors
    /// When a line cannot be read, or an id occurs twice.
    pub fn read(text: &str) -> Result<Self, PuzzleSetError> {
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
        let fault = |line, what: String| PuzzleSetError { line, what };
        let (head, line) = lines.next().ok_or_else(|| fault(1, "the file is empty".to_owned()))?;
        let mut parts = head.split('\t');
        let (format, variant, rules) = (parts.next(), parts.next(), parts.next());
        let (Some(FORMAT), Some(variant), Some(rules)) = (format, variant, rules) else {
            let what =
                format!("expected {FORMAT:?}, the variant and the rule set, with tabs between");
            return Err(fault(line, what));
        };
        let mut set =
            Self { variant: variant.to_owned(), rules: rules.to_owned(), puzzles: Vec::new() };
        let mut ids: HashMap<String, usize> = HashMap::new();
        for (text, line) in lines {
            let one = set.read_line(text).map_err(|what| fault(line, what))?;
            if let Some(first) = ids.insert(one.id.clone(), line) {
                return Err(fault(line, format!("id: {} is also that of line {first}", one.id)));
            }
            set.puzzles.push(one);
        }
        Ok(set)
    }

    /// The puzzle of a day, when it is the variant's turn for this time: the same one comes again when all others have been.
    #[must_use]
    pub fn of_turn(&self, turn: usize) -> Option<&ShippedPuzzle> {
        let mut all: Vec<_> =
            self.puzzles.iter().filter(|one| DAILY.contains(&one.rating)).collect();
        if all.is_empty() {
            all = self.puzzles.iter().collect();
        }
        all.get((turn % all.len().max(1)).wrapping_mul(STEP) % all.len().max(1)).copied()
    }

    /// The text of the file.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = format!("{FORMAT}\t{}\t{}\n", self.variant, self.rules);
        let _ = writeln!(text, "# {}", COLUMNS.join("\t"));
        for one in &self.puzzles {
            text += &one.line();
            text.push('\n');
        }
        text
    }

    fn read_line(&self, text: &str) -> Result<ShippedPuzzle, String> {
        let columns: Vec<&str> = text.split('\t').collect();
        let columns: [&str; COLUMNS.len()] = columns.try_into().map_err(|found: Vec<&str>| {
            format!("expected {} columns, found {}", COLUMNS.len(), found.len())
        })?;
        let wrong = |column: usize| {
            let shown: String = columns[column].chars().take(60).collect();
            format!("{}: {shown:?} is not possible there", COLUMNS[column])
        };
        let [id, start, before, side, goal, wins_in, ..] = columns;
        let [.., themes, loss, lead, seed, game, ply, solution, after, also] = columns;
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()) {
            return Err(wrong(0));
        }
        let second = match side {
            "first" => false,
            "second" => true,
            _ => return Err(wrong(3)),
        };
        let kind = PuzzleGoal::ALL.into_iter().find(|kind| kind.word() == goal);
        let share = |column: usize, text: &str| -> Result<f64, String> {
            let share: u8 = text.parse().map_err(|_| wrong(column))?;
            if share > 100 { Err(wrong(column)) } else { Ok(f64::from(share) / 100.0) }
        };
        let solution = list(solution);
        if solution.len().is_multiple_of(2) {
            return Err(wrong(14));
        }
        let level = absent(columns[7]).map(str::parse).transpose().map_err(|_| wrong(7))?;
        Ok(ShippedPuzzle {
            id: id.to_owned(),
            puzzle: Puzzle {
                variant: self.variant.clone(),
                rules: self.rules.clone(),
                start: start.to_owned(),
                moves: list(before),
                second,
                kind: kind.ok_or_else(|| wrong(4))?,
                wins_in: absent(wins_in).map(str::parse).transpose().map_err(|_| wrong(5))?,
                solution,
                after: list(after),
                also: read_also(also).ok_or_else(|| wrong(16))?,
                loss: share(9, loss)?,
                lead: share(10, lead)?,
            },
            rating: columns[6].parse().map_err(|_| wrong(6))?,
            level,
            themes: list(themes),
            seed: seed.parse().map_err(|_| wrong(11))?,
            game: game.parse().map_err(|_| wrong(12))?,
            ply: ply.parse().map_err(|_| wrong(13))?,
        })
    }
}

impl ShippedPuzzle {
    fn line(&self) -> String {
        let puzzle = &self.puzzle;
        let number = |n: Option<u32>| n.map_or_else(|| NONE.to_owned(), |n| n.to_string());
        let also: Vec<String> =
            puzzle.also.iter().map(|one| format!("{}:{}", one.at, one.line.join(" "))).collect();
        let columns: [String; COLUMNS.len()] = [
            self.id.clone(),
            puzzle.start.clone(),
            written(&puzzle.moves),
            if puzzle.second { "second" } else { "first" }.to_owned(),
            puzzle.kind.word().to_owned(),
            number(puzzle.wins_in),
            self.rating.to_string(),
            number(self.level.map(u32::from)),
            written(&self.themes),
            hundredths(puzzle.loss),
            hundredths(puzzle.lead),
            self.seed.to_string(),
            self.game.to_string(),
            self.ply.to_string(),
            written(&puzzle.solution),
            written(&puzzle.after),
            if also.is_empty() { NONE.to_owned() } else { also.join(";") },
        ];
        columns.join("\t")
    }
}

fn hundredths(share: f64) -> String {
    format!("{:.0}", share.clamp(0.0, 1.0) * 100.0)
}

fn written(list: &[String]) -> String {
    if list.is_empty() { NONE.to_owned() } else { list.join(" ") }
}

fn absent(text: &str) -> Option<&str> {
    (text != NONE).then_some(text)
}

fn list(text: &str) -> Vec<String> {
    absent(text).map(|text| text.split(' ').map(str::to_owned).collect()).unwrap_or_default()
}

fn read_also(text: &str) -> Option<Vec<AlternativeLine>> {
    let Some(text) = absent(text) else { return Some(Vec::new()) };
    let each = text.split(';').map(|one| {
        let (at, line) = one.split_once(':')?;
        Some(AlternativeLine { at: at.parse().ok()?, line: list(line) })
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> PuzzleSet {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let puzzle = Puzzle {
            variant: "game".to_owned(),
            rules: "usual".to_owned(),
            start: "a position w".to_owned(),
            moves: words("a1"),
            second: true,
            kind: PuzzleGoal::Win,
            wins_in: Some(3),
            solution: words("b2 c3 d4"),
            after: words("e5 f6"),
            also: vec![AlternativeLine { at: 2, line: words("d5 e6") }],
            loss: 0.25,
            lead: 1.0,
        };
        let one = ShippedPuzzle {
            id: "0a1b2c3d".to_owned(),
            puzzle,
            rating: 1450,
            level: Some(7),
            themes: words("fork pin"),
            seed: 5,
            game: 12,
            ply: 34,
        };
        let mut bare = one.clone();
        bare.id = "ffff".to_owned();
        (bare.level, bare.themes) = (None, Vec::new());
        bare.puzzle.moves.clear();
        bare.puzzle.also.clear();
        bare.puzzle.after.clear();
        bare.puzzle.wins_in = None;
        let (variant, rules) = ("game".to_owned(), "usual".to_owned());
        PuzzleSet { variant, rules, puzzles: vec![one, bare] }
    }

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let set = set();
        assert_eq!(PuzzleSet::read(&set.write()).expect("it was written so"), set);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let text = set().write();
        for (from, to, told) in [
            ("yiqi-puzzles 1", "yiqi-puzzles 2", "line 1: expected"),
            ("\tsecond\t", "\tthird\t", "line 3: side"),
            ("\twin\t3", "\tlose\t3", "line 3: goal"),
            ("\t1450\t", "\tmuch\t", "line 3: rating"),
            ("\t25\t", "\t101\t", "line 3: loss"),
            ("b2 c3 d4", "b2 c3", "line 3: solution"),
            ("2:d5", "d5", "line 3: also"),
            ("ffff", "0a1b2c3d", "line 4: id: 0a1b2c3d is also that of line 3"),
            ("ffff\t", "ffff", "line 4: expected 17 columns, found 16"),
        ] {
            let damaged = text.replacen(from, to, 1);
            let error = PuzzleSet::read(&damaged).expect_err(to).to_string();
            assert!(error.starts_with(told), "{error}");
        }
        assert!(PuzzleSet::read("").is_err());
    }
}
