//! Money that came in and may be the return of a payment, though it does not name it as a whole: it has the transfer's number,
//! the person, or a word about returns with about the amount. Each payment that it may belong to is shown with it, and
//! settles nothing until somebody decides.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use paysheet_domain::{
    Currency, MatchedBy, Report,
    checks::{comparable, stated_amounts},
};
use paysheet_ledger::{ListedPayout, StatementEntry};

use super::{
    known::{days, found, named_by},
    numbers::Numbers,
    returns::{DAYS_AFTER, is_most_of, says_returned},
};
use crate::{
    outcomes::{
        matching::{MatchedRow, PayoutMatch, is_in_currency, is_near, own_references},
        rows::FileRow,
    },
    view::{OutcomeProblem, dates},
};

/// Least letters of a part of a name that is looked for beside a word about returns.
const NAME_PART_LETTERS_MIN: usize = 4;
/// Beside nothing but a word about returns, at most this share of the payment may be missing for a charge, as a divisor.
const CHARGE_SHARE_MAX: i64 = 10;

/// Above so many payments that a return may be about, nobody chooses one from them: it is shown as one row.
const CANDIDATES_MAX: usize = 20;

/// What is known of the payments of that time.
pub(super) struct Candidates<'a> {
    by_reference: HashMap<&'a str, &'a ListedPayout>,
    by_name_part: HashMap<String, Vec<&'a ListedPayout>>,
    by_account: HashMap<&'a str, Vec<&'a ListedPayout>>,
    by_amount: BTreeMap<(Currency, i64), Vec<&'a ListedPayout>>,
    numbers: &'a Numbers,
    /// The payments of which somebody said that an entry of an earlier statement is their return.
    decided: HashMap<EntryKey, Vec<&'a ListedPayout>>,
}

/// What an entry has in common with the same one in another statement: its text and the days that it may mean.
type EntryKey = (String, Vec<Date>);

fn entry_key(row: &FileRow) -> EntryKey {
    (row.message.clone(), days(row))
}

impl<'a> Candidates<'a> {
    pub fn of(
        sent: &'a [ListedPayout],
        numbers: &'a Numbers,
        earlier: &BTreeMap<String, Vec<StatementEntry>>,
    ) -> Self {
        let mut all = Self {
            by_reference: sent.iter().map(|payout| (payout.reference.as_str(), payout)).collect(),
            by_name_part: HashMap::new(),
            by_account: HashMap::new(),
            by_amount: BTreeMap::new(),
            numbers,
            decided: HashMap::new(),
        };
        for payout in sent {
            let entries = earlier.get(&payout.reference).into_iter().flatten();
            let returns = entries.filter(|entry| entry.report == Report::PossibleReversal);
            for key in
                returns.map(|entry| (entry.text.clone(), dates::days(&entry.day))).collect::<BTreeSet<_>>()
            {
                all.decided.entry(key).or_default().push(payout);
            }
            for part in comparable(&payout.name).split(' ').collect::<BTreeSet<_>>() {
                all.by_name_part.entry(part.to_owned()).or_default().push(payout);
            }
            all.by_account.entry(&payout.account_number).or_default().push(payout);
            let key = (payout.amount.currency(), payout.amount.minor());
            all.by_amount.entry(key).or_default().push(payout);
        }
        all
    }

    /// Returns the rows with each payment that one of them may be the return of, and marks the debits of these payments. A row
    /// that may be about too many stays one row, and their debits wait all the same.
    pub fn expand(&self, rows: Vec<MatchedRow>) -> Vec<MatchedRow> {
        let alike = self.alike(&rows);
        let mut all = Vec::with_capacity(rows.len());
        let mut in_doubt = HashSet::new();
        for matched in rows {
            if !may_return_unnamed(&matched) {
                all.push(matched);
                continue;
            }
            let candidates = self.of_row(&matched.row, &alike);
            hold(&mut in_doubt, candidates.iter().map(|(_, payout)| payout.reference.as_str()));
            let is_return = matched.row.report == Some(Report::PossibleReversal);
            if !is_return || candidates.is_empty() {
                all.extend(Some(matched).filter(|matched| !is_of_others(matched)));
            } else if candidates.len() > CANDIDATES_MAX {
                all.push(MatchedRow { found: Err(OutcomeProblem::SeveralPayments), ..matched });
            } else {
                all.extend(candidates.into_iter().map(|(by, payout)| MatchedRow {
                    found: Ok(vec![found(by, payout, &matched.row, Report::PossibleReversal)]),
                    row: matched.row.clone(),
                }));
            }
        }
        let named = all.iter().filter(|matched| matched.row.report == Some(Report::PossibleReversal));
        let of_one = named.filter_map(|matched| match matched.found.as_deref() {
            Ok([one]) if one.by != MatchedBy::Reference => Some(one.payout.reference.as_str()),
            Ok(_) | Err(_) => None,
        });
        hold(&mut in_doubt, of_one);
        wait_together(&mut all, &in_doubt);
        all
    }

