//! The payroll report: totals by currency, state and bank, the change from the last payroll, the people, the batches,
//! what was changed since the file, and what people accepted and decided.

use paysheet_document::{Align, Block, Cell, Document, Fact, Head, NamedHead, Paper, Style, Table};
use paysheet_domain::{Currency, DraftRow, Field, Money, PayoutStatus, money::Total};
use paysheet_ledger::{ClosedUnconfirmed, PayoutRecord};

use super::{
    bridge_tables, decision_tables,
    evidence::{matched_by_hand, settled},
    sources::Sources,
    totals::{CountAndSum, Summand, Totals},
};
use crate::{
    error::DeskError,
    export::results::{payout_word, status},
    view::PayrollStatus,
};

/// Makes the report.
///
/// # Errors
/// `Money` if a sum is too large.
pub(super) fn document(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    let summands = sources.payouts.iter().map(|payout| Summand {
        status: status(payout, &sources.track.batches),
        bank: &payout.bank_name,
        amount: payout.amount,
    });
    let totals = Totals::of(summands)?;
    let sums = [
        totals.currency_table(style),
        by_status(&totals, sources.track.state, style),
        by_bank(&totals, style),
    ];
    let bridge = bridge_tables::tables(sources.bridge.as_ref(), style)?;
    let lists = [people(sources, &totals, style), batches(sources, style), changes(sources, style)];
    let decisions = [decision_tables::questions(sources, style), decision_tables::actions(sources, style)];
    let facts = Block::Facts([ending(sources, &totals, style)?, facts(sources, style)].concat());
    Ok(Document {
        title: style.words.report("title", "Payroll report"),
        subtitle: sources.subtitle(&style.formats),
        letterhead: Some(sources.from(style.words)),
        paper: Paper::Landscape,
        blocks: std::iter::once(facts)
            .chain(sums.map(Block::Table))
            .chain(bridge)
            .chain(lists.map(Block::Table))
            .chain([decision_tables::warnings(sources, style)])
            .chain(decisions.map(Block::Table))
            .collect(),
    })
}

/// Returns the state of the payroll and, if somebody closed it without all results, what is missing, who did it and why.
fn ending(sources: &Sources, totals: &Totals<'_>, style: &Style<'_>) -> Result<Vec<Fact>, DeskError> {
    let (track, words, formats) = (&sources.track, style.words, &style.formats);
    let mut facts = vec![(words.report("state", "State"), words.of("payroll_state", track.state))];
    if let Some(ClosedUnconfirmed { reason, by, at }) = &track.unconfirmed {
        let sum = |(count, sum): &CountAndSum| format!("{} · {}", formats.count(*count), formats.money(*sum));
        let missing = totals.by_currency_of(is_open)?;
        let missing = missing.values().map(sum).collect::<Vec<_>>().join(", ");
        let by = [by.clone(), style.formats.moment(*at)].into_iter().filter(|part| !part.is_empty());
        facts.extend([
            (words.report("without_result", "Without a result"), missing),
            (words.report("unconfirmed_by", "Closed by"), by.collect::<Vec<_>>().join(", ")),
            (words.report("unconfirmed_reason", "Reason"), reason.clone()),
        ]);
    }
    Ok(facts.into_iter().filter(|(_, value)| !value.is_empty()).collect())
}

/// Whether the result of the payment is missing or in doubt.
const fn is_open(status: PayoutStatus) -> bool {
    use PayoutStatus as S;
    matches!(status, S::InProgress | S::Unknown | S::NotSent | S::Overdue | S::Conflict)
}

/// Returns a time of the view as the user writes it; empty if there is none.
fn moment(at: Option<&String>, style: &Style<'_>) -> String {
    at.and_then(|at| at.parse().ok()).map(|at| style.formats.moment(at)).unwrap_or_default()
}

