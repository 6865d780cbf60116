//! The trial of one position: whether few moves are right in it, and how far the solution goes.

use crate::puzzles::thresholds::{CERTAIN, MOST_ALSO, MOST_PLIES, MOST_SHOWN};
use crate::puzzles::{AlternativeLine, PuzzleGoal, Suspect};
use engine::{BestMove, Info, Level, Limits, MoveEffect, PuzzleTerms, Score, Session};

/// A search that is wanted.
#[derive(Debug)]
pub struct SearchRequest {
    /// The position to search. The engine must forget what it learnt before.
    pub session: Box<dyn Session>,
    /// The limits of the search: full strength.
    pub limits: Limits,
}

/// What is asked next.
#[derive(Clone, Debug)]
enum TrialStep {
    /// The solver's best move.
    Best,
    /// The best of all other moves.
    Others(RightMoves),
    /// The opponent's reply, which tries the solver's move too.
    Reply,
}

/// The moves that are right in a position, as far as they were looked for.
#[derive(Clone, Debug)]
struct RightMoves {
    best: String,
    score: Score,
    chance: f64,
    /// The others with their lines.
    also: Vec<(String, Vec<String>)>,
    /// The least chance of them all.
    least: f64,
}

/// What came of a trial.
#[derive(Debug)]
pub(crate) enum TrialOutcome {
    /// It goes on.
    Open,
    /// It has ended, with a puzzle or without.
    Ended(Option<Box<ProvenPuzzle>>),
}

/// The proved part of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct ProvenPuzzle {
    pub(crate) kind: PuzzleGoal,
    pub(crate) wins_in: Option<u32>,
    pub(crate) lead: f64,
    pub(crate) solution: Vec<String>,
    /// The moves after the solution, up to where one sees what it was for.
    pub(crate) after: Vec<String>,
    /// The other right moves.
    pub(crate) also: Vec<AlternativeLine>,
}

/// A position under trial.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) suspect: Suspect,
    /// The position after the solution so far.
    session: Box<dyn Session>,
    nodes: u64,
    step: TrialStep,
    /// The engine answered without a score, from its book.
    bookish: bool,
    proved: Option<ProvenPuzzle>,
    /// The lengths of the solution after each of the solver's moves that was not the only legal one.
    choices: Vec<usize>,
    terms: PuzzleTerms,
    /// The number of moves before the position.
    start: usize,
    /// The line of the last search for the solver, from that position on, and the length of the solution before it.
    line: (usize, Vec<String>),
    /// The line of the search for the move that is compared now.
    searched: Vec<String>,
}

impl Trial {
    /// `None` where the position is no question: the game is over, or there is no choice.
    pub(crate) fn new(suspect: Suspect, session: Box<dyn Session>, nodes: u64) -> Option<Self> {
        let is_open = session.verdict().is_none() && session.legal_moves().len() > 1;
        let terms = session.puzzle_terms();
        is_open.then(|| Self {
            terms,
            start: session.moves().len(),
            line: (0, Vec::new()),
            searched: Vec::new(),
            suspect,
            session,
            nodes,
            step: TrialStep::Best,
            bookish: false,
            proved: None,
            choices: Vec::new(),
        })
    }

