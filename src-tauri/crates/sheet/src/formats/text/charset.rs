//! The encodings of text files, and which of those with one byte for each letter a file was written in. Letters outside
//! English decide it: `é` is another sign in each, and only in the right one words are made of letters.

use std::borrow::Cow;

use encoding_rs::{Encoding, MACINTOSH, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Number of letters outside English from which the encoding is guessed.
const LETTERS_SAMPLED: usize = 2_000;
/// The upper half of code page 850, with which payroll programs under DOS write.
const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
/// Letters of French, the most frequent ones outside English in names here, and those of its neighbours.
const FRENCH: &str = "éèêëàâçîïôûùœ";
const NEIGHBOURS: &str = "áäãåíìñóòöõúüÿæß";
/// Those with which words begin: `Éric`, `état`, `Âge`, but hardly any with `â`.
const BEGINNINGS: &str = "éàÉÀÂÇÊÎÔÁÍÓÚÖÜ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    Known(&'static Encoding),
    /// Code page 850.
    Dos,
}

impl Charset {
    pub fn name(self) -> &'static str {
        match self {
            Self::Known(encoding) => encoding.name(),
            Self::Dos => "code page 850",
        }
    }

    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Known(encoding) => encoding.decode_without_bom_handling(bytes).0,
            Self::Dos => {
                let upper = self.upper_half();
                bytes.iter().map(|byte| letter(*byte, &upper)).collect::<String>().into()
            }
        }
    }

    /// Encodes a text. A letter that the encoding does not have becomes a question mark.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let wide = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect();
        match self {
            Self::Known(encoding) if encoding == UTF_16LE => wide(u16::to_le_bytes),
            Self::Known(encoding) if encoding == UTF_16BE => wide(u16::to_be_bytes),
            Self::Known(encoding) if !encoding.is_single_byte() => text.as_bytes().to_vec(),
            Self::Known(_) | Self::Dos => {
                let upper = self.upper_half();
                text.chars().map(|c| byte(c, &upper)).collect()
            }
        }
    }

    /// Returns the encoding with one byte for each letter in which a text makes most sense.
    pub fn guess(bytes: &[u8]) -> Self {
        let known = [Self::Known(WINDOWS_1252), Self::Dos, Self::Known(MACINTOSH)];
        // The first of equals wins.
        let best = known.into_iter().rev().max_by_key(|charset| charset.sense(bytes));
        best.unwrap_or(Self::Known(WINDOWS_1252))
    }

    fn sense(self, bytes: &[u8]) -> i64 {
        let upper = self.upper_half();
        let at =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).map_or(' ', |byte| letter(*byte, &upper));
        let places = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).take(LETTERS_SAMPLED);
        let senses = places.map(|(place, byte)| {
            let before = [at(place.checked_sub(2)), at(place.checked_sub(1))];
            sense(before, letter(*byte, &upper), at(place.checked_add(1)))
        });
        senses.sum()
    }

    /// Returns the letters of the bytes from 128 on.
    fn upper_half(self) -> Vec<char> {
        match self {
            Self::Known(encoding) => {
                let bytes: Vec<u8> = (128..=255).collect();
                encoding.decode_without_bom_handling(&bytes).0.chars().collect()
            }
            Self::Dos => CODE_PAGE_850.chars().collect(),
        }
    }
}

