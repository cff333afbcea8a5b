//! Shows what a journal of a payroll would contain, and writes it.

use std::{collections::BTreeMap, path::Path};

use jiff::{civil::Date, tz::TimeZone};
use paysheet_domain::Currency;
use paysheet_ledger::{BookedPayment, NewJournal, PayrollId};

use super::{
    earlier::{self, Earlier},
    entries::{self, Bookable, Booking, Entry, came_back},
    figures::booked_of,
    presets,
    settings::{self, accounts_of, stored},
};
use crate::{
    app_error::{AppError, Setting},
    approve::summary,
    atomic_write::{plain_name, save},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    settle::tracking,
    view::{
        JournalAccounts, JournalMade, JournalOptions, JournalScope, JournalView, ListWords, PayoutFee,
        TrackView,
    },
};

/// The number of a payroll's first journal.
const FIRST: u32 = 1;
/// Begins the number of each entry, so that it is recognised in the books.
const NUMBER_PREFIX: &str = "PS-";
/// Characters of the first batch's reference in the number of an entry. The number stays below the 21 characters that
/// QuickBooks Online takes.
const NUMBER_CHARS: usize = 12;

impl Desk {
    /// Returns what a journal of the payroll would contain.
    ///
    /// # Errors
    /// `Money`.
    pub async fn journal(&self, id: u32) -> Result<JournalView, DeskError> {
        let settings = stored(self).await?;
        let track = tracking::payroll(self, id).await?;
        let last = track.last_outcome_at.as_ref().or(track.approved_at.as_ref());
        let at = last.and_then(|at| at.parse().ok()).unwrap_or_else(|| self.now());
        let payouts = self.ledger.all_payouts(PayrollId(id)).await?;
        let fees = approved_fees(self, id).await?;
        let bookables = Earlier::none().bookables(&payouts, &track.batches, &fees);
        Ok(JournalView {
            presets: settings::presets(&settings),
            settings,
            currencies: track
                .totals
                .iter()
                .map(|total| booked_of(&bookables, total.currency))
                .collect::<Result<_, _>>()?,
            earlier: earlier::views(self, &track, &payouts, &fees).await?,
            date: at.to_zoned(TimeZone::system()).date().to_string(),
        })
    }
}

/// Returns the fees that were shown when a payroll was approved. What is set since is of later payrolls.
async fn approved_fees(desk: &Desk, id: u32) -> Result<Vec<PayoutFee>, DeskError> {
    let record = desk.ledger.payroll(PayrollId(id)).await?;
    record.summary_json.as_deref().map_or(Ok(Vec::new()), summary::stored_fees)
}

impl Desk {
    /// Returns a file name for the journal, which contains the payroll's name.
    pub async fn journal_name(
        &self,
        id: u32,
        options: &JournalOptions,
        words: &ListWords,
    ) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let word = plain_name(&words.journal("name", "journal"));
        let start = format!("{} {word} {}", plain_name(&record.name), options.currency);
        Ok(match number_of(options, &earlier_of(self, id, options).await?) {
            // A later journal must not replace the file of an earlier one: each has payments that the other has not.
            FIRST => format!("{start}.csv"),
            number => format!("{start} {number}.csv"),
        })
    }
}

async fn earlier_of(desk: &Desk, id: u32, options: &JournalOptions) -> Result<Earlier, DeskError> {
    match options.scope {
        JournalScope::Everything => Ok(Earlier::none()),
        JournalScope::New => Earlier::of(desk, id, (options.preset, options.currency)).await,
    }
}

/// Returns the number of a journal beside earlier ones. One of everything replaces the first.
const fn number_of(options: &JournalOptions, earlier: &Earlier) -> u32 {
    match options.scope {
        JournalScope::Everything => FIRST,
        JournalScope::New => earlier.number.saturating_add(1),
    }
}

