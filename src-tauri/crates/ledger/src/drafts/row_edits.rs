//! Which events changed which rows of a payroll. The event of an edit has the positions of its rows and their numbers in
//! the file, and no more names than fit into it, so that it stays small.
//!
//! A position is that of one row until the file is read by other columns, or until the row is removed, because adding it
//! was undone: the row that has the position afterwards is another one. A number in the file is that of one row as long
//! as the same sheet is read. Events whose data were erased have neither.

use std::collections::BTreeMap;

use paysheet_domain::DraftRow;
use serde::{Deserialize, de::DeserializeOwned};
use sqlx::{FromRow, QueryBuilder, Sqlite};

use crate::{
    model::{
        columns::{count, named},
        error::Result,
        events::EventKind,
        records::PayrollId,
        row_numbers::RowNumbers,
    },
    store::ledger::Ledger,
};

/// The rows of an edit, as its event contains them.
#[derive(Default)]
pub(crate) struct EditedRows {
    pub positions: RowNumbers,
    /// Without rows that are in no file.
    pub file_rows: RowNumbers,
}

impl EditedRows {
    pub fn of(rows: &[DraftRow]) -> Self {
        Self {
            positions: rows.iter().map(|row| row.position).collect(),
            file_rows: rows.iter().filter_map(|row| row.source.origin.number()).collect(),
        }
    }
}

/// An edit, with those of its rows that are still known to be in the payroll.
pub(crate) struct RowEdit {
    pub seq: i64,
    rows: KnownRows,
    /// Whether all of its rows are known.
    pub is_attributed: bool,
}

enum KnownRows {
    /// The numbers below `end`.
    ByPosition {
        positions: RowNumbers,
        end: u32,
    },
    /// The file was read by other columns since.
    ByFileRow(RowNumbers),
    Unknown,
}

impl RowEdit {
    /// Returns whether the edit changed the row that has this position now, and this number in the file.
    pub fn changed(&self, position: u32, file_row: Option<u32>) -> bool {
        match &self.rows {
            KnownRows::ByPosition { positions, end } => position < *end && positions.contains(position),
            KnownRows::ByFileRow(rows) => file_row.is_some_and(|row| rows.contains(row)),
            KnownRows::Unknown => false,
        }
    }

    /// Whether any of its rows is known.
    pub const fn has_known_rows(&self) -> bool {
        !matches!(self.rows, KnownRows::Unknown)
    }
}

#[derive(FromRow)]
struct StoredEdit {
    seq: i64,
    payroll: i64,
    kind: String,
    data: String,
    /// Whether its payroll was not deleted.
    is_stored: bool,
}

/// The data of `RowsSaved`; erased ones have nothing.
#[derive(Default, Deserialize)]
struct SavedData {
    rows: Option<u64>,
    positions: Option<String>,
    file_rows: Option<String>,
    /// The number of rows afterwards, if rows were added or removed.
    length: Option<u32>,
}

impl SavedData {
    fn edited(&self) -> Option<EditedRows> {
        let numbers = |stored: &Option<String>| RowNumbers::read(stored.as_deref()?);
        Some(EditedRows { positions: numbers(&self.positions)?, file_rows: numbers(&self.file_rows)? })
    }
}

/// The part of the data of `PayrollCreated` and `ReadAgain` that is read here.
#[derive(Default, Deserialize)]
struct ReadingData {
    sheet: Option<String>,
}

impl Ledger {
    /// Returns the edits of one payroll or of all, by payroll, the newest first.
    pub(crate) async fn row_edits(
        &self,
        payroll: Option<PayrollId>,
    ) -> Result<BTreeMap<PayrollId, Vec<RowEdit>>> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT e.seq, e.payroll, e.kind, e.data, r.id IS NOT NULL AS is_stored
             FROM events e LEFT JOIN payrolls r ON r.id = e.payroll
             WHERE e.kind IN ('payroll_created', 'read_again', 'rows_saved') AND e.payroll IS NOT NULL",
        );
        if let Some(payroll) = payroll {
            query.push(" AND e.payroll = ").push_bind(i64::from(payroll.0));
        }
        query.push(" ORDER BY e.payroll, e.seq");
        let events: Vec<StoredEdit> = query.build_query_as().fetch_all(&self.reader).await?;
        let of_payroll = |events: &[StoredEdit]| {
            let first = events.first().map_or(0, |event| event.payroll);
            Ok((PayrollId(count("payroll", first)?), attributed(events)?))
        };
        events.chunk_by(|one, next| one.payroll == next.payroll).map(of_payroll).collect()
    }
}

/// Returns the edits among the events of a payroll, which are the oldest first.
fn attributed(events: &[StoredEdit]) -> Result<Vec<RowEdit>> {
    // The sheet of each reading of the file; events of what was stored again after it was sent name none.
    let mut sheets: Vec<Option<String>> = vec![None];
    let mut saved = Vec::new();
    for event in events {
        let kind: EventKind = named("kind", &event.kind)?;
        if kind == EventKind::RowsSaved {
            saved.push((event, sheets.len()));
            continue;
        }
        if kind == EventKind::PayrollCreated {
            sheets.clear();
        }
        sheets.push(data::<ReadingData>(event).sheet);
    }
    let (now, mut end) = (sheets.last().cloned().flatten(), u32::MAX);
    let edit = |(event, reading): (&StoredEdit, usize)| {
        let saved = data::<SavedData>(event);
        let is_current = reading == sheets.len();
        let sheet = reading.checked_sub(1).and_then(|at| sheets.get(at)).cloned().flatten();
        let edited = saved.edited().filter(|_| event.is_stored);
        let edit = match edited {
            Some(edited) if is_current => by_position(event.seq, edited.positions, end),
            Some(edited) if sheet.is_some() && sheet == now => by_file_row(event.seq, edited),
            Some(_) | None => {
                RowEdit { seq: event.seq, rows: KnownRows::Unknown, is_attributed: saved.rows == Some(0) }
            }
        };
        if is_current {
            end = end.min(saved.length.unwrap_or(end));
        }
        edit
    };
    Ok(saved.into_iter().rev().map(edit).collect())
}

/// `end`: the lowest number of rows that the payroll had after a later edit.
fn by_position(seq: i64, positions: RowNumbers, end: u32) -> RowEdit {
    let is_attributed = positions.last().is_none_or(|last| last < end);
    RowEdit { seq, rows: KnownRows::ByPosition { positions, end }, is_attributed }
}

fn by_file_row(seq: i64, EditedRows { positions, file_rows }: EditedRows) -> RowEdit {
    let is_attributed = positions.count() == file_rows.count();
    RowEdit { seq, rows: KnownRows::ByFileRow(file_rows), is_attributed }
}

/// Returns what is read of the data of an event; nothing if they were erased.
fn data<T: DeserializeOwned + Default>(event: &StoredEdit) -> T {
    serde_json::from_str(&event.data).unwrap_or_default()
}
