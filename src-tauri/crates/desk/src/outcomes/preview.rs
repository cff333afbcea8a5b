//! A file with the effect that it would have, and the fingerprint of both.

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use data_encoding::HEXLOWER;
use paysheet_domain::ReportSource;
use paysheet_ledger::{LedgerError, OutcomeEffects, PayoutReport, PayrollId};
use paysheet_sheet::{FileError, ListKind, RecordList, read_list};
use sha2::{Digest, Sha256};

use super::{
    matching::{self, Found, FoundBy, MatchedRow},
    rows::FileRow,
};
use crate::{blocking::blocking, context::Context, error::DeskError, view::OutcomesInput};

pub(super) struct Preview {
    pub sha256: String,
    pub fingerprint: String,
    pub rows: Vec<MatchedRow>,
    pub effects: OutcomeEffects,
}

/// Reads a file and finds out its effect.
///
/// # Errors
/// `File`, `NoResultsInFile`, `Ledger`.
pub(super) async fn read(context: &Context, path: &Path) -> Result<Preview, DeskError> {
    let path = path.to_owned();
    let RecordList { sha256, records } = blocking(move || {
        read_list(&path, ListKind::Results).map_err(|error| match error {
            FileError::NoTableFound => DeskError::NoResultsInFile,
            error => error.into(),
        })
    })
    .await?;
    let rows = records.into_iter().map(FileRow::of).collect();
    let rows = matching::find(&context.ledger, rows).await?;
    let reports: Vec<_> = found(&rows).map(|found| found.report.clone()).collect();
    let source = ReportSource::OutcomeFile;
    let effects = context.ledger.preview_outcomes(source, &reports, context.now()).await?;
    let fingerprint = fingerprint(&sha256, &rows, &effects);
    Ok(Preview { sha256, fingerprint, rows, effects })
}

fn found(rows: &[MatchedRow]) -> impl Iterator<Item = &Found> {
    rows.iter().filter_map(|row| row.found.as_ref().ok())
}

/// Returns a fingerprint of what is shown: the file, what was found for each row, and the effect on each payout. The
/// state of a batch after it is not part of it, because that depends on what else is known by then.
fn fingerprint(sha256: &str, rows: &[MatchedRow], effects: &OutcomeEffects) -> String {
    let mut text = sha256.to_owned();
    for MatchedRow { found, .. } in rows {
        let _written = match found {
            Ok(found) => {
                let (by, report) = (found.by, found.report.report);
                write!(text, "\n{by:?} {} {report:?}", found.payout.reference)
            }
            Err(problem) => write!(text, "\n{problem:?}"),
        };
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

    /// Returns the reports that are applied: those that were found by reference, and those that the user confirmed.
    pub fn chosen(&self, confirmed: &[String]) -> Vec<PayoutReport> {
        let confirmed: BTreeSet<&str> = confirmed.iter().map(String::as_str).collect();
        let is_chosen = |found: &&Found| match found.by {
            FoundBy::Reference => true,
            FoundBy::Account => confirmed.contains(found.payout.reference.as_str()),
        };
        found(&self.rows).filter(is_chosen).map(|found| found.report.clone()).collect()
    }

    /// Returns the payrolls of which something was applied.
    pub fn payrolls(&self, applied: &OutcomeEffects) -> BTreeSet<PayrollId> {
        let is_new = |found: &&Found| {
            applied.payouts.get(&found.payout.reference).is_some_and(|effect| effect.new > 0)
        };
        found(&self.rows).filter(is_new).map(|found| found.payout.payroll).collect()
    }
}
