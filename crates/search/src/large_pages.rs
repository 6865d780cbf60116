/// Asks the system for large pages under memory that was not touched yet. With small ones, nearly every reading of a great table
/// at random needs a walk through the page tables. Where the system has none, nothing changes.
///
/// ```
/// let mut numbers = vec![0; 1 << 20];
/// search::ask_for_large_pages(&mut numbers);
/// assert!(numbers.iter().all(|&number| number == 0));
/// ```
#[cfg(target_os = "linux")]
pub fn ask_for_large_pages<T>(memory: &mut [T]) {
    const PAGE: usize = 2 << 20;
    let start = memory.as_mut_ptr() as usize;
    let end = start + size_of_val(memory);
    let (first, last) = (start.next_multiple_of(PAGE), end / PAGE * PAGE);
    if first < last {
        let at = memory.as_mut_ptr().cast::<u8>().wrapping_add(first - start);
        // SAFETY: the range lies within `memory`, which we own exclusively; the advice
        // changes neither contents nor validity. A refusal changes nothing either.
        #[allow(unsafe_code, reason = "no safe way to say it; worth 15 % of nodes/s")]
        let _ = unsafe { libc::madvise(at.cast(), last - first, libc::MADV_HUGEPAGE) };
    }
}

/// Asks the system for large pages, which it does not have.
#[cfg(not(target_os = "linux"))]
pub fn ask_for_large_pages<T>(_: &mut [T]) {}
