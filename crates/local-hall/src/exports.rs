//! The functions of the module. A text goes in through [`room`] and comes out at [`answer_at`]: both are places in the
//! memory of the module, which whoever calls can read and write.

#![allow(unsafe_code, reason = "the names of functions that a host calls or has are not checked")]
#![allow(unreachable_pub, reason = "the host reaches them")]

#[cfg(not(target_feature = "atomics"))]
use crate::LocalHall;
use crate::{SearchQuestion, Searcher};
use engine::Control;
use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds of a clock that never goes back.
    safe fn host_now() -> f64;
    /// Whether the search is to end.
    safe fn host_stops() -> i32;
    /// Progress of the search: a text of this length at this place.
    safe fn host_report(at: *const u8, length: usize);
    /// The words of a panic.
    safe fn host_failed(at: *const u8, length: usize);
}

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    #[cfg(not(target_feature = "atomics"))]
    static HALL: RefCell<LocalHall> = RefCell::default();
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

/// Called once: tells the engines the time, and the host of panics.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    engine::set_clock(|| Duration::from_secs_f64((host_now() / 1000.0).max(0.0)));
    std::panic::set_hook(Box::new(|panic| {
        let words = panic.to_string();
        host_failed(words.as_ptr(), words.len());
    }));
}

/// Where a question of this length is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Answers the question as the hall does; the length of the answer. A module of several threads only searches.
#[cfg(not(target_feature = "atomics"))]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = QUESTION.take();
    answered(HALL.with_borrow_mut(|hall| hall.answer(&question)))
}

/// Searches as the question says; the length of the answer: `Ok` with what was found, or `Err` with words.
#[unsafe(no_mangle)]
pub extern "C" fn search() -> usize {
    let question = QUESTION.take();
    let found = match serde_json::from_slice::<SearchQuestion>(&question) {
        Ok(request) => SEARCHER.with_borrow_mut(|searcher| {
            let control = Control::asking(|| host_stops() != 0);
            searcher.search(request, &control, &mut |told| {
                let text = serde_json::to_vec(&told).unwrap_or_default();
                host_report(text.as_ptr(), text.len());
            })
        }),
        Err(error) => Err(error.to_string()),
    };
    answered(serde_json::to_vec(&found).unwrap_or_default())
}

/// Takes a data file: the question is its name, a line feed, and its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn supply() {
    let mut question = QUESTION.take();
    let Some(end) = question.iter().position(|&byte| byte == b'\n') else { return };
    let bytes = question.split_off(end + 1);
    let name = String::from_utf8_lossy(&question[..end]);
    for family in games::families() {
        family.supply(&name, bytes.clone());
    }
}

/// Searches the bench of a variant, whose id is the question: depth and nodes as text.
#[unsafe(no_mangle)]
pub extern "C" fn bench() -> usize {
    let question = QUESTION.take();
    let counted = games::bench(&String::from_utf8_lossy(&question), None, &mut |_| ());
    answered(match counted {
        Ok((depth, nodes)) => format!("{depth} {nodes}").into_bytes(),
        Err(error) => error.to_string().into_bytes(),
    })
}

/// A place of this length, for the stack of a helper or for what belongs to its thread alone. It is never given back.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn place(length: usize) -> *mut u8 {
    // A stack begins at a multiple of 16.
    let mut place = std::mem::ManuallyDrop::new(Vec::<u128>::with_capacity(length.div_ceil(16)));
    place.as_mut_ptr().cast()
}

/// Makes the instance that is called a helper of the one that searches in the same memory. It does not return.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn help() {
    engine::CREW.help()
}

fn answered(answer: Vec<u8>) -> usize {
    let length = answer.len();
    ANSWER.set(answer);
    length
}
