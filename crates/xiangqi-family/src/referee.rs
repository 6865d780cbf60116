//! The end of a game, in words and squares.

use engine::{ChasedPiece, DrawLimit, Evidence, Repetition, Verdict};
use game::Line;
use xiangqi::adjudicate::{self, Chase};
use xiangqi::{Position, ReasonKind, RuleSet};

/// Whether and how the game has ended.
pub(crate) fn verdict(line: &Line<Position>, rules: RuleSet) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = adjudicate::judge(line, rules)?;
    let chases = reason.chases().iter().map(ToString::to_string);
    let mates = reason.mates().iter().map(ToString::to_string);
    let evidence = chases.chain(mates).collect::<Vec<_>>().join(", ");
    let mut squares: Vec<_> = reason.squares().into_iter().collect();
    let beaten = outcome.winner().map(|side| side.other());
    match (reason.kind(), beaten) {
        (ReasonKind::Checkmate | ReasonKind::Stalemate, Some(side)) => {
            squares.push(line.position().king(side));
        }
        // The winner is the side of the king that was checked.
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
        proof: Evidence {
            chases: reason.chases().iter().map(chased).collect(),
            counted: (reason.kind() == ReasonKind::SixtyMove).then(|| {
                let limit = natural_limit(line);
                (limit.count, limit.bound)
            }),
            mates: reason.mates().iter().map(|m| (m.piece.to_string(), m.to.to_string())).collect(),
            // A position is judged when it occurs for the third time.
            repeated: reason.cycle().map(|cycle| Repetition::last(cycle.len(), cycle.end, 3)),
            ..Evidence::default()
        },
        by_history: is_by_history(reason.kind()),
    })
}

/// Whether earlier moves decided the game, and not only the last one.
const fn is_by_history(kind: ReasonKind) -> bool {
    match kind {
        ReasonKind::Checkmate | ReasonKind::Stalemate | ReasonKind::Material => false,
        ReasonKind::PerpetualCheck
        | ReasonKind::PerpetualChase
        | ReasonKind::MutualCheck
        | ReasonKind::MutualChase
        | ReasonKind::Repetition
        | ReasonKind::SixtyMove => true,
    }
}

fn chased(chase: &Chase) -> ChasedPiece {
    ChasedPiece {
        victim: chase.victim.to_string(),
        chasers: chase.chasers.into_iter().map(|square| square.to_string()).collect(),
    }
}

/// The natural limit, and the plies that count towards it.
pub(crate) fn natural_limit(line: &Line<Position>) -> DrawLimit {
    let small = |n| u32::try_from(n).unwrap_or(u32::MAX);
    DrawLimit {
        reason: ReasonKind::SixtyMove.word(),
        count: small(adjudicate::counted_quiet_plies(line)),
        bound: small(adjudicate::NATURAL_LIMIT),
    }
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
        let chased = ChasedPiece { victim: "c5".to_owned(), chasers: vec!["c4".to_owned()] };
        assert_eq!(verdict.proof.chases, [chased]);
        assert_eq!(verdict.rule, Some("wxf 3"));
        assert_eq!(verdict.squares, ["c4", "c5"]);
        assert_eq!(verdict.proof.repeated, Some(Repetition { plies: (1, 8), times: 3 }));
    }

    #[test]
    fn threats_of_mate_are_evidence_where_the_rules_ask_for_them() {
        let line =
            after("4k4/9/9/9/1c6r/9/9/9/9/R2K5 w", "a0b0 b5a5 b0a0 a5b5 a0b0 b5a5 b0a0 a5b5");
        let cxa = verdict(&line, RuleSet::Cxa).unwrap();
        assert_eq!((cxa.reason, cxa.evidence.as_str()), ("perpetual-chase", "mate i5d5"));
        assert_eq!(cxa.proof.mates, [("i5".to_owned(), "d5".to_owned())]);
        assert_eq!(cxa.squares, ["i5"]);
        let wxf = verdict(&line, RuleSet::Wxf).unwrap();
        assert_eq!((wxf.reason, wxf.proof.mates.len()), ("repetition", 0));
    }

    #[test]
    fn mate_marks_the_king() {
        let line = after("4k4/R8/9/9/9/9/9/9/1R7/3K5 w", "b1b9");
        let verdict = verdict(&line, RuleSet::Wxf).unwrap();
        assert_eq!((verdict.reason, verdict.squares), ("checkmate", vec!["e9".to_owned()]));
        let limit = natural_limit(&line);
        assert_eq!((limit.count, limit.bound), (1, 120));
    }
}
