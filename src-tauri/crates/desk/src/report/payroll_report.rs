//! The payroll report: totals by state, bank and currency, the people, the batches, and what people decided.

use jiff::{Timestamp, tz::TimeZone};
use paysheet_domain::{Currency, Money, PayoutStatus};
use paysheet_ledger::{EventKind, EventRecord, PayoutRecord};

use super::{
    document::{Align, Cell, Document, Head, Table},
    totals::{CountAndSum, Summand, Totals},
};
use crate::{
    error::DeskError,
    export::{list_words::ListWords, results::status},
    view::{EventView, TrackView},
};

/// What a report is made of.
pub(super) struct Sources {
    pub payouts: Vec<PayoutRecord>,
    pub track: TrackView,
    pub events: Vec<EventRecord>,
    pub zone: TimeZone,
    pub now: Timestamp,
}

/// A head's key among the window's words, the English head, its width in characters, and its alignment.
type NamedHead = (&'static str, &'static str, u16, Align);

/// Makes the report.
///
/// # Errors
/// `Money` if a sum is too large.
pub(super) fn document(sources: &Sources, words: &ListWords) -> Result<Document, DeskError> {
    let summands = sources.payouts.iter().map(|payout| Summand {
        status: status(payout, &sources.track.batches),
        bank: &payout.bank_name,
        amount: payout.amount,
    });
    let totals = Totals::of(summands)?;
    Ok(Document {
        title: words.report("title", "Payroll report"),
        subtitle: subtitle(&sources.track),
        facts: facts(sources, words),
        tables: vec![
            by_status(&totals, words),
            by_bank(&totals, words),
            people(sources, &totals, words),
            batches(sources, words),
            decisions(sources, words),
        ],
    })
}