impl Desk {
    /// Writes the journal to a .csv file, and remembers what was chosen and what is in it.
    ///
    /// # Errors
    /// `NothingToBook` if nothing of this currency is known to be paid, or nothing of it is new; `BooksOutdated` if earlier
    /// journals are no longer right, so that nothing new can be added to them; `JournalTooLong`; `ValueInvalid` if the date is none;
    /// `Ledger`, `Money`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_journal(
        &self,
        id: u32,
        options: &JournalOptions,
        words: ListWords,
        path: &Path,
    ) -> Result<JournalMade, DeskError> {
        let date: Date = options.date.parse().map_err(|_| AppError::invalid(Setting::JournalDate))?;
        let settings = stored(self).await?;
        let earlier = earlier_of(self, id, options).await?;
        let payouts = self.ledger.all_payouts(PayrollId(id)).await?;
        let track = tracking::payroll(self, id).await?;
        let bookables = earlier.bookables(&payouts, &track.batches, &approved_fees(self, id).await?);
        if earlier.outdated(&bookables) > 0 {
            return Err(AppError::BooksOutdated.into());
        }
        let accounts = accounts_of(&settings, options.preset);
        let has_fee = bookables
            .iter()
            .any(|payout| payout.amount.currency() == options.currency && payout.new_fee().is_some());
        if has_fee && [&accounts.bank, &accounts.payable].contains(&&accounts.fees) {
            return Err(AppError::invalid(Setting::JournalFees).into());
        }
        let number = number_of(options, &earlier);
        let entries = entries_of(&bookables, (&track, number), (options, date, &accounts), &words)?;
        require_fits(&entries, options)?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("csv");
        }
        settings::remember(self, options).await?;
        let file = presets::csv(options.preset, &entries, &accounts.tax_rate, &words);
        let written = path.clone();
        blocking(move || save(&written, file.as_bytes())).await?;
        let key = earlier::key(options.preset, options.currency);
        let payments = booked_by(&bookables, options.currency);
        let is_everything = options.scope == JournalScope::Everything;
        let saved = NewJournal { key: &key, number, is_everything, payments: &payments };
        self.ledger_for_user().store_journal(PayrollId(id), saved, self.now()).await?;
        Ok(JournalMade { path, booked: booked_of(&bookables, options.currency)? })
    }
}

/// Returns the payments of which a journal of these payouts contains something, by reference.
fn booked_by<'a>(bookables: &[Bookable<'a>], currency: Currency) -> BTreeMap<&'a str, BookedPayment> {
    let own = bookables.iter().filter(|payout| payout.amount.currency() == currency);
    let is_new = |payout: &&Bookable<'_>| {
        payout.is_new_payment() || payout.is_new_return() || payout.new_fee().is_some()
    };
    let booked = |payout: &Bookable<'a>| {
        let is_fee_booked = payout.is_fee_booked || payout.new_fee().is_some();
        (payout.reference, BookedPayment { is_booked_back: came_back(payout.status), is_fee_booked })
    };
    own.filter(is_new).map(booked).collect()
}

fn entries_of(
    bookables: &[Bookable<'_>],
    (track, number): (&TrackView, u32),
    (options, date, accounts): (&JournalOptions, Date, &JournalAccounts),
    words: &ListWords,
) -> Result<Vec<Entry>, DeskError> {
    let [payments, returns, fees] = [
        ("payments", "Salary payments"),
        ("returns", "Payments that came back"),
        ("fees", "Fees of the provider"),
    ]
    .map(|(key, english)| narration(track, &words.journal(key, english)));
    let booking = Booking {
        accounts,
        detail: options.detail,
        currency: options.currency,
        date,
        number: &entry_number(track, options.currency, number),
        narrations: [&payments, &returns, &fees],
    };
    Ok(entries::entries(bookables, &booking)?)
}

fn narration(track: &TrackView, what: &str) -> String {
    format!("{what}: {}", track.name)
}

/// Returns the beginning of the entries' numbers. It is part of the first batch's reference: the same for every journal of
/// everything, so that a program that compares numbers finds one that is imported twice. Later journals are counted.
fn entry_number(track: &TrackView, currency: Currency, number: u32) -> String {
    let batch = track.batches.iter().find(|batch| batch.total.currency == currency);
    let reference = batch.map_or("", |batch| batch.reference.as_str());
    let first = format!("{NUMBER_PREFIX}{}", reference.chars().take(NUMBER_CHARS).collect::<String>());
    if number == FIRST { first } else { format!("{first}-{number}") }
}

fn require_fits(entries: &[Entry], options: &JournalOptions) -> Result<(), DeskError> {
    let lines = entries.iter().map(|entry| entry.lines.len()).sum::<usize>();
    let lines = u32::try_from(lines).unwrap_or(u32::MAX);
    match presets::lines_max(options.preset) {
        _ if lines == 0 => Err(AppError::NothingToBook.into()),
        Some(lines_max) if lines > lines_max => Err(AppError::JournalTooLong { lines, lines_max }.into()),
        Some(_) | None => Ok(()),
    }
}
