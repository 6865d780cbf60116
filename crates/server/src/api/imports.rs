//! Files that were read a moment ago. Whoever makes a game or a study of one does not send and read it again.

use crate::client::ClientId;
use crate::refusal::{Refusal, shortened};
use hall_messages::record_weight;
use records::Record;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a file is kept.
const KEPT: Duration = Duration::from_secs(15 * 60);
/// The memory of all files that are kept, in bytes, as [`record_weight`] estimates it.
const ALL_BYTES: usize = 64 << 20;
/// The memory of the files of one client, and so of one file.
pub(super) const CLIENT_BYTES: usize = 16 << 20;
/// The most files of one client.
const CLIENT_FILES: usize = 16;
/// The files that are kept. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImportedFiles(Arc<Mutex<HashMap<String, ImportedFile>>>);

/// The games of one file.
#[derive(Debug)]
struct ImportedFile {
    client: ClientId,
    games: Vec<Arc<Record>>,
    bytes: usize,
    since: Instant,
}

impl ImportedFiles {
    /// Keeps the games of a file for some minutes. The oldest files of the client go for it, and then the oldest ones of
    /// those who have most. Returns the id; `None` for a file that is empty or larger than one client may have.
    pub(super) fn keep(&self, client: ClientId, games: Vec<Record>) -> Option<String> {
        let id = self.keep_at(Instant::now(), client, games)?;
        // Frees the memory when its time is over, also if nobody asks for anything then.
        let files = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            sleep(KEPT).await;
            if let Some(files) = files.upgrade() {
                forget_old(&mut Self(files).files(), Instant::now());
            }
        });
        Some(id)
    }

    fn keep_at(&self, now: Instant, client: ClientId, games: Vec<Record>) -> Option<String> {
        let bytes = games.iter().map(record_weight).sum();
        if games.is_empty() || bytes > CLIENT_BYTES {
            return None;
        }
        let games = games.into_iter().map(Arc::new).collect();
        let id = uuid::Uuid::new_v4().to_string();
        let file = ImportedFile { client, games, bytes, since: now };
        let mut files = self.files();
        forget_old(&mut files, now);
        let is_full = |files: &HashMap<String, ImportedFile>, client| {
            let (count, taken) = share(files, client);
            count >= CLIENT_FILES || taken + bytes > CLIENT_BYTES
        };
        while is_full(&files, client) && forget_oldest(&mut files, client) {}
        while files.values().map(|file| file.bytes).sum::<usize>() + bytes > ALL_BYTES {
            let greediest = files.values().map(|file| file.client);
            let greediest = greediest.max_by_key(|client| share(&files, *client).1);
            if !greediest.is_some_and(|client| forget_oldest(&mut files, client)) {
                break;
            }
        }
        files.insert(id.clone(), file);
        Some(id)
    }

    /// A game of a file, by its number from 0.
    ///
    /// # Errors
    /// When the file is not kept, or has no such game.
    pub(crate) fn game(&self, id: &str, number: u32) -> Result<Arc<Record>, Refusal> {
        self.game_at(Instant::now(), id, number)
    }

    fn game_at(&self, now: Instant, id: &str, number: u32) -> Result<Arc<Record>, Refusal> {
        let mut files = self.files();
        forget_old(&mut files, now);
        let Some(file) = files.get(id) else {
            let (id, minutes) = (shortened(id), KEPT.as_secs() / 60);
            let message = format!(
                "no file with the id {id:?} is kept: files are kept for up to {minutes} minutes, and not \
                 over a restart; send it again"
            );
            return Err(Refusal::new(axum::http::StatusCode::NOT_FOUND, "no-such-import", message));
        };
        let game = usize::try_from(number).ok().and_then(|at| file.games.get(at));
        game.cloned().ok_or_else(|| no_such_game(number, file.games.len()))
    }

    fn files(&self) -> MutexGuard<'_, HashMap<String, ImportedFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal of a game that a file has not.
pub(super) fn no_such_game(number: u32, games: usize) -> Refusal {
    let message = format!("there is no game {number} in this file: it has {games}");
    Refusal::impossible("no-such-game", message)
}

