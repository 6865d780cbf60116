//! Whose games are, and what only the hall knows.

use crate::StoreError;
use crate::db::{Builder, Link, query};
use crate::games::name_id;
use hall::{Change, GameSetup, PersonId, Player, Seat};

/// Stands for everybody in the table of parts: a game made for two persons.
const EVERYBODY: &str = "*";
/// Stands there for everybody, too: a game that was offered in the lobby.
const LOBBY: &str = "+";

/// Whose games or studies are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's.
    #[default]
    Everybody,
    /// Those of this person; with `hosts` also those of a hall that had one user.
    Person {
        /// Who.
        id: PersonId,
        /// Whether the person opened the hall.
        hosts: bool,
    },
    /// Those made for two persons, whoever they are, and open ones; without private ones.
    Watchable,
    /// Those that were offered in the lobby, whoever plays them, and open ones; without private ones.
    InLobby,
    /// Those that are open to everybody.
    Open {
        /// Whose are left out.
        without: Vec<PersonId>,
    },
    /// Nobody's: none.
    Nobody,
}

/// The maker stands so in the set-up of a game or a study, before the id.
const MADE: &str = "\"maker\":\"";

/// Adds the condition that a game or a study is open to everybody, and made by none of these.
fn only_open(sql: &mut Builder, without: &[PersonId]) {
    sql.push(" listed <> 0 AND private = 0");
    for person in without {
        sql.push(" AND instr(setup, ").push_bind(format!("{MADE}{}\"", person.0)).push(") = 0");
    }
}

impl Whose {
    /// Adds the condition for studies. Their makers stand in their set-ups, which are JSON without spaces; a quote within a
    /// text of it has a backslash before it.
    pub(crate) fn narrow_studies(&self, sql: &mut Builder) {
        match self {
            Self::Everybody => {}
            Self::Person { id, hosts } => {
                sql.push(" AND (instr(setup, ");
                sql.push_bind(format!("{MADE}{}\"", id.0)).push(") > 0");
                if *hosts {
                    sql.push(" OR instr(setup, ").push_bind(MADE.to_owned()).push(") = 0");
                }
                sql.push(")");
            }
            Self::Open { without } => {
                sql.push(" AND");
                only_open(sql, without);
            }
            Self::Watchable | Self::InLobby | Self::Nobody => {
                sql.push(" AND FALSE");
            }
        }
    }

    /// Adds the condition for the column with a game's id.
    pub(crate) fn narrow(&self, sql: &mut Builder, column: &'static str) {
        match self {
            Self::Everybody => {}
            Self::Person { id, hosts } => {
                sql.push(" AND (").push(column);
                sql.push(" IN (SELECT game_id FROM parts WHERE person = ");
                sql.push_bind(id.0.clone()).push(")");
                if *hosts {
                    sql.push(" OR NOT EXISTS (SELECT 1 FROM parts WHERE game_id = ");
                    sql.push(column).push(")");
                }
                sql.push(")");
            }
            Self::Watchable | Self::InLobby => {
                let sign = if *self == Self::Watchable { EVERYBODY } else { LOBBY };
                sql.push(" AND ").push(column);
                sql.push(" IN (SELECT game_id FROM parts WHERE person = ");
                sql.push_bind(sign.to_owned());
                sql.push(" UNION ALL SELECT id FROM games WHERE listed <> 0) AND ").push(column);
                sql.push(" NOT IN (SELECT id FROM games WHERE private <> 0)");
            }
            Self::Open { without } => {
                sql.push(" AND ").push(column).push(" IN (SELECT id FROM games WHERE");
                only_open(sql, without);
                sql.push(")");
            }
            Self::Nobody => {
                sql.push(" AND FALSE");
            }
        }
    }
}

/// Writes whose a new game is.
pub(crate) async fn created(
    connection: &mut Link,
    id: &str,
    setup: &GameSetup,
) -> Result<(), StoreError> {
    let taken = |player: &Player| match player.seat() {
        Some(Seat::Taken { person }) => Some(person.0.clone()),
        _ => None,
    };
    let maker = setup.maker.iter().map(|maker| maker.0.clone());
    let is_shared = setup.players.iter().any(|player| player.seat().is_some());
    let everybody = is_shared.then(|| EVERYBODY.to_owned());
    let lobby = setup.in_lobby.then(|| LOBBY.to_owned());
    let persons = maker.chain(setup.players.iter().filter_map(taken));
    for person in persons.chain(everybody).chain(lobby) {
        add(connection, id, &person).await?;
    }
    Ok(())
}

/// Writes who has sat down.
pub(crate) async fn changed(
    connection: &mut Link,
    id: &str,
    changes: &[Change],
) -> Result<(), StoreError> {
    for change in changes {
        let Change::SeatTaken { side, person, name } = change else { continue };
        add(connection, id, &person.0).await?;
        let name = name_id(connection, &Player::person(name.as_str())).await?;
        let update = match side.index() {
            0 => "UPDATE games SET name_a = $2 WHERE id = $1",
            _ => "UPDATE games SET name_b = $2 WHERE id = $1",
        };
        query(update).bind(id).bind(name).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn add(connection: &mut Link, id: &str, person: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO parts (person, game_id) VALUES ($1, $2) ON CONFLICT (person, game_id) DO NOTHING";
    query(sql).bind(person).bind(id).execute(connection).await?;
    Ok(())
}
