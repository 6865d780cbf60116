//! One interface to both databases. The text of a query is the same for SQLite and PostgreSQL; what differs
//! is here, in `opening`, `lock` and in the files under `migrations`.
//!
//! All numbers are stored as 64-bit integers. Where PostgreSQL has another name for a function of SQLite,
//! its migrations define a function with SQLite's name.

use crate::StoreError;
#[cfg(feature = "postgres")]
use sqlx::Postgres;
#[cfg(feature = "postgres")]
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, Decode, Row as _, Sqlite, Type};
use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::pin::Pin;
#[cfg(feature = "postgres")]
use std::time::Duration;
#[cfg(feature = "postgres")]
use tokio::time::timeout;

/// How long a reader waits for the answer of a server.
#[cfg(feature = "postgres")]
const READING: Duration = Duration::from_secs(30);

/// A future whose code is compiled here once, and not in every part of the program that awaits it.
pub type BoxedFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The same for a future that stays in its thread.
pub type BoxedLocalFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// A connection to one of the databases.
#[derive(Debug)]
pub(crate) enum Link {
    Sqlite(SqliteConnection),
    #[cfg(feature = "postgres")]
    Postgres(PgConnection),
}

impl Link {
    /// Says good-bye to the database and closes the connection.
    pub(crate) async fn close(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => Ok(connection.close().await?),
            #[cfg(feature = "postgres")]
            Self::Postgres(connection) => connection.close().await.map_err(StoreError::of_server),
        }
    }
}

/// The connections that read.
#[derive(Clone, Debug)]
pub(crate) enum Readers {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

impl Readers {
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            #[cfg(feature = "postgres")]
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// What a query runs on.
pub(crate) enum Executor<'c> {
    Link(&'c mut Link),
    Readers(&'c Readers),
}

impl<'c> From<&'c mut Link> for Executor<'c> {
    fn from(link: &'c mut Link) -> Self {
        Self::Link(link)
    }
}

impl<'c> From<&'c Readers> for Executor<'c> {
    fn from(readers: &'c Readers) -> Self {
        Self::Readers(readers)
    }
}

/// A value for a placeholder.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SqlValue {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! args {
    ($($from:ty => |$value:ident| $arg:expr;)*) => {
        $(impl From<$from> for SqlValue {
            fn from($value: $from) -> Self {
                $arg
            }
        })*
    };
}

args! {
    i64 => |n| Self::Number(Some(n));
    u32 => |n| Self::Number(Some(i64::from(n)));
    Option<i64> => |n| Self::Number(n);
    Option<u32> => |n| Self::Number(n.map(i64::from));
    Option<i8> => |n| Self::Number(n.map(i64::from));
    &i64 => |n| Self::Number(Some(*n));
    &u32 => |n| Self::Number(Some(i64::from(*n)));
    &str => |text| Self::Text(Some(text.to_owned()));
    String => |text| Self::Text(Some(text));
    &String => |text| Self::Text(Some(text.clone()));
    Option<&str> => |text| Self::Text(text.map(str::to_owned));
    Option<String> => |text| Self::Text(text);
    &Option<String> => |text| Self::Text(text.clone());
    &Vec<u8> => |bytes| Self::Bytes(Some(bytes.clone()));
}

/// A query with its values.
#[derive(Debug)]
pub(crate) struct Query {
    sql: Cow<'static, str>,
    args: Vec<SqlValue>,
    /// Whether the connection keeps it prepared.
    persistent: bool,
}

/// A query with placeholders `$1`, `$2`, ….
pub(crate) fn query(sql: &'static str) -> Query {
    Query { sql: Cow::Borrowed(sql), args: Vec::new(), persistent: true }
}

/// Writes a query for one of the two drivers.
macro_rules! prepared {
    ($query:expr) => {{
        let Query { sql, args, persistent } = $query;
        // The texts are of this crate: values come in through placeholders only.
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(persistent);
        for arg in args {
            query = match arg {
                SqlValue::Number(number) => query.bind(number),
                SqlValue::Text(text) => query.bind(text),
                SqlValue::Bytes(bytes) => query.bind(bytes),
            };
        }
        query
    }};
}

