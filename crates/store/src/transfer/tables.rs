//! The tables of a hall, as they are copied. A test holds the list to the tables that there are.

/// What a column holds.
#[derive(Copy, Clone, Debug)]
pub(super) enum ColumnKind {
    Number,
    Text,
    Bytes,
}
use ColumnKind::{Bytes, Number, Text};

/// A table, with its key first.
#[derive(Debug)]
pub(super) struct TransferTable {
    pub(super) name: &'static str,
    /// How many of the columns are its key.
    pub(super) keys: usize,
    pub(super) columns: &'static [(&'static str, ColumnKind)],
    /// Whether triggers fill it, so that its rows are replaced.
    pub(super) is_followed: bool,
}

const fn table(
    name: &'static str,
    keys: usize,
    columns: &'static [(&'static str, ColumnKind)],
) -> TransferTable {
    TransferTable { name, keys, columns, is_followed: false }
}

/// All tables but those that triggers keep, each after those that it refers to.
pub(super) const TABLES: [TransferTable; 37] = [
    table("names", 1, &[("id", Number), ("name", Text)]),
    table(
        "games",
        1,
        &[
            ("id", Text),
            ("setup", Text),
            ("version", Number),
            ("created_at", Number),
            ("updated_at", Number),
            ("players", Text),
            ("plies", Number),
            ("position", Text),
            ("ending", Text),
            ("format", Number),
            ("setup_check", Number),
            ("head_check", Number),
            ("damage", Text),
            ("family", Text),
            ("ended", Number),
            ("name_a", Number),
            ("name_b", Number),
            ("private", Number),
            ("listed", Number),
        ],
    ),
    table(
        "changes",
        2,
        &[
            ("game_id", Text),
            ("version", Number),
            ("at", Number),
            ("request", Text),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table(
        "studies",
        1,
        &[
            ("id", Text),
            ("setup", Text),
            ("game", Text),
            ("version", Number),
            ("created_at", Number),
            ("updated_at", Number),
            ("head", Text),
            ("format", Number),
            ("setup_check", Number),
            ("head_check", Number),
            ("damage", Text),
            ("private", Number),
            ("listed", Number),
        ],
    ),
    table(
        "edits",
        2,
        &[
            ("study_id", Text),
            ("version", Number),
            ("at", Number),
            ("request", Text),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table(
        "reviews",
        1,
        &[
            ("study_id", Text),
            ("under_way", Number),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table(
        "reviewed",
        2,
        &[
            ("study_id", Text),
            ("node", Number),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table(
        "analyses",
        1,
        &[
            ("what", Text),
            ("used_at", Number),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table("tags", 2, &[("game_id", Text), ("tag", Text), ("tag_check", Number)]),
    table(
        "puzzles",
        2,
        &[
            ("game_id", Text),
            ("ply", Number),
            ("variant", Text),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
            ("tries", Number),
            ("solved", Number),
        ],
    ),
    table(
        "puzzle_searches",
        1,
        &[
            ("game_id", Text),
            ("under_way", Number),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table(
        "archive",
        1,
        &[
            ("number", Number),
            ("game_id", Text),
            ("line", Text),
            ("winner", Number),
            ("loser", Number),
            ("person", Number),
            ("mistakes_first", Number),
            ("mistakes_second", Number),
        ],
    ),
    table("tracks", 1, &[("number", Number), ("body", Bytes)]),
    table("positions", 2, &[("key", Number), ("number", Number), ("ply", Number)]),
    table("parts", 2, &[("person", Text), ("game_id", Text)]),
    table(
        "challenges",
        1,
        &[("game_id", Text), ("person", Text), ("since", Number), ("seen_at", Number)],
    ),
    table("turns", 1, &[("game_id", Text), ("person", Text), ("due_at", Number)]),
    table("conditional_moves", 2, &[("game_id", Text), ("person", Text), ("body", Text)]),
    table(
        "ratings",
        2,
        &[
            ("person", Text),
            ("pool", Text),
            ("rating", Number),
            ("deviation", Number),
            ("volatility", Number),
            ("won", Number),
            ("drawn", Number),
            ("lost", Number),
            ("at", Number),
        ],
    ),
    table(
        "rated_games",
        2,
        &[
            ("game_id", Text),
            ("person", Text),
            ("pool", Text),
            ("at", Number),
            ("points", Number),
            ("opponent", Text),
            ("opponent_name", Text),
            ("opponent_rating", Number),
            ("rating", Number),
            ("change", Number),
        ],
    ),
    table(
        "agreements",
        2,
        &[
            ("game_id", Text),
            ("person", Text),
            ("pool", Text),
            ("at", Number),
            ("rating", Number),
            ("compared", Number),
            ("agreed", Number),
            ("nodes", Number),
        ],
    ),
    table(
        "tournaments",
        1,
        &[
            ("id", Text),
            ("setup", Text),
            ("organiser", Text),
            ("version", Number),
            ("created_at", Number),
            ("updated_at", Number),
            ("listed", Number),
            ("ended", Number),
            ("format", Number),
            ("setup_check", Number),
        ],
    ),
    table(
        "tournament_events",
        2,
        &[
            ("tournament_id", Text),
            ("version", Number),
            ("at", Number),
            ("request", Text),
            ("body", Text),
            ("format", Number),
            ("body_check", Number),
        ],
    ),
    table("tournament_parts", 2, &[("person", Text), ("tournament_id", Text)]),
    table("secrets", 1, &[("name", Text), ("body", Text)]),
    table(
        "accounts",
        1,
        &[
            ("person", Text),
            ("name", Text),
            ("look", Text),
            ("password", Text),
            ("recovery", Text),
            ("role", Text),
            ("created_at", Number),
        ],
    ),
    table(
        "credentials",
        1,
        &[
            ("hash", Text),
            ("id", Text),
            ("person", Text),
            ("label", Text),
            ("scopes", Text),
            ("made_at", Number),
            ("seen_at", Number),
        ],
    ),
    table(
        "passkeys",
        1,
        &[
            ("credential", Text),
            ("id", Text),
            ("person", Text),
            ("label", Text),
            ("handle", Bytes),
            ("key", Bytes),
            ("state", Bytes),
            ("made_at", Number),
            ("seen_at", Number),
        ],
    ),
    table(
        "passkey_challenges",
        1,
        &[("challenge", Text), ("act", Text), ("asker", Text), ("state", Bytes), ("until", Number)],
    ),
    table("blocks", 2, &[("person", Text), ("blocked", Text), ("name", Text), ("at", Number)]),
    table("disabled", 1, &[("person", Text), ("name", Text), ("reason", Text), ("at", Number)]),
    table("deleted_accounts", 1, &[("person", Text), ("at", Number)]),
    table(
        "reports",
        1,
        &[
            ("id", Text),
            ("at", Number),
            ("person", Text),
            ("person_name", Text),
            ("reported", Text),
            ("reported_name", Text),
            ("game", Text),
            ("reason", Text),
            ("words", Text),
            ("closed_at", Number),
            ("verdict", Text),
        ],
    ),
    table(
        "moderation_log",
        1,
        &[
            ("id", Text),
            ("at", Number),
            ("moderator", Text),
            ("moderator_name", Text),
            ("act", Text),
            ("person", Text),
            ("person_name", Text),
            ("words", Text),
        ],
    ),
    table("kept", 2, &[("person", Text), ("name", Text), ("body", Text)]),
    table(
        "preferences",
        1,
        &[("id", Number), ("body", Text), ("format", Number), ("body_check", Number)],
    ),
    // The last: the triggers of others write to it.
    TransferTable {
        name: "archive_wanted",
        keys: 1,
        columns: &[("game_id", Text), ("n", Number)],
        is_followed: true,
    },
];

/// The tables that triggers keep.
pub(super) const KEPT: [&str; 2] = ["seats", "counts"];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::{KEPT, TABLES};
    use crate::db::{Link, query};
    use crate::opening;
    use sqlx::ConnectOptions;
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn every_table_and_column_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.sqlite");
        opening::create(&file).await.unwrap();
        let mut link = Link::Sqlite(opening::options(&file).connect().await.unwrap());
        let names = query(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
             AND name NOT LIKE '_sqlx_%'",
        );
        let names: Vec<String> = names.scalars(&mut link).await.unwrap();
        let listed = TABLES.iter().map(|table| table.name).chain(KEPT);
        let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
        assert_eq!(names.into_iter().collect::<BTreeSet<_>>(), listed);
        for table in &TABLES {
            let columns = query("SELECT name FROM pragma_table_info($1) ORDER BY name");
            let columns = columns.bind(table.name).scalars::<String>(&mut link).await.unwrap();
            let mut listed: Vec<&str> = table.columns.iter().map(|column| column.0).collect();
            listed.sort_unstable();
            assert_eq!(columns, listed, "{}", table.name);
        }
        link.close().await.unwrap();
    }
}
