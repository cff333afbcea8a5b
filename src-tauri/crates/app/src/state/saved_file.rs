//! What Paysheet writes where the user chooses. A place that was chosen for one of these is used for no other.

use paysheet_desk::{
    ListKind,
    view::{DocumentInput, DocumentKind, KeyBackupForm},
};
use paysheet_domain::{Country, Currency};

/// A file whose suggested name needs no words of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedFile {
    /// A workbook to type a country's payroll into.
    Template(Country),
    /// The results of a payroll.
    Results(u32),
    /// The payments of a payroll without a clear result.
    OpenPayments(u32),
    /// A list of a payroll.
    List(u32, ListKind),
    /// A copy of the file of a payroll, with columns added.
    Copy(u32),
    TopUps,
    /// Everyone who was ever paid.
    People,
    /// What a file with results says, beside what is known.
    OutcomeLines,
    /// Who did what when.
    AuditLog,
    /// What helps to find out why something does not work.
    Diagnostics,
    KeyBackup(KeyBackupForm),
}

/// What a place was chosen for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    File(SavedFile),
    Document(DocumentOf),
    /// The journal of a payroll, in a currency.
    Journal(u32, Currency),
}

/// A document, and whom it is about: the place for one person's receipt gets nobody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentOf {
    payroll: u32,
    kind: DocumentKind,
    reference: Option<String>,
    batch: Option<u32>,
}

impl DocumentOf {
    #[must_use]
    pub fn new(payroll: u32, input: &DocumentInput) -> Self {
        Self { payroll, kind: input.kind, reference: input.reference.clone(), batch: input.batch }
    }
}

impl From<SavedFile> for Destination {
    fn from(file: SavedFile) -> Self {
        Self::File(file)
    }
}
