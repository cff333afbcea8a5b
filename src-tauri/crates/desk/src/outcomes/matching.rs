//! Which payout a row is about: by our reference, otherwise by account, amount and date. What is found without a
//! reference counts only if it fits one payout and no other row fits the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{Unit, civil::Date, tz::TimeZone};
use paysheet_domain::{
    CellValue, Country, MatchedBy, Money, Reference, Report,
    checks::{currency_of, stated_amounts},
};
use paysheet_ledger::{Ledger, ListedPayout, PayoutReport, RowMatch};
use strum::IntoEnumIterator;

use super::rows::FileRow;
use crate::{
    error::DeskError,
    view::{OutcomeProblem, dates},
};

/// Days before and after its batch was sent in which a list may show a payout. One before, for other time zones.
pub(super) const DAYS_BEFORE: i64 = 1;
pub(super) const DAYS_AFTER: i64 = 7;
/// Length in digits of accounts that lose leading zeros in spreadsheets.
const ACCOUNT_DIGITS: usize = 10;

/// A row with what was found for it.
pub(super) struct MatchedRow {
    pub row: FileRow,
    /// One payout, or all of a batch.
    pub found: Result<Vec<PayoutMatch>, OutcomeProblem>,
}

pub(super) struct PayoutMatch {
    pub by: MatchedBy,
    pub payout: ListedPayout,
    pub report: PayoutReport,
    /// The days of debits of the payout in earlier statements, as they write them, if this one is on another day.
    pub earlier_debits: Vec<String>,
    /// It is a debit beside which money came in that may be its return, or that money.
    pub is_beside_return: bool,
}

impl PayoutMatch {
    /// Returns by what the user confirms it; none if its reference was found and nothing contradicts it.
    pub fn confirm_key(&self) -> Option<&str> {
        match self.by {
            MatchedBy::Reference if !self.is_second_debit() && !self.is_beside_return => None,
            MatchedBy::Reference | MatchedBy::Account | MatchedBy::Name | MatchedBy::Similar => {
                Some(&self.payout.reference)
            }
            MatchedBy::BatchSum => Some(&self.payout.batch_reference),
        }
    }

    pub const fn is_second_debit(&self) -> bool {
        !self.earlier_debits.is_empty()
    }

    /// Returns the report as it is applied, with who confirmed it if somebody had to.
    pub fn report_by(&self, decider: &str) -> PayoutReport {
        let confirmed_by = self.confirm_key().map(|_| decider.to_owned());
        let matched = Some(RowMatch { by: self.by, confirmed_by });
        PayoutReport { matched, ..self.report.clone() }
    }
}

/// Finds the payouts of all rows.
pub(super) async fn find(ledger: &Ledger, rows: Vec<FileRow>) -> Result<Vec<MatchedRow>, DeskError> {
    let known = Known::load(ledger, &rows).await?;
    let mut matched: Vec<MatchedRow> = rows.into_iter().map(|row| known.find(row)).collect();
    refuse_undecided(&mut matched);
    refuse_shared(&mut matched);
    Ok(matched)
}

/// A payout that the user has to confirm must be found by one row only: part of what a file says about a payout has
/// another effect than all of it. A debit and what may be its return are confirmed together. Where a payment of a batch came back that was found by its sum, the others stay found; where
/// one was debited by itself as well, the sum may be another debit.
pub(super) fn refuse_shared(matched: &mut [MatchedRow]) {
    let count = |is_counted: fn(&PayoutMatch) -> bool| {
        let mut rows = BTreeMap::<String, u32>::new();
        let found = matched.iter().filter_map(|matched| matched.found.as_ref().ok()).flatten();
        for found in found.filter(|found| is_counted(found)) {
            *rows.entry(found.payout.reference.clone()).or_default() += 1;
        }
        rows
    };
    let (all_rows, without_returns) =
        (count(|_| true), count(|found| found.report.report != Report::PossibleReversal));
    let is_in_several = |rows: &BTreeMap<String, u32>, found: &PayoutMatch| {
        found.confirm_key().is_some() && rows.get(&found.payout.reference).is_some_and(|rows| *rows > 1)
    };
    for MatchedRow { found, .. } in matched {
        let Ok(all) = found else { continue };
        let is_debited_twice = all.iter().any(|found| is_in_several(&without_returns, found));
        all.retain(|found| found.is_beside_return || !is_in_several(&all_rows, found));
        if is_debited_twice || all.is_empty() {
            *found = Err(OutcomeProblem::SeveralRows);
        }
    }
}

