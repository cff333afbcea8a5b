//! The funding record (interface, "Funding record"): all its fields in any type, and every field that the service adds.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    fields::{EXTRA_BYTES_MAX, Fields, REMOVED, flag, instant, json_text, named, object_of},
    json::{Json, Object},
    text,
};

/// Longest broken `meta` that is stored.
const META_TEXT_CHARS_MAX: usize = 2_000;
/// The notification's own token, which `custom` repeats. It is not needed, and it may grant access to something.
const CUSTOM_TOKEN: &str = "token";

/// The service's record of a funding request. A missing field, a null and an unreadable field are all none; unreadable
/// fields are stored in `extra`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FundingRecord {
    pub id: Option<String>,
    /// An exact decimal in plain digits.
    pub amount: Option<String>,
    pub status: Option<FundingStatus>,
    /// The only observed value is `wallet-fund`.
    pub system_type: Option<String>,
    pub reference: Option<String>,
    pub processor_message: Option<String>,
    pub processor_code: Option<String>,
    pub processor_reference: Option<String>,
    /// JSON text if the value is neither text nor number; the same applies to the next five fields.
    pub linking_reference: Option<String>,
    pub disburse_order_id: Option<String>,
    pub ipr: Option<String>,
    pub iprc: Option<String>,
    pub r1: Option<String>,
    pub r2: Option<String>,
    pub meta: FundingMeta,
    pub created_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
    pub beneficiary: Beneficiary,
    pub wallet_charged: Option<bool>,
    pub refund: Option<bool>,
    /// Can become true after `completed`.
    pub reversed: Option<bool>,
    /// JSON text of the unknown fields, at most [`EXTRA_BYTES_MAX`].
    pub extra: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FundingStatus {
    Started,
    Pending,
    Completed,
    Failed,
    Other(String),
}

/// `meta`, an object or the JSON text of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FundingMeta {
    /// The fields of the funding notification, in their order; JSON text if a value is not text.
    pub custom: Vec<(String, String)>,
    /// The wallet's balance after the funding; an exact decimal in plain digits.
    pub balance: Option<String>,
    /// The beginning of a `meta` that is no object.
    pub text: Option<String>,
    pub extra: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Beneficiary {
    pub account_number: Option<String>,
    pub bank_code: Option<String>,
}

/// Parses the `data` of a response. Returns none if it is no object, or has neither status nor reference.
pub(crate) fn funding_record(data: &Json) -> Option<FundingRecord> {
    let mut fields = Fields::of(data.as_object()?);
    let mut any = |name: &str| fields.take(named(name), any_text);
    let [linking_reference, disburse_order_id, ipr, iprc, r1, r2] =
        ["linkingReference", "disburseOrderId", "ipr", "iprc", "r1", "r2"].map(&mut any);
    let mut processor = |end: &str| fields.take(of_processor(end), text);
    let [processor_message, processor_code, processor_reference] =
        ["ResponseMessage", "ResponseCode", "Reference"].map(&mut processor);
    let record = FundingRecord {
        linking_reference,
        disburse_order_id,
        ipr,
        iprc,
        r1,
        r2,
        processor_message,
        processor_code,
        processor_reference,
        id: fields.text("id"),
        amount: fields.figure("amount"),
        status: fields.text("status").map(status),
        system_type: fields.text("system_type"),
        reference: fields.text("ref"),
        meta: fields.take(named("meta"), funding_meta).unwrap_or_default(),
        created_at: fields.take(named("createdAt"), instant),
        updated_at: fields.take(named("updatedAt"), instant),
        beneficiary: fields.take(named("beneficiary"), beneficiary).unwrap_or_default(),
        wallet_charged: fields.take(named("walletCharged"), flag),
        refund: fields.take(named("refund"), flag),
        reversed: fields.take(named("reversed"), flag),
        extra: json_text(&fields.rest(&mut EXTRA_BYTES_MAX.clone())),
    };
    (record.status.is_some() || record.reference.is_some()).then_some(record)
}

/// Matches `providerResponseCode` and similar names: a vendor's name before the ending, but never names that belong to
/// `ref`.
pub(crate) fn of_processor(end: &str) -> impl Fn(&str) -> bool + '_ {
    move |name| super::fields::ending(end)(name) && name.len() > end.len() && !named("linkingReference")(name)
}

