//! Receipts and payment advices, one slip for each payment. A slip never claims more than is known: it says who reported
//! the payment, and what that does not prove.

use jiff::Timestamp;
use paysheet_document::{Block, Document, Fact, Paper, Slip, Style};
use paysheet_domain::{BatchState, PayoutStatus};
use paysheet_ledger::{PayoutRecord, SettledBy, WordReader};

use super::{evidence, sources::Sources};
use crate::{
    app_error::AppError,
    audit::words::matched,
    error::DeskError,
    export::results::{payout_word, status},
    view::ListWords,
};

/// Makes a receipt for each payment that is known to be paid.
///
/// # Errors
/// `DocumentEmpty` if nobody is.
pub(super) fn receipts(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    let words = style.words;
    let title = words.report("receipt", "Payment receipt");
    let note = words.report(
        "receipt_note",
        "This receipt states what was reported to the payer, or recorded by the payer. It is not a confirmation by the bank \
         that the account was credited.",
    );
    let slip = |payout: &PayoutRecord| {
        (status_of(payout, sources) == PayoutStatus::Paid).then(|| Slip {
            from: sources.from(words),
            title: title.clone(),
            name: payout.name.clone(),
            amount: payout.amount,
            facts: facts(payout, sources, style, evidence(payout, sources, style)),
            note: note.clone(),
        })
    };
    document(sources, style, title.clone(), sources.payouts.iter().filter_map(slip).collect())
}

/// Makes an advice with the narration for each payment that did not fail, with its state.
///
/// # Errors
/// `DocumentEmpty` if there is none.
pub(super) fn advices(sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    let words = style.words;
    let title = words.report("advice", "Payment advice");
    let note = words.report(
        "advice_note",
        "This advice names a payment and its state when the advice was made. It is not a receipt.",
    );
    let slip = |payout: &PayoutRecord| {
        let status = status_of(payout, sources);
        is_advised(status).then(|| {
            let is_paid = status == PayoutStatus::Paid;
            let state = if is_paid {
                paid_how(payout, sources, words)
            } else {
                payout_word(words, status, sources.track.state)
            };
            let matched = if is_paid { matched_how(payout, sources, words) } else { None };
            let state = [
                (words.report("advice_state", "State"), state),
                (words.report("matched_by", "Found by"), matched.unwrap_or_default()),
                (words.report("advice_at", "Advice created"), style.formats.moment(sources.now)),
                (words.report("zone", "Times are in"), style.formats.offset(sources.now)),
            ];
            Slip {
                from: sources.from(words),
                title: title.clone(),
                name: payout.name.clone(),
                amount: payout.amount,
                facts: facts(payout, sources, style, state.into()),
                note: note.clone(),
            }
        })
    };
    document(sources, style, title.clone(), sources.payouts.iter().filter_map(slip).collect())
}

fn document(
    sources: &Sources,
    style: &Style<'_>,
    title: String,
    slips: Vec<Slip>,
) -> Result<Document, DeskError> {
    if slips.is_empty() {
        return Err(AppError::DocumentEmpty.into());
    }
    Ok(Document {
        title,
        subtitle: sources.subtitle(&style.formats),
        letterhead: None,
        paper: Paper::Portrait,
        blocks: vec![Block::Slips(slips)],
    })
}

fn status_of(payout: &PayoutRecord, sources: &Sources) -> PayoutStatus {
    status(payout, &sources.track.batches)
}

/// Whether a person may be told about the payment: it was paid, or may still be.
const fn is_advised(status: PayoutStatus) -> bool {
    match status {
        PayoutStatus::Paid
        | PayoutStatus::InProgress
        | PayoutStatus::Unknown
        | PayoutStatus::NotSent
        | PayoutStatus::Overdue => true,
        PayoutStatus::NotAccepted
        | PayoutStatus::Failed
        | PayoutStatus::Reversed
        | PayoutStatus::Conflict
        | PayoutStatus::Withdrawn => false,
    }
}

/// Returns what is printed of every payment, with `last` at the end.
fn facts(payout: &PayoutRecord, sources: &Sources, style: &Style<'_>, last: Vec<Fact>) -> Vec<Fact> {
    let words = style.words;
    let moment = |at| style.formats.moment(at);
    let debited = evidence::debited_on(payout, sources, &style.formats);
    let facts = [
        (words.head("account", "Account number"), payout.account_number.clone()),
        (words.head("bank", "Bank"), payout.bank_name.clone()),
        (words.report("payroll", "Payroll"), sources.subtitle(&style.formats)),
        (words.head("narration", "Narration"), payout.narration.clone()),
        (words.head("reference", "Reference"), payout.reference.to_string()),
        (words.report("your_reference", "Your reference"), payout.file_reference.clone().unwrap_or_default()),
        (words.report("slip_sent", "Sent"), sent_at(payout, sources).map(moment).unwrap_or_default()),
        (words.report("slip_debited", "Debited (statement)"), debited.unwrap_or_default()),
    ];
    facts.into_iter().chain(last).filter(|(_, value)| !value.is_empty()).collect()
}

