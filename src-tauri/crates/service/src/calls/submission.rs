//! The body of a submission, without the lock: the exact text that the ledger stores and hashes. The lock is joined to
//! it only during sending, in one buffer that is wiped afterwards.

use std::{borrow::Cow, collections::HashSet, fmt};

use data_encoding::HEXLOWER;
use paysheet_domain::{
    CallbackCode, Currency, Money, MoneyError, Reference,
    money::{Total, parse_currency},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::http::body;

mod extras;

use extras::{Added, RequiredFields};
pub use extras::{RecipientDetails, RecipientExtras, may_be_added};

const LOCK_KEY: &[u8] = br#","lock":"#;

/// Whether the service processes the schedule at once or only accepts it (interface, `instantQueue`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstantQueue {
    Process,
    SubmitOnly,
}

/// One batch as it is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    pub name: &'a str,
    pub reference: &'a Reference,
    pub sender_name: &'a str,
    pub instant_queue: InstantQueue,
    pub currency: Currency,
    /// What the service sends back with each result; not in the interface, so only if the profile turns it on.
    pub callback_code: Option<&'a CallbackCode>,
    pub recipients: &'a [SubmissionRecipient<'a>],
}

/// One payout of a batch.
#[derive(Clone, Copy, Debug)]
pub struct SubmissionRecipient<'a> {
    pub account_number: &'a str,
    pub bank_code: &'a str,
    pub amount: Money,
    pub reference: &'a Reference,
    pub narration: &'a str,
}

/// Why a batch, or a stored body, cannot be sent. Rows count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubmissionError {
    #[error("the batch has no recipients")]
    NoRecipients,
    #[error("recipient {row} has another currency than the batch")]
    CurrencyDiffers { row: usize },
    #[error("recipient {row} has an amount that cannot be paid")]
    Amount { row: usize },
    #[error("recipient {row} has a reference used before in this batch")]
    ReferenceRepeated { row: usize },
    #[error("{details} recipients have details, of {recipients}")]
    DetailsDiffer { recipients: usize, details: usize },
    #[error("the sum cannot be held: {0}")]
    Sum(#[from] MoneyError),
    #[error("the stored body already holds a lock")]
    HoldsLock,
    #[error("the stored body is not one of ours")]
    Malformed,
}

/// JSON text of an object with the keys `instantQueue`, `name`, `ref`, `senderName`, `currency`, `recipients` in
/// this order, and `disburse_callback_code` if there is a code, without whitespace and without the lock.
#[derive(Clone, PartialEq, Eq)]
pub struct SubmissionBody {
    text: String,
    count: u32,
    sum: Money,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    instant_queue: bool,
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(rename = "ref", borrow)]
    reference: Cow<'a, str>,
    #[serde(borrow)]
    sender_name: Cow<'a, str>,
    #[serde(borrow)]
    currency: Cow<'a, str>,
    #[serde(borrow)]
    recipients: Vec<WireRecipient<'a>>,
    #[serde(rename = "disburse_callback_code", borrow, default, skip_serializing_if = "Option::is_none")]
    callback_code: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing)]
    lock: Presence,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireRecipient<'a> {
    #[serde(borrow)]
    account_number: Cow<'a, str>,
    #[serde(rename = "bankcode", borrow)]
    bank_code: Cow<'a, str>,
    #[serde(borrow)]
    amount: Cow<'a, str>,
    #[serde(rename = "ref", borrow)]
    reference: Cow<'a, str>,
    #[serde(borrow)]
    narration: Cow<'a, str>,
    #[serde(rename = "x_recipient_name", default, skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch_code: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    country_tag: Option<Cow<'a, str>>,
    #[serde(rename = "x_recipient_email", default, skip_serializing_if = "Option::is_none")]
    email: Option<Cow<'a, str>>,
    #[serde(rename = "x_recipient_phone", default, skip_serializing_if = "Option::is_none")]
    phone: Option<Cow<'a, str>>,
    #[serde(flatten, skip_deserializing)]
    added: Added<'a>,
}

/// Whether a key is present at all, even with null.
#[derive(Clone, Copy, Default, PartialEq)]
enum Presence {
    #[default]
    Absent,
    Present,
}

impl<'de> Deserialize<'de> for Presence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self::Present)
    }
}

impl SubmissionBody {
    /// Writes a batch in the service's format.
    ///
    /// # Errors
    /// The violated rule of the interface, or of the arithmetic.
    pub fn build(submission: &Submission<'_>) -> Result<Self, SubmissionError> {
        Self::build_with(submission, RecipientExtras::LeftOut)
    }

    /// Writes a batch with the fields that are not in the interface and that the profile may turn on.
    ///
    /// # Errors
    /// `DetailsDiffer`, and those of [`SubmissionBody::build`].
    pub fn build_with(
        submission: &Submission<'_>,
        extras: RecipientExtras<'_>,
    ) -> Result<Self, SubmissionError> {
        let currency = submission.currency;
        if let Some(row) = submission.recipients.iter().position(|r| r.amount.currency() != currency) {
            return Err(SubmissionError::CurrencyDiffers { row });
        }
        let wire = Wire {
            instant_queue: submission.instant_queue == InstantQueue::Process,
            name: submission.name.into(),
            reference: submission.reference.as_str().into(),
            sender_name: submission.sender_name.into(),
            currency: currency.to_string().into(),
            recipients: wire_recipients(submission, extras)?,
            callback_code: submission.callback_code.map(|code| code.expose().into()),
            lock: Presence::Absent,
        };
        let (count, sum) = check(&wire)?;
        let text = serde_json::to_string(&wire).map_err(|_| SubmissionError::Malformed)?;
        Ok(Self { text, count, sum })
    }

