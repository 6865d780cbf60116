//! Tests that run twice: with a hall in a folder, and with one in a database of a PostgreSQL server.

use super::postgres::cluster;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

tokio::task_local! {
    /// The databases of the present test, each in place of a folder.
    static DATABASES: RefCell<HashMap<PathBuf, String>>;
}

/// Runs a test whose halls are in databases. Nothing is done where no PostgreSQL is installed.
pub(crate) async fn in_databases(test: impl Future<Output = ()>) {
    if cluster().is_some() {
        DATABASES.scope(RefCell::default(), test).await;
    }
}

/// The database that stands in place of a folder: a new one for each folder of a test in databases.
pub(super) fn in_place_of(folder: &Path) -> Option<String> {
    let found = DATABASES.try_with(|databases| {
        let mut databases = databases.borrow_mut();
        let made = || cluster().map(super::postgres::Cluster::database);
        if let Some(database) = databases.get(folder) {
            return Some(database.clone());
        }
        let database = made()?;
        databases.insert(folder.to_owned(), database.clone());
        Some(database)
    });
    found.ok().flatten()
}

/// Makes two tests of each function: with halls in folders, and with halls in databases.
#[macro_export]
macro_rules! both {
    ($($test:ident)*) => {
        mod in_a_folder {
            $(#[tokio::test]
            async fn $test() {
                super::$test().await;
            })*
        }

        mod in_a_database {
            $(#[tokio::test]
            async fn $test() {
                $crate::common::in_databases(super::$test()).await;
            })*
        }
    };
}