    /// Returns the payments that an entry may be the return of: those for which most speaks.
    fn of_row(
        &self,
        row: &FileRow,
        alike: &HashMap<EntryKey, Vec<FileRow>>,
    ) -> Vec<(MatchedBy, &'a ListedPayout)> {
        let days = days(row);
        let is_about = |payout: &&'a ListedPayout| is_about(row, &days, payout);
        let decided = self.decided(row, alike);
        if !decided.is_empty() {
            return decided;
        }
        let text = [row.account.as_deref().unwrap_or_default(), &row.message].join(" ");
        let numbered = self.numbers.named(&text).into_iter();
        let numbered = numbered.filter_map(|reference| self.by_reference.get(reference.as_str()).copied());
        let numbered: Vec<_> = numbered.filter(is_about).map(|payout| (MatchedBy::Similar, payout)).collect();
        if !numbered.is_empty() {
            return numbered;
        }
        let people: Vec<_> = self.people(&text).into_iter().filter(is_about).collect();
        let named: Vec<_> =
            people.iter().filter_map(|payout| Some((named_by(row, payout)?, *payout))).collect();
        if !named.is_empty() || !is_returned(row) {
            return named;
        }
        let mut seen = BTreeSet::new();
        let similar = people.into_iter().chain(self.of_amount(row).into_iter().filter(is_about));
        let similar = similar.filter(|payout| seen.insert(payout.reference.as_str()));
        similar.map(|payout| (MatchedBy::Similar, payout)).collect()
    }

    /// Returns the entries that are like one that was decided.
    fn alike(&self, rows: &[MatchedRow]) -> HashMap<EntryKey, Vec<FileRow>> {
        let mut alike = HashMap::<EntryKey, Vec<FileRow>>::new();
        let credits = rows.iter().map(|matched| &matched.row);
        for row in credits.filter(|row| row.report != Some(Report::Successful)) {
            let key = entry_key(row);
            if self.decided.contains_key(&key) {
                alike.entry(key).or_default().push(row.clone());
            }
        }
        alike
    }

    /// Returns the payments of which somebody said already that this entry is their return. None if more entries like it may
    /// be about them: one of these may be another payment's, and nobody said which.
    fn decided(
        &self,
        row: &FileRow,
        alike: &HashMap<EntryKey, Vec<FileRow>>,
    ) -> Vec<(MatchedBy, &'a ListedPayout)> {
        let key = entry_key(row);
        let (_, days) = &key;
        let decided = self.decided.get(&key).into_iter().flatten().copied();
        let decided: Vec<_> = decided.filter(|payout| is_about(row, days, payout)).collect();
        let is_about_one = |other: &&FileRow| decided.iter().any(|payout| is_about(other, days, payout));
        let entries = alike.get(&key).into_iter().flatten().filter(is_about_one);
        if entries.take(decided.len() + 1).count() > decided.len() {
            return Vec::new();
        }
        let by = |payout: &'a ListedPayout| named_by(row, payout).unwrap_or(MatchedBy::Similar);
        decided.into_iter().map(|payout| (by(payout), payout)).collect()
    }

