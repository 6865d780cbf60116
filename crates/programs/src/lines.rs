//! The reports of a program as those of our engines.

use crate::ForfeitReason;
use engine::{Bound, Info, Score, Session};
use protocol::manager::InfoUpdate;
use std::time::Duration;

/// The chances of a position of which a program says nothing.
pub(crate) const UNKNOWN: [u16; 3] = [0; 3];

/// What a program has reported of one search.
#[derive(Debug)]
pub(crate) struct SearchReport<'a> {
    session: &'a dyn Session,
    /// The numbers that not every report has.
    depth: u32,
    seldepth: u32,
    nodes: u64,
    score: Option<Score>,
    /// The last report of the first line.
    best: Option<Info>,
}

impl<'a> SearchReport<'a> {
    pub(crate) fn new(session: &'a dyn Session) -> Self {
        Self { session, depth: 0, seldepth: 0, nodes: 0, score: None, best: None }
    }

    /// The last report of the first line.
    pub(crate) fn best(&self) -> Option<&Info> {
        self.best.as_ref()
    }

    /// A report, if it has a line to show.
    pub(crate) fn heed(
        &mut self,
        report: &InfoUpdate,
        elapsed: Duration,
    ) -> Result<Option<Info>, ForfeitReason> {
        let line = report.line.unwrap_or(1).max(1);
        self.nodes = report.nodes.unwrap_or(self.nodes);
        self.seldepth = report.seldepth.unwrap_or(self.seldepth);
        if line == 1 {
            self.depth = report.depth.unwrap_or(self.depth);
            self.score = report.score.map(|(score, _)| score).or(self.score);
        }
        let Some((score, bound)) = report.score else { return Ok(None) };
        let pv = self.moves(&report.pv)?;
        if pv.is_empty() {
            return Ok(None);
        }
        let info = Info {
            depth: report.depth.unwrap_or(self.depth),
            seldepth: self.seldepth,
            line,
            score,
            bound,
            wdl: self.chances(score),
            nodes: self.nodes,
            time: report.time.unwrap_or(elapsed),
            hashfull: 0,
            pv,
        };
        if line == 1 && bound == Bound::Exact {
            self.best = Some(info.clone());
        }
        Ok(Some(info))
    }

    /// The move at the end of a search. Programs that show no lines have this one.
    pub(crate) fn found(
        &mut self,
        text: &str,
        round: u32,
        elapsed: Duration,
    ) -> Result<Info, ForfeitReason> {
        let pv = self.moves(&[text.to_owned()])?;
        if let Some(best) = self.best.as_ref().filter(|best| best.pv.first() == pv.first()) {
            return Ok(Info { time: elapsed, nodes: self.nodes.max(best.nodes), ..best.clone() });
        }
        let info = Info {
            depth: self.depth.max(round),
            seldepth: self.seldepth,
            line: 1,
            score: self.score.unwrap_or(Score::Cp(0)),
            bound: Bound::Exact,
            wdl: self.score.map_or(UNKNOWN, |score| self.chances(score)),
            nodes: self.nodes,
            time: elapsed,
            hashfull: 0,
            pv,
        };
        self.best = Some(info.clone());
        Ok(info)
    }

    /// A line in our notation, up to the first move that is not legal. The first must be.
    fn moves(&self, pv: &[String]) -> Result<Vec<String>, ForfeitReason> {
        let mut game = self.session.fork();
        let mut moves = Vec::with_capacity(pv.len());
        for text in pv {
            match game.push(text) {
                Ok(played) => moves.push(played.text),
                Err(_) if moves.is_empty() => {
                    return Err(ForfeitReason::Illegal { text: text.clone() });
                }
                Err(_) => break,
            }
        }
        Ok(moves)
    }

    /// Chances by the curve of the game: a program's scores count as ours.
    fn chances(&self, score: Score) -> [u16; 3] {
        let progress = self.session.stage().progress;
        self.session.expectation().chances(score, progress).per_mille()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    fn report(score: i32, pv: &[&str]) -> InfoUpdate {
        let pv = pv.iter().map(|text| (*text).to_owned()).collect();
        InfoUpdate {
            depth: Some(7),
            score: Some((Score::Cp(score), Bound::Exact)),
            pv,
            ..InfoUpdate::default()
        }
    }

    #[test]
    fn a_line_ends_before_its_first_illegal_move() {
        let session = games::new_session("xiangqi", None, None).unwrap();
        let mut lines = SearchReport::new(&*session);
        let info = lines.heed(&report(40, &["h2e2", "h9g7", "a0a9"]), Duration::ZERO);
        let info = info.unwrap().unwrap();
        assert_eq!((info.pv.join(" ").as_str(), info.depth), ("h2e2 h9g7", 7));
        assert!(
            info.wdl[0] > info.wdl[2] && info.wdl.iter().sum::<u16>() == 1000,
            "{:?}",
            info.wdl
        );
        let wrong = lines.heed(&report(40, &["a0a9"]), Duration::ZERO).unwrap_err();
        assert_eq!(wrong, ForfeitReason::Illegal { text: "a0a9".to_owned() });
        assert_eq!(lines.heed(&report(40, &[]), Duration::ZERO), Ok(None), "no line to show");
        // The move at the end is that line, or one of which nothing is known but its score.
        assert_eq!(lines.found("h2e2", 1, Duration::ZERO).unwrap().pv.len(), 2);
        assert_eq!(lines.found("b2e2", 9, Duration::ZERO).unwrap().depth, 9);
    }

    #[test]
    fn a_move_without_a_score_has_no_chances() {
        let session = games::new_session("gomoku", None, None).unwrap();
        let mut lines = SearchReport::new(&*session);
        assert_eq!(lines.found("h8", 1, Duration::ZERO).unwrap().wdl, UNKNOWN);
    }
}
