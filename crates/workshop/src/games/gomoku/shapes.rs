//! The indices of shape counts in a fit, and the text form of weights.

use game::Side;
use gomoku::Rules;

/// The weights of one side in one role: 12 × 12 pairs, 12 others, the foul, and four threats that
/// an order leaves zero.
pub(crate) const FOUL: usize = 144 + 12;
pub(crate) const ROLE: usize = 144 + 12 + 1 + 4;
/// The weights of both sides in both roles.
pub(crate) const ALL: usize = 4 * ROLE;

/// The index of the pair of the stronger and the weaker pattern.
pub(crate) fn pair(stronger: usize, weaker: usize) -> usize {
    12 * stronger + weaker
}

/// The index of a pattern that is not of the pair.
pub(crate) fn other(pattern: usize) -> usize {
    144 + pattern
}

/// The first index of a side in a role; without fouls both sides share the weights.
pub(crate) fn base(rules: Rules, side: Side, waits: usize) -> usize {
    let asymmetric = rules.rows[0] != rules.rows[1];
    ROLE * (2 * (if asymmetric { side.index() } else { 0 }) + waits)
}

/// The weights in the format of [`gomoku_engine::eval::WeightSet::read`].
pub(crate) fn text(rules: Rules, tempo: [f64; 2], weights: &[f64]) -> String {
    let mut text = String::from("# what the move is worth to Black and to White\n");
    text += &format!("{:.0} {:.0}\n", tempo[0], tempo[1]);
    let row = |numbers: &mut dyn Iterator<Item = f64>| {
        let row: Vec<String> = numbers.map(|weight| format!("{weight:.0}")).collect();
        row.join(" ") + "\n"
    };
    for side in Side::ALL {
        for (waits, role) in [(0, "moves"), (1, "waits")] {
            let name = ["Black", "White"][side.index()];
            text += &format!("# {name} when it {role}: pairs, the rest, the foul and having any\n");
            let role = &weights[base(rules, side, waits)..][..ROLE];
            for a in 0..12 {
                text += &row(&mut (0..=a).map(|b| role[pair(a, b)]));
            }
            text += &row(&mut (0..12).map(|a| role[other(a)]));
            text += &row(&mut role[FOUL..].iter().copied());
        }
    }
    text
}
