//! Seats of new games: invitations and rematches.

use crate::api::AppState;
use crate::hourly::HourlyKind;
use crate::live;
use crate::people::rights::forbidden;
use crate::refusal::Refusal;
use crate::request;
use crate::view;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hall::{ClockSetting, Command, GameSetup, GameState, NewGame, Player, Seat, Speaker};

/// The new game with the seats of who makes it. One of two persons may have an open seat: then the other place is the
/// maker's.
pub(super) fn seated(mut new: NewGame, speaker: &Speaker) -> Result<NewGame, Refusal> {
    let bad = |message: &str| Refusal::impossible("bad-game", message);
    check_rated(&new, speaker)?;
    let [first, second] = [0, 1].map(|side: usize| new.players[side].seat().cloned());
    let open = match (first, second) {
        (None, None) if new.in_lobby => {
            return Err(bad("in_lobby: only a game with an open seat can be offered"));
        }
        (None, None) => return Ok(new),
        (Some(Seat::Open { only: None }), None) => 0,
        (None, Some(Seat::Open { only: None })) => 1,
        _ => return Err(bad("players: one seat can be open, and nobody is put on the other one")),
    };
    let Speaker::Person(maker) = speaker else {
        let message = "this hall has one user: nobody can be invited to it";
        return Err(Refusal::conflict("no-persons", message));
    };
    let Player::Person { name, seat } = &mut new.players[1 - open] else {
        return Err(bad("players: an open seat needs a person on the other side"));
    };
    name.clone_from(&maker.name);
    *seat = Some(Seat::Taken { person: maker.id.clone() });
    if let Player::Person { name, .. } = &mut new.players[open] {
        name.clear();
    }
    if !new.moves.is_empty() {
        return Err(bad("moves: a game for two persons begins with none"));
    }
    Ok(new)
}

/// Refuses a rated game in which ratings would mean nothing.
fn check_rated(new: &NewGame, speaker: &Speaker) -> Result<(), Refusal> {
    if !new.rated {
        return Ok(());
    }
    let bad = |message: &str| Err(Refusal::impossible("bad-game", message));
    if speaker.person().is_none() {
        let message = "this hall has one user, who has no rating";
        return Err(Refusal::conflict("no-persons", message));
    }
    if new.position.is_some() || !new.moves.is_empty() {
        return bad("rated: a rated game begins from the usual position");
    }
    let is_level = |player: &Player| {
        matches!(player, Player::Machine { preset: None, depth: None, move_time_ms: None, .. })
    };
    let is_open = |player: &Player| player.seat().is_some();
    let is_person = |player: &Player| matches!(player, Player::Person { .. });
    let fits = |a: &Player, b: &Player| is_person(a) && (is_open(b) || is_level(b));
    let [first, second] = &new.players;
    if !fits(first, second) && !fits(second, first) {
        return bad(
            "rated: two persons play, or a person and a level of the machine without limits",
        );
    }
    // Nobody could claim the game from a person who stays away.
    if new.players.iter().any(is_level) && new.clock == ClockSetting::None {
        return bad("rated: a game against a level of the machine needs a clock");
    }
    Ok(())
}

/// The rematch of a game: a new one, or the one that there is.
pub(super) async fn rematch(app: &AppState, id: &str) -> Result<Response, Refusal> {
    let speaker = request::speaker();
    let old = app.games.stored(id).await?;
    let ([side], Speaker::Person(person)) = (&old.sides_of(&speaker)[..], &speaker) else {
        return Err(forbidden("not-yours", "only its two players have a rematch"));
    };
    if let Some(known) = old.rematch() {
        return Ok(Json(app.games.view(known).await?).into_response());
    }
    old.must_allow_rematch()?;
    let others: Vec<_> = old.met_by(&speaker, &Command::SitDown).into_iter().cloned().collect();
    app.safety.may_meet(&person.id, &others).await?;
    app.quotas.begin(HourlyKind::Game)?;
    let place = app.stored.take()?;
    let mut players = old.players().clone();
    for player in &mut players {
        if let Player::Person { name, seat: Some(seat @ Seat::Taken { .. }) } = player {
            match seat {
                Seat::Taken { person: sitter } if *sitter == person.id => {
                    name.clone_from(&person.name);
                }
                Seat::Taken { person: sitter } => *seat = Seat::Open { only: Some(sitter.clone()) },
                Seat::Open { .. } => {}
            }
        }
    }
    debug_assert!(old.player(*side).seat().is_some(), "it is between persons");
    players.swap(0, 1);
    let setup = GameSetup {
        players,
        maker: Some(person.id.clone()),
        rematch_of: Some(id.to_owned()),
        tournament: None,
        ..old.setup().clone()
    };
    let now = view::now();
    let new = view::game_id(now);
    let state = GameState::new(&games::REGISTRY, &new, setup, now)?;
    app.store.create(&new, state.setup(), now, &[], &state.summary()).await?;
    if let Err(refusal) = app.games.rematch(id, &new).await {
        // The other player was faster.
        app.store.delete(&new).await?;
        let known = app.games.stored(id).await?.rematch().map(str::to_owned);
        let known = known.ok_or(refusal)?;
        return Ok(Json(app.games.view(&known).await?).into_response());
    }
    place.keep();
    let location = [(header::LOCATION, format!("/api/games/{new}"))];
    Ok((StatusCode::CREATED, location, Json(live::shown(&state))).into_response())
}
