//! Opening a payroll file, and copying an earlier payroll, into a new draft.

use crate::{
    desk::Desk, error::DeskError, import::create_draft, import::mapping::opening::read_file,
    import::mapping::opening::request, import::source_file,
};
use paysheet_domain::period::period_after;
use paysheet_ledger::{Ledger, NewPayroll, PayrollId, PayrollRecord, PayrollState};
use paysheet_sheet::ReadOptions;
use std::path::Path;

impl Desk {
    /// Reads a payroll file into a new draft, by the layout that was confirmed for its headings if there is one, and
    /// by the most likely columns otherwise.
    ///
    /// # Errors
    /// `File` if it is no payroll.
    pub async fn open_file(&self, path: &Path, options: ReadOptions) -> Result<u32, DeskError> {
        let request = request(self, options).await?;
        let read = read_file(path, request).await?;
        create_draft::store_sheet(self, path, read).await
    }

    /// Creates a new draft from the people of an earlier payroll: for this month, or for the month after the earlier
    /// one's if that is this month or later, so that nobody is paid twice for one month by a click. A payroll that was
    /// withdrawn is not known to have paid anybody: the draft is for the same month, and whoever the service may have is
    /// asked about.
    pub async fn pay_again(&self, from: u32) -> Result<u32, DeskError> {
        let ledger = &self.ledger;
        let earlier = ledger.payroll(PayrollId(from)).await?;
        let mut rows = ledger.draft_rows(PayrollId(from)).await?;
        for row in &mut rows {
            row.accepted.clear();
        }
        let now = self.now();
        let (name, period) = run_again(ledger, &earlier, create_draft::period_of(now)).await?;
        let new = NewPayroll {
            name,
            period,
            file_name: earlier.file_name,
            file_sha256: earlier.file_sha256,
            sheet: earlier.sheet,
            country: earlier.country,
            currency: earlier.currency,
            convention: earlier.convention,
            skipped_json: earlier.skipped_json,
            copied_from: Some(earlier.id),
            layout: earlier.layout,
            reading_json: None,
            // Its rows are those of the same file, as long as the file is present.
            source: source_file::source_file(self, from).await.ok(),
            at: now,
        };
        Ok(self.ledger_for_user().create_payroll(new, &rows).await?.0)
    }
}

/// Returns the name and the period of a payroll made of an earlier one.
async fn run_again(
    ledger: &Ledger,
    earlier: &PayrollRecord,
    this: String,
) -> Result<(String, String), DeskError> {
    if earlier.state == PayrollState::Withdrawn {
        let name = ledger.free_name((&earlier.name, "again"), &earlier.period).await?;
        return Ok((name, earlier.period.clone()));
    }
    let period = if earlier.period < this { this } else { period_after(&earlier.period).unwrap_or(this) };
    Ok((create_draft::salaries(&period), period))
}
