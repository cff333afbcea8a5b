//! Finds the rows of payrolls whose person a text names, for the audit log: by the name, account number and reference of
//! the file, and by those that the user typed instead. [`crate::reads::search`] finds the payouts; here are the rows that have
//! none, because they are in a draft or excluded, and the rows that were called otherwise before.
//!
//! # A person's edits are found by the row, not by the name in the event
//!
//! The event of an edit has the positions of its rows and their numbers in the file, as ranges or bits
//! (`ledger::model::row_numbers`), so that an edit of a hundred thousand rows stays a small event.
//! `ledger::drafts::row_edits` decides which row a number was: a position counts until the file is read by other
//! columns or the row is removed, a number of the file as long as the same sheet is read. `ledger::reads::named_rows`
//! finds a person's rows by name, account number and reference as the file has them and as they were typed last; what
//! stood there in between is not found. An edit that fits nobody any more (of a removed
//! row, of a deleted draft) is attributed to nobody, and the window says how many there are. Of an edit of many rows,
//! the audit log of a person names that person and the number of rows.

use std::collections::BTreeMap;

use paysheet_domain::{CellValue, Country, RowOrigin, account::spelled_alike};
use serde::Deserialize;

use crate::{
    model::{
        columns::{count, named},
        error::Result,
        records::PayrollId,
    },
    reads::{
        people::PersonPayment,
        search::{account_beginning, has_words, is_reference_beginning, name_words, without_separators},
    },
    store::ledger::Ledger,
};

/// A row whose person was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedRow {
    /// None if it is in no file.
    pub file_row: Option<u32>,
    /// As it is now, or the file's if there is none any more.
    pub name: String,
}

/// Rows of one payroll by position.
pub(crate) type NamedRows = BTreeMap<u32, NamedRow>;

/// What somebody typed to find a person.
pub(crate) struct PersonText<'a> {
    words: Option<Vec<String>>,
    account: Option<String>,
    reference: Option<&'a str>,
}

impl<'a> PersonText<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            words: name_words(text),
            account: account_beginning(text),
            reference: Some(text).filter(|text| is_reference_beginning(text)),
        }
    }

    fn names(&self, who: &Identity<'_>, country: Country) -> bool {
        self.words.as_ref().is_some_and(|words| has_words(who.name, words))
            || self.account.as_ref().is_some_and(|number| is_account(who.account, number, country))
            || self.reference.is_some_and(|reference| who.reference.starts_with(reference))
    }
}

fn is_account(account: &str, beginning: &str, country: Country) -> bool {
    let account = without_separators(account);
    account.starts_with(beginning) || spelled_alike(country, &account).starts_with(beginning)
}

/// What a row is found by.
struct Identity<'a> {
    name: &'a str,
    account: &'a str,
    reference: &'a str,
}

/// The part of a stored row of the file that is read here: a hundred thousand rows are read while somebody types.
#[derive(Deserialize)]
struct StoredSource {
    #[serde(rename = "row")]
    origin: RowOrigin,
    cells: StoredCells,
}

#[derive(Deserialize)]
struct StoredCells {
    name: Option<StoredCell>,
    account_number: Option<StoredCell>,
    reference: Option<StoredCell>,
}

#[derive(Deserialize)]
struct StoredCell {
    value: CellValue,
}

/// The same part of what the user typed instead.
#[derive(Deserialize)]
struct StoredEdits {
    name: Option<String>,
    account_number: Option<String>,
    reference: Option<String>,
}

impl StoredSource {
    fn identity(&self) -> Identity<'_> {
        let StoredCells { name, account_number, reference } = &self.cells;
        Identity { name: text(name), account: text(account_number), reference: text(reference) }
    }

    fn row(&self, name: &str) -> NamedRow {
        NamedRow { file_row: self.origin.number(), name: name.to_owned() }
    }
}

fn text(cell: &Option<StoredCell>) -> &str {
    cell.as_ref().map(|cell| cell.value.text()).unwrap_or_default()
}

impl StoredEdits {
    /// Returns what the row is found by now.
    fn identity<'a>(&'a self, source: &Identity<'a>) -> Identity<'a> {
        Identity {
            name: self.name.as_deref().unwrap_or(source.name),
            account: self.account_number.as_deref().unwrap_or(source.account),
            reference: self.reference.as_deref().unwrap_or(source.reference),
        }
    }
}

