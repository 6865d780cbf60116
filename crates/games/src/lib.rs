//! The registry: every family of games of this program, one line each.
//!
//! Higher layers get variants, sessions and engines here by their ids, and know no family by name.
//! A line in [`REGISTRY`] adds a family.

pub mod files;
mod own;
mod typed;

pub use own::JSON;
pub use typed::typed;

use engine::{
    Appraisal, BenchError, BenchStep, BoardView, Engine, Family, Laboratory, OpenError,
    OpeningKind, OpeningSession, PiecePlacement, Preset, Protocol, ProtocolVariant, Registry,
    Session, Variant,
};
use game::Side;
use std::sync::LazyLock;

/// The families of this program, in the order in which their variants are listed.
pub static REGISTRY: Registry = Registry::new(&[
    #[cfg(feature = "xiangqi")]
    xiangqi_family::FAMILY,
    #[cfg(feature = "draughts")]
    draughts_family::FAMILY,
    #[cfg(feature = "gomoku")]
    gomoku_family::FAMILY,
    #[cfg(feature = "reversi")]
    reversi_family::FAMILY,
]);

static VARIANTS: LazyLock<Vec<&'static Variant>> = LazyLock::new(|| REGISTRY.variants().collect());

/// The families, in order.
#[must_use]
pub fn families() -> &'static [&'static dyn Family] {
    REGISTRY.families()
}

/// The family with this id.
#[must_use]
pub fn family(id: &str) -> Option<&'static dyn Family> {
    families().iter().copied().find(|family| family.id() == id)
}

/// All variants that are listed, in the order `yiqi games` prints them.
#[must_use]
pub fn variants() -> &'static [&'static Variant] {
    &VARIANTS
}

/// The variant with this id, listed or not.
///
/// # Errors
/// When there is none.
///
/// ```
/// assert_eq!(games::find_variant("xiangqi")?.sides, ["Red", "Black"]);
/// assert_eq!(games::find_variant("renju19")?.family, "gomoku");
/// assert!(games::find_variant("chess").is_err());
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn find_variant(id: &str) -> Result<&'static Variant, OpenError> {
    Ok(REGISTRY.find(id)?.1)
}

/// Begins a game: `rules` is a rule set's id (default: the variant's first), `position` the
/// start position's text (default: the standard start).
///
/// # Errors
/// When the variant or the rule set is unknown or the position is not legal.
///
/// ```
/// let mut game = games::new_session("xiangqi", None, None)?;
/// let played = game.push("H2-E2")?;
/// assert_eq!((played.text.as_str(), played.piece), ("h2e2", "cannon"));
/// let error = game.push("h9h8").unwrap_err().to_string();
/// assert_eq!(
///     error,
///     "h9h8 is not legal here: a horse moves one step along a line and one diagonally"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn new_session(
    variant: &str,
    rules: Option<&str>,
    position: Option<&str>,
) -> Result<Box<dyn Session>, OpenError> {
    REGISTRY.session(variant, rules, position)
}

/// The board a position's text describes, without moves, as far as it can be read: also of a
/// position that [`new_session`] refuses because it is not legal.
///
/// # Errors
/// When the variant is unknown or the text cannot be read at all.
///
/// ```
/// let board = games::read_board("xiangqi", "9/9/9/9/9/9/9/9/9/R8 w")?;
/// assert_eq!((board.pieces[0].at.as_str(), board.pieces[0].kind), ("a0", "chariot"));
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn read_board(variant: &str, text: &str) -> Result<BoardView, OpenError> {
    REGISTRY.read_board(variant, text)
}

/// The text of the position with these pieces on the board and this side to move, even if the
/// position is impossible: [`new_session`] then reports what is wrong with it.
///
/// # Errors
/// When the variant is unknown, a square is not on its board or a kind of piece is not in its game.
///
/// ```
/// use engine::PiecePlacement;
/// let king = PiecePlacement { at: "e0".to_owned(), side: game::Side::First, kind: "king".to_owned() };
/// let text = games::write_board("xiangqi", &[king], game::Side::Second)?;
/// assert_eq!(text, "9/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn write_board(
    variant: &str,
    pieces: &[PiecePlacement],
    turn: Side,
) -> Result<String, OpenError> {
    REGISTRY.write_board(variant, pieces, turn)
}