/// Returns when the payment was sent; none if it is not known that it was.
fn sent_at(payout: &PayoutRecord, sources: &Sources) -> Option<Timestamp> {
    let batch = sources.track.batches.iter().find(|batch| batch.number == payout.batch)?;
    let is_at_the_service =
        matches!(batch.state, BatchState::Accepted | BatchState::Settling | BatchState::Closed);
    batch.sent_at.as_deref().filter(|_| is_at_the_service)?.parse().ok()
}

/// Returns how the row of a file that settled a payment was found; none if no file settled it.
fn matched_how(payout: &PayoutRecord, sources: &Sources, words: &ListWords) -> Option<String> {
    let report = evidence::settling(payout, sources)?;
    Some(matched(report.matched.as_ref().map(|matched| matched.by), words))
}

/// Returns that a person confirmed which payment a row of a file is about.
fn confirmed(payout: &PayoutRecord, sources: &Sources, text: String) -> String {
    let report = evidence::settling(payout, sources);
    text.replace("{{name}}", report.and_then(evidence::confirmer).unwrap_or_default())
}

/// Returns that a list does not say that a payment is paid, and who read its word so.
fn read_word(read: Option<&WordReader>, words: &ListWords) -> String {
    let Some(WordReader { word, by }) = read else {
        return words.report("paid_word_reading_of", "A person read the word of a list of results as paid");
    };
    words
        .report("paid_word_reading", "A list of results says “{{word}}”, which {{name}} read as paid")
        .replace("{{name}}", by)
        .replace("{{word}}", word)
}

/// Returns by whom a payment is known to be paid, and since when.
fn evidence(payout: &PayoutRecord, sources: &Sources, style: &Style<'_>) -> Vec<Fact> {
    let words = style.words;
    let decision = sources.decisions.get(payout.reference.as_str());
    let reason = decision.filter(|_| payout.settled_by == Some(SettledBy::User));
    let at = payout.changed_at.map(|at| style.formats.moment(at)).unwrap_or_default();
    vec![
        (words.report("paid_how", "State"), paid_how(payout, sources, words)),
        (words.report("matched_by", "Found by"), matched_how(payout, sources, words).unwrap_or_default()),
        (words.report("paid_reason", "Reason"), reason.map(|of| of.reason.clone()).unwrap_or_default()),
        (words.report("paid_at", "Recorded at"), at),
        (words.report("zone", "Times are in"), style.formats.offset(sources.now)),
    ]
}

/// Returns by whom a payment is known to be paid.
fn paid_how(payout: &PayoutRecord, sources: &Sources, words: &ListWords) -> String {
    match payout.settled_by {
        Some(SettledBy::Callback) => {
            words.report("paid_callback", "Reported paid by a result notification, which is not signed")
        }
        Some(SettledBy::Asked) => words.report("paid_asked", "Reported paid by the provider when asked"),
        Some(SettledBy::OutcomeFile) => {
            words.report("paid_outcome_file", "Reported paid in a list of results")
        }
        Some(SettledBy::Statement) => {
            words.report("paid_statement", "Paid: matches a debit in an imported statement")
        }
        Some(SettledBy::StatementMatch) => {
            let text = "Paid: {{name}} confirmed that a debit in an imported statement is this payment";
            confirmed(payout, sources, words.report("paid_statement_match", text))
        }
        Some(SettledBy::ListMatch) => {
            let text = "Reported paid in a list of results; {{name}} confirmed that it is this payment";
            confirmed(payout, sources, words.report("paid_list_match", text))
        }
        Some(SettledBy::WordReading) => read_word(sources.read_words.get(payout.reference.as_str()), words),
        Some(SettledBy::User) => {
            let decision = sources.decisions.get(payout.reference.as_str());
            let by = decision.map(|decision| decision.by.clone()).unwrap_or_default();
            words.report("paid_user", "Marked paid by {{name}}").replace("{{name}}", &by)
        }
        None => words.report("paid_unsaid", "Recorded as paid; by whom it was reported is not recorded"),
    }
}
