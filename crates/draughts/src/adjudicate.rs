//! When a game has ended, how, and why.

use crate::{DrawReason, Ending, Kind, Limits, Position, Square, VariantRules};
use game::{Line, Outcome, Position as _, Side, Verdict};
use std::fmt;

/// Why a game of draughts ended by its rules.
///
/// ```
/// use draughts::{International, Position, Reason, Setup, judge};
///
/// let setup: Setup<International> = "W:W6:B1,31".parse()?;
/// let line = game::Line::new(Position::try_from(setup)?);
/// // White's man on 6 is blocked by the man on 1.
/// let verdict = judge(&line).expect("the side to move has no move");
/// assert_eq!(verdict.reason, Reason::NoMoves);
/// assert_eq!(verdict.reason.word(), "no-moves");
/// assert_eq!(verdict.to_string(), "0-1 no-moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move has no move: it lost, or in losing draughts won (FMJD 5.1).
    NoMoves,
    /// The first king was made (Breakthrough).
    KingMade,
    /// The same position occurred as often as the rules allow (FMJD 6.1).
    Repetition,
    /// Only kings moved for as many plies as the rules allow (FMJD 6.2).
    KingMoves,
    /// An endgame was not won in time.
    Ending(DrawReason),
}

impl Reason {
    /// The word for the kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoMoves => "no-moves",
            Self::KingMade => "king-made",
            Self::Repetition => "repetition",
            Self::KingMoves => "king-moves",
            Self::Ending(DrawReason::SixteenMoves) => "sixteen-moves",
            Self::Ending(DrawReason::FifteenMoves) => "fifteen-moves",
            Self::Ending(DrawReason::FiveMoves) => "five-moves",
            Self::Ending(DrawReason::Unchanged) => "unchanged-material",
            Self::Ending(DrawReason::Material) => "material",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Judges the game that led to a position, under the variant's own limits.
///
/// ```
/// use draughts::{Position, Russian, Setup, judge};
/// let setup: Setup<Russian> = "W:W32:BK1".parse()?;
/// let line = game::Line::new(Position::try_from(setup).unwrap());
/// assert_eq!(judge(&line), None);
/// # Ok::<(), draughts::FenError>(())
/// ```
#[must_use]
pub fn judge<V: VariantRules>(line: &Line<Position<V>>) -> Option<Verdict<Reason>> {
    judge_within(line, &line.position().variant.rules().limits)
}

/// [`judge`] under other limits.
///
/// ```
/// use draughts::{International, Limits, Position, Reason, Setup, VariantRules, judge_within};
///
/// let setup: Setup<International> = "W:WK45:BK6".parse()?;
/// let line = game::Line::new(Position::try_from(setup)?);
/// // Where the first occurrence already counts, the game is drawn at once.
/// let limits = Limits { repetition: 1, ..International::RULES.limits };
/// assert_eq!(judge_within(&line, &limits).map(|verdict| verdict.reason), Some(Reason::Repetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge_within<V: VariantRules>(
    line: &Line<Position<V>>,
    limits: &Limits,
) -> Option<Verdict<Reason>> {
    let position = line.position();
    let turn = position.turn;
    if position.is_decided() {
        return Some(Verdict { outcome: Outcome::win_of(!turn), reason: Reason::KingMade });
    }
    if !position.has_legal_move() {
        let winner = if position.variant.stuck_wins() { turn } else { !turn };
        return Some(Verdict { outcome: Outcome::win_of(winner), reason: Reason::NoMoves });
    }
    let reason = if limits.repetition > 0 && occurrences(line) >= limits.repetition {
        Reason::Repetition
    } else if let Some(reason) = ending_reached(line, limits) {
        Reason::Ending(reason)
    } else if limits.king_moves > 0 && king_moves(line, limits.before) >= limits.king_moves {
        Reason::KingMoves
    } else {
        return None;
    };
    Some(Verdict { outcome: Outcome::Draw, reason })
}

