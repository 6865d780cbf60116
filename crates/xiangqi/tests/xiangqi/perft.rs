//! Perft: the number of move sequences, compared with published numbers.

use xiangqi::Position;

/// `fen ; nodes at depth 1, 2, … ; what it covers`.
const ROWS: &str = include_str!("../data/perft.txt");

#[test]
fn every_row_to_its_depth() {
    let mut rows = 0;
    for row in ROWS.lines().filter(|row| !row.starts_with('#') && !row.trim().is_empty()) {
        let mut fields = row.split(';').map(str::trim);
        let (Some(fen), Some(counts)) = (fields.next(), fields.next()) else {
            panic!("row without counts: {row}");
        };
        let mut position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a count is a number");
            assert_eq!(game::perft(&mut position, depth), count, "{fen} at depth {depth}");
        }
        rows += 1;
    }
    assert_eq!(rows, 18, "rows of the data file");
}
