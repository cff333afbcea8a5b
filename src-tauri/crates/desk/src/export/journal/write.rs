//! Shows what a journal of a payroll would contain, and writes it.

use std::path::Path;

use jiff::{civil::Date, tz::TimeZone};
use paysheet_domain::{Currency, Money, PayoutStatus, money::Total};
use paysheet_ledger::{PayoutRecord, PayrollId};

use super::{
    entries::{self, Bookable, Booking, Entry, was_paid},
    presets,
    settings::{self, accounts_of, stored},
};
use crate::{
    blocking::blocking,
    context::Context,
    error::{DeskError, Setting},
    export::{
        atomic_write::save,
        list_words::ListWords,
        results::{plain_name, status},
    },
    pay::tracking,
    view::{
        BatchView, JournalAccounts, JournalCurrency, JournalDetail, JournalMade, JournalOptions, JournalView,
        StatusTotal, TrackView,
    },
};

/// Begins the number of each entry, so that it is recognised in the books.
const NUMBER_PREFIX: &str = "PS-";
/// Characters of the first batch's reference in the number of an entry. The number stays below the 21 characters that
/// QuickBooks Online takes.
const NUMBER_CHARS: usize = 12;
/// Lines of an entry beside those of people.
const LINES_OF_BANK: u32 = 1;

/// Returns what a journal of the payroll would contain.
///
/// # Errors
/// `Ledger`, `Money`.
pub async fn journal(context: &Context, id: u32) -> Result<JournalView, DeskError> {
    let settings = stored(context).await?;
    let track = tracking::payroll(context, id).await?;
    let last = track.last_outcome_at.as_ref().or(track.approved_at.as_ref());
    let at = last.and_then(|at| at.parse().ok()).unwrap_or_else(|| context.now());
    Ok(JournalView {
        presets: settings::presets(&settings),
        settings,
        currencies: track
            .totals
            .iter()
            .map(|total| of_currency(&track, total.currency))
            .collect::<Result<_, _>>()?,
        date: at.to_zoned(TimeZone::system()).date().to_string(),
    })
}

/// Returns a file name for the journal, which contains the payroll's name.
///
/// # Errors
/// `Ledger`.
pub async fn journal_name(
    context: &Context,
    id: u32,
    currency: Currency,
    words: &ListWords,
) -> Result<String, DeskError> {
    let record = context.ledger.payroll(PayrollId(id)).await?;
    let word = plain_name(&words.journal("name", "journal"));
    Ok(format!("{} {word} {currency}.csv", plain_name(&record.name)))
}

/// Writes the journal to a .csv file, and remembers what was chosen.
///
/// # Errors
/// `NothingToBook` if nothing of this currency is known to be paid; `JournalTooLong`; `ValueInvalid` if the date is none;
/// `Ledger`, `Money`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
pub async fn export_journal(
    context: &Context,
    id: u32,
    options: &JournalOptions,
    words: ListWords,
    path: &Path,
) -> Result<JournalMade, DeskError> {
    let date: Date = options.date.parse().map_err(|_| DeskError::ValueInvalid(Setting::JournalDate))?;
    let settings = stored(context).await?;
    let payouts = context.ledger.all_payouts(PayrollId(id)).await?;
    // Read after the payouts: a result in between is counted as left out rather than as booked.
    let track = tracking::payroll(context, id).await?;
    let accounts = accounts_of(&settings, options.preset);
    let entries = entries_of(&payouts, &track, (options, date, &accounts), &words)?;
    require_fits(&entries, options)?;
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("csv");
    }
    let file = presets::csv(options.preset, &entries, &accounts.tax_rate, &words);
    let written = path.clone();
    blocking(move || save(&written, file.as_bytes())).await?;
    settings::remember(context, options).await?;
    let booked = booked_of(&payouts, &track.batches, options.currency)?;
    Ok(JournalMade { path, booked })
}

fn entries_of(
    payouts: &[PayoutRecord],
    track: &TrackView,
    (options, date, accounts): (&JournalOptions, Date, &JournalAccounts),
    words: &ListWords,
) -> Result<Vec<Entry>, DeskError> {
    let bookables: Vec<Bookable<'_>> = payouts
        .iter()
        .map(|payout| Bookable {
            reference: payout.reference.as_str(),
            name: &payout.name,
            amount: payout.amount,
            status: status(payout, &track.batches),
        })
        .collect();
    let [payments, returns] = [("payments", "Salary payments"), ("returns", "Payments that came back")]
        .map(|(key, english)| narration(track, &words.journal(key, english)));
    let booking = Booking {
        accounts,
        detail: options.detail,
        currency: options.currency,
        date,
        number: &entry_number(track, options.currency),
        narrations: [&payments, &returns],
    };
    Ok(entries::entries(&bookables, &booking)?)
}

