//! What a person is taught at the board: a move that is judged before it is played, and what the opponent threatens.

use super::Reviews;
use crate::client::ClientId;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use engine::{BestMove, Limits, Session};
use hall_messages::{ThreatQuestion, ThreatSearch, judged_move, judgement};
use pool::{Question, SearchClass, SearchJob};
use wire::{FindThreat, FoundThreat, JudgeMove, JudgedMove};

impl Reviews {
    /// What the last move of a game is worth, by a short review of it alone.
    pub(crate) async fn judge(
        &self,
        asked: JudgeMove,
        client: ClientId,
    ) -> Result<JudgedMove, Refusal> {
        let mut work = judgement(&asked, shipped::openings::of(&asked.variant))?;
        let _share = self.inner.quotas.take(client, QuotaKind::Analysis)?;
        while let Some(ask) = work.next() {
            let found = self.taught(ask.session, ask.limits, client).await?;
            work.answer(ask.ply, ask.step, &found);
        }
        judged_move(asked, &work)
            .ok_or_else(|| Refusal::internal("judge a move", &"nothing was found of it"))
    }

    /// What the opponent of the side to move threatens.
    pub(crate) async fn threat(
        &self,
        asked: FindThreat,
        client: ClientId,
    ) -> Result<FoundThreat, Refusal> {
        let mut search = ThreatSearch::new(&asked)?;
        let _share = self.inner.quotas.take(client, QuotaKind::Analysis)?;
        let copied = |next: ThreatQuestion<'_>| (next.session.fork(), next.limits);
        while let Some((session, limits)) = search.next().map(copied) {
            let found = self.taught(session, limits, client).await?;
            search.answer(found);
        }
        Ok(search.threat())
    }

    /// A short search for a person at the board.
    async fn taught(
        &self,
        session: Box<dyn Session>,
        limits: Limits,
        client: ClientId,
    ) -> Result<BestMove, Refusal> {
        let table_mb = self.inner.table_mb;
        let question = Question::Move(limits);
        let job = SearchJob::new("judgement", session, question, SearchClass::Person, table_mb)
            .for_client(&client.to_string())
            .forgetting(true);
        // When the client goes away, the search is dropped and ends.
        let Some(found) = self.inner.pool.search(job).found().await else {
            return Err(Refusal::busy("closing", "the hall is closing"));
        };
        found.map_err(|why| Refusal::internal("judge a move", &why))
    }
}
