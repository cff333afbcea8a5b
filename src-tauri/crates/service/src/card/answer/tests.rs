//! Tests charges in every observed shape, and in arbitrary ones.

use proptest::prelude::*;
use secrecy::SecretString;
use serde_json::{Value, json};

use super::*;
use crate::decode::any::any_json;

fn read(data: Value) -> Option<ChargeAnswer> {
    charge(&data.into(), &Redactor::new([]))
}

fn code_of(data: Value) -> ChargeCode {
    read(data).expect("a charge").code
}

#[test]
fn the_shape_seen_is_read_whole() {
    let answer = read(json!({
        "transfer": {
            "id": 21122, "status": "started", "amountToSend": 1000, "amountToCharge": 1030.50, "chargedFee": "30.50",
            "flutterChargeResponseCode": "02", "flutterChargeResponseMessage": "Please enter the OTP sent to 0803***",
            "flutterChargeReference": "FLW-1", "ref": "REF-1", "linkingReference": "L", "meta": {}, "ip": null, "new": [1]
        },
        "authurl": null, "responsehtml": null, "pendingValidation": true, "chargeMethod": "OTP"
    }))
    .expect("a charge");
    let expected = ChargeAnswer {
        code: ChargeCode::PendingValidation,
        message: Some("Please enter the OTP sent to 0803***".to_owned()),
        method: Some(ChargeMethod::Otp),
        auth_url: None,
        response_html: None,
        pending_validation: Some(true),
        references: vec!["FLW-1".to_owned(), "REF-1".to_owned()],
        id: Some("21122".to_owned()),
        status: Some("started".to_owned()),
        amount_to_send: Some("1000".to_owned()),
        amount_to_charge: Some("1030.5".to_owned()),
        charged_fee: Some("30.50".to_owned()),
        extra: Some(r#"{"transfer":{"linkingReference":"L","new":[1]}}"#.to_owned()),
    };
    assert_eq!(answer, expected);
}

#[test]
fn fields_are_found_wherever_they_stand() {
    let fields = json!({
        "providerChargeResponseCode": "02", "chargeMethod": "VBVSECURECODE", "authurl": "https://bank.example.com/3ds",
        "providerChargeReference": "P-1", "pendingValidation": "true"
    });
    for data in [
        fields.clone(),
        json!({"transfer": fields}),
        json!({"transfer": {"meta": fields}}),
        json!({"transfer": {"meta": fields.to_string()}}),
        json!({"meta": fields}),
        json!({"meta": fields.to_string(), "transfer": {"meta": "{broken"}}),
    ] {
        let answer = read(data.clone()).unwrap_or_else(|| panic!("{data}"));
        assert_eq!(answer.code, ChargeCode::PendingValidation, "{data}");
        assert_eq!(answer.method, Some(ChargeMethod::VbvSecureCode), "{data}");
        assert_eq!(
            answer.auth_url.as_ref().map(ChallengeContent::as_str),
            Some("https://bank.example.com/3ds"),
            "{data}"
        );
        assert_eq!(
            (answer.references, answer.pending_validation),
            (vec!["P-1".to_owned()], Some(true)),
            "{data}"
        );
    }
    let broken = read(json!({"ref": "R", "meta": "{broken"})).expect("a charge");
    assert_eq!(broken.extra.as_deref(), Some(r#"{"data":{"meta":"{broken"}}"#));
}

#[test]
fn codes_have_their_classes() {
    use DeclineReason as Reason;
    let declined = ChargeCode::Declined;
    let unclear = |code: &str| ChargeCode::Unclear(Some(code.to_owned()));
    for (code, expected) in [
        (json!("00"), ChargeCode::Success),
        (json!("0"), ChargeCode::Success),
        (json!(0), ChargeCode::Success),
        (json!(" 02 "), ChargeCode::PendingValidation),
        (json!(2), ChargeCode::PendingValidation),
        (json!("RR-51"), declined(Reason::InsufficientFunds)),
        (json!("RR-14"), declined(Reason::InvalidCard)),
        (json!("RR-55"), declined(Reason::WrongPin)),
        (json!("rr-e42"), declined(Reason::Expiry)),
        (json!("RR-7"), declined(Reason::SecurityCode)),
        (json!("RR-57"), declined(Reason::NotPermitted)),
        (json!("RR-X04"), declined(Reason::AmountTooLow)),
        (json!("RR"), declined(Reason::Unsaid)),
        (json!("RR-99"), declined(Reason::Other("RR-99".to_owned()))),
        // Already validated, or the network failed on the way to the bank: the card may have been charged.
        (json!("RR-V"), unclear("RR-V")),
        (json!("RR-91"), unclear("RR-91")),
        (json!("RR-E18"), unclear("RR-E18")),
        (json!(" rr-e19 "), unclear("rr-e19")),
        // As a text it means "declined" in one public table.
        (json!("2"), unclear("2")),
        // Unknown code, therefore neither paid nor declined.
        (json!("000"), unclear("000")),
        (json!("01"), unclear("01")),
        (json!("S20"), unclear("S20")),
        (json!(-1), unclear("-1")),
    ] {
        assert_eq!(code_of(json!({"ref": "R", "xChargeResponseCode": code})), expected, "{code}");
    }
    assert_eq!(code_of(json!({"ref": "R", "xChargeResponseCode": null})), ChargeCode::Unclear(None));
    assert_eq!(code_of(json!({"ref": "R", "responseCode": "00"})), ChargeCode::Unclear(None));
    let both = |one: &str, other: &str| {
        code_of(json!({"xChargeResponseCode": one, "transfer": {"yChargeResponseCode": other}}))
    };
    assert_eq!(both("00", "0"), ChargeCode::Success);
    assert_eq!(both("00", "02"), unclear("00, 02"));
}

#[test]
fn a_meta_keeps_what_was_said_before() {
    let (success, pending) = (ChargeCode::Success, ChargeCode::PendingValidation);
    let unclear = |codes: &str| ChargeCode::Unclear(Some(codes.to_owned()));
    let (code, said) = ("xChargeResponseCode", |code: &str| json!({"xChargeResponseCode": code}));
    for (data, expected) in [
        // A charge: its transfer is in `data`.
        (json!({"transfer": {code: "00", "meta": said("02")}}), success.clone()),
        (json!({"transfer": {code: "00", "meta": said("02").to_string()}}), success.clone()),
        (json!({"transfer": {code: "00"}, "meta": said("02")}), success.clone()),
        (json!({code: "00", "transfer": {"meta": said("02")}, "meta": said("RR")}), success.clone()),
        (json!({code: "00", "transfer": {code: "0", "meta": said("02")}}), success.clone()),
        (json!({"transfer": {code: "02", "meta": said("00")}}), pending.clone()),
        (json!({"transfer": {code: "RR", "meta": said("00")}}), ChargeCode::Declined(DeclineReason::Unsaid)),
        // A validation: its `data` is the transfer.
        (json!({code: "00", "meta": said("02")}), success.clone()),
        (json!({code: "00", "meta": said("02").to_string()}), success.clone()),
        (json!({code: "02", "meta": said("00")}), pending.clone()),
        // Only a `meta` has a code.
        (json!({"transfer": {"ref": "R", "meta": said("02")}}), pending.clone()),
        (json!({"ref": "R", code: null, "meta": said("00")}), success.clone()),
        (json!({"transfer": {"meta": said("02")}, "meta": said("00")}), unclear("02, 00")),
        // Two different codes outside of `meta`.
        (json!({code: "02", "transfer": {code: "00", "meta": said("00")}}), unclear("02, 00")),
        (json!({"aChargeResponseCode": "00", "bChargeResponseCode": "02"}), unclear("02, 00")),
        (json!({code: "??", "meta": said("00")}), unclear("??")),
    ] {
        assert_eq!(code_of(data.clone()), expected, "{data}");
    }
    let answer = read(json!({code: "00", "meta": said("02")})).expect("a charge");
    assert!(answer.extra.is_some_and(|extra| extra.contains("02")), "what was not asked is kept");
}

#[test]
fn what_is_no_charge_is_none() {
    for data in
        [json!(null), json!("Declined"), json!({}), json!({"transfer": {}}), json!([{"ref": "R"}]), json!(7)]
    {
        assert_eq!(read(data.clone()), None, "{data}");
    }
}

#[test]
fn pages_beyond_the_limit_are_none_and_pages_are_not_shown() {
    let answer = read(json!({
        "ref": "R", "authurl": "u".repeat(AUTH_URL_BYTES_MAX + 1), "responsehtml": "<p>canary</p>"
    }))
    .expect("a charge");
    assert_eq!(answer.auth_url, None);
    assert_eq!(answer.response_html.as_ref().map(ChallengeContent::as_str), Some("<p>canary</p>"));
    let kept = serde_json::to_string(&answer).expect("JSON");
    assert!(!format!("{answer:?}{kept}").contains("canary"), "{answer:?}");
    let large =
        read(json!({"ref": "R", "responsehtml": "h".repeat(RESPONSE_HTML_BYTES_MAX + 1)})).expect("a charge");
    assert_eq!((large.response_html, large.extra), (None, None));
    let large = read(json!({"ref": "R", "x": "x".repeat(EXTRA_BYTES_MAX), "y": "kept"})).expect("a charge");
    assert_eq!(large.extra.as_deref(), Some(r#"{"data":{"y":"kept"}}"#));
}

#[test]
fn secrets_sent_back_are_gone_and_amounts_stay() {
    let [card, cvv, pin] = ["4242424242424242", "123", "1030"].map(SecretString::from);
    let redactor = Redactor::new([]).with_card(&card).with_codes([&cvv, &pin]);
    let echoed = json!({"card_no": "4242424242424242", "cvv": 123, "pin": "1030"});
    let answer = charge(
        &json!({
            "ref": "4242 4242 4242 4242", "amountToCharge": 1030, "amountToSend": "4242424242424242", "echo": echoed,
            "chargeMethod": "4242424242424242", "status": "1030", "xChargeResponseMessage": "CVV 123?",
            "meta": echoed.to_string(), "4242424242424242": true
        })
        .into(),
        &redactor,
    )
    .expect("a charge");
    assert_eq!((answer.amount_to_charge.as_deref(), answer.amount_to_send.clone()), (Some("1030"), None));
    let shown = format!("{:?}", ChargeAnswer { amount_to_charge: None, ..answer });
    for secret in ["4242", "123", "1030"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

proptest! {
    #[test]
    fn any_answer_is_read_without_a_panic_and_within_bounds(data in any_json()) {
        if let Some(answer) = charge(&data, &Redactor::new([])) {
            prop_assert!(answer.references.len() <= REFERENCES_MAX);
            prop_assert!(answer.references.iter().all(|reference| !reference.is_empty()));
            for figure in [answer.amount_to_send, answer.amount_to_charge, answer.charged_fee].into_iter().flatten() {
                prop_assert!(figure.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-'));
            }
            if let Some(extra) = answer.extra {
                prop_assert!(Json::read(extra.as_bytes()).is_some());
            }
        }
    }

    #[test]
    fn no_digit_of_an_amount_is_lost(whole in "[1-9][0-9]{0,24}", fraction in "[0-9]{1,20}") {
        let amount = format!("{whole}.{fraction}");
        let data = Json::read(format!(r#"{{"ref":"R","amountToSend":{amount}}}"#).as_bytes()).expect("JSON");
        let answer = charge(&data, &Redactor::new([])).expect("a charge");
        prop_assert_eq!(answer.amount_to_send, Some(amount));
    }
}

#[test]
fn a_decline_is_known_by_the_code_it_came_with() {
    for code in ["RR-51", "RR-14", "RR-55", "RR-E42", "RR-7", "RR-57", "RR-X04", "RR", "RR-Z9"] {
        let ChargeCode::Declined(reason) = charge_code(code) else { panic!("{code}") };
        assert_eq!(reason.code(), code);
    }
}
