//! The key of a hall's cookies: a bit that has changed on the disk is turned back, and what cannot be mended is said.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use std::path::Path;
use store::Store;

const KEY: &str = "what_only_the_hall_knows";

/// The key of the hall in this folder, and what is said when it opens.
async fn open(folder: &Path) -> (String, String) {
    let store = Store::open(folder, |_| "xiangqi".to_owned()).await.unwrap();
    let said = store.notices().join("; ");
    let key = store.secret("identities", || "another one".to_owned()).await.unwrap();
    store.close().await;
    (key, said)
}

async fn change(folder: &Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(folder.join("hall.sqlite"));
    let mut connection: SqliteConnection = options.connect().await.unwrap();
    let changed =
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    assert_eq!(changed.rows_affected(), 1, "{sql}");
    connection.close().await.unwrap();
}

/// A folder with a hall that has the key.
async fn hall() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), |_| "xiangqi".to_owned()).await.unwrap();
    store.secret("identities", || KEY.to_owned()).await.unwrap();
    store.close().await;
    folder
}

#[tokio::test]
async fn a_bit_that_has_changed_is_turned_back() {
    for sql in [
        // The last letter with its lowest bit turned, the highest bit of the first one, and the checksum.
        "UPDATE secrets SET body = 'what_only_the_hall_knowr' WHERE name = 'identities'",
        "UPDATE secrets SET body = CAST(x'f7' || CAST(substr(body, 2) AS BLOB) AS TEXT) WHERE name = 'identities'",
        "UPDATE secrets SET body = substr(body, 1, 7) || char(unicode(substr(body, 8)) + 1 - 2 * (unicode(substr(body, 8)) % 2)) \
         WHERE name = 'identities.check'",
        "UPDATE secrets SET name = 'identitier' WHERE name = 'identities'",
    ] {
        let folder = hall().await;
        assert_eq!(open(folder.path()).await, (KEY.to_owned(), String::new()));
        change(folder.path(), sql).await;
        let file = folder.path().join("hall.sqlite");
        let damage = store::damage(&file).await.unwrap();
        assert!(damage.join("").contains("identities"), "a copy says it: {damage:?}");
        let (key, said) = open(folder.path()).await;
        assert_eq!(key, KEY, "{sql}");
        assert!(said.contains("the key of the hall's cookies") && said.contains("again"), "{said}");
        // It is said once.
        assert_eq!(open(folder.path()).await, (KEY.to_owned(), String::new()));
        assert_eq!(store::damage(&file).await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_key_that_cannot_be_mended_is_put_aside_and_that_is_said() {
    for sql in [
        "UPDATE secrets SET body = 'What_only_the_hall_Knows' WHERE name = 'identities'",
        "UPDATE secrets SET body = x'00ff' WHERE name = 'identities'",
        "DELETE FROM secrets WHERE name = 'identities'",
    ] {
        let folder = hall().await;
        change(folder.path(), sql).await;
        let (key, said) = open(folder.path()).await;
        assert_eq!(key, "another one", "{sql}");
        assert!(said.contains("are new persons") && said.contains("yiqi restore"), "{said}");
        assert_eq!(open(folder.path()).await, ("another one".to_owned(), String::new()));
    }
}

/// As an earlier version has stored it.
#[tokio::test]
async fn a_key_without_a_checksum_is_given_one() {
    let folder = hall().await;
    change(folder.path(), "DELETE FROM secrets WHERE name = 'identities.check'").await;
    assert_eq!(open(folder.path()).await, (KEY.to_owned(), String::new()));
    let changed = "UPDATE secrets SET body = 'what_only_the_hall_knowr' WHERE name = 'identities'";
    change(folder.path(), changed).await;
    assert_eq!(open(folder.path()).await.0, KEY);
}
