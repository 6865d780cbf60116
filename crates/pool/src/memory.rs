//! How much memory the machine has, and how much of it is free.

/// Assumed where the system does not tell its memory: 4 GiB.
const UNKNOWN: u64 = 4096;

/// The memory of the machine, or of the container this runs in if that has less, in MiB.
#[must_use]
pub fn total_mb() -> u64 {
    let machine = field("MemTotal:");
    let container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .find_map(number_in);
    [machine, container].into_iter().flatten().min().unwrap_or(UNKNOWN)
}

/// The memory in MiB that a program can still use without swapping; `None` where the system does not
/// tell it.
#[must_use]
pub fn free_mb() -> Option<u64> {
    let machine = field("MemAvailable:");
    let limit = number_in("/sys/fs/cgroup/memory.max");
    let used = number_in("/sys/fs/cgroup/memory.current");
    let container = limit.zip(used).map(|(limit, used)| limit.saturating_sub(used));
    [machine, container].into_iter().flatten().min()
}

/// A field of `/proc/meminfo`, in MiB.
fn field(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes >> 10)
}

/// The number of bytes that is the only content of a file, in MiB. A file says `max` for no limit.
fn number_in(file: &str) -> Option<u64> {
    let bytes: u64 = std::fs::read_to_string(file).ok()?.trim().parse().ok()?;
    Some(bytes >> 20)
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_memory_and_not_all_of_it_is_free() {
        let total = super::total_mb();
        assert!(total > 0);
        if let Some(free) = super::free_mb() {
            assert!(free <= total, "{free} of {total}");
        }
    }
}