/// Refuses the rows about a payout of which one has a word or code that nobody knows: it may say the opposite of the others.
pub(super) fn refuse_undecided(matched: &mut [MatchedRow]) {
    let about = |row: &MatchedRow| {
        let found = row.found.iter().flatten();
        found.map(|found| found.payout.reference.clone()).collect::<Vec<_>>()
    };
    let undecided: BTreeSet<String> =
        matched.iter().filter(|matched| matched.row.is_undecided).flat_map(about).collect();
    for matched in matched.iter_mut().filter(|matched| !matched.row.is_undecided) {
        if about(matched).iter().any(|reference| undecided.contains(reference)) {
            matched.found = Err(OutcomeProblem::UndecidedWord);
        }
    }
}

/// The payouts that the rows may be about.
struct Known {
    by_reference: HashMap<String, ListedPayout>,
    by_account: HashMap<String, Vec<ListedPayout>>,
}

impl Known {
    async fn load(ledger: &Ledger, rows: &[FileRow]) -> Result<Self, DeskError> {
        let references: BTreeSet<String> = rows.iter().flat_map(own_references).collect();
        let references: Vec<&str> = references.iter().map(String::as_str).collect();
        let listed = ledger.listed_payouts(&references).await?;
        let by_reference = listed.into_iter().map(|payout| (payout.reference.clone(), payout)).collect();
        let without = rows.iter().filter(|row| own_references(row).next().is_none());
        let accounts: BTreeSet<String> = without.flat_map(accounts).collect();
        let accounts: Vec<&str> = accounts.iter().map(String::as_str).collect();
        let mut by_account = HashMap::<String, Vec<ListedPayout>>::new();
        for payout in ledger.sent_to_accounts(&accounts).await? {
            by_account.entry(payout.account_number.clone()).or_default().push(payout);
        }
        Ok(Self { by_reference, by_account })
    }

    fn find(&self, row: FileRow) -> MatchedRow {
        let found = self.found(&row).map(|found| vec![found]);
        MatchedRow { row, found }
    }

    fn found(&self, row: &FileRow) -> Result<PayoutMatch, OutcomeProblem> {
        if let Some(problem) = row.problem {
            return Err(problem);
        }
        let report = row.report.ok_or(OutcomeProblem::NoResult)?;
        let (by, payout) = match self.by_reference(row)? {
            Some(payout) => (MatchedBy::Reference, payout),
            None => (MatchedBy::Account, self.by_account(row)?),
        };
        let report = report_about(payout, row, report)?;
        Ok(PayoutMatch {
            by,
            payout: payout.clone(),
            report,
            earlier_debits: Vec::new(),
            is_beside_return: false,
        })
    }

    /// Returns the payout with a reference of the row; none if the row has no reference of ours.
    fn by_reference(&self, row: &FileRow) -> Result<Option<&ListedPayout>, OutcomeProblem> {
        let own: BTreeSet<String> = own_references(row).collect();
        let known: Vec<_> = own.iter().filter_map(|reference| self.by_reference.get(reference)).collect();
        match known.as_slice() {
            [payout] if own.iter().all(|reference| is_of(payout, reference)) => Ok(Some(payout)),
            // A payout of another computer must not be taken for one of ours with the same amount.
            [] if !own.is_empty() => Err(OutcomeProblem::UnknownReference),
            [] => Ok(None),
            _ => Err(OutcomeProblem::SeveralPayments),
        }
    }

    fn by_account(&self, row: &FileRow) -> Result<&ListedPayout, OutcomeProblem> {
        let days = row.date.as_deref().map(dates::days).unwrap_or_default();
        let accounts = accounts(row);
        let Some(amount) = row.amount.as_ref().filter(|_| !days.is_empty() && !accounts.is_empty()) else {
            return Err(OutcomeProblem::NothingToFindBy);
        };
        let to_account = accounts.iter().filter_map(|account| self.by_account.get(account)).flatten();
        let fits = |payout: &&ListedPayout| {
            is_near(payout, (&days, DAYS_AFTER))
                && states(amount, payout.amount)
                && is_in_currency(row, payout.amount)
        };
        let mut fitting = to_account.filter(fits);
        let payout = fitting.next().ok_or(OutcomeProblem::NoSuchPayment)?;
        if fitting.next().is_some() { Err(OutcomeProblem::SeveralPayments) } else { Ok(payout) }
    }
}

