//! The payment schedule for the bank: every payment of the payroll, the totals in figures, and places to sign. Of a
//! payroll that was sent it is a record, with the state of each payment and nothing to sign: whoever pays it would pay
//! twice.

use jiff::Timestamp;
use paysheet_document::{Align, Block, Cell, Document, Fact, Head, NamedHead, Paper, Style, Table};
use paysheet_domain::{BatchState, PayoutState, PayoutStatus};
use paysheet_ledger::PayoutRecord;

use super::{
    payroll_report::by_status,
    sources::Sources,
    totals::{Summand, Totals},
};
use crate::{
    app_error::AppError,
    error::DeskError,
    export::results::{payout_word, status},
    view::BatchView,
};

/// Where a payment that was sent has its state.
const STATE_COLUMN: usize = 5;

/// Makes the schedule. Withdrawn payments are not in it, because they can never be paid.
///
/// # Errors
/// `Money` if a sum is too large; `DocumentEmpty`.
pub(super) fn document(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    let of = |payout: &PayoutRecord| status(payout, &sources.track.batches);
    let listed: Vec<&PayoutRecord> =
        sources.payouts.iter().filter(|payout| of(payout) != PayoutStatus::Withdrawn).collect();
    if listed.is_empty() {
        return Err(AppError::DocumentEmpty.into());
    }
    let summands = listed.iter().map(|payout| Summand {
        status: of(payout),
        bank: &payout.bank_name,
        amount: payout.amount,
    });
    let totals = Totals::of(summands)?;
    let sent = Sent::of(sources, &listed);
    let mut blocks = Vec::new();
    if let Some(sent) = &sent {
        blocks.push(Block::Notice(sent.notice(style)));
    }
    let withdrawn = sources.payouts.len() - listed.len();
    blocks.push(Block::Facts(
        [sent_facts(sources, style, sent.as_ref()), facts(sources, style, withdrawn)].concat(),
    ));
    if sent.is_some() {
        blocks.push(Block::Table(sent_payments(&listed, sources, &totals, style)));
        blocks.push(Block::Table(by_status(&totals, sources.track.state, style)));
    } else {
        blocks.push(Block::Table(payments(&listed, &totals, style)));
        blocks.push(Block::Table(totals.currency_table(style)));
        blocks.push(signatures(style));
    }
    Ok(Document {
        title: sent
            .as_ref()
            .map_or_else(|| style.words.report("schedule", "Payment schedule"), |sent| sent.title(style)),
        subtitle: sources.subtitle(&style.formats),
        letterhead: Some(sources.from(style.words)),
        paper: Paper::Landscape,
        blocks,
    })
}

/// What is known of a payroll that was sent, or may have been.
struct Sent {
    /// The provider has all of it. Otherwise some of it may have been sent.
    is_whole: bool,
    /// When its batches were sent, the first one first.
    at: Vec<Timestamp>,
}

impl Sent {
    /// Returns none if nothing of it can have arrived.
    fn of(sources: &Sources, listed: &[&PayoutRecord]) -> Option<Self> {
        let batches = &sources.track.batches;
        let sent: Vec<&BatchView> =
            batches.iter().filter(|batch| batch.state.may_be_at_the_service()).collect();
        if sent.is_empty() && listed.iter().all(|payout| payout.state == PayoutState::Planned) {
            return None;
        }
        let is_taken =
            |state| matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed);
        let batch_of = |payout: &PayoutRecord| batches.iter().find(|batch| batch.number == payout.batch);
        let is_whole =
            listed.iter().all(|payout| batch_of(payout).is_some_and(|batch| is_taken(batch.state)));
        let mut at: Vec<Timestamp> =
            sent.iter().filter_map(|batch| batch.sent_at.as_deref()?.parse().ok()).collect();
        at.sort_unstable();
        Some(Self { is_whole, at })
    }

    fn title(&self, style: &Style<'_>) -> String {
        if self.is_whole {
            style.words.report("schedule_sent", "Payment schedule (already sent)")
        } else {
            style.words.report("schedule_partly", "Payment schedule (sent in part, or may have been sent)")
        }
    }

    fn notice(&self, style: &Style<'_>) -> String {
        if self.is_whole {
            let text = "Record of payments already sent. Not an instruction to pay.";
            style.words.report("schedule_notice", text)
        } else {
            let text = "Some of these payments were sent, or may have been sent. Not an instruction to pay.";
            style.words.report("schedule_notice_partly", text)
        }
    }
}

/// Returns through which host and when the payroll was sent; nothing if it was not.
fn sent_facts(sources: &Sources, style: &Style<'_>, sent: Option<&Sent>) -> Vec<Fact> {
    let Some(Sent { at, .. }) = sent else { return Vec::new() };
    let mut times: Vec<String> =
        [at.first(), at.last()].into_iter().flatten().map(|at| style.formats.moment(*at)).collect();
    times.dedup();
    let facts = [
        (style.words.report("sent_through", "Sent through"), sources.track.host.clone()),
        (style.words.report("sent_at", "Sent at"), times.join(" \u{2013} ")),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn signatures(style: &Style<'_>) -> Block {
    let words = style.words;
    Block::Signatures {
        names: vec![words.report("prepared_by", "Prepared by"), words.report("approved_by", "Approved by")],
        signature: words.report("signature", "Signature"),
        date: words.report("date", "Date"),
    }
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
        (words.report("schedule_at", "Schedule created"), formats.moment(sources.now)),
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

/// Lists payments that were sent, with the state of each.
fn sent_payments(
    listed: &[&PayoutRecord],
    sources: &Sources,
    totals: &Totals<'_>,
    style: &Style<'_>,
) -> Table {
    const HEADS: [NamedHead; 7] = [
        ("number", "No.", 6, Align::Right),
        ("name", "Name", 30, Align::Left),
        ("bank", "Bank", 24, Align::Left),
        ("account", "Account number", 18, Align::Left),
        ("amount", "Amount", 22, Align::Right),
        ("state", "State", 17, Align::Left),
        ("reference", "Reference", 32, Align::Left),
    ];
    let mut table = payments(listed, totals, style);
    for (line, payout) in table.lines.iter_mut().zip(listed) {
        let state = payout_word(style.words, status(payout, &sources.track.batches), sources.track.state);
        line.insert(STATE_COLUMN, Cell::Text(state));
    }
    Table { heads: Head::all(HEADS, style.words), totals: totals.list_lines(HEADS.len(), style), ..table }
}
