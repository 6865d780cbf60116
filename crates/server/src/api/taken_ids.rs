//! Under which ids a person takes over games and studies of another hall. What has the id of something that is not the person's
//! must not say whether there is such a thing: so all but the person's own things get ids of their own here, the same each time.

use crate::api::AppState;
use crate::api::taking_over::HallFile;
use crate::refusal::Refusal;
use crate::request;
use crate::study::StudyRight;
use hall::PersonId;
use std::collections::BTreeMap;

/// Gives everything in the file the id that it has here. Returns those that have another one than in the file; in a hall of one
/// user, whose everything is, none have.
pub(super) async fn rename(
    app: &AppState,
    file: &mut HallFile,
) -> Result<BTreeMap<String, String>, Refusal> {
    let Some(person) = request::speaker().person().map(|person| person.id.clone()) else {
        return Ok(BTreeMap::new());
    };
    let mut games: Vec<String> = file.game_ids();
    games.extend(file.studies.iter().filter_map(|study| study.game.clone()));
    let studies: Vec<String> = file.studies.iter().map(|study| study.id.clone()).collect();
    let mut ids = new_ids(app, &person, games.iter().chain(&studies));
    for game in app.store.known_games(&games).await? {
        if app.games.must_have_part(&game).await.is_ok() {
            ids.remove(&game);
        }
    }
    for study in app.store.known_studies(&studies).await? {
        if app.studies.must_be_own(&study, StudyRight::Delete).await.is_ok() {
            ids.remove(&study);
        }
    }
    let here = |id: &mut String| {
        if let Some(here) = ids.get(id) {
            id.clone_from(here);
        }
    };
    for game in &mut file.games {
        if let Some(serde_json::Value::String(id)) = game.game.get_mut("id") {
            here(id);
        }
    }
    for study in &mut file.studies {
        here(&mut study.id);
        study.game.iter_mut().for_each(here);
    }
    file.reviews.iter_mut().for_each(|review| here(&mut review.study));
    file.tags.iter_mut().for_each(|of| here(&mut of.id));
    Ok(ids)
}

/// The ids that these have here; what is no id has none.
fn new_ids<'a>(
    app: &AppState,
    person: &PersonId,
    ids: impl Iterator<Item = &'a String>,
) -> BTreeMap<String, String> {
    let of = |id: &String| {
        let there = uuid::Uuid::try_parse(id).ok()?;
        Some((id.clone(), app.identities.id_here(person, there)))
    };
    ids.filter_map(of).collect()
}
