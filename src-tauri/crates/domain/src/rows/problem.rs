//! Problems of a row or a file. A problem is data: a code, a severity, the cell, its value and a suggested value. The
//! window writes the sentence.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use crate::rows::{cell::Field, source_row::RowOrigin};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Severity {
    /// The row cannot be paid as it is.
    Error,
    /// The user decides.
    Warning,
    Note,
}

/// Stable codes; they stand in the ledger, in `inspect`'s answers and in the window's catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ProblemCode {
    AccountNumberMissing,
    AccountNumberZeroLost,
    AccountNumberDigitsLost,
    AccountNumberInvalid,
    AccountNumberCheckDigit,
    /// A mobile number without the calling code; the suggestion has it.
    AccountNumberLocalForm,
    /// A mobile number in place of an account at a bank.
    AccountNumberMobile,
    /// Digits that only fill the cell: one digit over the whole length, or digits counted up.
    AccountNumberPlaceholder,
    AmountMissing,
    AmountInvalid,
    AmountNotPositive,
    AmountTooPrecise,
    AmountTooLarge,
    AmountAmbiguous,
    /// More than the wallet takes in one payment; the value is the most it takes.
    AmountAboveLimit,
    AmountFormulaWithoutValue,
    /// The file says that its amounts are in thousands; the suggestion is the whole amount.
    AmountInThousands,
    BankMissing,
    BankUnknown,
    /// Another bank has taken over the named one; the suggestion is its code.
    BankTakenOver,
    BankAmbiguous,
    BankConflict,
    /// The bank was chosen for this text before.
    BankAsConfirmed,
    BranchMissing,
    /// The branch that is named is not on the service's list of the bank's branches, or there is no such list; the
    /// suggestion is the code of a branch with a similar name.
    BranchUnknown,
    /// The provider requires a field that this row has no value for; the value is the field's name at the provider.
    ExtraFieldMissing,
    NameMissing,
    NameMixedScript,
    /// The holder the bank names is somebody else (from the service's account check).
    NameDiffers,
    /// The bank does not know the account (from the service's account check).
    AccountNotFound,
    /// The holder's name is similar: spelled differently, shortened, or with other middle names.
    NameClose,
    /// The bank names another holder than when the account was last paid.
    HolderChanged,
    CurrencyUnknown,
    CurrencyMixed,
    CountryUnknown,
    DuplicateAccount,
    DuplicatePayment,
    NameWithTwoAccounts,
    /// The person was paid into another account last time.
    AccountChanged,
    TextBidiControl,
    TextTooLong,
    /// Hidden sheets, with the one that was read if it is hidden.
    HiddenSheets,
    /// The payroll itself stands on a hidden sheet.
    HiddenSheetRead,
    HiddenRows,
    HiddenColumns,
    FilteredRows,
    EncodingGuessed,
    ColumnMissing,
    ColumnAmbiguous,
    RowRagged,
    /// The file says that the person is not to be paid, or not by a transfer: in words (`SUSPENDED`, `PAID IN CASH`), in
    /// the row, a comment or a title above it, or without words because it strikes the row through.
    FileSaysNotToPay,
    /// The file fills the row in grey or red, unlike the others.
    RowMarkedFilled,
    /// The file has a comment about the row.
    RowMarkedComment,
    /// The service named the row when it refused the payroll.
    RefusedByService,
}

impl ProblemCode {
    /// What the bank's answer about an account can be a problem of.
    pub const ABOUT_HOLDER: [Self; 4] =
        [Self::NameDiffers, Self::AccountNotFound, Self::NameClose, Self::HolderChanged];

    /// Problems whose suggestions change values and are accepted for many rows at once all the same, by who is shown what
    /// they have in common: the successors of banks, and the unit of all amounts. Nothing accepts them without a person.
    pub const DECIDED_TOGETHER: [Self; 2] = [Self::BankTakenOver, Self::AmountInThousands];
}

