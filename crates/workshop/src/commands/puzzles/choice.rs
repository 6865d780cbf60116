//! The choice of puzzles: none like another, none of too many about the same.

use super::difficulty;
use super::prove::position;
use super::work_file::{GameFound, MeasuredPuzzle};
use command_line::Failure;
use engine::Session;
use hall::puzzles::{Likeness, Puzzle, PuzzleSet, ShippedPuzzle, likeness};
use std::collections::{HashMap, HashSet};

/// The greatest share of puzzles about one thing.
const SAME: f64 = 0.35;
/// The greatest share of puzzles that win at once.
const AT_ONCE: f64 = 0.08;

/// Takes puzzles until there are enough.
#[derive(Debug)]
pub(super) struct Choice {
    variant: String,
    rules: String,
    count: usize,
    chosen: Vec<ShippedPuzzle>,
    /// Those that are about what many are about: taken where the others are too few.
    spare: Vec<ShippedPuzzle>,
    known: HashSet<String>,
    /// The positions of those that were taken.
    taken: Vec<Likeness>,
    ids: HashSet<String>,
    about: HashMap<String, usize>,
}

impl Choice {
    pub(super) fn new(variant: &str, count: usize) -> Result<Self, String> {
        let session = games::new_session(variant, None, None).map_err(|e| e.to_string())?;
        Ok(Self {
            variant: variant.to_owned(),
            rules: session.rules().to_owned(),
            count,
            chosen: Vec::new(),
            spare: Vec::new(),
            known: HashSet::new(),
            taken: Vec::new(),
            ids: HashSet::new(),
            about: HashMap::new(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.chosen.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.chosen.len() >= self.count
    }

    /// Takes the puzzles of a game that are wanted.
    pub(super) fn offer(&mut self, game: &GameFound) -> Result<(), String> {
        for found in &game.puzzles {
            if !self.is_full() && found.puzzle.rules == self.rules {
                let why = |failure: Failure| failure.message().unwrap_or_default();
                self.take(game, found).map_err(why)?;
            }
        }
        Ok(())
    }

    /// Takes the puzzles of a set, as far as none is like another.
    pub(super) fn keep(&mut self, set: PuzzleSet) -> Result<(), Failure> {
        for one in set.puzzles {
            if let Some(one) = self.fresh(one)? {
                self.chosen.push(one);
            }
        }
        Ok(())
    }

    fn take(&mut self, game: &GameFound, found: &MeasuredPuzzle) -> Result<(), Failure> {
        let one = ShippedPuzzle {
            id: String::new(),
            puzzle: found.puzzle.clone(),
            rating: difficulty::rating(&found.finds),
            level: difficulty::level(&found.finds),
            themes: Vec::new(),
            seed: game.seed,
            game: game.game,
            ply: found.ply,
        };
        let Some(one) = self.fresh(one)? else { return Ok(()) };
        let kind = one.puzzle.kind.word();
        let main = one.themes.first().map_or(kind, String::as_str).to_owned();
        let is_at_once = one.puzzle.wins_in == Some(1);
        let (about, share) =
            if is_at_once { ("at once".to_owned(), AT_ONCE) } else { (main, SAME) };
        let most = (share * self.count as f64).ceil() as usize;
        let so_far = self.about.entry(about).or_default();
        if *so_far < most {
            *so_far += 1;
            self.chosen.push(one);
        } else {
            self.spare.push(one);
        }
        Ok(())
    }

    /// The puzzle with its id and its themes; `None` if one like it was taken.
    fn fresh(&mut self, mut one: ShippedPuzzle) -> Result<Option<ShippedPuzzle>, Failure> {
        let at = position(&one.puzzle)?;
        let alike = likeness(&one.puzzle, at.as_ref());
        one.id = format!("{:010x}", hash(&alike) & 0xff_ffff_ffff);
        let like = Likeness::of(&one.puzzle, at.as_ref());
        let is_near = self.taken.iter().any(|other| like.is_near(other));
        if is_near || !self.known.insert(alike) || !self.ids.insert(one.id.clone()) {
            return Ok(None);
        }
        self.taken.push(like);
        one.themes = themes(&one.puzzle, at.as_ref());
        Ok(Some(one))
    }

    /// The puzzles, the easiest first.
    pub(super) fn chosen(mut self) -> Result<PuzzleSet, String> {
        let missing = self.count.saturating_sub(self.chosen.len());
        self.spare.truncate(missing);
        self.chosen.append(&mut self.spare);
        self.chosen.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
        Ok(PuzzleSet { variant: self.variant, rules: self.rules, puzzles: self.chosen })
    }
}

/// What a puzzle is about; `at` is its position.
pub(super) fn themes(puzzle: &Puzzle, at: &dyn Session) -> Vec<String> {
    let line = [puzzle.solution.as_slice(), &puzzle.after].concat();
    at.puzzle_themes(&line).iter().map(|&theme| theme.to_owned()).collect()
}

/// FNV-1a: a number that is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
