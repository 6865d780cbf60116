use crate::puzzles::trial::{ProvenPuzzle, SearchRequest, Trial, TrialOutcome};
use crate::puzzles::{Puzzle, Suspect};
use engine::{BestMove, Control, Engine, EngineError, MoveError, Session};
use game::Side;
use std::collections::VecDeque;
use std::fmt;

/// Within so many plies of a puzzle another with the same first move is the same puzzle.
const ALIKE: usize = 20;

/// A move of the game that is not possible.
#[derive(Debug)]
pub struct IllegalMove {
    /// The move's ply, from 1.
    pub ply: usize,
    /// Why it is not.
    pub error: MoveError,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.ply, self.error)
    }
}

impl std::error::Error for IllegalMove {}

/// Looks for the puzzles of a game, one search after another.
#[derive(Debug)]
pub struct Finder {
    start: String,
    /// The session with all moves played.
    game: Box<dyn Session>,
    moves: Vec<String>,
    nodes: u64,
    left: VecDeque<Suspect>,
    trial: Option<Trial>,
    found: Vec<Puzzle>,
    /// The puzzles of the game so far, for comparison.
    known: Vec<Puzzle>,
}

impl Finder {
    /// A game from the position of `start` with its moves in any notation, the positions that may be puzzles in order,
    /// and the nodes of each search.
    ///
    /// # Errors
    /// When a move is not possible.
    pub fn new(
        start: Box<dyn Session>,
        moves: &[String],
        suspects: &[Suspect],
        nodes: u64,
    ) -> Result<Self, Box<IllegalMove>> {
        let text = start.start_text();
        let mut game = start;
        let mut played = Vec::with_capacity(moves.len());
        for (text, ply) in moves.iter().zip(1..) {
            let one = game.push(text).map_err(|error| Box::new(IllegalMove { ply, error }))?;
            played.push(one.text);
        }
        let mut finder = Self {
            start: text,
            game,
            nodes,
            left: suspects.iter().copied().filter(|one| one.ply <= played.len()).collect(),
            moves: played,
            trial: None,
            found: Vec::new(),
            known: Vec::new(),
        };
        finder.begin();
        Ok(finder)
    }

    /// The positions that are left, the one under trial first.
    pub fn left(&self) -> impl Iterator<Item = Suspect> {
        self.trial.iter().map(|trial| trial.suspect).chain(self.left.iter().copied())
    }

    /// The next search, `None` when all is done.
    #[must_use]
    pub fn next(&self) -> Option<SearchRequest> {
        self.trial.as_ref().map(Trial::ask)
    }

    /// Takes the answer to the search that [`Finder::next`] asked for, which ended by its own limits.
    pub fn answer(&mut self, found: &BestMove) {
        let Some(trial) = &mut self.trial else { return };
        let TrialOutcome::Ended(proved) = trial.answer(found) else { return };
        let suspect = trial.suspect;
        self.trial = None;
        if let Some(proved) = proved {
            self.keep(suspect, *proved);
        }
        self.begin();
    }

    /// The puzzles that were found since the last call, in the order of the game.
    pub fn take(&mut self) -> Vec<Puzzle> {
        std::mem::take(&mut self.found)
    }

    /// Says that this puzzle of the game was found in an earlier run: it is not found again under another ply.
    pub fn knows(&mut self, puzzle: Puzzle) {
        self.known.push(puzzle);
    }

    /// Begins the trial of the next position that is a question.
    fn begin(&mut self) {
        while self.trial.is_none()
            && let Some(suspect) = self.left.pop_front()
        {
            self.trial = Trial::new(suspect, self.session(suspect.ply), self.nodes);
        }
    }

    fn keep(&mut self, suspect: Suspect, proved: ProvenPuzzle) {
        let session = self.session(suspect.ply);
        let side = session.side_to_move();
        let puzzle = Puzzle {
            variant: session.variant().id.to_owned(),
            rules: session.rules().to_owned(),
            start: self.start.clone(),
            moves: self.moves[..suspect.ply].to_vec(),
            second: side == Side::Second,
            kind: proved.kind,
            wins_in: proved.wins_in,
            solution: proved.solution,
            after: proved.after,
            also: proved.also,
            loss: suspect.loss,
            lead: proved.lead,
        };
        let is_new = !self.known.iter().any(|known| is_same(known, &puzzle, &self.moves));
        self.known.push(puzzle.clone());
        if is_new {
            self.found.push(puzzle);
        }
    }

    /// The position after so many moves.
    fn session(&self, ply: usize) -> Box<dyn Session> {
        let mut session = self.game.fork();
        for _ in ply..self.moves.len() {
            session.pop();
        }
        session
    }
}

/// Whether one puzzle is a part of the other, or asks the same side for the same move again because nobody played it.
fn is_same(one: &Puzzle, other: &Puzzle, game: &[String]) -> bool {
    if one.side() != other.side() {
        return false;
    }
    let (first, second) = if one.ply() <= other.ply() { (one, other) } else { (other, one) };
    let between = &game[first.ply().min(game.len())..second.ply().min(game.len())];
    let follows = first.solution.starts_with(between);
    let again = first.solution.first() == second.solution.first() && between.len() <= ALIKE;
    follows || again
}

/// Searches all that is left with one engine, until `control` says stop.
///
/// # Errors
/// When a search fails.
pub fn run(
    finder: &mut Finder,
    engine: &mut dyn Engine,
    control: &Control,
) -> Result<(), EngineError> {
    while let Some(ask) = finder.next() {
        engine.new_game();
        let found = engine.search(ask.session.as_ref(), &ask.limits, control, &mut |_| {})?;
        // A search that was cut short would make other puzzles.
        if control.is_stopped() {
            break;
        }
        finder.answer(&found);
    }
    Ok(())
}
