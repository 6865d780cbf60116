//! A full disk: only stored changes are acknowledged, and free space repairs the hall.
//!
//! The test fills a real file system of 2 MB. If it may not be mounted (no root), a limit on the
//! size of files replaces it, in a separate process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{moved, open, setup, summary};
use hall::Moment;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use store::{NewStudy, Store, StoreError, StudyEdits};

/// Set in the process that has the small disk; the value is its path.
const DISK: &str = "YIQI_TEST_SMALL_DISK";
/// Set if the limit is on files and not on the disk.
const LIMIT: &str = "YIQI_TEST_SMALL_FILES";

#[test]
fn a_full_disk_refuses_and_room_heals_it() {
    if let Ok(disk) = std::env::var(DISK) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(fill_and_free(Path::new(&disk)));
        return;
    }
    let disk = tempfile::tempdir().unwrap();
    let again = std::env::current_exe().unwrap();
    let mounted = "mount -t tmpfs -o size=2m tmpfs \"$0\" && exec \"$@\"";
    let may_mount = Command::new("unshare")
        .args(["-m", "sh", "-c", "mount -t tmpfs -o size=2m tmpfs \"$0\""])
        .arg(disk.path())
        .output()
        .is_ok_and(|done| done.status.success());
    let mut child = if may_mount {
        let mut child = Command::new("unshare");
        child.args(["-m", "sh", "-c", mounted]).arg(disk.path()).arg(again);
        child
    } else {
        // The signal that comes with the limit is ignored, so that the write fails.
        let mut child = Command::new("sh");
        child.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(again).env(LIMIT, "1");
        child
    };
    child.args(["--exact", "full_disk::a_full_disk_refuses_and_room_heals_it", "--nocapture"]);
    let done = child.env(DISK, disk.path()).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    let kind = if may_mount { "a file system of 2 MB" } else { "no file above 1 MB" };
    println!("with {kind}: {}", said.lines().find(|line| line.contains("acknowledged")).unwrap());
}

/// The acknowledged changes: how many for each game, and the edits of each study.
#[derive(Default)]
struct Kept(BTreeMap<String, u64>, BTreeMap<String, Vec<String>>);

impl Kept {
    async fn begin(&mut self, store: &Store, id: String) -> Result<(), StoreError> {
        let version = store.create(&id, &setup(), Moment(1), &[], &summary(0)).await?;
        self.0.insert(id, version);
        Ok(())
    }

    async fn play(&mut self, store: &Store, id: &str, text: &str) -> Result<(), StoreError> {
        let version = self.0[id];
        let request = format!("{id} {version}");
        let plies = u32::try_from(version).unwrap() + 1;
        let now = Moment(i64::try_from(version).unwrap());
        let next =
            store.append(id, version, Some(&request), now, &[moved(text)], &summary(plies)).await?;
        self.0.insert(id.to_owned(), next);
        Ok(())
    }

    async fn begin_study(&mut self, store: &Store, id: &str) -> Result<(), StoreError> {
        let new = NewStudy {
            id: id.to_owned(),
            game: None,
            setup: r#"{"variant":"x"}"#.to_owned(),
            now: Moment(1),
            edits: Vec::new(),
            head: String::new(),
        };
        store.create_study(new).await?;
        self.1.insert(id.to_owned(), Vec::new());
        Ok(())
    }

    async fn edit(&mut self, store: &Store, id: &str, edit: &str) -> Result<(), StoreError> {
        let version = self.1[id].len() as u64;
        let edit = format!("{edit} {version}");
        let edits = StudyEdits {
            id: id.to_owned(),
            version,
            request: Some(format!("{id} {version}")),
            now: Moment(2),
            edits: vec![edit.clone()],
            head: format!("{version} edits"),
            renamed: false,
        };
        store.append_edits(edits).await?;
        self.1.get_mut(id).unwrap().push(edit);
        Ok(())
    }

