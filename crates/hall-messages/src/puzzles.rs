//! A puzzle that somebody plays: whoever answers keeps no state of it. And the lists of those that came with the program.

use crate::refused::Refused;
use crate::view;
use engine::Session;
use hall::puzzles::{
    Alternative, AlternativeResult, Puzzle, PuzzleGoal, PuzzleSet, RatingRange, ShippedPuzzle,
};
use wire::{ListedPuzzle, MovePlayed, PuzzleAnswer, PuzzleOther, PuzzlePosition, PuzzleSolution};

/// The id of a puzzle that came with the program.
#[must_use]
pub fn shipped_puzzle_id(variant: &str, id: &str) -> String {
    format!("{variant}.{id}")
}

/// The puzzles of a set that are about a theme and have a rating in a range.
#[must_use]
pub fn listed_puzzles(
    set: &PuzzleSet,
    theme: Option<&str>,
    ratings: RatingRange,
) -> Vec<ListedPuzzle> {
    let is_wanted = |one: &&ShippedPuzzle| {
        theme.is_none_or(|theme| one.themes.iter().any(|own| own == theme))
            && ratings.contains(one.rating)
    };
    let listed = |one: &ShippedPuzzle| ListedPuzzle {
        id: shipped_puzzle_id(&one.puzzle.variant, &one.id),
        rating: one.rating,
        themes: one.themes.clone(),
    };
    set.puzzles.iter().filter(is_wanted).map(listed).collect()
}

/// A puzzle and its position.
#[derive(Debug)]
pub struct PuzzleSession {
    id: String,
    /// The game of the hall that it is from, and the number of moves before it there.
    place: (Option<String>, u32),
    /// How often its first move was tried, and how often it was solved, where that is counted.
    counts: (u64, u64),
    /// What was measured of one that came with the program.
    shipped: Option<MeasuredPuzzle>,
    puzzle: Puzzle,
    session: Box<dyn Session>,
}

/// What was measured of a puzzle that came with the program.
#[derive(Debug)]
struct MeasuredPuzzle {
    rating: u16,
    level: Option<u8>,
    themes: Vec<String>,
}

/// The answer to the solver's moves.
#[derive(Debug)]
pub enum TryAnswer {
    /// The puzzle knows the last one, or the rules decide.
    Known(Box<PuzzleAnswer>),
    /// A search is to say whether it is right.
    Unknown(Box<UnknownMove>),
}

/// A move that the puzzle does not know, or of which it knows no line.
#[derive(Debug)]
pub struct UnknownMove {
    /// Whether it is known to be right.
    pub is_right: bool,
    /// The number of moves of the solution before it.
    pub at: usize,
    /// In engine notation.
    pub m: String,
    /// The position after it.
    session: Box<dyn Session>,
    own: MovePlayed,
}

