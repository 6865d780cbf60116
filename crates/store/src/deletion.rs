//! What remains of a person whose account is deleted: games with others, without the name.

use crate::db::{Link, query};
use crate::format::{FORMAT, StoredForm, change_check, head_check, setup_check};
use crate::games::name_id;
use crate::{Store, StoreError, tournaments};
use hall::{Change, DELETED_NAME, GameSetup, Moment, PersonId, Player, Seat};

/// Everything that belongs to a person alone, by statements with the person's id. What others have of the person loses
/// the name.
const STATEMENTS: [&str; 18] = [
    "DELETE FROM credentials WHERE person = $1",
    "DELETE FROM passkeys WHERE person = $1",
    "DELETE FROM passkey_challenges WHERE asker = $1",
    "DELETE FROM kept WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
    "DELETE FROM challenges WHERE person = $1",
    "DELETE FROM turns WHERE person = $1",
    "DELETE FROM conditional_moves WHERE person = $1",
    "DELETE FROM reports WHERE person = $1",
    "DELETE FROM ratings WHERE person = $1",
    "DELETE FROM rated_games WHERE person = $1",
    "DELETE FROM agreements WHERE person = $1",
    "UPDATE rated_games SET opponent_name = $2 WHERE opponent = $1",
    "UPDATE reports SET reported_name = $2 WHERE reported = $1",
    "UPDATE disabled SET name = $2 WHERE person = $1",
    "UPDATE moderation_log SET person_name = $2 WHERE person = $1",
    "UPDATE moderation_log SET moderator_name = $2 WHERE moderator = $1",
    "DELETE FROM accounts WHERE person = $1",
];

/// Deletes an account with everything that is the person's alone. Returns the number of accounts.
pub(crate) async fn perform(
    link: &mut Link,
    person: &PersonId,
    now: Moment,
) -> Result<u64, StoreError> {
    let studies = "DELETE FROM studies WHERE instr(setup, $1) > 0";
    query(studies).bind(format!("\"maker\":\"{}\"", person.0)).execute(&mut *link).await?;
    let games = query("SELECT game_id FROM parts WHERE person = $1").bind(&person.0);
    for game in games.scalars::<String>(&mut *link).await? {
        leave(link, &game, person).await?;
    }
    query("DELETE FROM parts WHERE person = $1").bind(&person.0).execute(&mut *link).await?;
    tournaments::forget_person(link, person).await?;
    let mut gone = 0;
    for sql in STATEMENTS {
        let statement = query(sql).bind(&person.0);
        let statement = if sql.contains("$2") { statement.bind(DELETED_NAME) } else { statement };
        gone = statement.execute(&mut *link).await?;
    }
    query(
        "INSERT INTO deleted_accounts (person, at) VALUES ($1, $2) ON CONFLICT (person) DO NOTHING",
    )
    .bind(&person.0)
    .bind(now.0)
    .execute(link)
    .await?;
    Ok(gone)
}

/// Deletes a game in which nobody else has a part; in another one the person has no name any more. A game that cannot be
/// read is nobody's to change.
async fn leave(link: &mut Link, game: &str, person: &PersonId) -> Result<(), StoreError> {
    let row = query(
        "SELECT setup, format, created_at, version, updated_at, players, plies, position, ending \
         FROM games WHERE id = $1",
    );
    let Some(row) = row.bind(game).fetch_optional(&mut *link).await? else { return Ok(()) };
    let format: i64 = row.try_get("format")?;
    let setup = GameSetup::read(format, &row.try_get::<String>("setup")?, game);
    let players = <[Player; 2]>::read(format, &row.try_get::<String>("players")?, game);
    let (Ok(mut setup), Ok(mut players)) = (setup, players) else { return Ok(()) };
    let is_others = |player: &Player| match player.seat() {
        Some(Seat::Taken { person: sitter }) => sitter != person,
        _ => false,
    };
    if !players.iter().chain(&setup.players).any(is_others) {
        query("DELETE FROM games WHERE id = $1").bind(game).execute(link).await?;
        return Ok(());
    }
    forget(&mut setup.players, person);
    forget(&mut players, person);
    let (text, shown) = (setup.write(), players.write());
    let (made, version): (i64, i64) = (row.try_get("created_at")?, row.try_get("version")?);
    let (changed, plies): (i64, i64) = (row.try_get("updated_at")?, row.try_get("plies")?);
    let position: String = row.try_get("position")?;
    let ending: Option<String> = row.try_get("ending")?;
    let check = head_check(game, version, changed, &shown, plies, &position, ending.as_deref());
    let mut names = [None, None];
    for (name, player) in names.iter_mut().zip(&players) {
        *name = name_id(link, player).await?;
    }
    query(
        "UPDATE games SET setup = $2, setup_check = $3, players = $4, head_check = $5, name_a = $6, \
         name_b = $7, format = $8 WHERE id = $1",
    )
    .bind(game)
    .bind(&text)
    .bind(setup_check(game, made, &text))
    .bind(&shown)
    .bind(check)
    .bind(names[0])
    .bind(names[1])
    .bind(FORMAT)
    .execute(&mut *link)
    .await?;
    forget_in_log(link, game, person).await
}

fn forget(players: &mut [Player; 2], person: &PersonId) {
    for player in players {
        if let Player::Person { name, seat: Some(Seat::Taken { person: sitter }) } = player
            && sitter == person
        {
            DELETED_NAME.clone_into(name);
        }
    }
}

/// The person has sat down under a name, too.
async fn forget_in_log(link: &mut Link, game: &str, person: &PersonId) -> Result<(), StoreError> {
    let rows = query(
        "SELECT version, at, request, body, format FROM changes \
         WHERE game_id = $1 AND instr(body, $2) > 0",
    );
    for row in rows.bind(game).bind("seat_taken").fetch_all(&mut *link).await? {
        let body: String = row.try_get("body")?;
        let change = Change::read(row.try_get("format")?, &body, game);
        let Ok(Change::SeatTaken { side, person: sitter, .. }) = change else { continue };
        if sitter != *person {
            continue;
        }
        let body =
            Change::SeatTaken { side, person: sitter, name: DELETED_NAME.to_owned() }.write();
        let (version, at): (i64, i64) = (row.try_get("version")?, row.try_get("at")?);
        let request: Option<String> = row.try_get("request")?;
        query(
            "UPDATE changes SET body = $3, body_check = $4, format = $5 \
             WHERE game_id = $1 AND version = $2",
        )
        .bind(game)
        .bind(version)
        .bind(&body)
        .bind(change_check(game, version, at, request.as_deref(), &body))
        .bind(FORMAT)
        .execute(&mut *link)
        .await?;
    }
    Ok(())
}

impl Store {
    /// Whether the account of this person was deleted.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn is_deleted(&self, person: &PersonId) -> Result<bool, StoreError> {
        let found = query("SELECT 1 FROM deleted_accounts WHERE person = $1").bind(&person.0);
        let found = found.fetch_optional(&self.readers).await;
        Ok(found.map_err(|error| self.told(error))?.is_some())
    }
}
