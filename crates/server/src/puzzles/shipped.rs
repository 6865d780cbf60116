//! The puzzles that come with the program: which there are, and which one is of a day.

use super::key::shipped_id;
use hall::puzzles::ShippedPuzzle;
use wire::{ListedPuzzle, PuzzleCount, ShippedPuzzles};

/// The puzzle of a day has a rating in this range: most people can find it.
const DAILY: std::ops::RangeInclusive<u16> = 800..=1700;
/// How far the place in a list moves from one day of a variant to the next, so that neighbours in it are not neighbours in
/// time: a prime.
const STEP: usize = 7919;

/// The shipped puzzles of a variant, as far as they are wanted, and how many there are of each.
pub(crate) fn shipped(
    variant: Option<&str>,
    theme: Option<&str>,
    (from, to): (Option<u16>, Option<u16>),
) -> ShippedPuzzles {
    let variants = shipped_puzzles::variants().filter_map(|variant| {
        let count = shipped_puzzles::of(variant)?.puzzles.len() as u64;
        Some(PuzzleCount { variant: variant.to_owned(), count })
    });
    let variants = variants.filter(|one| one.count > 0).collect();
    let is_wanted = |one: &&ShippedPuzzle| {
        theme.is_none_or(|theme| one.themes.iter().any(|own| own == theme))
            && from.is_none_or(|from| one.rating >= from)
            && to.is_none_or(|to| one.rating <= to)
    };
    let set = variant.and_then(shipped_puzzles::of);
    let puzzles =
        set.iter().flat_map(|set| &set.puzzles).filter(is_wanted).map(|one| ListedPuzzle {
            id: shipped_id(&one.puzzle.variant, &one.id),
            rating: one.rating,
            themes: one.themes.clone(),
        });
    ShippedPuzzles { variants, puzzles: puzzles.collect() }
}

/// The puzzle of a day: the variants take turns, and the same puzzle comes again when all others of its variant have been.
pub(crate) fn daily(day: u32) -> Option<&'static ShippedPuzzle> {
    let listed = games::variants().iter().filter_map(|variant| shipped_puzzles::of(variant.id));
    let sets: Vec<_> = listed.filter(|set| !set.puzzles.is_empty()).collect();
    let day = day as usize;
    let set = sets.get(day % sets.len().max(1))?;
    let mut all: Vec<_> = set.puzzles.iter().filter(|one| DAILY.contains(&one.rating)).collect();
    if all.is_empty() {
        all = set.puzzles.iter().collect();
    }
    let turn = day / sets.len();
    all.get((turn % all.len()).wrapping_mul(STEP) % all.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_puzzle_and_the_next_another() {
        let day = |n| daily(n).map(|one| (&one.puzzle.variant, &one.id));
        assert_eq!(day(20_000), day(20_000));
        assert!((20_000..20_030).all(|n| day(n).is_some() && day(n) != day(n + 1)));
    }

    #[test]
    fn a_list_has_only_what_is_wanted() {
        let none = shipped(None, None, (None, None));
        assert!(none.puzzles.is_empty() && !none.variants.is_empty());
        let variant = Some(none.variants[0].variant.as_str());
        let all = shipped(variant, None, (None, None)).puzzles;
        assert_eq!(all.len() as u64, none.variants[0].count);
        let some = shipped(variant, None, (Some(1000), Some(1500))).puzzles;
        assert!(
            some.len() <= all.len() && some.iter().all(|one| (1000..=1500).contains(&one.rating))
        );
        assert!(shipped(variant, Some("no such theme"), (None, None)).puzzles.is_empty());
    }
}
