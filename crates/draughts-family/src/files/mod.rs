//! Draughts in files: PDN's game types, numberings and moves, and lists.
//!
//! The variant is that of the game type, or the one that is asked for; without both, the one in which most of the games are
//! legal. If the moves are legal only with the squares numbered in another way, they are read in that way.
//!
//! Captures may be written by their ends, square by square, or jump by jump. A king's squares may be any on its way. A text
//! that fits several captures, where the moves behind it do not decide, is kept with a notice.
//!
//! In a FEN of lidraughts.org the counters (`:H12:F40`) come back, and the plies count for the limit of king moves; `:+2+1`
//! are the moves in a row of a side's only king; pieces within a capture (`G22`) are refused. Books of Russian draughts
//! (`cd4`, `c:e5`) are read also with Cyrillic letters, and so are `28-19` and `28*19` for captures, `37-32*` (the only
//! move), results in points (`12-8`) and forfeits (`2-0F`). PDN is written with `2-0 1-1 0-2` in the tag `Result` and `*`
//! after the moves, as the standard demands.

mod dialect;
mod game_type;
mod jumps;
mod numbering;
mod pdn;

pub use dialect::Draughts;
pub use game_type::{GameType, UnknownGameType};
pub use pdn::PDN;

use crate::erased::AnyVariant;
use pdn::PdnReader;
use records::{Format, GameFiles, Games, Record, WriteError, read_list, write_with};
use std::io::{Read, Write};

/// See [`engine::Family::files`].
pub(crate) const FILES: &dyn GameFiles = &Files;

#[derive(Debug)]
struct Files;

impl GameFiles for Files {
    fn formats(&self) -> &'static [Format] {
        &[PDN]
    }

    fn archives(&self) -> &'static [Format] {
        &[PDN]
    }

    fn has_notation(&self, id: &str) -> bool {
        matches!(id, "engine" | "pdn" | "letters")
    }

    fn begins_list(&self, head: &[u8]) -> bool {
        pdn::begins_list(head)
    }

    fn read<'a>(
        &self,
        source: Box<dyn Read + 'a>,
        format: Format,
        variant: Option<&'static str>,
        _: Option<u8>,
    ) -> Result<Games<'a>, String> {
        if format == PDN {
            return Ok(Box::new(PdnReader::new(source, variant)));
        }
        let id = variant.unwrap_or(crate::ID);
        let variant = AnyVariant::of_id(id);
        let variant = variant.ok_or_else(|| format!("no draughts is called {id:?}"))?;
        Ok(read_list(source, variant.rules().id, Draughts::engine(variant)))
    }

    fn write(
        &self,
        out: &mut dyn Write,
        record: &Record,
        format: Format,
        notation: Option<&str>,
    ) -> Result<(), WriteError> {
        let id = record.variant;
        let unfit = |why: String| WriteError::unfit(format, why);
        let unknown = |notation: &str| unfit(format!("there is no notation {notation:?} for {id}"));
        let spelling = match (format == PDN, notation) {
            (true, None | Some("pdn")) => Spelling::Standard,
            (true, Some(other)) => return Err(unknown(other)),
            (_, None | Some("engine")) => Spelling::Engine,
            (_, Some("pdn")) => Spelling::Numbers,
            (_, Some("letters")) => Spelling::Letters,
            (_, Some(other)) => return Err(unknown(other)),
        };
        let Some(variant) = AnyVariant::of_id(id) else {
            return Err(unfit(format!("no draughts is called {id:?}")));
        };
        let plain = Draughts::engine(variant);
        let dialect = match spelling {
            Spelling::Engine => plain,
            Spelling::Standard => Draughts::pdn(variant),
            Spelling::Numbers => Draughts::short(variant, false),
            Spelling::Letters => Draughts::short(variant, true),
        };
        write_with(out, record, format, &dialect, &plain)
    }
}

/// The notation of moves.
#[derive(Copy, Clone)]
enum Spelling {
    Engine,
    /// The notation that PDN requires for the variant.
    Standard,
    Numbers,
    Letters,
}