/// Returns a text, the digits of a number, or JSON for any other value. Returns none for null and for empty values.
fn any_text(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::Text(_) | Json::Number(_) => text(value),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => serde_json::to_string(value).ok(),
    }
}

fn status(word: String) -> FundingStatus {
    match word.to_ascii_lowercase().as_str() {
        "started" => FundingStatus::Started,
        "pending" => FundingStatus::Pending,
        "completed" => FundingStatus::Completed,
        "failed" => FundingStatus::Failed,
        _ => FundingStatus::Other(word),
    }
}

fn beneficiary(value: &Json) -> Option<Beneficiary> {
    let mut fields = Fields::of(value.as_object()?);
    Some(Beneficiary { account_number: fields.text("accountNumber"), bank_code: fields.text("bankCode") })
}

fn funding_meta(value: &Json) -> Option<FundingMeta> {
    let Some(object) = object_of(value) else {
        let text = any_text(value)?.chars().take(META_TEXT_CHARS_MAX).collect();
        return Some(FundingMeta { text: Some(text), ..FundingMeta::default() });
    };
    let mut fields = Fields::of(&object);
    Some(FundingMeta {
        balance: fields.figure("balance"),
        custom: fields
            .take(named("custom"), |custom| object_of(custom).map(notification))
            .unwrap_or_default(),
        text: None,
        extra: json_text(&fields.rest(&mut EXTRA_BYTES_MAX.clone())),
    })
}

