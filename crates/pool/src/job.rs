use crate::queue::SearchOwner;
use engine::{BestMove, Control, EngineError, Info, Limits, OpeningSession, ProgramFault, Session};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The urgency of a search. Earlier classes are served first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchClass {
    /// A person waits for the machine's move, or for a hint.
    Person,
    /// A person watches an analysis.
    Shown,
    /// Two machines play while a person watches.
    Machines,
    /// A game is reviewed: a person asked for it, and does something else meanwhile.
    Review,
    /// The result is not urgent.
    Background,
    /// Puzzles are looked for in a reviewed game, or moves are compared for moderators: nobody waits for that.
    Puzzle,
}

impl SearchClass {
    /// All classes in the order in which they are served.
    pub const ALL: [Self; 6] =
        [Self::Person, Self::Shown, Self::Machines, Self::Review, Self::Background, Self::Puzzle];
}

/// The question of a search.
#[derive(Debug)]
pub enum Question {
    /// The best move within the limits. Time limits count from the beginning of the search, but a
    /// clock also runs while the search waits.
    Move(Limits),
    /// A choice in an opening. The session's board has the stones of the opening.
    Choice(Box<dyn OpeningSession>),
    /// A search which needs no engine of the pool.
    Task(SearchTask),
    /// Work of another kind, which finds no move. [`crate::WorkJob`] makes it.
    Work(WorkFunction),
}

/// The function of work of another kind. It ends soon after the control says stop.
pub struct WorkFunction(pub(crate) Box<WorkBody>);

/// What it does.
type WorkBody = dyn FnMut(&dyn Session, &Control) -> Result<(), String> + Send;

impl fmt::Debug for WorkFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkFunction").finish_non_exhaustive()
    }
}

/// The function of a [`SearchTask`]. It ends soon after the control says stop.
type SearchFunction = dyn FnMut(&dyn Session, &Limits, &Control, &mut dyn FnMut(&Info)) -> Result<BestMove, String>
    + Send;

/// A search without an engine of the pool, as by the machine of a textbook. It is given the session of the job, its limits,
/// and a control. If it is interrupted for a more urgent search, it is called again later.
pub struct SearchTask {
    pub(crate) limits: Limits,
    /// The machine that it is a search of, by its id, if that is all that it is.
    pub(crate) preset: Option<String>,
    work: Box<SearchFunction>,
}

impl SearchTask {
    /// A task that calls this function.
    pub fn new(
        limits: Limits,
        work: impl FnMut(
            &dyn Session,
            &Limits,
            &Control,
            &mut dyn FnMut(&Info),
        ) -> Result<BestMove, String>
        + Send
        + 'static,
    ) -> Self {
        Self { limits, preset: None, work: Box::new(work) }
    }

    /// Says that the task is a search by the machine with this id of the session's variant, and nothing else: another
    /// machine may do it, too.
    #[must_use]
    pub fn of_preset(mut self, preset: &str) -> Self {
        self.preset = Some(preset.to_owned());
        self
    }
}

impl fmt::Debug for SearchTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchTask").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A search request.
#[derive(Debug)]
pub struct SearchJob {
    /// The game: games take turns, and get their own engine again.
    pub(crate) game: Arc<str>,
    /// Who asked: clients share the threads, however many games they have.
    pub(crate) client: Arc<str>,
    pub(crate) session: Box<dyn Session>,
    pub(crate) question: Question,
    pub(crate) class: SearchClass,
    pub(crate) table_mb: u32,
    pub(crate) forget: bool,
    pub(crate) deadline: Option<Instant>,
    pub(crate) asked: Instant,
    /// The time that it was searched before it was interrupted.
    pub(crate) spent: Duration,
    pub(crate) hurried: bool,
}

/// The shortest search: a shorter one finds no good move.
const SHORTEST: Duration = Duration::from_millis(10);
/// The time of a search that was told to end before it began.
const HURRIED: Duration = Duration::from_millis(50);

impl SearchJob {
    /// A search in the current position of `session` for a game of this name, with a table of
    /// that many MiB.
    #[must_use]
    pub fn new(
        game: &str,
        session: Box<dyn Session>,
        question: Question,
        class: SearchClass,
        table_mb: u32,
    ) -> Self {
        Self {
            game: game.into(),
            client: "".into(),
            session,
            question,
            class,
            table_mb: table_mb.max(1),
            forget: false,
            deadline: None,
            asked: Instant::now(),
            spent: Duration::ZERO,
            hurried: false,
        }
    }

    /// Says who asked. Searches without a client are all of one.
    #[must_use]
    pub fn for_client(mut self, client: &str) -> Self {
        self.client = client.into();
        self
    }

