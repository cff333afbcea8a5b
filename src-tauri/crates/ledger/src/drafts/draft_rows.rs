//! The stored rows of a draft. The file's values are stored with many rows in one and never change. The user's edits
//! of a row are in a row of their own.

use paysheet_domain::{DraftRow, SourceRow};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::{
    model::{
        columns::{count, counted},
        error::{LedgerError, Result},
        records::PayrollId,
    },
    store::write_tx::WriteTx,
};

/// Number of rows written in one statement. With seven values each, they stay far below the limit of bound values.
const ROWS_PER_INSERT: usize = 500;
/// Number of file rows stored as one. With six columns they are about 200 KiB.
const ROWS_PER_SOURCE: usize = 500;

/// Returns a row of a file in its stored format; `None` if it cannot be written as JSON. This is called a hundred
/// thousand times while a file is read: a `Result` with an error would make each return value four times as large.
#[must_use]
pub fn stored_source(row: &SourceRow) -> Option<String> {
    serde_json::to_string(row).ok()
}

/// Stores the rows of a draft that has none yet.
pub(crate) async fn fill(tx: &mut WriteTx, id: PayrollId, rows: &[DraftRow]) -> Result<()> {
    let sources: Option<Vec<String>> = rows.iter().map(|row| stored_source(&row.source)).collect();
    write_sources(tx, id, &sources.ok_or(LedgerError::Unreadable { column: "rows_json" })?).await?;
    let changed: Vec<DraftRow> = rows.iter().filter(|row| is_changed(row)).cloned().collect();
    write_rows(tx, id, &changed).await
}

/// Stores the file's values, from the first row of a draft on. One line of JSON contains no line break.
pub(crate) async fn write_sources(tx: &mut WriteTx, id: PayrollId, sources: &[String]) -> Result<()> {
    let mut first: u32 = 0;
    for rows in sources.chunks(ROWS_PER_SOURCE) {
        let row_count = counted(rows.len())?;
        sqlx::query(
            "INSERT INTO draft_sources (payroll, first_position, row_count, rows_json) VALUES ($1, $2, $3, $4)",
        )
        .bind(i64::from(id.0))
        .bind(i64::from(first))
        .bind(i64::from(row_count))
        .bind(rows.join("\n"))
        .execute(tx.conn())
        .await?;
        first = first.saturating_add(row_count);
    }
    Ok(())
}

/// Stores the user's edits of these rows.
pub(crate) async fn write_rows(tx: &mut WriteTx, id: PayrollId, rows: &[DraftRow]) -> Result<()> {
    for rows in rows.chunks(ROWS_PER_INSERT) {
        let stored = rows.iter().map(StoredRow::of).collect::<Result<Vec<_>>>()?;
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO draft_rows (payroll, position, source_json, edits_json, left_out, accepted_json, holder_json) ",
        );
        insert.push_values(stored, |mut values, row| {
            values
                .push_bind(i64::from(id.0))
                .push_bind(row.position)
                .push_bind(row.source_json)
                .push_bind(row.edits_json)
                .push_bind(row.left_out)
                .push_bind(row.accepted_json)
                .push_bind(row.holder_json);
        });
        insert.push(
            " ON CONFLICT (payroll, position) DO UPDATE SET edits_json = excluded.edits_json,
              left_out = excluded.left_out, accepted_json = excluded.accepted_json,
              holder_json = excluded.holder_json",
        );
        insert.build().execute(tx.conn()).await?;
    }
    Ok(())
}

/// Returns the rows of a draft by position.
pub(crate) async fn read_rows(connection: &mut SqliteConnection, id: PayrollId) -> Result<Vec<DraftRow>> {
    let mut rows = read_sources(connection, id).await?;
    let stored: Vec<StoredRow> = sqlx::query_as(
        "SELECT position, source_json, edits_json, left_out, accepted_json, holder_json
         FROM draft_rows WHERE payroll = $1 ORDER BY position",
    )
    .bind(i64::from(id.0))
    .fetch_all(&mut *connection)
    .await?;
    for stored in stored {
        let row = stored.into_row()?;
        let next = counted(rows.len())?;
        match usize::try_from(row.position).ok().and_then(|at| rows.get_mut(at)) {
            // The file's values come from the stored file rows, whoever stored the edited row.
            Some(of_file) => *of_file = DraftRow { source: std::mem::take(&mut of_file.source), ..row },
            None if row.position == next => rows.push(row),
            None => return Err(LedgerError::Unreadable { column: "position" }),
        }
    }
    let row_count: Option<i64> = sqlx::query_scalar("SELECT row_count FROM payrolls WHERE id = $1")
        .bind(i64::from(id.0))
        .fetch_optional(connection)
        .await?;
    // With missing rows a person would not be paid, or an excluded one would be paid, without any notice.
    if row_count.is_some_and(|count| i64::try_from(rows.len()) != Ok(count)) {
        return Err(LedgerError::Unreadable { column: "row_count" });
    }
    Ok(rows)
}

