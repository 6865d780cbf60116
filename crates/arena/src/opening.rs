use engine::{OpenError, Session};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where a game starts: a position and moves played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartLine {
    /// The position's text; `None` is the standard start.
    pub position: Option<String>,
    /// The moves, in engine notation.
    pub moves: Vec<String>,
}

/// Why a list of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The variant or the rules are unknown.
    #[error(transparent)]
    Open(OpenError),
    /// The position is not legal.
    #[error("line {line}: {source}")]
    Position {
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        source: OpenError,
    },
    /// A move is not legal.
    #[error("line {line}, move {number}: {source}")]
    Move {
        /// Which line, from 1.
        line: usize,
        /// Which move, from 1.
        number: usize,
        /// What is wrong.
        source: engine::MoveError,
    },
    /// The game is over before it begins.
    #[error("line {line}: the game has ended there ({reason})")]
    Ended {
        /// Which line, from 1.
        line: usize,
        /// The reason.
        reason: &'static str,
    },
    /// The list is empty.
    #[error("the list holds no opening")]
    Empty,
}

/// Reads a list of openings, one in a line: moves from the standard start, or a position, or a
/// position followed by `moves` and moves. The words of a UCI `position` command are
/// understood; empty lines and what follows `#` are not read.
///
/// # Errors
/// When a line is not a position and moves that can be played on, or there is none.
///
/// ```
/// let text = "# two of them\nh2e2 h9g7\n4k4/9/9/9/9/9/9/9/9/3K1R3 w\n";
/// let openings = arena::read_openings("xiangqi", None, text)?;
/// assert_eq!(openings.len(), 2);
/// assert!(arena::read_openings("xiangqi", None, "h2e2 h2e2").is_err());
/// # Ok::<(), arena::OpeningError>(())
/// ```
pub fn read_openings(
    variant: &str,
    rules: Option<&str>,
    text: &str,
) -> Result<Vec<StartLine>, OpeningError> {
    // An unknown name is not the fault of a line.
    games::new_session(variant, rules, None).map_err(OpeningError::Open)?;
    let mut openings = Vec::new();
    for (line, row) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let row = row.split('#').next().unwrap_or_default();
        if row.trim().is_empty() {
            continue;
        }
        let opening = start_line(row);
        let ended = |reason| OpeningError::Ended { line: line + 1, reason };
        let session = set_up(&opening, variant, rules).or_else(|fault| {
            // Gomoku programs write points without spaces between them.
            let moves = opening.moves.iter().flat_map(|word| points(word)).collect();
            let apart = StartLine { moves, ..opening.clone() };
            let reached = |fault: &SetUpError| match fault {
                SetUpError::Position(_) => 0,
                SetUpError::Move { number, .. } => *number,
            };
            match set_up(&apart, variant, rules) {
                Err(SetUpError::Move { source: engine::MoveError::Syntax { .. }, .. }) => {
                    Err(fault)
                }
                // The reading that goes further is the one that was meant.
                Err(other) if reached(&other) <= reached(&fault) => Err(fault),
                result => result,
            }
        });
        let session = session.map_err(|fault| match fault {
            SetUpError::Position(source) => OpeningError::Position { line: line + 1, source },
            SetUpError::Move { number, source } => {
                OpeningError::Move { line: line + 1, number, source }
            }
        })?;
        match session.verdict() {
            Some(verdict) => return Err(ended(verdict.reason)),
            // Moves may be in any notation; they are kept in engine notation.
            None => openings.push(StartLine { moves: session.moves(), ..opening }),
        }
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// The position and the moves in a row of a list.
fn start_line(row: &str) -> StartLine {
    let mut words: Vec<&str> = row.split_whitespace().collect();
    for skipped in ["position", "fen"] {
        if words.first() == Some(&skipped) {
            words.remove(0);
        }
    }
    let (position, moves) = match words.iter().position(|&w| w == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None if words.first().is_some_and(|w| w.contains('/')) => (&words[..], &[][..]),
        None if words.first().is_some_and(|w| *w == "startpos" || begins_position(w)) => {
            (&words[..1], &words[1..])
        }
        None => (&[][..], &words[..]),
    };
    let position = position.join(" ");
    StartLine {
        position: (!position.is_empty() && position != "startpos").then_some(position),
        moves: moves.iter().map(|&w| w.to_owned()).collect(),
    }
}

/// The points of a text such as `k11j7n11`, each a letter and digits. Any other text is returned whole.
fn points(word: &str) -> Vec<String> {
    let begins: Vec<usize> =
        word.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    let ends = begins.iter().skip(1).copied().chain([word.len()]);
    let parts: Vec<&str> = begins.iter().zip(ends).map(|(&from, to)| &word[from..to]).collect();
    let is_point = |part: &&str| part.len() > 1 && part[1..].bytes().all(|b| b.is_ascii_digit());
    if begins.first() == Some(&0) && parts.iter().all(is_point) {
        parts.into_iter().map(str::to_owned).collect()
    } else {
        vec![word.to_owned()]
    }
}

/// Whether a word is a whole position such as `W:W31-50:B1-20`, which begins with the side to move.
fn begins_position(word: &str) -> bool {
    ["W:", "B:", "w:", "b:"].iter().any(|side| word.starts_with(side))
}

/// Why an opening cannot be played.
#[derive(Debug, Error)]
pub(crate) enum SetUpError {
    #[error(transparent)]
    Position(OpenError),
    #[error("move {number}: {source}")]
    Move { number: usize, source: engine::MoveError },
}

/// The session after an opening.
pub(crate) fn set_up(
    opening: &StartLine,
    variant: &str,
    rules: Option<&str>,
) -> Result<Box<dyn Session>, SetUpError> {
    let mut session = games::new_session(variant, rules, opening.position.as_deref())
        .map_err(SetUpError::Position)?;
    for (index, text) in opening.moves.iter().enumerate() {
        session.push(text).map_err(|source| SetUpError::Move { number: index + 1, source })?;
    }
    Ok(session)
}

/// Puts openings in an order that depends only on the seed.
pub fn shuffle(openings: &mut [StartLine], seed: u64) {
    openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_their_forms() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K1R3 w";
        let text = format!(
            "\u{feff}h2e2 h9g7 # usual\n\nstartpos moves h2e2\nposition startpos moves\n{fen}\n\
             position fen {fen} moves f0f1\nH2-E2\n"
        );
        let openings = read_openings("xiangqi", None, &text).unwrap();
        let moves: Vec<String> = openings.iter().map(|o| o.moves.join(" ")).collect();
        assert_eq!(moves, ["h2e2 h9g7", "h2e2", "", "", "f0f1", "h2e2"]);
        assert_eq!(openings[4].position.as_deref(), Some(fen));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| read_openings("xiangqi", None, text).unwrap_err().to_string();
        assert!(fault("h2e2\nh2e2 h9g7 a0a5").starts_with("line 2, move 3: "));
        assert!(fault("\n9/9/9 w").starts_with("line 2: "));
        assert_eq!(fault("# nothing"), "the list holds no opening");
        assert!(read_openings("chess", None, "h2e2").is_err());
    }

    #[test]
    fn points_without_spaces_come_apart() {
        assert_eq!(points("k11j7n11"), ["k11", "j7", "n11"]);
        for whole in ["h", "11", "h8-", "h8x", "炮", "h8i", "", "H8"] {
            assert_eq!(points(whole), [whole]);
        }
    }

    #[test]
    fn a_seed_is_an_order() {
        let list: Vec<StartLine> = (0..50)
            .map(|i| StartLine { position: Some(i.to_string()), moves: Vec::new() })
            .collect();
        let order = |seed| {
            let mut list = list.clone();
            shuffle(&mut list, seed);
            list
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }
}
