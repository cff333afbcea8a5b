//! The plan of a payroll's batches: who is paid, by which reference, in which body, byte for byte as it will be sent.
//! This module stores nothing; `review` freezes.
//!
//! # Nothing doubtful is paid unnoticed
//!
//! A row with an open warning is in no plan (`desk::approve::plan`). Accepting a warning needs a reason that can be
//! read (`domain::rows::checks::is_readable`), which is stored in the record.

use std::{cmp::Reverse, collections::HashMap};

use paysheet_domain::{
    CallbackCode, Country, Currency, Money, RowOrigin, RunId,
    account::spelled_alike,
    checks::{RecipientDraft, check_narration},
    money::Total,
    reference::{Reference, RowIdentity},
};
use paysheet_draft::{Draft, Entry, count};
use paysheet_ledger::{FreezePlan, PlannedBatch, PlannedPayout};
use paysheet_service::{
    InstantQueue, RecipientDetails, RecipientExtras, Submission, SubmissionBody, SubmissionError,
    SubmissionRecipient,
};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::{
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    view::{ExtraField, ReviewInput},
};

/// A row that will be paid, with everything a payout needs.
struct Payable {
    position: u32,
    origin: RowOrigin,
    name: String,
    account_number: String,
    account_key: String,
    bank_code: String,
    bank_name: String,
    branch_code: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    country: Country,
    amount: Money,
    narration: String,
    file_reference: Option<String>,
    reference: Reference,
    /// What the profile adds for the destination.
    added: Vec<(String, String)>,
}

/// Returns what would be frozen, with the batches that [`batches`] planned.
pub(crate) fn plan(
    desk: &Desk,
    draft: &Draft,
    input: &ReviewInput,
    batches: Vec<PlannedBatch>,
    summary_json: String,
) -> FreezePlan {
    let excluded = draft.entries().iter().filter(|entry| entry.row.excluded).count();
    FreezePlan {
        name: input.name.clone(),
        period: input.period.clone(),
        sender_name: input.sender_name.clone(),
        instant_queue: input.instant_queue,
        callback_code: callback_code(desk, &RunId::new(&input.name, &input.period)),
        excluded: u32::try_from(excluded).unwrap_or(u32::MAX),
        summary_json,
        batches,
        at: desk.now(),
    }
}

/// Returns the code that goes along with every batch of the payroll; none unless the profile turns it on.
fn callback_code(desk: &Desk, run: &RunId) -> Option<CallbackCode> {
    desk.profile().settings.send_callback_code.then(|| desk.key().key.callback_code(run))
}

/// Returns the batches that would be frozen.
///
/// # Errors
/// `DraftHasProblems`, `RowsToDecide`, `NothingToPay`, and the errors of a submission that cannot be built.
pub(crate) fn batches(
    desk: &Desk,
    draft: &Draft,
    input: &ReviewInput,
) -> Result<Vec<PlannedBatch>, DeskError> {
    if draft.tally().to_fix > 0 {
        return Err(AppError::DraftHasProblems { count: draft.tally().to_fix }.into());
    }
    if draft.tally().to_decide > 0 {
        return Err(AppError::RowsToDecide { count: draft.tally().to_decide }.into());
    }
    let run = RunId::new(&input.name, &input.period);
    let extras = Extras::of(desk);
    let payables = payables(desk, (draft, &run), &input.name, &extras);
    require_narrations_fit(&payables, desk.profile().settings.narration_chars_max)?;
    let included = count(draft.entries().iter().filter(|entry| entry.is_payable()));
    let missed = included - count(payables.iter());
    if missed > 0 {
        return Err(AppError::DraftHasProblems { count: missed }.into());
    }
    if payables.is_empty() {
        return Err(AppError::NothingToPay.into());
    }
    let batch_size = usize::try_from(desk.profile().settings.batch_size).unwrap_or(usize::MAX).max(1);
    let own = draft.head().currency;
    let mut currencies: Vec<Currency> = payables.iter().map(|payable| payable.amount.currency()).collect();
    currencies.sort_by_key(|currency| (*currency != own, *currency));
    currencies.dedup();
    let mut parts = Vec::new();
    for currency in currencies {
        let of_currency: Vec<&Payable> =
            payables.iter().filter(|payable| payable.amount.currency() == currency).collect();
        parts.extend(of_currency.chunks(batch_size).map(<[&Payable]>::to_vec));
    }
    let parts_count = parts.len();
    let numbered = Vec::from_iter((1_u32..).zip(parts));
    // All processors share the work.
    numbered
        .into_par_iter()
        .map(|(number, part)| batch(desk, (&run, &extras), input, (number, parts_count), &part))
        .collect()
}

