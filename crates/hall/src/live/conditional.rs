//! Conditional moves of a game by correspondence: lines that one person has entered, and by which the hall answers at once.
//! Nothing of them stands in the log of the game, which both persons see: what is left of them follows from the moves.

use super::{LiveGame, Refusal};
use crate::{Change, GameState, PersonId, Speaker};
use game::Side;
use serde::{Deserialize, Serialize};

/// The most lines that a person may have in a game.
pub const MOST_CONDITIONAL_LINES: usize = 40;
/// The most moves in a line.
pub const LONGEST_CONDITIONAL_LINE: usize = 40;

/// The conditional moves of one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalMoves {
    /// The person's side then.
    pub side: Side,
    /// How many moves were played before them.
    pub ply: u32,
    /// How often moves had been taken back before them: after that they are not the same moves.
    pub rewinds: u32,
    /// Each line begins with a move of the opponent and ends with an answer, in engine notation. To the same moves there is
    /// one answer.
    pub lines: Vec<Vec<String>>,
}

/// What a game has made of conditional moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalStanding {
    /// They wait for a move of the opponent: what is left of each line.
    Waiting(Vec<Vec<String>>),
    /// A line was played to its end.
    Played,
    /// The game has left them: nothing of them will be played.
    Left,
}

impl ConditionalMoves {
    /// What is left of them.
    #[must_use]
    pub fn standing(&self, state: &GameState) -> ConditionalStanding {
        match self.rest(state) {
            None => ConditionalStanding::Left,
            Some(rest) if rest.is_empty() => ConditionalStanding::Played,
            Some(_) if state.end().is_some() => ConditionalStanding::Left,
            Some(rest) => {
                ConditionalStanding::Waiting(rest.into_iter().map(<[String]>::to_vec).collect())
            }
        }
    }

    /// The ends of the lines that were played until now; `None` if another move was played, or moves were taken back.
    fn rest(&self, state: &GameState) -> Option<Vec<&[String]>> {
        let since = state.moves().get(self.ply as usize..)?;
        if self.rewinds != state.rewinds() {
            return None;
        }
        let fits =
            |line: &&Vec<String>| since.iter().zip(*line).all(|(played, own)| played.text == *own);
        let mut lines = self.lines.iter().filter(fits).peekable();
        lines.peek()?;
        let rest = lines.filter_map(|line| line.get(since.len()..));
        Some(rest.filter(|line| !line.is_empty()).collect())
    }

    /// The answer that is to be played now.
    fn answer(&self, state: &GameState) -> Option<String> {
        let is_due = state.end().is_none() && !state.is_paused() && state.turn() == self.side;
        let rest = self.rest(state).filter(|_| is_due)?;
        rest.first()?.first().cloned()
    }
}

