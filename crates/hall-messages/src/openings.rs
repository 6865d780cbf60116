//! The explorer of openings: what was played in a position, by the machine and in somebody's games.

use crate::new_game::LONGEST_POSITION;
use crate::refused::Refused;
use engine::Session;
use hall::openings::{OpeningBase, position_key};
use std::collections::HashSet;
use wire::{ExploreOpening, ExploredOpening, MachineOpenings, NamedMove, NextMove, WrittenMove};

/// The most moves before a position, and the most characters of one.
const MOST_MOVES: usize = 500;
const LONGEST_MOVE: usize = 200;

/// A position whose openings are explored.
#[derive(Debug)]
pub struct OpeningPosition {
    session: Box<dyn Session>,
    played: Vec<WrittenMove>,
    /// What it has in common with the same position reached in another order; `None` where that is not known.
    pub key: Option<game::Key>,
}

/// A move that was played: in engine notation, how often, and with which results.
pub type CountedMove<'a> = (&'a str, u64, [u64; 3]);

impl OpeningPosition {
    /// The position that is asked for.
    ///
    /// # Errors
    /// Names what is not possible.
    pub fn new(asked: &ExploreOpening) -> Result<Self, Refused> {
        let bad = |message: String| Err(Refused::bad_request("bad-parameter", message));
        if asked.start.as_ref().is_some_and(|start| start.len() > LONGEST_POSITION) {
            return bad(format!("start: at most {LONGEST_POSITION} characters"));
        }
        if asked.moves.len() > MOST_MOVES || asked.moves.iter().any(|m| m.len() > LONGEST_MOVE) {
            return bad(format!(
                "moves: at most {MOST_MOVES} of at most {LONGEST_MOVE} characters each"
            ));
        }
        let mut session = games::new_session(&asked.variant, None, asked.start.as_deref())?;
        let mut played = Vec::with_capacity(asked.moves.len());
        for (i, text) in asked.moves.iter().enumerate() {
            let recorded = session.record(text);
            let recorded =
                recorded.map_err(|error| Refused::from(error).at(&format!("moves[{i}]")))?;
            let notations = hall::notations(recorded.notations);
            played.push(WrittenMove { text: recorded.played.text, notations });
        }
        let key = position_key(session.as_ref());
        Ok(Self { session, played, key })
    }

    /// The moves that were played there: in the base of the machine's games, and those that are given.
    pub fn explored<'a>(
        mut self,
        base: Option<&OpeningBase>,
        own: impl Iterator<Item = CountedMove<'a>>,
    ) -> ExploredOpening {
        let session = self.session.as_mut();
        let machine = base.map(|base| {
            let found = self.key.map_or(&[][..], |key| base.at(key));
            let found = found.iter().map(|one| (one.text.as_str(), one.games(), one.results));
            MachineOpenings { games: base.games, nodes: base.nodes, moves: next(session, found) }
        });
        let own = next(session, own);
        let named = named(session);
        let opening_name = session.opening_name().map(str::to_owned);
        ExploredOpening { opening_name, played: self.played, machine, own, named }
    }
}

/// Counted moves in every notation; one that is not legal here is left out.
fn next<'a>(
    session: &mut dyn Session,
    found: impl Iterator<Item = CountedMove<'a>>,
) -> Vec<NextMove> {
    let legal: HashSet<String> = session.legal_moves().into_iter().collect();
    let each =
        found.filter(|(text, ..)| legal.contains(*text)).filter_map(|(text, games, results)| {
            let written = written(session, text)?;
            let opening_name = name_after(session, text);
            Some(NextMove { written, opening_name, games, results })
        });
    each.collect()
}

fn written(session: &dyn Session, text: &str) -> Option<WrittenMove> {
    let notations = hall::notations(session.write_all(text).ok()?);
    Some(WrittenMove { text: text.to_owned(), notations })
}

/// The opening that is known after a move.
fn name_after(session: &mut dyn Session, text: &str) -> Option<String> {
    session.push(text).ok()?;
    let name = session.opening_name().map(str::to_owned);
    session.pop();
    name
}

/// The moves after which the opening has another name than now.
fn named(session: &mut dyn Session) -> Vec<NamedMove> {
    let now = session.opening_name();
    let legal = session.legal_moves();
    let each = legal.iter().filter(|text| session.is_book_move(text)).cloned().collect::<Vec<_>>();
    let named = each.into_iter().filter_map(|text| {
        let opening_name = name_after(session, &text).filter(|name| Some(name.as_str()) != now)?;
        Some(NamedMove { written: written(session, &text)?, opening_name })
    });
    named.collect()
}
