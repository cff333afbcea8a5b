//! The embedded typeface: shaped texts, their widths, line breaks, and which characters it has. Noto Sans under the Open
//! Font License (`data/font/OFL.txt`): Latin with African letters and diacritics, Greek and Cyrillic.
//!
//! A word is shaped once and then reused: names of banks, states and months are on thousands of lines.

use std::{cell::RefCell, collections::HashMap, ops::Range, rc::Rc};

use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{Direction, Face, Language, ShapePlan, UnicodeBuffer, script};

pub(super) const REGULAR: &[u8] = include_bytes!("../../data/font/NotoSans-Regular.ttf");
pub(super) const BOLD: &[u8] = include_bytes!("../../data/font/NotoSans-Bold.ttf");

/// Maximum number of words that are remembered; references and account numbers are printed once.
const SHAPED_WORDS_MAX: usize = 20_000;
/// Spaces at which a line is broken. Others, such as the one between groups of digits, hold a word together.
const BREAKS: [char; 4] = [' ', '\n', '\t', '\r'];
/// Ends a text of which there is more.
const MORE: char = '…';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// A size in points and a weight.
pub(super) type Letters = (f32, Weight);

/// A word with its glyphs. Lengths are multiples of the size.
struct Shaped {
    glyphs: Vec<KrillaGlyph>,
    width: f32,
}

struct Typeface {
    face: Face<'static>,
    plan: ShapePlan,
    shaped: RefCell<HashMap<String, Rc<Shaped>>>,
}

pub(super) struct Typefaces {
    regular: Typeface,
    bold: Typeface,
}

impl Typefaces {
    pub fn embedded() -> Option<Self> {
        Some(Self { regular: Typeface::of(REGULAR)?, bold: Typeface::of(BOLD)? })
    }

    /// Whether a character can be shown. One that cannot is printed as a box.
    pub fn has(&self, c: char) -> bool {
        self.regular.face.glyph_index(c).is_some()
    }

    /// Returns the width of a text, in points.
    pub fn width(&self, text: &str, (size, weight): Letters) -> f32 {
        let typeface = self.of(weight);
        text.split_inclusive(' ').map(|word| typeface.shaped(word).width).sum::<f32>() * size
    }

    /// Returns the glyphs of a line of text, as they are as wide as [`Self::width`].
    pub fn glyphs(&self, text: &str, weight: Weight) -> Vec<KrillaGlyph> {
        let (typeface, mut start, mut glyphs) = (self.of(weight), 0, Vec::with_capacity(text.len()));
        for word in text.split_inclusive(' ') {
            let of_word = typeface.shaped(word);
            glyphs.extend(of_word.glyphs.iter().map(|glyph| {
                let Range { start: from, end: to } = glyph.text_range;
                KrillaGlyph { text_range: from + start..to + start, ..glyph.clone() }
            }));
            start += word.len();
        }
        glyphs
    }

