//! The position of a node, with what its game knows of the moves for certain.

use crate::fair::FairSemaphore;
use crate::request;
use engine::Session;
use hall_messages::proven_position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use wire::StudyPosition;

/// The longest search for proofs in one position.
const PROOFS: Duration = Duration::from_secs(1);

/// What databases and proofs say of the position that a client looks at. It takes time, so that it comes after
/// the position.
#[derive(Debug, Default)]
pub(crate) struct KnownMoveLookup {
    task: Option<LookupTask>,
}

#[derive(Debug)]
struct LookupTask {
    is_wanted: Arc<AtomicBool>,
    handle: JoinHandle<Option<StudyPosition>>,
}

impl KnownMoveLookup {
    /// Looks for them in place of those asked for before. So many clients are served at a time.
    pub(crate) fn begin(&mut self, node: u32, game: Box<dyn Session>, at_a_time: FairSemaphore) {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let told = Arc::clone(&is_wanted);
        let client = request::client();
        let handle = tokio::spawn(async move {
            let _place = at_a_time.wait(client).await?;
            let work = move || proven(node, game.as_ref(), &told);
            tokio::task::spawn_blocking(work).await.ok()?
        });
        self.task = Some(LookupTask { is_wanted, handle });
    }

    /// The position with what was found. Never ends while there is nothing.
    pub(crate) async fn next(&mut self) -> StudyPosition {
        loop {
            let Some(task) = &mut self.task else { return std::future::pending().await };
            let found = (&mut task.handle).await;
            self.task = None;
            // A panic of a solver ends its task alone.
            if let Ok(Some(position)) = found {
                return position;
            }
        }
    }
}

impl Drop for LookupTask {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
        self.handle.abort();
    }
}

/// The position with what databases and proofs say of its moves; `None` if they say nothing.
fn proven(node: u32, game: &dyn Session, is_wanted: &AtomicBool) -> Option<StudyPosition> {
    let began = Instant::now();
    let mut go_on = || is_wanted.load(Ordering::Relaxed) && began.elapsed() < PROOFS;
    let found = proven_position(node, game, &mut go_on);
    found.filter(|_| is_wanted.load(Ordering::Relaxed))
}
