//! Xiangqi for the hall: its variant, sessions, engine and opening book.

pub mod files;
mod known;

mod appraisal;
mod board;
mod book;
mod explain;
mod features;
mod movetext;
mod names;
mod openings;
mod options;
mod plan;
mod player;
mod position;
mod presets;
mod proved;
mod referee;
mod session;
mod sparring;
mod subject;
mod themes;
mod why;

use engine::{
    Appraisal, BenchStep, BoardView, Engine, Family, FamilyReason, Features, Laboratory,
    LaboratoryOf, NotationStyle, OpenError, PiecePlacement, Player, PositionError, Preset,
    Protocol, ProtocolVariant, RuleSet, Session, Variant,
};
use game::Side;
use player::XiangqiBackend;
use records::GameFiles;
use subject::XiangqiSubject;

/// The functions of Xiangqi that the hall uses.
pub const FAMILY: &dyn Family = &Xiangqi;

/// See [`FAMILY`].
#[derive(Debug)]
struct Xiangqi;

impl Family for Xiangqi {
    fn id(&self) -> &'static str {
        ID
    }

    fn variants(&self) -> &'static [&'static Variant] {
        static VARIANTS: [&Variant; 1] = [&XIANGQI];
        &VARIANTS
    }

    fn session(
        &self,
        _: &'static Variant,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError> {
        Ok(Box::new(session::open(rules, position)?))
    }

    fn engine(&self, _: &'static Variant) -> Box<dyn Engine> {
        Box::new(Player::<XiangqiBackend>::new())
    }

    fn balanced_openings(&self, _: &'static Variant) -> &'static str {
        include_str!("../../../books/xiangqi-60.txt")
    }

    fn sparring_partners(&self, _: &'static Variant) -> &'static [Preset] {
        &sparring::PARTNERS
    }

    fn bench(&self, depth: Option<u32>, each: &mut dyn FnMut(BenchStep)) -> (u32, u64) {
        use xiangqi_engine::bench::{COUNT, DEPTH, run_with};
        let depth = depth.unwrap_or(DEPTH);
        let mut engine = xiangqi_engine::XiangqiEngine::new(16);
        (depth, BenchStep::tell(COUNT, each, |each| run_with(&mut engine, depth, each)))
    }

    fn presets(&self, _: &'static Variant) -> &'static [Preset] {
        &presets::PRESETS
    }

    fn features(&self, _: &'static Variant) -> Option<&'static dyn Features> {
        Some(&features::XiangqiFeatures)
    }

    fn laboratory(&self, _: &'static Variant) -> Option<Box<dyn Laboratory>> {
        Some(Box::new(LaboratoryOf::<XiangqiSubject>::default()))
    }

    fn evaluations(&self, _: &'static Variant) -> &'static [&'static str] {
        appraisal::EVALUATIONS
    }

    fn appraise(&self, session: &dyn Session, by: &str) -> Option<Appraisal> {
        appraisal::appraise(session, by)
    }

    fn positions(&self, _: &'static Variant) -> Vec<String> {
        xiangqi_engine::bench::POSITIONS.map(str::to_owned).to_vec()
    }

    fn spoken(&self, protocol: Protocol) -> &'static [ProtocolVariant] {
        match protocol {
            Protocol::Uci | Protocol::Ucci => &[ProtocolVariant { variant: ID, name: ID }],
            Protocol::Hub | Protocol::Gomocup | Protocol::Dxp => &[],
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

    fn read_board(&self, _: &'static Variant, text: &str) -> Result<BoardView, PositionError> {
        position::read_board(text)
    }

    fn write_board(
        &self,
        _: &'static Variant,
        pieces: &[PiecePlacement],
        turn: Side,
    ) -> Result<String, PositionError> {
        position::write_board(pieces, turn)
    }
}

/// The id of the family, and of its one variant.
const ID: &str = "xiangqi";

/// The standard start.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The one variant of Xiangqi.
static XIANGQI: Variant = Variant {
    id: ID,
    family: ID,
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