impl Query {
    pub(crate) fn bind(mut self, value: impl Into<SqlValue>) -> Self {
        self.args.push(value.into());
        self
    }

    /// All rows that are found.
    pub(crate) async fn fetch_all<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Vec<Row>, StoreError> {
        self.rows(on.into()).await
    }

    /// The first row that is found.
    pub(crate) async fn fetch_optional<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(on.into()).await?.into_iter().next())
    }

    /// The row of a query that always finds one.
    pub(crate) async fn fetch_one<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Row, StoreError> {
        let row = self.rows(on.into()).await?.into_iter().next();
        row.ok_or_else(|| StoreError::Database("a query returned nothing".to_owned()))
    }

    /// The one value of a query that always finds one.
    pub(crate) async fn scalar<'c, T: OwnedCell>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<T, StoreError> {
        self.fetch_one(on).await?.try_get(0)
    }

    /// The values of the rows that are found.
    pub(crate) async fn scalars<'c, T: OwnedCell>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Vec<T>, StoreError> {
        self.rows(on.into()).await?.iter().map(|row| row.try_get(0)).collect()
    }

    /// Runs it and returns how many rows it changed.
    pub(crate) fn execute<'c>(self, on: impl Into<Executor<'c>>) -> BoxedFuture<'c, u64> {
        self.run(on.into())
    }

    fn run(self, on: Executor<'_>) -> BoxedFuture<'_, u64> {
        Box::pin(async move {
            match on {
                Executor::Link(Link::Sqlite(connection)) => {
                    Ok(prepared!(self).execute(connection).await?.rows_affected())
                }
                Executor::Readers(Readers::Sqlite(pool)) => {
                    Ok(prepared!(self).execute(pool).await?.rows_affected())
                }
                #[cfg(feature = "postgres")]
                Executor::Link(Link::Postgres(connection)) => {
                    self.storable()?;
                    let done = prepared!(self).execute(connection).await;
                    Ok(done.map_err(StoreError::of_server)?.rows_affected())
                }
                #[cfg(feature = "postgres")]
                Executor::Readers(Readers::Postgres(pool)) => {
                    self.storable()?;
                    let done = prepared!(self).execute(pool).await;
                    Ok(done.map_err(StoreError::of_server)?.rows_affected())
                }
            }
        })
    }

    fn rows(self, on: Executor<'_>) -> BoxedFuture<'_, Vec<Row>> {
        Box::pin(async move {
            let of_sqlite = |rows: Vec<SqliteRow>| rows.into_iter().map(Row::Sqlite).collect();
            #[cfg(feature = "postgres")]
            let of_postgres = |rows: Vec<PgRow>| rows.into_iter().map(Row::Postgres).collect();
            match on {
                Executor::Link(Link::Sqlite(connection)) => {
                    Ok(of_sqlite(prepared!(self).fetch_all(connection).await?))
                }
                Executor::Readers(Readers::Sqlite(pool)) => {
                    Ok(of_sqlite(prepared!(self).fetch_all(pool).await?))
                }
                #[cfg(feature = "postgres")]
                Executor::Link(Link::Postgres(connection)) => {
                    self.storable()?;
                    let rows = prepared!(self).fetch_all(connection).await;
                    rows.map(of_postgres).map_err(StoreError::of_server)
                }
                #[cfg(feature = "postgres")]
                Executor::Readers(Readers::Postgres(pool)) => {
                    self.storable()?;
                    // A connection that was cut without a word would be waited for without end.
                    let Ok(rows) = timeout(READING, prepared!(self).fetch_all(pool)).await else {
                        let words = format!("no answer within {} s", READING.as_secs());
                        return Err(StoreError::Unreachable(words));
                    };
                    rows.map(of_postgres).map_err(StoreError::of_server)
                }
            }
        })
    }

    #[cfg(feature = "postgres")]
    /// Refuses the one character that PostgreSQL has not.
    fn storable(&self) -> Result<(), StoreError> {
        let has_nul =
            |arg: &SqlValue| matches!(arg, SqlValue::Text(Some(text)) if text.contains('\0'));
        if self.args.iter().any(has_nul) {
            return Err(StoreError::Unfit("a text has the character NUL (U+0000)".to_owned()));
        }
        Ok(())
    }
}

/// A query that is put together.
#[derive(Debug)]
pub(crate) struct Builder {
    sql: String,
    args: Vec<SqlValue>,
}

impl Builder {
    pub(crate) fn new(sql: &str) -> Self {
        Self { sql: sql.to_owned(), args: Vec::new() }
    }

    /// Adds text of the query, never a value.
    pub(crate) fn push(&mut self, sql: impl Display) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = write!(self.sql, "{sql}");
        self
    }

    /// Adds a value.
    pub(crate) fn push_bind(&mut self, value: impl Into<SqlValue>) -> &mut Self {
        self.args.push(value.into());
        let number = self.args.len();
        self.push(format_args!("${number}"))
    }

    /// Adds a list of values in parentheses.
    pub(crate) fn push_list<T: Into<SqlValue>>(
        &mut self,
        values: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        self.push("(");
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.push_bind(value);
        }
        self.push(")")
    }

    /// The query. The connection does not keep it prepared.
    pub(crate) fn build(self) -> Query {
        Query { sql: Cow::Owned(self.sql), args: self.args, persistent: false }
    }
}

