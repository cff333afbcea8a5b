//! A JSON value as it was written: members in their order, numbers digit by digit. A usual value type parses numbers as
//! floats, and an amount of 12345678901234567.89 changes its value.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser,
};
use serde_json::value::RawValue;

/// Values that are nested more deeply are not parsed. Each level is scanned once more than the level above it.
const DEPTH_MAX: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// As written: `1030`, `-0.10`, `1e3`.
    Number(String),
    Text(String),
    Array(Vec<Json>),
    Object(Object),
}

/// Members in their order. If a name occurs twice, the last one counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object(pub Vec<(String, Json)>);

impl Json {
    /// Parses a whole text as one value. Returns none if it is not JSON, or is nested too deeply.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        value(serde_json::from_slice(text).ok()?, DEPTH_MAX)
    }

    pub(crate) fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::Array(_) => None,
        }
    }

    /// Returns the value with all its texts, names included, mapped by `text`, and its numbers mapped by `number`.
    pub(crate) fn map(&self, text: &impl Fn(&str) -> String, number: &impl Fn(&str) -> Self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(is) => Self::Bool(*is),
            Self::Number(digits) => number(digits),
            Self::Text(value) => Self::Text(text(value)),
            Self::Array(items) => Self::Array(items.iter().map(|item| item.map(text, number)).collect()),
            Self::Object(object) => Self::Object(object.map(text, number)),
        }
    }
}

impl Object {
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().rfind(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// Removes all members of this name, and returns the one that counts.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Json> {
        self.0.extract_if(.., |(n, _)| n == name).last().map(|(_, value)| value)
    }

    pub(crate) fn map(&self, text: &impl Fn(&str) -> String, number: &impl Fn(&str) -> Json) -> Self {
        Self(self.0.iter().map(|(name, value)| (text(name), value.map(text, number))).collect())
    }
}

fn value(raw: &RawValue, depth: u32) -> Option<Json> {
    let text = raw.get();
    match text.as_bytes().first()? {
        b'n' => Some(Json::Null),
        b't' => Some(Json::Bool(true)),
        b'f' => Some(Json::Bool(false)),
        b'"' => serde_json::from_str(text).ok().map(Json::Text),
        b'[' => {
            let depth = depth.checked_sub(1)?;
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            items.into_iter().map(|item| value(item, depth)).collect::<Option<_>>().map(Json::Array)
        }
        b'{' => {
            let depth = depth.checked_sub(1)?;
            let Members(members) = serde_json::from_str(text).ok()?;
            let read = members.into_iter().map(|(name, item)| Some((name, value(item, depth)?)));
            read.collect::<Option<_>>().map(|members| Json::Object(Object(members)))
        }
        _ => Some(Json::Number(text.to_owned())),
    }
}

/// The members of one level, in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(is) => serializer.serialize_bool(*is),
            Self::Number(digits) => {
                RawValue::from_string(digits.clone()).map_err(ser::Error::custom)?.serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self::read(value.to_string().as_bytes()).expect("JSON of a test")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decode::any::any_json;

    #[test]
    fn what_is_read_is_written_again_to_the_digit() {
        for text in [
            r#"{"z":12345678901234567.89,"a":0.1,"a":1e300,"":[],"n":-0.00,"t":"é\"\\\n"}"#,
            "[null,true,false,{}]",
            "18446744073709551616",
            r#""text""#,
        ] {
            let read = Json::read(text.as_bytes()).expect(text);
            assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
        }
        let spaced = Json::read(b" { \"a\" : [ 1 , \"\\u00e9\" ] } ").expect("JSON");
        assert_eq!(serde_json::to_string(&spaced).expect("JSON"), r#"{"a":[1,"é"]}"#);
    }

    #[test]
    fn what_is_not_json_is_nothing() {
        for text in ["", " ", "{", "[1,]", "01", "1.", "nul", "{\"a\" 1}", "\"\\ud800\"", "1 2", "'a'"] {
            assert_eq!(Json::read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Json::read(b"\"\xff\""), None);
    }

    #[test]
    fn nesting_has_a_bottom() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Json::read(nested(64).as_bytes()).is_some());
        assert!(Json::read(nested(65).as_bytes()).is_none());
        assert!(Json::read(nested(500_000).as_bytes()).is_none());
    }

    #[test]
    fn the_last_of_a_name_counts() {
        let Some(Json::Object(mut object)) = Json::read(br#"{"a":1,"b":2,"a":3}"#) else {
            panic!("an object")
        };
        assert_eq!(object.get("a"), Some(&Json::Number("3".to_owned())));
        assert_eq!(object.remove("a"), Some(Json::Number("3".to_owned())));
        assert_eq!((object.get("a"), object.0.len()), (None, 1));
    }

    proptest! {
        #[test]
        fn any_value_survives(value in any_json()) {
            let text = serde_json::to_string(&value).expect("JSON");
            prop_assert_eq!(Json::read(text.as_bytes()), Some(value));
        }

        #[test]
        fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Json::read(&bytes);
        }
    }
}
