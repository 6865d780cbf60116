//! Games in a file, one a line: `VARIANT LEVELS OPENING NODES RESULT POSITION…`. LEVELS are those of both sides
//! (`4-12`), OPENING is the number of plies before the levels play, NODES what each position was
//! searched with, RESULT the first side's score. A POSITION is `MOVE,BEST,SCORE,COMPARED,PLAYED,AFTER`: the move
//! that was played, the best one, its score for the side to move (`35`, `#-3`), and the scores of a
//! search after the best move and of the longer ones after the move that was played and after the best; `-` where
//! there is none. A score of a solved position has its result behind it (`200=win`). Older files have the first four.

use crate::Failure;
use engine::Score;
use hall::review::{Confirmation, Effort, ExactResult, MoveResult, PositionResult, ReviewWork};
use std::fmt;
use std::str::FromStr;

/// A game with what the search found in each of its positions.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) variant: String,
    pub(crate) levels: [u8; 2],
    pub(crate) opening: usize,
    pub(crate) nodes: u64,
    pub(crate) result: f64,
    pub(crate) moves: Vec<String>,
    pub(crate) searched: Vec<PositionResult>,
}

impl StoredGame {
    /// The review of the game, from what is kept.
    pub(crate) fn work(&self) -> Result<ReviewWork, Failure> {
        let start = games::new_session(&self.variant, None, None)?;
        let mut work = ReviewWork::new(start, &self.moves, Effort::nodes(self.nodes))?;
        for (ply, searched) in self.searched.iter().enumerate() {
            work.give(ply, searched.clone());
        }
        Ok(work)
    }
}

fn score(text: &str) -> Result<Score, Failure> {
    Ok(match text.strip_prefix('#') {
        Some(moves) => Score::Mate(moves.parse()?),
        None => Score::Cp(text.parse()?),
    })
}

fn written((score, solved): (Score, Option<ExactResult>)) -> String {
    let text = match score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(moves) => format!("#{moves}"),
    };
    match RESULTS.iter().find(|(result, _)| solved == Some(*result)) {
        Some((_, word)) => format!("{text}={word}"),
        None => text,
    }
}

const RESULTS: [(ExactResult, &str); 3] =
    [(ExactResult::Loss, "loss"), (ExactResult::Draw, "draw"), (ExactResult::Win, "win")];

/// A score with the result, if there is one.
fn valued(text: &str) -> Result<(Score, Option<ExactResult>), Failure> {
    let Some((text, word)) = text.split_once('=') else { return Ok((score(text)?, None)) };
    let result = RESULTS.iter().find(|(_, known)| *known == word);
    let (result, _) = result.ok_or_else(|| format!("{word} is no result"))?;
    Ok((score(text)?, Some(*result)))
}

/// What was found after a move, without its line; `-` where nothing was.
fn found(text: &str) -> Result<Option<MoveResult>, Failure> {
    if text == "-" {
        return Ok(None);
    }
    let (score, solved) = valued(text)?;
    Ok(Some(MoveResult { score, line: Vec::new(), solved }))
}

impl FromStr for StoredGame {
    type Err = Failure;

    fn from_str(line: &str) -> Result<Self, Failure> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or("the line ends too soon");
        let variant = word()?.to_owned();
        let (first, second) = word()?.split_once('-').ok_or("two levels are missing")?;
        let levels = [first.parse()?, second.parse()?];
        let (opening, nodes, result) = (word()?.parse()?, word()?.parse()?, word()?.parse()?);
        let (mut moves, mut searched) = (Vec::new(), Vec::new());
        for position in words {
            let parts: Vec<&str> = position.split(',').collect();
            let (played, best, own, compared, confirmed) = match parts[..] {
                [played, best, own, compared] => (played, best, own, compared, None),
                [played, best, own, compared, again, after] => {
                    let after = found(after)?;
                    let again = found(again)?;
                    let confirmed = again.map(|played| Confirmation {
                        played,
                        best: after,
                        is_longest: true,
                        continued: u8::MAX,
                    });
                    (played, best, own, compared, confirmed)
                }
                _ => {
                    return Err(format!("a position has four or six parts, not {position}").into());
                }
            };
            if played != "-" {
                moves.push(played.to_owned());
            }
            let compared = found(compared)?;
            let line = if best == "-" { Vec::new() } else { vec![best.to_owned()] };
            let (score, solved) = valued(own)?;
            let one = PositionResult::new(score, line);
            searched.push(PositionResult { nodes, solved, compared, confirmed, ..one });
        }
        if searched.len() != moves.len() + 1 {
            return Err("a game has one position more than moves".into());
        }
        Ok(Self { variant, levels, opening, nodes, result, moves, searched })
    }
}

impl fmt::Display for StoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.levels;
        let (opening, nodes, result) = (self.opening, self.nodes, self.result);
        write!(f, "{} {first}-{second} {opening} {nodes} {result}", self.variant)?;
        for (ply, searched) in self.searched.iter().enumerate() {
            let played = self.moves.get(ply).map_or("-", String::as_str);
            let best = searched.line.first().map_or("-", String::as_str);
            let confirmed = searched.confirmed.as_ref();
            let again = confirmed.map(|confirmed| &confirmed.played);
            let after = confirmed.and_then(|confirmed| confirmed.best.as_ref());
            let own = written((searched.score, searched.solved));
            write!(f, " {played},{best},{own}")?;
            for found in [searched.compared.as_ref(), again, after] {
                match found {
                    Some(found) => write!(f, ",{}", written((found.score, found.solved)))?,
                    None => write!(f, ",-")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let old = "xiangqi 4-12 2 1000 0.5 h2e2,h2e2,35,- h9g7,h7e7,-20,12 -,c3c4,#-3,-";
        let line = "xiangqi 4-12 2 1000 0.5 h2e2,h2e2,35,-,-,- h9g7,h7e7,-20=loss,12,#-3,40=draw -,c3c4,#-3,-,-,-";
        assert_eq!(old.parse::<StoredGame>().unwrap().moves.len(), 2);
        let game: StoredGame = line.parse().unwrap();
        assert_eq!((game.moves.len(), game.searched.len(), game.levels), (2, 3, [4, 12]));
        assert_eq!(game.to_string(), line);
        assert_eq!(game.work().unwrap().moves().len(), 2);
        for broken in ["", "xiangqi 4 0 1 1", "xiangqi 4-4 0 1 1 a,b", "xiangqi 4-4 0 1 1 a,b,1,-"]
        {
            assert!(broken.parse::<StoredGame>().is_err(), "{broken}");
        }
    }
}
