//! Turns at work that keeps a core busy for a while: clients take turns, however much each of them asks for.

use crate::client::ClientId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// A number of places for which clients wait. One client never has all of them while there are several.
#[derive(Clone, Debug)]
pub(crate) struct FairSemaphore {
    queue: Arc<Mutex<PermitQueue>>,
    most: usize,
    most_of_client: usize,
}

#[derive(Debug, Default)]
struct PermitQueue {
    taken: usize,
    /// What each client has.
    of_client: HashMap<ClientId, usize>,
    /// By client; those that were served come behind the others.
    waiting: VecDeque<(ClientId, VecDeque<oneshot::Sender<FairPermit>>)>,
}

/// A place; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct FairPermit {
    semaphore: FairSemaphore,
    client: ClientId,
}

impl FairSemaphore {
    /// So many places, and so many of them for one client.
    pub(crate) fn new(most: usize, most_of_client: usize) -> Self {
        let most = most.max(1);
        Self { queue: Arc::default(), most, most_of_client: most_of_client.clamp(1, most) }
    }

    /// Waits for a place. `None` only when the hall closes.
    pub(crate) async fn wait(&self, client: ClientId) -> Option<FairPermit> {
        let (tell, told) = oneshot::channel();
        {
            let mut queue = self.queue();
            match queue.waiting.iter_mut().find(|(of, _)| *of == client) {
                Some((_, waiting)) => waiting.push_back(tell),
                None => queue.waiting.push_back((client, [tell].into())),
            }
        }
        self.serve();
        told.await.ok()
    }

    /// Gives the free places to those who wait.
    fn serve(&self) {
        while let Some((client, tell)) = self.next() {
            let permit = FairPermit { semaphore: self.clone(), client };
            if let Err(permit) = tell.send(permit) {
                // Whoever waited has gone. The place is given to the next one here and not in `drop`.
                std::mem::forget(permit);
                self.queue().free(client);
            }
        }
    }

    fn next(&self) -> Option<(ClientId, oneshot::Sender<FairPermit>)> {
        let mut queue = self.queue();
        if queue.taken >= self.most {
            return None;
        }
        let has = |queue: &PermitQueue, client| queue.of_client.get(&client).copied().unwrap_or(0);
        let at = (0..queue.waiting.len())
            .filter(|&at| has(&queue, queue.waiting[at].0) < self.most_of_client)
            .min_by_key(|&at| has(&queue, queue.waiting[at].0))?;
        let (client, mut waiting) = queue.waiting.remove(at)?;
        let tell = waiting.pop_front()?;
        if !waiting.is_empty() {
            queue.waiting.push_back((client, waiting));
        }
        queue.taken += 1;
        *queue.of_client.entry(client).or_default() += 1;
        Some((client, tell))
    }

    fn queue(&self) -> MutexGuard<'_, PermitQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PermitQueue {
    fn free(&mut self, client: ClientId) {
        self.taken = self.taken.saturating_sub(1);
        if let Some(count) = self.of_client.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.of_client.remove(&client);
            }
        }
    }
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        self.semaphore.queue().free(self.client);
        self.semaphore.serve();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    const SOON: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn forty_of_one_client_do_not_delay_another_one() {
        let [greedy, other] = ["192.0.2.1", "192.0.2.2"].map(|a| ClientId::of(a.parse().unwrap()));
        let semaphore = FairSemaphore::new(3, 1);
        let first = semaphore.wait(greedy).await.unwrap();
        let waiting: Vec<_> = (0..40)
            .map(|_| {
                let semaphore = semaphore.clone();
                tokio::spawn(async move { semaphore.wait(greedy).await })
            })
            .collect();
        assert!(
            timeout(SOON, semaphore.wait(greedy)).await.is_err(),
            "one client has its part only"
        );
        let others = timeout(SOON, semaphore.wait(other)).await.expect("a place is left").unwrap();
        drop((first, others));
        for permit in waiting {
            drop(permit.await.unwrap());
        }
        assert!(timeout(SOON, semaphore.wait(greedy)).await.is_ok(), "nothing is lost");
        assert!(semaphore.queue().of_client.is_empty() && semaphore.queue().taken == 0);
    }
}
