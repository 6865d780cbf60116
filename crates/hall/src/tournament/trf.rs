//! A tournament as a Tournament Report File of FIDE (TRF16, Handbook C.04 annex 2): a line for each player, with fixed columns.

use super::{RoundCell, RoundCellKind, Standing, Tournament, TournamentSystem};
use game::Side;
use std::fmt::Write as _;

/// The days of a tournament, as `2026/11/28`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfDates {
    /// The first one.
    pub start: String,
    /// The last one.
    pub end: String,
}

/// The file. Each line ends with a carriage return, as the format wants, and a line feed.
#[must_use]
pub fn trf(tournament: &Tournament, dates: &TrfDates) -> String {
    let setup = tournament.setup();
    let mut lines = tournament.standings();
    let rated = lines.iter().filter(|line| line.rating > 0).count();
    let system = match setup.system {
        TournamentSystem::RoundRobin { double: false } => "Round robin",
        TournamentSystem::RoundRobin { double: true } => "Double round robin",
        TournamentSystem::Swiss { .. } => "Swiss",
    };
    let mut file = String::new();
    for (code, text) in [
        ("012", setup.name.clone()),
        ("042", dates.start.clone()),
        ("052", dates.end.clone()),
        ("062", lines.len().to_string()),
        ("072", rated.to_string()),
        ("092", format!("{system}, {}", setup.variant)),
        ("102", setup.organiser_name.clone()),
    ] {
        // What is read by columns has no line breaks; names have none.
        let _ = write!(file, "{code} {text}\r\n");
    }
    let _ = write!(file, "XXR {}\r\n", tournament.round_count());
    lines.sort_by_key(|line| line.number);
    for line in &lines {
        file.push_str(&player(line));
        file.push_str("\r\n");
    }
    file
}

/// The line of a player: number in columns 5 to 8, name 15 to 47, rating 49 to 52, points 81 to 84, rank 86 to 89, and ten
/// columns from 92 on for each round.
fn player(line: &Standing) -> String {
    let mut columns = Columns::default();
    columns.put(1, "001");
    columns.put_right(8, &line.number.to_string());
    columns.put(15, &line.name.chars().take(33).collect::<String>());
    if line.rating > 0 {
        columns.put_right(52, &line.rating.to_string());
    }
    columns.put_right(84, &format!("{}.{}", line.points / 2, line.points % 2 * 5));
    columns.put_right(89, &line.rank.to_string());
    for (i, cell) in line.rounds.iter().enumerate() {
        let at = 92 + 10 * i;
        let opponent =
            cell.opponent.map_or_else(|| "0000".to_owned(), |opponent| opponent.to_string());
        columns.put_right(at + 3, &opponent);
        let side = cell.side.map_or("-", |side| if side == Side::First { "w" } else { "b" });
        columns.put(at + 5, side);
        columns.put(at + 7, result(cell));
    }
    columns.0
}

/// The letter of a result.
const fn result(cell: &RoundCell) -> &'static str {
    match (cell.kind, cell.points) {
        (RoundCellKind::Game, Some(2)) => "1",
        (RoundCellKind::Game, Some(1)) => "=",
        (RoundCellKind::Game, Some(_)) => "0",
        (RoundCellKind::Game, None) => " ",
        (RoundCellKind::Forfeit, Some(2)) => "+",
        (RoundCellKind::Forfeit, _) => "-",
        (RoundCellKind::Bye, Some(2)) => "U",
        (RoundCellKind::Absent, Some(1)) => "H",
        (RoundCellKind::Bye | RoundCellKind::Absent, _) => "Z",
    }
}

/// A line whose parts stand in columns, counted from 1.
#[derive(Default)]
struct Columns(String);

impl Columns {
    fn put(&mut self, from: usize, text: &str) {
        for _ in self.0.chars().count()..from - 1 {
            self.0.push(' ');
        }
        self.0.push_str(text);
    }

    fn put_right(&mut self, to: usize, text: &str) {
        self.put(to + 1 - text.chars().count(), text);
    }
}
