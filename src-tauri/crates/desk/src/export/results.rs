//! The workbook of results: one row for each payout, and a summary. Foreign text is written as text, never as a
//! formula. Amounts are numbers with the currency's decimals, so that the sheet can add them up.

use std::path::{Path, PathBuf};

use paysheet_document::{write_money, write_text};
use paysheet_domain::{BatchState, PayoutStatus};
use paysheet_ledger::{PayoutRecord, PayrollId, PayrollRecord};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use crate::{
    atomic_write::{plain_name, save_workbook},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    settle::tracking,
    view::{BatchView, ListWords, PayrollStatus, StatusTotal, TrackView},
};

const HEADS: [(&str, u16); 13] = [
    ("Row", 6),
    ("Name", 28),
    ("Account number", 16),
    ("Bank", 24),
    ("Amount", 16),
    ("Currency", 9),
    ("State", 20),
    ("Code", 8),
    ("Message", 36),
    ("Time (UTC)", 20),
    ("Narration", 28),
    ("Reference", 30),
    ("Reference in the file", 24),
];

impl Desk {
    /// Writes the payroll's results to an .xlsx file at `path`.
    ///
    /// # Errors
    /// `Export` if the file cannot be written.
    pub async fn export_payroll(&self, id: u32, path: &Path) -> Result<PathBuf, DeskError> {
        let ledger = &self.ledger;
        let record = ledger.payroll(PayrollId(id)).await?;
        let payouts = ledger.all_payouts(PayrollId(id)).await?;
        let track = tracking::payroll(self, id).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let mut workbook = Workbook::new();
            results(workbook.add_worksheet(), &payouts, &track)?;
            summary(workbook.add_worksheet(), &record, &track)?;
            save_workbook(&path, &mut workbook)?;
            Ok(path)
        })
        .await
    }

    /// Returns a file name for the results, which contains the payroll's name.
    pub async fn export_name(&self, id: u32) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        Ok(format!("{} results.xlsx", plain_name(&record.name)))
    }
}

fn results(sheet: &mut Worksheet, payouts: &[PayoutRecord], track: &TrackView) -> Result<(), XlsxError> {
    sheet.set_name("Results")?;
    let head = Format::new().set_bold();
    for (column, (text, width)) in (0_u16..).zip(HEADS) {
        sheet.write_string_with_format(0, column, text, &head)?;
        sheet.set_column_width(column, f64::from(width))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (line, payout) in (1_u32..).zip(payouts) {
        sheet.write_number(line, 0, f64::from(u32::from(payout.origin)))?;
        write_text(sheet, line, 1, &payout.name)?;
        write_text(sheet, line, 2, &payout.account_number)?;
        write_text(sheet, line, 3, &payout.bank_name)?;
        write_money(sheet, line, 4, payout.amount)?;
        sheet.write_string(line, 5, payout.amount.currency().to_string())?;
        sheet.write_string(line, 6, status_word(status(payout, &track.batches), track.state))?;
        write_text(sheet, line, 7, payout.code.as_deref().unwrap_or_default())?;
        write_text(sheet, line, 8, payout.message.as_deref().unwrap_or_default())?;
        let at = payout.changed_at.map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default();
        sheet.write_string(line, 9, at)?;
        write_text(sheet, line, 10, &payout.narration)?;
        sheet.write_string(line, 11, payout.reference.as_str())?;
        write_text(sheet, line, 12, payout.file_reference.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

/// Returns what is shown of a payout: without an outcome it is as far as its batch.
pub(crate) fn status(payout: &PayoutRecord, batches: &[BatchView]) -> PayoutStatus {
    let batch = batches.iter().find(|batch| batch.number == payout.batch);
    PayoutStatus::of(payout.state, batch.map_or(BatchState::Unknown, |batch| batch.state))
}

/// Whether nobody waits any longer for the result of a payment: its payroll was closed without it.
pub(crate) const fn is_given_up(status: PayoutStatus, payroll: PayrollStatus) -> bool {
    matches!((status, payroll), (PayoutStatus::InProgress, PayrollStatus::ClosedUnconfirmed))
}

/// Returns the window's word for a status in a payroll of this state.
pub(crate) fn payout_word(words: &ListWords, status: PayoutStatus, payroll: PayrollStatus) -> String {
    if is_given_up(status, payroll) {
        return words.report("unconfirmed", "Not confirmed");
    }
    words.of("payout", status)
}

/// Returns the word for a status in a payroll of this state, as the window names it.
pub(crate) const fn status_word(status: PayoutStatus, payroll: PayrollStatus) -> &'static str {
    match status {
        PayoutStatus::InProgress if is_given_up(status, payroll) => "Not confirmed",
        PayoutStatus::Paid => "Paid",
        PayoutStatus::InProgress => "Processing",
        PayoutStatus::Unknown => "Unknown",
        PayoutStatus::NotSent => "Not sent",
        PayoutStatus::NotAccepted => "Not processed",
        PayoutStatus::Overdue => "No result yet",
        PayoutStatus::Failed => "Failed",
        PayoutStatus::Reversed => "Reversed",
        PayoutStatus::Conflict => "Conflicting results",
        PayoutStatus::Withdrawn => "Withdrawn",
    }
}

fn summary(sheet: &mut Worksheet, record: &PayrollRecord, track: &TrackView) -> Result<(), XlsxError> {
    sheet.set_name("Summary")?;
    sheet.set_column_width(0, 18)?;
    sheet.set_column_width(1, 40)?;
    let approved = record.approved_at.map(|at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string());
    let facts = [
        ("Payroll", record.name.clone()),
        ("Period", record.period.clone()),
        ("From the file", record.file_name.clone()),
        ("Approved by", record.approved_by.clone().unwrap_or_default()),
        ("Approved at", approved.unwrap_or_default()),
        ("People excluded", record.excluded.to_string()),
    ];
    let mut line = 0_u32;
    for (name, value) in facts {
        sheet.write_string(line, 0, name)?;
        write_text(sheet, line, 1, &value)?;
        line += 1;
    }
    line += 1;
    for StatusTotal { status, total } in &track.statuses {
        sheet.write_string(line, 0, status_word(*status, track.state))?;
        sheet.write_string(line, 1, format!("{} people, {} {}", total.count, total.currency, total.sum))?;
        line += 1;
    }
    Ok(())
}
