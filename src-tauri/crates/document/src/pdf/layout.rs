//! Places a document on pages: what is printed where. Lengths are in points, from the page's upper left corner.

mod signatures;
mod slip;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::typeface::{Letters, Typefaces, Weight};
use crate::{
    content::{Block, Document, Fact, Paper, Style},
    stop::Stop,
};

/// The sides of A4 paper.
const A4_LONG_PT: f32 = 841.89;
const A4_SHORT_PT: f32 = 595.28;
const MARGIN_PT: f32 = 36.0;
/// Height of the page's foot, above the lower margin.
const FOOT_PT: f32 = 14.0;
const LETTERHEAD_PT: f32 = 14.0;
const TITLE_PT: f32 = 18.0;
const HEADING_PT: f32 = 11.0;
const TEXT_PT: f32 = 8.0;
/// Height of a line, and the part of it above the base line, as multiples of the size.
const LEADING: f32 = 1.35;
const ASCENT: f32 = 1.0;
const GAP_PT: f32 = 10.0;
const RULE_PT: f32 = 0.5;
const FACT_NAME_PT: f32 = 110.0;
/// Part of the foot that the running title may take.
const RUNNING_TITLE: f32 = 0.8;

const BLACK: u8 = 20;
const DARK: u8 = 90;
const RULE: u8 = 200;

const SMALL: Letters = (TEXT_PT, Weight::Regular);
/// A sentence to be read, and not a value.
const BODY: Letters = (10.0, Weight::Regular);

/// Something that is printed.
#[derive(Debug)]
pub(super) enum Mark {
    /// Text with its base line at `y`.
    Text {
        x: f32,
        y: f32,
        letters: Letters,
        gray: u8,
        text: String,
    },
    Bar {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        gray: u8,
    },
}

impl Mark {
    const fn y_mut(&mut self) -> &mut f32 {
        match self {
            Self::Text { y, .. } | Self::Bar { y, .. } => y,
        }
    }
}

impl Paper {
    /// Returns width and height.
    pub(super) const fn size_pt(self) -> (f32, f32) {
        match self {
            Self::Portrait => (A4_SHORT_PT, A4_LONG_PT),
            Self::Landscape => (A4_LONG_PT, A4_SHORT_PT),
        }
    }
}

pub(super) struct Pages<'a> {
    typefaces: &'a Typefaces,
    style: &'a Style<'a>,
    stop: &'a Stop,
    width: f32,
    height: f32,
    done: Vec<Vec<Mark>>,
    page: Vec<Mark>,
    y: f32,
    /// Characters that the typeface does not have.
    missing: BTreeSet<char>,
}

/// Returns the marks of each page. If it is stopped, the rest of the document is missing.
pub(super) fn pages(
    document: &Document,
    style: &Style<'_>,
    typefaces: &Typefaces,
    stop: &Stop,
) -> Vec<Vec<Mark>> {
    let mut pages = Pages::new(document.paper, style, typefaces, stop);
    let has_slips = document.blocks.iter().any(|block| matches!(block, Block::Slips(_)));
    if !has_slips {
        pages.head(document);
    }
    document.blocks.iter().for_each(|block| pages.block(document, block));
    pages.note_missing();
    // A slip is cut out and given away: it is not page 17 of anything.
    if has_slips { pages.finished() } else { pages.numbered(&running_title(document)) }
}

impl<'a> Pages<'a> {
    fn new(paper: Paper, style: &'a Style<'a>, typefaces: &'a Typefaces, stop: &'a Stop) -> Self {
        let (width, height) = paper.size_pt();
        let (done, page, missing) = (Vec::new(), Vec::new(), BTreeSet::new());
        Self { typefaces, style, stop, width, height, done, page, y: MARGIN_PT, missing }
    }

    fn head(&mut self, document: &Document) {
        if let Some(letterhead) = document.letterhead.as_deref().filter(|text| !text.is_empty()) {
            self.paragraph(letterhead, (LETTERHEAD_PT, Weight::Bold), BLACK);
            self.rule(RULE);
            self.y += GAP_PT;
        }
        self.paragraph(&document.title, (TITLE_PT, Weight::Bold), BLACK);
        self.paragraph(&document.subtitle, (HEADING_PT, Weight::Regular), DARK);
        self.y += GAP_PT;
    }

    fn block(&mut self, document: &Document, block: &Block) {
        match block {
            Block::NextPage => {
                self.turn();
                self.head(document);
            }
            Block::Text(text) => {
                self.y += GAP_PT;
                self.paragraph(text, BODY, BLACK);
            }
            Block::Notice(text) => {
                self.paragraph(text, (HEADING_PT, Weight::Bold), BLACK);
                self.y += GAP_PT;
            }
            Block::Fitted { table, more } => self.fitted_table(table, more),
            Block::Facts(facts) => facts.iter().for_each(|fact| self.fact(fact)),
            Block::Table(table) | Block::Abridged { page: table, .. } => self.table(table),
            Block::Signatures { names, signature, date } => self.signatures(names, signature, date),
            Block::Slips(slips) => {
                let stop = self.stop;
                slips.iter().take_while(|_| !stop.is_set()).for_each(|slip| self.slip(slip));
            }
        }
    }