    async fn check(&self, store: &Store) {
        for (id, edits) in &self.1 {
            let study = store.load_study(id).await.unwrap();
            let study = study.unwrap_or_else(|| panic!("study {id} is lost"));
            assert!(study.log.iter().map(|(_, body)| body).eq(edits), "{id}");
        }

        for (id, version) in &self.0 {
            let record = store.load(id).await.unwrap().unwrap_or_else(|| panic!("{id} is lost"));
            assert_eq!((record.version, record.log.len() as u64), (*version, *version), "{id}");
        }
        assert_eq!(store.count().await.unwrap(), self.0.len() as u64);
    }
}

async fn fill_and_free(disk: &Path) {
    let data = disk.join("data");
    let mut store = open(&data).await;
    let mut kept = Kept::default();
    for i in 0..10 {
        kept.begin(&store, format!("g{i}")).await.unwrap();
    }
    for i in 0..3 {
        kept.begin_study(&store, &format!("s{i}")).await.unwrap();
    }
    let (mut refused, mut rounds) = (0, 0);
    for round in 0..4 {
        fill(disk);
        let long = "m".repeat(3000);
        let mut in_a_row = 0;
        for i in 0..10_000 {
            let id = format!("g{}", i % 10);
            // Every third change is the edit of a study.
            let done = match i % 3 {
                2 => kept.edit(&store, &format!("s{}", i % 2), &long).await,
                _ => kept.play(&store, &id, &long).await,
            };
            match done {
                Ok(()) => in_a_row = 0,
                Err(StoreError::DiskFull(_) | StoreError::DiskFailed(_)) => {
                    refused += 1;
                    in_a_row += 1;
                }
                Err(other) => panic!("round {round}: {other}"),
            }
            if in_a_row == 3 {
                break;
            }
        }
        // A new game may fit where a long move does not.
        match kept.begin(&store, format!("small {round}")).await {
            Ok(()) | Err(StoreError::DiskFull(_) | StoreError::DiskFailed(_)) => {}
            Err(other) => panic!("round {round}: {other}"),
        }
        assert!(in_a_row == 3, "the disk was filled in round {round}");
        // The stored data can be read.
        kept.check(&store).await;
        free(disk);
        rounds += 1;
        for i in 0..10 {
            kept.play(&store, &format!("g{i}"), "short").await.unwrap();
        }
        for i in 0..3 {
            kept.edit(&store, &format!("s{i}"), "short").await.unwrap();
        }
        kept.begin(&store, format!("yes {round}")).await.unwrap();
        kept.check(&store).await;
        // In every other round the server is closed and opened again.
        if round % 2 == 1 {
            store.close().await;
            store = open(&data).await;
            kept.check(&store).await;
        }
    }
    store.close().await;
    let store = open(&data).await;
    assert_eq!(store.notices(), &[] as &[String]);
    kept.check(&store).await;
    store.close().await;
    let changes: u64 = kept.0.values().sum();
    let edits: usize = kept.1.values().map(Vec::len).sum();
    println!(
        "{rounds} rounds, {refused} refused, {changes} changes of games and {edits} edits of studies \
         acknowledged and found"
    );
}

/// Other data fill the disk, or no file may grow any more.
fn fill(disk: &Path) {
    if std::env::var(LIMIT).is_ok() {
        return limit(Some(1 << 20));
    }
    let mut file = std::fs::File::create(disk.join("ballast")).unwrap();
    for size in [1 << 16, 1 << 12, 1 << 9] {
        while file.write_all(&vec![b'x'; size]).is_ok() {}
    }
}

fn free(disk: &Path) {
    if std::env::var(LIMIT).is_ok() {
        return limit(None);
    }
    std::fs::remove_file(disk.join("ballast")).unwrap();
}

fn limit(bytes: Option<u64>) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Fsize).maximum;
    setrlimit(Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).unwrap();
}