fn subtitle(track: &TrackView) -> String {
    let parts = [track.name.as_str(), track.period.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn facts(sources: &Sources, words: &ListWords) -> Vec<(String, String)> {
    let track = &sources.track;
    let at = |text: &Option<String>| {
        text.as_deref().and_then(|at| at.parse().ok()).map(|at| local(at, &sources.zone)).unwrap_or_default()
    };
    let zone = sources.now.to_zoned(sources.zone.clone()).strftime("%:z").to_string();
    let facts = [
        (words.report("file", "From the file"), track.file_name.clone()),
        (words.report("approved_by", "Approved by"), track.approved_by.clone().unwrap_or_default()),
        (words.report("approved_at", "Approved at"), at(&track.approved_at)),
        (words.report("closed_at", "Closed at"), at(&track.closed_at)),
        (words.report("excluded", "People excluded"), track.excluded.to_string()),
        (words.report("made_at", "Report made at"), local(sources.now, &sources.zone)),
        (words.report("zone", "Times are in"), format!("UTC{zone}")),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn by_status(totals: &Totals<'_>, words: &ListWords) -> Table {
    const HEADS: [NamedHead; 3] = [
        ("state", "State", 30, Align::Left),
        ("people", "People", 10, Align::Right),
        ("amount", "Amount", 24, Align::Right),
    ];
    let line = |((status, _), sum): (&(PayoutStatus, Currency), &CountAndSum)| {
        vec![Cell::Text(words.of("payout", status)), Cell::Count(sum.0), Cell::Money(sum.1)]
    };
    Table {
        title: words.report("by_state", "Totals by state"),
        heads: heads(HEADS, words),
        lines: totals.by_status.iter().map(line).collect(),
        totals: sums(totals, words),
    }
}

fn by_bank(totals: &Totals<'_>, words: &ListWords) -> Table {
    const HEADS: [NamedHead; 3] = [
        ("bank", "Bank", 30, Align::Left),
        ("people", "People", 10, Align::Right),
        ("amount", "Amount", 24, Align::Right),
    ];
    let line = |((bank, _), sum): (&(&str, Currency), &CountAndSum)| {
        vec![Cell::Text((*bank).to_owned()), Cell::Count(sum.0), Cell::Money(sum.1)]
    };
    Table {
        title: words.report("by_bank", "Totals by bank"),
        heads: heads(HEADS, words),
        lines: totals.by_bank.iter().map(line).collect(),
        totals: sums(totals, words),
    }
}

/// Returns the sum of each currency, in the columns of the totals.
fn sums(totals: &Totals<'_>, words: &ListWords) -> Vec<Vec<Cell>> {
    let total = || Cell::Text(words.report("total", "Total"));
    totals
        .by_currency
        .values()
        .map(|(count, sum)| vec![total(), Cell::Count(*count), Cell::Money(*sum)])
        .collect()
}

fn people(sources: &Sources, totals: &Totals<'_>, words: &ListWords) -> Table {
    const HEADS: [NamedHead; 9] = [
        ("row", "Row", 5, Align::Right),
        ("name", "Name", 24, Align::Left),
        ("account", "Account number", 15, Align::Left),
        ("bank", "Bank", 18, Align::Left),
        ("amount", "Amount", 19, Align::Right),
        ("state", "State", 14, Align::Left),
        ("reference", "Reference", 17, Align::Left),
        ("settled", "Reported", 16, Align::Left),
        ("message", "Provider’s message", 20, Align::Left),
    ];
    let line = |payout: &PayoutRecord| {
        let row = payout.origin.number().map(|row| row.to_string()).unwrap_or_default();
        vec![
            Cell::Text(row),
            Cell::Text(payout.name.clone()),
            Cell::Text(payout.account_number.clone()),
            Cell::Text(payout.bank_name.clone()),
            Cell::Money(payout.amount),
            Cell::Text(words.of("payout", status(payout, &sources.track.batches))),
            Cell::Text(payout.reference.to_string()),
            Cell::Text(settled(payout, &sources.zone, words)),
            Cell::Text(payout.message.clone().unwrap_or_default()),
        ]
    };
    let empty = || Cell::Text(String::new());
    let total = |(count, sum): &CountAndSum| {
        let name = format!("{}: {count}", words.report("total", "Total"));
        let mut cells = vec![empty(), Cell::Text(name), empty(), empty(), Cell::Money(*sum)];
        cells.resize_with(HEADS.len(), empty);
        cells
    };
    Table {
        title: words.report("people", "People"),
        heads: heads(HEADS, words),
        lines: sources.payouts.iter().map(line).collect(),
        totals: totals.by_currency.values().map(total).collect(),
    }
}

/// Returns when and by whom an outcome was reported.
fn settled(payout: &PayoutRecord, zone: &TimeZone, words: &ListWords) -> String {
    let at = payout.changed_at.map(|at| local(at, zone));
    let by = payout.settled_by.map(|by| words.of("settled_by", by));
    at.into_iter().chain(by).collect::<Vec<_>>().join(", ")
}

fn batches(sources: &Sources, words: &ListWords) -> Table {
    const HEADS: [NamedHead; 6] = [
        ("batch", "Batch", 7, Align::Right),
        ("batch_id", "Provider’s batch id", 24, Align::Left),
        ("reference", "Reference", 30, Align::Left),
        ("sent", "Sent", 18, Align::Left),
        ("people", "People", 9, Align::Right),
        ("amount", "Amount", 22, Align::Right),
    ];
    let lines = sources.track.batches.iter().map(|batch| {
        let sent = batch.sent_at.as_deref().and_then(|at| at.parse().ok());
        let sum = Money::parse(&batch.total.sum, batch.total.currency);
        vec![
            Cell::Text(batch.number.to_string()),
            Cell::Text(batch.batch_id.clone().unwrap_or_default()),
            Cell::Text(batch.reference.clone()),
            Cell::Text(sent.map(|at| local(at, &sources.zone)).unwrap_or_default()),
            Cell::Count(batch.total.count),
            sum.map_or_else(|_| Cell::Text(batch.total.sum.clone()), Cell::Money),
        ]
    });
    Table {
        title: words.report("batches", "Batches"),
        heads: heads(HEADS, words),
        lines: lines.collect(),
        totals: Vec::new(),
    }
}

fn decisions(sources: &Sources, words: &ListWords) -> Table {
    const HEADS: [NamedHead; 4] = [
        ("time", "Time", 18, Align::Left),
        ("what", "What", 40, Align::Left),
        ("reference", "Reference", 30, Align::Left),
        ("detail", "Detail", 40, Align::Left),
    ];
    let line = |event: &EventRecord| {
        let detail = EventView::from(event.clone()).detail;
        vec![
            Cell::Text(local(event.at, &sources.zone)),
            Cell::Text(words.of("event", event.kind)),
            Cell::Text(event.payout.clone().unwrap_or_default()),
            Cell::Text(detail.unwrap_or_default()),
        ]
    };
    Table {
        title: words.report("decisions", "Decisions and changes"),
        heads: heads(HEADS, words),
        lines: sources.events.iter().filter(|event| is_decision(event.kind)).map(line).collect(),
        totals: Vec::new(),
    }
}

/// Whether a person caused the event.
fn is_decision(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::PayrollCreated
            | EventKind::RetryCreated
            | EventKind::ReadAgain
            | EventKind::DestinationSet
            | EventKind::Thawed
            | EventKind::Approved
            | EventKind::ApprovedAnew
            | EventKind::TotalConfirmed
            | EventKind::QuestionsDecided
            | EventKind::AccountConfirmed
            | EventKind::Withdrawn
            | EventKind::SentAgain
            | EventKind::Decided
            | EventKind::RefusedReadied
            | EventKind::NotSentReadied
            | EventKind::PayoutDecided
            | EventKind::PayoutDecisionWithdrawn
            | EventKind::ClosedUnconfirmed
            | EventKind::PayrollReopened
    )
}

fn heads<const N: usize>(heads: [NamedHead; N], words: &ListWords) -> Vec<Head> {
    let head = |(name, english, width, align)| Head { text: words.head(name, english), width, align };
    heads.into_iter().map(head).collect()
}

fn local(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()
}
