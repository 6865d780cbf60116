//! Puzzles that came with the program: their sets are files that the page fetches, one for each variant.

use crate::ask::Answer;
use crate::search::PositionSearch;
use engine::BestMove;
use hall::puzzles::{Alternative, PuzzleSet, RatingRange, ShippedPuzzle};
use hall_messages::{PuzzleSession, Refused, TryAnswer, UnknownMove, listed_puzzles, shortened};
use serde::Deserialize;
use std::collections::HashMap;

/// Nodes of the search that says whether a move is right that the puzzle does not know: as in a hall with a server.
const NODES: u64 = 500_000;
/// The largest table of such a search, in MiB.
const TABLE_MB: u32 = 16;

/// A question about puzzles.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum PuzzleAsk {
    /// Whether the set of a variant is here; others are answered only then.
    Has {
        /// The variant's id.
        variant: String,
    },
    /// The set of a variant, as the text of its file.
    Supply {
        /// The text.
        text: String,
    },
    /// Which there are.
    List {
        /// The variant's id.
        variant: String,
        /// What they are to be about.
        theme: Option<String>,
        /// The least rating.
        from: Option<u16>,
        /// The greatest rating.
        to: Option<u16>,
    },
    /// The puzzle of a day.
    OfTurn {
        /// The variant's id.
        variant: String,
        /// How often it was the variant's turn before.
        turn: usize,
    },
    /// A puzzle without its solution.
    Show {
        /// The variant's id.
        variant: String,
        /// Its id within the variant.
        id: String,
    },
    /// A move is tried. The answer may be a search: [`PuzzleAsk::Found`] says what it found.
    Try {
        /// The variant's id.
        variant: String,
        /// Its id within the variant.
        id: String,
        /// The moves of the solver so far.
        moves: Vec<String>,
        /// A number of this attempt.
        number: u64,
    },
    /// What the search found.
    Found {
        /// The number of the attempt.
        number: u64,
        /// The move, or why it failed.
        found: Result<BestMove, String>,
    },
    /// The solution.
    Solution {
        /// The variant's id.
        variant: String,
        /// Its id within the variant.
        id: String,
    },
}

/// The sets that are here, and the attempts that wait for a search.
#[derive(Debug, Default)]
pub(crate) struct LocalPuzzles {
    sets: HashMap<String, PuzzleSet>,
    attempts: HashMap<u64, Attempt>,
}

#[derive(Debug)]
struct Attempt {
    puzzle: PuzzleSession,
    open: Box<UnknownMove>,
    alternative: Alternative,
}

impl LocalPuzzles {
    pub(crate) fn ask(&mut self, asked: PuzzleAsk) -> Result<Answer, Refused> {
        match asked {
            PuzzleAsk::Has { variant } => Answer::of(&self.sets.contains_key(&variant)),
            PuzzleAsk::Supply { text } => {
                let set = PuzzleSet::read(&text)
                    .map_err(|error| Refused::failed("a set of puzzles", &error))?;
                self.sets.insert(set.variant.clone(), set);
                Ok(Answer::default())
            }
            PuzzleAsk::List { variant, theme, from, to } => {
                let ratings = RatingRange { from, to };
                Answer::of(&listed_puzzles(self.set(&variant)?, theme.as_deref(), ratings))
            }
            PuzzleAsk::OfTurn { variant, turn } => {
                let none = || Refused::not_found("no puzzles came with this program");
                let one = self.set(&variant)?.of_turn(turn).ok_or_else(none)?;
                Answer::of(&PuzzleSession::shipped(one)?.shown()?)
            }
            PuzzleAsk::Show { variant, id } => Answer::of(&self.puzzle(&variant, &id)?.shown()?),
            PuzzleAsk::Solution { variant, id } => {
                Answer::of(&self.puzzle(&variant, &id)?.solution()?)
            }
            PuzzleAsk::Try { variant, id, moves, number } => {
                let puzzle = self.puzzle(&variant, &id)?;
                match puzzle.answer(&moves)? {
                    TryAnswer::Known(answer) => Answer::of(&*answer),
                    TryAnswer::Unknown(open) => {
                        let alternative = puzzle.alternative(&open, NODES);
                        self.go_on(number, Attempt { puzzle, open, alternative })
                    }
                }
            }
            PuzzleAsk::Found { number, found } => self.found(number, found),
        }
    }

    fn set(&self, variant: &str) -> Result<&PuzzleSet, Refused> {
        let none = || Refused::not_found(format!("no puzzles of {:?}", shortened(variant)));
        self.sets.get(variant).ok_or_else(none)
    }

    fn puzzle(&self, variant: &str, id: &str) -> Result<PuzzleSession, Refused> {
        let none = || Refused::not_found(format!("there is no puzzle {:?}", shortened(id)));
        let is_it = |one: &&ShippedPuzzle| one.id == id;
        PuzzleSession::shipped(self.set(variant)?.puzzles.iter().find(is_it).ok_or_else(none)?)
    }

    /// The rules decide about the move, or a search does.
    fn go_on(&mut self, number: u64, attempt: Attempt) -> Result<Answer, Refused> {
        let Attempt { puzzle, open, alternative } = attempt;
        if let Some(settled) = alternative.settled() {
            return Answer::of(&puzzle.judged(*open, &settled)?);
        }
        let ask = alternative.ask();
        let search = PositionSearch::of(ask.session.as_ref(), ask.limits, TABLE_MB).forgetting();
        self.attempts.insert(number, Attempt { puzzle, open, alternative });
        Ok(Answer::searching(search))
    }

    fn found(&mut self, number: u64, found: Result<BestMove, String>) -> Result<Answer, Refused> {
        let gone = || Refused::not_found("the attempt is not there any more");
        let mut attempt = self.attempts.remove(&number).ok_or_else(gone)?;
        let judged = match found {
            Ok(found) => attempt.alternative.answer(&found),
            // Only its line is missing.
            Err(_) if attempt.open.is_right => {
                Some(hall::puzzles::AlternativeResult::without_line())
            }
            Err(why) => return Err(Refused::failed("a move of a puzzle", &why)),
        };
        match judged {
            Some(judged) => Answer::of(&attempt.puzzle.judged(*attempt.open, &judged)?),
            None => self.go_on(number, attempt),
        }
    }
}
