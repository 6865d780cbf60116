//! What the families say of their levels is what `notebook/levels.md` has of their matches.

use std::path::Path;

/// The scores of the table of a variant: level 1 against the player that looks one ply ahead, then each
/// level against the one below it.
fn table(page: &str, variant: &str) -> Vec<u8> {
    let heading = format!("(`{variant}`)");
    let after =
        page.split("\n## ").find(|part| part.lines().next().is_some_and(|l| l.contains(&heading)));
    let rows = after.into_iter().flat_map(str::lines).filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, player, against, won, drawn, lost, ..] = cells.as_slice() else { return None };
        let [won, drawn, lost] = [won, drawn, lost].map(|cell| cell.parse::<u32>().ok());
        let (won, drawn, lost) = (won?, drawn?, lost?);
        let score = f64::from(100 * won + 50 * drawn) / f64::from(won + drawn + lost);
        let level = |name: &str| name.strip_prefix("level ").and_then(|n| n.parse::<u8>().ok());
        match (level(player), level(against)) {
            (Some(high), Some(low)) if high == low + 1 => Some((high, score)),
            (None, Some(1)) if player == "1 ply" => Some((1, 100.0 - score)),
            _ => None,
        }
    });
    let mut rows: Vec<(u8, f64)> = rows.collect();
    rows.sort_by_key(|row| row.0);
    assert!(rows.iter().map(|row| row.0).eq(1..=12), "{variant}: {rows:?}");
    rows.into_iter().map(|(_, score)| score.round() as u8).collect()
}

#[test]
fn the_ladder_of_each_family_is_the_measured_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebook/levels.md");
    let page = std::fs::read_to_string(path).unwrap();
    for family in games::families() {
        let Some(ladder) = family.ladder() else { continue };
        let usual = family.variants()[0].id;
        assert_eq!(table(&page, usual), ladder, "{usual}");
    }
}
