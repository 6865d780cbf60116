//! Gomoku and renju at the border: rule sets and sizes, their sessions, their engine.

mod session;

mod position;

mod board;

mod movetext;

mod referee;

mod rules;

mod player;

use crate::registry::Game;
use crate::{NotationStyle, RuleSet, Variant};
use ::gomoku::{LARGEST, SMALLEST};
use player::GomokuPlayer;
use std::sync::LazyLock;

/// The size of the board where none is named.
const USUAL_SIZE: u8 = 15;

/// The rule sets by the ids of their variants.
const BASES: [(&str, &str, &str); 6] = [
    ("gomoku", "Gomoku, freestyle", "五子棋（无禁手）"),
    ("gomoku-standard", "Gomoku, standard (exactly five)", "五子棋（标准，长连不算）"),
    ("renju", "Renju", "连珠（有禁手）"),
    ("caro", "Caro", "卡罗棋"),
    ("caro-free", "Caro, overlines win", "卡罗棋（长连可胜）"),
    ("omok", "Omok", "五目（韩国规则）"),
];

const NOTATIONS: &[NotationStyle] = &[
    NotationStyle { id: "engine", name: "Letters and numbers" },
    NotationStyle { id: "gomocup", name: "Column and row from 0" },
];

const RULE_SETS: &[RuleSet] =
    &[RuleSet { id: "official", name: "As written", name_zh: "标准规则", provisional: false }];

/// The board and rules that a variant's id names.
pub(crate) fn named(id: &str) -> Option<(&'static str, u8)> {
    let base = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &id[base.len()..];
    let size = if digits.is_empty() { USUAL_SIZE } else { digits.parse().ok()? };
    let (base, ..) = BASES.into_iter().find(|(known, ..)| *known == base)?;
    let plain = digits.is_empty() || !digits.starts_with('0');
    (plain && (SMALLEST..=LARGEST).contains(&size)).then_some((base, size))
}

fn game(base: usize, size: u8) -> Game {
    let (id, name, name_zh) = BASES[base];
    let usual = size == USUAL_SIZE;
    // Made once for the life of the program, by the statics below.
    let keep = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let rows = vec![size.to_string(); usize::from(size)].join("/");
    Game {
        variant: Variant {
            id: if usual { id } else { keep(format!("{id}{size}")) },
            family: "gomoku",
            name: if usual { name } else { keep(format!("{name}, {size}×{size}")) },
            name_zh: if usual { name_zh } else { keep(format!("{name_zh}，{size}路")) },
            crowned: None,
            sides: ["Black", "White"],
            rule_sets: RULE_SETS,
            notations: NOTATIONS,
            start: keep(format!("{rows} x")),
        },
        session: |variant, rules, position| Ok(Box::new(session::open(variant, rules, position)?)),
        bench: |depth| {
            let depth = depth.unwrap_or(gomoku_engine::bench::DEPTH);
            (depth, gomoku_engine::bench::run(depth))
        },
        engine: || Box::new(GomokuPlayer::new()),
        board: position::read_board,
    }
}

/// The games that are listed.
static LISTED: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let mut games: Vec<Game> = (0..BASES.len()).map(|base| game(base, USUAL_SIZE)).collect();
    games.insert(1, game(0, 20));
    games
});

/// Every other size of board of every rule set.
static SIZED: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let sizes = SMALLEST..=LARGEST;
    sizes.flat_map(|size| (0..BASES.len()).map(move |base| game(base, size))).collect()
});

/// The games of the family that are listed.
pub(crate) fn games() -> impl Iterator<Item = &'static Game> {
    LISTED.iter()
}

/// The game with this id on a board of any size.
pub(crate) fn sized(id: &str) -> Option<&'static Game> {
    let (base, size) = named(id)?;
    let id = if size == USUAL_SIZE { base.to_owned() } else { format!("{base}{size}") };
    LISTED.iter().chain(SIZED.iter()).find(|game| game.variant.id == id)
}
