//! The status of one payout, for services that have a call for it. The interface has none, so its path comes from the
//! profile. The record has the shape of a funding record.
//!
//! Not here: what an answer changes (the ledger), and how often the service is asked (the desk).

pub(crate) mod page;

use bytes::Bytes;
use paysheet_domain::{is_doubt_code, is_same_code};
use secrecy::SecretString;

use crate::{
    calls::methods::{Reply, unreadable},
    decode::{
        envelope::EnvelopeStatus,
        fields::{figure, named, says_two},
        funding::{FundingRecord, FundingStatus, funding_record, of_processor},
        json::{Json, Object},
        text_at,
    },
    http::{
        body,
        call_path::CallPath,
        connection::Service,
        outcome::{Refusal, RefusalKind},
        read_retries::{CallError, FailedTry},
        redactor::Redactor,
    },
};

/// Most characters of a message that are stored.
const MESSAGE_CHARS_MAX: usize = 300;
/// The code for success (interface, "Events").
const SUCCESS_CODE: &str = "00";
/// Codes that look like success and are not.
const ALMOST_SUCCESS_CODES: [&str; 2] = ["0", "000"];
/// A further code for doubt: ask the issuer.
const REFERRAL_CODE: &str = "01";
/// The kind of records about payouts. A record of another kind is not about a payout.
const PAYOUT_KIND: &str = "disburse";
/// Names of the field with the fee of a payment.
const FEE_NAMES: [&str; 5] = ["fee", "chargedFee", "charged_fee", "transactionFee", "transaction_fee"];

/// What the service answered when it was asked about a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayoutAnswer {
    /// Its record of this payout.
    Record(PayoutRecord),
    /// A record that is not about this payout: it proves nothing.
    OtherRecord,
    /// The service has no record. This does not prove that it has no such payout.
    NotFound { message: Option<String> },
}

/// The service's record of a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutRecord {
    pub meaning: PayoutMeaning,
    /// Empty if the record has none; this applies to the next two fields as well.
    pub code: String,
    /// The service's own word for the status.
    pub status: String,
    pub message: String,
    /// An exact decimal in plain digits.
    pub amount: Option<String>,
    pub currency: Option<String>,
    /// What the service took for the payment beside its amount, as an exact decimal in plain digits; none if it does not say
    /// so, or says two things.
    pub fee: Option<String>,
    /// The service's own reference of the payment.
    pub provider_reference: Option<String>,
}

/// The service's record of the payout with a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutRow {
    pub reference: String,
    pub record: PayoutRecord,
}

/// What a record says about a payout, before it is compared with the payout's amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutMeaning {
    Paid,
    Failed,
    Reversed,
    /// The fields contradict each other.
    Contradictory,
    /// Not finished, or not clear.
    Unclear,
}

impl Service {
    /// Asks about a payout, in one try: a caller with many questions waits with all of them.
    ///
    /// # Errors
    /// See [`FailedTry`]. A refusal that says that there is no such payout is a [`PayoutAnswer::NotFound`].
    pub async fn payout_status(
        &self,
        token: &SecretString,
        path: &CallPath,
        reference: &str,
    ) -> Result<PayoutAnswer, FailedTry> {
        let body = Bytes::from_owner(body::object(&[("ref", reference)]));
        let url = self.endpoint.call(&path.parts(), &[]);
        let reply = self.try_once(url, token, body).await.map_err(FailedTry::from)?;
        Ok(answer(reply, token, reference)?)
    }
}

fn answer(reply: Reply, token: &SecretString, reference: &str) -> Result<PayoutAnswer, CallError> {
    match reply {
        Reply::Success(data) => {
            payout_record(&Redactor::new([token]).json(&data), reference).ok_or_else(unreadable)
        }
        // A gateway's own page proves nothing about the payout.
        Reply::Refused { refusal, said: EnvelopeStatus::Refusal } if is_not_found(&refusal) => {
            Ok(PayoutAnswer::NotFound { message: refusal.message })
        }
        Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal)),
    }
}

