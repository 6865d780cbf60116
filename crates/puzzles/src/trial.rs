//! The trial of one position: whether one move is right in it, and how far the solution goes.

use crate::thresholds::{LEAD, LOST, MOST_PLIES, SAVED, WINNING};
use crate::{Kind, Suspect};
use engine::{BestMove, Level, Limits, Played, Score, Session};

/// A search that is wanted.
#[derive(Debug)]
pub struct Ask {
    /// The position to search. The engine must forget what it learnt before.
    pub session: Box<dyn Session>,
    /// The limits of the search: full strength.
    pub limits: Limits,
}

/// What is asked next.
#[derive(Clone, Debug)]
enum Step {
    /// The solver's best move.
    Best,
    /// The best of all other moves, with as many nodes.
    Others { best: String, score: Score },
    /// The opponent's reply, which tries the solver's move too.
    Reply,
}

/// What came of a trial.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It goes on.
    Open,
    /// It has ended, with a puzzle or without.
    Ended(Option<Box<Proved>>),
}

/// The proved part of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    pub(crate) kind: Kind,
    pub(crate) wins_in: Option<u32>,
    pub(crate) lead: f64,
    pub(crate) solution: Vec<String>,
}

/// A position under trial.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) suspect: Suspect,
    /// The position after the solution so far.
    session: Box<dyn Session>,
    nodes: u64,
    step: Step,
    /// The engine answered without a score, from its book.
    bookish: bool,
    proved: Option<Proved>,
    /// The lengths of the solution after each of the solver's moves that was not the only legal one.
    choices: Vec<usize>,
}

impl Trial {
    /// `None` where the position is no question: the game is over, or there is no choice.
    pub(crate) fn new(suspect: Suspect, session: Box<dyn Session>, nodes: u64) -> Option<Self> {
        let is_open = session.verdict().is_none() && session.legal_moves().len() > 1;
        is_open.then(|| Self {
            suspect,
            session,
            nodes,
            step: Step::Best,
            bookish: false,
            proved: None,
            choices: Vec::new(),
        })
    }

    pub(crate) fn ask(&self) -> Ask {
        let limits = Limits {
            nodes: Some(self.nodes),
            level: Some(Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish { 2 } else { 1 },
            except: match &self.step {
                Step::Others { best, .. } => vec![best.clone()],
                Step::Best | Step::Reply => Vec::new(),
            },
            ..Limits::default()
        };
        Ask { session: self.session.fork(), limits }
    }

    pub(crate) fn answer(&mut self, found: &BestMove) -> Outcome {
        let Some(m) = &found.best else { return self.ended() };
        let Some(info) = &found.info else {
            // Once is enough: an engine that says no score has none.
            return if std::mem::replace(&mut self.bookish, true) {
                self.ended()
            } else {
                Outcome::Open
            };
        };
        self.bookish = false;
        match std::mem::replace(&mut self.step, Step::Best) {
            Step::Best => self.best(m, info.score),
            Step::Others { best, score } => self.compared(&best, score, info.score),
            Step::Reply => {
                // The search after the move may see what the one before it did not.
                if 1.0 - self.chance(info.score) < self.least() {
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
    fn best(&mut self, best: &str, score: Score) -> Outcome {
        if !self.is_right(score, 0.0) || self.is_recapture(best) {
            return self.ended();
        }
        self.step = Step::Others { best: best.to_owned(), score };
        Outcome::Open
    }

    /// Goes on after the search of all other moves.
    fn compared(&mut self, best: &str, score: Score, other: Score) -> Outcome {
        let (chance, other) = (self.chance(score), self.chance(other));
        if !self.is_right(score, other) {
            return self.ended();
        }
        let kind = kind(self.session.as_ref(), score, chance);
        let proved = self.proved.get_or_insert_with(|| Proved {
            kind,
            wins_in: match score {
                Score::Mate(moves) => u32::try_from(moves).ok(),
                Score::Cp(_) => None,
            },
            lead: chance - other,
            solution: Vec::new(),
        });
        proved.solution.push(best.to_owned());
        self.choices.push(proved.solution.len());
        self.play(best)
    }

    /// Whether the best move with this score is the right one, if no other has a better chance than `second`.
    fn is_right(&self, score: Score, second: f64) -> bool {
        let best = self.chance(score);
        if best - second < LEAD {
            return false;
        }
        match &self.proved {
            Some(_) => best >= self.least(),
            None => best >= WINNING || (best >= SAVED && second <= LOST),
        }
    }

    /// The chance that the solver must keep.
    fn least(&self) -> f64 {
        match &self.proved {
            Some(Proved { kind: Kind::Save, .. }) => SAVED,
            _ => WINNING,
        }
    }

    /// The chance of the side to move.
    fn chance(&self, score: Score) -> f64 {
        self.session.expectation().of(score, self.session.stage().progress)
    }

    /// Whether the first move takes the piece back that has just taken one: nobody has to look for it.
    fn is_recapture(&self, best: &str) -> bool {
        if self.proved.is_some() {
            return false;
        }
        let Some(Played { to, captured, .. }) = self.session.last_played() else { return false };
        let takes = |played: Played| played.captured_at.contains(&to);
        !captured.is_empty() && self.session.fork().push(best).is_ok_and(takes)
    }

    /// Goes on after a move of the solver, which is in the solution.
    fn play(&mut self, m: &str) -> Outcome {
        let plies = self.proved.as_ref().map_or(0, |proved| proved.solution.len());
        if self.session.push(m).is_err() || self.session.verdict().is_some() || plies >= MOST_PLIES
        {
            return self.ended();
        }
        match self.only() {
            Some(reply) => self.replied(&reply),
            None => {
                self.step = Step::Reply;
                Outcome::Open
            }
        }
    }

    /// Goes on after a reply.
    fn replied(&mut self, reply: &str) -> Outcome {
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
        self.step = Step::Best;
        Outcome::Open
    }

    /// The only legal move.
    fn only(&self) -> Option<String> {
        let mut legal = self.session.legal_moves();
        if legal.len() == 1 { legal.pop() } else { None }
    }

    /// The end: the solution up to the solver's last choice.
    fn ended(&mut self) -> Outcome {
        let mut proved = self.proved.take();
        if let Some(proved) = &mut proved {
            proved.solution.truncate(self.choices.last().copied().unwrap_or(0));
        }
        Outcome::Ended(proved.filter(|proved| !proved.solution.is_empty()).map(Box::new))
    }
}

/// What a move with this score and chance is for.
fn kind(session: &dyn Session, score: Score, chance: f64) -> Kind {
    match score {
        Score::Mate(_) if chance >= WINNING && session.is_won_by_mate() => Kind::Mate,
        _ if chance >= WINNING => Kind::Win,
        _ => Kind::Save,
    }
}
