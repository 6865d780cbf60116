//! Reversi for the hall: its variants, sessions, boards and engine.
//!
//! The only public value is [`FAMILY`]; the registry of games names it in one line.

pub mod files;

mod appraisal;
mod board;
mod explain;
mod movetext;
mod openings;
mod plan;
mod player;
mod position;
mod proved;
mod referee;
mod session;
mod sparring;
mod subject;
mod themes;
mod variants;

use engine::{
    Appraisal, BenchStep, BoardView, Engine, Family, FamilyReason, Laboratory, LaboratoryOf,
    OWN_EVALUATION, OpenError, PiecePlacement, Player, PositionError, Preset, Session, Variant,
};
use game::{NullObserver, Position as _, Side};
use player::ReversiBackend;
use records::GameFiles;
use reversi::{Position, notation::transcript};
use subject::ReversiSubject;

/// The functions of reversi that the hall uses.
pub const FAMILY: &dyn Family = &Reversi;

/// See [`FAMILY`].
#[derive(Debug)]
struct Reversi;

impl Family for Reversi {
    fn id(&self) -> &'static str {
        variants::ID
    }

    fn variants(&self) -> &'static [&'static Variant] {
        &variants::LISTED
    }

    fn session(
        &self,
        variant: &'static Variant,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError> {
        Ok(Box::new(session::open(variant, rules, position)?))
    }

    fn engine(&self, _: &'static Variant) -> Box<dyn Engine> {
        Box::new(Player::<ReversiBackend>::new())
    }

    fn balanced_openings(&self, variant: &'static Variant) -> &'static str {
        match variant.id {
            variants::ID => include_str!("../../../books/reversi-60.txt"),
            _ => "",
        }
    }

    fn sparring_partners(&self, _: &'static Variant) -> &'static [Preset] {
        &sparring::PARTNERS
    }

    fn bench(&self, depth: Option<u32>, each: &mut dyn FnMut(BenchStep)) -> (u32, u64) {
        use reversi_engine::bench::{COUNT, DEPTH, run_with};
        let depth = depth.unwrap_or(DEPTH);
        (depth, BenchStep::tell(COUNT, each, |each| run_with(depth, each)))
    }

    fn laboratory(&self, _: &'static Variant) -> Option<Box<dyn Laboratory>> {
        Some(Box::new(LaboratoryOf::<ReversiSubject>::default()))
    }

    fn reasons(&self) -> &'static [&'static dyn FamilyReason] {
        &proved::ProvenReason::ALL
    }

    fn puzzle_themes(&self) -> &'static [&'static str] {
        &themes::ALL
    }

    fn evaluations(&self, _: &'static Variant) -> &'static [&'static str] {
        &[OWN_EVALUATION]
    }

    fn appraise(&self, session: &dyn Session, by: &str) -> Option<Appraisal> {
        appraisal::appraise(session, by)
    }

    /// The bench's positions on a board of this size.
    fn positions(&self, variant: &'static Variant) -> Vec<String> {
        let size = variants::size(variant);
        let bench = reversi_engine::bench::POSITIONS.iter().filter(|(board, _)| *board == size);
        let played = bench.map(|(_, moves)| {
            let mut position = Position::start(size);
            for m in transcript::read(&position, moves).unwrap_or_default() {
                position.make(m, &mut NullObserver);
            }
            position.to_string()
        });
        played.collect()
    }

    fn files(&self) -> &'static dyn GameFiles {
        files::FILES
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

    /// Every square may hold a disc.
    fn piece_kinds(&self, variant: &'static Variant) -> Vec<&'static str> {
        vec![board::DISC; variants::size(variant).squares().len() as usize]
    }
}