/// Returns whether a refusal is about the reference. Some services answer 401 for a reference that they do not have.
fn is_not_found(refusal: &Refusal) -> bool {
    match refusal.kind {
        RefusalKind::Invalid => true,
        RefusalKind::TokenRefused => is_about_the_reference(refusal),
        RefusalKind::Forbidden
        | RefusalKind::WrongLock
        | RefusalKind::DuplicateReference
        | RefusalKind::InsufficientBalance
        | RefusalKind::RateLimited
        | RefusalKind::Other => false,
    }
}

fn is_about_the_reference(refusal: &Refusal) -> bool {
    let said = [&refusal.code, &refusal.message].map(|text| text.as_deref().unwrap_or_default()).join(" ");
    let said = said.to_lowercase();
    let words: Vec<_> = said.split(|c: char| !c.is_alphanumeric()).collect();
    let says = |any: &[&str]| words.iter().any(|word| any.contains(word));
    says(&["ref", "reference", "transaction", "transfer", "record", "payout", "disbursement"])
        && !says(&["token", "jwt", "auth", "unauthorized", "unauthorised", "unauthenticated", "expired"])
        && !says(&["authorization", "authentication", "credentials", "login", "key", "access"])
}

/// Parses `data`, which is the record or contains it as `transfer` or `disburse`. Returns none if it is no record.
fn payout_record(data: &Json, asked: &str) -> Option<PayoutAnswer> {
    let object = record_object(data)?;
    let record = funding_record(&Json::Object(object.clone()))?;
    let is_asked = |row: &PayoutRow| row.reference.eq_ignore_ascii_case(asked.trim());
    let row = payout_row(object, record).filter(is_asked);
    Some(row.map_or(PayoutAnswer::OtherRecord, |row| PayoutAnswer::Record(row.record)))
}

/// Reads an entry of a report; none if it is not about one payout. A report has transactions of every kind, so that an entry
/// must say that it is a payout, and of how much; a failure without a code may be one of doubt.
fn row_of(entry: &Json) -> Option<PayoutRow> {
    let (object, record) = (entry.as_object()?, funding_record(entry)?);
    record.system_type.as_ref()?;
    let mut row = payout_row(object, record)?;
    row.record.amount.as_ref()?;
    if row.record.meaning == PayoutMeaning::Failed && row.record.code.is_empty() {
        row.record.meaning = PayoutMeaning::Unclear;
    }
    Some(row)
}

/// Returns what a record says; none if it is not about one payout.
fn payout_row(object: &Object, record: FundingRecord) -> Option<PayoutRow> {
    let reference = record.reference.as_deref().map(str::trim).filter(|own| !own.is_empty())?.to_owned();
    let is_payout =
        record.system_type.as_deref().is_none_or(|kind| kind.to_ascii_lowercase().contains(PAYOUT_KIND));
    if !is_payout || says_two(object, named("ref")) {
        return None;
    }
    let message = record.processor_message.as_deref().unwrap_or_default();
    let record = PayoutRecord {
        meaning: if contradicts_itself(object) { PayoutMeaning::Contradictory } else { meaning(&record) },
        message: message.chars().take(MESSAGE_CHARS_MAX).collect(),
        status: record.status.map(word).unwrap_or_default(),
        code: record.processor_code.unwrap_or_default(),
        // An amount that cannot be read differs from every payout's.
        amount: record.amount.or_else(|| text_at(object, &["amount"])),
        currency: text_at(object, &["currency"]),
        fee: fee(object),
        provider_reference: record.processor_reference,
    };
    Some(PayoutRow { reference, record })
}

/// Returns the fee of a payment.
fn fee(object: &Object) -> Option<String> {
    let is_fee = |name: &str| FEE_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    if says_two(object, is_fee) {
        return None;
    }
    let mut members = object.0.iter().filter(|(name, _)| is_fee(name));
    members.find_map(|(_, value)| figure(value)).filter(|fee| !fee.starts_with('-'))
}

