//! Draughts at the border: its fourteen variants, their sessions, their engines.

mod session;

mod position;

mod board;

mod movetext;

mod why;

mod referee;

mod limits;

mod obligation;

mod player;

use crate::registry::Game;
use crate::{NotationStyle, RuleSet, Variant};
use draughts::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Pool, Russian, Spanish, Turkish,
};
use draughts_engine::Playable;
use player::DraughtsPlayer;

const NUMBERS: NotationStyle = NotationStyle { id: "pdn", name: "PDN, by numbers" };
const LETTERS: NotationStyle = NotationStyle { id: "letters", name: "PDN, by letters" };
const ENGINE: NotationStyle = NotationStyle { id: "engine", name: "Engine" };

/// Where squares go by numbers in books and newspapers.
const BY_NUMBERS: &[NotationStyle] = &[NUMBERS, LETTERS, ENGINE];
/// Where they go by letters.
const BY_LETTERS: &[NotationStyle] = &[LETTERS, NUMBERS, ENGINE];

const RULE_SETS: &[RuleSet] = &[
    RuleSet {
        id: "official",
        name: "Draw limits of the rule book",
        name_zh: "规则书的和棋限制",
        provisional: false,
    },
    RuleSet {
        id: "threefold",
        name: "Draw by threefold repetition only",
        name_zh: "仅三次重复判和",
        provisional: false,
    },
    RuleSet {
        id: "unlimited", name: "No draw limits", name_zh: "无和棋限制", provisional: false
    },
];

const START_10: &str = "W:W31-50:B1-20";
const START_8: &str = "W:W21-32:B1-12";
const START_8_BLACK: &str = "B:W21-32:B1-12";

const fn game<V: Playable>(
    (name, name_zh): (&'static str, &'static str),
    notations: &'static [NotationStyle],
    start: &'static str,
) -> Game {
    Game {
        variant: Variant {
            id: V::RULES.id,
            family: "draughts",
            crowned: Some("king"),
            name,
            name_zh,
            sides: ["White", "Black"],
            rule_sets: RULE_SETS,
            notations,
            start,
        },
        session: |_, rules, position| Ok(Box::new(session::open::<V>(rules, position)?)),
        bench: |depth| {
            let depth = depth.unwrap_or(draughts_engine::bench::DEPTH);
            (depth, draughts_engine::bench::run(depth))
        },
        engine: || Box::new(DraughtsPlayer::<V>::new()),
        board: |_, text| position::read_board::<V>(text),
    }
}

/// All variants of draughts.
pub(crate) static GAMES: [Game; 14] = [
    game::<International>(("International draughts", "国际跳棋（百格）"), BY_NUMBERS, START_10),
    game::<Frisian>(("Frisian draughts", "弗里斯兰跳棋"), BY_NUMBERS, START_10),
    game::<Brazilian>(("Brazilian draughts", "巴西跳棋"), BY_LETTERS, START_8),
    game::<Russian>(("Russian draughts", "俄罗斯跳棋"), BY_LETTERS, START_8),
    game::<English>(
        ("English draughts (American checkers)", "英式跳棋（美式西洋跳棋）"),
        BY_NUMBERS,
        START_8_BLACK,
    ),
    game::<Italian>(("Italian draughts", "意大利跳棋"), BY_NUMBERS, START_8),
    game::<Pool>(("Pool checkers", "美式普尔跳棋"), BY_NUMBERS, START_8_BLACK),
    game::<Czech>(("Czech draughts", "捷克跳棋"), BY_LETTERS, START_8),
    game::<Spanish>(("Spanish draughts", "西班牙跳棋"), BY_NUMBERS, START_8),
    game::<Turkish>(("Turkish draughts", "土耳其跳棋"), BY_LETTERS, "W:W41-56:B9-24"),
    game::<Canadian>(
        ("Canadian draughts, 12×12", "加拿大跳棋（十二格）"),
        BY_NUMBERS,
        "W:W43-72:B1-30",
    ),
    game::<Killer>(("Killer draughts", "杀手跳棋"), BY_NUMBERS, START_10),
    game::<Breakthrough>(("Breakthrough draughts", "突破跳棋"), BY_NUMBERS, START_10),
    game::<Losing>(("Losing draughts", "输者为胜跳棋"), BY_NUMBERS, START_10),
];