    /// Whose it is, in the queue.
    pub(crate) fn owner(&self) -> SearchOwner {
        SearchOwner {
            class: self.class,
            client: Arc::clone(&self.client),
            game: Arc::clone(&self.game),
        }
    }

    /// Clears what the engine learnt in this game before, because the game is another one.
    #[must_use]
    pub fn forgetting(mut self, forget: bool) -> Self {
        self.forget = forget;
        self
    }

    /// A deadline for the search, also if it waits long.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// The variant of the engine that is needed; empty for a task, which needs memory only.
    pub(crate) fn variant(&self) -> &'static str {
        let needs_none = matches!(self.question, Question::Task(_) | Question::Work(_));
        if needs_none { "" } else { self.session.variant().id }
    }

    /// Whether it may be interrupted and begun again.
    pub(crate) fn is_preemptible(&self) -> bool {
        !matches!(self.question, Question::Choice(_)) && !self.hurried
    }

    /// Runs a task or work, which finds no move; `None` if an engine is needed.
    pub(crate) fn work(
        &mut self,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Result<Option<BestMove>, SearchFailure>> {
        let limits = match &self.question {
            Question::Task(task) => self.limits(&task.limits, Instant::now()),
            _ => Limits::default(),
        };
        let session = self.session.as_ref();
        let found = match &mut self.question {
            Question::Task(task) => (task.work)(session, &limits, control, report).map(Some),
            Question::Work(work) => (work.0)(session, control).map(|()| None),
            Question::Move(_) | Question::Choice(_) => return None,
        };
        Some(found.map_err(SearchFailure::from))
    }

    /// The limits of the search when it begins at `now`.
    pub(crate) fn limits(&self, limits: &Limits, now: Instant) -> Limits {
        let mut limits = limits.clone();
        let waited = now.saturating_duration_since(self.asked);
        if let Some(clock) = &mut limits.clock {
            clock.mine = clock.mine.saturating_sub(waited).max(SHORTEST);
        }
        if !self.spent.is_zero() {
            limits.move_time =
                limits.move_time.map(|time| time.saturating_sub(self.spent).max(SHORTEST));
        }
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        let hurried = self.hurried.then_some(HURRIED);
        for most in [left, hurried].into_iter().flatten() {
            let time = limits.move_time.map_or(most, |time| time.min(most));
            limits.move_time = Some(time.max(SHORTEST));
        }
        limits
    }
}

/// What a pool reports about a search that reports `P` and finds `F`.
#[derive(Debug)]
pub enum SearchEvent<P = Info, F = BestMove> {
    /// The search begins, or begins again after an interruption.
    Begins,
    /// Its progress.
    Progress(P),
    /// Its result, or the reason of its failure. This is the last report.
    Found(Result<F, SearchFailure>),
}

/// What a thread reports: work finds no move.
pub(crate) type ThreadEvent = SearchEvent<Info, Option<BestMove>>;

/// Why a search failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFailure {
    /// In English, for the log.
    pub message: String,
    /// What is wrong with the program that is the engine, if it is another program.
    pub program: Option<Box<ProgramFault>>,
}

impl From<String> for SearchFailure {
    fn from(message: String) -> Self {
        Self { message, program: None }
    }
}

impl From<EngineError> for SearchFailure {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        match error {
            EngineError::Program(fault) => Self { message, program: Some(fault) },
            _ => message.into(),
        }
    }
}

impl fmt::Display for SearchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SearchFailure {}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Clock;

    #[test]
    fn what_was_waited_and_searched_is_taken_off() {
        let session = games::new_session("xiangqi", None, None).unwrap();
        let clock = Clock {
            mine: Duration::from_secs(60),
            increment: Duration::ZERO,
            theirs: Duration::from_secs(60),
            their_increment: Duration::ZERO,
            moves_to_go: None,
        };
        let limits = Limits {
            clock: Some(clock),
            move_time: Some(Duration::from_secs(5)),
            ..Limits::default()
        };
        let question = Question::Move(limits.clone());
        let mut job = SearchJob::new("a", session, question, SearchClass::Person, 1);
        let second = Duration::from_secs(1);
        let now = job.asked + 10 * second;
        let begun = job.limits(&limits, now);
        assert_eq!(begun.clock.unwrap().mine, 50 * second);
        assert_eq!(begun.move_time, Some(5 * second), "a search has its time once it begins");
        job.spent = 3 * second;
        assert_eq!(job.limits(&limits, now).move_time, Some(2 * second));
        job.deadline = Some(now + second);
        assert_eq!(job.limits(&limits, now).move_time, Some(second));
        job.deadline = Some(job.asked);
        assert_eq!(job.limits(&limits, now).move_time, Some(SHORTEST));
        job.deadline = None;
        job.hurried = true;
        assert_eq!(job.limits(&Limits::default(), now).move_time, Some(HURRIED));
    }
}
