//! A search as a stream of events.

use crate::job::{Question, SearchEvent, SearchJob, ThreadEvent, WorkFunction};
use crate::ticket::Ticket;
use crate::{Pool, SearchClass, SearchFailure};
use engine::{BestMove, Control, Info, Session};
use futures_core::Stream;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// So many reports wait for somebody who does not read them; further ones are left out. The end is always told.
const WAITING_REPORTS: usize = 4096;

/// The events of a search, which ends with [`SearchEvent::Found`], or without it when the pool is gone. Dropping the
/// stream stops the search.
#[derive(Debug)]
pub struct SearchStream<P = Info, F = BestMove> {
    ticket: Ticket,
    events: Receiver<SearchEvent<P, F>>,
}

/// Work of another kind than a search for a move, as the lab does it: it reports values of its own, and finds no move. When
/// it is interrupted for a more urgent search, it is called again later.
#[derive(Debug)]
pub struct WorkJob<P> {
    job: SearchJob,
    tell: Sender<SearchEvent<P, ()>>,
    events: Receiver<SearchEvent<P, ()>>,
}

impl<P: Send + 'static> WorkJob<P> {
    /// Work in the current position of `session`, which takes so many MiB. The function is given the session, a control, after
    /// whose stop it ends soon, and where to report.
    pub fn new(
        game: &str,
        session: Box<dyn Session>,
        class: SearchClass,
        memory_mb: u32,
        mut work: impl FnMut(&dyn Session, &Control, &mut (dyn FnMut(P) + Send)) -> Result<(), String>
        + Send
        + 'static,
    ) -> Self {
        let (tell, events) = channel(WAITING_REPORTS + 1);
        let progress = tell.clone();
        let work = move |session: &dyn Session, control: &Control| {
            let mut report = |value| {
                // There is no room, or nobody who reads.
                let _ = progress.try_send(SearchEvent::Progress(value));
            };
            work(session, control, &mut report)
        };
        let question = Question::Work(WorkFunction(Box::new(work)));
        let job = SearchJob::new(game, session, question, class, memory_mb);
        Self { job, tell, events }
    }

    /// Says who asked. Work without a client is all of one.
    #[must_use]
    pub fn for_client(mut self, client: &str) -> Self {
        self.job = self.job.for_client(client);
        self
    }
}

impl Pool {
    /// Requests a search.
    #[must_use]
    pub fn search(&self, job: SearchJob) -> SearchStream {
        let (tell, events) = channel(WAITING_REPORTS + 1);
        let without_a_move = || SearchFailure::from("the search found no move".to_owned());
        let typed = move |event| match event {
            ThreadEvent::Begins => SearchEvent::Begins,
            ThreadEvent::Progress(info) => SearchEvent::Progress(info),
            ThreadEvent::Found(found) => {
                SearchEvent::Found(found.and_then(|found| found.ok_or_else(without_a_move)))
            }
        };
        self.stream(job, tell, events, move |event| Some(typed(event)))
    }

    /// Requests work of another kind.
    #[must_use]
    pub fn work<P: Send + 'static>(&self, work: WorkJob<P>) -> SearchStream<P, ()> {
        let WorkJob { job, tell, events } = work;
        self.stream(job, tell, events, |event| match event {
            ThreadEvent::Begins => Some(SearchEvent::Begins),
            // Work reports by itself.
            ThreadEvent::Progress(_) => None,
            ThreadEvent::Found(found) => Some(SearchEvent::Found(found.map(|_| ()))),
        })
    }

    fn stream<P: Send + 'static, F: Send + 'static>(
        &self,
        job: SearchJob,
        tell: Sender<SearchEvent<P, F>>,
        events: Receiver<SearchEvent<P, F>>,
        typed: impl Fn(ThreadEvent) -> Option<SearchEvent<P, F>> + Send + 'static,
    ) -> SearchStream<P, F> {
        // A new channel has this room.
        let mut room_for_the_end = tell.clone().try_reserve_owned().ok();
        let ticket = self.ask(job, move |event| {
            let Some(event) = typed(event) else { return };
            if !matches!(event, SearchEvent::Found(_)) {
                // There is no room, or nobody who reads.
                let _ = tell.try_send(event);
            } else if let Some(room) = room_for_the_end.take() {
                room.send(event);
            }
        });
        SearchStream { ticket, events }
    }
}

impl<P, F> SearchStream<P, F> {
    /// Ends the search now with the best move found so far. A search that has not begun runs for a moment when its turn
    /// comes.
    pub fn hurry(&self) {
        self.ticket.hurry();
    }

    /// Moves the search to the background, because its result is not urgent any more.
    pub fn step_back(&self) {
        self.ticket.step_back();
    }

    /// The next event; `None` after the end. Nothing is lost when this future is dropped.
    pub async fn next(&mut self) -> Option<SearchEvent<P, F>> {
        self.events.recv().await
    }

    /// The end of the search; `None` when the pool is gone, or the end was told before. Nothing but progress is lost when
    /// this future is dropped.
    pub async fn found(&mut self) -> Option<Result<F, SearchFailure>> {
        loop {
            if let SearchEvent::Found(found) = self.events.recv().await? {
                return Some(found);
            }
        }
    }

    /// The end of the search, as of [`SearchStream::found`], for a thread that waits for it.
    #[must_use]
    pub fn wait(mut self) -> Option<Result<F, SearchFailure>> {
        loop {
            if let SearchEvent::Found(found) = self.events.blocking_recv()? {
                return Some(found);
            }
        }
    }
}

impl<P, F> Stream for SearchStream<P, F> {
    type Item = SearchEvent<P, F>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context)
    }
}
