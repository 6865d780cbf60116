use crate::{
    Appraisal, BenchStep, BoardView, Engine, FamilyReason, Features, Laboratory, OpenError,
    OpeningKind, OpeningSession, Patterns, PiecePlacement, PositionError, Preset, Protocol,
    ProtocolVariant, Session, Variant,
};
use records::GameFiles;
use std::fmt;

/// The description of a family of games for the crates above. Each `*-family` crate has one value of it; a
/// [`crate::Registry`] holds them all.
///
/// Methods that take a variant take one of this family: what they do with another is unspecified.
pub trait Family: fmt::Debug + Sync {
    /// Its id, which all its [`Variant::family`] have.
    fn id(&self) -> &'static str;

    /// Its variants that are listed, the usual one first. Never empty.
    fn variants(&self) -> &'static [&'static Variant];

    /// The variant with this id, listed or not (for instance with another size of the board).
    fn find(&self, id: &str) -> Option<&'static Variant> {
        self.variants().iter().copied().find(|variant| variant.id == id)
    }

    /// Begins a game: `rules` is a rule set's id (default: the variant's first), `position` the
    /// text of the start (default: the standard start).
    ///
    /// # Errors
    /// When the rule set is unknown or the position is not legal.
    fn session(
        &self,
        variant: &'static Variant,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, OpenError>;

    /// An engine for the variant.
    fn engine(&self, variant: &'static Variant) -> Box<dyn Engine>;

    /// Searches fixed positions of the family to this depth, or the usual one, with one thread: the depth, and the nodes it
    /// took. `each` is told each step, and the beginning. It is the bench of the usual variant, and may have positions of
    /// others; each of those has a bench of its own ([`crate::Registry::bench`]).
    fn bench(&self, depth: Option<u32>, each: &mut dyn FnMut(BenchStep)) -> (u32, u64);

    /// The names of the data files that the engine of the variant uses and a module for browsers does not contain: it
    /// is given them by [`Family::supply`] before it searches.
    fn data_files(&self, variant: &'static Variant) -> Vec<&'static str> {
        let _ = variant;
        Vec::new()
    }

    /// Whether a search of a few moments in this position can be better with the file, one of [`Family::data_files`]: a
    /// database of endings says nothing of a full board.
    fn needs(&self, file: &str, session: &dyn Session) -> bool {
        let _ = (file, session);
        true
    }

    /// Takes a data file by its name, in a module for browsers. A program has them in itself.
    fn supply(&self, name: &str, bytes: Vec<u8>) {
        let _ = (name, bytes);
    }

    /// Machines besides our engine that play the variant; none where there are none.
    fn presets(&self, variant: &'static Variant) -> &'static [Preset] {
        let _ = variant;
        &[]
    }

    /// Players with one simple habit each, the weakest first ([`crate::sparring_partners`]); none where there are none.
    fn sparring_partners(&self, variant: &'static Variant) -> &'static [Preset] {
        let _ = variant;
        &[]
    }

    /// What a network sees of the variant's positions; `None` where its engine uses no network.
    fn features(&self, variant: &'static Variant) -> Option<&'static dyn Features> {
        let _ = variant;
        None
    }

    /// What a linear evaluation of the variant counts; `None` where the engine has none that is learnt.
    fn patterns(&self, variant: &'static Variant) -> Option<&'static dyn Patterns> {
        let _ = variant;
        None
    }

    /// The lab of the variant; `None` where its search cannot be traced.
    fn laboratory(&self, variant: &'static Variant) -> Option<Box<dyn Laboratory>> {
        let _ = variant;
        None
    }

    /// The evaluations of the variant that can be taken apart: [`crate::OWN_EVALUATION`] and ids of presets.
    fn evaluations(&self, variant: &'static Variant) -> &'static [&'static str] {
        let _ = variant;
        &[]
    }

    /// One of these evaluations of the session's position; `None` where there is no such.
    fn appraise(&self, session: &dyn Session, by: &str) -> Option<Appraisal> {
        let _ = (session, by);
        None
    }

    /// Positions of all phases of the game, as text, for measurements: the same on every machine.
    fn positions(&self, variant: &'static Variant) -> Vec<String> {
        vec![variant.start.to_owned()]
    }

    /// The board a position's text describes, without moves, possible or not.
    ///
    /// # Errors
    /// When the text cannot be read at all.
    fn read_board(&self, variant: &'static Variant, text: &str)
    -> Result<BoardView, PositionError>;

    /// The text of the position with these pieces on the board and this side to move, possible or
    /// not.
    ///
    /// # Errors
    /// When a square is not on the board or a kind of piece not in the game.
    fn write_board(
        &self,
        variant: &'static Variant,
        pieces: &[PiecePlacement],
        turn: game::Side,
    ) -> Result<String, PositionError>;

    /// Its file formats.
    fn files(&self) -> &'static dyn GameFiles;

    /// The variants that can be played by a protocol, as it lists them, the usual one first; none
    /// where it has no such games.
    fn spoken(&self, protocol: Protocol) -> &'static [ProtocolVariant] {
        let _ = protocol;
        &[]
    }

    /// The name of the variant in a protocol that supports it.
    fn protocol_name(&self, protocol: Protocol, variant: &Variant) -> Option<&'static str> {
        let known = self.spoken(protocol).iter().find(|known| known.variant == variant.id);
        known.map(|known| known.name)
    }

    /// What one side may have on the board at most, by names of pieces: what it has at the start
    /// and what its pieces may become. A kind is named as often as it may stand there, unless
    /// there are as many as one likes: then once, where nothing stands on the board at the start.
    fn piece_kinds(&self, variant: &'static Variant) -> Vec<&'static str> {
        let Ok(session) = self.session(variant, None, None) else { return Vec::new() };
        let pieces = session.board().pieces;
        let first = pieces.iter().filter(|piece| piece.side == game::Side::First);
        let mut kinds: Vec<&'static str> = first.map(|piece| piece.kind).collect();
        if let Some(crowned) = variant.crowned {
            kinds.extend(std::iter::repeat_n(crowned, kinds.len()));
        }
        kinds
    }

    /// Every reason that only this family can prove in a review ([`Session::explain`]).
    fn reasons(&self) -> &'static [&'static dyn FamilyReason] {
        &[]
    }

    /// The words for what a puzzle of this family may be about ([`Session::puzzle_themes`]), by which every language
    /// makes its own name.
    fn puzzle_themes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Openings after which neither side is ahead, for matches: a line of moves from the start for each, in engine notation;
    /// `#` begins a comment. Empty where there are none.
    fn balanced_openings(&self, variant: &'static Variant) -> &'static str {
        let _ = variant;
        ""
    }

    /// The opening protocols that the variant can be begun with; none where there are none.
    fn openings(&self, variant: &'static Variant) -> Vec<OpeningKind> {
        let _ = variant;
        Vec::new()
    }

    /// The opening of the variant with the protocol of this id, at its beginning; `None` when
    /// there is no such protocol.
    fn opening(&self, variant: &'static Variant, id: &str) -> Option<Box<dyn OpeningSession>> {
        let _ = (variant, id);
        None
    }
}
