use crate::api::AppState;
use crate::api::body::Body;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State;
use hall_messages::check_new_game_form;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{FamilyPreferences, OptionValue, Preferences};

/// The preferences of the person.
#[utoipa::path(
    get,
    path = "/api/preferences",
    responses((status = 200, description = "The preferences.", body = Preferences))
)]
pub(crate) async fn preferences(State(app): State<AppState>) -> Result<Json<Preferences>, Refusal> {
    Ok(Json(app.store.preferences().await?))
}

/// Stores the preferences of the person; fields that are absent take their defaults.
#[utoipa::path(
    put,
    path = "/api/preferences",
    request_body = Preferences,
    responses(
        (status = 200, description = "The preferences as they are now.", body = Preferences),
        (status = "4XX", description = "Why they are as they were.", body = Problem),
    )
)]
pub(crate) async fn set_preferences(
    State(app): State<AppState>,
    Body(preferences): Body<Preferences>,
) -> Result<Json<Preferences>, Refusal> {
    check(&preferences)?;
    app.store.set_preferences(&preferences).await?;
    Ok(Json(preferences))
}

/// The largest number of families of games: more than there are.
const MOST_FAMILIES: usize = 16;
/// The largest number of settings that only one family has.
const MOST_OPTIONS: usize = 32;

fn bad(message: String) -> Refusal {
    Refusal::impossible("bad-preference", message)
}

fn check_word(name: &str, word: &str) -> Result<(), Refusal> {
    let is_word = (1..=40).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if is_word {
        return Ok(());
    }
    Err(bad(format!("{name}: expected a word of letters, digits, - and _")))
}

/// Only the browser interprets these words; here they only have to be short.
fn check(preferences: &Preferences) -> Result<(), Refusal> {
    let words = [
        ("language", &preferences.language),
        ("theme", &preferences.theme),
        ("board", &preferences.board),
    ];
    for (name, word) in words {
        check_word(name, word)?;
    }
    let volumes =
        [("sound_volume", preferences.sound_volume), ("music_volume", preferences.music_volume)];
    for (name, volume) in volumes {
        if !(0.0..=1.0).contains(&volume) {
            return Err(bad(format!("{name}: {volume} is not between 0 and 1")));
        }
    }
    if let Some(form) = &preferences.new_game {
        check_new_game_form(form).map_err(|refusal| refusal.at("new_game"))?;
    }
    if preferences.families.len() > MOST_FAMILIES {
        return Err(bad(format!("families: more than {MOST_FAMILIES}")));
    }
    for (family, chosen) in &preferences.families {
        check_word("families", family)?;
        check_family(chosen).map_err(|refusal| refusal.at(&format!("families.{family}")))?;
    }
    Ok(())
}

fn check_family(chosen: &FamilyPreferences) -> Result<(), Refusal> {
    for (name, word) in [("notation", &chosen.notation), ("pieces", &chosen.pieces)] {
        if !word.is_empty() {
            check_word(name, word)?;
        }
    }
    if let Some(form) = &chosen.new_game {
        check_new_game_form(form).map_err(|refusal| refusal.at("new_game"))?;
    }
    if chosen.options.len() > MOST_OPTIONS {
        return Err(bad(format!("options: more than {MOST_OPTIONS}")));
    }
    for (name, value) in &chosen.options {
        check_word("options", name)?;
        if let OptionValue::Word(word) = value {
            check_word(&format!("options.{name}"), word)?;
        }
    }
    Ok(())
}
