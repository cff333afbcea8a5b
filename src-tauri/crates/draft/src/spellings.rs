//! What the file calls its banks where that is no bank's name: the user chose the bank.

use std::collections::BTreeMap;

use paysheet_domain::{ConfirmedSpelling, Country, Field, bank::spelling_key};

use crate::model::{draft::Draft, entry::Entry};

impl Draft {
    /// Returns the banks that were chosen for the file's texts in the rows that are paid. A text for which the user chose
    /// several banks confirms none: it is a person's bank that was changed, not what the text means.
    #[must_use]
    pub fn confirmed_spellings(&self) -> Vec<ConfirmedSpelling> {
        let mut chosen: BTreeMap<(Country, String), Option<ConfirmedSpelling>> = BTreeMap::new();
        for spelling in
            self.entries.iter().filter(|entry| entry.is_payable()).filter_map(|e| self.spelling(e))
        {
            let key = (spelling.country, spelling_key(&spelling.text));
            chosen
                .entry(key)
                .and_modify(|known| {
                    if known.as_ref().is_some_and(|known| known.bank_code != spelling.bank_code) {
                        *known = None;
                    }
                })
                .or_insert(Some(spelling));
        }
        let is_new = |spelling: &ConfirmedSpelling| {
            let known = self.directory.confirmed(spelling.country, &spelling.text);
            known.is_none_or(|bank| bank.code != spelling.bank_code)
        };
        chosen.into_values().flatten().filter(is_new).collect()
    }

    /// Returns the bank of a row whose text for it needs a confirmation. Beside a code, a name decides nothing. Whoever
    /// has another account now than in the file has moved to another bank, which is not what the text means.
    fn spelling(&self, entry: &Entry) -> Option<ConfirmedSpelling> {
        if has_moved(entry) {
            return None;
        }
        let said = |field| entry.row.source.text(field).filter(|text| !text.trim().is_empty());
        let text = match (said(Field::BankName), said(Field::BankCode)) {
            (Some(text), None) | (None, Some(text)) => text.trim().to_owned(),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        let country = entry.recipient.country;
        let bank = self.directory.by_code(country, entry.recipient.bank_code.as_deref()?)?;
        self.directory.needs_confirmation(country, &text).then(|| ConfirmedSpelling {
            country,
            text,
            bank_code: bank.code.clone(),
            bank_name: bank.name.clone(),
        })
    }
}

/// Whether the user gave the row another account or country. A zero that the file lost is no other account.
fn has_moved(entry: &Entry) -> bool {
    let digits = |text: String| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.trim_start_matches('0').to_owned()
    };
    let source = digits(entry.row.source.text(Field::AccountNumber).unwrap_or_default());
    let has_other_account =
        entry.row.edits.get(Field::AccountNumber).is_some_and(|typed| digits(typed.to_owned()) != source);
    has_other_account || entry.row.edits.get(Field::Country).is_some()
}