/// The number of occurrences of the position, including the present one.
///
/// ```
/// use draughts::notation::Engine;
/// use draughts::{International, Position, Setup, occurrences};
/// use game::Notation;
///
/// let setup: Setup<International> = "W:WK45:BK6".parse()?;
/// let mut line = game::Line::new(Position::try_from(setup)?);
/// assert_eq!(occurrences(&line), 1);
/// for text in ["45-50", "6-1", "50-45", "1-6"] {
///     line.push(Engine.parse(line.position(), text)?);
/// }
/// assert_eq!(occurrences(&line), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn occurrences<V: VariantRules>(line: &Line<Position<V>>) -> u32 {
    let (now, key) = (line.position(), line.key());
    let earlier = reversible(line).filter(|ply| ply.key == key && ply.undo == *now).count();
    1 + u32::try_from(earlier).unwrap_or(u32::MAX - 1)
}

/// Plies, latest first, since the last capture or man's move (or null move).
fn reversible<V: VariantRules>(
    line: &Line<Position<V>>,
) -> impl Iterator<Item = &game::Ply<Position<V>>> {
    line.plies().iter().rev().take_while(|ply| {
        ply.mv.is_some_and(|m| {
            let piece = ply.undo.piece_at(m.from());
            !m.is_capture() && piece.is_some_and(|piece| piece.kind == Kind::King)
        })
    })
}

/// Plies in a row in which only kings moved and nothing was captured, `before` of them before the line.
///
/// ```
/// use draughts::notation::Engine;
/// use draughts::{International, Position, Setup, king_moves};
/// use game::Notation;
///
/// let setup: Setup<International> = "W:WK45:BK6,16".parse()?;
/// let mut line = game::Line::new(Position::try_from(setup)?);
/// line.push(Engine.parse(line.position(), "45-50")?);
/// line.push(Engine.parse(line.position(), "6-1")?);
/// assert_eq!(king_moves(&line, 0), 2);
/// assert_eq!(king_moves(&line, 40), 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn king_moves<V: VariantRules>(line: &Line<Position<V>>, before: u32) -> u32 {
    let plies = reversible(line).count();
    let before = if plies == line.len() { before } else { 0 };
    u32::try_from(plies).unwrap_or(u32::MAX).saturating_add(before)
}

/// The first limit by endgame that has been reached, if one was.
///
/// ```
/// use draughts::{DrawReason, Position, Setup, Turkish, VariantRules, ending_reached};
///
/// let setup: Setup<Turkish> = "W:WK57:BK16".parse()?;
/// let line = game::Line::new(Position::try_from(setup)?);
/// // One piece each is a draw in Turkish draughts.
/// assert_eq!(ending_reached(&line, &Turkish::RULES.limits), Some(DrawReason::Material));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ending_reached<V: VariantRules>(
    line: &Line<Position<V>>,
    limits: &Limits,
) -> Option<DrawReason> {
    let now = line.position();
    // No limit applies to more pieces than this; most positions are excluded here.
    let pieces: u32 = Side::ALL.into_iter().map(|side| sum(now.count(side))).sum();
    if pieces > 7 {
        return None;
    }
    let reached = limits.endings.iter().find(|limit| {
        if !limit.ending.holds(now, now) {
            return false;
        }
        if limit.plies == 0 {
            return !now.must_capture();
        }
        plies_of(limit.ending, line) >= limit.plies
    });
    reached.map(|limit| limit.reason)
}

/// The number of plies in a row, up to the present one, played in this endgame.
fn plies_of<V: VariantRules>(ending: Ending, line: &Line<Position<V>>) -> u32 {
    let now = line.position();
    let past = line.plies().iter().rev();
    let plies = past.take_while(|ply| ending.holds(&ply.undo, now)).count();
    u32::try_from(plies).unwrap_or(u32::MAX)
}

