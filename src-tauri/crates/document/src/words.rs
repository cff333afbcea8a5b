//! The window's words for the content of a list: an exported file is read by people who do not have the window. Codes
//! are exported unchanged, beside the words. If the window has no word for a code, the code itself is written as
//! words.

use std::{collections::BTreeMap, fmt::Display};

use serde::{Deserialize, Serialize};

/// Words by what they are for: `problem.amount_missing`, `head.name`, `state.to_fix`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(transparent)]
pub struct ListWords(BTreeMap<String, String>);

impl ListWords {
    /// Returns the word for a code.
    pub fn of(&self, kind: &str, code: impl Display) -> String {
        let code = code.to_string();
        self.known(kind, &code).unwrap_or_else(|| code.replace('_', " "))
    }

    /// Returns the word for a head, or the English one.
    pub fn head(&self, name: &str, english: &str) -> String {
        self.known("head", name).unwrap_or_else(|| english.to_owned())
    }

    /// Returns a phrase of a printed page, or the English one.
    pub fn phrase(&self, name: &str, english: &str) -> String {
        self.known("sheet", name).unwrap_or_else(|| english.to_owned())
    }

    /// Returns a phrase of a report, or the English one.
    pub fn report(&self, name: &str, english: &str) -> String {
        self.known("report", name).unwrap_or_else(|| english.to_owned())
    }

    /// Returns a phrase of a journal, or the English one.
    pub fn journal(&self, name: &str, english: &str) -> String {
        self.known("journal", name).unwrap_or_else(|| english.to_owned())
    }

    /// Returns the word for a code; none if the window has none.
    pub fn known(&self, kind: &str, code: &str) -> Option<String> {
        let word = self.0.get(&format!("{kind}.{code}"))?;
        (!word.trim().is_empty()).then(|| word.clone())
    }
}

impl<const N: usize> From<[(&str, &str); N]> for ListWords {
    fn from(words: [(&str, &str); N]) -> Self {
        Self(words.into_iter().map(|(key, word)| (key.to_owned(), word.to_owned())).collect())
    }
}
