//! Documents that are made of a payroll: which one, and how its figures are written.

use paysheet_document::ListWords;
pub use paysheet_document::{DateOrder, DayClock, DocumentFormats};
use serde::{Deserialize, Serialize};

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
