//! The puzzles that come with the program: which there are, and which one is of a day.

use hall::puzzles::{RatingRange, ShippedPuzzle};
use wire::{PuzzleCount, ShippedPuzzles};

/// The shipped puzzles of a variant, as far as they are wanted, and how many there are of each.
pub(crate) fn shipped(
    variant: Option<&str>,
    theme: Option<&str>,
    ratings: RatingRange,
) -> ShippedPuzzles {
    let variants = shipped::puzzles::variants().filter_map(|variant| {
        let count = shipped::puzzles::of(variant)?.puzzles.len() as u64;
        Some(PuzzleCount { variant: variant.to_owned(), count })
    });
    let variants = variants.filter(|one| one.count > 0).collect();
    let set = variant.and_then(shipped::puzzles::of);
    let puzzles = set.map(|set| hall_messages::listed_puzzles(set, theme, ratings));
    ShippedPuzzles { variants, puzzles: puzzles.unwrap_or_default() }
}

/// The puzzle of a day: the variants take turns, and the same puzzle comes again when all others of its variant have been.
pub(crate) fn daily(day: u32) -> Option<&'static ShippedPuzzle> {
    let listed = games::variants().iter().filter_map(|variant| shipped::puzzles::of(variant.id));
    let sets: Vec<_> = listed.filter(|set| !set.puzzles.is_empty()).collect();
    let day = day as usize;
    let set = sets.get(day % sets.len().max(1))?;
    set.of_turn(day / sets.len())
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
        let none = shipped(None, None, RatingRange::default());
        assert!(none.puzzles.is_empty() && !none.variants.is_empty());
        let variant = Some(none.variants[0].variant.as_str());
        let all = shipped(variant, None, RatingRange::default()).puzzles;
        assert_eq!(all.len() as u64, none.variants[0].count);
        let ratings = RatingRange { from: Some(1000), to: Some(1500) };
        let some = shipped(variant, None, ratings).puzzles;
        assert!(
            some.len() <= all.len() && some.iter().all(|one| (1000..=1500).contains(&one.rating))
        );
        assert!(shipped(variant, Some("no such theme"), RatingRange::default()).puzzles.is_empty());
    }
}
