//! Counts of what failed, for whoever watches a hall.

use crate::StoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kinds of failures. A conflict is none: the caller reads again and repeats. A text that cannot be stored is
/// the client's fault.
const KINDS: [&str; 9] = [
    "disk-full",
    "disk-failed",
    "data-gone",
    "damaged",
    "busy",
    "database",
    "closed",
    "unreachable",
    "other",
];

/// How many operations have failed, by kind. Clones count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures(Arc<[AtomicU64; KINDS.len()]>);

impl Failures {
    /// Counts an error.
    pub(crate) fn count(&self, error: &StoreError) {
        let kind = match error {
            StoreError::Conflict | StoreError::Elsewhere | StoreError::Unfit(_) => return,
            StoreError::DiskFull(_) => 0,
            StoreError::DiskFailed(_) => 1,
            StoreError::DataGone(_) => 2,
            StoreError::Damaged { .. } => 3,
            StoreError::Busy(_) | StoreError::InUse { .. } => 4,
            StoreError::Database(_) => 5,
            StoreError::Closed => 6,
            StoreError::Unreachable(_) => 7,
            _ => 8,
        };
        self.0[kind].fetch_add(1, Ordering::Relaxed);
    }

    /// Every kind with its count.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        KINDS.into_iter().zip(self.0.iter().map(|count| count.load(Ordering::Relaxed))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_counted_and_a_conflict_is_not() {
        let failures = Failures::default();
        failures.count(&StoreError::Conflict);
        failures.clone().count(&StoreError::DiskFull(String::new()));
        failures.count(&StoreError::Foreign(String::new()));
        let counts = failures.counts();
        assert_eq!((counts[0], counts[8]), (("disk-full", 1), ("other", 1)));
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 2);
    }
}
