//! Removes the bank's page, as an address or as the page itself: whoever has it can act on it, so it is used and not
//! stored. It is removed in two ways. The fields that contain it are found in the text, also in an incomplete response
//! and with any escaping. If a response can be parsed, the values of these fields are removed from everywhere else too.

use secrecy::SecretString;

use super::REMOVED;
use crate::decode::{
    fields::named,
    json::{Json, Object},
};

/// The fields that contain a page (interface, "Charge card").
pub(crate) const PAGE_FIELDS: [&str; 2] = ["authurl", "responsehtml"];
/// Shortest text that is searched elsewhere. No address is shorter, and a shorter text occurs in many words.
const PAGE_BYTES_MIN: usize = 8;
/// Most pages of one response that are searched elsewhere; a charge has one or two.
const PAGES_MAX: usize = 4;

/// Returns the values of the page fields in a response, at any depth and in JSON texts inside it, the longest first.
pub(crate) fn pages(body: &[u8]) -> Vec<SecretString> {
    let mut found = Vec::new();
    if let Some(answer) = Json::read(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)) {
        look_in(&answer, &mut found);
    }
    found.retain(|page| page.len() >= PAGE_BYTES_MIN);
    // An address may occur in the page itself.
    found.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    found.dedup();
    found.into_iter().take(PAGES_MAX).map(SecretString::from).collect()
}

fn look_in(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
        Json::Text(text) => {
            if let Some(inside @ (Json::Object(_) | Json::Array(_))) = Json::read(text.as_bytes()) {
                look_in(&inside, found);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| look_in(item, found)),
        Json::Object(Object(members)) => {
            for (name, value) in members {
                if PAGE_FIELDS.iter().any(|field| named(field)(name)) {
                    texts(value, found);
                } else {
                    look_in(value, found);
                }
            }
        }
    }
}

fn texts(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
        Json::Text(text) => found.push(text.trim().to_owned()),
        Json::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Json::Object(Object(members)) => members.iter().for_each(|(_, value)| texts(value, found)),
    }
}

/// Returns the text of a response without the values of the page fields, even if its end is missing.
pub(super) fn without_page_fields(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let ends = |field| lower.match_indices(field).map(|(start, found): (usize, &str)| start + found.len());
    let mut ends: Vec<_> = PAGE_FIELDS.into_iter().flat_map(ends).collect();
    ends.sort_unstable();
    let mut clean = String::with_capacity(text.len());
    let mut kept_from = 0;
    for name_end in ends {
        let value = if name_end < kept_from { None } else { value_after(text, name_end) };
        if let Some((start, end)) = value {
            clean.push_str(text.get(kept_from..start).unwrap_or_default());
            clean.push_str(REMOVED);
            kept_from = end;
        }
    }
    clean.push_str(text.get(kept_from..).unwrap_or_default());
    clean
}

/// Returns the position of the value, without its quotes, whose name ends at `name_end`. Inside a JSON text each quote
/// has backslashes before it, the same number everywhere.
fn value_after(text: &str, name_end: usize) -> Option<(usize, usize)> {
    let (escapes, after) = quote(text.get(name_end..)?)?;
    let (same_escapes, value) = quote(after.trim_start().strip_prefix(':')?.trim_start())?;
    let length = closing(value, escapes).unwrap_or(value.len());
    let has_page = same_escapes == escapes && !value.get(..length)?.trim().is_empty();
    let start = text.len() - value.len();
    has_page.then_some((start, start + length))
}

/// Counts the backslashes before the quote at the beginning of the text, and returns the rest of the text.
fn quote(text: &str) -> Option<(usize, &str)> {
    let unescaped = text.trim_start_matches('\\');
    Some((text.len() - unescaped.len(), unescaped.strip_prefix('"')?))
}

/// Returns where the closing quote of a value begins, with its backslashes. Each level of JSON texts doubles the
/// backslashes of a quote or a backslash inside the value and adds one, so the remainder of a division distinguishes
/// the two.
fn closing(value: &str, escapes: usize) -> Option<usize> {
    let inside = 2 * (escapes + 1);
    let mut quotes = value.match_indices('"').filter_map(|(at, _)| value.get(..at));
    let end = quotes.find(|before| {
        let run = before.len() - before.trim_end_matches('\\').len();
        run % inside == escapes
    })?;
    Some(end.len() - escapes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret;
    use serde_json::json;

    use super::*;
    use crate::redactor::Redactor;

    #[test]
    fn what_the_fields_of_a_page_hold_is_removed() {
        for (text, expected) in [
            (r#"{"authurl":"https://b/1","a":"b"}"#, r#"{"authurl":"[removed]","a":"b"}"#),
            (r#"{"responseHTML" : "<a href=\"x\">\\","a":1}"#, r#"{"responseHTML" : "[removed]","a":1}"#),
            (r#"{"authurl":"https://b/\u0026x","#, r#"{"authurl":"[removed]","#),
            (r#"{"authurl":"https://b/1"#, r#"{"authurl":"[removed]"#),
            (
                r#"{"meta":"{\"authurl\":\"a\\\"b\\\\\",\"c\":1}","responsehtml":"h"}"#,
                r#"{"meta":"{\"authurl\":\"[removed]\",\"c\":1}","responsehtml":"[removed]"}"#,
            ),
            (
                r#"{"authurl":null,"responsehtml":"","x":"y"}"#,
                r#"{"authurl":null,"responsehtml":"","x":"y"}"#,
            ),
            ("no authurl was given", "no authurl was given"),
            ("authurl", "authurl"),
            ("", ""),
        ] {
            assert_eq!(without_page_fields(text), expected, "{text}");
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
            let clean = without_page_fields(&text);
            prop_assert!(!clean.contains("canary") && clean.contains("kept"), "{}", clean);
            prop_assert!(Json::read(clean.as_bytes()).is_some(), "{}", clean);
            for end in 0..text.len() {
                let excerpt = Redactor::new([]).excerpt(&text.as_bytes()[..end]);
                prop_assert!(!excerpt.contains("can"), "{}", excerpt);
            }
            let found = pages(text.as_bytes());
            prop_assert_eq!(found.iter().map(ExposeSecret::expose_secret).collect::<Vec<_>>(), [page.trim()]);
        }

        #[test]
        fn any_text_is_looked_through(text in "(authurl|responsehtml|\\\\|\"|:| |é|x){0,40}") {
            without_page_fields(&text);
            pages(text.as_bytes());
        }
    }
}
