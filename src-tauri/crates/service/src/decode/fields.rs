//! Takes fields out of an object of uncertain shape, one by one. Fields that nothing requests, or that cannot be
//! parsed, are left over and stored for the record.

use jiff::Timestamp;

use super::{
    json::{Json, Object},
    text,
};

/// Most bytes of JSON text that are stored from the remaining fields.
pub const EXTRA_BYTES_MAX: usize = 8 * 1024;
/// Replaces a single value that contains a secret.
pub(crate) const REMOVED: &str = "[removed]";
/// Longest figure that is accepted; the largest amount has 13 digits.
const FIGURE_CHARS_MAX: usize = 64;
/// Most digits that an exponent may move the decimal point.
const EXPONENT_MAX: usize = 40;

/// The members of an object that were not parsed yet.
pub(crate) struct Fields<'a>(Vec<(&'a str, &'a Json)>);

impl<'a> Fields<'a> {
    pub(crate) fn of(object: &'a Object) -> Self {
        Self(object.0.iter().map(|(name, value)| (name.as_str(), value)).collect())
    }

    /// Takes the last member whose name matches and that `read` parses. Returns none if `read` parses no member.
    pub(crate) fn take<T>(
        &mut self,
        fits: impl Fn(&str) -> bool,
        read: impl Fn(&'a Json) -> Option<T>,
    ) -> Option<T> {
        let mut members = self.0.iter().enumerate().rev();
        let (place, found) =
            members.find_map(
                |(place, (name, value))| {
                    if fits(name) { read(value).map(|found| (place, found)) } else { None }
                },
            )?;
        self.0.remove(place);
        Some(found)
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.take(named(name), text)
    }

    pub(crate) fn figure(&mut self, name: &str) -> Option<String> {
        self.take(named(name), figure)
    }

    /// Returns the remaining members without nulls, as far as they fit into `bytes_left`.
    pub(crate) fn rest(self, bytes_left: &mut usize) -> Object {
        let fits = |(name, value): &(&str, &Json)| {
            let size = serde_json::to_string(value).map_or(usize::MAX, |text| text.len() + name.len());
            let left = bytes_left.checked_sub(size);
            left.inspect(|left| *bytes_left = *left).is_some()
        };
        let members = self.0.into_iter().filter(|(_, value)| **value != Json::Null).filter(fits);
        Object(members.map(|(name, value)| (name.to_owned(), value.clone())).collect())
    }
}

/// Returns whether the members whose names match say different things. Null says nothing.
pub(crate) fn says_two(object: &Object, fits: impl Fn(&str) -> bool) -> bool {
    let members = object.0.iter().filter(|(name, value)| fits(name) && *value != Json::Null);
    let mut values = members.map(|(_, value)| value);
    let is_same = |a: &Json, b: &Json| {
        let texts = text(a).zip(text(b));
        texts.map_or(a == b, |(a, b)| a.eq_ignore_ascii_case(&b))
    };
    values.next().is_some_and(|first| values.any(|value| !is_same(first, value)))
}

/// Returns the JSON text of an object that is not empty.
pub(crate) fn json_text(object: &Object) -> Option<String> {
    if object.0.is_empty() { None } else { serde_json::to_string(object).ok() }
}

/// Matches names without regard to case.
pub(crate) fn named(name: &str) -> impl Fn(&str) -> bool + '_ {
    move |other| other.eq_ignore_ascii_case(name)
}

/// Matches names that have a vendor's name as a prefix.
pub(crate) fn ending(ending: &str) -> impl Fn(&str) -> bool + '_ {
    move |name| {
        let start = name.len().checked_sub(ending.len());
        start.and_then(|start| name.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
    }
}