fn record_object(data: &Json) -> Option<&Object> {
    let object = data.as_object()?;
    let inner = ["transfer", "disburse"].into_iter().find_map(|name| object.get(name)?.as_object());
    Some(inner.unwrap_or(object))
}

/// Whether a record says two things in one of the fields from which its meaning follows, whichever of them is read.
fn contradicts_itself(object: &Object) -> bool {
    let fields = ["status", "reversed", "refund", "amount", "currency"];
    fields.into_iter().any(|name| says_two(object, named(name)))
        || says_two(object, of_processor("ResponseCode"))
}

fn meaning(record: &FundingRecord) -> PayoutMeaning {
    let code = record.processor_code.as_deref();
    let is_sent_back = record.reversed == Some(true)
        || (record.refund == Some(true) && record.status == Some(FundingStatus::Completed));
    if is_sent_back {
        return PayoutMeaning::Reversed;
    }
    match (&record.status, code) {
        (Some(FundingStatus::Completed), Some(SUCCESS_CODE)) => PayoutMeaning::Paid,
        (Some(FundingStatus::Completed), Some(code)) if !ALMOST_SUCCESS_CODES.contains(&code) => {
            PayoutMeaning::Contradictory
        }
        (Some(FundingStatus::Failed), Some(code)) if is_no_failure(code) => PayoutMeaning::Contradictory,
        (Some(FundingStatus::Failed), _) => PayoutMeaning::Failed,
        (Some(FundingStatus::Completed | FundingStatus::Started | FundingStatus::Pending), _)
        | (Some(FundingStatus::Other(_)) | None, _) => PayoutMeaning::Unclear,
    }
}

fn is_no_failure(code: &str) -> bool {
    // The payment of a doubtful one may still arrive. A code that is a number has lost its zero.
    code == SUCCESS_CODE
        || ALMOST_SUCCESS_CODES.contains(&code)
        || is_doubt_code(code)
        || is_same_code(code, REFERRAL_CODE)
}

