//! Xiangqi at the border: its variant, its sessions, its engine.

mod session;

mod position;

mod board;

mod movetext;

mod why;

mod referee;

mod player;

mod options;

mod book;

mod names;

use crate::registry::Game;
use crate::{NotationStyle, RuleSet, Variant};
use player::XiangqiPlayer;

/// The standard start.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The one variant of Xiangqi.
pub(crate) static GAMES: [Game; 1] = [Game {
    variant: XIANGQI,
    session: |_, rules, position| Ok(Box::new(session::open(rules, position)?)),
    bench: |depth| {
        let depth = depth.unwrap_or(xiangqi_engine::bench::DEPTH);
        (depth, xiangqi_engine::bench::run(depth))
    },
    engine: || Box::new(XiangqiPlayer::new()),
    board: |_, text| position::read_board(text),
}];

/// Xiangqi.
const XIANGQI: Variant = Variant {
    id: "xiangqi",
    family: "xiangqi",
    crowned: None,
    name: "Xiangqi (Chinese chess)",
    name_zh: "象棋",
    sides: ["Red", "Black"],
    rule_sets: &[
        RuleSet {
            id: "wxf",
            name: "World Xiangqi Rules",
            name_zh: "世界象棋规则",
            provisional: false,
        },
        RuleSet {
            id: "cxa",
            name: "Chinese Xiangqi Association rules",
            name_zh: "中国象棋协会规则",
            provisional: true,
        },
        RuleSet {
            id: "computer", name: "Computer rules", name_zh: "电脑规则", provisional: false
        },
        RuleSet {
            id: "simple",
            name: "Simple rules (only perpetual check loses)",
            name_zh: "简易规则（仅长将判负）",
            provisional: false,
        },
    ],
    notations: &[
        NotationStyle { id: "chinese", name: "Chinese, traditional characters" },
        NotationStyle { id: "chinese-simplified", name: "Chinese, simplified characters" },
        NotationStyle { id: "wxf", name: "WXF" },
        NotationStyle { id: "iccs", name: "ICCS" },
        NotationStyle { id: "engine", name: "Engine" },
    ],
    start: START,
};
