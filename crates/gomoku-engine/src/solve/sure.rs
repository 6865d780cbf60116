use super::moves::{any, is_blockable};
use game::Position as _;
use gomoku::{Position, Threat};

/// An end that the counts of threats prove, from the view of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CertainEnd {
    /// It wins with the ply of this number at the latest, its next move being the first.
    Win(u16),
    /// It has lost with the ply of this number at the latest.
    Loss(u16),
}

/// The ends that are certain without trying a move: a five now, two fives or a forbidden block
/// against us, a straight four or two fours, a four and a three or two threes while the opponent
/// has no four.
///
/// ```
/// use gomoku::{Rules, Setup};
/// use gomoku_engine::solve::{CertainEnd, sure};
/// let setup: Setup = "h8 a1 i8 a3 j8 a5".parse()?;
/// let position = setup.position(Rules::FREESTYLE, 15).unwrap();
/// assert_eq!(sure(&position), Some(CertainEnd::Win(3)));
/// # Ok::<(), gomoku::ReadSetupError>(())
/// ```
#[must_use]
pub fn sure(position: &Position) -> Option<CertainEnd> {
    if position.winner().is_some() {
        return None;
    }
    let (us, them) = (position.side_to_move(), !position.side_to_move());
    if position.count(us, Threat::Five) > 0 {
        return Some(CertainEnd::Win(1));
    }
    match position.count(them, Threat::Five) {
        0 => {}
        1 if is_blockable(position, them) => return None,
        1 => {
            let block = any(position.threats(them, Threat::Five));
            let forbidden = block.is_some_and(|block| position.is_foul(block, us));
            return forbidden.then_some(CertainEnd::Loss(2));
        }
        _ => return (!is_blockable(position, them)).then_some(CertainEnd::Loss(2)),
    }
    if is_blockable(position, us) {
        return None;
    }
    if position.count(us, Threat::OpenFour) > 0 {
        return Some(CertainEnd::Win(3));
    }
    // With fouls a straight four may be forbidden on the next move.
    if position.rules().bind(us) {
        return None;
    }
    let fours = [Threat::Four, Threat::FourThree, Threat::OpenFour, Threat::PossibleFoul];
    let quiet = fours.iter().all(|&threat| position.count(them, threat) == 0);
    let twice = [Threat::FourThree, Threat::DoubleThree];
    let winning = quiet && twice.iter().any(|&threat| position.count(us, threat) > 0);
    winning.then_some(CertainEnd::Win(5))
}
