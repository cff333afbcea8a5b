//! A file with the effect that it would have, and the fingerprint of both.

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use data_encoding::HEXLOWER;
use paysheet_domain::ReportSource;
use paysheet_ledger::{LedgerError, ListedPayout, OutcomeEffects, PayoutReport, PayrollId, ReadWord};
use paysheet_sheet::{ListReading, MappingOrigin, RecordList, UnreadRows};
use sha2::{Digest, Sha256};

use super::{
    matching::{self, MatchedRow, PayoutMatch},
    reading::{self, ReadList},
    rows::FileRow,
    signs::Signs,
    statement::{self, Reconciled},
    words::{self, Words},
};
use crate::{
    desk::Desk,
    error::DeskError,
    view::{LayoutView, ListKind, OutcomeProblem, OutcomeReading, OutcomesInput},
};

pub(super) struct Preview {
    pub kind: ListKind,
    /// Payouts that are not in a statement.
    pub missing: Vec<ListedPayout>,
    pub sha256: String,
    pub fingerprint: String,
    pub rows: Vec<MatchedRow>,
    /// Rows below headings that nobody knows.
    pub unread: Vec<UnreadRows>,
    pub effects: OutcomeEffects,
    pub words: Words,
    /// How its table was read; none if it has no columns to choose from.
    pub table: Option<ListReading>,
    /// What was remembered for its headings.
    pub remembered: Option<LayoutView>,
}

/// Reads a file and finds out its effect.
///
/// # Errors
/// `File`, `NoResultsInFile`, `NoStatementInFile`.
pub(super) async fn read(
    desk: &Desk,
    kind: ListKind,
    path: &Path,
    said: &OutcomeReading,
) -> Result<Preview, DeskError> {
    let read = reading::read(desk, kind, path, said).await?;
    let remembered_words = read.words().to_vec();
    let ReadList { list, remembered } = read;
    let RecordList { sha256, records, unread, reading: table } = list;
    let mut rows: Vec<FileRow> = match kind {
        ListKind::Results => records.into_iter().map(FileRow::of).collect(),
        ListKind::Statement => {
            let signs = Signs::of(&records, is_said(table.as_ref()));
            if said.columns.is_none() && signs.undecided(&records).is_some() {
                return Err(reading::nothing_in_file(kind).into());
            }
            records.into_iter().filter_map(|record| FileRow::of_statement(record, signs)).collect()
        }
    };
    require_understood(kind, table.as_ref(), &rows)?;
    let words = words::read(&mut rows, said.words.as_deref(), &remembered_words, &desk.decider());
    let ledger = &desk.ledger;
    let Reconciled { rows, missing } = match kind {
        ListKind::Results => Reconciled { rows: matching::find(ledger, rows).await?, missing: Vec::new() },
        ListKind::Statement => statement::find(ledger, rows).await?,
    };
    let reports: Vec<_> = found(&rows).map(|found| found.report.clone()).collect();
    let effects = ledger.preview_outcomes(source_of(kind), &reports, desk.now()).await?;
    let how = (reading::columns_json(said, table.as_ref()), words.read());
    let fingerprint = fingerprint(&sha256, &how, &rows, &effects);
    Ok(Preview { kind, missing, sha256, fingerprint, rows, unread, effects, words, table, remembered })
}

/// Whether the user said what the columns hold, now or before.
fn is_said(table: Option<&ListReading>) -> bool {
    table.is_some_and(|table| table.origin != MappingOrigin::Detected)
}

/// Records of which none can be read have names that nobody knows, as a table has headings.
fn require_understood(
    kind: ListKind,
    table: Option<&ListReading>,
    rows: &[FileRow],
) -> Result<(), DeskError> {
    let is_unreadable = |row: &FileRow| row.problem == Some(OutcomeProblem::NotReadable);
    let is_detected = table.is_some() && !is_said(table);
    if is_detected && !rows.is_empty() && rows.iter().all(is_unreadable) {
        return Err(reading::nothing_in_file(kind).into());
    }
    Ok(())
}

/// Returns the source of the reports of such a file.
pub(super) const fn source_of(kind: ListKind) -> ReportSource {
    match kind {
        ListKind::Results => ReportSource::OutcomeFile,
        ListKind::Statement => ReportSource::Statement,
    }
}

fn found(rows: &[MatchedRow]) -> impl Iterator<Item = &PayoutMatch> {
    rows.iter().filter_map(|row| row.found.as_ref().ok()).flatten()
}

/// Returns a fingerprint of what is shown: the file, how it was read, what was found for each row, and the effect on each payout. The
/// state of a batch after it is not part of it, because that depends on what else is known by then.
fn fingerprint(
    sha256: &str,
    how: &(Option<String>, Vec<ReadWord>),
    rows: &[MatchedRow],
    effects: &OutcomeEffects,
) -> String {
    let mut text = format!("{sha256}\n{how:?}");
    for MatchedRow { found, .. } in rows {
        match found {
            Ok(found) => {
                for PayoutMatch { by, payout, report, .. } in found {
                    let _written = write!(text, "\n{by:?} {} {:?}", payout.reference, report.report);
                }
            }
            Err(problem) => {
                let _written = write!(text, "\n{problem:?}");
            }
        }
    }
    for (reference, effect) in &effects.payouts {
        let _written =
            write!(text, "\n{reference} {:?} {:?} {}", effect.before.0, effect.after.0, effect.new);
    }
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

impl Preview {
    /// Checks that the file and its effect are those that the user saw.
    ///
    /// # Errors
    /// `Ledger` with `OutcomesChanged`.
    pub fn require_as_shown(&self, input: &OutcomesInput) -> Result<(), DeskError> {
        let is_shown = self.sha256 == input.sha256 && self.fingerprint == input.fingerprint;
        if is_shown { Ok(()) } else { Err(LedgerError::OutcomesChanged.into()) }
    }

    /// Returns the reports that are applied: those that were found by reference, and those that the user confirmed, with
    /// who that is.
    pub fn chosen(&self, confirmed: &[String], decider: &str) -> Vec<PayoutReport> {
        let confirmed: BTreeSet<&str> = confirmed.iter().map(String::as_str).collect();
        let is_chosen = |found: &&PayoutMatch| found.confirm_key().is_none_or(|key| confirmed.contains(key));
        found(&self.rows).filter(is_chosen).map(|found| found.report_by(decider)).collect()
    }

    /// Returns the payrolls of which something was applied.
    pub fn payrolls(&self, applied: &OutcomeEffects) -> BTreeSet<PayrollId> {
        let is_new = |found: &&PayoutMatch| {
            applied.payouts.get(&found.payout.reference).is_some_and(|effect| effect.new > 0)
        };
        found(&self.rows).filter(is_new).map(|found| found.payout.payroll).collect()
    }
}