fn notification(custom: Object) -> Vec<(String, String)> {
    let shown = custom.0.into_iter().filter_map(|(name, value)| {
        let text = if named(CUSTOM_TOKEN)(&name) { REMOVED.to_owned() } else { any_text(&value)? };
        Some((name, text))
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::SecretString;
    use serde_json::json;

    use super::*;
    use crate::{decode::any::any_json, http::redactor::Redactor};

    const SAMPLE: &str = r#"{
        "id": 4017, "amount": 12345678901234567.89, "status": "completed", "system_type": "wallet-fund",
        "ref": "FUND-1", "providerResponseMessage": "Approved", "providerResponseCode": "00",
        "providerReference": "P-9", "linkingReference": null, "disburseOrderId": 12, "ipr": null, "iprc": [1, 2],
        "r1": {"a": 0.10}, "r2": "x",
        "meta": {"custom": {"token": "canary", "orderId": "7", "amount": "500", "fee": 0.1, "none": null, "narration": "Top up"},
                 "balance": 0.1, "more": true},
        "createdAt": "2024-05-20T21:03:42.123Z", "updatedAt": "2024-05-20T21:04:00+01:00",
        "beneficiary": {"accountNumber": "0690000031", "bankCode": null},
        "walletCharged": true, "refund": false, "reversed": 0, "unknown": {"n": 1.10}
    }"#;

    fn read(text: &str) -> Option<FundingRecord> {
        funding_record(&Json::read(text.as_bytes()).expect("JSON"))
    }

    #[test]
    fn every_field_is_read_and_no_digit_lost() {
        let some = |text: &str| Some(text.to_owned());
        let pairs = [
            ("token", "[removed]"),
            ("orderId", "7"),
            ("amount", "500"),
            ("fee", "0.1"),
            ("narration", "Top up"),
        ];
        let expected = FundingRecord {
            id: some("4017"),
            amount: some("12345678901234567.89"),
            status: Some(FundingStatus::Completed),
            system_type: some("wallet-fund"),
            reference: some("FUND-1"),
            processor_message: some("Approved"),
            processor_code: some("00"),
            processor_reference: some("P-9"),
            linking_reference: None,
            disburse_order_id: some("12"),
            ipr: None,
            iprc: some("[1,2]"),
            r1: some(r#"{"a":0.10}"#),
            r2: some("x"),
            meta: FundingMeta {
                custom: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
                balance: some("0.1"),
                text: None,
                extra: some(r#"{"more":true}"#),
            },
            created_at: Some("2024-05-20T21:03:42.123Z".parse().expect("a time")),
            updated_at: Some("2024-05-20T20:04:00Z".parse().expect("a time")),
            beneficiary: Beneficiary { account_number: some("0690000031"), bank_code: None },
            wallet_charged: Some(true),
            refund: Some(false),
            reversed: Some(false),
            extra: some(r#"{"unknown":{"n":1.10}}"#),
        };
        let record = read(SAMPLE).expect("a record");
        assert_eq!(record, expected);
        let kept = serde_json::to_string(&record).expect("JSON");
        assert_eq!(serde_json::from_str::<FundingRecord>(&kept).expect("the same"), expected);
    }

    #[test]
    fn fields_in_other_types_are_read_as_well() {
        let record = read(
            r#"{"id":"4017","amount":"0.1","status":"Reviewing","ref":123,"reversed":"true","flutterResponseCode":0,
                "createdAt":"yesterday","walletCharged":"maybe","beneficiary":null}"#,
        )
        .expect("a record");
        assert_eq!((record.id.as_deref(), record.amount.as_deref()), (Some("4017"), Some("0.1")));
        assert_eq!(record.status, Some(FundingStatus::Other("Reviewing".to_owned())));
        assert_eq!((record.reference.as_deref(), record.reversed), (Some("123"), Some(true)));
        assert_eq!((record.processor_code.as_deref(), record.created_at), (Some("0"), None));
        assert_eq!(record.extra.as_deref(), Some(r#"{"createdAt":"yesterday","walletCharged":"maybe"}"#));
        for (word, expected) in [
            ("started", FundingStatus::Started),
            ("PENDING", FundingStatus::Pending),
            ("Failed", FundingStatus::Failed),
        ] {
            let record = read(&json!({ "status": word }).to_string()).expect("a record");
            assert_eq!(record.status, Some(expected));
        }
    }

    #[test]
    fn meta_is_an_object_or_a_text_of_one_or_broken() {
        let meta = |meta: serde_json::Value| {
            read(&json!({"ref": "R", "meta": meta}).to_string()).expect("a record").meta
        };
        let custom = vec![("b".to_owned(), "1".to_owned()), ("a".to_owned(), "2".to_owned())];
        let read = meta(json!(r#"{"balance": 12345678901234567.89, "custom": {"b": "1", "a": 2}}"#));
        assert_eq!((read.balance.as_deref(), &read.custom), (Some("12345678901234567.89"), &custom));
        let read = meta(json!(r#"{"custom": "{\"b\": \"1\", \"a\": 2}"}"#));
        assert_eq!(read.custom, custom);
        let read = meta(json!(r#"{"custom": "#));
        assert_eq!(read.text.as_deref(), Some(r#"{"custom":"#));
        let read = meta(json!({"custom": "plain"}));
        assert_eq!((read.custom.len(), read.extra.as_deref()), (0, Some(r#"{"custom":"plain"}"#)));
        assert_eq!(meta(json!(null)), FundingMeta::default());
    }

    #[test]
    fn a_secret_in_a_meta_text_leaves_the_rest_of_it() {
        let token = SecretString::from("canary");
        let meta = r#"{"balance":0.10,"custom":{"currency":"NGN","echo":"canary"}}"#;
        let data = Json::from(json!({"ref": "R", "meta": meta}));
        let meta = funding_record(&Redactor::new([&token]).json(&data)).expect("a record").meta;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(meta.balance.as_deref(), Some("0.10"));
        assert_eq!(meta.custom, [pair("currency", "NGN"), pair("echo", REMOVED)]);
    }

    #[test]
    fn what_is_no_record_is_none() {
        for text in ["null", "\"Not found\"", "{}", "[]", r#"{"amount":5}"#, "7"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_read(data in any_json()) {
            if let Some(record) = funding_record(&data) {
                let kept = serde_json::to_string(&record).expect("JSON");
                prop_assert_eq!(serde_json::from_str::<FundingRecord>(&kept).expect("the same"), record);
            }
        }

        #[test]
        fn no_digit_is_lost(whole in "[1-9][0-9]{0,24}", fraction in "[0-9]{1,20}") {
            let amount = format!("{whole}.{fraction}");
            let record = read(&format!(r#"{{"ref":"R","amount":{amount},"meta":{{"balance":{amount}}}}}"#));
            let record = record.expect("a record");
            prop_assert_eq!(record.amount.as_ref(), Some(&amount));
            prop_assert_eq!(record.meta.balance, Some(amount));
        }
    }
}