fn narration(track: &TrackView, what: &str) -> String {
    format!("{what}: {}", track.name)
}

/// Returns the beginning of the entries' numbers. It is part of the first batch's reference: the same for every export of
/// the payroll, so that a program that compares numbers finds a journal that is imported twice.
fn entry_number(track: &TrackView, currency: Currency) -> String {
    let batch = track.batches.iter().find(|batch| batch.total.currency == currency);
    let reference = batch.map_or("", |batch| batch.reference.as_str());
    format!("{NUMBER_PREFIX}{}", reference.chars().take(NUMBER_CHARS).collect::<String>())
}

fn require_fits(entries: &[Entry], options: &JournalOptions) -> Result<(), DeskError> {
    let lines = entries.iter().map(|entry| entry.lines.len()).sum::<usize>();
    let lines = u32::try_from(lines).unwrap_or(u32::MAX);
    match presets::lines_max(options.preset) {
        _ if lines == 0 => Err(DeskError::NothingToBook),
        Some(lines_max) if lines > lines_max => Err(DeskError::JournalTooLong { lines, lines_max }),
        Some(_) | None => Ok(()),
    }
}

/// Returns what Track shows of a currency, as it would be booked.
fn of_currency(track: &TrackView, currency: Currency) -> Result<JournalCurrency, DeskError> {
    let own = track.statuses.iter().filter(|of| of.total.currency == currency).cloned();
    currency_view(currency, own.collect())
}

/// Returns what was booked, of the payouts that were.
fn booked_of(
    payouts: &[PayoutRecord],
    batches: &[BatchView],
    currency: Currency,
) -> Result<JournalCurrency, DeskError> {
    let mut totals: Vec<(PayoutStatus, u32, Money)> = Vec::new();
    for payout in payouts.iter().filter(|payout| payout.amount.currency() == currency) {
        let status = status(payout, batches);
        match totals.iter_mut().find(|(of, ..)| *of == status) {
            Some((_, count, sum)) => {
                *count = count.saturating_add(1);
                *sum = sum.checked_add(payout.amount)?;
            }
            None => totals.push((status, 1, payout.amount)),
        }
    }
    totals.sort_by_key(|(status, ..)| *status);
    let total = |(status, count, sum)| StatusTotal { status, total: Total::new(count, sum) };
    currency_view(currency, totals.into_iter().map(total).collect())
}

fn currency_view(currency: Currency, statuses: Vec<StatusTotal>) -> Result<JournalCurrency, DeskError> {
    let (booked, left_out): (Vec<_>, Vec<_>) = statuses.into_iter().partition(|of| was_paid(of.status));
    let sum = |is_summed: fn(PayoutStatus) -> bool| -> Result<Total, DeskError> {
        let (mut count, mut sum) = (0_u32, Money::zero(currency));
        for StatusTotal { total, .. } in booked.iter().filter(|of| is_summed(of.status)) {
            count = count.saturating_add(total.count);
            sum = sum.checked_add(Money::parse(&total.sum, currency)?)?;
        }
        Ok(Total::new(count, sum))
    };
    let (paid, reversed) = (sum(was_paid)?, sum(|status| status == PayoutStatus::Reversed)?);
    Ok(JournalCurrency {
        currency,
        lines_by_account: lines(JournalDetail::Account, &paid) + lines(JournalDetail::Account, &reversed),
        lines_by_person: lines(JournalDetail::Person, &paid)
            .saturating_add(lines(JournalDetail::Person, &reversed)),
        paid,
        reversed,
        left_out,
    })
}

/// Returns the lines of an entry of so many people.
fn lines(detail: JournalDetail, people: &Total) -> u32 {
    match (people.count, detail) {
        (0, _) => 0,
        (_, JournalDetail::Account) => 1 + LINES_OF_BANK,
        (count, JournalDetail::Person) => count.saturating_add(LINES_OF_BANK),
    }
}
