//! The signatures of all variants: a change that is not meant to alter play alters none of them.

/// Each listed variant with the nodes that `yiqi bench VARIANT` counts. A change that is meant to alter a variant's play
/// alters its row, in the same commit.
const SIGNATURES: &[(&str, u64)] = &[
    ("xiangqi", 395_739),
    ("draughts", 1_985_888),
    ("draughts-frisian", 126_135),
    ("draughts-brazilian", 53_086),
    ("draughts-russian", 71_442),
    ("draughts-english", 51_394),
    ("draughts-italian", 60_248),
    ("draughts-pool", 68_018),
    ("draughts-czech", 58_815),
    ("draughts-spanish", 62_041),
    ("draughts-turkish", 234_154),
    ("draughts-canadian", 209_762),
    ("draughts-killer", 86_543),
    ("draughts-breakthrough", 90_531),
    ("draughts-losing", 16_492),
    ("gomoku", 100_445),
    ("gomoku20", 25_595),
    ("gomoku-standard", 12_779),
    ("renju", 21_854),
    ("caro", 18_339),
    ("caro-free", 18_524),
    ("omok", 41_766),
    ("reversi", 169_876),
    ("reversi-6", 2_416),
];

#[test]
fn each_variant_has_its_signature() {
    let counted: Vec<(&str, u64)> = games::variants()
        .iter()
        .map(|variant| {
            let (_, nodes) = games::bench(variant.id, None, &mut |_| {}).expect(variant.id);
            (variant.id, nodes)
        })
        .collect();
    let rows = |of: &[(&str, u64)]| -> String {
        of.iter().map(|(id, nodes)| format!("    (\"{id}\", {nodes}),\n")).collect()
    };
    assert_eq!(counted, SIGNATURES, "the rows are now:\n{}", rows(&counted));
}