async fn read_sources(connection: &mut SqliteConnection, id: PayrollId) -> Result<Vec<DraftRow>> {
    let kept: Vec<(i64, i64, String)> = sqlx::query_as(
        "SELECT first_position, row_count, rows_json FROM draft_sources WHERE payroll = $1 ORDER BY first_position",
    )
    .bind(i64::from(id.0))
    .fetch_all(connection)
    .await?;
    let mut rows = Vec::new();
    for (first_position, row_count, lines) in kept {
        let before = rows.len();
        // At a wrong position a row would get the edits of another person.
        if i64::try_from(before) != Ok(first_position) {
            return Err(LedgerError::Unreadable { column: "first_position" });
        }
        for line in lines.lines() {
            let source = from_json::<SourceRow>("rows_json", line)?;
            rows.push(DraftRow::new(counted(rows.len())?, source));
        }
        if i64::try_from(rows.len() - before) != Ok(row_count) {
            return Err(LedgerError::Unreadable { column: "rows_json" });
        }
    }
    Ok(rows)
}

/// Deletes the rows beyond the first `length`: they were added and then undone. After a file was read again, rows that
/// were added before are among those of the file.
pub(crate) async fn cut_to(tx: &mut WriteTx, id: PayrollId, length: u32) -> Result<()> {
    for statement in [
        "DELETE FROM draft_rows WHERE payroll = $1 AND position >= $2",
        "DELETE FROM draft_sources WHERE payroll = $1 AND first_position >= $2",
    ] {
        sqlx::query(statement).bind(i64::from(id.0)).bind(i64::from(length)).execute(tx.conn()).await?;
    }
    let last: Option<(i64, String)> = sqlx::query_as(
        "SELECT first_position, rows_json FROM draft_sources WHERE payroll = $1 AND first_position + row_count > $2",
    )
    .bind(i64::from(id.0))
    .bind(i64::from(length))
    .fetch_optional(tx.conn())
    .await?;
    let Some((first_position, lines)) = last else { return Ok(()) };
    let row_count = length.saturating_sub(count("first_position", first_position)?);
    let left: Vec<&str> = lines.lines().take(usize::try_from(row_count).unwrap_or(usize::MAX)).collect();
    sqlx::query(
        "UPDATE draft_sources SET row_count = $3, rows_json = $4 WHERE payroll = $1 AND first_position = $2",
    )
    .bind(i64::from(id.0))
    .bind(first_position)
    .bind(i64::from(row_count))
    .bind(left.join("\n"))
    .execute(tx.conn())
    .await?;
    Ok(())
}

pub(crate) async fn delete_rows(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    for statement in
        ["DELETE FROM draft_rows WHERE payroll = $1", "DELETE FROM draft_sources WHERE payroll = $1"]
    {
        sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
    }
    Ok(())
}

/// Updates the stored row count, after rows were added or cut.
pub(crate) async fn count_rows(tx: &mut WriteTx, id: PayrollId) -> Result<u32> {
    let counted: i64 = sqlx::query_scalar(
        "UPDATE payrolls SET row_count = (
             SELECT MAX(behind) FROM (
                 SELECT COALESCE(MAX(first_position + row_count), 0) AS behind FROM draft_sources WHERE payroll = $1
                 UNION ALL
                 SELECT COALESCE(MAX(position) + 1, 0) AS behind FROM draft_rows WHERE payroll = $1
             ) AS ends
         ) WHERE id = $1 RETURNING row_count",
    )
    .bind(i64::from(id.0))
    .fetch_one(tx.conn())
    .await?;
    count("row_count", counted)
}

/// Returns whether a row contains more than the file's values.
fn is_changed(row: &DraftRow) -> bool {
    let DraftRow { position: _, source: _, edits, excluded, accepted, holder } = row;
    *excluded || holder.is_some() || !edits.is_empty() || !accepted.is_empty()
}

/// A draft row as it is stored: the file's values and the user's edits in separate columns.
#[derive(sqlx::FromRow)]
struct StoredRow {
    position: i64,
    source_json: String,
    edits_json: String,
    left_out: i16,
    accepted_json: String,
    holder_json: Option<String>,
}

impl StoredRow {
    fn of(row: &DraftRow) -> Result<Self> {
        Ok(Self {
            position: i64::from(row.position),
            source_json: to_json("source_json", &row.source)?,
            edits_json: to_json("edits_json", &row.edits)?,
            left_out: i16::from(row.excluded),
            accepted_json: to_json("accepted_json", &row.accepted)?,
            holder_json: row.holder.as_ref().map(|check| to_json("holder_json", check)).transpose()?,
        })
    }

    fn into_row(self) -> Result<DraftRow> {
        Ok(DraftRow {
            position: count("position", self.position)?,
            source: from_json("source_json", &self.source_json)?,
            edits: from_json("edits_json", &self.edits_json)?,
            excluded: self.left_out != 0,
            accepted: from_json("accepted_json", &self.accepted_json)?,
            holder: self.holder_json.map(|text| from_json("holder_json", &text)).transpose()?,
        })
    }
}

fn to_json<T: Serialize>(column: &'static str, value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|_| LedgerError::Unreadable { column })
}

fn from_json<T: DeserializeOwned>(column: &'static str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| LedgerError::Unreadable { column })
}
