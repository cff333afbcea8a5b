//! Payrolls before they are frozen: creating them, saving edits at once, deleting them.

use jiff::Timestamp;
use paysheet_domain::{BatchState, Country, Currency, DraftRow, Field, RunId, checks::DecimalConvention};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    drafts::{
        draft_rows::{self, write_rows, write_sources},
        layouts::{self, NewLayout},
        row_edits::EditedRows,
    },
    model::{
        columns::{convention_text, count, counted},
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, PayrollId, SourceFile},
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// Most changed rows whose names are recorded with a change, so that the history stays small.
pub const NAMED_ROWS_MAX: usize = 3;

/// A payroll as it was read from a file.
#[derive(Clone, Debug)]
pub struct NewPayroll {
    pub name: String,
    pub period: String,
    pub file_name: String,
    /// In hexadecimal digits.
    pub file_sha256: String,
    pub sheet: String,
    /// Country of rows that do not name one.
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// The rows that the importer skipped, in the caller's format.
    pub skipped_json: String,
    pub copied_from: Option<PayrollId>,
    /// The fingerprint of the headings of its file; `None` if it has none.
    pub layout: Option<String>,
    /// The columns by which the file was read, in the caller's format; `None` if no file was read.
    pub reading_json: Option<String>,
    pub source: Option<SourceFile>,
    pub at: Timestamp,
}

/// The rows of a draft's file after it was read by other columns.
#[derive(Clone, Debug)]
pub struct NewReading {
    pub sheet: String,
    pub convention: DecimalConvention,
    pub skipped_json: String,
    pub layout: Option<String>,
    pub reading_json: Option<String>,
    /// The layout of its headings from now on; stored together with the rows or not at all.
    pub remember: Option<NewLayout>,
    pub at: Timestamp,
}

