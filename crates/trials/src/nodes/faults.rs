//! What goes wrong during a run, and when.

use crate::hall::Lots;
use crate::nodes::record::Moment;
use crate::nodes::stage::Stage;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `kill -9` of a node, which is started again after a while.
    Kill,
    /// A node gets SIGSTOP, and SIGCONT after a while.
    Stop,
    /// A node and the database cannot reach one another.
    Cut,
    /// `kill -9` of a worker.
    Worker,
    /// `kill -9` of a NATS server, which is started again after a while.
    Nats,
    /// The database server ends as in a crash, and starts again. Once in a run.
    Database,
    /// The disk of the database is full. Once in a run.
    Disk,
}

impl Kind {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "kill" => Self::Kill,
            "stop" => Self::Stop,
            "cut" => Self::Cut,
            "worker" => Self::Worker,
            "nats" => Self::Nats,
            "database" => Self::Database,
            "disk" => Self::Disk,
            _ => return None,
        })
    }

    fn is_once(self) -> bool {
        matches!(self, Self::Database | Self::Disk)
    }
}

/// A fault that happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastFault {
    pub(crate) kind: Kind,
    pub(crate) from: Moment,
    pub(crate) to: Moment,
}

/// The faults in the order in which they come: the frequent ones in turn, the others once, spread.
pub(crate) fn plan(kinds: &[Kind], count: usize) -> Vec<Kind> {
    let (once, often): (Vec<Kind>, Vec<Kind>) = kinds.iter().partition(|kind| kind.is_once());
    let mut plan: Vec<Kind> = match often.len() {
        0 => Vec::new(),
        n => (0..count.saturating_sub(once.len())).map(|i| often[i % n]).collect(),
    };
    for (i, kind) in once.iter().enumerate() {
        plan.insert(plan.len() * (i + 1) / (once.len() + 1), *kind);
    }
    plan.truncate(count);
    plan
}

/// Makes one fault and ends it; returns when it happened.
pub(crate) fn make(
    kind: Kind,
    stage: &mut Stage,
    lots: &mut Lots,
    stopped: Duration,
    disk: Option<&Disk>,
    origin: Instant,
) -> Result<PastFault, String> {
    let now = || Moment::try_from(origin.elapsed().as_micros()).unwrap();
    let from = now();
    let which = usize::try_from(lots.below(stage.nodes.len() as u64)).unwrap();
    let node = &mut stage.nodes[which];
    match kind {
        Kind::Kill => {
            node.kill();
            std::thread::sleep(Duration::from_secs(1));
            node.start()?;
        }
        Kind::Stop => {
            node.signal("-STOP");
            std::thread::sleep(stopped);
            node.signal("-CONT");
        }
        Kind::Cut => {
            node.cut(true);
            std::thread::sleep(stopped);
            node.cut(false);
        }
        Kind::Worker => {
            if stage.workers.count() > 0 {
                let which = lots.below(stage.workers.count() as u64);
                stage.workers.replace(usize::try_from(which).unwrap());
            }
        }
        Kind::Nats => {
            let which = lots.below(stage.nats.len().max(1) as u64);
            if let Some(nats) = stage.nats.get_mut(usize::try_from(which).unwrap()) {
                nats.kill();
                std::thread::sleep(stopped);
                nats.start_again();
            }
        }
        Kind::Database => {
            if let Some(cluster) = &stage.cluster {
                cluster.crash();
            }
        }
        Kind::Disk => {
            let disk = disk.ok_or("there is no small disk to be filled")?;
            disk.fill();
            std::thread::sleep(stopped);
            disk.free();
        }
    }
    Ok(PastFault { kind, from, to: now() })
}

/// A small file system in a file, for the data of the database.
#[derive(Debug)]
pub(crate) struct Disk {
    image: PathBuf,
    at: PathBuf,
}

impl Disk {
    /// Makes and mounts it; this needs root and loop devices.
    pub(crate) fn mount(out: &Path, megabytes: u64) -> Result<Self, String> {
        let (image, at) = (out.join("disk.ext4"), out.join("disk"));
        std::fs::create_dir_all(&at).map_err(|why| why.to_string())?;
        let size = format!("{megabytes}M");
        let steps: [(&str, Vec<&std::ffi::OsStr>); 3] = [
            ("truncate", vec!["-s".as_ref(), size.as_ref(), image.as_ref()]),
            ("mkfs.ext4", vec!["-q".as_ref(), "-m".as_ref(), "0".as_ref(), image.as_ref()]),
            ("mount", vec!["-o".as_ref(), "loop".as_ref(), image.as_ref(), at.as_ref()]),
        ];
        for (name, words) in steps {
            let done = Command::new(name).args(words).output().map_err(|why| why.to_string())?;
            if !done.status.success() {
                return Err(format!("{name}: {}", String::from_utf8_lossy(&done.stderr).trim()));
            }
        }
        // The server runs as another user and makes its folder there.
        let _ = Command::new("chmod").arg("0755").arg(&at).status();
        Ok(Self { image, at })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.at
    }

    fn fill(&self) {
        // It ends with an error: the disk is full.
        let target = format!("of={}", self.at.join("ballast").display());
        let _ = Command::new("dd").args(["if=/dev/zero", &target, "bs=64k"]).output();
    }

    fn free(&self) {
        let _ = std::fs::remove_file(self.at.join("ballast"));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.free();
        // The server writes for a moment after it was told to end.
        for _ in 0..100 {
            if Command::new("umount").arg(&self.at).output().is_ok_and(|done| done.status.success())
            {
                let _ = std::fs::remove_file(&self.image);
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_once_is_spread() {
        use Kind::{Cut, Database, Disk, Kill, Stop};
        let made = plan(&[Kill, Stop, Cut, Database, Disk], 8);
        assert_eq!(made, [Kill, Stop, Database, Cut, Disk, Kill, Stop, Cut]);
        assert_eq!(plan(&[Kill], 2), [Kill, Kill]);
        assert_eq!(plan(&[Disk], 1), [Disk]);
        assert!(plan(&[], 3).is_empty());
    }
}
