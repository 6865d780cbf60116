//! The conditional moves of a game by correspondence, of which only their own person is told.

use crate::live::actor::GameActor;
use crate::refusal::Refusal;
use hall::Speaker;
use hall_messages::shown_conditional_moves;
use wire::{SetConditionalMoves, ShownConditionalMoves};

impl GameActor {
    /// The conditional moves of who speaks; with lines, those are kept in place of what there was.
    pub(super) async fn conditional(
        &mut self,
        speaker: &Speaker,
        lines: Option<SetConditionalMoves>,
    ) -> Result<ShownConditionalMoves, Refusal> {
        let state = self.game.state();
        let Some(person) = speaker.person().filter(|_| state.sides_of(speaker).len() == 1) else {
            let message = "only its two players have conditional moves";
            return Err(
                hall::Refusal::Forbidden { code: "not-yours", message: message.into() }.into()
            );
        };
        if let Some(SetConditionalMoves { ply, lines }) = lines {
            let moves = match lines.is_empty() {
                true => None,
                false if ply != state.plies() => {
                    let message = format!("{} moves were played, not {ply}", state.plies());
                    return Err(Refusal::conflict("wrong-ply", message));
                }
                false => Some(state.conditional_moves(speaker, &lines)?),
            };
            self.store.keep_conditional_moves(&self.id, &person.id, moves.as_ref()).await?;
            self.game.enter_conditional(&person.id, moves);
        }
        let own = self.game.conditional_of(&person.id);
        Ok(shown_conditional_moves(self.game.state(), own))
    }
}
