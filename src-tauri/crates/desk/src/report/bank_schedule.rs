//! The payment schedule for the bank: every payment of the payroll, the totals in figures, and places to sign.

use paysheet_domain::PayoutStatus;
use paysheet_ledger::PayoutRecord;

use super::{
    document::{Align, Block, Cell, Document, Fact, Head, NamedHead, Paper, Style, Table},
    sources::Sources,
    totals::{Summand, Totals},
};
use crate::{error::DeskError, export::results::status};

/// Makes the schedule. Withdrawn payments are not in it, because they can never be paid.
///
/// # Errors
/// `Money` if a sum is too large; `DocumentEmpty`.
pub(super) fn document(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    let of = |payout: &PayoutRecord| status(payout, &sources.track.batches);
    let listed: Vec<&PayoutRecord> =
        sources.payouts.iter().filter(|payout| of(payout) != PayoutStatus::Withdrawn).collect();
    if listed.is_empty() {
        return Err(DeskError::DocumentEmpty);
    }
    let summands = listed.iter().map(|payout| Summand {
        status: of(payout),
        bank: &payout.bank_name,
        amount: payout.amount,
    });
    let totals = Totals::of(summands)?;
    let words = style.words;
    Ok(Document {
        title: words.report("schedule", "Payment schedule"),
        subtitle: sources.subtitle(&style.formats),
        letterhead: Some(sources.from(words)),
        paper: Paper::Landscape,
        blocks: vec![
            Block::Facts(facts(sources, style, sources.payouts.len() - listed.len())),
            Block::Table(payments(&listed, &totals, style)),
            Block::Table(totals.currency_table(style)),
            Block::Signatures {
                names: vec![
                    words.report("prepared_by", "Prepared by"),
                    words.report("approved_by", "Approved by"),
                ],
                signature: words.report("signature", "Signature"),
                date: words.report("date", "Date"),
            },
        ],
    })
}

fn facts(sources: &Sources, style: &Style<'_>, withdrawn: usize) -> Vec<Fact> {
    let (track, words, formats) = (&sources.track, style.words, &style.formats);
    let approved_at = track.approved_at.as_deref().and_then(|at| at.parse().ok());
    let withdrawn = u32::try_from(withdrawn).unwrap_or(u32::MAX);
    let facts = [
        (words.report("approved_by", "Approved by"), track.approved_by.clone().unwrap_or_default()),
        (
            words.report("approved_at", "Approved at"),
            approved_at.map(|at| formats.moment(at)).unwrap_or_default(),
        ),
        (
            words.report("left_out", "Withdrawn, not in this list"),
            if withdrawn == 0 { String::new() } else { formats.count(withdrawn) },
        ),
        (words.report("schedule_at", "Schedule made at"), formats.moment(sources.now)),
        (words.report("zone", "Times are in"), formats.offset(sources.now)),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn payments(listed: &[&PayoutRecord], totals: &Totals<'_>, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 6] = [
        ("number", "No.", 7, Align::Right),
        ("name", "Name", 34, Align::Left),
        ("bank", "Bank", 28, Align::Left),
        ("account", "Account number", 20, Align::Left),
        ("amount", "Amount", 24, Align::Right),
        ("reference", "Reference", 32, Align::Left),
    ];
    let line = |(number, payout): (u32, &&PayoutRecord)| {
        vec![
            Cell::Text(style.formats.count(number)),
            Cell::Text(payout.name.clone()),
            Cell::Text(payout.bank_name.clone()),
            Cell::Text(payout.account_number.clone()),
            Cell::Money(payout.amount),
            Cell::Text(payout.reference.to_string()),
        ]
    };
    Table {
        title: style.words.report("payments", "Payments"),
        heads: Head::all(HEADS, style.words),
        lines: (1_u32..).zip(listed).map(line).collect(),
        totals: totals.list_lines(HEADS.len(), style),
    }
}