impl Ledger {
    /// Creates a draft with these rows.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written; then nothing of the draft is stored.
    pub async fn create_payroll(&self, new: NewPayroll, rows: &[DraftRow]) -> Result<PayrollId> {
        let mut tx = self.begin_write(new.at).await?;
        let id = insert_payroll(&mut tx, &new, rows.len()).await?;
        draft_rows::fill(&mut tx, id, rows).await?;
        note_created(&mut tx, id, new, rows.len()).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// Creates a draft from the unedited rows of a file, in their order, each already in the format that
    /// [`crate::stored_source`] returns.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written; then nothing of the draft is stored.
    pub async fn create_payroll_of(&self, new: NewPayroll, sources: &[String]) -> Result<PayrollId> {
        let mut tx = self.begin_write(new.at).await?;
        let rows = sources.len();
        let id = insert_payroll(&mut tx, &new, rows).await?;
        write_sources(&mut tx, id, sources).await?;
        note_created(&mut tx, id, new, rows).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// Returns the rows of a payroll by position, whether or not it is still a draft.
    pub async fn draft_rows(&self, id: PayrollId) -> Result<Vec<DraftRow>> {
        // One read transaction, so that both tables are read as of one moment.
        let mut moment = self.reader.begin().await?;
        draft_rows::read_rows(&mut moment, id).await
    }

    /// Stores the user's edits of these rows, and adds rows that are new. The file's values of an existing row are
    /// never overwritten. `what` names the action, for the event.
    ///
    /// # Errors
    /// `WrongState` if the payroll is no longer a draft.
    pub async fn save_rows(
        &self,
        id: PayrollId,
        rows: &[DraftRow],
        what: &str,
        now: Timestamp,
    ) -> Result<()> {
        self.save(id, (rows, None), what, now).await
    }

    /// Saves rows as [`Ledger::save_rows`] does, and deletes rows from position `length` on: rows that were added and
    /// then undone.
    ///
    /// # Errors
    /// `WrongState` if the payroll is no longer a draft.
    pub async fn save_rows_up_to(
        &self,
        id: PayrollId,
        (rows, length): (&[DraftRow], u32),
        what: &str,
        now: Timestamp,
    ) -> Result<()> {
        self.save(id, (rows, Some(length)), what, now).await
    }

    async fn save(
        &self,
        id: PayrollId,
        (rows, length): (&[DraftRow], Option<u32>),
        what: &str,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        require_draft(&mut tx, id).await?;
        write_rows(&mut tx, id, rows).await?;
        if let Some(length) = length {
            draft_rows::cut_to(&mut tx, id, length).await?;
        }
        let counted = draft_rows::count_rows(&mut tx, id).await?;
        // The rows on the screen differ from the stored ones.
        if length.is_some_and(|length| length != counted) {
            return Err(LedgerError::Unreadable { column: "row_count" });
        }
        let EditedRows { positions, file_rows } = EditedRows::of(rows);
        let names: Vec<String> =
            rows.iter().filter_map(|row| row.effective().text(Field::Name)).take(NAMED_ROWS_MAX).collect();
        let data = json!({
            "change": what, "rows": rows.len(), "positions": positions.stored(), "file_rows": file_rows.stored(),
            "length": length, "names": names,
        });
        tx.append_event(EventKind::RowsSaved, EventSubject::payroll(id), &data);
        tx.commit().await
    }

    /// Replaces the rows by those of the same file, read by other columns.
    ///
    /// # Errors
    /// `WrongState` if the payroll is no longer a draft; `RowsLinked`.
    pub async fn read_again(&self, id: PayrollId, new: NewReading, rows: &[DraftRow]) -> Result<()> {
        let mut tx = self.begin_write(new.at).await?;
        require_draft(&mut tx, id).await?;
        if has_links(tx.conn(), id).await? {
            return Err(LedgerError::RowsLinked(id));
        }
        draft_rows::delete_rows(&mut tx, id).await?;
        draft_rows::fill(&mut tx, id, rows).await?;
        sqlx::query(
            "UPDATE payrolls SET sheet = $2, convention = $3, skipped_json = $4, layout = $5, reading_json = $6,
                                 row_count = $7
             WHERE id = $1",
        )
        .bind(i64::from(id.0))
        .bind(&new.sheet)
        .bind(convention_text(new.convention))
        .bind(&new.skipped_json)
        .bind(&new.layout)
        .bind(&new.reading_json)
        .bind(i64::from(counted(rows.len())?))
        .execute(tx.conn())
        .await?;
        if let Some(layout) = &new.remember {
            layouts::store(&mut tx, layout).await?;
        }
        layouts::touch(&mut tx, new.layout.as_deref()).await?;
        let data = json!({ "sheet": new.sheet, "rows": rows.len(), "reading": new.reading_json });
        tx.append_event(EventKind::ReadAgain, EventSubject::payroll(id), &data);
        tx.commit().await
    }

    /// Sets country and currency of the rows that do not name them.
    ///
    /// # Errors
    /// `WrongState` if the payroll is no longer a draft.
    pub async fn set_destination(
        &self,
        id: PayrollId,
        country: Country,
        currency: Currency,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        require_draft(&mut tx, id).await?;
        sqlx::query("UPDATE payrolls SET country = $2, currency = $3 WHERE id = $1")
            .bind(i64::from(id.0))
            .bind(country.to_string())
            .bind(currency.to_string())
            .execute(tx.conn())
            .await?;
        let data = json!({ "country": country, "currency": currency });
        tx.append_event(EventKind::DestinationSet, EventSubject::payroll(id), &data);
        tx.commit().await
    }

    /// Deletes a payroll of which nothing was ever sent. Its events stay.
    ///
    /// # Errors
    /// `WrongState` if an attempt was made, or the service has reported on it.
    pub async fn delete_draft(&self, id: PayrollId, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let name: Option<String> = sqlx::query_scalar("SELECT name FROM payrolls WHERE id = $1")
            .bind(i64::from(id.0))
            .fetch_optional(tx.conn())
            .await?;
        let name = name.ok_or(LedgerError::NoSuchPayroll(id))?;
        remove_unsent_batches(&mut tx, id).await?;
        draft_rows::delete_rows(&mut tx, id).await?;
        // The payouts that it would have paid again or replaced can be in another payroll.
        for statement in
            ["DELETE FROM decisions WHERE payroll = $1", "DELETE FROM retries WHERE payroll = $1"]
        {
            sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
        }
        sqlx::query("DELETE FROM payrolls WHERE id = $1").bind(i64::from(id.0)).execute(tx.conn()).await?;
        tx.append_event(EventKind::DraftDeleted, EventSubject::payroll(id), &json!({ "name": name }));
        tx.commit().await
    }
}

/// Whether rows of a payroll pay people of another one again, or replace their payouts.
async fn has_links(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    let any = "SELECT EXISTS (SELECT 1 FROM retries WHERE payroll = $1)";
    Ok(sqlx::query_scalar(any).bind(i64::from(id.0)).fetch_one(conn).await?)
}

/// Checks that the payroll exists and has no batches.
pub(crate) async fn require_draft(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    let first: Option<(Option<i64>, Option<String>)> = sqlx::query_as(
        "SELECT b.id, b.state FROM payrolls p LEFT JOIN batches b ON b.payroll = p.id
         WHERE p.id = $1 ORDER BY b.number LIMIT 1",
    )
    .bind(i64::from(id.0))
    .fetch_optional(tx.conn())
    .await?;
    match first {
        None => Err(LedgerError::NoSuchPayroll(id)),
        Some((Some(key), Some(state))) => Err(LedgerError::WrongState {
            batch: BatchKey(count("batch", key)?),
            from: crate::model::columns::named("state", &state)?,
            to: BatchState::Draft,
        }),
        Some(_) => Ok(()),
    }
}

/// Removes the batches of a payroll with their payouts, if there are any.
///
/// A batch that was attempted stays, whatever its outcome: a late callback can be matched only while its references
/// are stored here.
pub(crate) async fn remove_unsent_batches(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    if let Some((batch, from)) = first_not_removable(tx, id).await? {
        return Err(LedgerError::WrongState { batch, from, to: BatchState::Draft });
    }
    for statement in ["DELETE FROM payouts WHERE payroll = $1", "DELETE FROM batches WHERE payroll = $1"] {
        sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
    }
    Ok(())
}

/// Returns a batch that was attempted, or is neither frozen nor approved: none of the payroll's batches are removed then.
pub(crate) async fn first_not_removable(
    tx: &mut WriteTx,
    id: PayrollId,
) -> Result<Option<(BatchKey, BatchState)>> {
    let batches: Vec<(i64, String, i64)> =
        sqlx::query_as("SELECT id, state, attempts FROM batches WHERE payroll = $1 ORDER BY number")
            .bind(i64::from(id.0))
            .fetch_all(tx.conn())
            .await?;
    for (key, state, attempts) in batches {
        let state: BatchState = crate::model::columns::named("state", &state)?;
        if attempts > 0 || !matches!(state, BatchState::Frozen | BatchState::Approved) {
            return Ok(Some((BatchKey(count("batch", key)?), state)));
        }
    }
    Ok(None)
}

/// Inserts the payroll's own row, with this number of draft rows.
pub(crate) async fn insert_payroll(tx: &mut WriteTx, new: &NewPayroll, rows: usize) -> Result<PayrollId> {
    let id = tx.next_payroll().await?;
    sqlx::query(
        "INSERT INTO payrolls (id, name, period, file_name, file_sha256, sheet, country, currency, convention,
                               skipped_json, copied_from, row_count, created_at, layout, reading_json,
                               source_path, source_header_row, run_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    )
    .bind(i64::from(id.0))
    .bind(&new.name)
    .bind(&new.period)
    .bind(&new.file_name)
    .bind(&new.file_sha256)
    .bind(&new.sheet)
    .bind(new.country.to_string())
    .bind(new.currency.to_string())
    .bind(convention_text(new.convention))
    .bind(&new.skipped_json)
    .bind(new.copied_from.map(|id| i64::from(id.0)))
    .bind(i64::from(counted(rows)?))
    .bind(tx.at())
    .bind(&new.layout)
    .bind(&new.reading_json)
    .bind(new.source.as_ref().and_then(|source| source.path.to_str()))
    .bind(new.source.as_ref().and_then(|source| source.header_row))
    .bind(RunId::new(&new.name, &new.period).as_str())
    .execute(tx.conn())
    .await?;
    Ok(id)
}

pub(crate) async fn note_created(
    tx: &mut WriteTx,
    id: PayrollId,
    new: NewPayroll,
    rows: usize,
) -> Result<()> {
    layouts::touch(tx, new.layout.as_deref()).await?;
    let data = json!({
        "name": new.name, "period": new.period, "file": new.file_name, "sha256": new.file_sha256,
        "sheet": new.sheet, "rows": rows, "copied_from": new.copied_from, "reading": new.reading_json,
    });
    tx.append_event(EventKind::PayrollCreated, EventSubject::payroll(id), &data);
    Ok(())
}
