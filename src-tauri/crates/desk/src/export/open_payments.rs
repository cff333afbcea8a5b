//! The list of payments without a clear result, with which the user asks the provider: as text for a message, and as a
//! workbook. It has references and amounts, and neither names nor accounts.

use std::path::{Path, PathBuf};

use paysheet_document::{write_money, write_text};
use paysheet_domain::{Money, PayoutStatus};
use paysheet_ledger::PayrollId;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use crate::{
    atomic_write::{plain_name, save_workbook},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    export::results::{is_given_up, status, status_word},
    settle::tracking,
    view::{BatchView, OpenBatchView, OpenPaymentView, OpenPaymentsView, PayrollStatus, TrackView},
};

/// Most payments that a message lists; more do not fit into an e-mail that somebody reads.
pub const OPEN_PAYMENTS_LISTED_MAX: usize = 200;
/// Results that are missing although they should be known, or that contradict each other.
const OPEN: [PayoutStatus; 3] = [PayoutStatus::Overdue, PayoutStatus::Unknown, PayoutStatus::Conflict];

const HEADS: [(&str, u16); 7] = [
    ("Batch reference", 30),
    ("Batch ID", 12),
    ("Sent (UTC)", 20),
    ("Payment reference", 30),
    ("Amount", 16),
    ("Currency", 9),
    ("What we know", 20),
];

/// A payment in question, with its amount as it is calculated with.
pub(crate) struct OpenPayment {
    pub reference: String,
    pub amount: Money,
    pub status: PayoutStatus,
    /// Of its payroll.
    pub payroll: PayrollStatus,
}

impl Desk {
    /// Returns the payments of a payroll without a clear result, at most as many as a message lists.
    pub async fn open_payments(&self, id: u32) -> Result<OpenPaymentsView, DeskError> {
        let all = open_batches(self, id).await?;
        let (mut batches, mut left, mut unlisted) = (Vec::new(), OPEN_PAYMENTS_LISTED_MAX, 0);
        for (batch, mut payments) in all {
            unlisted += payments.split_off(left.min(payments.len())).len();
            left -= payments.len();
            if payments.is_empty() {
                continue;
            }
            batches.push(OpenBatchView {
                number: batch.number,
                reference: batch.reference,
                batch_id: batch.batch_id,
                sent_at: batch.sent_at,
                payments: payments.into_iter().map(view).collect(),
            });
        }
        Ok(OpenPaymentsView { batches, unlisted: u32::try_from(unlisted).unwrap_or(u32::MAX) })
    }
}

fn view(OpenPayment { reference, amount, status, .. }: OpenPayment) -> OpenPaymentView {
    OpenPaymentView { reference, amount: amount.digits(), currency: amount.currency(), status }
}

impl Desk {
    /// Writes all of them to an .xlsx file at `path`.
    ///
    /// # Errors
    /// `Export`, and those of writing a file.
    pub async fn export_open_payments(&self, id: u32, path: &Path) -> Result<PathBuf, DeskError> {
        let batches = open_batches(self, id).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let mut workbook = Workbook::new();
            write(workbook.add_worksheet(), &batches)?;
            save_workbook(&path, &mut workbook)?;
            Ok(path)
        })
        .await
    }

    /// Returns a file name for the list, which contains the payroll's name.
    pub async fn open_payments_name(&self, id: u32) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        Ok(format!("{} payments without a result.xlsx", plain_name(&record.name)))
    }
}

/// Returns the batches with payments in question, and these payments by position.
pub(crate) async fn open_batches(
    desk: &Desk,
    id: u32,
) -> Result<Vec<(BatchView, Vec<OpenPayment>)>, DeskError> {
    let payouts = desk.ledger.all_payouts(PayrollId(id)).await?;
    let TrackView { state, batches, .. } = tracking::payroll(desk, id).await?;
    let is_open = |status| OPEN.contains(&status) || is_given_up(status, state);
    let open: Vec<_> = payouts
        .into_iter()
        .map(|payout| (payout.batch, status(&payout, &batches), payout))
        .filter(|&(_, status, _)| is_open(status))
        .collect();
    let of_batch = |number: u32| {
        open.iter().filter(move |(batch, ..)| *batch == number).map(|(_, status, payout)| OpenPayment {
            reference: payout.reference.as_str().to_owned(),
            amount: payout.amount,
            status: *status,
            payroll: state,
        })
    };
    let batches = batches.into_iter().map(|batch| {
        let payments: Vec<OpenPayment> = of_batch(batch.number).collect();
        (batch, payments)
    });
    Ok(batches.filter(|(_, payments)| !payments.is_empty()).collect())
}

fn write(sheet: &mut Worksheet, batches: &[(BatchView, Vec<OpenPayment>)]) -> Result<(), XlsxError> {
    sheet.set_name("Payments")?;
    let head = Format::new().set_bold();
    for (column, (text, width)) in (0_u16..).zip(HEADS) {
        sheet.write_string_with_format(0, column, text, &head)?;
        sheet.set_column_width(column, f64::from(width))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    let payments = batches.iter().flat_map(|(batch, payments)| payments.iter().map(move |it| (batch, it)));
    for (line, (batch, payment)) in (1_u32..).zip(payments) {
        sheet.write_string(line, 0, &batch.reference)?;
        write_text(sheet, line, 1, batch.batch_id.as_deref().unwrap_or_default())?;
        sheet.write_string(line, 2, batch.sent_at.as_deref().map(plain_time).unwrap_or_default())?;
        sheet.write_string(line, 3, &payment.reference)?;
        write_money(sheet, line, 4, payment.amount)?;
        sheet.write_string(line, 5, payment.amount.currency().to_string())?;
        sheet.write_string(line, 6, status_word(payment.status, payment.payroll))?;
    }
    Ok(())
}

/// `2026-11-23 21:40:03` of a time in UTC.
pub(crate) fn plain_time(at: &str) -> String {
    at.parse::<jiff::Timestamp>().map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default()
}
