//! Tables must fit into the free memory: otherwise the system would end the whole process.

/// Checks that a table of this size, in MiB as text, fits into the free memory. The engine refuses values
/// that are not numbers.
///
/// # Errors
/// In words, when the machine has less free memory.
pub fn check_table(megabytes: &str) -> Result<(), String> {
    let Ok(wanted) = megabytes.trim().parse::<u64>() else { return Ok(()) };
    match beyond(wanted) {
        Some(free) => {
            Err(format!("a table of {wanted} MB does not fit: {free} MB of memory are free"))
        }
        None => Ok(()),
    }
}

/// Checks that several tables, of so many MiB in all, fit into the free memory.
///
/// # Errors
/// In words, when the machine has less free memory.
pub fn check_tables(wanted: u64) -> Result<(), String> {
    match beyond(wanted) {
        Some(free) => {
            Err(format!("tables of {wanted} MB in all do not fit: {free} MB of memory are free"))
        }
        None => Ok(()),
    }
}

/// The free memory in MiB, if it is less than `wanted`.
fn beyond(wanted: u64) -> Option<u64> {
    pool::memory::free_mb().filter(|&free| wanted > free)
}

/// Checks an option's value where the option is the size of the table.
pub(crate) fn check_option(name: &str, value: &str) -> Result<(), String> {
    if name.trim().eq_ignore_ascii_case("Hash") { check_table(value) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_free_can_be_had() {
        assert_eq!(check_option("hash", "1"), Ok(()));
        assert_eq!(check_option("Threads", "99999999999"), Ok(()));
        assert_eq!(check_table("many"), Ok(()));
        assert_eq!(check_tables(0), Ok(()));
        if pool::memory::free_mb().is_some() {
            let why = check_table("99999999999").unwrap_err();
            assert!(why.starts_with("a table of 99999999999 MB does not fit: "), "{why}");
            let why = check_tables(99_999_999_999).unwrap_err();
            assert!(why.starts_with("tables of 99999999999 MB in all do not fit: "), "{why}");
        }
    }
}
