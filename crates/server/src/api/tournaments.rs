//! Tournaments: made, entered, directed and shown. What may be done is decided by `hall::tournament`; here its events are
//! stored, together with the games of a round that begins.

use crate::api::AppState;
use crate::api::body::{Body, TournamentId};
use crate::api::{files, ratings};
use crate::hourly::HourlyKind;
use crate::people::rights::{forbidden, must_have_made};
use crate::refusal::Refusal;
use crate::request;
use crate::view;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hall::tournament::{
    LONGEST_TOURNAMENT_NAME, LoggedTournamentEvent, MOST_ROUNDS, NewRound, Pairing, PairingResult,
    Tournament, TournamentCommand, TournamentEvent, TournamentRefusal, TournamentSetup,
    TournamentStage, TournamentSystem, TrfDates, trf,
};
use hall::{Outcome, Person, PersonId, Player, Seat, Side, Speaker};
use std::collections::HashMap;
use store::{GameListItem, ListEntry, StoreError, StoredTournament};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{
    NewTournament, ShownRound, ShownRoundGame, ShownTournament, TournamentList, TournamentSummary,
};

/// The most tournaments in the list.
const LISTED: u32 = 40;
/// The most tournaments that one person directs at a time.
const DIRECTED: u64 = 3;
/// How often a command is tried anew, after another one came at the same time.
const TRIES: usize = 8;

/// The tournaments that everybody is shown, and the own ones; none in a hall of one user.
#[utoipa::path(
    get,
    path = "/api/tournaments",
    operation_id = "tournaments",
    responses(
        (status = 200, description = "The tournaments.", body = TournamentList),
        (status = "4XX", description = "Why there are none.", body = Problem),
    )
)]
pub(crate) async fn list(State(app): State<AppState>) -> Result<Json<TournamentList>, Refusal> {
    let mut tournaments = Vec::new();
    if app.config.mode.has_people() {
        let speaker = request::speaker();
        let own = speaker.person().map(|person| &person.id);
        for id in app.store.tournaments(own, LISTED).await? {
            match app.store.tournament(&id).await {
                Ok(Some(found)) => tournaments.push(summary(&found)),
                Ok(None) => {}
                // The others can be read.
                Err(error) => tracing::warn!("the tournament {id}: {error}"),
            }
        }
    }
    Ok(Json(TournamentList { tournaments }))
}