/// Whether a reference is the payout's or its batch's. A row with a third one has another payment beside it, whose status may
/// be the one that was read.
fn is_of(payout: &ListedPayout, reference: &str) -> bool {
    [&payout.reference, &payout.batch_reference].into_iter().any(|own| own == reference)
}

/// Returns the texts of a row that have the form of a reference of ours, in the ledger's spelling.
pub(super) fn own_references(row: &FileRow) -> impl Iterator<Item = String> {
    let texts = row.references.iter().map(|text| text.trim().to_ascii_uppercase());
    texts.filter(|text| Reference::parse(text).is_some())
}

/// Returns the spellings of a row's account: as it is, and with the zeros that a spreadsheet removed.
fn accounts(row: &FileRow) -> Vec<String> {
    let account: String =
        row.account.iter().flat_map(|text| text.chars()).filter(|c| c.is_ascii_alphanumeric()).collect();
    if account.is_empty() {
        return Vec::new();
    }
    let is_short = account.len() < ACCOUNT_DIGITS && account.bytes().all(|byte| byte.is_ascii_digit());
    let padded = is_short.then(|| format!("{account:0>ACCOUNT_DIGITS$}"));
    [account].into_iter().chain(padded).collect()
}

/// Whether a payout was sent so that a row of one of these days may be about it, `after` days later at most.
pub(super) fn is_near(payout: &ListedPayout, (days, after): (&[Date], i64)) -> bool {
    let Some(sent) = payout.sent_at.map(|at| at.to_zoned(TimeZone::UTC).date()) else { return false };
    days.iter().any(|day| {
        let since = sent.until((Unit::Day, *day)).map_or(i64::MAX, |span| i64::from(span.get_days()));
        (-DAYS_BEFORE..=after).contains(&since)
    })
}

pub(super) fn states(amount: &CellValue, ours: Money) -> bool {
    stated_amounts(amount, ours.currency()).contains(&ours)
}

pub(super) fn is_in_currency(row: &FileRow, ours: Money) -> bool {
    let named = row.currency.as_deref().map(str::trim).filter(|text| !text.is_empty());
    named
        .is_none_or(|text| Country::iter().any(|country| currency_of(text, country) == Some(ours.currency())))
}

/// Returns the report of a row about a payout. An outcome of another amount or currency contradicts it.
fn report_about(
    payout: &ListedPayout,
    row: &FileRow,
    report: Report,
) -> Result<PayoutReport, OutcomeProblem> {
    let ours = payout.amount;
    let stated = row.amount.as_ref().map(|amount| stated_amounts(amount, ours.currency()));
    if stated.as_ref().is_some_and(Vec::is_empty) && is_in_currency(row, ours) {
        return Err(OutcomeProblem::AmountNotReadable);
    }
    let is_other =
        stated.as_ref().is_some_and(|stated| !stated.contains(&ours)) || !is_in_currency(row, ours);
    let amount = stated.and_then(|stated| {
        stated.iter().find(|amount| **amount == ours).or(stated.first()).map(|amount| amount.digits())
    });
    let is_outcome = matches!(report, Report::Successful | Report::Failed | Report::Reversed);
    let provider = row.references.iter().find(|text| !text.trim().eq_ignore_ascii_case(&payout.reference));
    Ok(PayoutReport {
        reference: payout.reference.clone(),
        report: if is_other && is_outcome { Report::Contradictory } else { report },
        code: row.code.clone(),
        status: row.status.clone(),
        message: row.message.clone(),
        amount,
        // A word for the payout's own currency is no other currency.
        currency: if is_in_currency(row, ours) { None } else { row.currency.clone() },
        provider_reference: provider.cloned(),
        read_by: row.read_by.clone(),
        matched: None,
        is_stored_callback: row.is_callback,
        callback_code: row.callback_code.clone(),
    })
}

#[cfg(test)]
mod tests;