    fn finished(mut self) -> Vec<Vec<Mark>> {
        self.done.push(self.page);
        self.done
    }

    /// Returns the pages, each with its number and the document's title.
    fn numbered(self, title: &str) -> Vec<Vec<Mark>> {
        let (typefaces, style, y) = (self.typefaces, self.style, self.height - MARGIN_PT);
        let (left, right) = (MARGIN_PT, self.width - MARGIN_PT);
        let title = typefaces.lines_up_to(1, title, SMALL, self.body_width() * RUNNING_TITLE).concat();
        let of = style.words.report("page", "Page {{page}} of {{pages}}");
        let mut pages = self.finished();
        let count = pages.len();
        for (number, page) in (1_usize..).zip(&mut pages) {
            let text = of.replace("{{page}}", &number.to_string()).replace("{{pages}}", &count.to_string());
            let x = right - typefaces.width(&text, SMALL);
            page.push(Mark::Text { x: left, y, letters: SMALL, gray: DARK, text: title.clone() });
            page.push(Mark::Text { x, y, letters: SMALL, gray: DARK, text });
        }
        pages
    }

    fn paragraph(&mut self, text: &str, letters: Letters, gray: u8) {
        for line in self.typefaces.lines(text, letters, self.body_width()) {
            self.need(letters.0 * LEADING);
            self.text(MARGIN_PT, letters, gray, line);
            self.y += letters.0 * LEADING;
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a paragraph has a few lines")]
    fn paragraph_height(&self, text: &str) -> f32 {
        self.typefaces.lines(text, SMALL, self.body_width()).len() as f32 * TEXT_PT * LEADING
    }

    fn fact(&mut self, (name, value): &Fact) {
        let width = self.body_width() - FACT_NAME_PT;
        let names = self.typefaces.lines_up_to(1, name, SMALL, FACT_NAME_PT - GAP_PT);
        for (at, line) in self.typefaces.lines(value, SMALL, width).into_iter().enumerate() {
            self.need(TEXT_PT * LEADING);
            if at == 0 {
                self.text(MARGIN_PT, SMALL, DARK, names.concat());
            }
            self.text(MARGIN_PT + FACT_NAME_PT, SMALL, BLACK, line);
            self.y += TEXT_PT * LEADING;
        }
    }

    /// Adds a line of text below `y`.
    fn text(&mut self, x: f32, letters: Letters, gray: u8, text: String) {
        self.note_characters(&text);
        self.page.push(Mark::Text { x, y: self.y + letters.0 * ASCENT, letters, gray, text });
    }

    /// Remembers the characters that the typeface does not have.
    fn note_characters(&mut self, text: &str) {
        let typefaces = self.typefaces;
        self.missing.extend(text.chars().filter(|c| !c.is_ascii() && !c.is_control() && !typefaces.has(*c)));
    }

    /// Adds a line over the whole width at `y`.
    fn rule(&mut self, gray: u8) {
        let width = self.body_width();
        self.page.push(Mark::Bar { x: MARGIN_PT, y: self.y, width, height: RULE_PT, gray });
    }

    /// Names the characters that are printed as boxes.
    fn note_missing(&mut self) {
        if let Some(note) = self.missing_note() {
            self.y += GAP_PT;
            self.paragraph(&note, SMALL, DARK);
        }
    }

    /// Returns the sentence about the characters that are printed as boxes since the last one.
    fn missing_note(&mut self) -> Option<String> {
        let missing = std::mem::take(&mut self.missing);
        if missing.is_empty() {
            return None;
        }
        let english = "These characters are printed as boxes, because this document’s typeface does not have them: \
                       {{characters}}.";
        let named: Vec<String> = missing.iter().map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        Some(self.style.words.report("missing", english).replace("{{characters}}", &named.join(", ")))
    }

    const fn body_width(&self) -> f32 {
        self.width - 2.0 * MARGIN_PT
    }

    /// Returns where the body of a page ends; the page's number is below it.
    const fn body_end(&self) -> f32 {
        self.height - MARGIN_PT - FOOT_PT
    }

    /// Begins a new page if fewer than `height` points are left.
    fn need(&mut self, height: f32) {
        if self.y + height > self.body_end() {
            self.turn();
        }
    }

    fn turn(&mut self) {
        self.done.push(std::mem::take(&mut self.page));
        self.y = MARGIN_PT;
    }
}

fn running_title(document: &Document) -> String {
    [&document.title, &document.subtitle].map(String::as_str).join(" · ")
}
