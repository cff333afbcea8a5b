//! Documents that are made of a payroll: which one, and how its figures are written.

use serde::{Deserialize, Serialize};

use crate::view::list_words::ListWords;

/// A document made of an approved payroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// Totals, people, batches and decisions.
    Report,
    /// The payments with places to sign.
    BankSchedule,
    /// One receipt for each payment that is known to be paid.
    Receipts,
    /// One advice with the narration for each payment that did not fail.
    PaymentAdvice,
    /// A page for each batch with payments in question, to ask the provider with.
    CaseFile,
}

/// A document, its words and its formats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentInput {
    pub kind: DocumentKind,
    /// The payment that a receipt or an advice is about; all of the payroll if there is none.
    pub reference: Option<String>,
    /// The number of the batch that a case file is about; every batch with payments in question if there is none.
    pub batch: Option<u32>,
    pub words: ListWords,
    pub formats: DocumentFormats,
}

impl DocumentInput {
    /// Returns a document of the whole payroll in English, with the formats that are the same everywhere.
    #[must_use]
    pub fn of(kind: DocumentKind) -> Self {
        let (words, formats) = (ListWords::default(), DocumentFormats::default());
        Self { kind, reference: None, batch: None, words, formats }
    }
}

/// How the user writes numbers, dates and times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFormats {
    /// Between groups of three digits.
    pub group: String,
    /// Before the decimals.
    pub decimal: String,
    pub dates: DateOrder,
    pub clock: DayClock,
    /// The short names of the months, January first. Without all twelve, a date is written in digits.
    pub months: Vec<String>,
    /// The name of the time zone, such as `Africa/Lagos`; the computer's own if it is unknown.
    pub zone: String,
}

impl Default for DocumentFormats {
    fn default() -> Self {
        Self {
            group: ",".to_owned(),
            decimal: ".".to_owned(),
            dates: DateOrder::YearMonthDay,
            clock: DayClock::Hours24,
            months: Vec::new(),
            zone: String::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DayClock {
    #[serde(rename = "hours_24")]
    Hours24,
    #[serde(rename = "hours_12")]
    Hours12,
}
