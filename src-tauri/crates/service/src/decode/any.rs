//! Arbitrary responses for property tests: JSON of any shape with the member names that decoders search for, so that
//! every branch is reached.

use proptest::prelude::*;

use super::json::{Json, Object};

const NAMES: &[&str] = &[
    "status",
    "message",
    "code",
    "data",
    "Data",
    "error",
    "banks",
    "branches",
    "id",
    "name",
    "BranchCode",
    "BankName",
    "044",
    "",
    "account_name",
    "batchId",
    "transfer",
    "meta",
    "custom",
    "balance",
    "authurl",
    "responsehtml",
    "chargeMethod",
    "pendingValidation",
    "providerChargeResponseCode",
    "flutterChargeResponseMessage",
    "providerChargeReference",
    "providerResponseCode",
    "providerReference",
    "ref",
    "amount",
    "amountToSend",
    "amountToCharge",
    "chargedFee",
    "system_type",
    "linkingReference",
    "beneficiary",
    "accountNumber",
    "walletCharged",
    "reversed",
    "refund",
    "createdAt",
    "responsecode",
    "responsemessage",
    "token",
    "r1",
];
const TEXTS: &[&str] = &[
    "success",
    "error",
    "00",
    "02",
    "0",
    "RR-51",
    "VBV",
    "OTP",
    "completed",
    "12345678901234567.89",
    "0.1",
    "1e9",
    "2024-05-20T21:03:42.000Z",
    "true",
    r#"{"balance":0.1,"custom":{"a":"b"}}"#,
    r#"{"custom":"#,
    "https://bank.example.com/3ds",
];

/// Generates a number of any size that JSON allows.
pub(crate) fn any_number() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?"
}

pub(crate) fn any_json() -> impl Strategy<Value = Json> {
    let name = prop_oneof![prop::sample::select(NAMES).prop_map(str::to_owned), ".{0,6}"];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any_number().prop_map(Json::Number),
        prop::sample::select(TEXTS).prop_map(|text| Json::Text(text.to_owned())),
        ".{0,12}".prop_map(Json::Text),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            3 => prop::collection::vec((name.clone(), inner), 0..10)
                .prop_map(|members| Json::Object(Object(members))),
        ]
    })
}
