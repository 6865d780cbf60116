//! The files of a hall: only their owner may read them, only one server uses them, and data written
//! to a deleted file are never acknowledged.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{family, moved, open, setup, summary};
use hall::Moment;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use store::{GameQuery, Store, StoreError};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

async fn begin(store: &Store, id: &str) -> Result<u64, StoreError> {
    store.create(id, &setup(), Moment(1), &[], &summary(0)).await
}

async fn play(store: &Store, id: &str, version: u64) -> Result<u64, StoreError> {
    let plies = u32::try_from(version).unwrap() + 1;
    store.append(id, version, None, Moment(2), &[moved("m")], &summary(plies)).await
}

#[tokio::test]
async fn only_the_owner_may_read_them() {
    let above = tempfile::tempdir().unwrap();
    let data = above.path().join("new/data");
    let store = open(&data).await;
    begin(&store, "g").await.unwrap();
    for file in ["hall.sqlite", "hall.sqlite-wal", "hall.sqlite-shm", "hall.lock", "hall.json"] {
        assert_eq!(mode(&data.join(file)), 0o600, "{file}");
    }
    assert_eq!(mode(&data), 0o700);
    store.close().await;

    // The files and the folder of an earlier version are made private, too.
    let old = tempfile::tempdir().unwrap();
    std::fs::set_permissions(old.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    crate::common::old_hall(old.path());
    std::fs::set_permissions(
        old.path().join("hall.sqlite"),
        std::fs::Permissions::from_mode(0o644),
    )
    .unwrap();
    open(old.path()).await.close().await;
    assert_eq!((mode(old.path()), mode(&old.path().join("hall.sqlite"))), (0o700, 0o600));

    // The permissions of a folder with other files do not change.
    let shared = tempfile::tempdir().unwrap();
    std::fs::write(shared.path().join("letter.txt"), "hello").unwrap();
    std::fs::set_permissions(shared.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    open(shared.path()).await.close().await;
    assert_eq!(mode(shared.path()), 0o755);
    assert_eq!(mode(&shared.path().join("hall.sqlite")), 0o600);
}

/// An administrator makes and brings back copies as root; the hall runs with an account of its own.
#[tokio::test]
async fn what_root_puts_into_a_folder_belongs_to_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    const ACCOUNT: u32 = 65_534;
    if !rustix::process::geteuid().is_root() {
        println!("skipped: owners of files: only root can give files away");
        return;
    }
    let above = tempfile::tempdir().unwrap();
    let (data, copy) = (above.path().join("data"), above.path().join("copy.sqlite"));
    let store = open(&data).await;
    begin(&store, "g").await.unwrap();
    store::backup(&data, &copy).await.unwrap();
    store.close().await;
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::create_dir(&data).unwrap();
    chown(&data, Some(ACCOUNT), Some(ACCOUNT)).unwrap();
    let owners = || {
        let entries = std::fs::read_dir(&data).unwrap().map(Result::unwrap);
        let owned = entries.map(|entry| (entry.file_name(), entry.metadata().unwrap()));
        owned.map(|(name, data)| (name, data.uid(), data.gid())).collect::<Vec<_>>()
    };
    let belongs = || owners().iter().all(|owned| (owned.1, owned.2) == (ACCOUNT, ACCOUNT));
    store::restore(&copy, &data).await.unwrap();
    assert!(belongs() && owners().len() == 3, "{:?}", owners());
    store::restore(&copy, &data).await.unwrap();
    let store = open(&data).await;
    begin(&store, "h").await.unwrap();
    assert!(belongs() && owners().len() > 4, "the replaced one, a log: {:?}", owners());

    // A copy is given to the running hall with its owner: the hall takes it as soon as it has its name.
    let given = tokio::spawn({
        let (copy, data) = (copy.clone(), data.clone());
        async move { store::hand_over(&copy, &data).await }
    });
    while !data.join("hall.incoming.sqlite").exists() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(belongs(), "{:?}", owners());
    let handed = store::ClaimedCopy::claimed(&data).await.unwrap();
    handed.refuse("this is a test");
    assert!(given.await.unwrap().unwrap_err().to_string().contains("this is a test"));
    store.close().await;
    assert_eq!(std::fs::metadata(&copy).unwrap().uid(), 0, "a copy elsewhere is its maker's");
}

#[tokio::test]
async fn a_second_server_is_refused_in_one_line() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    let refused = Store::open(data.path(), family).await.unwrap_err();
    let own = std::process::id().to_string();
    assert!(matches!(&refused, StoreError::InUse { by: Some(by), .. } if *by == own));
    let line = refused.to_string();
    assert!(line.contains("is in use by another yiqi (process ") && !line.contains('\n'), "{line}");
    store.close().await;
    open(data.path()).await.close().await;
}