    pub(crate) fn ask(&self) -> SearchRequest {
        let limits = Limits {
            nodes: Some(match self.step {
                // Whether no other move is right is looked at more closely.
                TrialStep::Others(_) => self.nodes.saturating_mul(CERTAIN),
                TrialStep::Best | TrialStep::Reply => self.nodes,
            }),
            level: Some(Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish { 2 } else { 1 },
            except: match &self.step {
                TrialStep::Others(right) => {
                    let also = right.also.iter().map(|(m, _)| m.clone());
                    also.chain([right.best.clone()]).collect()
                }
                TrialStep::Best | TrialStep::Reply => Vec::new(),
            },
            ..Limits::default()
        };
        SearchRequest { session: self.session.fork(), limits }
    }

    pub(crate) fn answer(&mut self, found: &BestMove) -> TrialOutcome {
        let Some(m) = &found.best else { return self.ended() };
        let Some(info) = &found.info else {
            // Once is enough: an engine that says no score has none.
            return if std::mem::replace(&mut self.bookish, true) {
                self.ended()
            } else {
                TrialOutcome::Open
            };
        };
        self.bookish = false;
        match std::mem::replace(&mut self.step, TrialStep::Best) {
            TrialStep::Best => self.best(m, info),
            TrialStep::Others(right) => self.compared(right, m, info),
            TrialStep::Reply => {
                // The search after the move may see what the one before it did not.
                if 1.0 - self.chance(info) < self.least() {
                    if let Some(proved) = &mut self.proved {
                        proved.solution.pop();
                        self.choices.retain(|&plies| plies <= proved.solution.len());
                    }
                    return self.ended();
                }
                self.replied(m)
            }
        }
    }

    /// Goes on after the search for the solver's best move.
    fn best(&mut self, best: &str, info: &Info) -> TrialOutcome {
        let chance = self.chance(info);
        if !self.is_right((info.score, chance), 0.0) || self.is_recapture(best) {
            return self.ended();
        }
        self.searched.clone_from(&info.pv);
        let (best, score, also) = (best.to_owned(), info.score, Vec::new());
        self.step = TrialStep::Others(RightMoves { best, score, chance, also, least: chance });
        TrialOutcome::Open
    }

    /// Goes on after the search of all other moves, whose best is `m`.
    fn compared(&mut self, mut right: RightMoves, m: &str, info: &Info) -> TrialOutcome {
        let other = self.chance(info);
        let legal = self.session.legal_moves().len();
        // At least one move must be wrong.
        if right.also.len() < MOST_ALSO
            && right.also.len() + 2 < legal
            && self.is_as_right(&right, (info.score, other))
        {
            right.least = right.least.min(other);
            right.also.push((m.to_owned(), info.pv.clone()));
            self.step = TrialStep::Others(right);
            return TrialOutcome::Open;
        }
        if !self.is_right((right.score, right.least), other) {
            return self.ended();
        }
        let RightMoves { best, score, chance, also, least } = right;
        let kind = kind(self.session.as_ref(), score, chance >= self.terms.winning);
        let plies = self.proved.as_ref().map_or(0, |proved| proved.solution.len());
        self.line = (plies, std::mem::take(&mut self.searched));
        let lines =
            also.iter().map(|(m, line)| AlternativeLine { at: plies, line: self.line_of(m, line) });
        let also: Vec<AlternativeLine> = lines.collect();
        let proved = self.proved.get_or_insert_with(|| ProvenPuzzle {
            kind,
            wins_in: match score {
                Score::Mate(moves) => u32::try_from(moves).ok(),
                Score::Cp(_) => None,
            },
            lead: least - other,
            solution: Vec::new(),
            after: Vec::new(),
            also: Vec::new(),
        });
        proved.also.extend(also);
        proved.solution.push(best.clone());
        self.choices.push(proved.solution.len());
        self.play(&best)
    }

    /// Whether a move is the right one, if no other has a better chance than `second`. A move that wins as well would be
    /// right, too; only a forced win may have others beside it that win more slowly, without a proof.
    fn is_right(&self, (score, best): (Score, f64), second: f64) -> bool {
        let PuzzleTerms { lead, winning, saved, lost, .. } = self.terms;
        let is_forced = matches!(score, Score::Mate(moves) if moves > 0);
        if best - second < lead || (second >= winning && !is_forced) {
            return false;
        }
        match &self.proved {
            Some(_) => best >= self.least(),
            None => best >= winning || (best >= saved && second <= lost),
        }
    }

    /// Whether another move is as right as the best one: it wins by force if that does, and otherwise it wins or saves as
    /// that does, in the terms of the game.
    fn is_as_right(&self, right: &RightMoves, (score, chance): (Score, f64)) -> bool {
        let PuzzleTerms { winning, saved, .. } = self.terms;
        let is_forced = |score| matches!(score, Score::Mate(moves) if moves > 0);
        let wins =
            self.proved.as_ref().map_or(right.chance >= winning, |p| p.kind != PuzzleGoal::Save);
        if is_forced(right.score) {
            is_forced(score)
        } else {
            chance >= if wins { winning } else { saved }
        }
    }

    /// A move of the solver with the line that was found for it, up to the end of the game or a move of the solver.
    fn line_of(&self, m: &str, line: &[String]) -> Vec<String> {
        let rest = if line.first().is_some_and(|first| first == m) { &line[1..] } else { &[] };
        let mut session = self.session.fork();
        if session.push(m).is_err() {
            return Vec::new();
        }
        let shown = shown(session.as_mut(), rest);
        std::iter::once(m.to_owned()).chain(shown).collect()
    }

    /// The chance that the solver must keep.
    fn least(&self) -> f64 {
        match &self.proved {
            Some(ProvenPuzzle { kind: PuzzleGoal::Save, .. }) => self.terms.saved,
            _ => self.terms.winning,
        }
    }

    /// The chance of the side to move.
    fn chance(&self, info: &Info) -> f64 {
        chance(self.session.as_ref(), info)
    }

    /// Whether the first move takes the piece back that has just taken one: nobody has to look for it.
    fn is_recapture(&self, best: &str) -> bool {
        if self.proved.is_some() {
            return false;
        }
        let Some(MoveEffect { to, captured, .. }) = self.session.last_played() else {
            return false;
        };
        let takes = |played: MoveEffect| played.captured_at.contains(&to);
        !captured.is_empty() && self.session.fork().push(best).is_ok_and(takes)
    }

    /// Goes on after a move of the solver, which is in the solution.
    fn play(&mut self, m: &str) -> TrialOutcome {
        let plies = self.proved.as_ref().map_or(0, |proved| proved.solution.len());
        if self.session.push(m).is_err() || self.session.verdict().is_some() || plies >= MOST_PLIES
        {
            return self.ended();
        }
        match self.only() {
            Some(reply) => self.replied(&reply),
            None => {
                self.step = TrialStep::Reply;
                TrialOutcome::Open
            }
        }
    }

    /// Goes on after a reply.
    fn replied(&mut self, reply: &str) -> TrialOutcome {
        let Some(proved) = &mut self.proved else { return self.ended() };
        proved.solution.push(reply.to_owned());
        if self.session.push(reply).is_err() || self.session.verdict().is_some() {
            return self.ended();
        }
        if let Some(only) = self.only() {
            if let Some(proved) = &mut self.proved {
                proved.solution.push(only.clone());
            }
            return self.play(&only);
        }
        self.step = TrialStep::Best;
        TrialOutcome::Open
    }

    /// The only legal move.
    fn only(&self) -> Option<String> {
        let mut legal = self.session.legal_moves();
        if legal.len() == 1 { legal.pop() } else { None }
    }

    /// What is shown after the solution: the rest of the line that was searched, up to the end of the game or a move of
    /// the solver.
    fn shown_after(&self, line: &[String], solution: &[String]) -> Vec<String> {
        let mut session = self.session.fork();
        while session.moves().len() > self.start {
            session.pop();
        }
        if solution.iter().any(|m| session.push(m).is_err()) {
            return Vec::new();
        }
        shown(session.as_mut(), line)
    }

    /// The end: the solution up to the solver's last choice.
    fn ended(&mut self) -> TrialOutcome {
        let Some(mut proved) = self.proved.take() else { return TrialOutcome::Ended(None) };
        proved.solution.truncate(self.choices.last().copied().unwrap_or(0));
        proved.also.retain(|one| one.at < proved.solution.len() && !one.line.is_empty());
        if proved.solution.is_empty() {
            return TrialOutcome::Ended(None);
        }
        let (before, line) = &self.line;
        let searched = proved.solution.get(*before..).unwrap_or_default();
        if line.starts_with(searched) && !searched.is_empty() {
            proved.after = self.shown_after(&line[searched.len()..], &proved.solution);
        }
        TrialOutcome::Ended(Some(Box::new(proved)))
    }
}

/// The chance of the side to move after a search with this result.
pub(crate) fn chance(session: &dyn Session, info: &Info) -> f64 {
    let estimate = || session.puzzle_terms().chance(info.score);
    session.solved(info.score, info.depth).unwrap_or_else(estimate)
}

/// What is shown of a line after a move of the solver: up to the end of the game or a move of the solver.
pub(crate) fn shown(session: &mut dyn Session, line: &[String]) -> Vec<String> {
    let mut shown = Vec::new();
    for m in line.iter().take(MOST_SHOWN) {
        if session.verdict().is_some() || session.push(m).is_err() {
            break;
        }
        shown.push(m.clone());
    }
    if shown.len() % 2 == 1 && session.verdict().is_none() {
        shown.pop();
    }
    shown
}

/// What a move with this score is for, which wins or saves.
fn kind(session: &dyn Session, score: Score, wins: bool) -> PuzzleGoal {
    match score {
        Score::Mate(_) if wins && session.is_won_by_mate() => PuzzleGoal::Mate,
        _ if wins => PuzzleGoal::Win,
        _ => PuzzleGoal::Save,
    }
}
