//! Gomoku and renju for the hall: rule sets on boards of all sizes, sessions, opening protocols,
//! their engine.

pub mod files;
mod known;

mod appraisal;
mod board;
mod explain;
mod features;
mod movetext;
mod opening;
mod openings;
mod options;
mod patterns;
mod plan;
mod player;
mod position;
mod presets;
mod proved;
mod referee;
mod rules;
mod session;
mod sparring;
mod subject;
mod themes;
mod variants;

use engine::{
    Appraisal, BenchStep, BoardView, Engine, Family, FamilyReason, Features, Laboratory,
    LaboratoryOf, OpenError, OpeningKind, OpeningSession, Patterns, PiecePlacement, Player,
    PositionError, Preset, Protocol, ProtocolVariant, Session, Variant,
};
use game::Side;
use options::Options;
use player::GomokuBackend;
use records::GameFiles;
use subject::GomokuSubject;

/// The functions of gomoku that the hall uses.
pub const FAMILY: &dyn Family = &Gomoku;

/// See [`FAMILY`].
#[derive(Debug)]
struct Gomoku;

impl Family for Gomoku {
    fn id(&self) -> &'static str {
        variants::ID
    }

    fn variants(&self) -> &'static [&'static Variant] {
        variants::listed()
    }

    fn find(&self, id: &str) -> Option<&'static Variant> {
        variants::find(id)
    }

    fn session(
        &self,
        variant: &'static Variant,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError> {
        Ok(Box::new(session::open(variant, rules, position)?))
    }

    fn engine(&self, variant: &'static Variant) -> Box<dyn Engine> {
        let base = variants::named(variant.id).map_or(variants::ID, |(base, _)| base);
        Box::new(Player::<GomokuBackend>::with(Options::of(base)))
    }

    fn features(&self, variant: &'static Variant) -> Option<&'static dyn Features> {
        let (base, _) = variants::named(variant.id)?;
        features::of(base).map(|features| features as &dyn Features)
    }

    fn patterns(&self, variant: &'static Variant) -> Option<&'static dyn Patterns> {
        let (base, _) = variants::named(variant.id)?;
        patterns::of(rules::of(base))
    }

    fn balanced_openings(&self, variant: &'static Variant) -> &'static str {
        match variant.id {
            "gomoku" | "renju" => include_str!("../../../books/renju-26.txt"),
            _ => "",
        }
    }

    fn sparring_partners(&self, _: &'static Variant) -> &'static [Preset] {
        &sparring::PARTNERS
    }

    fn bench(&self, depth: Option<u32>, each: &mut dyn FnMut(BenchStep)) -> (u32, u64) {
        use gomoku_engine::bench::{COUNT, DEPTH, run_with};
        let depth = depth.unwrap_or(DEPTH);
        (depth, BenchStep::tell(COUNT, each, |each| run_with(depth, each)))
    }

    /// The machine of the textbook knows only the rule that five win.
    fn presets(&self, variant: &'static Variant) -> &'static [Preset] {
        match variants::named(variant.id) {
            Some((variants::ID, _)) => &presets::PRESETS,
            _ => &[],
        }
    }

    fn laboratory(&self, _: &'static Variant) -> Option<Box<dyn Laboratory>> {
        Some(Box::new(LaboratoryOf::<GomokuSubject>::default()))
    }

    fn evaluations(&self, variant: &'static Variant) -> &'static [&'static str] {
        appraisal::EVALUATIONS[usize::from(self.presets(variant).is_empty())]
    }

    fn appraise(&self, session: &dyn Session, by: &str) -> Option<Appraisal> {
        appraisal::appraise(session, by)
    }

    /// The bench's positions on a board of this size; under other rules they are as good.
    fn positions(&self, variant: &'static Variant) -> Vec<String> {
        let size = variants::named(variant.id).map(|(_, size)| size);
        let bench = gomoku_engine::bench::POSITIONS.iter();
        let fits = bench.filter(|(_, wide, _)| Some(*wide) == size);
        let texts = fits.map(|(_, _, moves)| (*moves).to_owned());
        let playable = |text: &String| self.session(variant, None, Some(text)).is_ok();
        let found: Vec<String> = texts.filter(playable).collect();
        if found.is_empty() { vec![variant.start.to_owned()] } else { found }
    }

    fn spoken(&self, protocol: Protocol) -> &'static [ProtocolVariant] {
        match protocol {
            Protocol::Gomocup => &variants::GOMOCUP,
            Protocol::Uci | Protocol::Ucci | Protocol::Hub | Protocol::Dxp => &[],
        }
    }

    fn protocol_name(&self, protocol: Protocol, variant: &Variant) -> Option<&'static str> {
        // A protocol states the size of the board apart from the rules.
        let (base, _) = variants::named(variant.id)?;
        let known = self.spoken(protocol).iter().find(|known| known.variant == base);
        known.map(|known| known.name)
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
        position::read_board(variant, text)
    }

    fn write_board(
        &self,
        variant: &'static Variant,
        pieces: &[PiecePlacement],
        turn: Side,
    ) -> Result<String, PositionError> {
        position::write_board(variant, pieces, turn)
    }

    fn piece_kinds(&self, _: &'static Variant) -> Vec<&'static str> {
        vec!["stone"]
    }

    fn openings(&self, variant: &'static Variant) -> Vec<OpeningKind> {
        opening::kinds(variant)
    }

    fn opening(&self, variant: &'static Variant, id: &str) -> Option<Box<dyn OpeningSession>> {
        Some(Box::new(opening::GomokuOpening::new(variant, id)?))
    }
}
