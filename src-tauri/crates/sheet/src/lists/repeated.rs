//! Whether a JSON text has a name twice in one object. A usual value type keeps one of the two, and nobody knows whether it is
//! the right one.

use std::{collections::BTreeSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

/// Returns whether a text has a name twice in one of its objects. A text that is no JSON has none.
pub(super) fn has_repeated_name(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
        && serde_json::from_str::<Unique>(text).is_err()
}

/// Any value whose names are different ones.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without repeated names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut names = BTreeSet::<String>::new();
        while let Some((name, Self)) = map.next_entry::<String, Self>()? {
            if !names.insert(name) {
                return Err(A::Error::custom("a name is repeated"));
            }
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self, A::Error> {
        while seq.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_repeated_only_within_one_object() {
        for (text, expected) in [
            (r#"{"a":1,"a":1}"#, true),
            (r#"{"a":[{"b":{"c":"x","c":null}}]}"#, true),
            (r#"{"a":{"b":1.5e3},"b":[true,-1,"a",null,{"a":2}]}"#, false),
            (r#"[{"a":1},{"a":2}]"#, false),
            (r#"{"a":1,"a""#, false),
            ("", false),
        ] {
            assert_eq!(has_repeated_name(text), expected, "{text}");
        }
    }
}
