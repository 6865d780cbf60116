use crate::{
    Appraisal, BenchError, BenchStep, BoardView, Engine, Family, Laboratory, Layer, LayerContent,
    OpenError, OpeningKind, OpeningSession, PiecePlacement, PieceView, Session, SquareValue,
    Variant,
};
use game::Side;

/// The families of games of a program.
#[derive(Copy, Clone, Debug)]
pub struct Registry {
    families: &'static [&'static dyn Family],
}

/// How many characters of an unknown name an error repeats.
const SHOWN: usize = 60;

impl Registry {
    /// A registry of these families, in the order in which their variants are listed.
    #[must_use]
    pub const fn new(families: &'static [&'static dyn Family]) -> Self {
        Self { families }
    }

    /// The families, in order.
    #[must_use]
    pub const fn families(&self) -> &'static [&'static dyn Family] {
        self.families
    }

    /// All variants that are listed, family by family.
    pub fn variants(&self) -> impl Iterator<Item = &'static Variant> + use<> {
        self.families.iter().flat_map(|family| family.variants().iter().copied())
    }

    /// The variant with this id, and its family.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, id: &str) -> Result<(&'static dyn Family, &'static Variant), OpenError> {
        let found = self.families.iter().find_map(|family| Some((*family, family.find(id)?)));
        found.ok_or_else(|| OpenError::UnknownVariant(id.chars().take(SHOWN).collect()))
    }

    /// See [`Family::session`].
    ///
    /// # Errors
    /// When the variant or the rule set is unknown or the position is not legal.
    pub fn session(
        &self,
        variant: &str,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError> {
        let (family, variant) = self.find(variant)?;
        family.session(variant, rules, position)
    }

    /// See [`Family::engine`].
    ///
    /// # Errors
    /// When the variant is unknown.
    pub fn engine(&self, variant: &str) -> Result<Box<dyn Engine>, OpenError> {
        let (family, variant) = self.find(variant)?;
        Ok(family.engine(variant))
    }

    /// The machine of a variant with this id; see [`Family::presets`] and [`Family::sparring_partners`].
    ///
    /// # Errors
    /// When the variant is unknown or has no such machine.
    pub fn preset(&self, variant: &str, id: &str) -> Result<Box<dyn Engine>, OpenError> {
        let (family, variant) = self.find(variant)?;
        let presets = || family.presets(variant).iter().chain(family.sparring_partners(variant));
        let found = presets().find(|preset| preset.id == id);
        let known = || match presets().map(|preset| preset.id).collect::<Vec<_>>() {
            none if none.is_empty() => "none".to_owned(),
            some => some.join(", "),
        };
        found.map(|preset| (preset.make)()).ok_or_else(|| OpenError::UnknownPreset {
            variant: variant.id,
            preset: id.chars().take(SHOWN).collect(),
            known: known(),
        })
    }

    /// The lab of a variant.
    ///
    /// # Errors
    /// When the variant is unknown or its search cannot be traced.
    pub fn laboratory(&self, variant: &str) -> Result<Box<dyn Laboratory>, OpenError> {
        let (family, variant) = self.find(variant)?;
        family.laboratory(variant).ok_or(OpenError::NoLaboratory(variant.id))
    }

    /// An evaluation of the session's position, taken apart ([`Family::appraise`]), with what each piece is worth to
    /// it: how much less its side has without the piece.
    ///
    /// # Errors
    /// When there is no such evaluation.
    pub fn appraise(&self, session: &dyn Session, by: &str) -> Result<Appraisal, OpenError> {
        let (family, variant) = self.find(session.variant().id)?;
        let mut whole =
            family.appraise(session, by).ok_or_else(|| OpenError::UnknownEvaluation {
                variant: variant.id,
                evaluation: by.chars().take(SHOWN).collect(),
                known: family.evaluations(variant).join(", "),
            })?;
        let pieces: Vec<PieceView> = session.board().pieces;
        let placed: Vec<PiecePlacement> = pieces
            .iter()
            .map(|p| PiecePlacement { at: p.at.clone(), side: p.side, kind: p.kind.to_owned() })
            .collect();
        let worth = pieces.iter().enumerate().filter_map(|(i, piece)| {
            let mut rest = placed.clone();
            rest.remove(i);
            let text = family.write_board(variant, &rest, session.side_to_move()).ok()?;
            let without = family.session(variant, Some(session.rules()), Some(&text)).ok()?;
            let lost = whole.score - family.appraise(without.as_ref(), by)?.score;
            let value = if piece.side == Side::First { lost } else { -lost };
            Some(SquareValue { at: piece.at.clone(), side: piece.side, value, word: None })
        });
        let worth: Vec<SquareValue> = worth.collect();
        if !worth.is_empty() {
            whole.layers.push(Layer { id: "worth", content: LayerContent::Values(worth) });
        }
        Ok(whole)
    }

    /// See [`Family::read_board`].
    ///
    /// # Errors
    /// When the variant is unknown or the text cannot be read at all.
    pub fn read_board(&self, variant: &str, text: &str) -> Result<BoardView, OpenError> {
        let (family, variant) = self.find(variant)?;
        Ok(family.read_board(variant, text)?)
    }

    /// See [`Family::write_board`].
    ///
    /// # Errors
    /// When the variant is unknown, a square is not on its board or a kind of piece not in its
    /// game.
    pub fn write_board(
        &self,
        variant: &str,
        pieces: &[PiecePlacement],
        turn: Side,
    ) -> Result<String, OpenError> {
        let (family, variant) = self.find(variant)?;
        Ok(family.write_board(variant, pieces, turn)?)
    }

    /// Searches fixed positions of a variant with one thread, to this depth or the usual one: the depth, and the nodes
    /// it took, which are the same on every machine. The usual variant of a family has [`Family::bench`]; any other has
    /// its start and positions after fixed random moves. `each` is told each step, and the beginning.
    ///
    /// # Errors
    /// When the variant is unknown or its engine fails.
    pub fn bench(
        &self,
        variant: &str,
        depth: Option<u32>,
        each: &mut dyn FnMut(BenchStep),
    ) -> Result<(u32, u64), BenchError> {
        let (family, variant) = self.find(variant)?;
        crate::bench::bench(family, variant, depth, each)
    }

    /// See [`Family::openings`].
    ///
    /// # Errors
    /// When the variant is unknown.
    pub fn openings(&self, variant: &str) -> Result<Vec<OpeningKind>, OpenError> {
        let (family, variant) = self.find(variant)?;
        Ok(family.openings(variant))
    }

    /// The opening of a variant with the protocol of this id, at its beginning.
    ///
    /// # Errors
    /// When the variant is unknown or has no such protocol.
    pub fn opening(&self, variant: &str, id: &str) -> Result<Box<dyn OpeningSession>, OpenError> {
        let (family, known) = self.find(variant)?;
        family.opening(known, id).ok_or_else(|| OpenError::UnknownOpening {
            variant: variant.chars().take(SHOWN).collect(),
            opening: id.chars().take(SHOWN).collect(),
            known: {
                let known = family.openings(known).into_iter().map(|kind| kind.id);
                known.collect::<Vec<_>>().join(", ")
            },
        })
    }
}
