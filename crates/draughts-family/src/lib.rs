//! Draughts for the hall: its fourteen variants, their sessions, their engines.

pub mod erased;
pub mod files;
mod known;

mod appraisal;
mod board;
mod endgames;
mod explain;
mod limits;
mod movetext;
mod obligation;
mod openings;
mod options;
mod patterns;
mod plan;
mod player;
mod position;
mod proved;
mod referee;
mod session;
mod sparring;
mod subject;
mod themes;
mod why;

use crate::erased::AnyVariant;
use draughts::groups::{EightByEight, TenByTen};
use draughts::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Pool, Russian, Spanish, Turkish, VariantRules,
};
use draughts_engine::TraceableVariant;
use engine::{
    Appraisal, BenchStep, BoardView, Engine, Family, FamilyReason, GameSession, Laboratory,
    LaboratoryOf, NotationStyle, OWN_EVALUATION, OpenError, Patterns, Phase, PiecePlacement,
    Player, PositionError, Preset, Protocol, ProtocolVariant, RuleSet, Session, Variant,
};
use game::Side;
use options::Options;
use player::DraughtsBackend;
use records::GameFiles;
use session::DraughtsGame;
use std::sync::LazyLock;
use subject::DraughtsSubject;

/// The functions of draughts that the hall uses.
pub const FAMILY: &dyn Family = &Draughts;

/// See [`FAMILY`].
#[derive(Debug)]
struct Draughts;

impl Family for Draughts {
    fn id(&self) -> &'static str {
        ID
    }

    fn variants(&self) -> &'static [&'static Variant] {
        static VARIANTS: LazyLock<Vec<&'static Variant>> =
            LazyLock::new(|| GAMES.iter().map(|game| &game.variant).collect());
        &VARIANTS
    }

    fn session(
        &self,
        variant: &'static Variant,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError> {
        Ok(Box::new(session::open(board(variant), variant, rules, position)?))
    }

    fn engine(&self, variant: &'static Variant) -> Box<dyn Engine> {
        Box::new(Player::<DraughtsBackend>::with(Options::of(board(variant))))
    }

    fn data_files(&self, variant: &'static Variant) -> Vec<&'static str> {
        let weights = draughts_engine::eval::weight_file(board(variant).rules());
        let endings = (variant.id == ID).then_some(endings::SHIPPED);
        weights.into_iter().chain(endings).collect()
    }

    fn needs(&self, file: &str, session: &dyn Session) -> bool {
        file != endings::SHIPPED || session.stage().phase == Phase::Ending
    }

    #[cfg(target_arch = "wasm32")]
    fn supply(&self, name: &str, bytes: Vec<u8>) {
        endings::supply(name, bytes);
    }

    fn balanced_openings(&self, variant: &'static Variant) -> &'static str {
        match variant.id {
            "draughts" => include_str!("../../../books/draughts-60.txt"),
            "draughts-russian" => include_str!("../../../books/draughts-russian-60.txt"),
            _ => "",
        }
    }

    fn sparring_partners(&self, _: &'static Variant) -> &'static [Preset] {
        &sparring::PARTNERS
    }

    fn bench(&self, depth: Option<u32>, each: &mut dyn FnMut(BenchStep)) -> (u32, u64) {
        use draughts_engine::bench::{COUNT, DEPTH, run_with};
        let depth = depth.unwrap_or(DEPTH);
        (depth, BenchStep::tell(COUNT, each, |each| run_with(depth, each)))
    }

    fn patterns(&self, variant: &'static Variant) -> Option<&'static dyn Patterns> {
        patterns::of(board(variant))
    }

    fn laboratory(&self, variant: &'static Variant) -> Option<Box<dyn Laboratory>> {
        game(variant).laboratory.map(|laboratory| laboratory())
    }

    fn evaluations(&self, _: &'static Variant) -> &'static [&'static str] {
        &[OWN_EVALUATION]
    }

    fn appraise(&self, session: &dyn Session, by: &str) -> Option<Appraisal> {
        let session = GameSession::<DraughtsGame>::of(session, ID).ok()?;
        (by == OWN_EVALUATION).then(|| appraisal::appraise(session))
    }

    fn positions(&self, variant: &'static Variant) -> Vec<String> {
        if variant.id != ID {
            return vec![variant.start.to_owned()];
        }
        draughts_engine::bench::POSITIONS.map(str::to_owned).to_vec()
    }

    fn spoken(&self, protocol: Protocol) -> &'static [ProtocolVariant] {
        match protocol {
            Protocol::Hub => &HUB,
            Protocol::Dxp => &[ProtocolVariant { variant: ID, name: "international" }],
            Protocol::Uci | Protocol::Ucci | Protocol::Gomocup => &[],
        }
    }

    fn files(&self) -> &'static dyn GameFiles {
        files::FILES
    }

    fn reasons(&self) -> &'static [&'static dyn FamilyReason] {
        &proved::ProvenReason::ALL
    }

    fn puzzle_themes(&self) -> &'static [&'static str] {
        &themes::ALL
    }

    fn read_board(
        &self,
        variant: &'static Variant,
        text: &str,
    ) -> Result<BoardView, PositionError> {
        position::read_board(board(variant), text)
    }

    fn write_board(
        &self,
        variant: &'static Variant,
        pieces: &[PiecePlacement],
        turn: Side,
    ) -> Result<String, PositionError> {
        position::write_board(board(variant), pieces, turn)
    }
}