/// What can happen to a hall's files while a server runs.
#[tokio::test]
async fn what_cannot_be_kept_is_not_acknowledged() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 6] = [
        ("file deleted", |data| std::fs::remove_file(data.join("hall.sqlite")).unwrap()),
        ("file emptied", |data| {
            std::fs::File::create(data.join("hall.sqlite")).unwrap();
        }),
        ("file replaced", |data| {
            std::fs::copy(data.join("hall.sqlite"), data.join("copy")).unwrap();
            std::fs::rename(data.join("copy"), data.join("hall.sqlite")).unwrap();
        }),
        ("log deleted", |data| std::fs::remove_file(data.join("hall.sqlite-wal")).unwrap()),
        ("folder deleted", |data| std::fs::remove_dir_all(data).unwrap()),
        ("folder replaced", |data| {
            std::fs::rename(data, data.with_extension("away")).unwrap();
            std::fs::create_dir(data).unwrap();
        }),
    ];
    for (what, harm) in harms {
        let above = tempfile::tempdir().unwrap();
        let data = above.path().join("data");
        let store = open(&data).await;
        begin(&store, "g").await.unwrap();
        play(&store, "g", 0).await.unwrap();
        harm(&data);
        for refused in [begin(&store, "h").await, play(&store, "g", 1).await] {
            assert!(matches!(refused, Err(StoreError::DataGone(_))), "{what}: {refused:?}");
        }
        store.close().await;
    }
}

#[tokio::test]
async fn a_file_that_comes_back_is_written_again() {
    let above = tempfile::tempdir().unwrap();
    let data = above.path().join("data");
    let store = open(&data).await;
    begin(&store, "g").await.unwrap();
    std::fs::rename(&data, above.path().join("away")).unwrap();
    assert!(matches!(play(&store, "g", 0).await, Err(StoreError::DataGone(_))));
    std::fs::rename(above.path().join("away"), &data).unwrap();
    assert_eq!(play(&store, "g", 0).await.unwrap(), 1);
    store.close().await;
    let store = open(&data).await;
    assert_eq!(store.load("g").await.unwrap().unwrap().version, 1);
    store.close().await;
}

#[tokio::test]
async fn a_hall_that_is_missing_is_missed() {
    for harm in ["deleted", "emptied", "its marker, too"] {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path()).await;
        begin(&store, "g").await.unwrap();
        store.close().await;
        let file = data.path().join("hall.sqlite");
        if harm == "deleted" {
            std::fs::remove_file(&file).unwrap();
        } else {
            std::fs::File::create(&file).unwrap();
        }
        if harm == "its marker, too" {
            std::fs::remove_file(data.path().join("hall.json")).unwrap();
        }
        let refused = Store::open(data.path(), family).await;
        assert!(matches!(refused, Err(StoreError::DataGone(_))), "{harm}: {refused:?}");
        let line = refused.unwrap_err().to_string();
        assert!(line.contains("hall.sqlite") && line.contains("yiqi restore"), "{line}");
        // If all files are deleted, a new hall begins.
        std::fs::remove_dir_all(data.path()).unwrap();
        let store = open(data.path()).await;
        assert_eq!(
            store.list(&GameQuery { limit: 9, ..GameQuery::default() }).await.unwrap().total,
            0
        );
        store.close().await;
    }
}

#[tokio::test]
async fn a_copy_is_made_beside_a_server_at_work_and_brought_back() {
    let data = tempfile::tempdir().unwrap();
    let copies = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    for i in 0..20 {
        begin(&store, &format!("g{i}")).await.unwrap();
    }
    let writers: Vec<_> = (0..4)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                for i in (n..20).step_by(4) {
                    for version in 0..10 {
                        play(&store, &format!("g{i}"), version).await.unwrap();
                    }
                }
            })
        })
        .collect();
    let mut copied = Vec::new();
    for i in 0..5 {
        let to = copies.path().join(format!("{i}.sqlite"));
        copied.push((store::backup(data.path(), &to).await.unwrap(), to));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(mode(&copied[0].1), 0o600);
    let again = store::backup(data.path(), &copied[0].1).await;
    assert!(again.unwrap_err().to_string().contains("is there already"));
    let last = copies.path().join("last.sqlite");
    let whole = store::backup(data.path(), &last).await.unwrap();
    assert_eq!((whole.games, whole.changes), (20, 200));

    // A copy cannot be restored while a server uses the folder.
    let busy = store::restore(&last, data.path()).await;
    assert!(matches!(busy, Err(StoreError::InUse { .. })), "{busy:?}");
    store.delete("g0").await.unwrap();
    store.close().await;

    copied.push((whole, last));
    for (contents, copy) in &copied {
        let restored = store::restore(copy, data.path()).await.unwrap();
        assert_eq!(restored.contents, *contents);
        assert!(restored.before.unwrap().exists());
        let store = open(data.path()).await;
        let (mut changes, mut games) = (0, 0);
        for entry in
            store.list(&GameQuery { limit: 99, ..GameQuery::default() }).await.unwrap().games
        {
            let record = store.load(entry.id()).await.unwrap().unwrap();
            games += 1;
            changes += record.log.len() as u64;
        }
        assert_eq!((games, changes), (contents.games, contents.changes));
        store.close().await;
    }
    let bad = copies.path().join("bad.sqlite");
    for (content, words) in [(&b"no database at all"[..], "not a database"), (b"", "no hall")] {
        std::fs::write(&bad, content).unwrap();
        let refused = store::restore(&bad, data.path()).await.unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
    open(data.path()).await.close().await;
}
