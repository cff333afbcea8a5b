//! Parses the account holder's name that the service returns.

use super::{json::Json, text, text_at};

const HOLDER_KEYS: [&str; 3] = ["account_name", "accountName", "name"];

/// The result of resolving an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The holder's name as the bank writes it.
    Holder(String),
    /// The service refused the account; with the service's own message, if it sent one.
    NotFound { message: Option<String> },
    /// The service does not name the holders of this bank or country.
    NotAvailable,
}

/// Returns the holder's name: in an object or as a plain value, at most one level below.
pub(crate) fn holder(data: &Json) -> Option<String> {
    let object = match data {
        Json::Object(object) => object,
        Json::Text(_) => return text(data),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => return None,
    };
    text_at(object, &HOLDER_KEYS).or_else(|| text_at(object.get("data")?.as_object()?, &HOLDER_KEYS))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn holders() {
        for (data, expected) in [
            (json!({"account_name": "ADA OBI"}), Some("ADA OBI")),
            (json!({"accountName": " ADA OBI "}), Some("ADA OBI")),
            (json!({"name": "ADA OBI", "more": [1, null]}), Some("ADA OBI")),
            (json!({"account_name": null, "name": "ADA OBI"}), Some("ADA OBI")),
            (json!({"data": {"account_name": "ADA OBI"}}), Some("ADA OBI")),
            (json!("ADA OBI"), Some("ADA OBI")),
            (json!({"account_name": ""}), None),
            (json!({"account_name": null}), None),
            (json!(["ADA OBI"]), None),
            (json!(12), None),
            (json!(null), None),
        ] {
            assert_eq!(holder(&data.clone().into()).as_deref(), expected, "{data}");
        }
    }
}