/// A running limit: its count so far, and the count that ends the game.
///
/// ```
/// use draughts::{Position, Reason, RunningLimit, Russian, Setup, VariantRules, running_limits};
///
/// let setup: Setup<Russian> = "W:WK1,K5:BK32".parse()?;
/// let line = game::Line::new(Position::try_from(setup).unwrap());
/// let nearest: RunningLimit = running_limits(&line, &Russian::RULES.limits)[0];
/// assert_eq!((nearest.reason.word(), nearest.plies, nearest.limit), ("five-moves", 0, 10));
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RunningLimit {
    /// The reason with which it ends the game.
    pub reason: Reason,
    /// The plies counted so far.
    pub plies: u32,
    /// The plies after which the game is drawn.
    pub limit: u32,
}

/// The limits that run in a game, in the order in which they can be reached. Limits by endgame run
/// while their endgame is on the board; the limit of king moves always runs.
///
/// ```
/// use draughts::notation::Engine;
/// use draughts::{International, Position, Setup, VariantRules, running_limits};
/// use game::Notation;
///
/// // Two kings against one: five moves each, long before the 25 of kings only.
/// let setup: Setup<International> = "W:WK45,K50:BK6".parse()?;
/// let mut line = game::Line::new(Position::try_from(setup)?);
/// line.push(Engine.parse(line.position(), "50-44")?);
/// let running = running_limits(&line, &International::RULES.limits);
/// let told: Vec<_> = running.iter().map(|l| (l.reason.word(), l.plies, l.limit)).collect();
/// assert_eq!(told, [("five-moves", 1, 10), ("king-moves", 1, 50)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn running_limits<V: VariantRules>(
    line: &Line<Position<V>>,
    limits: &Limits,
) -> Vec<RunningLimit> {
    let now = line.position();
    let endings = limits.endings.iter().filter(|l| l.plies > 0 && l.ending.holds(now, now));
    let mut running: Vec<RunningLimit> = endings
        .map(|l| RunningLimit {
            reason: Reason::Ending(l.reason),
            plies: plies_of(l.ending, line),
            limit: l.plies,
        })
        .collect();
    if limits.king_moves > 0 {
        let (plies, limit) = (king_moves(line, limits.before), limits.king_moves);
        running.push(RunningLimit { reason: Reason::KingMoves, plies, limit });
    }
    game::sort_short(&mut running, |running| running.limit.saturating_sub(running.plies));
    running
}

#[inline]
fn sum((men, kings): (u32, u32)) -> u32 {
    men + kings
}

impl Ending {
    /// Whether `position`, which led to `later`, belongs to this endgame.
    fn holds<V: VariantRules>(self, position: &Position<V>, later: &Position<V>) -> bool {
        let counts = Side::ALL.map(|side| position.count(side));
        let lone = |side: Side| counts[side.index()] == (0, 1);
        let against_lone = |wanted: &dyn Fn(Side, (u32, u32)) -> bool| {
            Side::ALL.into_iter().any(|side| lone(!side) && wanted(side, counts[side.index()]))
        };
        match self {
            Self::LoneKing { least, most } => {
                against_lone(&|_, count| count.1 > 0 && (least..=most).contains(&sum(count)))
            }
            Self::LoneKingAgainstKings => against_lone(&|_, count| count.0 == 0 && count.1 >= 3),
            Self::LoneKingOnMainRoad => against_lone(&|side, count| {
                count.0 == 0 && count.1 >= 3 && on_main_road(position, !side)
            }),
            Self::Unchanged { least, most } => {
                counts == Side::ALL.map(|side| later.count(side))
                    && counts.iter().all(|count| count.1 > 0)
                    && (least..=most).contains(&counts.into_iter().map(sum).sum())
            }
            Self::OneEach => counts.iter().all(|&count| sum(count) == 1),
        }
    }
}

/// Whether all pieces of `side` are on the long diagonal from White's lower left.
fn on_main_road<V: VariantRules>(position: &Position<V>, side: Side) -> bool {
    let half = V::BOARD.size / 2;
    Square::<V>::all().all(|square| {
        let (row, k) = ((square.number() - 1) / half, (square.number() - 1) % half);
        let column = 2 * k + u32::from(row % 2 == 0);
        let on_road = row + column == V::BOARD.size - 1;
        on_road || position.piece_at(square).is_none_or(|piece| piece.side != side)
    })
}
