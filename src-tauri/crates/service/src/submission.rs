//! The body of a submission, without the lock: the exact text the ledger keeps and hashes. The lock joins it only
//! for the time of sending, in one buffer that is wiped afterwards.

use std::{borrow::Cow, collections::HashSet, fmt};

use paysheet_domain::{
    Currency, Money, MoneyError, Reference,
    money::{Total, parse_currency},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::body;

const LOCK_KEY: &[u8] = br#","lock":"#;

/// Whether the service processes the schedule at once or only takes it (interface, `instantQueue`).
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
    #[error("the sum cannot be held: {0}")]
    Sum(#[from] MoneyError),
    #[error("the stored body already holds a lock")]
    HoldsLock,
    #[error("the stored body is not one of ours")]
    Malformed,
}

/// JSON text of an object with the keys `instantQueue`, `name`, `ref`, `senderName`, `currency`, `recipients` in
/// this order, without whitespace and without the lock.
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
}

/// Whether a key stands there at all, even with null.
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
    /// Writes a batch as the service takes it.
    ///
    /// # Errors
    /// What the interface, or the arithmetic, forbids about the batch.
    pub fn build(submission: &Submission<'_>) -> Result<Self, SubmissionError> {
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
            recipients: submission.recipients.iter().map(WireRecipient::from).collect(),
            lock: Presence::Absent,
        };
        let (count, sum) = check(&wire)?;
        let text = serde_json::to_string(&wire).map_err(|_| SubmissionError::Malformed)?;
        Ok(Self { text, count, sum })
    }

    /// Takes a body as the ledger kept it, byte for byte, once it has been found to be one of ours.
    ///
    /// # Errors
    /// `Malformed`, `HoldsLock`, and those of [`SubmissionBody::build`].
    pub fn from_stored(text: String) -> Result<Self, SubmissionError> {
        let wire: Wire<'_> = serde_json::from_str(&text).map_err(|_| SubmissionError::Malformed)?;
        if wire.lock == Presence::Present {
            return Err(SubmissionError::HoldsLock);
        }
        // The lock is put before the last byte, which must be the object's own brace.
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
        let digest = Sha256::digest(self.text.as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// How many are paid, and how much in all, as counted from the text itself.
    #[must_use]
    pub fn total(&self) -> Total {
        Total::new(self.count, self.sum)
    }

    /// The same text with `,"lock":"…"` before its last brace, in one buffer that never grows and is wiped.
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
    /// The text holds account numbers; the hash names it as well.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SubmissionBody").field("sha256", &self.sha256_hex()).field("sum", &self.sum).finish()
    }
}

impl<'a> From<&'a SubmissionRecipient<'a>> for WireRecipient<'a> {
    fn from(recipient: &'a SubmissionRecipient<'a>) -> Self {
        Self {
            account_number: recipient.account_number.into(),
            bank_code: recipient.bank_code.into(),
            amount: recipient.amount.digits().into(),
            reference: recipient.reference.as_str().into(),
            narration: recipient.narration.into(),
        }
    }
}