impl Ledger {
    /// Returns the rows of a payroll whose person the text names. `payments` are those that the text finds.
    pub(crate) async fn named_rows(
        &self,
        id: PayrollId,
        text: &PersonText<'_>,
        payments: &[PersonPayment],
    ) -> Result<NamedRows> {
        let payouts = payments.iter().filter(|payment| payment.payroll == id).map(|payment| &payment.payout);
        let paid = payouts.map(|payout| {
            let row = NamedRow { file_row: payout.origin.number(), name: payout.name.clone() };
            (payout.position, row)
        });
        let mut rows: NamedRows = paid.collect();
        let (country, has_unpaid) = self.country_and_whether_unpaid(id).await?;
        self.add_renamed(id, (text, country), &mut rows).await?;
        if has_unpaid {
            self.add_of_file(id, (text, country), &mut rows).await?;
            self.add_of_no_file(id, (text, country), &mut rows).await?;
        }
        Ok(rows)
    }

    /// Returns the payroll's country, and whether any of its rows has no payout.
    async fn country_and_whether_unpaid(&self, id: PayrollId) -> Result<(Country, bool)> {
        let (country, has_unpaid): (String, bool) = sqlx::query_as(
            "SELECT y.country, y.row_count > (SELECT COUNT(*) FROM payouts p WHERE p.payroll = y.id)
             FROM payrolls y WHERE y.id = $1",
        )
        .bind(i64::from(id.0))
        .fetch_one(&self.reader)
        .await?;
        Ok((named("country", &country)?, has_unpaid))
    }

    /// Adds the rows that the user called otherwise than the file does.
    async fn add_renamed(
        &self,
        id: PayrollId,
        who: (&PersonText<'_>, Country),
        rows: &mut NamedRows,
    ) -> Result<()> {
        let stored: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT position, source_json, edits_json FROM draft_rows WHERE payroll = $1
             AND (edits_json LIKE '%\"name\"%' OR edits_json LIKE '%\"account_number\"%'
                  OR edits_json LIKE '%\"reference\"%')",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        add_edited(&stored, who, rows)
    }

    /// Adds the rows as they are in the file.
    async fn add_of_file(
        &self,
        id: PayrollId,
        (text, country): (&PersonText<'_>, Country),
        rows: &mut NamedRows,
    ) -> Result<()> {
        let stored: Vec<(i64, String)> =
            sqlx::query_as("SELECT first_position, rows_json FROM draft_sources WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_all(&self.reader)
                .await?;
        for (first, lines) in stored {
            for (position, line) in (count("first_position", first)?..).zip(lines.lines()) {
                // A damaged row names nobody; its payroll is shown as damaged elsewhere.
                let Ok(source) = serde_json::from_str::<StoredSource>(line) else { continue };
                let who = source.identity();
                if text.names(&who, country) {
                    rows.entry(position).or_insert_with(|| source.row(who.name));
                }
            }
        }
        Ok(())
    }

    /// Adds the rows that were added by hand, or put back, and those of the first version, which stored each by itself.
    async fn add_of_no_file(
        &self,
        id: PayrollId,
        who: (&PersonText<'_>, Country),
        rows: &mut NamedRows,
    ) -> Result<()> {
        let stored: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT position, source_json, edits_json FROM draft_rows WHERE payroll = $1 AND position >=
                 (SELECT COALESCE(MAX(first_position + row_count), 0) FROM draft_sources WHERE payroll = $1)",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        add_edited(&stored, who, rows)
    }
}

/// Adds those of the rows that the text names by the file's values or by the user's.
fn add_edited(
    stored: &[(i64, String, String)],
    (text, country): (&PersonText<'_>, Country),
    rows: &mut NamedRows,
) -> Result<()> {
    for (position, source, edits) in stored {
        let (Ok(source), Ok(edits)) =
            (serde_json::from_str::<StoredSource>(source), serde_json::from_str::<StoredEdits>(edits))
        else {
            continue;
        };
        let of_file = source.identity();
        let now = edits.identity(&of_file);
        if text.names(&of_file, country) || text.names(&now, country) {
            let name = if now.name.is_empty() { of_file.name } else { now.name };
            rows.insert(count("position", *position)?, source.row(name));
        }
    }
    Ok(())
}
