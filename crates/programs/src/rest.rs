//! A program between two searches. One that nobody needs is ended after a while.

use crate::ProgramConversation;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a resting program is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Where a program rests.
#[derive(Debug)]
pub(crate) struct IdleProgram {
    at_most: Duration,
    slot: Arc<Mutex<IdleSlot>>,
}

#[derive(Debug, Default)]
struct IdleSlot {
    talk: Option<ProgramConversation>,
    since: Option<Instant>,
    is_watched: bool,
}

impl IdleProgram {
    pub(crate) fn new(at_most: Duration) -> Self {
        Self { at_most, slot: Arc::default() }
    }

    /// The program, if it is still there.
    pub(crate) fn take(&self) -> Option<ProgramConversation> {
        slot(&self.slot).talk.take()
    }

    /// Lets a program rest until it is taken or its time is over.
    pub(crate) fn put(&self, talk: ProgramConversation) {
        let mut here = slot(&self.slot);
        here.talk = Some(talk);
        here.since = Some(Instant::now());
        if here.is_watched {
            return;
        }
        let (weak, at_most) = (Arc::downgrade(&self.slot), self.at_most);
        let thread = std::thread::Builder::new().name("program-rest".to_owned());
        // Without the thread the program rests until its engine is dropped.
        here.is_watched = thread
            .spawn(move || {
                loop {
                    std::thread::sleep(LOOK.min(at_most));
                    let Some(all) = weak.upgrade() else { return };
                    let mut here = slot(&all);
                    let rested = here.since.map_or(Duration::ZERO, |since| since.elapsed());
                    if here.talk.is_none() || rested >= at_most {
                        here.is_watched = false;
                        let ended = here.talk.take();
                        drop(here);
                        if let Some(talk) = ended {
                            talk.farewell();
                        }
                        return;
                    }
                }
            })
            .is_ok();
    }
}

impl Drop for IdleProgram {
    fn drop(&mut self) {
        if let Some(talk) = self.take() {
            talk.farewell();
        }
    }
}

fn slot(slot: &Mutex<IdleSlot>) -> MutexGuard<'_, IdleSlot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}
