//! Rare changes that open pages want to know of: the lists of games and studies, and the preferences.
//!
//! What this process stores is noted where it is written, and what changes within a moment is told once. Nodes tell one
//! another (docs/serve/cluster.md). It is a hint and no record: what is lost costs a page that shows an old list.

use crate::Store;
use crate::archive::ArchiveJob;
use crate::lobby::LobbyJob;
use crate::sight::SightJob;
use crate::studies::StudyJob;
use crate::writer::WriteRequest;
use hall::{Change, TurnUpdate};
use std::ops::BitOr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

/// How long changes are gathered before they are told.
const GATHERING: Duration = Duration::from_millis(300);

/// Which of the things that belong to the whole hall have changed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HallChanges {
    /// A game was made, offered, ended, deleted or tagged, or something happened in a tournament.
    pub games: bool,
    /// A study was made, renamed or deleted.
    pub studies: bool,
    /// The preferences.
    pub preferences: bool,
}

impl HallChanges {
    /// Everything may have changed.
    pub const ALL: Self = Self { games: true, studies: true, preferences: true };
    /// Nothing has.
    pub const NONE: Self = Self { games: false, studies: false, preferences: false };
    const GAMES: Self = Self { games: true, ..Self::NONE };
    const STUDIES: Self = Self { studies: true, ..Self::NONE };
    const PREFERENCES: Self = Self { preferences: true, ..Self::NONE };

    /// What a request changes once it is stored.
    pub(crate) fn of(job: &WriteRequest) -> Self {
        match job {
            WriteRequest::Create(_)
            | WriteRequest::CreateMany(_)
            | WriteRequest::Delete(_)
            | WriteRequest::Sight(SightJob::Game(..))
            | WriteRequest::Tournament(_) => Self::GAMES,
            WriteRequest::TakeOver(_) => Self { studies: true, ..Self::GAMES },
            WriteRequest::Append(more)
                if more.follows.turn != TurnUpdate::Same || more.changes.iter().any(is_listed) =>
            {
                Self::GAMES
            }
            WriteRequest::Archive(job) if matches!(**job, ArchiveJob::Tag { .. }) => Self::GAMES,
            WriteRequest::Study(job) => match &**job {
                StudyJob::Create(_) | StudyJob::Delete(_) => Self::STUDIES,
                StudyJob::Append(more) if more.renamed => Self::STUDIES,
                _ => Self::NONE,
            },
            WriteRequest::Sight(SightJob::Study(..)) => Self::STUDIES,
            WriteRequest::Lobby(
                LobbyJob::Offer { is_new: true, .. } | LobbyJob::Withdraw { .. },
            ) => Self::GAMES,
            WriteRequest::Preferences(_) => Self::PREFERENCES,
            _ => Self::NONE,
        }
    }

    /// They as letters.
    #[must_use]
    pub fn written(self) -> String {
        let all = [(self.games, 'g'), (self.studies, 's'), (self.preferences, 'p')];
        all.into_iter().filter_map(|(is, letter)| is.then_some(letter)).collect()
    }

    /// The changes with these letters. Those of a newer version of the program are left out.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let has = |letter| text.contains(letter);
        Self { games: has('g'), studies: has('s'), preferences: has('p') }
    }
}

/// Whether a list shows a game otherwise after this change: moves alone come too often.
fn is_listed(change: &Change) -> bool {
    matches!(
        change,
        Change::Ended { .. } | Change::Restarted | Change::SidesSwapped | Change::SeatTaken { .. }
    )
}

impl BitOr for HallChanges {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            games: self.games || other.games,
            studies: self.studies || other.studies,
            preferences: self.preferences || other.preferences,
        }
    }
}

/// Notes what this process stores.
#[derive(Clone, Debug)]
pub(crate) struct LocalChanges(Arc<watch::Sender<HallChanges>>);

impl Default for LocalChanges {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(HallChanges::NONE)))
    }
}

impl LocalChanges {
    pub(crate) fn note(&self, changes: HallChanges) {
        if changes != HallChanges::NONE {
            self.0.send_modify(|noted| *noted = *noted | changes);
        }
    }

    /// What was noted since the last call.
    fn take(&self) -> HallChanges {
        let mut taken = HallChanges::NONE;
        self.0.send_if_modified(|noted| {
            taken = std::mem::take(noted);
            false
        });
        taken
    }
}

/// Hears what this process changes in a hall. A hall has one.
#[derive(Debug)]
pub struct ChangeListener {
    local_changes: LocalChanges,
    noted: watch::Receiver<HallChanges>,
}

impl Store {
    /// What hears of changes from now on.
    #[must_use]
    pub fn hear(&self) -> ChangeListener {
        let local_changes = self.local_changes().clone();
        ChangeListener { noted: local_changes.0.subscribe(), local_changes }
    }
}

impl ChangeListener {
    /// Waits for changes, and gathers those of a moment. It may be dropped before it is ready; what was noted is told the next
    /// time.
    pub async fn next(&mut self) -> HallChanges {
        loop {
            let has_none = *self.noted.borrow_and_update() == HallChanges::NONE;
            if has_none && self.noted.changed().await.is_err() {
                return std::future::pending().await;
            }
            sleep(GATHERING).await;
            let changes = self.local_changes.take();
            if changes != HallChanges::NONE {
                return changes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_what_was_noted_once() {
        let local_changes = LocalChanges::default();
        assert_eq!(local_changes.take(), HallChanges::NONE);
        local_changes.note(HallChanges::GAMES);
        local_changes.note(HallChanges::NONE);
        local_changes.note(HallChanges::PREFERENCES);
        let taken = local_changes.take();
        assert_eq!(taken, HallChanges::GAMES | HallChanges::PREFERENCES);
        assert_eq!(local_changes.take(), HallChanges::NONE);
        for changes in [taken, HallChanges::ALL, HallChanges::STUDIES, HallChanges::NONE] {
            assert_eq!(HallChanges::read(&changes.written()), changes);
        }
        assert_eq!(HallChanges::read("xgz"), HallChanges::GAMES);
    }
}