fn facts(sources: &Sources, style: &Style<'_>) -> Vec<Fact> {
    let (track, words, formats) = (&sources.track, style.words, &style.formats);
    let facts = [
        (words.report("file", "From the file"), track.file_name.clone()),
        (words.report("approved_by", "Approved by"), track.approved_by.clone().unwrap_or_default()),
        (words.report("approved_at", "Approved at"), moment(track.approved_at.as_ref(), style)),
        (words.report("closed_at", "Closed at"), moment(track.closed_at.as_ref(), style)),
        (words.report("excluded", "People excluded"), formats.count(track.excluded)),
        (words.report("fees", "Fees of the provider"), fees(sources, style)),
        (
            words.report("matched", "Found without a reference"),
            matched_by_hand(sources, style).unwrap_or_default(),
        ),
        (words.report("made_at", "Report created"), formats.moment(sources.now)),
        (words.report("zone", "Times are in"), formats.offset(sources.now)),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

/// Returns what the provider took for the payments, as far as it said so; empty if it did not.
fn fees(sources: &Sources, style: &Style<'_>) -> String {
    let fee = |total: &Total| {
        let sum = Money::parse(&total.sum, total.currency).ok()?;
        Some(format!("{} ({})", style.formats.money(sum), style.formats.count(total.count)))
    };
    sources.track.fees.iter().filter_map(fee).collect::<Vec<_>>().join(", ")
}

/// Returns the totals of each state.
pub(super) fn by_status(totals: &Totals<'_>, payroll: PayrollStatus, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 3] = [
        ("state", "State", 30, Align::Left),
        ("people", "People", 10, Align::Right),
        ("amount", "Amount", 24, Align::Right),
    ];
    let line = |((status, _), sum): (&(PayoutStatus, Currency), &CountAndSum)| {
        vec![Cell::Text(payout_word(style.words, *status, payroll)), Cell::Count(sum.0), Cell::Money(sum.1)]
    };
    Table {
        title: style.words.report("by_state", "Totals by state"),
        heads: Head::all(HEADS, style.words),
        lines: totals.by_status.iter().map(line).collect(),
        totals: sums(totals, style),
    }
}

fn by_bank(totals: &Totals<'_>, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 3] = [
        ("bank", "Bank", 30, Align::Left),
        ("people", "People", 10, Align::Right),
        ("amount", "Amount", 24, Align::Right),
    ];
    let line = |((bank, _), sum): (&(&str, Currency), &CountAndSum)| {
        vec![Cell::Text((*bank).to_owned()), Cell::Count(sum.0), Cell::Money(sum.1)]
    };
    Table {
        title: style.words.report("by_bank", "Totals by bank"),
        heads: Head::all(HEADS, style.words),
        lines: totals.by_bank.iter().map(line).collect(),
        totals: sums(totals, style),
    }
}

/// Returns the sum of each currency, in the columns of the totals.
fn sums(totals: &Totals<'_>, style: &Style<'_>) -> Vec<Vec<Cell>> {
    totals.currency_lines(|_| Cell::Text(style.words.report("total", "Total")))
}

fn people(sources: &Sources, totals: &Totals<'_>, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 9] = [
        ("row", "Row", 7, Align::Right),
        ("name", "Name", 19, Align::Left),
        ("account", "Account number", 15, Align::Left),
        ("bank", "Bank", 15, Align::Left),
        ("amount", "Amount", 19, Align::Right),
        ("state", "State", 13, Align::Left),
        // Wide enough for almost any: a reference that is divided is copied wrong.
        ("reference", "Reference", 30, Align::Left),
        ("settled", "Recorded", 16, Align::Left),
        ("said", "Message or statement text", 16, Align::Left),
    ];
    let line = |payout: &PayoutRecord| {
        let row = payout.origin.number().map(|row| row.to_string()).unwrap_or_default();
        vec![
            Cell::Text(row),
            Cell::Text(payout.name.clone()),
            Cell::Text(payout.account_number.clone()),
            Cell::Text(payout.bank_name.clone()),
            Cell::Money(payout.amount),
            Cell::Text(payout_word(style.words, status(payout, &sources.track.batches), sources.track.state)),
            Cell::Text(payout.reference.to_string()),
            Cell::Text(settled(payout, sources, style)),
            Cell::Text(payout.message.clone().unwrap_or_default()),
        ]
    };
    Table {
        title: style.words.report("people", "People"),
        heads: Head::all(HEADS, style.words),
        lines: sources.payouts.iter().map(line).collect(),
        totals: totals.list_lines(HEADS.len(), style),
    }
}

fn batches(sources: &Sources, style: &Style<'_>) -> Table {
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
            Cell::Text(sent.map(|at| style.formats.moment(at)).unwrap_or_default()),
            Cell::Count(batch.total.count),
            sum.map_or_else(|_| Cell::Text(batch.total.sum.clone()), Cell::Money),
        ]
    });
    Table {
        title: style.words.report("batches", "Batches"),
        heads: Head::all(HEADS, style.words),
        lines: lines.collect(),
        totals: Vec::new(),
    }
}

/// Lists the cells that were changed since the file, and the people who were excluded.
fn changes(sources: &Sources, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 5] = [
        ("row", "Row", 7, Align::Right),
        ("name", "Name", 30, Align::Left),
        ("what", "What", 24, Align::Left),
        ("from", "In the file", 34, Align::Left),
        ("to", "Now", 34, Align::Left),
    ];
    Table {
        title: style.words.report("changes", "Changes since the file"),
        heads: Head::all(HEADS, style.words),
        lines: sources.rows.iter().flat_map(|row| changes_of(row, style)).collect(),
        totals: Vec::new(),
    }
}

fn changes_of(row: &DraftRow, style: &Style<'_>) -> Vec<Vec<Cell>> {
    let number = row.source.origin.number().map(|number| number.to_string());
    let name = row.effective().text(Field::Name).unwrap_or_default();
    let line = |what: String, from: String, to: String| {
        let first = [number.clone().unwrap_or_else(|| style.words.of("value", "new")), name.clone()];
        first.into_iter().chain([what, from, to]).map(Cell::Text).collect::<Vec<_>>()
    };
    if row.excluded {
        let from = row.source.text(Field::Amount).unwrap_or_default();
        return vec![line(style.words.of("state", "excluded"), from, String::new())];
    }
    let edit = |(field, to): (&Field, &String)| {
        line(style.words.of("field", field), row.source.text(*field).unwrap_or_default(), to.clone())
    };
    row.edits.into_iter().map(edit).collect()
}
