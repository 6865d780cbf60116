//! How a game ended, in words and squares.

use engine::{Chased, Proven, Verdict};
use game::Line;
use xiangqi::adjudicate::{self, Chase};
use xiangqi::{Position, ReasonKind, RuleSet};

/// Whether and how the game has ended.
pub(crate) fn verdict(line: &Line<Position>, rules: RuleSet) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = adjudicate::judge(line, rules)?;
    let evidence = reason.chases().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut squares: Vec<_> = reason.squares().into_iter().collect();
    let beaten = outcome.winner().map(|side| side.other());
    match (reason.kind(), beaten) {
        (ReasonKind::Checkmate | ReasonKind::Stalemate, Some(side)) => {
            squares.push(line.position().king(side));
        }
        // The king that was checked is the winner's.
        (ReasonKind::PerpetualCheck, Some(side)) => {
            squares.push(line.position().king(side.other()));
        }
        _ => {}
    }
    Some(Verdict {
        outcome,
        reason: reason.kind().word(),
        evidence,
        rule: reason.rule(),
        squares: squares.iter().map(ToString::to_string).collect(),
        proof: Proven {
            chases: reason.chases().iter().map(chased).collect(),
            counted: (reason.kind() == ReasonKind::SixtyMove).then(|| natural_limit(line)),
            ..Proven::default()
        },
    })
}

fn chased(chase: &Chase) -> Chased {
    Chased {
        victim: chase.victim.to_string(),
        chasers: chase.chasers.into_iter().map(|square| square.to_string()).collect(),
    }
}

/// Plies that count towards the natural limit, and the limit.
pub(crate) fn natural_limit(line: &Line<Position>) -> (u32, u32) {
    let small = |n| u32::try_from(n).unwrap_or(u32::MAX);
    (small(adjudicate::counted_quiet_plies(line)), small(adjudicate::NATURAL_LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Line<Position> {
        let mut line = Line::new(fen.parse().unwrap());
        for m in moves.split_whitespace() {
            line.push(m.parse().unwrap());
        }
        line
    }

    #[test]
    fn evidence_names_victim_and_chasers() {
        let line = after(
            "3ak4/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b",
            "c5g5 c4g4 g5c5 g4c4 c5g5 c4g4 g5c5 g4c4",
        );
        let verdict = verdict(&line, RuleSet::Wxf).unwrap();
        assert_eq!(verdict.reason, "perpetual-chase");
        assert_eq!(verdict.evidence, "c5 by c4");
        let chased = Chased { victim: "c5".to_owned(), chasers: vec!["c4".to_owned()] };
        assert_eq!(verdict.proof.chases, [chased]);
        assert_eq!(verdict.rule, Some("wxf 3"));
        assert_eq!(verdict.squares, ["c4", "c5"]);
    }

    #[test]
    fn mate_marks_the_king() {
        let line = after("4k4/R8/9/9/9/9/9/9/1R7/3K5 w", "b1b9");
        let verdict = verdict(&line, RuleSet::Wxf).unwrap();
        assert_eq!((verdict.reason, verdict.squares), ("checkmate", vec!["e9".to_owned()]));
        assert_eq!(natural_limit(&line), (1, 120));
    }
}
