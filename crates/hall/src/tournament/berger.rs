//! The Berger tables (FIDE Handbook C.05, annex 1).

/// How many rounds a round robin of an even number of places has.
#[must_use]
pub const fn berger_rounds(places: usize, double: bool) -> usize {
    let single = places.saturating_sub(1);
    if double { 2 * single } else { single }
}

/// The pairs of a round, from 0, as places from 0, the first side first. `places` is even: with an odd number of players
/// the last place is a bye. In a double round robin the second half has the sides changed, and the last two rounds of the
/// first half change places, so that nobody has one side three times in a row.
#[must_use]
pub fn berger_round(places: usize, double: bool, round: usize) -> Vec<(usize, usize)> {
    let single = berger_rounds(places, false);
    if single == 0 {
        return Vec::new();
    }
    if round >= single {
        let pairs = single_round(places, round - single);
        return pairs.into_iter().map(|(first, second)| (second, first)).collect();
    }
    let is_swapped = double && single >= 3 && round + 2 >= single;
    single_round(places, if is_swapped { 2 * single - 3 - round } else { round })
}

/// All but the last place stand in a circle. In each round one of them meets the last place, and the others those who stand
/// opposite; the next round's is half a circle further.
fn single_round(places: usize, round: usize) -> Vec<(usize, usize)> {
    let (circle, last) = (places - 1, places - 1);
    let pivot = round * (places / 2) % circle;
    let with_last = if round.is_multiple_of(2) { (pivot, last) } else { (last, pivot) };
    let opposite = |m: usize| ((pivot + m) % circle, (pivot + circle - m) % circle);
    std::iter::once(with_last).chain((1..places / 2).map(opposite)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published tables, for both numbers of players of a size.
    const TABLES: [(usize, &str); 4] = [
        (4, "1-4 2-3; 4-3 1-2; 2-4 3-1"),
        (6, "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1"),
        (
            8,
            "1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; \
             3-8 4-2 5-1 6-7; 8-7 1-6 2-5 3-4; 4-8 5-3 6-2 7-1",
        ),
        (
            10,
            "1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7; \
             10-7 8-6 9-5 1-4 2-3; 3-10 4-2 5-1 6-9 7-8; 10-8 9-7 1-6 2-5 3-4; \
             4-10 5-3 6-2 7-1 8-9; 10-9 1-8 2-7 3-6 4-5; 5-10 6-4 7-3 8-2 9-1",
        ),
    ];

    fn written(places: usize, double: bool, round: usize) -> String {
        let pairs = berger_round(places, double, round).into_iter();
        let pairs: Vec<_> = pairs.map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
        pairs.join(" ")
    }

    #[test]
    fn the_published_tables() {
        for (places, table) in TABLES {
            let rounds: Vec<_> = (0..places - 1).map(|r| written(places, false, r)).collect();
            assert_eq!(rounds.join("; "), table);
        }
        assert_eq!(written(2, false, 0), "1-2");
        assert!(berger_round(0, true, 0).is_empty());
    }

    #[test]
    fn everybody_meets_everybody_with_both_sides_and_no_side_comes_three_times_in_a_row() {
        for places in (2..=16).step_by(2) {
            let mut met = vec![0; places * places];
            let mut sides = vec![String::new(); places];
            for round in 0..berger_rounds(places, true) {
                let pairs = berger_round(places, true, round);
                assert_eq!(pairs.len(), places / 2);
                for (first, second) in pairs {
                    met[first * places + second] += 1;
                    sides[first].push('f');
                    sides[second].push('s');
                }
            }
            for a in 0..places {
                for b in 0..places {
                    assert_eq!(met[a * places + b], i32::from(a != b), "{places}: {a} {b}");
                }
                let sides = &sides[a];
                assert!(!sides.contains("fff") && !sides.contains("sss"), "{places}: {sides}");
            }
        }
    }
}
