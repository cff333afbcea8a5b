//! Rules of text: which invisible characters are removed without asking, and which characters are refused because
//! they make a text look like another one.

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};

use crate::rows::cell::CellValue;

/// Whether a character changes the direction of text (Unicode UAX #9). The displayed text then differs from the
/// stored one.
const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character has no width. Such characters are left over from web pages and other programs.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Returns a text without invisible parts. Unusual spaces become spaces, runs of spaces become one, and zero-width
/// characters and the apostrophe with which spreadsheets mark text are removed. Characters are composed (NFC). None if
/// nothing is left.
pub(crate) fn clean(text: &str) -> Option<String> {
    let plain = text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control());
    let text: std::borrow::Cow<'_, str> = if plain {
        text.into()
    } else {
        let visible = text.chars().filter(|c| !is_invisible(*c));
        visible.map(|c| if c.is_control() { ' ' } else { c }).nfc().collect::<String>().into()
    };
    let text = text.trim();
    let text = text.strip_prefix(['\'', '\u{2019}']).unwrap_or(text);
    let mut words = text.split_whitespace();
    let mut cleaned = String::with_capacity(text.len());
    cleaned.push_str(words.next()?);
    for word in words {
        cleaned.push(' ');
        cleaned.push_str(word);
    }
    Some(cleaned)
}

/// Returns the cleaned text of a cell; none if it is empty or contains a spreadsheet error.
pub(crate) fn of_cell(value: &CellValue) -> Option<String> {
    match value {
        CellValue::Text(_)
        | CellValue::Number(_)
        | CellValue::Bool(_)
        | CellValue::Date(_)
        | CellValue::Percent(_) => clean(value.text()),
        CellValue::Error(_) | CellValue::FormulaWithoutValue => None,
    }
}

/// Whether a text has characters that nobody sees, or that change what is seen of the others.
#[must_use]
pub fn has_hidden_characters(text: &str) -> bool {
    text.contains(|c: char| c.is_control() || is_bidi_control(c) || is_invisible(c))
}

/// Letters by Unicode that are drawn as an empty space: the fillers of Hangul.
const FILLERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// Whether a text has a letter or a digit that is seen. Spaces, controls, characters without width and signs alone are
/// nothing that a person can read.
#[must_use]
pub fn is_readable(text: &str) -> bool {
    comparable(text).contains(|c: char| c != ' ' && !FILLERS.contains(&c))
}

/// Returns the text without its direction controls, if it has any.
pub(crate) fn without_bidi_controls(text: &str) -> Option<String> {
    let doubtful = !text.is_ascii() && text.contains(is_bidi_control);
    doubtful.then(|| text.chars().filter(|c| !is_bidi_control(*c)).collect())
}

/// Returns the text with its direction controls spelled out, so that they cannot mislead the reader.
pub(crate) fn bidi_spelled_out(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if is_bidi_control(c) {
            shown.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Whether a text contains letters of more than one script. A Cyrillic а in a Latin name makes it another name.
pub(crate) fn is_mixed_script(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut scripts =
        text.chars().map(|c| c.script()).filter(|s| !matches!(s, Script::Common | Script::Inherited));
    scripts.next().is_some_and(|first| scripts.any(|script| script != first))
}

/// Returns a text in comparable form: no accents, lower case, only letters and digits, words separated by one space.
#[must_use]
pub fn comparable(text: &str) -> String {
    if text.is_ascii() {
        return comparable_ascii(text);
    }
    let folded: String =
        text.nfkd().filter(|c| c.script() != Script::Inherited).flat_map(char::to_lowercase).collect();
    let mut compared = String::with_capacity(folded.len());
    for word in folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !compared.is_empty() {
            compared.push(' ');
        }
        compared.push_str(word);
    }
    compared
}

/// Does the same for ASCII, which most texts are, in one pass.
fn comparable_ascii(text: &str) -> String {
    let mut compared = text.to_ascii_lowercase().into_bytes();
    let mut is_behind_word = false;
    compared.retain_mut(|byte| {
        let is_of_word = byte.is_ascii_alphanumeric();
        if !is_of_word {
            *byte = b' ';
        }
        is_of_word | std::mem::replace(&mut is_behind_word, is_of_word)
    });
    let words = compared.strip_suffix(b" ").map_or(compared.len(), <[u8]>::len);
    compared.truncate(words);
    String::from_utf8(compared).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_cleaned() {
        for (text, expected) in [
            ("  Ada   Obi ", Some("Ada Obi")),
            ("Ada\u{a0}Obi\u{200b}", Some("Ada Obi")),
            ("'0123456789", Some("0123456789")),
            ("O'Brien", Some("O'Brien")),
            ("line\r\nbreak\tand tab", Some("line break and tab")),
            ("\u{feff}\u{a0} ", None),
            ("", None),
            ("'", None),
            ("Zoe\u{308}", Some("Zoë")),
        ] {
            assert_eq!(clean(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_is_readable_by_what_is_seen_of_it() {
        for (text, expected) in [
            ("Agreed with the bank", true),
            ("ok", true),
            ("7", true),
            ("\u{1245}\u{12cb}\u{1295}", true),
            ("\u{202e}paid", true),
            ("", false),
            (" \t\n", false),
            ("\u{a0}\u{2003}\u{3000}", false),
            ("\u{200b}\u{200d}\u{feff}\u{2060}", false),
            ("\u{202e}\u{202c}\u{2066}", false),
            ("\u{0}\u{7}\u{1b}", false),
            ("\u{3164}\u{115f}\u{1160}\u{ffa0}", false),
            ("\u{2800}\u{180e}\u{fe0f}\u{e0041}", false),
            ("\u{301}\u{345}", false),
            ("... -- !", false),
        ] {
            assert_eq!(is_readable(text), expected, "{text:?}");
        }
    }

    #[test]
    fn texts_compare_without_accents_case_and_signs() {
        assert_eq!(comparable("  Numéro_de-COMPTE:"), "numero de compte");
        assert_eq!(comparable("N° A/C"), "n a c");
        for (text, expected) in [("", ""), (" - ", ""), ("(A/c)  No.", "a c no"), ("Gross-Pay!", "gross pay")]
        {
            // With a non-ASCII letter added, the general implementation is used. Both must agree.
            assert_eq!(comparable(text), expected);
            assert_eq!(comparable(&format!("{text} é")), format!("{expected} e").trim_start());
        }
    }
}