fn word(status: FundingStatus) -> String {
    match status {
        FundingStatus::Started => "started".to_owned(),
        FundingStatus::Pending => "pending".to_owned(),
        FundingStatus::Completed => "completed".to_owned(),
        FundingStatus::Failed => "failed".to_owned(),
        FundingStatus::Other(word) => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::decode::any::any_json;

    fn read(data: serde_json::Value) -> Option<PayoutAnswer> {
        payout_record(&data.into(), "REF1")
    }

    fn meaning_of(more: serde_json::Value) -> PayoutMeaning {
        let mut data = json!({ "ref": "REF1", "system_type": "wallet-disburse" });
        data.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        match read(data) {
            Some(PayoutAnswer::Record(record)) => record.meaning,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_completed_with_code_00_is_paid() {
        use PayoutMeaning::{Contradictory, Failed, Paid, Reversed, Unclear};
        for (more, expected) in [
            (json!({"status": "completed", "xResponseCode": "00"}), Paid),
            (json!({"status": "COMPLETED", "xResponseCode": "00", "reversed": false, "refund": 0}), Paid),
            (json!({"status": "completed", "xResponseCode": "00", "reversed": true}), Reversed),
            (json!({"status": "completed", "xResponseCode": "00", "refund": "true"}), Reversed),
            (json!({"status": "failed", "xResponseCode": "51", "reversed": 1}), Reversed),
            (json!({"status": "failed", "xResponseCode": "51", "refund": true}), Failed),
            (json!({"status": "failed", "xResponseCode": "51"}), Failed),
            (json!({"status": "failed"}), Failed),
            (json!({"status": "completed", "xResponseCode": "51"}), Contradictory),
            (json!({"status": "completed", "xResponseCode": "02"}), Contradictory),
            (json!({"status": "failed", "xResponseCode": "00"}), Contradictory),
            (json!({"status": "failed", "xResponseCode": 0}), Contradictory),
            (json!({"status": "failed", "xResponseCode": "02"}), Contradictory),
            // Doubt is no failure: the payment may still arrive.
            (json!({"status": "failed", "xResponseCode": "91"}), Contradictory),
            (json!({"status": "failed", "xResponseCode": "97"}), Contradictory),
            (json!({"status": "failed", "xResponseCode": "RR-91"}), Contradictory),
            (json!({"status": "failed", "xResponseCode": "RR-V"}), Contradictory),
            // A number has no zero at its start.
            (json!({"status": "failed", "xResponseCode": 2}), Contradictory),
            (json!({"status": "failed", "xResponseCode": 9}), Contradictory),
            (json!({"status": "failed", "xResponseCode": 1}), Contradictory),
            (json!({"status": "failed", "xResponseCode": 5}), Failed),
            (json!({"status": "pending", "refund": true}), Unclear),
            (json!({"refund": true}), Unclear),
            (json!({"status": "completed"}), Unclear),
            (json!({"status": "completed", "xResponseCode": 0}), Unclear),
            (json!({"status": "pending", "xResponseCode": "00"}), Unclear),
            (json!({"status": "started"}), Unclear),
            (json!({"status": "success", "xResponseCode": "00"}), Unclear),
            (json!({"xResponseCode": "00"}), Unclear),
        ] {
            assert_eq!(meaning_of(more.clone()), expected, "{more}");
        }
    }

    /// A usual value type keeps one of two members with the same name.
    #[test]
    fn a_record_that_says_two_things_is_neither() {
        use PayoutMeaning::{Contradictory, Paid};
        for (more, expected) in [
            (r#""status":"failed","status":"completed","xResponseCode":"00""#, Contradictory),
            (r#""status":"completed","Status":"failed","xResponseCode":"00""#, Contradictory),
            (r#""status":"completed","xResponseCode":"51","xResponseCode":"00""#, Contradictory),
            (r#""status":"completed","yResponseCode":"51","xResponseCode":"00""#, Contradictory),
            (r#""status":"completed","xResponseCode":"00","reversed":true,"reversed":false"#, Contradictory),
            (r#""status":"completed","xResponseCode":"00","amount":1,"amount":2"#, Contradictory),
            (r#""status":"completed","status":"Completed","status":null,"xResponseCode":"00""#, Paid),
        ] {
            let text = format!(r#"{{"ref":"REF1",{more}}}"#);
            let read = payout_record(&Json::read(text.as_bytes()).expect("JSON"), "REF1");
            let Some(PayoutAnswer::Record(record)) = read else { panic!("{text}") };
            assert_eq!(record.meaning, expected, "{text}");
        }
        let two = br#"{"ref":"REF2","ref":"REF1","status":"completed","xResponseCode":"00"}"#;
        let read = payout_record(&Json::read(two).expect("JSON"), "REF1");
        assert_eq!(read, Some(PayoutAnswer::OtherRecord));
    }

    #[test]
    fn a_record_is_read_with_everything_that_is_stored() {
        let data = json!({
            "id": 9, "amount": 1500.5, "status": "completed", "system_type": "wallet-disburse", "ref": "ref1",
            "xResponseCode": "00", "xResponseMessage": "Approved", "xReference": "P-7", "currency": "NGN",
            "fee": 10.75, "meta": "{\"narration\": ", "reversed": false, "refund": false, "walletCharged": true
        });
        let record = PayoutRecord {
            meaning: PayoutMeaning::Paid,
            code: "00".to_owned(),
            status: "completed".to_owned(),
            message: "Approved".to_owned(),
            amount: Some("1500.5".to_owned()),
            currency: Some("NGN".to_owned()),
            fee: Some("10.75".to_owned()),
            provider_reference: Some("P-7".to_owned()),
        };
        let expected = Some(PayoutAnswer::Record(record));
        assert_eq!(read(data.clone()), expected);
        assert_eq!(read(json!({ "transfer": data })), expected);
    }

    #[test]
    fn a_fee_is_read_by_any_of_its_names_if_it_is_one() {
        for (more, expected) in [
            (r#""fee":10.75"#, Some("10.75")),
            (r#""chargedFee":"26""#, Some("26")),
            (r#""Transaction_Fee":0"#, Some("0")),
            (r#""fee":10,"charged_fee":"10""#, Some("10")),
            (r#""fee":null,"chargedFee":10"#, Some("10")),
            (r#""fee":10,"chargedFee":12"#, None),
            (r#""fee":-10"#, None),
            (r#""fee":"NGN 10""#, None),
            (r#""merchant_fee":10"#, None),
        ] {
            let text = format!(r#"{{"ref":"REF1","status":"completed","xResponseCode":"00",{more}}}"#);
            let read = payout_record(&Json::read(text.as_bytes()).expect("JSON"), "REF1");
            let Some(PayoutAnswer::Record(record)) = read else { panic!("{text}") };
            assert_eq!(record.fee.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn an_amount_that_cannot_be_read_is_not_dropped() {
        for (amount, expected) in [
            (json!(1500), Some("1500")),
            (json!("1500.50"), Some("1500.50")),
            (json!("fifteen"), Some("fifteen")),
            (json!("1 500"), Some("1 500")),
            (json!(null), None),
        ] {
            let data = json!({"ref": "REF1", "status": "completed", "xResponseCode": "00", "amount": amount});
            let Some(PayoutAnswer::Record(record)) = read(data) else { panic!("{amount}") };
            assert_eq!(record.amount.as_deref(), expected);
        }
    }

    #[test]
    fn a_record_of_something_else_proves_nothing() {
        let paid = |of: serde_json::Value| {
            let mut data = json!({"status": "completed", "xResponseCode": "00"});
            data.as_object_mut().expect("an object").extend(of.as_object().expect("an object").clone());
            read(data)
        };
        for of in
            [json!({"ref": "REF2"}), json!({"ref": null}), json!({}), json!({"linkingReference": "REF1"})]
        {
            assert_eq!(paid(of.clone()), Some(PayoutAnswer::OtherRecord), "{of}");
        }
        let funding = json!({"ref": "REF1", "system_type": "wallet-fund"});
        assert_eq!(paid(funding), Some(PayoutAnswer::OtherRecord));
        for data in
            [json!(null), json!("Not found"), json!([{"ref": "REF1", "status": "completed"}]), json!({})]
        {
            assert_eq!(read(data.clone()), None, "{data}");
        }
    }

    #[test]
    fn a_401_is_about_the_token_unless_it_speaks_of_the_reference() {
        let refusal = |code: &str, message: &str| Refusal {
            http_status: 401,
            kind: RefusalKind::TokenRefused,
            message: (!message.is_empty()).then(|| message.to_owned()),
            code: (!code.is_empty()).then(|| code.to_owned()),
        };
        for (code, message, expected) in [
            ("", "", false),
            ("", "jwt expired", false),
            ("UNAUTHORIZED", "Transaction not allowed", false),
            ("", "Your access does not cover this transaction", false),
            ("", "Transaction not found", true),
            ("INVALID_REF", "", true),
        ] {
            assert_eq!(is_not_found(&refusal(code, message)), expected, "{code} {message}");
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_read_and_paid_only_with_our_reference(data in any_json()) {
            let text = serde_json::to_string(&data).expect("JSON");
            if let Some(PayoutAnswer::Record(record)) = payout_record(&data, "REF1") {
                prop_assert!(text.to_uppercase().contains("REF1"));
                prop_assert!(record.meaning != PayoutMeaning::Paid || record.code == "00");
            }
        }
    }
}
