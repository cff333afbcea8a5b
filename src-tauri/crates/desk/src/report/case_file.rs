//! The case file for the provider: a page for each batch with payments in question. It has what the provider needs to
//! find the batch, what it answered to each attempt, and what is asked. No person and no account of a person is named,
//! except where the provider's own answer does.

use paysheet_document::{Align, Block, Cell, Document, Fact, Head, NamedHead, Paper, Style, Table};
use paysheet_domain::{BatchState, Money};

use super::{cases::Case, sources::Sources};
use crate::{
    app_error::AppError,
    error::DeskError,
    export::{
        open_payments::{OpenPayment, plain_time},
        results::payout_word,
    },
    view::AttemptView,
};

/// Number of attempts that a page lists, the last ones: with the longest answers, there is still room for payments.
const ATTEMPTS_LISTED_MAX: usize = 5;
/// Longest part of an answer that is printed, in characters. The beginning says what went wrong.
const ANSWER_CHARS_MAX: usize = 240;

/// Makes the case file.
///
/// # Errors
/// `DocumentEmpty` if no payment is in question; `Money` if a sum is too large.
pub(super) fn document(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    if sources.cases.is_empty() {
        return Err(AppError::DocumentEmpty.into());
    }
    let mut blocks = Vec::new();
    for case in &sources.cases {
        if !blocks.is_empty() {
            blocks.push(Block::NextPage);
        }
        blocks.extend(page(case, sources, style)?);
    }
    Ok(Document {
        title: style.words.report("case", "Payment enquiry"),
        subtitle: sources.subtitle(&style.formats),
        letterhead: Some(sources.from(style.words)),
        paper: Paper::Portrait,
        blocks,
    })
}

fn page(case: &Case, sources: &Sources, style: &Style<'_>) -> Result<[Block; 4], DeskError> {
    Ok([
        Block::Facts(facts(case, sources, style)?),
        Block::Text(message(case, style)),
        Block::Table(attempts_table(case, style)),
        Block::Fitted {
            table: payments_table(case, style),
            more: style.words.report(
                "case_more",
                "{{count}} more payments are in question. The list (.xlsx) has all of them.",
            ),
        },
    ])
}

fn facts(case: &Case, sources: &Sources, style: &Style<'_>) -> Result<Vec<Fact>, DeskError> {
    let (Case { batch, payments, .. }, words, formats) = (case, style.words, &style.formats);
    let amounts = payments.iter().map(|payment| payment.amount);
    let in_question = formats.money(Money::sum(batch.total.currency, amounts)?);
    let count = formats.count(u32::try_from(payments.len()).unwrap_or(u32::MAX));
    let total = formats.money(Money::parse(&batch.total.sum, batch.total.currency)?);
    // The provider can compute the same of what it received.
    let fingerprint = words.report("case_fingerprint_of", "{{sha256}} (body without “lock”)");
    let fingerprint = fingerprint.replace("{{sha256}}", &case.fingerprint);
    let facts = [
        (words.report("case_reference", "Batch reference"), batch.reference.clone()),
        (words.report("case_batch_id", "Your batch ID"), batch.batch_id.clone().unwrap_or_default()),
        (words.report("case_sent", "Sent (UTC)"), utc(batch.sent_at.as_deref())),
        (words.report("case_batch", "Payments in the batch"), formats.count(batch.total.count)),
        (words.report("case_total", "Total of the batch"), total),
        (words.report("case_open", "Payments in question"), count),
        (words.report("case_open_total", "Total in question"), in_question),
        (words.report("case_fingerprint", "Request, SHA-256"), fingerprint),
        (words.report("case_made", "Created (UTC)"), utc(Some(&sources.now.to_string()))),
    ];
    Ok(facts.into_iter().filter(|(_, value)| !value.is_empty()).collect())
}

fn utc(at: Option<&str>) -> String {
    at.map(plain_time).unwrap_or_default()
}

/// Returns what is asked of the provider.
fn message(case: &Case, style: &Style<'_>) -> String {
    let words = style.words;
    let greeting = words.report("case_greeting", "Please check this batch of payments.");
    let ask = if case.batch.state == BatchState::Unknown {
        words.report(
            "case_ask_unknown",
            "We do not know whether you received this batch. Did you receive it, and if so, what is the status of its \
             payments? Please make each payment at most once.",
        )
    } else {
        words.report(
            "case_ask_list",
            "What is the status of each of these payments, and where is the money now? Please do not pay any of \
             them again.",
        )
    };
    format!("{greeting} {ask}")
}

fn attempts_table(case: &Case, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 5] = [
        ("number", "No.", 6, Align::Right),
        ("began", "Started (UTC)", 19, Align::Left),
        ("result", "Result", 14, Align::Left),
        ("http_status", "HTTP status", 12, Align::Left),
        ("answer", "Answer", 46, Align::Left),
    ];
    let (words, formats) = (style.words, &style.formats);
    let line = |attempt: &AttemptView| {
        let result = match attempt.outcome {
            Some(outcome) => words.of("attempt", outcome),
            None => words.report("case_in_progress", "in progress"),
        };
        vec![
            Cell::Text(attempt.number.to_string()),
            Cell::Text(plain_time(&attempt.began_at)),
            Cell::Text(result),
            Cell::Text(attempt.http_status.map(|status| status.to_string()).unwrap_or_default()),
            Cell::Text(answer(attempt, style)),
        ]
    };
    let number = |count: usize| formats.count(u32::try_from(count).unwrap_or(u32::MAX));
    let (shown, all) = (case.attempts.len().min(ATTEMPTS_LISTED_MAX), case.attempts.len());
    let title = if shown == all {
        words.report("case_attempts", "Sending attempts, latest first")
    } else {
        let last = words.report("case_attempts_last", "Latest {{shown}} of {{count}} sending attempts");
        last.replace("{{shown}}", &number(shown)).replace("{{count}}", &number(all))
    };
    Table {
        title,
        heads: Head::all(HEADS, words),
        lines: case.attempts.iter().take(shown).map(line).collect(),
        totals: Vec::new(),
    }
}

/// Returns what arrived: the provider's message, the beginning of its answer, or the error of the connection.
fn answer(attempt: &AttemptView, style: &Style<'_>) -> String {
    let AttemptView { message, body, error, .. } = attempt;
    let nothing = || style.words.report("case_no_answer", "No answer arrived");
    let answer = message.clone().or_else(|| body.clone()).or_else(|| error.clone()).unwrap_or_else(nothing);
    let mut cut: String = answer.chars().take(ANSWER_CHARS_MAX).collect();
    if cut.len() < answer.len() {
        cut.push('…');
    }
    cut.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn payments_table(case: &Case, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 3] = [
        ("reference", "Reference", 44, Align::Left),
        ("amount", "Amount", 26, Align::Right),
        ("state", "State", 27, Align::Left),
    ];
    let line = |payment: &OpenPayment| {
        vec![
            Cell::Text(payment.reference.clone()),
            Cell::Money(payment.amount),
            Cell::Text(payout_word(style.words, payment.status, payment.payroll)),
        ]
    };
    Table {
        title: style.words.report("case_open", "Payments in question"),
        heads: Head::all(HEADS, style.words),
        lines: case.payments.iter().map(line).collect(),
        totals: Vec::new(),
    }
}
