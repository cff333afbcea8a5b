//! A file whose results the user applies: its name and hash, and how the user said that it is read.

use std::collections::BTreeMap;

use paysheet_domain::{ReportSource, WordKind, WordMeaning};
use serde::Serialize;
use serde_json::json;

use super::effect::PayoutEffect;
use crate::{
    drafts::layouts::{self, NewLayout},
    model::{columns::without_nul, error::Result, events::EventKind, records::PayrollId},
    store::write_tx::{EventSubject, WriteTx},
};

/// Most characters of a file's name that are stored.
const FILE_NAME_CHARS_MAX: usize = 255;

/// A file whose results the user applies.
#[derive(Clone, Copy, Debug)]
pub struct NewOutcomeFile<'a> {
    pub source: ReportSource,
    pub file_name: &'a str,
    pub sha256: &'a str,
    /// Who applies it.
    pub by: &'a str,
    pub reading: FileReading<'a>,
}

/// How the user said that a file is read. It is part of the event, as the evidence of what a person decided.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileReading<'a> {
    /// What the status words and codes of the file were read as that mean nothing by themselves.
    pub words: &'a [ReadWord],
    /// The columns by which it was read, in the caller's format; none if its headings said them.
    pub columns_json: Option<&'a str>,
    /// The layout by which it was read.
    pub layout: Option<&'a str>,
    /// The layout that is stored with it.
    pub remember: Option<&'a NewLayout>,
}

/// A word or code of a file as the user reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadWord {
    pub kind: WordKind,
    /// As in the file.
    pub word: String,
    pub read_as: WordMeaning,
    /// Number of rows with it.
    pub rows: u32,
}

impl FileReading<'_> {
    /// Stores the layout, and marks the one that the file was read by.
    pub(super) async fn remember(self, tx: &mut WriteTx) -> Result<()> {
        if let Some(layout) = self.remember {
            layouts::store(tx, layout).await?;
        }
        layouts::touch(tx, self.layout).await
    }
}

/// Returns the id of a file, which is stored if it is new.
pub(super) async fn file_id(tx: &mut WriteTx, file: NewOutcomeFile<'_>) -> Result<i64> {
    let source = <&str>::from(file.source);
    let known: Option<i64> =
        sqlx::query_scalar("SELECT id FROM outcome_files WHERE source = $1 AND sha256 = $2")
            .bind(source)
            .bind(file.sha256)
            .fetch_optional(tx.conn())
            .await?;
    if let Some(id) = known {
        return Ok(id);
    }
    let id: i64 =
        sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM outcome_files").fetch_one(tx.conn()).await?;
    let at = tx.at();
    sqlx::query(
        "INSERT INTO outcome_files (id, source, file_name, sha256, imported_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(source)
    .bind(stored_name(file.file_name))
    .bind(file.sha256)
    .bind(at)
    .execute(tx.conn())
    .await?;
    Ok(id)
}

fn stored_name(name: &str) -> String {
    without_nul(name).chars().take(FILE_NAME_CHARS_MAX).collect()
}

/// What a file changed of one payroll, in figures.
#[derive(Default)]
pub(super) struct Imported {
    pub payouts: u32,
    pub new_reports: u32,
    /// Number of payouts that came to each state.
    pub became: BTreeMap<String, u32>,
    /// Number of payouts of which a person confirmed that a row is about them.
    pub confirmed: u32,
}

impl Imported {
    pub fn count(&mut self, effect: &PayoutEffect, is_confirmed: bool) {
        self.payouts += 1;
        self.confirmed += u32::from(is_confirmed && effect.new > 0);
        self.new_reports += effect.new;
        if effect.before.0 != effect.after.0 {
            *self.became.entry(effect.after.0.to_string()).or_default() += 1;
        }
    }
}

/// Records the file with its hash, how it was read, and how many payouts of a payroll came to which state by it. Each
/// payroll that it changed has an event of its own, so that its audit log says who read what how.
pub(super) fn append_imported(
    tx: &mut WriteTx,
    (id, file): (i64, NewOutcomeFile<'_>),
    payroll: PayrollId,
    imported: &Imported,
) {
    let Imported { payouts, new_reports, became, confirmed } = imported;
    if *new_reports == 0 {
        return;
    }
    let data = json!({
        "file": id, "source": file.source, "file_name": stored_name(file.file_name), "sha256": file.sha256,
        "by": file.by, "payouts": payouts, "new_reports": new_reports, "became": became,
        "words": file.reading.words, "columns": file.reading.columns_json, "confirmed": confirmed,
    });
    tx.append_event(EventKind::OutcomesImported, EventSubject::payroll(payroll), &data);
}