impl PuzzleSession {
    /// A puzzle out of a game of the hall, and how often it was tried and solved.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn of_game(
        id: String,
        game: String,
        ply: u32,
        puzzle: Puzzle,
        counts: (u64, u64),
    ) -> Result<Self, Refused> {
        Ok(Self { place: (Some(game), ply), counts, ..Self::new(id, puzzle)? })
    }

    /// A puzzle that came with the program.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn shipped(shipped: &ShippedPuzzle) -> Result<Self, Refused> {
        let puzzle = shipped.puzzle.clone();
        let id = shipped_puzzle_id(&puzzle.variant, &shipped.id);
        let ShippedPuzzle { rating, level, ref themes, ply, .. } = *shipped;
        let measured = MeasuredPuzzle { rating, level, themes: themes.clone() };
        Ok(Self { place: (None, ply), shipped: Some(measured), ..Self::new(id, puzzle)? })
    }

    fn new(id: String, puzzle: Puzzle) -> Result<Self, Refused> {
        let damaged = |why: &dyn std::fmt::Display| Refused::failed(&format!("puzzle {id}"), why);
        let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
        let mut session =
            games::new_session(&puzzle.variant, rules, start).map_err(|error| damaged(&error))?;
        for text in &puzzle.moves {
            session.push(text).map_err(|error| damaged(&error))?;
        }
        if puzzle.solution.is_empty() {
            return Err(damaged(&"there is no solution"));
        }
        Ok(Self { id, place: (None, 0), counts: (0, 0), shipped: None, puzzle, session })
    }

    /// The puzzle without its solution.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn shown(&self) -> Result<wire::ShownPuzzle, Refused> {
        let puzzle = &self.puzzle;
        let mut before = self.session.fork();
        let last = match puzzle.moves.last() {
            Some(last) if before.pop() => Some(played(before.as_mut(), last, puzzle.ply())?),
            _ => None,
        };
        let (game, ply) = self.place.clone();
        Ok(wire::ShownPuzzle {
            id: self.id.clone(),
            variant: puzzle.variant.clone(),
            rules: puzzle.rules.clone(),
            side: puzzle.side(),
            kind: puzzle.kind,
            wins_in: puzzle.wins_in,
            to_find: count(puzzle.to_find()),
            right: count(1 + puzzle.also_at(0).count()),
            loss: puzzle.loss as f32,
            themes: self.themes(),
            rating: self.shipped.as_ref().map(|one| one.rating),
            level: self.shipped.as_ref().and_then(|one| one.level),
            game,
            ply,
            tries: self.counts.0,
            solved: self.counts.1,
            last,
            position: position(self.session.as_ref()),
        })
    }

    /// What it is about.
    fn themes(&self) -> Vec<String> {
        if let Some(shipped) = &self.shipped {
            return shipped.themes.clone();
        }
        let line = [self.puzzle.solution.as_slice(), &self.puzzle.after].concat();
        self.session.puzzle_themes(&line).into_iter().map(str::to_owned).collect()
    }

    /// The answer to the solver's moves.
    ///
    /// # Errors
    /// When a move is not possible, or more follow than the puzzle has.
    pub fn answer(&self, moves: &[String]) -> Result<TryAnswer, Refused> {
        let bad = |message: String| Err(Refused::impossible("bad-try", message));
        let most = self.puzzle.to_find();
        if moves.is_empty() || moves.len() > most {
            return bad(format!("moves: 1 to {most} are to be found, not {}", moves.len()));
        }
        let mut session = self.session.fork();
        let mut all = Vec::new();
        for (i, text) in moves.iter().enumerate() {
            let place = format!("moves[{i}]");
            let m = session.read_move(text).map_err(|error| Refused::from(error).at(&place))?;
            let ply = self.puzzle.ply() + 2 * i + 1;
            let own = played(session.as_mut(), &m, ply)?;
            // Who wins by the rules is right, whatever the search found.
            let wins = session
                .verdict()
                .is_some_and(|end| end.outcome.winner() == Some(self.puzzle.side()));
            let is_last = i + 1 == moves.len();
            let is_main = self.puzzle.solution.get(2 * i) == Some(&m);
            let also = self.puzzle.also_at(2 * i).find(|one| one.line.first() == Some(&m));
            if !is_last && (wins || !is_main) {
                return bad(format!("{place}: the puzzle ends with this move, but others follow"));
            }
            if !wins && !is_main {
                let open = UnknownMove { is_right: also.is_some(), at: 2 * i, m, session, own };
                return match also {
                    Some(also) if also.line.len() > 1 => {
                        solved(open, &also.line[1..], None).map(TryAnswer::known)
                    }
                    _ => Ok(TryAnswer::Unknown(Box::new(open))),
                };
            }
            all = vec![own];
            let Some(reply) = self.puzzle.solution.get(2 * i + 1).filter(|_| !wins) else {
                break;
            };
            all.push(played(session.as_mut(), reply, ply + 1)?);
        }
        let done = all.len() == 1;
        let position = position(session.as_ref());
        let mut after = Vec::new();
        let is_main = session.moves().len() == self.puzzle.ply() + self.puzzle.solution.len()
            && session.moves().last() == self.puzzle.solution.last();
        if done && is_main {
            let first = self.puzzle.ply() + self.puzzle.solution.len() + 1;
            for (m, ply) in self.puzzle.after.iter().zip(first..) {
                after.push(played(session.as_mut(), m, ply)?);
            }
        }
        let (right, other) = (true, None);
        Ok(TryAnswer::known(PuzzleAnswer { right, other, done, played: all, after, position }))
    }

    /// The question whether a move is right that the puzzle does not know.
    #[must_use]
    pub fn alternative(&self, open: &UnknownMove, nodes: u64) -> Alternative {
        Alternative::new(&self.puzzle, open.session.fork(), nodes)
    }

    /// The answer to such a move, once that is known.
    ///
    /// # Errors
    /// When the line that shows it cannot be played.
    pub fn judged(
        &self,
        mut open: UnknownMove,
        judged: &AlternativeResult,
    ) -> Result<PuzzleAnswer, Refused> {
        if open.is_right {
            return solved(open, &judged.after, None);
        }
        if judged.right {
            let left = self.puzzle.wins_in.map(|n| n.saturating_sub(count(open.at / 2)));
            let slower = left.is_some_and(|left| judged.wins_in.is_none_or(|n| n > left));
            let other = match self.puzzle.kind {
                PuzzleGoal::Save => PuzzleOther::Saves,
                PuzzleGoal::Mate | PuzzleGoal::Win if slower => PuzzleOther::WinsSlower,
                PuzzleGoal::Mate | PuzzleGoal::Win => PuzzleOther::Wins,
            };
            return solved(open, &judged.after, Some(other));
        }
        open.session.pop();
        Ok(PuzzleAnswer {
            right: false,
            other: None,
            done: false,
            played: vec![open.own],
            after: Vec::new(),
            position: position(open.session.as_ref()),
        })
    }

    /// The solution.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn solution(&self) -> Result<PuzzleSolution, Refused> {
        let mut session = self.session.fork();
        let mut moves = Vec::with_capacity(self.puzzle.solution.len());
        let all = self.puzzle.solution.iter().chain(&self.puzzle.after);
        for (m, ply) in all.zip(self.puzzle.ply() + 1..) {
            moves.push(played(session.as_mut(), m, ply)?);
        }
        Ok(PuzzleSolution { moves, position: position(session.as_ref()) })
    }
}