    /// Parses a body that the ledger stored and keeps it byte for byte. It must be one that Paysheet wrote.
    ///
    /// # Errors
    /// `Malformed`, `HoldsLock`, and those of [`SubmissionBody::build`].
    pub fn from_stored(text: String) -> Result<Self, SubmissionError> {
        let wire: Wire<'_> = serde_json::from_str(&text).map_err(|_| SubmissionError::Malformed)?;
        if wire.lock == Presence::Present {
            return Err(SubmissionError::HoldsLock);
        }
        // The lock is inserted before the last byte, which must be the object's own brace.
        if !text.starts_with('{') || !text.ends_with('}') {
            return Err(SubmissionError::Malformed);
        }
        let (count, sum) = check(&wire)?;
        Ok(Self { text, count, sum })
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of the text, 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn sha256_hex(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.text.as_bytes()))
    }

    /// Returns the number of payouts and their sum, as counted from the text itself.
    #[must_use]
    pub fn total(&self) -> Total {
        Total::new(self.count, self.sum)
    }

    /// Returns the same text with `,"lock":"…"` before its last brace, in one buffer that never grows and is wiped.
    #[must_use]
    pub fn with_lock(&self, lock: &SecretString) -> Zeroizing<Vec<u8>> {
        let lock = lock.expose_secret();
        let capacity = self.text.len() + LOCK_KEY.len() + body::text_bytes_max(lock);
        let mut buffer = Zeroizing::new(Vec::with_capacity(capacity));
        let (head, brace) = self.text.as_bytes().split_at(self.text.len() - 1);
        buffer.extend_from_slice(head);
        buffer.extend_from_slice(LOCK_KEY);
        body::push_text(&mut buffer, lock);
        buffer.extend_from_slice(brace);
        debug_assert!(buffer.capacity() == capacity, "the buffer moved and left a copy behind");
        buffer
    }
}

impl fmt::Debug for SubmissionBody {
    /// The text contains account numbers; the hash identifies it as well.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SubmissionBody").field("sha256", &self.sha256_hex()).field("sum", &self.sum).finish()
    }
}

fn wire_recipients<'a>(
    submission: &Submission<'a>,
    extras: RecipientExtras<'a>,
) -> Result<Vec<WireRecipient<'a>>, SubmissionError> {
    let recipients = submission.recipients;
    let all_fields = match extras {
        RecipientExtras::LeftOut => recipients.iter().map(|_| RequiredFields::default()).collect(),
        RecipientExtras::Sent(details) if details.len() != recipients.len() => {
            let (recipients, details) = (recipients.len(), details.len());
            return Err(SubmissionError::DetailsDiffer { recipients, details });
        }
        RecipientExtras::Sent(details) => {
            details.iter().map(|details| RequiredFields::of(details, submission.currency)).collect::<Vec<_>>()
        }
    };
    Ok(recipients
        .iter()
        .zip(all_fields)
        .map(|(recipient, fields)| wire_recipient(recipient, fields))
        .collect())
}

fn wire_recipient<'a>(recipient: &SubmissionRecipient<'a>, fields: RequiredFields<'a>) -> WireRecipient<'a> {
    WireRecipient {
        account_number: recipient.account_number.into(),
        bank_code: recipient.bank_code.into(),
        amount: recipient.amount.digits().into(),
        reference: recipient.reference.as_str().into(),
        narration: recipient.narration.into(),
        name: fields.name,
        branch_code: fields.branch_code,
        country_tag: fields.country_tag,
        email: fields.email,
        phone: fields.phone,
        added: fields.added,
    }
}

/// Checks the rules of every body, whether it was just written or stored: all references unique (interface, "Submit
/// batch payout"), every amount positive and exact.
fn check(wire: &Wire<'_>) -> Result<(u32, Money), SubmissionError> {
    let currency = parse_currency(&wire.currency).map_err(|_| SubmissionError::Malformed)?;
    let count = u32::try_from(wire.recipients.len()).map_err(|_| SubmissionError::Malformed)?;
    if count == 0 {
        return Err(SubmissionError::NoRecipients);
    }
    let mut seen = HashSet::from([wire.reference.as_ref()]);
    let mut sum = Money::zero(currency);
    for (row, recipient) in wire.recipients.iter().enumerate() {
        if !seen.insert(recipient.reference.as_ref()) {
            return Err(SubmissionError::ReferenceRepeated { row });
        }
        let amount = Money::parse(&recipient.amount, currency).ok().filter(|amount| amount.is_positive());
        sum = sum.checked_add(amount.ok_or(SubmissionError::Amount { row })?)?;
    }
    Ok((count, sum))
}

#[cfg(test)]
mod tests;
