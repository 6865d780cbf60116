use engine::{BestMove, Info, Limits, Opening, Session};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Who waits for a search; what comes first is served first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A person waits for the machine's move, or for a hint.
    Person,
    /// A person looks at a position and at what the machine thinks of it.
    Shown,
    /// Two machines play, and somebody looks on.
    Machines,
    /// Nobody waits.
    Background,
}

impl Class {
    /// All of them, the first to be served first.
    pub const ALL: [Self; 4] = [Self::Person, Self::Shown, Self::Machines, Self::Background];
}

/// What to find.
#[derive(Debug)]
pub enum Question {
    /// The best move within the limits. Limits of time count from the beginning of the search,
    /// but a clock in them runs while the search waits.
    Move(Limits),
    /// A choice in an opening, whose stones lie on the session's board.
    Choice(Box<dyn Opening>),
}

/// A search to make.
#[derive(Debug)]
pub struct Job {
    /// Whose it is: games take turns, and find their table again.
    pub(crate) game: Arc<str>,
    pub(crate) session: Box<dyn Session>,
    pub(crate) question: Question,
    pub(crate) class: Class,
    pub(crate) table_mb: u32,
    pub(crate) forget: bool,
    pub(crate) deadline: Option<Instant>,
    pub(crate) asked: Instant,
    /// Time it has been searched already, before it was set aside.
    pub(crate) spent: Duration,
    pub(crate) hurried: bool,
}

/// The shortest search: less finds no move worth having.
const SHORTEST: Duration = Duration::from_millis(10);
/// What a search gets that shall not take long any more.
const HURRIED: Duration = Duration::from_millis(50);

impl Job {
    /// A search in the current position of `session` for a game of this name, with a table of
    /// that many MiB.
    #[must_use]
    pub fn new(
        game: &str,
        session: Box<dyn Session>,
        question: Question,
        class: Class,
        table_mb: u32,
    ) -> Self {
        Self {
            game: game.into(),
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

    /// What was learnt in this game before does not help: the game is another one.
    #[must_use]
    pub fn forgetting(mut self, forget: bool) -> Self {
        self.forget = forget;
        self
    }

    /// The search has to be over by then, however long it waits.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Which game is played: engines play one.
    pub(crate) fn variant(&self) -> &'static str {
        self.session.variant().id
    }

    /// Whether it can be begun again without harm.
    pub(crate) fn can_be_set_aside(&self) -> bool {
        matches!(self.question, Question::Move(_)) && !self.hurried
    }

    /// The limits as they are when the search begins at `now`.
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

/// What a pool says of a search.
#[derive(Debug)]
pub enum Report {
    /// It begins, or begins again after it was set aside for others.
    Begins,
    /// How far it is.
    Progress(Info),
    /// What it found, or why it failed. The last report.
    Found(Result<BestMove, String>),
}

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
        let mut job = Job::new("a", session, question, Class::Person, 1);
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