impl TryAnswer {
    fn known(answer: PuzzleAnswer) -> Self {
        Self::Known(Box::new(answer))
    }
}

/// The answer to a right move that is not the solution's: it ends the puzzle, and its own line shows what it is for.
fn solved(
    mut open: UnknownMove,
    line: &[String],
    other: Option<PuzzleOther>,
) -> Result<PuzzleAnswer, Refused> {
    let position = position(open.session.as_ref());
    let first = open.session.moves().len() + 1;
    let mut after = Vec::with_capacity(line.len());
    for (m, ply) in line.iter().zip(first..) {
        after.push(played(open.session.as_mut(), m, ply)?);
    }
    Ok(PuzzleAnswer { right: true, other, done: true, played: vec![open.own], after, position })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Plays a move that is legal.
fn played(session: &mut dyn Session, m: &str, ply: usize) -> Result<MovePlayed, Refused> {
    let side = session.side_to_move();
    let recorded =
        session.record(m).map_err(|error| Refused::failed("a move of a puzzle", &error))?;
    Ok(MovePlayed::new(recorded, ply, side))
}

fn position(session: &dyn Session) -> PuzzlePosition {
    let end = session.verdict().map(hall::End::from);
    let mut board = view::board(session.board());
    if end.is_some() {
        board.moves.clear();
    }
    PuzzlePosition { text: session.position_text(), turn: session.side_to_move(), board, end }
}
