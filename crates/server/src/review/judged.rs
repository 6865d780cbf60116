//! A move that is judged before it is played, for a person who is taught.

use super::Reviews;
use crate::client::ClientId;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use hall_messages::{judged_move, judgement};
use pool::{Question, SearchClass, SearchJob};
use wire::{JudgeMove, JudgedMove};

impl Reviews {
    /// What the last move of a game is worth, by a short review of it alone.
    pub(crate) async fn judge(
        &self,
        asked: JudgeMove,
        client: ClientId,
    ) -> Result<JudgedMove, Refusal> {
        let mut work = judgement(&asked)?;
        let _share = self.inner.quotas.take(client, QuotaKind::Analysis)?;
        while let Some(ask) = work.next() {
            let question = Question::Move(ask.limits);
            let table_mb = self.inner.table_mb;
            let job =
                SearchJob::new("judgement", ask.session, question, SearchClass::Person, table_mb)
                    .for_client(&client.to_string())
                    .forgetting(true);
            // When the client goes away, the search is dropped and ends.
            let Some(found) = self.inner.pool.search(job).found().await else {
                return Err(Refusal::busy("closing", "the hall is closing"));
            };
            let found = found.map_err(|why| Refusal::internal("judge a move", &why))?;
            work.answer(ask.ply, ask.step, &found);
        }
        judged_move(asked, &work)
            .ok_or_else(|| Refusal::internal("judge a move", &"nothing was found of it"))
    }
}