/// An engine for a variant.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// use engine::{Control, Limits};
/// let game = games::new_session("xiangqi", None, None)?;
/// let mut engine = games::new_engine("xiangqi")?;
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let found = engine.search(game.as_ref(), &limits, &Control::new(), &mut |_| {})?;
/// assert!(game.legal_moves().contains(&found.best.expect("the start has legal moves")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn new_engine(variant: &str) -> Result<Box<dyn Engine>, OpenError> {
    REGISTRY.engine(variant)
}

/// A machine besides our engine that plays the variant, by its id; see [`presets`].
///
/// # Errors
/// When the variant is unknown or has no such machine.
///
/// ```
/// let error = games::new_preset("xiangqi", "classic-9").unwrap_err().to_string();
/// assert_eq!(error, "xiangqi has no machine \"classic-9\"; it has classic-3, classic-4, classic-5, \
///      random, greedy, hasty, careful");
/// ```
pub fn new_preset(variant: &str, id: &str) -> Result<Box<dyn Engine>, OpenError> {
    REGISTRY.preset(variant, id)
}

/// The machines besides our engine that play the variant; empty if there are none.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// assert_eq!(games::presets("gomoku")?[0].id, "gomoku-3");
/// assert!(games::presets("reversi")?.is_empty());
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn presets(variant: &str) -> Result<&'static [Preset], OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    Ok(family.presets(variant))
}

/// Players with one simple habit each, the weakest first; see [`engine::sparring_partners`]. [`new_preset`] makes
/// them, too.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// let partners = games::sparring_partners("reversi")?.iter().map(|partner| partner.id);
/// assert_eq!(partners.collect::<Vec<_>>(), ["random", "greedy", "hasty", "careful"]);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn sparring_partners(variant: &str) -> Result<&'static [Preset], OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    Ok(family.sparring_partners(variant))
}

/// The lab of a variant: searches whose techniques are switched one by one, and counted.
///
/// # Errors
/// When the variant is unknown or its search cannot be traced.
///
/// ```
/// use engine::{Control, Techniques};
/// let game = games::new_session("xiangqi", None, None)?;
/// let mut lab = games::new_laboratory("xiangqi")?;
/// let minimax =
///     lab.measure(game.as_ref(), Techniques::none(), 2, None, &Control::new()).unwrap();
/// assert_eq!(minimax.counters.leaves, 1920);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn new_laboratory(variant: &str) -> Result<Box<dyn Laboratory>, OpenError> {
    REGISTRY.laboratory(variant)
}

/// Openings of a variant after which neither side is ahead, for matches: the moves of each from the start, in engine
/// notation. Empty where there are none.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// let openings = games::balanced_openings("xiangqi")?;
/// assert!(openings.len() >= 20 && openings[0].len() == 8);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn balanced_openings(variant: &str) -> Result<Vec<Vec<&'static str>>, OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    let lines = family.balanced_openings(variant).lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| line.split_whitespace().collect()).collect())
}

/// The evaluations of a variant that can be taken apart, for [`appraise`].
///
/// # Errors
/// When the variant is unknown.
pub fn evaluations(variant: &str) -> Result<&'static [&'static str], OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    Ok(family.evaluations(variant))
}

/// An evaluation of a session's position, taken apart: `own` is that of our engine, others are those of
/// [`presets`].
///
/// # Errors
/// When there is no such evaluation.
///
/// ```
/// let game = games::new_session("xiangqi", None, None)?;
/// let own = games::appraise(game.as_ref(), "own")?;
/// assert_eq!(own.terms.iter().map(|term| term.total).sum::<i32>(), own.score);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn appraise(session: &dyn Session, by: &str) -> Result<Appraisal, OpenError> {
    REGISTRY.appraise(session, by)
}

