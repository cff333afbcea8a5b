//! Writes JSON that contains secrets into one buffer. The buffer has sufficient size from the start, so that no copy of
//! a secret is left where a growing buffer was before, and it is wiped at the end.

use zeroize::Zeroizing;

/// Most bytes that JSON needs for one byte of text (`\u001f`).
const ESCAPED_BYTES_MAX: usize = 6;

/// Returns the most bytes that [`push_text`] writes for a text.
pub(crate) const fn text_bytes_max(text: &str) -> usize {
    text.len() * ESCAPED_BYTES_MAX + 2
}

/// Appends a text in quotes. The buffer must have room for [`text_bytes_max`].
pub(crate) fn push_text(buffer: &mut Zeroizing<Vec<u8>>, text: &str) {
    let capacity = buffer.capacity();
    // A string always has a JSON form, and writing to a buffer does not fail.
    let written = serde_json::to_writer(&mut **buffer, text);
    debug_assert!(written.is_ok());
    debug_assert_eq!(buffer.capacity(), capacity, "the buffer moved and left a copy behind");
}

/// Writes an object of texts in this order.
pub(crate) fn object(members: &[(&str, &str)]) -> Zeroizing<Vec<u8>> {
    let size = |(name, text): &(&str, &str)| text_bytes_max(name) + 1 + text_bytes_max(text) + 1;
    let capacity = 2 + members.iter().map(size).sum::<usize>();
    let mut buffer = Zeroizing::new(Vec::with_capacity(capacity));
    buffer.push(b'{');
    for (position, (name, text)) in members.iter().enumerate() {
        if position > 0 {
            buffer.push(b',');
        }
        push_text(&mut buffer, name);
        buffer.push(b':');
        push_text(&mut buffer, text);
    }
    buffer.push(b'}');
    debug_assert_eq!(buffer.capacity(), capacity, "the buffer moved and left a copy behind");
    buffer
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_written_where_it_began(texts in prop::collection::vec("\\PC*|[\\x00-\\x7f]{0,40}", 0..6)) {
            let names: Vec<_> = (0..texts.len()).map(|i| format!("n{i}")).collect();
            let members: Vec<_> = names.iter().zip(&texts).map(|(n, t)| (n.as_str(), t.as_str())).collect();
            // `object` asserts the capacity.
            let written: Map<String, Value> = serde_json::from_slice(&object(&members)).expect("JSON");
            for (name, text) in members {
                prop_assert_eq!(written.get(name), Some(&Value::from(text)));
            }
        }
    }
}
