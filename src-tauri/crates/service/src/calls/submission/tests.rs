//! Tests bodies byte by byte, and the refused ones.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn reference(letter: char) -> Reference {
    Reference::parse(&letter.to_string().repeat(26)).expect("a reference")
}

fn body(amounts: &[(i64, Currency, char)]) -> Result<SubmissionBody, SubmissionError> {
    queued(amounts, InstantQueue::Process)
}

fn queued(
    amounts: &[(i64, Currency, char)],
    instant_queue: InstantQueue,
) -> Result<SubmissionBody, SubmissionError> {
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
        instant_queue,
        currency: Currency::NGN,
        callback_code: None,
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
fn a_schedule_that_is_only_submitted_differs_in_one_word() {
    let text = |instant_queue| {
        queued(&[(100_050, Currency::NGN, 'B')], instant_queue).expect("a body").text().to_owned()
    };
    let (processed, submitted) = (text(InstantQueue::Process), text(InstantQueue::SubmitOnly));
    assert!(submitted.starts_with(r#"{"instantQueue":false,"name":"May","#), "{submitted}");
    assert_eq!(submitted.replacen("false", "true", 1), processed);
}

#[test]
fn a_callback_code_follows_the_recipients_and_changes_nothing_else() {
    let (batch, payout) = (reference('A'), reference('B'));
    let recipient = SubmissionRecipient {
        account_number: "0690000031",
        bank_code: "044",
        amount: Money::from_minor(100_050, Currency::NGN),
        reference: &payout,
        narration: "Salary",
    };
    let without = Submission {
        name: "May",
        reference: &batch,
        sender_name: "Acme",
        instant_queue: InstantQueue::Process,
        currency: Currency::NGN,
        callback_code: None,
        recipients: &[recipient],
    };
    let code = CallbackCode::received("C0DE").expect("a code");
    let with = SubmissionBody::build(&Submission { callback_code: Some(&code), ..without }).expect("a body");
    let without = SubmissionBody::build(&without).expect("a body");
    let head = without.text().strip_suffix('}').expect("a body's end");
    assert_eq!(with.text(), format!("{head},\"disburse_callback_code\":\"C0DE\"}}"));
    assert_eq!(with.total(), without.total());
    assert_eq!(SubmissionBody::from_stored(with.text().to_owned()), Ok(with.clone()));
    assert!(!format!("{with:?}").contains("C0DE"));
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

/// Returns the part of the only recipient that follows its narration.
fn extras_of(currency: Currency, details: &RecipientDetails<'_>) -> String {
    let (batch, payout) = (reference('A'), reference('B'));
    let recipient = SubmissionRecipient {
        account_number: "1",
        bank_code: "2",
        amount: Money::from_minor(500, currency),
        reference: &payout,
        narration: "N",
    };
    let submission = Submission {
        name: "May",
        reference: &batch,
        sender_name: "Acme",
        instant_queue: InstantQueue::Process,
        currency,
        callback_code: None,
        recipients: &[recipient],
    };
    let left_out = SubmissionBody::build(&submission).expect("a body");
    let sent = RecipientExtras::Sent(std::slice::from_ref(details));
    let body = SubmissionBody::build_with(&submission, sent).expect("a body");
    assert_eq!(SubmissionBody::from_stored(body.text().to_owned()), Ok(body.clone()));
    let head = left_out.text().strip_suffix("}]}").expect("a body's end");
    body.text()
        .strip_prefix(head)
        .and_then(|rest| rest.strip_suffix("}]}"))
        .expect("the same head")
        .to_owned()
}

#[test]
fn each_destination_gets_the_extras_it_wants() {
    use paysheet_domain::Country;
    let details = RecipientDetails {
        name: Some("Ada \"A\" Obi"),
        branch_code: Some(" GH060110 "),
        country: Some(Country::CD),
        email: Some("ada@example.com"),
        phone: Some("+27820000000"),
        ..RecipientDetails::default()
    };
    let name = r#","x_recipient_name":"Ada \"A\" Obi""#;
    for (currency, expected) in [
        (Currency::NGN, String::new()),
        (Currency::KES, name.to_owned()),
        (Currency::GHS, format!(r#"{name},"branchCode":"GH060110""#)),
        (Currency::XOF, format!(r#"{name},"countryTag":"CD""#)),
        (Currency::XAF, format!(r#"{name},"countryTag":"CD""#)),
        (
            Currency::ZAR,
            format!(r#"{name},"x_recipient_email":"ada@example.com","x_recipient_phone":"+27820000000""#),
        ),
    ] {
        assert_eq!(extras_of(currency, &details), expected, "{currency}");
        assert_eq!(extras_of(currency, &RecipientDetails::default()), "", "{currency}: nothing known");
    }
    let blank = RecipientDetails { name: Some(" "), email: Some(""), ..RecipientDetails::default() };
    assert_eq!(extras_of(Currency::ZAR, &blank), "");
}

#[test]
fn fields_of_the_profile_follow_all_others() {
    let added = [("x_sender_name", "Acme \"A\""), ("x_sender_country", "KE")];
    let added = added.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let alone = RecipientDetails { added: &added, ..RecipientDetails::default() };
    let expected = r#","x_sender_name":"Acme \"A\"","x_sender_country":"KE""#;
    for currency in [Currency::NGN, Currency::KES, Currency::XOF] {
        assert_eq!(extras_of(currency, &alone), expected, "{currency}");
    }
    let named = RecipientDetails { name: Some("Ada"), ..alone };
    assert_eq!(extras_of(Currency::KES, &named), format!(r#","x_recipient_name":"Ada"{expected}"#));
}

/// A service that reads the last of two fields of a name, or tolerates another spelling, would pay somebody else.
#[test]
fn no_added_field_can_decide_who_is_paid_what() {
    for name in ["x_sender_name", "senderCountry", "x_sender_phone", "X_Sender_ID1", "purpose"] {
        assert!(may_be_added(name), "{name}");
    }
    for name in [
        "",
        "_x",
        "1x",
        "x-y",
        "x y",
        "x\"",
        "naïve",
        "amount",
        "Amount",
        "account_number",
        "ACCOUNTNUMBER",
        "bankcode",
        "bank_code",
        "ref",
        "reference",
        "lock",
        "narration",
        "currency",
        "x_recipient_name",
        "branchCode",
        "countryTag",
        "acct",
        "x_account_number",
        "msisdn",
        "value",
    ] {
        assert!(!may_be_added(name), "{name}");
    }
    assert!(may_be_added(&"x".repeat(64)) && !may_be_added(&"x".repeat(65)));
}

#[test]
fn details_belong_to_recipients_one_by_one() {
    let (batch, payout) = (reference('A'), reference('B'));
    let recipient = SubmissionRecipient {
        account_number: "1",
        bank_code: "2",
        amount: Money::from_minor(5, Currency::NGN),
        reference: &payout,
        narration: "N",
    };
    let submission = Submission {
        name: "May",
        reference: &batch,
        sender_name: "Acme",
        instant_queue: InstantQueue::Process,
        currency: Currency::NGN,
        callback_code: None,
        recipients: &[recipient],
    };
    let error = SubmissionBody::build_with(&submission, RecipientExtras::Sent(&[])).err();
    assert_eq!(error, Some(SubmissionError::DetailsDiffer { recipients: 1, details: 0 }));
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