/// Something wrong with one row, at the field where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    pub code: ProblemCode,
    pub severity: Severity,
    /// The field it is about; none where it is about the whole row or file.
    pub field: Option<Field>,
    /// What stands there, or a figure the sentence needs.
    pub value: Option<String>,
    /// What could stand there instead: applied only when the user accepts it.
    pub suggestion: Option<String>,
    /// Rows it is about besides its own (duplicates).
    pub rows: Vec<RowOrigin>,
    /// The year since which the suggestion or the limit holds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u16>,
}

impl Problem {
    #[must_use]
    pub fn error(code: ProblemCode, field: Field) -> Self {
        Self {
            code,
            severity: Severity::Error,
            field: Some(field),
            value: None,
            suggestion: None,
            rows: Vec::new(),
            since: None,
        }
    }

    #[must_use]
    pub fn warning(code: ProblemCode, field: Field) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, field) }
    }

    /// Whether the suggestion says what the file says and only writes it in full: the zero that a number cell lost, the
    /// calling code before a mobile number, an account without the signs around its digits. Only these are accepted for
    /// many rows at once. Every other suggestion is a choice that somebody makes for one row: a rounded or ambiguous
    /// amount, another currency, a similar bank or branch, one bank of two, a text that is cut.
    #[must_use]
    pub fn suggestion_keeps_value(&self) -> bool {
        let Some(suggestion) = &self.suggestion else { return false };
        let is_written_in_full =
            matches!(self.code, ProblemCode::AccountNumberZeroLost | ProblemCode::AccountNumberLocalForm);
        let has_signs = self.code == ProblemCode::AccountNumberInvalid
            && self.value.as_deref().is_some_and(|value| are_digits_of(value, suggestion));
        is_written_in_full || has_signs
    }

    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }
}

/// Endings that other programs append to a number.
const NO_DECIMALS: [&str; 2] = [".0", ".00"];

/// Whether `digits` are all that a text says besides signs around them. A point or comma elsewhere makes the text another
/// number, and a letter may stand for a digit.
fn are_digits_of(text: &str, digits: &str) -> bool {
    let whole = NO_DECIMALS.iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    let says_more = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
    let kept: String = whole.chars().filter(|c| says_more(*c)).collect();
    kept == digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_suggestion_that_says_the_same_is_accepted_for_many_rows() {
        for (code, field, value, suggestion, keeps) in [
            (ProblemCode::AccountNumberZeroLost, Field::AccountNumber, "123456789", "0123456789", true),
            (ProblemCode::AccountNumberLocalForm, Field::AccountNumber, "0712345678", "254712345678", true),
            (ProblemCode::AccountNumberInvalid, Field::AccountNumber, "0123456789.0", "0123456789", true),
            (ProblemCode::AccountNumberInvalid, Field::AccountNumber, "#0123456789", "0123456789", true),
            (ProblemCode::AccountNumberInvalid, Field::AccountNumber, "O0123456789", "0123456789", false),
            (ProblemCode::AccountNumberInvalid, Field::AccountNumber, "01234.56789", "0123456789", false),
            (ProblemCode::AmountTooPrecise, Field::Amount, "0.005", "0.01", false),
            (ProblemCode::AmountTooPrecise, Field::Amount, "99.999", "100.00", false),
            (ProblemCode::AmountAmbiguous, Field::Amount, "1.500", "1500", false),
            (ProblemCode::CurrencyMixed, Field::Currency, "KES", "NGN", false),
            (ProblemCode::BankConflict, Field::BankCode, "058", "057", false),
            (ProblemCode::BankUnknown, Field::BankName, "Zenit", "057", false),
            (ProblemCode::BankTakenOver, Field::BankName, "Skye Bank", "076", false),
            (ProblemCode::BranchUnknown, Field::BranchName, "Acra", "GH280101", false),
            (ProblemCode::TextTooLong, Field::Narration, "Salary for November", "Salary for", false),
            (ProblemCode::TextBidiControl, Field::AccountNumber, "<U+202E>0123456789", "0123456789", false),
        ] {
            let problem = Problem::error(code, field).value(value).suggestion(suggestion);
            assert_eq!(problem.suggestion_keeps_value(), keeps, "{code}: {value} to {suggestion}");
        }
        let nothing = Problem::error(ProblemCode::AccountNumberZeroLost, Field::AccountNumber);
        assert!(!nothing.suggestion_keeps_value());
    }
}