/// A row that was found.
#[derive(Debug)]
pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

/// What a column can be read as.
#[cfg(feature = "postgres")]
pub(crate) trait SqlType<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

#[cfg(feature = "postgres")]
impl<'r, T> SqlType<'r> for T where
    T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

/// What a column can be read as.
#[cfg(not(feature = "postgres"))]
pub(crate) trait SqlType<'r>: Decode<'r, Sqlite> + Type<Sqlite> {}

#[cfg(not(feature = "postgres"))]
impl<'r, T> SqlType<'r> for T where T: Decode<'r, Sqlite> + Type<Sqlite> {}

/// What a column can be read as that keeps nothing of its row.
pub(crate) trait OwnedCell: for<'r> SqlType<'r> {}

impl<T> OwnedCell for T where T: for<'r> SqlType<'r> {}

/// The number or the name of a column.
#[cfg(feature = "postgres")]
pub(crate) trait Index: sqlx::ColumnIndex<SqliteRow> + sqlx::ColumnIndex<PgRow> {}

#[cfg(feature = "postgres")]
impl<T> Index for T where T: sqlx::ColumnIndex<SqliteRow> + sqlx::ColumnIndex<PgRow> {}

/// The number or the name of a column.
#[cfg(not(feature = "postgres"))]
pub(crate) trait Index: sqlx::ColumnIndex<SqliteRow> {}

#[cfg(not(feature = "postgres"))]
impl<T> Index for T where T: sqlx::ColumnIndex<SqliteRow> {}

impl Row {
    /// A column. A wrong type is an error.
    pub(crate) fn try_get<'r, T: SqlType<'r>>(
        &'r self,
        index: impl Index,
    ) -> Result<T, StoreError> {
        let value = match self {
            Self::Sqlite(row) => row.try_get(index),
            #[cfg(feature = "postgres")]
            Self::Postgres(row) => row.try_get(index),
        };
        Ok(value?)
    }

    /// A column as it is stored, whatever its type.
    pub(crate) fn try_get_unchecked<'r, T: SqlType<'r>>(
        &'r self,
        index: impl Index,
    ) -> Result<T, StoreError> {
        let value = match self {
            Self::Sqlite(row) => row.try_get_unchecked(index),
            #[cfg(feature = "postgres")]
            Self::Postgres(row) => row.try_get_unchecked(index),
        };
        Ok(value?)
    }
}