fn letter(byte: u8, upper: &[char]) -> char {
    let at = byte.checked_sub(128).map(usize::from);
    at.map_or(char::from(byte), |at| upper.get(at).copied().unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn byte(c: char, upper: &[char]) -> u8 {
    let at = || upper.iter().position(|letter| *letter == c).and_then(|at| u8::try_from(at + 128).ok());
    u8::try_from(c).ok().filter(u8::is_ascii).or_else(at).unwrap_or(b'?')
}

/// Returns how much sense a letter makes between the two before it and the one after it.
fn sense([first, before]: [char; 2], c: char, after: char) -> i64 {
    // `TRAORâ` is no word; `Bâ` is a name.
    let ends_capitals = first.is_uppercase() && before.is_uppercase();
    let is_lower = c.is_lowercase();
    let lower = c.to_lowercase().next().unwrap_or(c);
    let weight = match lower {
        _ if FRENCH.contains(lower) => 3,
        _ if NEIGHBOURS.contains(lower) => 2,
        _ => 0,
    };
    let is_within = |c: char| c.is_alphanumeric();
    if c.is_control() {
        -3
    } else if weight == 0 {
        match (is_within(before) && is_within(after), c) {
            // An apostrophe is part of a word.
            (true, '\u{2019}') => 2,
            (true, c) if !c.is_whitespace() => -2,
            (true | false, _) => 0,
        }
    } else if before.is_numeric() || after.is_numeric() {
        -2
    } else if (is_lower && (after.is_uppercase() || ends_capitals)) || (!is_lower && before.is_lowercase()) {
        -3
    } else if !before.is_alphabetic() && after.is_alphabetic() && !BEGINNINGS.contains(c) {
        1
    } else if before.is_alphabetic() || after.is_alphabetic() {
        weight
    } else {
        0
    }
}

/// Returns a text whose letters were encoded as UTF-8 twice (`AÃ¯ssatou`) as it was meant; none if it was encoded once.
pub(super) fn encoded_once(text: &str) -> Option<String> {
    let upper = Charset::Known(WINDOWS_1252).upper_half();
    let as_byte = |c: char| {
        let at = upper.iter().position(|letter| *letter == c).and_then(|at| u8::try_from(at + 128).ok());
        at.or_else(|| u8::try_from(c).ok())
    };
    let mut once = String::with_capacity(text.len());
    let mut is_changed = false;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        let (ascii, letters) = rest.split_at(start);
        let (run, after) = letters.split_at(letters.find(|c: char| c.is_ascii()).unwrap_or(letters.len()));
        once.push_str(ascii);
        rest = after;
        match run.chars().map(as_byte).collect::<Option<Vec<u8>>>() {
            Some(bytes) => once.push_str(std::str::from_utf8(&bytes).ok()?),
            // Signs that were never in the first encoding, as of currencies.
            None => {
                once.push_str(run);
                continue;
            }
        }
        is_changed = true;
    }
    once.push_str(rest);
    is_changed.then_some(once)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_the_one_that_makes_words() {
        let known = Charset::Known;
        for text in [
            "Nom et prénoms;Montant\nAïssatou Bédié;1\nGérôme Kéita;2\nZoé Traoré;3\n",
            "NOM ET PRÉNOMS\nAÏSSATOU BÉDIÉ\n",
            "Grâce;François;Élodie\n",
            "João Gonçalves\nÂngela Conceição\n",
            "Hélène;l'été;150 000\n",
            "Éric Njoroge;150 000\n",
            "Éric;150 000;Njoroge\n",
            "ODHIAMBO Éric;150 000\n",
            "Nom;état\n",
            "TRAORÉ Fatou;1\n",
            "BÂ Awa;1\nBâ Awa;2\n",
        ] {
            for charset in [known(WINDOWS_1252), Charset::Dos, known(MACINTOSH)] {
                let bytes = charset.encode(text);
                assert_eq!(Charset::guess(&bytes), charset, "{text}");
                assert_eq!(charset.decode(&bytes), text);
            }
        }
        for bytes in [&b"150\xa0000 N\xb0 \x80500 \x93Ad\xe9\x94"[..], b"John\x92s", b"\xa3500"] {
            assert_eq!(Charset::guess(bytes), known(WINDOWS_1252), "{bytes:?}");
        }
    }

    #[test]
    fn what_was_encoded_twice_is_decoded_twice() {
        for (text, expected) in [
            ("AÃ¯ssatou BÃ©diÃ©, ₦500", Some("Aïssatou Bédié, ₦500")),
            ("Nâ€™Guessan", Some("N’Guessan")),
            ("Aïssatou Bédié", None),
            ("AÃ¯ssatou Bédié", None),
            ("Ada Obi", None),
            ("₦500 Ọbí", None),
        ] {
            assert_eq!(encoded_once(text).as_deref(), expected, "{text}");
        }
    }
}
