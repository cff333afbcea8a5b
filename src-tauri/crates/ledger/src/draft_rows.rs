//! The rows of a draft as they are stored: what the file says and what the user made of it in columns of their own.

use paysheet_domain::{DraftRow, SourceRow};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{QueryBuilder, Sqlite};

use crate::{
    change::Change,
    columns::count,
    error::{LedgerError, Result},
    records::PayrollId,
};
/// Rows written in one statement; seven values each stay far below what a statement may bind.
const ROWS_PER_INSERT: usize = 500;

/// A row of a file as it is stored.
///
/// # Errors
/// Where it cannot be put into JSON.
pub fn stored_source(row: &SourceRow) -> Result<String> {
    to_json("source_json", row)
}

/// Rows of a file as nobody changed them yet.
pub(crate) async fn write_sources(change: &mut Change, id: PayrollId, sources: Vec<String>) -> Result<()> {
    let mut position: i64 = 0;
    let mut sources = sources.into_iter().peekable();
    while sources.peek().is_some() {
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO draft_rows (payroll, position, source_json, edits_json, left_out, accepted_json) ",
        );
        insert.push_values(sources.by_ref().take(ROWS_PER_INSERT), |mut values, source| {
            values.push_bind(i64::from(id.0)).push_bind(position).push_bind(source);
            values.push("'{}'").push("0").push("'[]'");
            position = position.saturating_add(1);
        });
        insert.build().execute(change.conn()).await?;
    }
    Ok(())
}

pub(crate) async fn write_rows(change: &mut Change, id: PayrollId, rows: &[DraftRow]) -> Result<()> {
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
        insert.build().execute(change.conn()).await?;
    }
    Ok(())
}

/// A draft row as it is stored: what the file says and what the user made of it in columns of their own.
#[derive(sqlx::FromRow)]
pub(crate) struct StoredRow {
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

    pub fn into_row(self) -> Result<DraftRow> {
        Ok(DraftRow {
            position: count("position", self.position)?,
            source: from_json::<SourceRow>("source_json", &self.source_json)?,
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
