//! Problems of a row or a file. A problem is data: a code, a severity, the cell, its value and a suggested value. The
//! window writes the sentence.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use crate::cell::{Field, RowOrigin};

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
