//! Reversi for the hall: its variants, sessions, boards and engine.
//!
//! The only public value is [`FAMILY`]; the registry of games names it in one line.

pub mod files;

mod board;
mod explain;
mod movetext;
mod player;
mod position;
mod referee;
mod session;
mod variants;

use engine::{
    BoardView, Engine, Family, OpenError, Placed, Player, PositionError, Session, Variant,
};
use game::Side;
use player::ReversiBackend;
use records::GameFiles;

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

    fn bench(&self, depth: Option<u32>) -> (u32, u64) {
        let depth = depth.unwrap_or(reversi_engine::bench::DEPTH);
        (depth, reversi_engine::bench::run(depth))
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
        pieces: &[Placed],
        turn: Side,
    ) -> Result<String, PositionError> {
        position::write_board(variant, pieces, turn)
    }

    /// Every square may hold a disc.
    fn piece_kinds(&self, variant: &'static Variant) -> Vec<&'static str> {
        vec![board::DISC; variants::size(variant).squares().len() as usize]
    }
}
