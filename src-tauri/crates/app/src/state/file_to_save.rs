//! What Paysheet writes where the user chooses. A place that was chosen for one of these is used for no other.

use paysheet_desk::{
    DraftList, ListWords,
    view::{
        AuditQuery, DocumentInput, DocumentKind, JournalOptions, KeyBackupForm, OutcomeKind, PeopleFilter,
        TopUpQuery,
    },
};
use paysheet_domain::{Country, Currency};
use serde::{Deserialize, Serialize};

/// A file that Paysheet writes, and what is in it. Payrolls are named by their numbers.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FileToSave {
    /// A workbook to type a country's payroll into.
    Template { country: Country },
    /// The results of a payroll.
    Results { payroll: u32 },
    /// The payments of a payroll without a clear result.
    OpenPayments { payroll: u32 },
    /// A list of a payroll, as .xlsx or .csv.
    List { payroll: u32, list: DraftList, words: ListWords },
    /// A copy of the file of a payroll, with columns added.
    Copy { payroll: u32, words: ListWords },
    /// A document of a payroll, as .pdf or .xlsx, as the chosen name ends. The words are those of `report`, `head`,
    /// `payout`, `event`, `field`, `state`, `value` and `settled_by`.
    Document { payroll: u32, input: DocumentInput },
    /// The journal of a payroll, as .csv. The words are those of `journal` and `head`.
    Journal { payroll: u32, options: JournalOptions, words: ListWords },
    /// The people that the query finds.
    People { query: PeopleFilter, words: ListWords },
    /// The top-ups that the query finds.
    TopUps { query: TopUpQuery, words: ListWords },
    /// The events that match the query, as .xlsx or .csv. The words are those of `head`, `event` and `reason`.
    AuditLog { query: AuditQuery, words: ListWords },
    /// Lines of a file with results that was looked at last, of one outcome or of all, as .xlsx or .csv. The words are
    /// those of `head`, `outcome`, `outcome_problem` and `payout`.
    OutcomeLines { fingerprint: String, outcome: Option<OutcomeKind>, words: ListWords },
    /// Versions, settings, figures of the ledger and the end of the log, without secrets.
    Diagnostics,
    /// The backup of the profile key that was sealed last.
    KeyBackup { form: KeyBackupForm, words: ListWords },
}

impl FileToSave {
    /// Returns what a place is chosen for: the file without its words, its formats and its query.
    pub(crate) fn destination(&self) -> Destination {
        match self {
            Self::Template { country } => Destination::Template(*country),
            Self::Results { payroll } => Destination::Results(*payroll),
            Self::OpenPayments { payroll } => Destination::OpenPayments(*payroll),
            Self::List { payroll, list, .. } => Destination::List(*payroll, *list),
            Self::Copy { payroll, .. } => Destination::Copy(*payroll),
            Self::Document { payroll, input } => Destination::Document {
                payroll: *payroll,
                kind: input.kind,
                reference: input.reference.clone(),
                batch: input.batch,
            },
            Self::Journal { payroll, options, .. } => Destination::Journal(*payroll, options.currency),
            Self::People { .. } => Destination::People,
            Self::TopUps { .. } => Destination::TopUps,
            Self::AuditLog { .. } => Destination::AuditLog,
            Self::OutcomeLines { .. } => Destination::OutcomeLines,
            Self::Diagnostics => Destination::Diagnostics,
            Self::KeyBackup { form, .. } => Destination::KeyBackup(*form),
        }
    }
}

/// What a place was chosen for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    Template(Country),
    Results(u32),
    OpenPayments(u32),
    List(u32, DraftList),
    Copy(u32),
    /// A document, and whom it is about: the place for one person's receipt gets nobody else's.
    Document {
        payroll: u32,
        kind: DocumentKind,
        reference: Option<String>,
        batch: Option<u32>,
    },
    Journal(u32, Currency),
    People,
    TopUps,
    AuditLog,
    OutcomeLines,
    Diagnostics,
    KeyBackup(KeyBackupForm),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(payroll: u32, list: DraftList, words: ListWords) -> FileToSave {
        FileToSave::List { payroll, list, words }
    }

    fn document(payroll: u32, kind: DocumentKind, reference: Option<&str>, batch: Option<u32>) -> FileToSave {
        let reference = reference.map(str::to_owned);
        FileToSave::Document { payroll, input: DocumentInput { reference, batch, ..DocumentInput::of(kind) } }
    }

    fn journal(payroll: u32, currency: &str, date: &str) -> FileToSave {
        let options = serde_json::json!({
            "preset": "plain", "detail": "account", "scope": "everything", "currency": currency, "date": date,
        });
        let options = serde_json::from_value(options).unwrap();
        FileToSave::Journal { payroll, options, words: ListWords::default() }
    }

    #[test]
    fn a_place_chosen_for_one_file_is_for_no_other() {
        let words = ListWords::default;
        let key = |form| FileToSave::KeyBackup { form, words: words() };
        let files = [
            FileToSave::Template { country: Country::NG },
            FileToSave::Template { country: Country::KE },
            FileToSave::Results { payroll: 1 },
            FileToSave::Results { payroll: 2 },
            FileToSave::OpenPayments { payroll: 1 },
            FileToSave::OpenPayments { payroll: 2 },
            list(1, DraftList::Problems, words()),
            list(2, DraftList::Problems, words()),
            list(1, DraftList::People, words()),
            FileToSave::Copy { payroll: 1, words: words() },
            FileToSave::Copy { payroll: 2, words: words() },
            document(1, DocumentKind::Receipts, None, None),
            document(2, DocumentKind::Receipts, None, None),
            document(1, DocumentKind::Receipts, Some("R1"), None),
            document(1, DocumentKind::Receipts, Some("R2"), None),
            document(1, DocumentKind::CaseFile, None, None),
            document(1, DocumentKind::CaseFile, None, Some(1)),
            document(1, DocumentKind::CaseFile, None, Some(2)),
            journal(1, "NGN", "2026-11-30"),
            journal(2, "NGN", "2026-11-30"),
            journal(1, "KES", "2026-11-30"),
            FileToSave::People { query: PeopleFilter::default(), words: words() },
            FileToSave::TopUps { query: TopUpQuery::default(), words: words() },
            FileToSave::AuditLog { query: AuditQuery::default(), words: words() },
            FileToSave::OutcomeLines { fingerprint: String::new(), outcome: None, words: words() },
            FileToSave::Diagnostics,
            key(KeyBackupForm::File),
            key(KeyBackupForm::Sheet),
        ];
        for (first, file) in files.iter().enumerate() {
            for other in &files[first + 1..] {
                assert_ne!(file.destination(), other.destination(), "{file:?} and {other:?}");
            }
        }
    }

    #[test]
    fn words_and_formats_do_not_matter() {
        let french = serde_json::from_value(serde_json::json!({ "head.name": "Nom" })).unwrap();
        let english = list(1, DraftList::Problems, ListWords::default());
        assert_eq!(english.destination(), list(1, DraftList::Problems, french).destination());
        let (today, yesterday) = (journal(1, "NGN", "2026-11-30"), journal(1, "NGN", "2026-11-29"));
        assert_eq!(today.destination(), yesterday.destination());
    }
}
