//! People: everyone who was ever paid, and what was paid to one of them.

use paysheet_domain::{Country, Currency, PayoutStatus, money::Total};
use paysheet_ledger::PersonPayment;
pub use paysheet_ledger::{PeopleFilter, PeopleOrder, PersonKey};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PersonLine {
    pub key: PersonKey,
    /// As in the newest payroll.
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    /// None where only the currency of several countries is known.
    pub country: Country,
    /// Number of payments that were reported as paid.
    pub payments: u32,
    pub first_paid_at: Option<String>,
    pub last_paid_at: Option<String>,
    /// Of the newest payout, paid or not.
    pub last_amount: String,
    pub last_status: PayoutStatus,
    pub last_payroll: u32,
    pub last_payroll_name: String,
    /// Paid in the year of the window.
    pub year_total: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PeopleWindow {
    pub total: u32,
    pub offset: u32,
    /// The present year, on this computer's calendar.
    pub year: i16,
    pub rows: Vec<PersonLine>,
}

/// A payout to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PersonPaymentView {
    pub payroll: u32,
    pub payroll_name: String,
    pub period: String,
    pub reference: String,
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub amount: String,
    pub currency: Currency,
    pub narration: String,
    /// The office's own reference, as the file has it.
    pub file_reference: Option<String>,
    pub status: PayoutStatus,
    /// When its outcome was reported, or else when it was sent.
    pub at: Option<String>,
}

/// Returns what is shown of one payment of a person.
pub(crate) fn payment_view(payment: &PersonPayment) -> PersonPaymentView {
    let payout = &payment.payout;
    PersonPaymentView {
        payroll: payment.payroll.0,
        payroll_name: payment.payroll_name.clone(),
        period: payment.period.clone(),
        reference: payout.reference.to_string(),
        row: payout.origin.number(),
        name: payout.name.clone(),
        amount: payout.amount.digits(),
        currency: payout.amount.currency(),
        narration: payout.narration.clone(),
        file_reference: payout.file_reference.clone(),
        status: payment.status,
        at: payment.at.map(|at| at.to_string()),
    }
}

/// Payments that were reported as paid in one year, on this computer's calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct YearTotal {
    pub year: i16,
    pub total: Total,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PersonView {
    pub person: PersonLine,
    /// The holder's name as the bank gave it last.
    pub holder: Option<String>,
    pub holder_asked_at: Option<String>,
    /// The newest first.
    pub years: Vec<YearTotal>,
    /// The newest first.
    pub payments: Vec<PersonPaymentView>,
    /// Other accounts whose last payout was to the same name.
    pub other_accounts: Vec<PersonLine>,
}

/// The amounts that a payroll of chosen people begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PeopleAmounts {
    /// The user types them.
    Empty,
    /// Each person's newest amount.
    LastPaid,
}