    /// Returns the payments to people of whom a part of the name, or the account, stands in a text.
    fn people(&self, text: &str) -> Vec<&'a ListedPayout> {
        let plain = comparable(text);
        let words: BTreeSet<&str> =
            plain.split(' ').filter(|word| word.chars().count() >= NAME_PART_LETTERS_MIN).collect();
        let by_name = words.iter().filter_map(|word| self.by_name_part.get(*word)).flatten();
        let accounts =
            text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| self.by_account.get(word));
        let mut seen = BTreeSet::new();
        let all = by_name.chain(accounts.flatten()).copied();
        all.filter(|payout| seen.insert(payout.reference.as_str())).collect()
    }

    /// Returns the payments of the amount of an entry, or of a little more.
    fn of_amount(&self, row: &FileRow) -> Vec<&'a ListedPayout> {
        let Some(amount) = &row.amount else { return Vec::new() };
        let currencies: BTreeSet<Currency> = self.by_amount.keys().map(|(currency, _)| *currency).collect();
        let mut all = Vec::new();
        for currency in currencies {
            for stated in stated_amounts(amount, currency) {
                let least = stated.minor();
                let most = least.saturating_add(least / (CHARGE_SHARE_MAX - 1));
                let range = self.by_amount.range((currency, least)..=(currency, most.max(least)));
                all.extend(range.flat_map(|(_, payouts)| payouts).copied());
            }
        }
        all
    }
}

/// Whether a row may be about the return of a payment that it does not name: money that came in, an entry of which nobody knows
/// where its money went, or one whose status says so.
fn may_return_unnamed(MatchedRow { row, found }: &MatchedRow) -> bool {
    use OutcomeProblem as P;
    match (row.report, found) {
        (Some(Report::PossibleReversal), Err(P::NoSuchPayment | P::NothingToFindBy | P::SeveralPayments)) => {
            true
        }
        // One that names a payment is in the way of its debit by itself.
        (None, Err(P::NoDirection)) => own_references(row).next().is_none(),
        (Some(Report::Unclear), Err(_)) => says_returned(&row.status) && own_references(row).next().is_none(),
        (_, Ok(_) | Err(_)) => false,
    }
}

/// Whether money came in that has nothing to do with a payment.
fn is_of_others(MatchedRow { row, found }: &MatchedRow) -> bool {
    row.report == Some(Report::PossibleReversal)
        && matches!(found, Err(OutcomeProblem::NoSuchPayment | OutcomeProblem::NothingToFindBy))
}

fn is_returned(row: &FileRow) -> bool {
    says_returned(&row.message) || says_returned(&row.direction) || says_returned(&row.status)
}

/// Whether an entry may be the return of a payment by its day, currency and amount.
fn is_about(row: &FileRow, days: &[Date], payout: &ListedPayout) -> bool {
    let is_in_time = days.is_empty() || is_near(payout, (days, DAYS_AFTER));
    is_in_time && is_in_currency(row, payout.amount) && is_part_of(row, payout)
}

/// Adds references to those of which the debits wait.
fn hold<'r>(in_doubt: &mut HashSet<String>, references: impl Iterator<Item = &'r str>) {
    for reference in references {
        if !in_doubt.contains(reference) {
            in_doubt.insert(reference.to_owned());
        }
    }
}

/// Whether an entry has the amount of a payment, or less by a charge.
fn is_part_of(row: &FileRow, payout: &ListedPayout) -> bool {
    let Some(amount) = &row.amount else { return false };
    let stated = stated_amounts(amount, payout.amount.currency());
    is_most_of(amount, payout.amount) && stated.iter().any(|stated| stated.minor() <= payout.amount.minor())
}

/// Marks the debits beside which a possible return stands, and that return: they are decided together.
fn wait_together(rows: &mut [MatchedRow], in_doubt: &HashSet<String>) {
    let is_debit = |found: &PayoutMatch| {
        found.report.report == Report::Successful
            && found.by != MatchedBy::BatchSum
            && in_doubt.contains(&found.payout.reference)
    };
    let all = rows.iter().filter_map(|row| row.found.as_ref().ok()).flatten();
    let debited: BTreeSet<String> =
        all.filter(|found| is_debit(found)).map(|found| found.payout.reference.clone()).collect();
    for found in rows.iter_mut().filter_map(|row| row.found.as_mut().ok()).flatten() {
        let is_return = found.report.report == Report::PossibleReversal && found.by != MatchedBy::Reference;
        let is_beside = is_return && found.by != MatchedBy::BatchSum || is_debit(found);
        found.is_beside_return = is_beside && debited.contains(&found.payout.reference);
    }
}
