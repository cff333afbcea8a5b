//! The rules for the columns that a file is read by.

use std::collections::BTreeSet;

use paysheet_domain::Field;
use paysheet_sheet::MappedColumn;

use crate::{
    app_error::{AppError, Setting},
    error::DeskError,
};

/// Without these fields nobody can be paid. Names and banks can still be entered on the Check screen.
const NEEDED: [Field; 2] = [Field::AccountNumber, Field::Amount];

/// Whether somebody can be paid by these columns: account and amount are assigned, no column twice, and no field to
/// two columns except the name, whose parts are joined.
pub(super) fn fits(columns: &[MappedColumn]) -> Result<(), DeskError> {
    let mut seen = BTreeSet::new();
    let letters: BTreeSet<&str> = columns.iter().map(|column| column.column.as_str()).collect();
    let once = columns.iter().all(|column| seen.insert(column.field) || column.field == Field::Name);
    let all = NEEDED.iter().all(|field| seen.contains(field));
    if once && all && letters.len() == columns.len() {
        Ok(())
    } else {
        Err(AppError::invalid(Setting::Columns).into())
    }
}

/// Minimum number of digits of an account. A heading may contain a year or a number.
const ACCOUNT_DIGITS_MIN: usize = 6;

/// Whether an account is in the place of the accounts' heading. Then the row taken for the headings is a person, who
/// would not be paid, and whose account would be stored as the name of a column.
pub(super) fn is_headed_by_a_person<'a>(mut columns: impl Iterator<Item = (Option<Field>, &'a str)>) -> bool {
    let is_account = |text: &str| {
        text.chars().filter(char::is_ascii_digit).count() >= ACCOUNT_DIGITS_MIN
            && !text.chars().any(char::is_alphabetic)
    };
    columns.any(|(field, header)| field == Some(Field::AccountNumber) && is_account(header))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_no_heading() {
        use Field as F;
        for (field, header, expected) in [
            (F::AccountNumber, "2941418008", true),
            (F::AccountNumber, "254 712 345 678", true),
            (F::AccountNumber, "Account 2026-11", false),
            (F::AccountNumber, "", false),
            (F::Amount, "11/2026", false),
        ] {
            assert_eq!(is_headed_by_a_person([(Some(field), header)].into_iter()), expected, "{header}");
        }
    }

    #[test]
    fn columns_by_which_nobody_or_the_wrong_one_would_be_paid_are_refused() {
        use Field as F;
        for (columns, expected) in [
            (&[("A", F::AccountNumber), ("B", F::Amount)][..], true),
            (&[("A", F::Name), ("B", F::Name), ("C", F::AccountNumber), ("D", F::Amount)], true),
            (&[("A", F::AccountNumber)], false),
            (&[("A", F::Amount)], false),
            (&[("A", F::AccountNumber), ("B", F::Amount), ("C", F::Amount)], false),
            (&[("A", F::AccountNumber), ("A", F::Amount)], false),
            (&[], false),
        ] {
            let mapped: Vec<MappedColumn> = columns
                .iter()
                .map(|(column, field)| MappedColumn { column: (*column).to_owned(), field: *field })
                .collect();
            assert_eq!(fits(&mapped).is_ok(), expected, "{columns:?}");
        }
    }
}