/// The rules every body keeps, whether it was just written or stored: all references unique (interface, "Submit
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
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn reference(letter: char) -> Reference {
        Reference::parse(&letter.to_string().repeat(26)).expect("a reference")
    }

    fn body(amounts: &[(i64, Currency, char)]) -> Result<SubmissionBody, SubmissionError> {
        let references: Vec<_> = amounts.iter().map(|(_, _, letter)| reference(*letter)).collect();
        let recipients: Vec<_> = amounts
            .iter()
            .zip(&references)
            .map(|((minor, currency, _), reference)| SubmissionRecipient {
                account_number: "0690000031",
                bank_code: "044",
                amount: Money::from_minor(*minor, *currency),
                reference,
                narration: "Salary \"May\"",
            })
            .collect();
        SubmissionBody::build(&Submission {
            name: "May",
            reference: &reference('A'),
            sender_name: "Acme",
            instant_queue: InstantQueue::Process,
            currency: Currency::NGN,
            recipients: &recipients,
        })
    }

    #[test]
    fn a_body_is_written_to_the_byte() {
        let body = body(&[(100_050, Currency::NGN, 'B')]).expect("a body");
        let (a, b) = ("A".repeat(26), "B".repeat(26));
        let expected = [
            r#"{"instantQueue":true,"name":"May","ref":""#,
            &a,
            r#"","senderName":"Acme","currency":"NGN","recipients":[{"accountNumber":"0690000031","#,
            r#""bankcode":"044","amount":"1000.50","ref":""#,
            &b,
            r#"","narration":"Salary \"May\""}]}"#,
        ]
        .concat();
        assert_eq!(body.text(), expected);
        assert_eq!(body.total(), Total::new(1, Money::from_minor(100_050, Currency::NGN)));
        assert_eq!(body.sha256_hex().len(), 64);
        let stored = SubmissionBody::from_stored(body.text().to_owned()).expect("one of ours");
        assert_eq!(stored, body);
        assert_eq!(stored.sha256_hex(), body.sha256_hex());
    }

    #[test]
    fn a_batch_that_breaks_a_rule_is_not_written() {
        use Currency::{GHS, NGN};
        for (amounts, expected) in [
            (vec![], SubmissionError::NoRecipients),
            (vec![(1, NGN, 'B'), (1, GHS, 'C')], SubmissionError::CurrencyDiffers { row: 1 }),
            (vec![(0, NGN, 'B')], SubmissionError::Amount { row: 0 }),
            (vec![(1, NGN, 'B'), (-1, NGN, 'C')], SubmissionError::Amount { row: 1 }),
            (vec![(1, NGN, 'B'), (1, NGN, 'B')], SubmissionError::ReferenceRepeated { row: 1 }),
            (vec![(1, NGN, 'A')], SubmissionError::ReferenceRepeated { row: 0 }),
        ] {
            assert_eq!(body(&amounts), Err(expected));
        }
    }

    #[test]
    fn a_stored_body_is_looked_at_before_it_is_sent() {
        let text = body(&[(5, Currency::NGN, 'B')]).expect("a body").text().to_owned();
        let inside = &text[..text.len() - 1];
        for (stored, expected) in [
            (format!("{inside},\"branchHint\":1}}"), None),
            (format!("{inside},\"lock\":\"x\"}}"), Some(SubmissionError::HoldsLock)),
            (format!("{inside},\"lock\":null}}"), Some(SubmissionError::HoldsLock)),
            (format!("{text} "), Some(SubmissionError::Malformed)),
            (text.replace("0.05", "0.055"), Some(SubmissionError::Amount { row: 0 })),
            (text.replace("NGN", "USD"), Some(SubmissionError::Malformed)),
            (inside.to_owned(), Some(SubmissionError::Malformed)),
            ("[]".to_owned(), Some(SubmissionError::Malformed)),
            (String::new(), Some(SubmissionError::Malformed)),
        ] {
            assert_eq!(SubmissionBody::from_stored(stored.clone()).err(), expected, "{stored}");
        }
    }

    #[test]
    fn debug_shows_neither_accounts_nor_names() {
        let body = body(&[(5, Currency::NGN, 'B')]).expect("a body");
        let shown = format!("{body:?}");
        assert!(shown.contains(&body.sha256_hex()));
        assert!(!shown.contains("0690000031") && !shown.contains("Acme"), "{shown}");
    }

    proptest! {
        #[test]
        fn the_lock_joins_without_changing_anything_else(lock in "\\PC*|[\\x00-\\x7f]{0,40}") {
            let body = body(&[(5, Currency::NGN, 'B')]).expect("a body");
            let sent = body.with_lock(&SecretString::from(lock.as_str()));
            let mut sent: Value = serde_json::from_slice(&sent).expect("JSON");
            let joined = sent.as_object_mut().expect("an object").remove("lock");
            prop_assert_eq!(joined, Some(Value::String(lock)));
            prop_assert_eq!(sent, serde_json::from_str::<Value>(body.text()).expect("JSON"));
        }
    }
}
