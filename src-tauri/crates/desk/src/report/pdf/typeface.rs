//! The embedded typeface: widths of texts, line breaks, and which characters it has. Noto Sans under the Open Font
//! License (`data/font/OFL.txt`): Latin with African letters and diacritics, Greek and Cyrillic.

use rustybuzz::Face;

pub(super) const REGULAR: &[u8] = include_bytes!("../../../data/font/NotoSans-Regular.ttf");
pub(super) const BOLD: &[u8] = include_bytes!("../../../data/font/NotoSans-Bold.ttf");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

pub(super) struct Typefaces {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Typefaces {
    pub fn embedded() -> Option<Self> {
        Some(Self { regular: Face::from_slice(REGULAR, 0)?, bold: Face::from_slice(BOLD, 0)? })
    }

    /// Whether a character can be shown. One that cannot is printed as a box.
    pub fn has(&self, c: char) -> bool {
        self.regular.glyph_index(c).is_some()
    }

    /// Returns the width of a text, in points.
    pub fn width(&self, text: &str, size: f32, weight: Weight) -> f32 {
        let face = match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        };
        // A missing character is printed as the box that is the font's first glyph.
        let advance = |c| {
            let glyph = face.glyph_index(c).unwrap_or_default();
            f32::from(face.glyph_hor_advance(glyph).unwrap_or_default())
        };
        #[expect(clippy::cast_precision_loss, reason = "units of a font are a few thousand")]
        let units = face.units_per_em() as f32;
        text.chars().map(advance).sum::<f32>() * size / units
    }

    /// Breaks a text into lines: at spaces, and inside a word that is wider than a line. No character is lost.
    pub fn lines(&self, text: &str, size: f32, weight: Weight, width: f32) -> Vec<String> {
        let fits = |text: &str| self.width(text, size, weight) <= width;
        let (mut lines, mut line) = (Vec::new(), String::new());
        for word in text.split_whitespace() {
            let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&joined) {
                line = joined;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                line.push(c);
                if !fits(&line) && line.chars().nth(1).is_some() {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
        }
        if !line.is_empty() || lines.is_empty() {
            lines.push(line);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_of_african_languages_can_be_shown() {
        let typefaces = Typefaces::embedded().unwrap();
        for c in "ọẹṣńǹɔɛŋéèçãõƙɗɓƴŨũĩ’“”–·₦\u{301}\u{323}".chars() {
            assert!(typefaces.has(c), "{c}");
        }
        assert!(!typefaces.has('中'));
    }

    proptest! {
        #[test]
        fn line_breaks_lose_no_character(text in "[a-zọẹ ]{0,60}", width in 1.0_f32..200.0) {
            let typefaces = Typefaces::embedded().unwrap();
            let lines = typefaces.lines(&text, 8.0, Weight::Regular, width);
            let plain = |text: &str| text.replace(' ', "");
            prop_assert_eq!(plain(&lines.concat()), plain(&text));
        }
    }
}