/// Positions of a variant from all phases of the game, for measurements.
///
/// # Errors
/// When the variant is unknown.
pub fn positions(variant: &str) -> Result<Vec<String>, OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    Ok(family.positions(variant))
}

/// See [`Registry::bench`].
///
/// # Errors
/// When the variant is unknown or its engine fails.
pub fn bench(
    variant: &str,
    depth: Option<u32>,
    each: &mut dyn FnMut(BenchStep),
) -> Result<(u32, u64), BenchError> {
    REGISTRY.bench(variant, depth, each)
}

/// The opening protocols with which a variant can begin; empty if there are none.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// let renju = games::openings("renju")?;
/// assert_eq!(renju[0].id, "soosorv-8");
/// assert!(games::openings("xiangqi")?.is_empty());
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn openings(variant: &str) -> Result<Vec<OpeningKind>, OpenError> {
    REGISTRY.openings(variant)
}

/// The opening of a variant by the protocol with this id, in its first stage.
///
/// # Errors
/// When the variant is unknown or has no such protocol.
pub fn new_opening(variant: &str, id: &str) -> Result<Box<dyn OpeningSession>, OpenError> {
    REGISTRY.opening(variant, id)
}

/// The greatest set of pieces that one side may have on the board; see [`Family::piece_kinds`].
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// assert_eq!(games::piece_kinds("gomoku")?, ["stone"]);
/// assert_eq!(games::piece_kinds("draughts")?.len(), 40);
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn piece_kinds(variant: &str) -> Result<Vec<&'static str>, OpenError> {
    let (family, variant) = REGISTRY.find(variant)?;
    Ok(family.piece_kinds(variant))
}

/// The variants that a protocol can play, in the order of its list.
pub fn spoken(protocol: Protocol) -> impl Iterator<Item = &'static ProtocolVariant> {
    families().iter().flat_map(move |family| family.spoken(protocol))
}

/// The id of the protocol's default variant; the first variant of all if it has none.
///
/// ```
/// use engine::Protocol;
/// assert_eq!(games::usual(Protocol::Uci), "xiangqi");
/// assert_eq!(games::usual(Protocol::Dxp), "draughts");
/// ```
#[must_use]
pub fn usual(protocol: Protocol) -> &'static str {
    spoken(protocol).next().map_or(VARIANTS[0].id, |known| known.variant)
}

/// The name of a variant in a protocol, if the protocol can play it.
///
/// ```
/// use engine::Protocol;
/// assert_eq!(games::protocol_name(Protocol::Hub, "draughts-breakthrough"), Some("bt"));
/// assert_eq!(games::protocol_name(Protocol::Gomocup, "renju19"), Some("4"));
/// assert_eq!(games::protocol_name(Protocol::Gomocup, "omok"), None);
/// ```
#[must_use]
pub fn protocol_name(protocol: Protocol, variant: &str) -> Option<&'static str> {
    let (family, variant) = REGISTRY.find(variant).ok()?;
    family.protocol_name(protocol, variant)
}

/// Plays a move of a game. Where passing is the only legal move it may be left out, as transcripts do: it is
/// played first then.
///
/// # Errors
/// When the move is not legal; nothing is played then.
///
/// ```
/// let game = "f5 f6 e6 d6 c5 e3 d3 g5 d7 b5 a5 c8 c7 b8 a6 f7 f8 e7";
/// let mut session = games::new_session("reversi", None, None)?;
/// for text in game.split_whitespace() {
///     if games::push_with_pass(session.as_mut(), text).is_err() {
///         break;
///     }
/// }
/// assert!(!session.moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn push_with_pass(
    session: &mut dyn engine::Session,
    text: &str,
) -> Result<engine::MoveEffect, engine::MoveError> {
    const PASS: &str = "pass";
    let refused = match session.push(text) {
        Ok(played) => return Ok(played),
        Err(refused) => refused,
    };
    if session.legal_moves() != [PASS] || session.push(PASS).is_err() {
        return Err(refused);
    }
    session.push(text).map_err(|_| {
        session.pop();
        refused
    })
}
