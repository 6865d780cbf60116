//! The tables, and how they became what they are.
//!
//! The list is made by hand: the macro that reads the folder needs a second SQLite, compiled for
//! the compiler alone.

use crate::db::{Link, query};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use std::borrow::Cow;

/// Number, name and text of every migration, in order. One that was released never changes.
const MIGRATIONS: [(i64, &str, &str); 18] = [
    (1, "games", include_str!("../migrations/sqlite/0001_games.sql")),
    (2, "checked and listed", include_str!("../migrations/sqlite/0002_checked_and_listed.sql")),
    (3, "studies", include_str!("../migrations/sqlite/0003_studies.sql")),
    (4, "archive", include_str!("../migrations/sqlite/0004_archive.sql")),
    (6, "jobs", include_str!("../migrations/sqlite/0006_jobs.sql")),
    (7, "nodes", include_str!("../migrations/sqlite/0007_nodes.sql")),
    (8, "puzzles", include_str!("../migrations/sqlite/0008_puzzles.sql")),
    (9, "people", include_str!("../migrations/sqlite/0009_people.sql")),
    (10, "no jobs", include_str!("../migrations/sqlite/0010_no_jobs.sql")),
    (11, "accounts", include_str!("../migrations/sqlite/0011_accounts.sql")),
    (12, "lobby", include_str!("../migrations/sqlite/0012_lobby.sql")),
    (13, "safety", include_str!("../migrations/sqlite/0013_safety.sql")),
    (14, "tournaments", include_str!("../migrations/sqlite/0014_tournaments.sql")),
    (15, "correspondence", include_str!("../migrations/sqlite/0015_correspondence.sql")),
    (16, "agreements", include_str!("../migrations/sqlite/0016_agreements.sql")),
    (17, "passkeys", include_str!("../migrations/sqlite/0017_passkeys.sql")),
    (18, "private", include_str!("../migrations/sqlite/0018_private.sql")),
    (19, "listed", include_str!("../migrations/sqlite/0019_listed.sql")),
];

/// The same for PostgreSQL. The first one makes the tables that SQLite has after its migration of the same
/// number; a later change of the tables has one number in both lists.
#[cfg(any(test, feature = "postgres"))]
const POSTGRES: [(i64, &str, &str); 15] = [
    (4, "hall", include_str!("../migrations/postgres/0004_hall.sql")),
    (6, "jobs", include_str!("../migrations/postgres/0006_jobs.sql")),
    (7, "nodes", include_str!("../migrations/postgres/0007_nodes.sql")),
    (8, "puzzles", include_str!("../migrations/postgres/0008_puzzles.sql")),
    (9, "people", include_str!("../migrations/postgres/0009_people.sql")),
    (10, "no jobs", include_str!("../migrations/postgres/0010_no_jobs.sql")),
    (11, "accounts", include_str!("../migrations/postgres/0011_accounts.sql")),
    (12, "lobby", include_str!("../migrations/postgres/0012_lobby.sql")),
    (13, "safety", include_str!("../migrations/postgres/0013_safety.sql")),
    (14, "tournaments", include_str!("../migrations/postgres/0014_tournaments.sql")),
    (15, "correspondence", include_str!("../migrations/postgres/0015_correspondence.sql")),
    (16, "agreements", include_str!("../migrations/postgres/0016_agreements.sql")),
    (17, "passkeys", include_str!("../migrations/postgres/0017_passkeys.sql")),
    (18, "private", include_str!("../migrations/postgres/0018_private.sql")),
    (19, "listed", include_str!("../migrations/postgres/0019_listed.sql")),
];

/// Makes the tables of a new file, and those that an older file lacks.
pub(crate) fn sqlite() -> Migrator {
    migrator(&MIGRATIONS)
}

/// Makes the tables of a new database on a server, and those that an older one lacks.
#[cfg(feature = "postgres")]
pub(crate) fn postgres() -> Migrator {
    migrator(&POSTGRES)
}

fn migrator(list: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(
            version,
            Cow::Borrowed(name),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(list.iter().map(migration).collect())
}

/// What is to be said of work for other machines that an earlier version kept in the tables of the hall, before they end.
pub(crate) async fn unfinished_work(link: &mut Link) -> Option<String> {
    let open = "SELECT COUNT(*) FROM jobs WHERE state IN ('waiting', 'running')";
    // Most halls have no such table.
    let jobs: i64 = query(open).scalar(&mut *link).await.ok()?;
    (jobs > 0).then(|| {
        format!(
            "{jobs} jobs for other machines were not done: such work is no longer kept in the hall; the commands that \
             wanted it submit it again (docs/serve/cluster.md), and reviews go on by themselves"
        )
    })
}

/// The number of the newest migration.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::{MIGRATIONS, POSTGRES, newest};

    #[test]
    fn every_file_of_the_folders_is_listed_under_its_name() {
        for (name, list) in [("sqlite", &MIGRATIONS[..]), ("postgres", &POSTGRES[..])] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
            let mut found: Vec<_> = std::fs::read_dir(folder.join(name))
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
            found.sort();
            let listed: Vec<_> = list
                .iter()
                .map(|(version, name, _)| format!("{version:04}_{}.sql", name.replace(' ', "_")))
                .collect();
            assert_eq!(found, listed);
        }
    }

    #[test]
    fn both_databases_have_the_same_tables() {
        assert_eq!(POSTGRES.last().unwrap().0, newest());
    }
}