impl GameState {
    /// The conditional moves that somebody enters, given in any notation.
    ///
    /// # Errors
    /// Why they cannot be entered now, or which of them is impossible.
    pub fn conditional_moves(
        &self,
        speaker: &Speaker,
        lines: &[Vec<String>],
    ) -> Result<ConditionalMoves, Refusal> {
        let conflict = |code, message: &str| Err(Refusal::conflict(code, message));
        let bad = |message: String| Err(Refusal::conflict("bad-conditional", message));
        if !self.clocks.setting().is_correspondence() || !self.is_between_persons() {
            return conflict(
                "no-correspondence",
                "conditional moves are of games by correspondence",
            );
        }
        let [side] = self.sides_of(speaker)[..] else {
            return Err(Refusal::forbidden(
                "not-yours",
                "only its two players have conditional moves",
            ));
        };
        if self.end().is_some() {
            return conflict("game-over", "the game is over");
        }
        if self.opening().is_some() {
            return conflict("opening", "there are no conditional moves in an opening");
        }
        if self.turn() == side {
            return conflict("your-turn", "it is your turn: make your move first");
        }
        if lines.len() > MOST_CONDITIONAL_LINES {
            return bad(format!("lines: at most {MOST_CONDITIONAL_LINES}"));
        }
        let mut read: Vec<Vec<String>> = Vec::with_capacity(lines.len());
        for (number, line) in lines.iter().enumerate() {
            if line.len() > LONGEST_CONDITIONAL_LINE {
                return bad(format!("lines[{number}]: at most {LONGEST_CONDITIONAL_LINE} moves"));
            }
            let line = self.conditional_line(side, line).map_err(|(place, why)| {
                let message = format!("lines[{number}][{place}]: {why}");
                Refusal::conflict("bad-conditional", message)
            })?;
            read.push(line);
        }
        read.sort();
        // A line that another one goes on with says nothing more.
        read = (read.iter().enumerate())
            .filter(|(i, line)| read.get(i + 1).is_none_or(|next| !next.starts_with(line)))
            .map(|(_, line)| line.clone())
            .collect();
        if let Some(both) =
            read.windows(2).find(|two| self.differ_in_answer(side, &two[0], &two[1]))
        {
            let (one, other) = (both[0].join(" "), both[1].join(" "));
            return bad(format!("two answers to the same moves: {one}; {other}"));
        }
        Ok(ConditionalMoves { side, ply: self.plies(), rewinds: self.rewinds(), lines: read })
    }

    /// A line in engine notation; otherwise the place of what is wrong with it.
    fn conditional_line(&self, own: Side, line: &[String]) -> Result<Vec<String>, (usize, String)> {
        let mut session = self.session().fork();
        let mut read = Vec::with_capacity(line.len());
        let mut last = own.other();
        for (place, text) in line.iter().enumerate() {
            if session.verdict().is_some() {
                return Err((place, "the game is over before it".to_owned()));
            }
            last = session.side_to_move();
            let played = session.record(text).map_err(|error| (place, error.to_string()))?;
            read.push(played.played.text);
        }
        if last != own {
            return Err((line.len(), "a line ends with an answer".to_owned()));
        }
        Ok(read)
    }

    /// Whether two lines part at a move of this side. The sides move in turn.
    fn differ_in_answer(&self, own: Side, one: &[String], other: &[String]) -> bool {
        let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        let answers = usize::from(self.session().side_to_move() != own);
        same < one.len() && same < other.len() && same % 2 == answers
    }
}

impl LiveGame {
    /// The conditional moves of both persons, as whoever runs the game has kept them.
    pub fn set_conditional(&mut self, conditional: Vec<(PersonId, ConditionalMoves)>) {
        self.conditional = conditional;
    }

    /// The conditional moves of one person in place of those before. They are kept before.
    pub fn enter_conditional(&mut self, person: &PersonId, moves: Option<ConditionalMoves>) {
        self.conditional.retain(|(whose, _)| whose != person);
        self.conditional.extend(moves.map(|moves| (person.clone(), moves)));
    }

    /// The conditional moves that a person has entered last.
    #[must_use]
    pub fn conditional_of(&self, person: &PersonId) -> Option<&ConditionalMoves> {
        self.conditional.iter().find(|(whose, _)| whose == person).map(|(_, moves)| moves)
    }

    /// Answers the move that was just played with the answers that were entered, as long as there are any.
    pub(super) fn answer_by_conditions(&mut self, changes: &mut Vec<Change>, left_ms: [u64; 2]) {
        let mut left_ms = left_ms;
        while let Some((side, text)) = self.due_answer() {
            left_ms[side.index()] = self.state.clocks.full_ms();
            // What was legal when it was entered is so after the same moves.
            let Ok(played) = self.state.play(&text, 0, left_ms, None) else { return };
            changes.push(played);
            if !self.end_by_rules(changes, left_ms) {
                return;
            }
        }
    }

    fn due_answer(&self) -> Option<(Side, String)> {
        self.conditional.iter().find_map(|(_, own)| Some((own.side, own.answer(&self.state)?)))
    }
}
