//! Results.

use super::ENDINGS;
use game::Outcome;
use records::Tags;

/// Whether a result says by how much, which is not kept: `B+12`.
pub(super) fn has_score(result: &str) -> bool {
    let score = result.split_once('+').and_then(|(_, how)| how.trim().parse::<f64>().ok());
    score.is_some_and(|score| score != 0.0)
}

/// `黑胜`, `白中盤勝`, `先手勝ち`, `Black wins`; in capitals.
fn in_words(words: &str) -> Option<Outcome> {
    let has = |any: &[&str]| any.iter().any(|word| words.contains(word));
    if !has(&["胜", "勝", "WIN", "WON", "赢", "贏"]) {
        return None;
    }
    let black = has(&["黑", "黒", "先手", "BLACK"]);
    let white = has(&["白", "後手", "后手", "WHITE"]);
    match (black, white) {
        (true, false) => Some(Outcome::FirstWins),
        (false, true) => Some(Outcome::SecondWins),
        _ => None,
    }
}

/// `B+R`, `W+5`, `0`, `Draw`, `Void`, `?`.
pub(super) fn read_result(text: &str, tags: &mut Tags) -> Option<Outcome> {
    let text = text.trim();
    let (winner, how) = text.split_once('+').unwrap_or((text, ""));
    // Chinese sites write the result in words.
    let outcome = match winner.to_ascii_uppercase().as_str() {
        "B" | "BLACK" | "1-0" => Outcome::FirstWins,
        "W" | "WHITE" | "0-1" => Outcome::SecondWins,
        "0" | "DRAW" | "JIGO" | "和棋" | "和局" | "平局" | "1/2-1/2" => Outcome::Draw,
        words => in_words(words)?,
    };
    let first = how.get(..1).map(str::to_ascii_uppercase);
    let ending = ENDINGS.iter().find(|(letter, _)| first.as_deref() == Some(letter));
    if let Some((_, word)) = ending {
        tags.set("Termination", word);
    }
    Some(outcome)
}
