//! Finds the bank's page, as an address or as the page itself: whoever has it can act on it, so it is used and not
//! stored. It is found in two ways: by the fields that contain it, also in an incomplete response; and, if a response can
//! be parsed, by the values of these fields, wherever else they are.

use secrecy::SecretString;
use zeroize::Zeroizing;

use crate::decode::{
    fields::named,
    json::{Json, Object},
};

/// The fields that contain a page (interface, "Charge card").
pub(crate) const PAGE_FIELDS: [&str; 2] = ["authurl", "responsehtml"];
/// Shortest text that is searched elsewhere, an address with its scheme. No address is shorter, and a shorter text
/// occurs in many words.
const PAGE_BYTES_MIN: usize = 8;
/// Most pages of one response that are searched elsewhere; a charge has one or two.
const PAGES_MAX: usize = 4;

/// Returns the values of the page fields in a response, at any depth and in JSON texts inside it, the longest first;
/// addresses without their scheme.
pub(crate) fn pages(body: &[u8]) -> Vec<SecretString> {
    let mut found = Vec::new();
    if let Some(answer) = Json::read(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)) {
        collect(&answer, &mut found);
    }
    found.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    found.dedup();
    found.into_iter().take(PAGES_MAX).map(SecretString::from).collect()
}

fn collect(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
        Json::Text(text) => {
            if let Some(inside @ (Json::Object(_) | Json::Array(_))) = Json::read(text.as_bytes()) {
                collect(&inside, found);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Json::Object(Object(members)) => {
            for (name, value) in members {
                if PAGE_FIELDS.iter().any(|field| named(field)(name)) {
                    texts(value, found);
                } else {
                    collect(value, found);
                }
            }
        }
    }
}

fn texts(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Text(text) if text.trim().len() >= PAGE_BYTES_MIN => {
            found.push(without_scheme(text.trim()).to_owned());
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
        Json::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Json::Object(Object(members)) => members.iter().for_each(|(_, value)| texts(value, found)),
    }
}

/// Returns an address without the part that it shares with all others, or a page as it is. An address that is a host's
/// name alone keeps its scheme: the name may be a single letter.
fn without_scheme(page: &str) -> &str {
    let address = page.strip_prefix("https://").or_else(|| page.strip_prefix("http://"));
    address.filter(|address| host_bytes(address) + 1 < address.len()).unwrap_or(page)
}

/// Returns the length of the host's name at the beginning of an address without its scheme, or 0 for another text.
pub(super) fn host_bytes(page: &str) -> usize {
    let host = page.find(['/', '?', '#']).unwrap_or(page.len());
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '@' | '[' | ']' | '_');
    if host > 0 && page.get(..host).is_some_and(|name| name.chars().all(is_host)) { host } else { 0 }
}

/// Returns whether the text contains a page field with a value, at any depth and even if its end is missing.
pub(super) fn has_page(text: &str) -> bool {
    let lower = Zeroizing::new(text.to_ascii_lowercase());
    let has_value =
        |field: &str| lower.match_indices(field).any(|(at, _)| has_value(&lower, at + field.len()));
    PAGE_FIELDS.into_iter().any(has_value)
}

/// Returns whether a value follows the name that ends at `name_end`. An empty text and null are no values.
fn has_value(text: &str, name_end: usize) -> bool {
    let after = text.get(name_end..).unwrap_or_default();
    let value = after.trim_start_matches(|c: char| c.is_whitespace() || "\\\"':=".contains(c));
    let between = after.strip_suffix(value).unwrap_or_default();
    between.contains([':', '='])
        && !value.starts_with("null")
        && !value.is_empty()
        && !value.starts_with([',', '}', ']', '&'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret;
    use serde_json::json;

    use super::*;
    use crate::http::redactor::{OMITTED, Redactor};

    #[test]
    fn a_text_with_a_page_field_is_left_out() {
        let excerpt = |text: &str| Redactor::new([]).excerpt(text.as_bytes());
        for text in [
            r#"{"authurl":"https://b/1","a":"b"}"#,
            r#"{"responseHTML" : "<a href=\"x\">\\","a":1}"#,
            r#"{"authurl":"https://b/\u0026x","#,
            r#"{"authurl":"https://b/1"#,
            r#"{"meta":"{\"authurl\":\"a\\\"b\\\\\",\"c\":1}"}"#,
            r#"{"old":{"authurl":{"a":"b"}}}"#,
            "authurl=https%3A%2F%2Fb&ref=1",
            "%7B%22authurl%22%3A%22https",
            "&quot;authurl&quot;:&quot;https",
        ] {
            assert_eq!(excerpt(text), OMITTED, "{text}");
        }
        for text in [
            r#"{"authurl":null,"responsehtml":"","x":"y"}"#,
            r#"{\"authurl\": \"\"}"#,
            r#"{"authurl":""#,
            "authurl=&x=1",
            "no authurl was given",
            "authurl",
            "",
        ] {
            assert_eq!(excerpt(text), text);
        }
    }

    #[test]
    fn a_short_address_is_a_page() {
        let found = |page: &str| pages(json!({ "authurl": page }).to_string().as_bytes());
        for (page, expected) in [
            ("https://t.co/a1", Some("t.co/a1")),
            ("http://b/1", Some("b/1")),
            ("https://b", Some("https://b")),
            ("https://b/", Some("https://b/")),
            ("<html>1", None),
        ] {
            let found = found(page);
            assert_eq!(found.first().map(ExposeSecret::expose_secret), expected, "{page}");
        }
    }

    proptest! {
        #[test]
        fn no_page_is_left_at_any_depth_nor_where_the_answer_breaks_off(page in "\\PC{8,30}", levels in 0..4) {
            prop_assume!(!page.trim().is_empty() && Json::read(page.as_bytes()).is_none());
            let page = format!("canary{page}");
            let mut value = json!({"ref": "R", "authurl": page, "after": "kept"});
            for _ in 0..levels {
                value = json!({"meta": value.to_string()});
            }
            let text = value.to_string();
            for end in (0..text.len()).step_by(3) {
                let excerpt = Redactor::new([]).excerpt(&text.as_bytes()[..end]);
                prop_assert!(!excerpt.contains("can"), "{}", excerpt);
            }
            let found = pages(text.as_bytes());
            prop_assert_eq!(found.iter().map(ExposeSecret::expose_secret).collect::<Vec<_>>(), [page.trim()]);
        }

        #[test]
        fn any_text_is_searched(text in "(authurl|responsehtml|\\\\|\"|:| |é|x){0,40}") {
            has_page(&text);
            pages(text.as_bytes());
        }
    }
}
