//! The choice of puzzles: none like another, none of too many about the same.

use super::difficulty;
use super::prove::position;
use super::work_file::{GameFound, MeasuredPuzzle};
use command_line::Failure;
use hall::puzzles::{PuzzleSet, ShippedPuzzle, likeness};
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

    fn take(&mut self, game: &GameFound, found: &MeasuredPuzzle) -> Result<(), Failure> {
        let at = position(&found.puzzle)?;
        let alike = likeness(&found.puzzle, at.as_ref());
        let id = format!("{:010x}", hash(&alike) & 0xff_ffff_ffff);
        if !self.known.insert(alike) || !self.ids.insert(id.clone()) {
            return Ok(());
        }
        let line = [found.puzzle.solution.as_slice(), &found.puzzle.after].concat();
        let themes = at.puzzle_themes(&line);
        let one = ShippedPuzzle {
            id,
            puzzle: found.puzzle.clone(),
            rating: difficulty::rating(&found.finds),
            level: difficulty::level(&found.finds),
            themes: themes.iter().map(|&theme| theme.to_owned()).collect(),
            seed: game.seed,
            game: game.game,
            ply: found.ply,
        };
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

    /// The puzzles, the easiest first.
    pub(super) fn chosen(mut self) -> Result<PuzzleSet, String> {
        let missing = self.count.saturating_sub(self.chosen.len());
        self.spare.truncate(missing);
        self.chosen.append(&mut self.spare);
        self.chosen.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
        Ok(PuzzleSet { variant: self.variant, rules: self.rules, puzzles: self.chosen })
    }
}

/// FNV-1a: a number that is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