/// How many files a client has, and their memory.
fn share(files: &HashMap<String, ImportedFile>, client: ClientId) -> (usize, usize) {
    let own = files.values().filter(|file| file.client == client);
    own.fold((0, 0), |(count, bytes), file| (count + 1, bytes + file.bytes))
}

fn forget_old(files: &mut HashMap<String, ImportedFile>, now: Instant) {
    files.retain(|_, file| now.saturating_duration_since(file.since) < KEPT);
}

/// Forgets the oldest file of a client; `false` if it has none.
fn forget_oldest(files: &mut HashMap<String, ImportedFile>, client: ClientId) -> bool {
    let own = files.iter().filter(|(_, file)| file.client == client);
    let oldest = own.min_by_key(|(_, file)| file.since).map(|(id, _)| id.clone());
    oldest.is_some_and(|id| files.remove(&id).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::files::{self, Hints};

    /// A game with a comment of so many bytes.
    fn game(comment: usize) -> Record {
        let hints = Hints { name: "a.pgn", variant: Some("xiangqi"), ..Hints::default() };
        let text = b"[Event \"A\"]\n\n1. h2e2 {x} h9g7 *\n";
        let mut game = files::read(&text[..], &hints).unwrap().next().unwrap().unwrap();
        game.line.moves[0].comments = vec!["x".repeat(comment)];
        game
    }

    fn client(n: u8) -> ClientId {
        ClientId::of(std::net::IpAddr::from([10, 0, 0, n]))
    }

    fn memory(files: &ImportedFiles) -> usize {
        files.files().values().map(|file| file.bytes).sum()
    }

    #[test]
    fn a_file_is_kept_for_some_minutes() {
        let (files, begin) = (ImportedFiles::default(), Instant::now());
        let id = files.keep_at(begin, client(1), vec![game(5), game(7)]).unwrap();
        let (soon, late) = (begin + KEPT - Duration::from_secs(1), begin + KEPT);
        assert_eq!(files.game_at(soon, &id, 1).unwrap().line.moves[0].comments, ["x".repeat(7)]);
        let missing = files.game_at(soon, &id, 2).unwrap_err().problem;
        assert_eq!(missing.code, "no-such-game");
        assert!(missing.message.contains("it has 2"), "{}", missing.message);
        let gone = files.game_at(late, &id, 0).unwrap_err().problem;
        assert_eq!((gone.code.as_str(), memory(&files)), ("no-such-import", 0));
        assert!(gone.message.contains("15 minutes") && gone.message.contains(&id));
        assert_eq!(files.keep_at(late, client(1), Vec::new()), None, "there is nothing to keep");
    }

    #[test]
    fn a_client_fills_its_own_share_only() {
        let (files, begin) = (ImportedFiles::default(), Instant::now());
        let other = files.keep_at(begin, client(2), vec![game(5)]).unwrap();
        let keep = |second, client, comment| {
            files.keep_at(begin + Duration::from_secs(second), client, vec![game(comment)])
        };
        let is_there = |id: &str| files.game_at(begin, id, 0).is_ok();
        assert_eq!(keep(0, client(1), CLIENT_BYTES), None, "it is too large");
        let kept: Vec<_> = (0..12).filter_map(|n| keep(n, client(1), CLIENT_BYTES / 4)).collect();
        assert!(memory(&files) <= CLIENT_BYTES + 3 * 512, "{}", memory(&files));
        assert!(!is_there(&kept[0]) && is_there(&kept[11]));
        // Many small ones are counted.
        let small = (12..60).filter_map(|n| keep(n, client(1), 5)).count();
        assert_eq!((small, share(&files.files(), client(1)).0), (48, CLIENT_FILES));
        assert!(is_there(&other), "nobody else lost one");
        // Many clients together have no more than all may have, and those with little lose nothing.
        for n in 3..20 {
            assert!(keep(60, client(n), CLIENT_BYTES / 2).is_some());
        }
        assert!(memory(&files) <= ALL_BYTES, "{}", memory(&files));
        assert!(is_there(&other), "who has little keeps it");
    }
}
