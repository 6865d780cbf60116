//! Large pages of memory, where the system has them.

/// Asks the system for large pages under memory that is large and not yet touched. With small pages, nearly every look-up at
/// a random place needs a walk through the page tables. Nothing else changes.
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

/// There is nothing to ask for.
#[cfg(not(target_os = "linux"))]
pub fn ask_for_large_pages<T>(_: &mut [T]) {}
