//! The response to a submission. Only its batch id counts.

use super::{json::Json, text};

/// Longest batch id that is accepted; observed ids have three to six digits.
const BATCH_ID_DIGITS_MAX: usize = 32;

/// Returns the `batchId`, an integer or its digits as text. Returns none for any other value.
pub(crate) fn batch_id(data: &Json) -> Option<String> {
    let digits = text(data.as_object()?.get("batchId")?)?;
    let numeric = digits.bytes().all(|b| b.is_ascii_digit());
    (numeric && digits.len() <= BATCH_ID_DIGITS_MAX).then_some(digits)
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
}