/// Refuses narrations that the service does not take; 0 means that it has told no limit. Those of the file were checked
/// with their rows, so that the payroll's name is left, which the other rows have.
fn require_narrations_fit(payables: &[Payable], chars_max: u32) -> Result<(), DeskError> {
    let Some(most) = usize::try_from(chars_max).ok().filter(|most| *most > 0) else { return Ok(()) };
    let fits = |payable: &Payable| check_narration(&payable.narration, most).is_none();
    if payables.iter().all(fits) {
        Ok(())
    } else {
        Err(AppError::NarrationTooLong { count: chars_max }.into())
    }
}

/// A row that is paid, as its reference identifies it.
struct Identified<'a> {
    place: usize,
    entry: &'a Entry,
    identity: RowIdentity,
    /// From 0 among the rows of the same account.
    occurrence: u32,
}

/// Returns the rows that are paid, in the order of the file. Rows of one account are numbered from the largest amount,
/// and not in the order of the file: in a sorted copy each row has the same reference, and a salary keeps its reference
/// when a bonus is added.
fn identified(draft: &Draft) -> Vec<Identified<'_>> {
    let mut included: Vec<_> =
        draft.entries().iter().enumerate().filter(|(_, entry)| entry.is_payable()).collect();
    included.sort_by_key(|(_, entry)| {
        entry.recipient.amount.map(|amount| (amount.currency(), Reverse(amount.minor())))
    });
    let mut seen: HashMap<RowIdentity, u32> = HashMap::new();
    let mut identified: Vec<Identified<'_>> = included
        .into_iter()
        .filter_map(|(place, entry)| {
            let recipient = &entry.recipient;
            let identity =
                RowIdentity::new(recipient.bank_code.as_deref()?, recipient.account_number.as_deref()?);
            let next = seen.entry(identity.clone()).or_insert(0);
            let occurrence = *next;
            *next += 1;
            Some(Identified { place, entry, identity, occurrence })
        })
        .collect();
    identified.sort_by_key(|row| row.place);
    identified
}

/// Returns the rows that are paid, in the order of the file, with their references. All processors share the work.
fn payables(desk: &Desk, (draft, run): (&Draft, &RunId), narration: &str, extras: &Extras) -> Vec<Payable> {
    let key = &desk.key().key;
    let payable = |row: &Identified<'_>| {
        let reference = key.payout_reference(run, &row.identity, row.occurrence);
        payable(row.entry, reference, narration, extras)
    };
    identified(draft).par_iter().filter_map(payable).collect()
}

fn payable(entry: &Entry, reference: Reference, narration: &str, extras: &Extras) -> Option<Payable> {
    let recipient = &entry.recipient;
    let account = recipient.account_number.clone()?;
    Some(Payable {
        position: entry.row.position,
        origin: entry.row.source.origin,
        name: recipient.name.clone().unwrap_or_default(),
        account_key: spelled_alike(recipient.country, &account).into_owned(),
        account_number: account,
        bank_code: recipient.bank_code.clone()?,
        bank_name: recipient.bank_name.clone().unwrap_or_default(),
        branch_code: recipient.branch_code.clone(),
        email: recipient.email.clone(),
        phone: recipient.phone.clone(),
        country: recipient.country,
        amount: recipient.amount?,
        narration: recipient.narration.clone().unwrap_or_else(|| narration.to_owned()),
        file_reference: recipient.reference.clone(),
        reference,
        added: extras.added(recipient),
    })
}

