//! A row after it was parsed: the person who is paid, and what is wrong with the row.

use crate::{
    banks::country::Country,
    money::{Currency, Money},
    rows::{cell::Field, problem::Problem},
};

/// The parsed values of a row. A value is none if it is missing or cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipientDraft {
    pub name: Option<String>,
    /// Digits as in the file, without spaces and signs, before any suggestion.
    pub account_number: Option<String>,
    /// The bank's name from the directory if the bank is known, otherwise from the file.
    pub bank_name: Option<String>,
    /// Known code of the directory.
    pub bank_code: Option<String>,
    /// As in the file, or the service's code of the branch that the file names.
    pub branch_code: Option<String>,
    pub branch_name: Option<String>,
    pub amount: Option<Money>,
    pub country: Country,
    pub currency: Currency,
    pub narration: Option<String>,
    pub reference: Option<String>,
    pub employee_id: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

impl RecipientDraft {
    /// Returns a text of the person that decides neither who is paid nor what; none for other fields, and where nothing of
    /// it can be seen.
    #[must_use]
    pub fn detail(&self, field: Field) -> Option<&str> {
        let text = match field {
            Field::Name => &self.name,
            Field::EmployeeId => &self.employee_id,
            Field::Reference => &self.reference,
            Field::Email => &self.email,
            Field::Phone => &self.phone,
            Field::AccountNumber
            | Field::BankName
            | Field::BankCode
            | Field::BranchCode
            | Field::BranchName
            | Field::Amount
            | Field::Currency
            | Field::Country
            | Field::Narration
            | Field::PayDate => &None,
        };
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        text.as_deref().map(|text| text.trim_matches(is_blank)).filter(|text| !text.is_empty())
    }
}

/// A row with all of its problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRow {
    pub recipient: RecipientDraft,
    pub problems: Vec<Problem>,
}