/// Parses yes or no, written as a boolean, 0 or 1, or as words.
pub(crate) fn flag(value: &Json) -> Option<bool> {
    if let Json::Bool(is) = value {
        return Some(*is);
    }
    match text(value)?.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// Parses an ISO 8601 instant with its time zone.
pub(crate) fn instant(value: &Json) -> Option<Timestamp> {
    text(value)?.parse().ok()
}

/// Returns an exact decimal in plain digits (`-1030.50`) for any notation. Returns none for a value that is no number,
/// or that is larger than any amount of money.
pub(crate) fn figure(value: &Json) -> Option<String> {
    let written = text(value)?;
    let (sign, unsigned) = written.strip_prefix('-').map_or(("", written.as_str()), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let fits = digits(whole) && fraction.is_none_or(digits) && written.len() <= FIGURE_CHARS_MAX;
    if !fits {
        return None;
    }
    let moved = moved(whole, fraction.unwrap_or_default(), exponent)?;
    Some(format!("{sign}{moved}"))
}

/// Moves the decimal point of a figure by its exponent.
fn moved(whole: &str, fraction: &str, exponent: i64) -> Option<String> {
    let places = usize::try_from(exponent.unsigned_abs()).ok().filter(|places| *places <= EXPONENT_MAX)?;
    let zeros = "0".repeat(places);
    let (digits, point) = if exponent < 0 {
        let digits = format!("{zeros}{whole}{fraction}");
        let point = digits.len() - fraction.len() - places;
        (digits, point)
    } else {
        let zeros = zeros.get(fraction.len().min(places)..)?;
        (format!("{whole}{fraction}{zeros}"), whole.len() + places)
    };
    let (whole, fraction) = digits.split_at_checked(point)?;
    let trimmed = whole.trim_start_matches('0');
    let whole = if trimmed.is_empty() { "0" } else { trimmed };
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// Parses an object, or the JSON text of one.
pub(crate) fn object_of(value: &Json) -> Option<Object> {
    match value {
        Json::Object(object) => Some(object.clone()),
        Json::Text(text) => match Json::read(text.as_bytes()) {
            Some(Json::Object(object)) => Some(object),
            _ => None,
        },
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::decode::any::any_number;

    #[test]
    fn figures_keep_every_digit() {
        let number = |digits: &str| Json::Number(digits.to_owned());
        for (value, expected) in [
            (number("12345678901234567.89"), Some("12345678901234567.89")),
            (number("0.1"), Some("0.1")),
            (number("1000"), Some("1000")),
            (number("-5.50"), Some("-5.50")),
            (number("1e3"), Some("1000")),
            (number("1.5E+2"), Some("150")),
            (number("1.2345e2"), Some("123.45")),
            (number("12.5e-3"), Some("0.0125")),
            (number("0e0"), Some("0")),
            (json!("0001030.50").into(), Some("1030.50")),
            (json!(" 7 ").into(), Some("7")),
            (number("1e41"), None),
            (number("1e-41"), None),
            (number("1e99999999999999999999"), None),
            (number(&"9".repeat(65)), None),
            (json!("1,000").into(), None),
            (json!("NGN 5").into(), None),
            (json!(".5").into(), None),
            (json!("5.").into(), None),
            (json!("-").into(), None),
            (json!("").into(), None),
            (Json::Null, None),
            (Json::Bool(true), None),
        ] {
            assert_eq!(figure(&value).as_deref(), expected, "{value:?}");
        }
    }

    #[test]
    fn members_are_taken_once_and_the_rest_is_kept() {
        let json = Json::from(json!({"A": 1, "xRef": "r", "b": null, "c": [2], "d": "maybe"}));
        let object = json.as_object().expect("an object");
        let mut fields = Fields::of(object);
        assert_eq!(fields.text("a").as_deref(), Some("1"));
        assert_eq!(fields.text("a"), None);
        assert_eq!(fields.take(ending("REF"), text).as_deref(), Some("r"));
        assert_eq!(fields.take(named("d"), flag), None);
        assert_eq!(json_text(&fields.rest(&mut 100)).as_deref(), Some(r#"{"c":[2],"d":"maybe"}"#));
        let mut left = 5;
        assert_eq!(Fields::of(object).rest(&mut left).0.len(), 1, "what does not fit is left out");
    }

    #[test]
    fn yes_and_no() {
        for (value, expected) in [
            (json!(true), Some(true)),
            (json!("TRUE"), Some(true)),
            (json!(1), Some(true)),
            (json!("0"), Some(false)),
            (json!("no"), Some(false)),
            (json!("perhaps"), None),
            (json!(2), None),
            (json!(null), None),
        ] {
            assert_eq!(flag(&value.clone().into()), expected, "{value}");
        }
    }

    proptest! {
        #[test]
        fn a_figure_is_the_number_that_was_written(digits in any_number()) {
            if let Some(figure) = figure(&Json::Number(digits.clone())) {
                // Both notations round to one float if the point is in its place; the digits show if one is missing.
                let (a, b): (f64, f64) = (digits.parse().unwrap(), figure.parse().unwrap());
                prop_assert_eq!(a.to_bits(), b.to_bits(), "{} {}", digits, figure);
                let mantissa = digits.split(['e', 'E']).next().unwrap();
                let significant = |text: &str| {
                    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                    digits.trim_matches('0').to_owned()
                };
                prop_assert_eq!(significant(mantissa), significant(&figure));
            }
        }
    }
}
