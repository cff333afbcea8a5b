//! Finds payouts in all payrolls: by person, account, reference, batch id or amount. Every query reads a bounded part of
//! an index, however many payouts there are, so that it can run while the user types. Drafts have no payouts; they are
//! not found.
//!
//! # A search reads a bounded part of an index
//!
//! `ledger::reads::search` finds payouts of all payrolls by ranges of indexes with a limit each, while the user types;
//! a test reads the query plans. Words of names are stored in `payout_words` when a payroll is frozen.
//! `ledger::history::audit` reads events in windows. Exception: filtered by a person, each window finds all events and
//! edits of that person first, and reads every row of a payroll in which somebody has no payout.

use std::collections::{BTreeSet, HashSet};

use paysheet_domain::{Currency, Money, names::unaccented};
use sqlx::{QueryBuilder, Sqlite, sqlite::SqliteRow};
use strum::IntoEnumIterator;

use crate::{
    model::{error::Result, plan::PlannedPayout},
    reads::people::{PAYMENTS, PersonPayment},
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// Shortest beginning of a word of a name that is searched for, in characters.
const NAME_CHARS_MIN: usize = 2;
/// Shortest beginning of an account number or reference, in characters: shorter ones fit too many.
const NUMBER_CHARS_MIN: usize = 4;
/// Words of a name or of a search that count.
const WORDS_MAX: usize = 6;
/// Longest word that is stored, in characters.
const WORD_CHARS_MAX: usize = 40;
/// Most accounts whose payouts are read for a name, unless more payouts are asked for.
const ACCOUNTS_MAX: u32 = 40;
/// Words written in one statement.
const WORDS_PER_STATEMENT: usize = 500;

impl Ledger {
    /// Returns payouts that fit the text, at most `limit`: those with this reference (ours, the file's or the service's) or
    /// batch id first, then those of this account, of this amount, and of a person of this name, each the newest payroll
    /// first.
    pub async fn search(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let text = text.trim();
        let mut found = SearchResults { limit, payments: Vec::new(), references: HashSet::new() };
        if text.is_empty() {
            return Ok(Vec::new());
        }
        found.add(self.by_reference(text, limit).await?);
        found.add(self.by_batch(text, limit).await?);
        found.add(self.by_account(text, limit).await?);
        found.add(self.by_amount(text, limit).await?);
        if !found.is_full() {
            found.add(self.by_name(text, limit).await?);
        }
        Ok(found.payments)
    }

    async fn by_reference(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        if !is_reference_beginning(text) {
            return Ok(Vec::new());
        }
        let mut found = self.beginning_with("p.reference", &text.to_uppercase(), limit).await?;
        found.extend(self.beginning_with("p.file_reference", text, limit).await?);
        found.extend(self.by_provider_reference(text, limit).await?);
        Ok(found)
    }

    /// Returns the payouts that a report names by a reference of the service's own that begins with the text.
    async fn by_provider_reference(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push("p.reference IN (SELECT payout FROM reports WHERE provider_reference >= ").push_bind(text);
        query.push(" AND provider_reference < ").push_bind(end_of(text));
        query.push(" LIMIT ").push_bind(limit).push(")");
        self.payments(query).await
    }

    async fn by_account(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let Some(number) = account_beginning(text) else { return Ok(Vec::new()) };
        let mut found = self.beginning_with("p.account_number", &number, limit).await?;
        found.extend(self.beginning_with("p.account_key", &number, limit).await?);
        Ok(found)
    }

    /// Returns payouts whose column, which an index begins with, begins with the text.
    async fn beginning_with(
        &self,
        column: &'static str,
        text: &str,
        limit: u32,
    ) -> Result<Vec<PersonPayment>> {
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push(column).push(" >= ").push_bind(text).push(" AND ").push(column).push(" < ");
        query.push_bind(end_of(text)).push(" ORDER BY ").push(column).push(" LIMIT ").push_bind(limit);
        self.payments(query).await
    }

    /// Returns the payouts of the batch with this id at the service, or with this reference of ours.
    async fn by_batch(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push("p.batch IN (SELECT id FROM batches WHERE service_batch_id = ").push_bind(text.to_owned());
        query.push(" UNION SELECT id FROM batches WHERE reference = ").push_bind(text.to_uppercase());
        query.push(") LIMIT ").push_bind(limit);
        self.payments(query).await
    }

    /// Returns the payouts of this amount, in any currency.
    async fn by_amount(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let minor = minor_amounts(text);
        let mut found = Vec::new();
        for (minor, currencies) in minor {
            let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
            query.push("p.amount_minor = ").push_bind(minor).push(" AND +p.currency IN (");
            let mut listed = query.separated(", ");
            for currency in currencies {
                listed.push_bind(currency.to_string());
            }
            query.push(") ORDER BY p.payroll DESC LIMIT ").push_bind(limit);
            found.extend(self.payments(query).await?);
        }
        Ok(found)
    }

    /// Returns payouts to people whose name has a word that begins with each word of the text.
    async fn by_name(&self, text: &str, limit: u32) -> Result<Vec<PersonPayment>> {
        let Some(words) = name_words(text) else { return Ok(Vec::new()) };
        let mut accounts = QueryBuilder::<Sqlite>::new("");
        for (place, word) in words.iter().enumerate() {
            accounts.push(if place == 0 { "" } else { " INTERSECT " });
            accounts.push("SELECT account_key FROM payout_words WHERE word >= ").push_bind(word.clone());
            accounts.push(" AND word < ").push_bind(end_of(word));
        }
        accounts.push(" LIMIT ").push_bind(ACCOUNTS_MAX.max(limit));
        let accounts: Vec<String> = accounts.build_query_scalar().fetch_all(&self.reader).await?;
        let mut found = Vec::new();
        for account in accounts.iter().collect::<BTreeSet<_>>() {
            let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
            query.push("p.account_key = ").push_bind(account.clone());
            query.push(" ORDER BY p.payroll DESC LIMIT ").push_bind(limit);
            // Accounts of the same number at other banks are somebody else's.
            let payments = self.payments(query).await?.into_iter();
            found.extend(payments.filter(|payment| has_words(&payment.payout.name, &words)));
        }
        // Stable: the payouts to one person stay together.
        found.sort_by_key(|payment: &PersonPayment| std::cmp::Reverse(payment.payroll));
        Ok(found)
    }

    async fn payments(&self, mut query: QueryBuilder<Sqlite>) -> Result<Vec<PersonPayment>> {
        let rows: Vec<SqliteRow> = query.build().fetch_all(&self.reader).await?;
        rows.iter().map(PersonPayment::of).collect()
    }
}

/// What was found so far, each payout once.
struct SearchResults {
    limit: u32,
    payments: Vec<PersonPayment>,
    references: HashSet<String>,
}

impl SearchResults {
    fn is_full(&self) -> bool {
        u32::try_from(self.payments.len()).unwrap_or(u32::MAX) >= self.limit
    }

    fn add(&mut self, payments: Vec<PersonPayment>) {
        for payment in payments {
            if !self.is_full() && self.references.insert(payment.payout.reference.to_string()) {
                self.payments.push(payment);
            }
        }
    }
}

/// Returns the first text after all that begin with this one.
fn end_of(beginning: &str) -> String {
    format!("{beginning}{}", char::MAX)
}

/// Returns the words of a name that is searched for; `None` if they are too short.
pub(crate) fn name_words(text: &str) -> Option<Vec<String>> {
    let words: Vec<String> = words_of(text).into_iter().collect();
    words.iter().any(|word| word.chars().count() >= NAME_CHARS_MIN).then_some(words)
}

/// Returns whether the name has a word that begins with each of these.
pub(crate) fn has_words(name: &str, words: &[String]) -> bool {
    let own = words_of(name);
    words.iter().all(|word| own.iter().any(|name| name.starts_with(word)))
}

/// Returns an account number as it is compared, if the text can be the beginning of one that is searched for.
pub(crate) fn account_beginning(text: &str) -> Option<String> {
    let number = without_separators(text);
    let is_long = number.chars().count() >= NUMBER_CHARS_MIN;
    (is_long && number.chars().any(|c| c.is_ascii_digit())).then_some(number)
}

/// Returns an account number without what groups its digits.
pub(crate) fn without_separators(number: &str) -> String {
    number.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

/// Returns whether the text can be the beginning of a reference that is searched for.
pub(crate) fn is_reference_beginning(text: &str) -> bool {
    text.chars().count() >= NUMBER_CHARS_MIN
}

/// Returns the words of a name, in lower case and without accents of every script.
fn words_of(name: &str) -> BTreeSet<String> {
    let plain = unaccented(name);
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.chars().take(WORD_CHARS_MAX).collect()).take(WORDS_MAX).collect()
}

/// Returns the amount as minor units, with the currencies that have so many decimals. Commas and spaces group digits.
fn minor_amounts(text: &str) -> Vec<(i64, Vec<Currency>)> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let mut found: Vec<(i64, Vec<Currency>)> = Vec::new();
    for currency in Currency::iter() {
        let Ok(money) = Money::parse(&digits, currency) else { continue };
        match found.iter_mut().find(|(minor, _)| *minor == money.minor()) {
            Some((_, currencies)) => currencies.push(currency),
            None => found.push((money.minor(), vec![currency])),
        }
    }
    found
}

/// Stores the words by which the people of new payouts are found. In the order of the index, which is written faster so.
pub(crate) async fn store_words(
    tx: &mut WriteTx,
    payouts: impl Iterator<Item = &PlannedPayout>,
) -> Result<()> {
    let words: BTreeSet<(String, String)> =
        payouts.flat_map(|payout| words_to_store(&payout.name, &payout.account_key)).collect();
    let words: Vec<(String, String)> = words.into_iter().collect();
    for words in words.chunks(WORDS_PER_STATEMENT) {
        insert_words(words).build().execute(tx.conn()).await?;
    }
    Ok(())
}

fn words_to_store(name: &str, account_key: &str) -> Vec<(String, String)> {
    words_of(name).into_iter().map(|word| (word, account_key.to_owned())).collect()
}

fn insert_words(words: &[(String, String)]) -> QueryBuilder<Sqlite> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO payout_words (word, account_key) ");
    insert.push_values(words, |mut row, (word, account)| {
        row.push_bind(word.clone()).push_bind(account.clone());
    });
    insert.push(" ON CONFLICT (word, account_key) DO NOTHING");
    insert
}