fn batch(
    desk: &Desk,
    (run, extras): (&RunId, &Extras),
    input: &ReviewInput,
    (number, batches): (u32, usize),
    payables: &[&Payable],
) -> Result<PlannedBatch, DeskError> {
    let first = payables.first().ok_or(AppError::NothingToPay)?;
    let currency = first.amount.currency();
    let name = if batches == 1 { input.name.clone() } else { format!("{} ({number}/{batches})", input.name) };
    let recipients: Vec<SubmissionRecipient<'_>> =
        payables.iter().map(|payable| recipient(payable)).collect();
    let details: Vec<_> = payables.iter().map(|payable| extras.details(payable)).collect();
    let callback_code = callback_code(desk, run);
    let reference = desk.key().key.batch_reference(run, &currency.to_string(), number);
    let submission = Submission {
        name: &name,
        reference: &reference,
        sender_name: &input.sender_name,
        instant_queue: if input.instant_queue { InstantQueue::Process } else { InstantQueue::SubmitOnly },
        currency,
        callback_code: callback_code.as_ref(),
        recipients: &recipients,
    };
    let extras = if extras.are_none() { RecipientExtras::LeftOut } else { RecipientExtras::Sent(&details) };
    let body = SubmissionBody::build_with(&submission, extras)?;
    let sum = Money::sum(currency, payables.iter().map(|payable| payable.amount))?;
    if body.total() != Total::new(count(payables.iter()), sum) {
        return Err(SubmissionError::Malformed.into());
    }
    Ok(PlannedBatch {
        number,
        reference,
        currency,
        body_sha256: body.sha256_hex(),
        body: body.text().to_owned(),
        sum,
        payouts: payables.iter().map(|payable| planned(payable)).collect(),
    })
}

fn recipient(payable: &Payable) -> SubmissionRecipient<'_> {
    SubmissionRecipient {
        account_number: &payable.account_number,
        bank_code: &payable.bank_code,
        amount: payable.amount,
        reference: &payable.reference,
        narration: &payable.narration,
    }
}

/// What the profile sends beside the interface's common fields.
struct Extras {
    /// The person's own details are sent.
    with_details: bool,
    /// Fields that destinations require.
    fields: Vec<ExtraField>,
}

impl Extras {
    fn of(desk: &Desk) -> Self {
        let settings = desk.profile().settings;
        Self { with_details: settings.recipient_extras, fields: settings.extra_fields }
    }

    /// Returns the fields that are added for a person, with their values.
    fn added(&self, recipient: &RecipientDraft) -> Vec<(String, String)> {
        let own = self.fields.iter().filter(|field| field.country == recipient.country);
        own.filter_map(|field| {
            let value = field.value_for(recipient)?;
            Some((field.name.clone(), value.replace(char::is_control, " ")))
        })
        .collect()
    }

    fn are_none(&self) -> bool {
        !self.with_details && self.fields.is_empty()
    }

    /// Returns the details that a destination may require.
    fn details<'a>(&self, payable: &'a Payable) -> RecipientDetails<'a> {
        let added = payable.added.as_slice();
        if !self.with_details {
            return RecipientDetails { added, ..RecipientDetails::default() };
        }
        RecipientDetails {
            name: Some(payable.name.as_str()).filter(|name| !name.is_empty()),
            branch_code: payable.branch_code.as_deref(),
            country: Some(payable.country),
            email: payable.email.as_deref(),
            phone: payable.phone.as_deref(),
            added,
        }
    }
}

fn planned(payable: &Payable) -> PlannedPayout {
    PlannedPayout {
        reference: payable.reference.clone(),
        position: payable.position,
        origin: payable.origin,
        name: payable.name.clone(),
        account_number: payable.account_number.clone(),
        account_key: payable.account_key.clone(),
        country: payable.country,
        bank_code: payable.bank_code.clone(),
        bank_name: payable.bank_name.clone(),
        amount: payable.amount,
        narration: payable.narration.clone(),
        file_reference: payable.file_reference.clone(),
    }
}
