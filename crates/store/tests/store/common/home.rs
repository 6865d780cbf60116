//! Where the tests keep a hall: in a folder, or in a database of a PostgreSQL server that the tests start.

use super::cluster::cluster;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use store::{HallLocation, Store};

/// A hall's place of its own.
#[derive(Debug)]
pub(crate) struct Home {
    pub(crate) place: HallLocation,
    _folder: Option<tempfile::TempDir>,
}

impl Home {
    /// A new folder.
    pub(crate) fn folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { place: HallLocation::Folder(folder.path().to_owned()), _folder: Some(folder) }
    }

    /// A new database; `None` where no PostgreSQL is installed.
    pub(crate) async fn database() -> Option<Self> {
        let place = cluster()?.database().parse().unwrap();
        Some(Self { place, _folder: None })
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open_at(&self.place, super::family).await.unwrap()
    }

    /// Runs SQL on a closed hall, as the program never does.
    pub(crate) async fn tamper(&self, sql: &'static str) -> u64 {
        match &self.place {
            HallLocation::Folder(folder) => super::tamper(folder, sql).await,
            HallLocation::Database(address) => {
                // The address is shown without its user.
                let options: PgConnectOptions = address.to_string().parse().unwrap();
                let mut connection = options.username("yiqi").connect().await.unwrap();
                let done = sqlx::query(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
                done.rows_affected()
            }
        }
    }
}

/// Makes two tests of each function of a home: in a folder and in a database.
#[macro_export]
macro_rules! laws {
    ($($law:ident)*) => {
        mod in_a_folder {
            $(#[tokio::test]
            async fn $law() {
                super::$law($crate::common::Home::folder()).await;
            })*
        }

        mod in_a_database {
            $(#[tokio::test]
            async fn $law() {
                if let Some(home) = $crate::common::Home::database().await {
                    super::$law(home).await;
                }
            })*
        }
    };
}