/// The id of the family.
const ID: &str = "draughts";

const NUMBERS: NotationStyle = NotationStyle { id: "pdn", name: "PDN, by numbers" };
const LETTERS: NotationStyle = NotationStyle { id: "letters", name: "PDN, by letters" };
const ENGINE: NotationStyle = NotationStyle { id: "engine", name: "Engine" };

/// The notations of variants whose squares have numbers in books and newspapers.
const BY_NUMBERS: &[NotationStyle] = &[NUMBERS, LETTERS, ENGINE];
/// The notations of variants whose squares have letters.
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

/// The names of the variants in Hub: Scan's variants come first, under its names.
static HUB: [ProtocolVariant; 14] = [
    hub::<International>("normal"),
    hub::<Killer>("killer"),
    hub::<Breakthrough>("bt"),
    hub::<Frisian>("frisian"),
    hub::<Losing>("losing"),
    hub::<Brazilian>("brazilian"),
    hub::<Russian>("russian"),
    hub::<English>("english"),
    hub::<Italian>("italian"),
    hub::<Pool>("pool"),
    hub::<Czech>("czech"),
    hub::<Spanish>("spanish"),
    hub::<Turkish>("turkish"),
    hub::<Canadian>("canadian"),
];

const fn hub<V: VariantRules>(name: &'static str) -> ProtocolVariant {
    ProtocolVariant { variant: V::RULES.id, name }
}

/// A variant, and the search for the lab that is compiled for its board and rules.
#[derive(Debug)]
struct Game {
    variant: Variant,
    laboratory: Option<fn() -> Box<dyn Laboratory>>,
}

/// The code compiled for this variant; that of the first variant if it is none of draughts.
fn game(variant: &Variant) -> &'static Game {
    GAMES.iter().find(|game| game.variant.id == variant.id).unwrap_or(&GAMES[0])
}

/// The rules of a variant of draughts; those of the first variant if it is none.
fn board(variant: &Variant) -> AnyVariant {
    AnyVariant::of_id(game(variant).variant.id).expect("every variant of the family has rules")
}

const fn of<V: VariantRules>(
    name: &'static str,
    name_zh: &'static str,
    notations: &'static [NotationStyle],
    start: &'static str,
) -> Game {
    Game {
        variant: Variant {
            id: V::RULES.id,
            family: ID,
            crowned: Some("king"),
            name,
            name_zh,
            sides: ["White", "Black"],
            rule_sets: RULE_SETS,
            notations,
            start,
        },
        laboratory: None,
    }
}

/// The variant with a search for the lab.
const fn traced<V: TraceableVariant>(game: Game) -> Game {
    Game { laboratory: Some(|| Box::new(LaboratoryOf::<DraughtsSubject<V>>::default())), ..game }
}

/// All variants of draughts.
static GAMES: [Game; 14] = [
    traced::<TenByTen>(of::<International>(
        "International draughts",
        "国际跳棋（百格）",
        BY_NUMBERS,
        START_10,
    )),
    traced::<TenByTen>(of::<Frisian>("Frisian draughts", "弗里斯兰跳棋", BY_NUMBERS, START_10)),
    traced::<EightByEight>(of::<Brazilian>("Brazilian draughts", "巴西跳棋", BY_LETTERS, START_8)),
    traced::<EightByEight>(of::<Russian>("Russian draughts", "俄罗斯跳棋", BY_LETTERS, START_8)),
    traced::<EightByEight>(of::<English>(
        "English draughts (American checkers)",
        "英式跳棋（美式西洋跳棋）",
        BY_NUMBERS,
        START_8_BLACK,
    )),
    of::<Italian>("Italian draughts", "意大利跳棋", BY_NUMBERS, START_8),
    of::<Pool>("Pool checkers", "美式普尔跳棋", BY_NUMBERS, START_8_BLACK),
    of::<Czech>("Czech draughts", "捷克跳棋", BY_LETTERS, START_8),
    of::<Spanish>("Spanish draughts", "西班牙跳棋", BY_NUMBERS, START_8),
    of::<Turkish>("Turkish draughts", "土耳其跳棋", BY_LETTERS, "W:W41-56:B9-24"),
    of::<Canadian>(
        "Canadian draughts, 12×12",
        "加拿大跳棋（十二格）",
        BY_NUMBERS,
        "W:W43-72:B1-30",
    ),
    of::<Killer>("Killer draughts", "杀手跳棋", BY_NUMBERS, START_10),
    of::<Breakthrough>("Breakthrough draughts", "突破跳棋", BY_NUMBERS, START_10),
    of::<Losing>("Losing draughts", "输者为胜跳棋", BY_NUMBERS, START_10),
];
