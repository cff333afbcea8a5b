//! Entry points for fuzzing the decoders: bytes in, and assertions about the result. Behind the `fuzzing` feature, for
//! `fuzz/` only; not a part of this crate's interface.

#![allow(clippy::panic, clippy::missing_panics_doc, reason = "a panic is how a fuzzer is told")]

use paysheet_domain::Report;
use secrecy::SecretString;
use zeroize::Zeroizing;

use crate::{
    BODY_EXCERPT_BYTES_MAX, ChargeCode, ChargeOutcome, EXTRA_BYTES_MAX, SubmissionBody, SubmitOutcome,
    calls::{
        callback::{self, Received},
        token,
    },
    card,
    decode::{branches, envelope::Envelope, funding, json::Json, listing, resolution},
    http::{
        evidence::Evidence,
        outcome,
        redactor::Redactor,
        transport::{Answer, RetryAfter},
    },
    next_step,
};

const TOKEN: &str = "canary-token";
const LOCK: &str = "canary \"lock\"";
const CARD: &str = "4242424242424242";

/// Splits the data: the first line is the HTTP status if it is a number; the rest, or all of it, is the body.
fn answer(data: &[u8]) -> Answer {
    let split = data.iter().position(|b| *b == b'\n').and_then(|end| data.split_at_checked(end + 1));
    let status = split.and_then(|(line, body)| Some((str::from_utf8(line).ok()?.trim().parse().ok()?, body)));
    let (http_status, body) = status.unwrap_or((200, data));
    Answer { http_status, retry_after: RetryAfter::Unsaid, body: Zeroizing::new(body.to_vec()) }
}

fn data_of(bytes: &[u8]) -> Json {
    Envelope::read(bytes).data
}

fn check_evidence(evidence: &Evidence, shown: &str, secrets: &[&str]) {
    let excerpt = evidence.body_excerpt.as_deref().unwrap_or_default();
    assert!(excerpt.len() <= BODY_EXCERPT_BYTES_MAX);
    // Its JSON text is not checked: an escape such as `\u001c` before `anary` would look like a canary.
    for secret in secrets {
        assert!(!shown.contains(secret) && !excerpt.contains(secret), "{secret} is shown");
    }
}

/// Fuzzes the response to a submission.
pub fn submission(bytes: &[u8]) {
    let secrets = [TOKEN, LOCK].map(SecretString::from);
    let answer = answer(bytes);
    let http_status = answer.http_status;
    let outcome = outcome::classify(Ok(answer), &Redactor::new(&secrets));
    match &outcome {
        SubmitOutcome::Accepted { batch_id, .. } => {
            assert!((200..300).contains(&http_status) && batch_id.bytes().all(|b| b.is_ascii_digit()));
        }
        SubmitOutcome::NotAccepted { .. } => {
            assert!((200..300).contains(&http_status) || (400..=429).contains(&http_status));
            assert!(![402, 408, 409].contains(&http_status));
        }
        SubmitOutcome::Unknown { .. } => {}
        SubmitOutcome::NotSent { .. } => panic!("an answer came"),
    }
    check_evidence(
        outcome.evidence(),
        &format!("{outcome:?}"),
        &["canary-token", "canary \"lock\"", r#"canary \"lock\""#],
    );
}

/// Fuzzes a list of banks.
pub fn banks(bytes: &[u8]) {
    for entry in listing::listed(&data_of(bytes), &listing::BANKS).unwrap_or_default() {
        assert!(!entry.code.is_empty() && !entry.name.is_empty());
    }
}

/// Fuzzes a list of branches.
pub fn branches(bytes: &[u8]) {
    for branch in branches::branches(&data_of(bytes)).unwrap_or_default() {
        assert!(!branch.code.is_empty() && !branch.name.is_empty());
    }
}

/// Fuzzes the holder of an account.
pub fn resolve(bytes: &[u8]) {
    assert!(resolution::holder(&data_of(bytes)).is_none_or(|holder| !holder.is_empty()));
}

/// Fuzzes the response to a charge.
pub fn charge(bytes: &[u8]) {
    let [token, number, cvv, pin] = [TOKEN, CARD, "739", "8264"].map(SecretString::from);
    let redactor = Redactor::new([&token]).with_card(&number).with_codes([&cvv, &pin]);
    charged(bytes, &redactor, &[TOKEN, CARD]);
}

/// Fuzzes the response to the validation of a charge.
pub fn verify(bytes: &[u8]) {
    let [token, otp] = [TOKEN, "canary-otp"].map(SecretString::from);
    charged(bytes, &Redactor::new([&token, &otp]), &[TOKEN, "canary-otp"]);
}

fn charged(bytes: &[u8], redactor: &Redactor<'_>, secrets: &[&str]) {
    let answer = answer(bytes);
    let http_status = answer.http_status;
    let outcome = card::classify(Ok(answer), redactor);
    check_evidence(outcome.evidence(), &format!("{outcome:?}"), secrets);
    match outcome {
        ChargeOutcome::Answered { answer, .. } => {
            let _ = next_step(&answer);
            assert!(answer.code != ChargeCode::Success || (200..300).contains(&http_status));
            // Names, quotes and the sources' own names are added to the counted bytes.
            assert!(answer.extra.is_none_or(|extra| extra.len() <= EXTRA_BYTES_MAX * 4));
        }
        ChargeOutcome::NotSent { .. } => panic!("an answer came"),
        ChargeOutcome::NotAccepted { .. } | ChargeOutcome::Unknown { .. } => {}
    }
}

/// Fuzzes a funding record.
pub fn funding(bytes: &[u8]) {
    if let Some(record) = funding::funding_record(&data_of(bytes)) {
        let kept = serde_json::to_string(&record).unwrap_or_default();
        assert_eq!(serde_json::from_str::<crate::FundingRecord>(&kept).ok(), Some(record));
    }
}

/// Fuzzes a callback: the first line is its content type, the second its query, the rest its body.
pub fn callback(bytes: &[u8]) {
    let mut lines = bytes.splitn(3, |b| *b == b'\n');
    let mut line = || str::from_utf8(lines.next().unwrap_or_default()).ok();
    let (content_type, query) = (line(), line());
    let body = lines.next().unwrap_or_default();
    for report in callback::read_all(&Received { content_type, query, body }).into_iter().flatten() {
        assert!(!report.reference.is_empty());
        assert!(report.report != Report::Successful || report.code == "00");
    }
}

/// Fuzzes a token, and the claims of one.
pub fn expiry(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let _ = token::expiry(&SecretString::from(text));
    let claims = data_encoding::BASE64URL_NOPAD.encode(bytes);
    if let Some(expires_at) = token::expiry(&SecretString::from(format!("e30.{claims}.e30"))) {
        assert!((1_000_000_000..=9_999_999_999).contains(&expires_at.as_second()));
    }
}

/// Fuzzes a body as the ledger stored it.
pub fn stored_body(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(body) = SubmissionBody::from_stored(text.to_owned()) else { return };
    assert_eq!(body.text(), text);
    // Fields that are never read may be nested more deeply than the parser supports.
    let Some(read) = Json::read(bytes) else { return };
    let sent = body.with_lock(&SecretString::from(LOCK));
    let Some(Json::Object(mut sent)) = Json::read(&sent) else { panic!("what is sent is no object") };
    assert_eq!(sent.remove("lock"), Some(Json::Text(LOCK.to_owned())));
    assert_eq!(Json::Object(sent), read);
}
