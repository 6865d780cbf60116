use super::{ClientCommand, LiveEvent, LiveGame, Refusal};
use crate::{Change, MOST_LINES, Saying, cleaned_line};

impl LiveGame {
    /// One of two persons says something to the other one, also after the end.
    pub(super) fn talk(
        &mut self,
        asked: ClientCommand<'_>,
        saying: &Saying,
    ) -> Result<Vec<LiveEvent>, Refusal> {
        self.must_be_between_persons()?;
        let ([side], Some(person)) =
            (&self.state.sides_of(asked.speaker)[..], asked.speaker.person())
        else {
            return Err(Refusal::conflict("no-persons", "one person has both sides"));
        };
        let side = *side;
        if self.state.talk().iter().filter(|line| line.person == person.id).count() >= MOST_LINES {
            let message = format!("a person may say {MOST_LINES} lines in a game");
            return Err(Refusal::conflict("said-enough", message));
        }
        let saying = match saying {
            Saying::Phrase { .. } => saying.clone(),
            Saying::Text { .. } if !self.people.free_text => {
                let message = "in this hall there are only the fixed phrases";
                return Err(Refusal::conflict("no-free-text", message));
            }
            Saying::Text { text } => match cleaned_line(text) {
                Some(text) => Saying::Text { text },
                None => {
                    let message = "a line has 1 to 200 characters that can be seen";
                    return Err(Refusal::conflict("bad-line", message));
                }
            },
        };
        self.commit(Some(asked), vec![Change::Said { side, saying }])
    }
}
