//! Answers what other nodes ask of this one.

use crate::api::AppState;
use crate::events::json;
use crate::nodes::followed::FollowedTopics;
use crate::nodes::question::{NodeAnswer, NodeQuestion, NodeRequest, PlainSession, read, written};
use crate::nodes::visits::{JoinedTopic, VisitKey, Visits};
use crate::refusal::Refusal;
use crate::request::{self, RequestContext};
use cluster::{PeerQuestion, Peers};
use std::sync::Arc;
use std::time::Duration;
use store::{LeaseKey, StoreError};
use tokio::time::{MissedTickBehavior, interval};
use tracing::Instrument as _;

/// How often it is looked whether other nodes are silent.
const LOOK: Duration = Duration::from_millis(500);
/// Time between two tries to listen.
const PAUSE: Duration = Duration::from_secs(1);

/// Answers other nodes, if there can be any, until the hall closes.
pub(crate) async fn answer_nodes(app: AppState) {
    let Some((peers, lease)) = app.nodes.peers() else { return };
    let (peers, mut closing) = (peers.clone(), app.closing.clone());
    let visits = Visits::new(peers.clone());
    let followed = Arc::clone(&app.nodes.followed);
    let others = Others { peers: peers.clone(), lease, visits: Arc::clone(&visits), followed };
    tokio::select! {
        () = listen(&app, &peers, &visits) => {}
        () = peers.hear_signs_of_life() => {}
        () = others.watch() => {}
        _ = closing.wait_for(|closes| *closes) => {}
    }
    visits.drop_all(true);
}

/// Hears questions, and answers each in a task of its own.
async fn listen(app: &AppState, peers: &Peers, visits: &Arc<Visits>) {
    loop {
        let Ok(mut questions) = peers.questions().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        while let Some(asked) = questions.next().await {
            let Some(question) = read::<NodeQuestion>(&asked.question) else { continue };
            // Who comes and who leaves is noted in the order in which it was said.
            match question.ask {
                NodeRequest::Leave { visit } => visits.left((question.from, visit)),
                NodeRequest::Join { visit } => {
                    visits.comes((question.from, visit));
                    tokio::spawn(answer(app.clone(), Arc::clone(visits), question, asked));
                }
                _ => {
                    tokio::spawn(answer(app.clone(), Arc::clone(visits), question, asked));
                }
            }
        }
    }
}

/// What is known of the other nodes.
struct Others {
    peers: Peers,
    lease: Duration,
    visits: Arc<Visits>,
    followed: Arc<FollowedTopics>,
}

impl Others {
    /// Gives up nodes that are silent; and everything after the connection was lost, because nobody knows what was told
    /// meanwhile.
    async fn watch(self) {
        let mut connections = self.peers.connections();
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                changed = connections.changed() => {
                    if changed.is_err() {
                        return std::future::pending().await;
                    }
                    self.visits.drop_all(false);
                    self.followed.give_up_where(|_| true);
                }
                _ = look.tick() => {
                    let is_silent = |node| !self.peers.lives(node, self.lease);
                    self.visits.drop_where(is_silent);
                    self.followed.give_up_where(is_silent);
                    self.peers.forget_dead(self.lease);
                }
            }
        }
    }
}

async fn answer(app: AppState, visits: Arc<Visits>, question: NodeQuestion, asked: PeerQuestion) {
    let NodeQuestion { request, client, speaker, from, topic, ask } = question;
    let context = RequestContext::of_node(request, client, speaker);
    let span = context.span.clone();
    let visit = match ask {
        NodeRequest::Join { visit } => Some((from, visit)),
        _ => None,
    };
    let answer = request::within(Some(context), async {
        match app.nodes.must_hold(&topic).await {
            Ok(()) => {}
            Err(StoreError::Elsewhere) => return NodeAnswer::NotHere,
            Err(error) => return NodeAnswer::from(Err(error.into())),
        }
        let done = match visit {
            Some(visit) => join(&app, &visits, &topic, visit).await,
            // The events of it were told, or are on their way.
            None => done(&app, &topic, ask).await.map(|body| (visits.last(&topic), body)),
        };
        NodeAnswer::from(done)
    });
    let answer = answer.instrument(span).await;
    if let (Some(visit), false) = (visit, matches!(answer, NodeAnswer::Done { .. })) {
        visits.left(visit);
    }
    asked.answer(&written(&answer)).await;
}

/// Lets a client of another node join. Returns its state, and the number of the last event in it.
async fn join(
    app: &AppState,
    visits: &Arc<Visits>,
    topic: &LeaseKey,
    visit: VisitKey,
) -> Result<(u64, String), Refusal> {
    let (stream, presence) = match topic {
        LeaseKey::Game(id) => {
            let joined = app.games.join(id).await?;
            (joined.stream, joined.presence)
        }
        LeaseKey::Study(id) => (app.studies.join(id).await?, None),
    };
    let (after, state) = (stream.after, stream.state.to_string());
    let joined = JoinedTopic { events: stream.events, last: stream.last, presence };
    visits.joined(visit, topic.clone(), joined);
    Ok((after, state))
}

/// Does what is asked; returns what is answered.
async fn done(app: &AppState, topic: &LeaseKey, ask: NodeRequest) -> Result<String, Refusal> {
    let body = match (topic, ask) {
        (LeaseKey::Game(id), NodeRequest::View) => json(&app.games.seen(id).await?),
        (LeaseKey::Game(id), NodeRequest::Play(request)) => {
            json(&app.games.command(id, request).await?)
        }
        (LeaseKey::Game(id), NodeRequest::Conditional(lines)) => {
            json(&app.games.conditional(id, lines).await?)
        }
        (LeaseKey::Game(id), NodeRequest::Rematch(new)) => {
            json(&app.games.rematch(id, &new).await?)
        }
        (LeaseKey::Game(id), NodeRequest::Decide(outcome)) => {
            json(&app.games.decide(id, outcome).await?)
        }
        (LeaseKey::Game(id), NodeRequest::Delete) => json(&app.games.delete(id).await?),
        (LeaseKey::Game(id), NodeRequest::PutAway) => json(&app.games.put_away(id).await?),
        (LeaseKey::Game(id), NodeRequest::LookAgain) => json(&app.games.look_again(id).await?),
        (LeaseKey::Study(id), NodeRequest::LookAgain) => json(&app.studies.look_again(id).await?),
        (LeaseKey::Study(id), NodeRequest::View) => json(&app.studies.view(id).await?),
        (LeaseKey::Study(id), NodeRequest::Edit { request, command }) => {
            json(&app.studies.command(id, &request, &command).await?)
        }
        (LeaseKey::Study(id), NodeRequest::GameAt(node)) => {
            json(&PlainSession::of(app.studies.game(id, node).await?.as_ref()))
        }
        (LeaseKey::Study(id), NodeRequest::Review(asked)) => {
            json(&app.reviews.begin(id, asked, request::client()).await?)
        }
        (LeaseKey::Study(id), NodeRequest::TakeReview(taken)) => {
            json(&app.reviews.take(id, taken).await?)
        }
        (LeaseKey::Study(id), NodeRequest::CancelReview) => json(&app.reviews.cancel(id).await?),
        (LeaseKey::Study(id), NodeRequest::Delete) => {
            app.reviews.drop_of(id).await;
            json(&app.studies.delete(id).await?)
        }
        (_, ask) => {
            let what = format!("{}: {ask:?}", topic.key());
            return Err(Refusal::internal("a question of another node", &what));
        }
    };
    Ok(body.to_string())
}
