//! Reports about references that are in no payroll of this ledger, for a user who has to find their origin.

use paysheet_domain::{BatchState, PayoutState, PayoutStatus, ReportSource, SourcedReport};
use paysheet_ledger::{UNKNOWN_REPORTS_MAX, UnknownReport};

use crate::{
    desk::Desk,
    error::DeskError,
    view::{UnknownReportView, UnknownReportsView},
};

/// Maximum number of reports that are shown.
const UNKNOWN_REPORTS_SHOWN_MAX: u32 = 100;

impl Desk {
    /// Returns the reports about references that this ledger does not have.
    pub async fn unknown_reports(&self) -> Result<UnknownReportsView, DeskError> {
        let reports = self.ledger.unknown_reports(UNKNOWN_REPORTS_SHOWN_MAX).await?;
        Ok(UnknownReportsView {
            total: reports.total,
            references: reports.references,
            unreadable: reports.unreadable,
            is_full: reports.total >= UNKNOWN_REPORTS_MAX,
            newest: reports.newest.into_iter().map(view).collect(),
        })
    }
}

fn view(report: UnknownReport) -> UnknownReportView {
    let only = SourcedReport { source: ReportSource::Callback, report: report.report };
    UnknownReportView {
        // This report is all that is known of the payout.
        status: PayoutStatus::of(PayoutState::from_reports(&[only]), BatchState::Settling),
        reference: report.reference,
        code: report.code,
        message: report.message,
        at: report.at.to_string(),
    }
}
