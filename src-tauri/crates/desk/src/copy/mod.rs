//! A copy of the user's own file with columns added at the right: before paying what is wrong with whom, afterwards
//! what became of whom. Everything else in the file is kept byte for byte as far as its format allows. The file
//! itself is never written to; one that is not the file any more that the payroll was read from is not copied.

mod book;
mod lines;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use paysheet_domain::Severity;
use paysheet_ledger::PayrollId;
use paysheet_sheet::FileError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    desk::{Desk, blocking, hold},
    draft::Draft,
    error::DeskError,
    table::neutral,
};

/// Where a payroll was read from.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub path: PathBuf,
    pub header_row: Option<u32>,
}

/// What is added: the heads where the table has a header row, and texts by file row.
pub(super) struct Added {
    pub header_row: Option<u32>,
    pub heads: Vec<String>,
    pub rows: BTreeMap<u32, Vec<String>>,
}

impl Added {
    /// What a file row gets, if anything.
    fn of(&self, row: u32) -> Option<&[String]> {
        if self.header_row == Some(row) { Some(&self.heads) } else { self.rows.get(&row).map(Vec::as_slice) }
    }
}

impl Desk {
    /// Remembers where a payroll was read from.
    pub(crate) async fn keep_origin(&self, id: u32, origin: &Origin) -> Result<(), DeskError> {
        let text = serde_json::to_string(origin)?;
        Ok(self.inner.ledger.set_setting(&setting(id), &text, self.now()).await?)
    }

    pub(crate) async fn origin(&self, id: u32) -> Result<Origin, DeskError> {
        let kept = self.inner.ledger.setting(&setting(id)).await?;
        Ok(serde_json::from_str(&kept.ok_or(FileError::FileUnreadable)?)?)
    }

    /// A file name for the copy, beside the original's.
    ///
    /// # Errors
    /// `Ledger`, `File` where the payroll was read from no file of the user's.
    pub async fn copy_name(&self, id: u32) -> Result<String, DeskError> {
        let path = self.origin(id).await?.path;
        let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
        let (stem, ending) = (part(path.file_stem()), part(path.extension()));
        Ok(format!("{} (Paysheet).{}", stem.unwrap_or_default(), ending.unwrap_or_default()))
    }

    /// Writes the copy to `path`.
    ///
    /// # Errors
    /// `File` where the original is gone, changed, or of a format that cannot be added to; `Ledger`, `Io`.
    pub async fn export_copy(&self, id: u32, path: &Path) -> Result<(), DeskError> {
        let record = self.inner.ledger.payroll(PayrollId(id)).await?;
        let origin = self.origin(id).await?;
        let (heads, rows) = if record.approved_at.is_some() {
            (&OUTCOME_HEADS[..], self.outcomes_by_row(id).await?)
        } else {
            (&PROBLEM_HEADS[..], problems_by_row(&hold(&*self.loaded(id).await?)))
        };
        let heads = heads.iter().map(|head| (*head).to_owned()).collect();
        let added = Added { header_row: origin.header_row, heads, rows };
        let to = path.to_owned();
        blocking(move || {
            let bytes = fs::read(&origin.path).map_err(|_| FileError::FileUnreadable)?;
            let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            // Rows are told by their numbers: in another file they would be somebody else's.
            if sha256 != record.file_sha256 || same_place(&origin.path, &to) {
                return Err(FileError::FileUnreadable.into());
            }
            let copy = if bytes.starts_with(b"PK") {
                book::with_columns(&bytes, &record.sheet, &added)
            } else {
                lines::with_columns(&bytes, &added)
            };
            Ok(fs::write(&to, copy.ok_or(FileError::FileUnreadable)?)?)
        })
        .await
    }

    async fn outcomes_by_row(&self, id: u32) -> Result<BTreeMap<u32, Vec<String>>, DeskError> {
        let payouts = self.inner.ledger.all_payouts(PayrollId(id)).await?;
        let line = |payout: paysheet_ledger::PayoutRecord| {
            let at = payout.changed_at.map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string());
            let texts = [
                payout.state.to_string(),
                payout.reference.as_str().to_owned(),
                at.unwrap_or_default(),
                payout.message.unwrap_or_default(),
            ];
            (payout.row, texts.iter().map(|text| neutral(text)).collect())
        };
        Ok(payouts.into_iter().filter(|payout| payout.row > 0).map(line).collect())
    }
}

const PROBLEM_HEADS: [&str; 2] = ["Paysheet state", "Paysheet problems"];
const OUTCOME_HEADS: [&str; 4] =
    ["Paysheet state", "Paysheet reference", "Paysheet time (UTC)", "Paysheet message"];

fn setting(id: u32) -> String {
    format!("origin/{id}")
}

fn same_place(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok()).is_some_and(|(one, other)| one == other)
}

fn problems_by_row(draft: &Draft) -> BTreeMap<u32, Vec<String>> {
    let entries = draft.entries().iter().filter(|entry| entry.row.source.row > 0);
    entries
        .map(|entry| {
            let said: Vec<String> = entry
                .problems()
                .filter(|problem| problem.severity != Severity::Note)
                .map(|problem| {
                    let value =
                        problem.value.as_deref().map(|value| format!(": {value}")).unwrap_or_default();
                    format!("{}{value}", problem.code.to_string().replace('_', " "))
                })
                .collect();
            let state = match entry.state() {
                crate::view::RowState::Ready => "ready",
                crate::view::RowState::ToFix => "to fix",
                crate::view::RowState::ToDecide => "to decide",
                crate::view::RowState::Excluded => "excluded",
            };
            (entry.row.source.row, vec![state.to_owned(), neutral(&said.join("; "))])
        })
        .collect()
}
