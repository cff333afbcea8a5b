//! The user's edits of one row.
//!
//! # A draft keeps the file's values
//!
//! Edits are stored beside them (`domain::rows::edits`), so that every change can be shown, undone and kept in the
//! record. Accepting a suggestion is an edit like any other. For many rows at once, only suggestions that change no
//! value are accepted (`domain::Problem::suggestion_keeps_value`), and banks that were taken over; the window and the
//! program without a window follow this one rule.

use std::collections::{BTreeMap, btree_map};

use serde::{Deserialize, Serialize};

use crate::rows::{
    cell::{Cell, Field},
    source_row::SourceRow,
};

/// The bank that the user chose for a row. It replaces the file's bank name and bank code together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankChoice<'a> {
    /// Empty if the user removed the bank.
    Code(&'a str),
    /// As typed.
    Name(&'a str),
}

/// Values that the user typed or accepted instead of the file's values, by field. Of bank name and bank code at most one
/// is there: see [`BankChoice`]. They are stored as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Field, String>")]
pub struct Edits(BTreeMap<Field, String>);

impl From<BTreeMap<Field, String>> for Edits {
    /// Converts from the stored form. A bank's name beside a code, which is never written, decides nothing: the row
    /// then has no bank.
    fn from(mut stored: BTreeMap<Field, String>) -> Self {
        let (name, code) = (stored.remove(&Field::BankName), stored.remove(&Field::BankCode));
        let mut edits = Self(stored);
        match (name, code) {
            (Some(_), Some(_)) => edits.insert(Field::BankCode, ""),
            (Some(name), None) => edits.insert(Field::BankName, &name),
            (None, Some(code)) => edits.insert(Field::BankCode, &code),
            (None, None) => {}
        }
        edits
    }
}

impl Edits {
    pub fn insert(&mut self, field: Field, value: &str) {
        self.remove(field);
        let is_removed_bank = field.is_bank() && value.is_empty();
        self.0.insert(if is_removed_bank { Field::BankCode } else { field }, value.to_owned());
    }

    /// Removes the edit of a field; for a bank's name or code, the choice of the bank.
    pub fn remove(&mut self, field: Field) {
        if field.is_bank() {
            self.0.remove(&Field::BankName);
            self.0.remove(&Field::BankCode);
        } else {
            self.0.remove(&field);
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[must_use]
    pub fn get(&self, field: Field) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }

    #[must_use]
    pub fn bank(&self) -> Option<BankChoice<'_>> {
        let code = self.get(Field::BankCode).map(BankChoice::Code);
        code.or_else(|| self.get(Field::BankName).map(BankChoice::Name))
    }

    /// Whether the file's value of the field no longer counts.
    #[must_use]
    pub fn replaces(&self, field: Field) -> bool {
        if field.is_bank() { self.bank().is_some() } else { self.0.contains_key(&field) }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the edits in the order of the fields.
    pub fn iter(&self) -> btree_map::Iter<'_, Field, String> {
        self.0.iter()
    }

    /// Replaces the file's values of a row.
    pub fn apply(&self, row: &mut SourceRow) {
        if self.bank().is_some() {
            row.cells.remove(&Field::BankName);
            row.cells.remove(&Field::BankCode);
        }
        for (field, text) in self {
            row.cells.insert(*field, Cell::typed(text));
        }
    }
}

impl<'a> IntoIterator for &'a Edits {
    type Item = (&'a Field, &'a String);
    type IntoIter = btree_map::Iter<'a, Field, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row whose file says name and code of a bank.
    fn source() -> SourceRow {
        let mut source = SourceRow::default();
        source.cells.insert(Field::BankName, Cell::typed("GTB"));
        source.cells.insert(Field::BankCode, Cell::typed("058"));
        source
    }

    fn bank_of(edits: &Edits) -> (Option<String>, Option<String>) {
        let mut row = source();
        edits.apply(&mut row);
        (row.text(Field::BankName), row.text(Field::BankCode))
    }

    #[test]
    fn a_chosen_bank_replaces_the_files_name_and_code_together() {
        let text = |text: &str| Some(text.to_owned());
        for (field, value, expected) in [
            (Field::BankCode, "057", (None, text("057"))),
            (Field::BankCode, "", (None, text(""))),
            (Field::BankName, "Zenith", (text("Zenith"), None)),
            (Field::BankName, "", (None, text(""))),
        ] {
            for before in [None, Some((Field::BankName, "Other")), Some((Field::BankCode, "044"))] {
                let mut edits = Edits::default();
                before.into_iter().for_each(|(field, value)| edits.insert(field, value));
                edits.insert(field, value);
                assert_eq!(bank_of(&edits), expected, "{before:?}, then {field} {value:?}");
                assert!(edits.replaces(Field::BankName) && edits.replaces(Field::BankCode));
                edits.remove(Field::BankName);
                assert_eq!(bank_of(&edits), (text("GTB"), text("058")));
            }
        }
    }

    /// The texts are those of stored drafts: they never change.
    #[test]
    fn edits_are_stored_by_field_with_one_bank() {
        for (stored, bank) in [
            (r#"{"name":"Ada","account_number":"0000014579","amount":"100"}"#, None),
            (r#"{"name":"Ada","bank_code":"057"}"#, Some(BankChoice::Code("057"))),
            (r#"{"bank_code":""}"#, Some(BankChoice::Code(""))),
            (r#"{"bank_name":"Zenith","narration":"Bonus"}"#, Some(BankChoice::Name("Zenith"))),
        ] {
            let edits: Edits = serde_json::from_str(stored).expect("edits");
            assert_eq!(edits.bank(), bank, "{stored}");
            assert_eq!(serde_json::to_string(&edits).expect("JSON"), stored);
        }
    }

    #[test]
    fn stored_edits_that_name_two_banks_or_none_leave_the_row_without_a_bank() {
        for stored in [
            r#"{"bank_name":"Zenith","bank_code":"057"}"#,
            r#"{"bank_name":"","bank_code":"057"}"#,
            r#"{"bank_name":""}"#,
        ] {
            let edits: Edits = serde_json::from_str(stored).expect("edits");
            assert_eq!(edits.bank(), Some(BankChoice::Code("")), "{stored}");
            assert_eq!(bank_of(&edits), (None, Some(String::new())), "{stored}");
        }
    }
}
