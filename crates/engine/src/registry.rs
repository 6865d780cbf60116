use crate::{
    BoardView, Engine, OpenError, PositionError, Session, Variant, draughts, gomoku, xiangqi,
};
use std::sync::LazyLock;

/// Makes a session of a variant with this rule set and position, or the variant's own.
pub(crate) type MakeSession =
    fn(&'static Variant, Option<&str>, Option<&str>) -> Result<Box<dyn Session>, OpenError>;

/// A variant and how its sessions and engines are made.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    pub(crate) session: MakeSession,
    pub(crate) engine: fn() -> Box<dyn Engine>,
    /// Searches the family's fixed positions to this depth, or the usual one; the depth and the
    /// nodes it took.
    pub(crate) bench: fn(Option<u32>) -> (u32, u64),
    /// The board a position's text describes, possible or not.
    pub(crate) board: fn(&'static Variant, &str) -> Result<BoardView, PositionError>,
}

/// Every game of the house, family by family.
fn games() -> impl Iterator<Item = &'static Game> {
    xiangqi::GAMES.iter().chain(&draughts::GAMES).chain(gomoku::games())
}

static VARIANTS: LazyLock<Vec<&'static Variant>> =
    LazyLock::new(|| games().map(|game| &game.variant).collect());

/// All variants that can be played, in the order `yiqi games` prints them.
#[must_use]
pub fn variants() -> &'static [&'static Variant] {
    &VARIANTS
}

fn find(id: &str) -> Result<&'static Game, OpenError> {
    games()
        .find(|game| game.variant.id == id)
        .or_else(|| gomoku::sized(id))
        .ok_or_else(|| OpenError::UnknownVariant(id.chars().take(60).collect()))
}

/// The variant a session of ours belongs to.
///
/// # Panics
/// If no game has this id.
pub(crate) fn known(id: &str) -> &'static Variant {
    &find(id).expect("sessions are made by the games of the registry").variant
}

/// The variant with this id. Those of gomoku may end with the size of the board, 5 to 22, as
/// in `renju19`.
///
/// # Errors
/// When there is none.
///
/// ```
/// assert_eq!(engine::find_variant("xiangqi")?.sides, ["Red", "Black"]);
/// assert!(engine::find_variant("chess").is_err());
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn find_variant(id: &str) -> Result<&'static Variant, OpenError> {
    Ok(&find(id)?.variant)
}

/// Begins a game: `rules` is a rule set's id (default: the variant's first), `position` the
/// start position's text (default: the standard start).
///
/// # Errors
/// When the variant or the rule set is unknown or the position is not legal.
///
/// ```
/// let mut game = engine::new_session("xiangqi", None, None)?;
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
    let game = find(variant)?;
    (game.session)(&game.variant, rules, position)
}

/// The board a position's text describes, without moves, as far as it can be read: also of a
/// position that [`new_session`] refuses because it is not legal.
///
/// # Errors
/// When the variant is unknown or the text cannot be read at all.
///
/// ```
/// let board = engine::read_board("xiangqi", "9/9/9/9/9/9/9/9/9/R8 w")?;
/// assert_eq!((board.pieces[0].at.as_str(), board.pieces[0].kind), ("a0", "chariot"));
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn read_board(variant: &str, text: &str) -> Result<BoardView, OpenError> {
    let game = find(variant)?;
    Ok((game.board)(&game.variant, text)?)
}

/// An engine for a variant (engines of one family play all its variants).
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// use engine::{Control, Limits};
/// let game = engine::new_session("xiangqi", None, None)?;
/// let mut engine = engine::new_engine("xiangqi")?;
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let found = engine.search(game.as_ref(), &limits, &Control::new(), &mut |_| {})?;
/// assert!(game.legal_moves().contains(&found.best.expect("the start has legal moves")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn new_engine(variant: &str) -> Result<Box<dyn Engine>, OpenError> {
    Ok((find(variant)?.engine)())
}

/// Searches fixed positions of the variant's family to this depth, or the usual one, with one
/// thread: the depth, and the nodes it took. The same on every machine.
///
/// # Errors
/// When the variant is unknown.
pub fn bench(variant: &str, depth: Option<u32>) -> Result<(u32, u64), OpenError> {
    Ok((find(variant)?.bench)(depth))
}
