//! Who sees a game or a study. Whoever has the address of a thing sees it, unless it is private: then it is for others as if
//! there were none, whatever they ask about it.

use crate::live;
use crate::people::own_games;
use crate::people::rights::is_host;
use crate::refusal::Refusal;
use crate::request;
use axum::RequestExt as _;
use axum::extract::{RawPathParams, Request};
use hall::{Player, Seat, Speaker};
use store::{Sight, Store, StoreError};

/// How a game stands to who asks.
pub(crate) async fn of_game(store: &Store, id: &str) -> Result<Sight, Refusal> {
    let speaker = request::speaker();
    let sight = match store.sight_of_game(id, &own_games(&speaker)).await {
        // Nobody can read it; the host may do away with it.
        Err(StoreError::Damaged { .. }) if is_host(&speaker) => Sight::Link,
        sight => sight?,
    };
    match (sight, &speaker) {
        (Sight::Hidden, Speaker::Person(person)) => {
            let Ok(state) = live::load(store, id).await else { return Ok(sight) };
            let kept = Seat::Open { only: Some(person.id.clone()) };
            let is_kept = state.players().iter().filter_map(Player::seat).any(|seat| *seat == kept);
            Ok(if is_kept { Sight::Private } else { sight })
        }
        _ => Ok(sight),
    }
}

/// How a study stands to who asks.
pub(crate) async fn of_study(store: &Store, id: &str) -> Result<Sight, Refusal> {
    let speaker = request::speaker();
    match store.sight_of_study(id, &own_games(&speaker)).await {
        Err(StoreError::Damaged { .. }) if is_host(&speaker) => Ok(Sight::Link),
        sight => Ok(sight?),
    }
}

/// Refuses who does not see a game in the words for one that there is not.
pub(crate) async fn must_see_game(store: &Store, id: &str) -> Result<(), Refusal> {
    if request::speaker() == Speaker::House || of_game(store, id).await?.is_seen() {
        return Ok(());
    }
    Err(Refusal::no_game(id))
}

/// Refuses who does not see a study in the words for one that there is not.
pub(crate) async fn must_see_study(store: &Store, id: &str) -> Result<(), Refusal> {
    if request::speaker() == Speaker::House || of_study(store, id).await?.is_seen() {
        return Ok(());
    }
    Err(Refusal::no_study(id))
}

/// Refuses a request about a game or a study that who asks does not see, before anything else of the request is looked at: the
/// answer is the same as where there is none.
pub(crate) async fn check(
    store: &Store,
    route: &str,
    mut request: Request,
) -> Result<Request, Refusal> {
    let is_of =
        |things: &str| route.strip_prefix(things).is_some_and(|rest| rest.starts_with("{id}"));
    let (games, studies) = (is_of("/api/games/"), is_of("/api/studies/"));
    // What a game did to ratings outlives the game, and a private one is not rated.
    if !(games || studies) || route == "/api/games/{id}/ratings" {
        return Ok(request);
    }
    let Ok(path) = request.extract_parts::<RawPathParams>().await else { return Ok(request) };
    let id = path.iter().find_map(|(name, id)| (name == "id").then(|| id.to_owned()));
    match id.filter(|id| uuid::Uuid::try_parse(id).is_ok()) {
        Some(id) if games => must_see_game(store, &id).await?,
        Some(id) => must_see_study(store, &id).await?,
        // The route refuses what is no id.
        None => {}
    }
    Ok(request)
}
