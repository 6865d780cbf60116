//! Ratings change with the end of a game, once; offers end with them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{moved, open, person, setup_of, summary};
use hall::rating::{RatedPlayer, RatedResult};
use hall::{Change, Moment, PersonId, Side};
use store::StoreError;

fn player(id: &str) -> RatedPlayer {
    RatedPlayer::Person { id: PersonId(id.to_owned()), name: id.to_owned() }
}

fn won(first: &str, second: &str) -> Option<RatedResult> {
    let players = [player(first), player(second)];
    Some(RatedResult { pool: "xiangqi/rapid".to_owned(), players, winner: Some(Side::First) })
}

#[tokio::test]
async fn a_game_is_rated_once_and_with_its_end_or_not_at_all() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    let [ada, bob] = ["ada", "bob"].map(|id| PersonId(id.to_owned()));
    let setup = setup_of([person("Ada"), person("Bob")], "xiangqi");
    for game in ["g1", "g2"] {
        store.create(game, &setup, Moment(1), &[], &summary(0)).await.unwrap();
    }
    let at = |ms| (None, Moment(ms));
    let (one, more) = ([moved("a")], [moved("b")]);
    // What is not stored is not rated.
    let late = store.append_with("g1", 7, at(2), &one, &summary(1), won("ada", "bob")).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    assert!(store.ratings(&ada).await.unwrap().is_empty());
    store.append_with("g1", 0, at(3), &one, &summary(1), won("ada", "bob")).await.unwrap();
    let after = store.ratings(&ada).await.unwrap();
    assert_eq!((after[0].won, after[0].rating.rating.round()), (1, 1662.0));
    // Later changes of the game say its end again, also to a hall that was opened again.
    store.append_with("g1", 1, at(4), &more, &summary(2), won("ada", "bob")).await.unwrap();
    store.close().await;
    let store = open(data.path()).await;
    store.append_with("g1", 2, at(5), &more, &summary(3), won("ada", "bob")).await.unwrap();
    assert_eq!(store.ratings(&ada).await.unwrap(), after);
    let lost = &store.rated_games(&bob).await.unwrap()[0];
    assert_eq!((lost.points, lost.opponent.as_str(), lost.change.round()), (0, "ada", -162.0));
    // The next game goes on from there, and outlives its deletion.
    store.append_with("g2", 0, at(6), &one, &summary(1), won("bob", "ada")).await.unwrap();
    store.delete("g2").await.unwrap();
    let games = store.rated_games(&ada).await.unwrap();
    let ids: Vec<_> = games.iter().map(|game| game.game.as_str()).collect();
    assert_eq!(ids, ["g2", "g1"]);
    assert!(games[0].opponent_rating < 1400.0 && games[0].change < -100.0, "{:?}", games[0]);
    store.close().await;
}

#[tokio::test]
async fn an_offer_ends_when_somebody_sits_down_or_the_game_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    let ada = PersonId("ada".to_owned());
    let setup = setup_of([person("Ada"), person("")], "xiangqi");
    for game in ["g1", "g2", "g3"] {
        store.create(game, &setup, Moment(1), &[], &summary(0)).await.unwrap();
        store.offer(game, &ada, Moment(10), Moment(10), true).await.unwrap();
    }
    store.offer("nothing", &ada, Moment(10), Moment(10), true).await.unwrap();
    let ids = async |seen| {
        let found = store.challenges(Moment(seen), 9).await.unwrap();
        found.into_iter().map(|offer| offer.game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(10).await, ["g1", "g2", "g3"]);
    assert_eq!(store.challenges_of(&ada, Moment(10)).await.unwrap(), 3);
    // Whose maker was not seen lately is shown to nobody.
    store.offer("g2", &ada, Moment(50), Moment(50), false).await.unwrap();
    assert_eq!(ids(11).await, ["g2"]);
    let sat = Change::SeatTaken {
        side: Side::Second,
        person: PersonId("bob".to_owned()),
        name: "Bob".to_owned(),
    };
    store.append("g1", 0, None, Moment(60), &[sat], &summary(0)).await.unwrap();
    store.delete("g2").await.unwrap();
    assert_eq!(ids(0).await, ["g3"]);
    store.withdraw_offer("g3").await.unwrap();
    assert!(ids(0).await.is_empty());
    store.close().await;
}
