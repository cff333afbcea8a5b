//! The response to a submission. Only its batch id counts.

use paysheet_domain::checks::comparable;

use super::{fields::figure, json::Json};

/// Longest batch id that is accepted; observed ids have three to six digits.
const BATCH_ID_DIGITS_MAX: usize = 32;

/// The name of a batch id, however it is spelled.
const BATCH_ID: &str = "batchid";

/// Returns the `batchId`, a whole number or its digits as text; without a fraction of zeros. Returns none for any other value, and if
/// the answer has two of them.
pub(crate) fn batch_id(data: &Json) -> Option<String> {
    let members = &data.as_object()?.0;
    let mut ids = members.iter().filter(|(name, value)| name == "batchId" && *value != Json::Null);
    let first = id(&ids.next()?.1)?;
    let is_same = |value: &Json| id(value).is_some_and(|id| bare(&id) == bare(&first));
    ids.all(|(_, value)| is_same(value)).then_some(first)
}

fn id(value: &Json) -> Option<String> {
    let written = super::text(value)?;
    let is_plain = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if is_plain(&written) {
        return (written.len() <= BATCH_ID_DIGITS_MAX).then_some(written);
    }
    let figure = figure(value)?;
    let whole = figure
        .split_once('.')
        .map_or(figure.as_str(), |(whole, rest)| if rest.bytes().all(|b| b == b'0') { whole } else { "" });
    (is_plain(whole) && whole.len() <= BATCH_ID_DIGITS_MAX).then(|| whole.to_owned())
}

fn bare(id: &str) -> &str {
    id.trim_start_matches('0')
}

/// Returns whether an answer holds anything under the name of a batch id, wherever it stands.
pub(crate) fn mentions_batch_id(answer: &Json) -> bool {
    match answer {
        Json::Object(object) => object.0.iter().any(|(name, value)| {
            let is_id = comparable(name).replace(' ', "") == BATCH_ID;
            is_id && !is_nothing(value) || mentions_batch_id(value)
        }),
        Json::Array(items) => items.iter().any(mentions_batch_id),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => false,
    }
}

fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Number(text) | Json::Text(text) => bare(text.trim()).is_empty(),
        Json::Bool(true) | Json::Array(_) | Json::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn batch_ids() {
        for (data, expected) in [
            (json!({"batchId": 256, "message": "Disbursement queued for processing."}), Some("256")),
            (json!({"batchId": "0256"}), Some("0256")),
            (json!({"batchId": " 256 ", "extra": {"a": [1]}}), Some("256")),
            (json!({"batchId": 18_446_744_073_709_551_615_u64}), Some("18446744073709551615")),
            (json!({"batchId": -1}), None),
            (json!({"batchId": "7.0"}), Some("7")),
            (json!({"batchId": 7.00}), Some("7")),
            (json!({"batchId": "07"}), Some("07")),
            (json!({"batchId": 25.6}), None),
            (json!({"batchId": 1e300}), None),
            (json!({"batchId": "abc"}), None),
            (json!({"batchId": ""}), None),
            (json!({"batchId": "9".repeat(33)}), None),
            (json!({"batchId": null}), None),
            (json!({"batchId": [256]}), None),
            (json!({"message": "queued"}), None),
            (json!(256), None),
            (json!(null), None),
        ] {
            assert_eq!(batch_id(&data.clone().into()).as_deref(), expected, "{data}");
        }
    }

    #[test]
    fn two_batch_ids_are_none_and_one_written_twice_is_one() {
        for (data, expected) in [
            (r#"{"batchId":7,"batchId":8}"#, None),
            (r#"{"batchId":7,"batchId":"x"}"#, None),
            (r#"{"batchId":7,"batchId":"07"}"#, Some("7")),
            (r#"{"batchId":7.0,"batchId":null}"#, Some("7")),
        ] {
            let data = Json::read(data.as_bytes()).expect("JSON");
            assert_eq!(batch_id(&data).as_deref(), expected, "{data:?}");
        }
    }
}
