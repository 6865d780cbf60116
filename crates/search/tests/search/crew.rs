//! Threads that offer themselves.

use search::Crew;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

fn crew(members: usize) -> &'static Crew {
    let crew: &'static Crew = Box::leak(Box::default());
    for _ in 0..members {
        join(crew);
    }
    crew
}

fn join(crew: &'static Crew) {
    std::thread::spawn(|| crew.help());
}

#[test]
fn members_work_at_the_same_time_with_numbers_of_their_own() {
    let crew = crew(2);
    for _ in 0..100 {
        let (together, sum) = (Barrier::new(3), AtomicUsize::new(0));
        let work = |number| {
            together.wait();
            sum.fetch_add(number + 1, SeqCst);
        };
        let own = crew.beside(2, &work, || {
            together.wait();
            7
        });
        assert_eq!((own, sum.into_inner()), (7, 3));
    }
}

#[test]
fn who_comes_later_takes_part() {
    let crew = crew(0);
    let together = Barrier::new(2);
    let work = |_| _ = together.wait();
    crew.beside(3, &work, || {
        join(crew);
        together.wait();
    });
}

#[test]
fn no_more_take_part_than_are_wanted() {
    let crew = crew(3);
    for _ in 0..100 {
        let (together, calls) = (Barrier::new(2), AtomicUsize::new(0));
        let work = |_| {
            calls.fetch_add(1, SeqCst);
            together.wait();
        };
        crew.beside(1, &work, || _ = together.wait());
        assert_eq!(calls.into_inner(), 1);
    }
    assert_eq!(crew.beside(0, &|_| unreachable!("nobody is wanted"), || 5), 5);
}

#[test]
fn nobody_is_left_at_work_when_the_own_part_panics() {
    let crew = crew(1);
    let (together, done) = (Barrier::new(2), AtomicUsize::new(0));
    let work = |_| {
        together.wait();
        (0..100).for_each(|_| std::thread::yield_now());
        done.store(1, SeqCst);
    };
    let own = || {
        together.wait();
        panic!("the own part");
    };
    let ended = catch_unwind(AssertUnwindSafe(|| crew.beside(1, &work, own)));
    assert!(ended.is_err());
    assert_eq!(done.load(SeqCst), 1);
    let again = Barrier::new(2);
    let work = |_| _ = again.wait();
    crew.beside(1, &work, || _ = again.wait());
}