    /// Breaks a text into lines: at spaces, and inside a word that is wider than a line. No character is lost.
    pub fn lines(&self, text: &str, letters: Letters, width: f32) -> Vec<String> {
        let fits = |text: &str| self.width(text, letters) <= width;
        if fits(text) && !text.contains(&BREAKS[1..]) && !text.contains("  ") {
            return vec![text.trim_matches(' ').to_owned()];
        }
        let (mut lines, mut line) = (Vec::new(), String::new());
        for word in text.split(BREAKS).filter(|word| !word.is_empty()) {
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

    /// Returns at most `max` lines of a text. A text of which there is more ends with dots.
    pub fn lines_up_to(&self, max: usize, text: &str, letters: Letters, width: f32) -> Vec<String> {
        let mut lines = self.lines(text, letters, width);
        if lines.len() > max {
            lines.truncate(max);
            if let Some(last) = lines.last_mut() {
                last.push(MORE);
                while self.width(last, letters) > width && last.chars().nth(1).is_some() {
                    last.pop();
                    last.pop();
                    last.push(MORE);
                }
            }
        }
        lines
    }

    const fn of(&self, weight: Weight) -> &Typeface {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }
}

impl Typeface {
    fn of(bytes: &'static [u8]) -> Option<Self> {
        let face = Face::from_slice(bytes, 0)?;
        let language: Option<Language> = None;
        let plan = ShapePlan::new(&face, Direction::LeftToRight, Some(script::LATIN), language.as_ref(), &[]);
        Some(Self { face, plan, shaped: RefCell::default() })
    }

    fn shaped(&self, word: &str) -> Rc<Shaped> {
        if let Some(known) = self.shaped.borrow().get(word) {
            return Rc::clone(known);
        }
        let shaped = Rc::new(self.shape(word));
        let mut known = self.shaped.borrow_mut();
        if known.len() >= SHAPED_WORDS_MAX {
            known.clear();
        }
        known.insert(word.to_owned(), Rc::clone(&shaped));
        shaped
    }

    /// Shapes a word from left to right. The typeface has no letters that are written the other way.
    fn shape(&self, word: &str) -> Shaped {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(word);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
        let output = rustybuzz::shape_with_plan(&self.face, &self.plan, buffer);
        let starts: Vec<usize> = output.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let em = self.face.units_per_em();
        #[expect(clippy::cast_precision_loss, reason = "units of a font are a few thousand")]
        let share = |units: i32| units as f32 / em as f32;
        let glyphs = output.glyph_infos().iter().zip(output.glyph_positions()).zip(&starts);
        let glyphs: Vec<KrillaGlyph> = glyphs
            .map(|((info, position), start)| KrillaGlyph {
                glyph_id: GlyphId::new(info.glyph_id),
                text_range: *start..starts.iter().copied().find(|next| next > start).unwrap_or(word.len()),
                x_advance: share(position.x_advance),
                x_offset: share(position.x_offset),
                y_offset: share(position.y_offset),
                y_advance: share(position.y_advance),
                location: None,
            })
            .collect();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
        Shaped { glyphs, width }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LETTERS: Letters = (8.0, Weight::Regular);

    #[test]
    fn letters_of_african_languages_can_be_shown() {
        let typefaces = Typefaces::embedded().unwrap();
        for c in "ọẹṣńǹɔɛŋéèçãõƙɗɓƴŨũĩ’“”–·₦…\u{301}\u{323}\u{a0}\u{202f}".chars()
        {
            assert!(typefaces.has(c), "{c}");
        }
        assert!(!typefaces.has('中'));
    }

    #[test]
    fn an_amount_is_never_broken_between_its_groups() {
        let typefaces = Typefaces::embedded().unwrap();
        let amount = "1\u{202f}234\u{202f}567,00\u{a0}NGN";
        assert_eq!(typefaces.lines(&format!("Total {amount}"), LETTERS, 70.0), ["Total", amount]);
    }

    #[test]
    fn a_text_that_is_cut_says_so() {
        let typefaces = Typefaces::embedded().unwrap();
        let lines = typefaces.lines_up_to(2, &"word ".repeat(40), LETTERS, 60.0);
        assert!(lines.len() == 2 && lines[1].ends_with('…'));
        assert!(lines.iter().all(|line| typefaces.width(line, LETTERS) <= 60.0));
    }

    proptest! {
        #[test]
        fn line_breaks_lose_no_character(text in "[a-zọẹ \u{a0}\n]{0,60}", width in 1.0_f32..200.0) {
            let typefaces = Typefaces::embedded().unwrap();
            let lines = typefaces.lines(&text, LETTERS, width);
            let plain = |text: &str| text.replace([' ', '\n'], "");
            prop_assert_eq!(plain(&lines.concat()), plain(&text));
        }

        #[test]
        fn every_byte_of_a_line_belongs_to_a_glyph(text in "([a-zọẹ ]|\u{323}|\\PC){0,40}") {
            let typefaces = Typefaces::embedded().unwrap();
            let mut covered = vec![false; text.len()];
            for glyph in typefaces.glyphs(&text, Weight::Bold) {
                prop_assert!(text.get(glyph.text_range.clone()).is_some());
                covered[glyph.text_range].fill(true);
            }
            prop_assert!(covered.iter().all(|covered| *covered));
        }
    }
}
