//! The ladder of techniques, as data: each step adds some to those before it.

use super::{Techniques, UnknownTechnique};
use thiserror::Error;

/// A step of the ladder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its id on the command line and in files.
    pub id: &'static str,
    /// Its name in reports.
    pub name: &'static str,
    /// The techniques it adds.
    pub adds: &'static [&'static str],
    /// Whether its value must be that of minimax.
    pub exact: bool,
}

/// A name that is no step of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no step of the ladder; there are: {known}", known = all().map(|rung| rung.id).collect::<Vec<_>>().join(" "))]
pub struct UnknownRung(pub String);

/// A step whose value is that of minimax.
const fn exact(id: &'static str, name: &'static str, adds: &'static [&'static str]) -> Rung {
    Rung { id, name, adds, exact: true }
}

/// A step that may change the value.
const fn inexact(id: &'static str, name: &'static str, adds: &'static [&'static str]) -> Rung {
    Rung { id, name, adds, exact: false }
}

/// All steps, from minimax to the search that plays.
pub const LADDER: &[Rung] = &[
    exact("minimax", "minimax", &[]),
    exact("alpha-beta", "alpha-beta", &["cut-offs"]),
    exact("captures", "+ captures first", &["capture-order"]),
    exact("history", "+ history", &["butterfly", "capture-history"]),
    exact("killers", "+ killers", &["killers", "counter-moves"]),
    exact("continuation", "+ continuation history", &["continuation"]),
    exact("hints", "+ the game's hints", &["hints"]),
    exact("null-windows", "+ null windows", &["null-windows"]),
    exact("deepening", "+ iterative deepening", &["deepening"]),
    exact("aspiration", "+ aspiration", &["aspiration"]),
    inexact("table", "+ transposition table", &["table"]),
    inexact("null-move", "+ null move", &["null-move"]),
    inexact("reductions", "+ late-move reductions", &["late-move-reductions"]),
    inexact("pruning", "+ all pruning", &["pruning", "internal-reductions", "shortcuts"]),
    inexact("extensions", "+ extensions", &["extensions", "correction"]),
    inexact("full", "+ quiescence: the full engine", &["quiescence", "solvers"]),
];

/// The same without an order of captures: all moves by their history. The described machines search
/// so.
pub const HISTORY_ONLY: Rung =
    exact("history-only", "alpha-beta + history", &["cut-offs", "butterfly", "capture-history"]);

/// The full search with captures played out, but nothing else below the horizon of minimax.
pub const WITH_QUIESCENCE: Rung = inexact(
    "alpha-beta-quiescence",
    "alpha-beta + quiescence",
    &["cut-offs", "capture-order", "quiescence"],
);

/// The rung with this id.
///
/// # Errors
/// When there is none.
pub fn find(id: &str) -> Result<&'static Rung, UnknownRung> {
    all().find(|rung| rung.id == id).ok_or_else(|| UnknownRung(id.to_owned()))
}

/// The rungs of the ladder, and those beside it.
pub fn all() -> impl Iterator<Item = &'static Rung> {
    LADDER.iter().chain([&HISTORY_ONLY, &WITH_QUIESCENCE])
}

/// The names of the techniques in use on a rung: its own, and on the ladder those of all rungs below.
#[must_use]
pub fn parts(rung: &Rung) -> Vec<&'static str> {
    let place = LADDER.iter().position(|below| below.id == rung.id);
    let below = place.map_or(&[][..], |place| &LADDER[..place]);
    below.iter().chain([rung]).flat_map(|rung| rung.adds).copied().collect()
}

/// The techniques in use on a rung: its own, and on the ladder those of all rungs below.
///
/// # Errors
/// When a name on the ladder is no technique.
pub fn techniques(rung: &Rung) -> Result<Techniques, UnknownTechnique> {
    let mut on = Techniques::none();
    for name in parts(rung) {
        on.turn(name, true)?;
    }
    Ok(on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_leads_from_minimax_to_the_search_that_plays() {
        assert_eq!(techniques(&LADDER[0]).unwrap(), Techniques::none());
        assert_eq!(techniques(LADDER.last().unwrap()).unwrap(), Techniques::all());
        for rung in all() {
            techniques(rung).unwrap();
            assert_eq!(find(rung.id).unwrap(), rung);
        }
    }

    #[test]
    fn an_unknown_rung_is_named_with_the_known_ones() {
        let error = find("telepathy").unwrap_err().to_string();
        assert!(error.starts_with("\"telepathy\" is no step of the ladder; there are: minimax "));
    }
}