/// Makes a tournament.
#[utoipa::path(
    post,
    path = "/api/tournaments",
    operation_id = "new_tournament",
    request_body = NewTournament,
    responses(
        (status = 201, description = "The tournament; `Location` says where it is.", body = ShownTournament),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn create(
    State(app): State<AppState>,
    Body(new): Body<NewTournament>,
) -> Result<impl IntoResponse, Refusal> {
    let Speaker::Person(organiser) = request::speaker() else {
        return Err(Refusal::conflict("no-persons", "this hall has one user"));
    };
    let setup = setup(new, &organiser)?;
    if app.store.tournaments_of(&organiser.id).await? >= DIRECTED {
        let message = format!("{DIRECTED} tournaments can be directed at a time: end one before");
        return Err(Refusal::conflict("too-many-tournaments", message));
    }
    app.quotas.begin(HourlyKind::Tournament)?;
    let now = view::now();
    let id = view::game_id(now);
    app.store.create_tournament(&id, setup, now).await?;
    let location = [(header::LOCATION, format!("/api/tournaments/{id}"))];
    Ok((StatusCode::CREATED, location, Json(shown(&app, &id).await?)))
}

/// The set-up of a new tournament, with rules that exist.
fn setup(new: NewTournament, organiser: &Person) -> Result<TournamentSetup, Refusal> {
    let bad = |message: String| Err(Refusal::impossible("bad-tournament", message));
    let name = new.name.split_whitespace().collect::<Vec<_>>().join(" ");
    if !(1..=LONGEST_TOURNAMENT_NAME).contains(&name.chars().count()) {
        return bad(format!("name: expected 1 to {LONGEST_TOURNAMENT_NAME} characters"));
    }
    hall_messages::check_text("name", &name)?;
    if organiser.name.is_empty() {
        return Err(Refusal::conflict("needs-name", "who directs a tournament needs a name"));
    }
    if let TournamentSystem::Swiss { rounds } = new.system
        && !(1..=MOST_ROUNDS).contains(&rounds)
    {
        return bad(format!("system.rounds: expected 1 to {MOST_ROUNDS}"));
    }
    let mut setup = TournamentSetup {
        name,
        variant: new.variant,
        rules: new.rules.unwrap_or_default(),
        opening: new.opening,
        clock: new.clock,
        system: new.system,
        rated: new.rated,
        listed: new.listed,
        late: new.late,
        organiser: organiser.id.clone(),
        organiser_name: organiser.name.clone(),
    };
    // A game by these rules can begin.
    let players = [(); 2].map(|()| Player::person(""));
    let asked = new_game(&setup, players);
    hall_messages::check_new_game_form(&asked)?;
    let now = view::now();
    let (state, _) = hall_messages::begin("", asked, &Speaker::House, &[], now)?;
    setup.rules.clone_from(&state.setup().rules);
    Ok(setup)
}

/// A game of a tournament.
fn new_game(setup: &TournamentSetup, players: [Player; 2]) -> wire::NewGame {
    wire::NewGame {
        variant: setup.variant.clone(),
        rules: Some(setup.rules.clone()).filter(|rules| !rules.is_empty()),
        players,
        draw_lots: false,
        clock: setup.clock.clone(),
        position: None,
        moves: Vec::new(),
        opening: setup.opening.clone(),
        imported: None,
        // Everybody may watch it.
        in_lobby: true,
        rated: setup.rated,
        delay: 0,
    }
}

/// The games of a round that begins.
fn games_of(
    id: &str,
    tournament: &Tournament,
    pairings: &[Pairing],
    now: hall::Moment,
) -> Result<Vec<store::NewGame>, Refusal> {
    let name = |person: &PersonId| {
        let entry = tournament.entries().iter().find(|entry| entry.person == *person);
        entry.map(|entry| entry.name.clone()).unwrap_or_default()
    };
    let mut games = Vec::with_capacity(pairings.len());
    for pairing in pairings {
        let Some(game) = &pairing.game else { continue };
        let players = [&pairing.first, &pairing.second].map(|person| Player::Person {
            name: name(person),
            seat: Some(Seat::Taken { person: person.clone() }),
        });
        let new = new_game(tournament.setup(), players);
        let maker =
            Person { id: pairing.first.clone(), name: name(&pairing.first), is_host: false };
        let (state, changes) = hall_messages::begin(game, new, &Speaker::Person(maker), &[], now)?;
        let mut setup = state.setup().clone();
        setup.tournament = Some(id.to_owned());
        games.push(store::NewGame {
            id: game.clone(),
            setup,
            began: None,
            changes,
            summary: state.summary(),
            tags: Vec::new(),
        });
    }
    Ok(games)
}

/// A tournament with the results of the games that have ended by now.
struct SettledTournament {
    stored: StoredTournament,
    /// The results that are not in its log yet.
    report: Vec<TournamentEvent>,
    /// The games of pairings that have no result in the log.
    games: HashMap<String, GameListItem>,
}

/// Reads a tournament and the games that it waits for.
async fn settled(app: &AppState, id: &str) -> Result<SettledTournament, Refusal> {
    let found = app.store.tournament(id).await?;
    let mut stored = found.ok_or_else(|| no_tournament(id))?;
    let rounds = stored.tournament.rounds().iter().flat_map(|round| &round.pairings);
    let open = rounds.filter(|pairing| pairing.result.is_none());
    let open: Vec<String> = open.filter_map(|pairing| pairing.game.clone()).collect();
    let mut games = HashMap::new();
    for entry in app.store.games_of(open).await? {
        if let ListEntry::Game(game) = entry {
            games.insert(game.id.clone(), *game);
        }
    }
    let report = stored.tournament.report(|game| {
        let GameListItem { summary, .. } = games.get(game)?;
        Some((summary.players.clone(), summary.end.clone()))
    });
    for event in &report {
        stored.tournament.apply(event);
    }
    Ok(SettledTournament { stored, report, games })
}

fn no_tournament(id: &str) -> Refusal {
    Refusal::not_found(format!("there is no tournament {id:?}"))
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn summary(stored: &StoredTournament) -> TournamentSummary {
    let tournament = &stored.tournament;
    let setup = tournament.setup();
    let speaker = request::speaker();
    let own = speaker.person().is_some_and(|person| {
        tournament.entries().iter().any(|entry| entry.person == person.id && !entry.is_gone)
    });
    TournamentSummary {
        id: stored.id.clone(),
        name: setup.name.clone(),
        variant: setup.variant.clone(),
        clock: setup.clock.clone(),
        system: setup.system,
        rated: setup.rated,
        stage: tournament.stage(),
        entries: number(tournament.entries().iter().filter(|entry| !entry.is_gone).count()),
        begun: number(tournament.rounds().len()),
        rounds: number(tournament.round_count()),
        own,
        organiser: setup.organiser.clone(),
        organiser_name: setup.organiser_name.clone(),
    }
}

async fn shown(app: &AppState, id: &str) -> Result<ShownTournament, Refusal> {
    let SettledTournament { stored, games, .. } = settled(app, id).await?;
    let tournament = &stored.tournament;
    let setup = tournament.setup();
    let game = |pairing: &Pairing| {
        let found = pairing.game.as_ref().and_then(|game| games.get(game));
        let has_ended = found.is_none_or(|game| game.summary.end.is_some());
        ShownRoundGame {
            first: pairing.first.clone(),
            second: pairing.second.clone(),
            game: pairing.game.clone(),
            result: pairing.result,
            plies: found.map_or(0, |game| game.summary.plies),
            undecided: pairing.result.is_none() && has_ended,
        }
    };
    let rounds = tournament.rounds().iter().zip(1..).map(|(round, number)| ShownRound {
        number,
        games: round.pairings.iter().map(game).collect(),
        bye: round.bye.clone(),
    });
    Ok(ShownTournament {
        summary: summary(&stored),
        rules: setup.rules.clone(),
        opening: setup.opening.clone(),
        listed: setup.listed,
        late: setup.late,
        created_at: view::moment(stored.created_at),
        version: stored.log.len() as u64,
        rounds: rounds.collect(),
        standings: tournament.standings(),
    })
}

/// A tournament with its rounds and standings.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    params(("id" = String, Path, description = "The tournament's id.")),
    responses(
        (status = 200, description = "The tournament.", body = ShownTournament),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn tournament(
    State(app): State<AppState>,
    TournamentId(id): TournamentId,
) -> Result<Json<ShownTournament>, Refusal> {
    shown(&app, &id).await.map(Json)
}

/// Enters, leaves or directs a tournament.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/command",
    params(("id" = String, Path, description = "The tournament's id.")),
    request_body = TournamentCommand,
    responses(
        (status = 200, description = "The tournament after it.", body = ShownTournament),
        (status = "4XX", description = "Why it was not done.", body = Problem),
    )
)]
pub(crate) async fn command(
    State(app): State<AppState>,
    TournamentId(id): TournamentId,
    Body(asked): Body<TournamentCommand>,
) -> Result<Json<ShownTournament>, Refusal> {
    for _ in 0..TRIES {
        if carry_out(&app, &id, &asked).await? {
            return shown(&app, &id).await.map(Json);
        }
    }
    Err(StoreError::Conflict.into())
}

/// Carries out a command. `false` if something else happened at the same time.
async fn carry_out(app: &AppState, id: &str, asked: &TournamentCommand) -> Result<bool, Refusal> {
    let SettledTournament { stored, report, games } = settled(app, id).await?;
    let tournament = &stored.tournament;
    let speaker = request::speaker();
    let now = view::now();
    let setup = tournament.setup();
    let rating = match (asked, speaker.person()) {
        (TournamentCommand::Enter, Some(person)) => {
            let ratings = app.store.ratings(&person.id).await?;
            let known = ratings::shown(&ratings, &setup.variant, &setup.clock);
            known.map_or(0, |known| known.rating)
        }
        _ => 0,
    };
    let mut game_id = || view::game_id(now);
    let given = NewRound { rating, lots: rand::random(), game_id: &mut game_id };
    let happened = tournament.carry_out(asked, &speaker, given).map_err(refusal)?;
    let mut slots = Vec::new();
    let mut new = Vec::new();
    for event in &happened {
        match event {
            TournamentEvent::RoundBegun { pairings, .. } => {
                app.quotas.begin(HourlyKind::Tournament)?;
                new = games_of(id, tournament, pairings, now)?;
                for _ in &new {
                    slots.push(app.stored.take()?);
                }
            }
            TournamentEvent::Result { round, board, result } => {
                let found = tournament.rounds().get(*round as usize - 1);
                let pairing = found.and_then(|found| found.pairings.get(*board as usize));
                if let Some(pairing) = pairing {
                    end_game(app, pairing, *result, &games).await?;
                }
            }
            _ => {}
        }
    }
    let events: Vec<_> = report.into_iter().chain(happened).collect();
    if events.is_empty() {
        return Ok(true);
    }
    let version = stored.log.len() as u64;
    match app.store.append_tournament(id, version, events, new, now).await {
        Ok(_) => {
            for slot in slots {
                slot.keep();
            }
            Ok(true)
        }
        Err(StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Ends the game of a pairing that goes on, as who directs the tournament has decided it.
async fn end_game(
    app: &AppState,
    pairing: &Pairing,
    result: PairingResult,
    games: &HashMap<String, GameListItem>,
) -> Result<(), Refusal> {
    let Some(game) = pairing.game.as_ref().and_then(|game| games.get(game)) else { return Ok(()) };
    if game.summary.end.is_some() {
        return Ok(());
    }
    // An opening may have changed the sides.
    let side_of = |person: &PersonId| {
        let sits = |side: &Side| {
            let seat = game.summary.players[side.index()].seat();
            matches!(seat, Some(Seat::Taken { person: sitter }) if sitter == person)
        };
        Side::ALL.into_iter().find(sits)
    };
    let winner = Side::ALL.into_iter().find(|&side| result.points(side) == 2);
    let outcome = match winner {
        Some(side) => side_of(pairing.person(side)).map(Outcome::win_of),
        None if result == PairingResult::Draw => Some(Outcome::Draw),
        None => None,
    };
    app.games.decide(&game.id, outcome).await
}

fn refusal(refused: TournamentRefusal) -> Refusal {
    let TournamentRefusal { code, message, is_forbidden } = refused;
    if is_forbidden { forbidden(code, &message) } else { Refusal::conflict(code, message) }
}

/// Deletes a tournament that has not begun, or is over. Its games stay.
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}",
    operation_id = "delete_tournament",
    params(("id" = String, Path, description = "The tournament's id.")),
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "Why it is not.", body = Problem),
    )
)]
pub(crate) async fn delete(
    State(app): State<AppState>,
    TournamentId(id): TournamentId,
) -> Result<StatusCode, Refusal> {
    let found = app.store.tournament(&id).await?.ok_or_else(|| no_tournament(&id))?;
    must_have_made(Some(&found.tournament.setup().organiser))?;
    if found.tournament.stage() == TournamentStage::Running {
        let message = "rounds of this tournament have begun: end it before";
        return Err(Refusal::conflict("tournament-running", message));
    }
    app.store.delete_tournament(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A tournament as a Tournament Report File (TRF16).
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/export",
    operation_id = "export_tournament",
    params(("id" = String, Path, description = "The tournament's id.")),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/plain"),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    State(app): State<AppState>,
    TournamentId(id): TournamentId,
) -> Result<impl IntoResponse, Refusal> {
    let SettledTournament { stored, .. } = settled(&app, &id).await?;
    let day = |moment| {
        let dates = crate::dates::of(&view::moment(moment));
        dates.map(|dates| dates.local.replace('-', "/")).unwrap_or_default()
    };
    let at = |logged: Option<&LoggedTournamentEvent>| logged.map_or(stored.created_at, |it| it.at);
    let dates = TrfDates { start: day(at(stored.log.first())), end: day(at(stored.log.last())) };
    let head = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, files::download("tournament", &id, "trf")),
    ];
    Ok((head, trf(&stored.tournament, &dates)))
}
