//! How a list of results or a statement is read where its headings and words do not say it: what the user says.

use paysheet_domain::{WordKind, WordMeaning};
use paysheet_sheet::ListMapping;
use serde::{Deserialize, Serialize};

/// How the user says that a file is read. What is not said is as the last time for the same headings, otherwise detected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeReading {
    pub columns: Option<ListMapping>,
    /// All words and codes that mean something; the others say nothing.
    pub words: Option<Vec<WordReading>>,
}

/// A status word or a response code, and what it means in files with these headings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct WordReading {
    pub kind: WordKind,
    pub word: String,
    pub meaning: WordMeaning,
}

/// A status word or a response code of a file that means nothing by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeWord {
    pub kind: WordKind,
    /// As in the file.
    pub word: String,
    /// Number of rows with it.
    pub rows: u32,
    /// What the user says that it means; none if it says nothing.
    pub meaning: Option<WordMeaning>,
    /// The meaning is the one of the last time.
    pub is_remembered: bool,
}
