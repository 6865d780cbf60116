//! Draughts in files: PDN's game types, numberings and moves, and lists.

mod dialect;
mod game_type;
mod jumps;
mod numbering;
mod pdn;

pub use dialect::Draughts;
pub use game_type::{GameType, UnknownGameType};
pub use pdn::PDN;

use draughts::{VariantRules, VariantVisitor, with_variant};
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
        with_variant(id, ReadList(source)).ok_or_else(|| format!("no draughts is called {id:?}"))
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
        let written = with_variant(id, WriteGame { out, record, format, spelling });
        written.unwrap_or_else(|| Err(unfit(format!("no draughts is called {id:?}"))))
    }
}

struct ReadList<'a>(Box<dyn Read + 'a>);

impl<'a> VariantVisitor for ReadList<'a> {
    type Output = Games<'a>;

    fn visit<V: VariantRules>(self) -> Games<'a> {
        read_list(self.0, V::RULES.id, Draughts::<V>::engine())
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

struct WriteGame<'a> {
    out: &'a mut dyn Write,
    record: &'a Record,
    format: Format,
    spelling: Spelling,
}

impl VariantVisitor for WriteGame<'_> {
    type Output = Result<(), WriteError>;

    fn visit<V: VariantRules>(self) -> Self::Output {
        let plain = Draughts::<V>::engine();
        let dialect = match self.spelling {
            Spelling::Engine => plain,
            Spelling::Standard => Draughts::pdn(),
            Spelling::Numbers => Draughts::short(false),
            Spelling::Letters => Draughts::short(true),
        };
        write_with(self.out, self.record, self.format, &dialect, &plain)
    }
}
