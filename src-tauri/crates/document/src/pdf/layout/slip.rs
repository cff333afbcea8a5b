//! Slips, two on a page: the second one begins where the page is cut.

use super::{ASCENT, BLACK, DARK, GAP_PT, HEADING_PT, LEADING, Letters, MARGIN_PT, Pages, RULE, Weight};
use crate::content::Slip;

const AMOUNT: Letters = (20.0, Weight::Bold);
const NAME: Letters = (13.0, Weight::Bold);
const HEADING: Letters = (HEADING_PT, Weight::Bold);
const VALUE: Letters = (9.0, Weight::Regular);
const NOTE: Letters = (7.5, Weight::Regular);
const FACT_NAME_PT: f32 = 130.0;
const FACT_PADDING_PT: f32 = 2.0;
/// Longest value, in lines, so that a slip always fits on a page.
const VALUE_LINES_MAX: usize = 4;
const NOTE_LINES_MAX: usize = 8;

impl Pages<'_> {
    pub(super) fn slip(&mut self, slip: &Slip) {
        let before = std::mem::take(&mut self.page);
        let top_before = self.y;
        self.y = 0.0;
        self.drawn(slip);
        let (mut marks, height) = (std::mem::replace(&mut self.page, before), self.y);
        let (middle, second) = (self.height / 2.0, self.height / 2.0 + MARGIN_PT);
        let mut top = MARGIN_PT;
        if !self.page.is_empty() {
            if top_before < middle && second + height <= self.height - MARGIN_PT {
                self.y = middle;
                self.rule(RULE);
                top = second;
            } else {
                self.turn();
            }
        }
        marks.iter_mut().for_each(|mark| *mark.y_mut() += top);
        self.page.append(&mut marks);
        self.y = top + height;
    }

    /// Draws a slip from the height 0.
    fn drawn(&mut self, slip: &Slip) {
        self.beside(&slip.from, &slip.title);
        self.rule(BLACK);
        self.y += GAP_PT;
        self.slip_lines(&slip.name, NAME, BLACK, VALUE_LINES_MAX);
        self.slip_lines(&self.style.formats.money(slip.amount), AMOUNT, BLACK, 1);
        self.y += GAP_PT / 2.0;
        slip.facts.iter().for_each(|(name, value)| self.slip_fact(name, value));
        self.y += GAP_PT / 2.0;
        self.slip_lines(&slip.note, NOTE, DARK, NOTE_LINES_MAX);
        if let Some(note) = self.missing_note() {
            self.slip_lines(&note, NOTE, DARK, NOTE_LINES_MAX);
        }
    }

    /// Prints who it is from, and what it is on the right.
    fn beside(&mut self, from: &str, title: &str) {
        let title = self.typefaces.lines_up_to(1, title, HEADING, self.body_width() / 2.0).concat();
        let width = self.typefaces.width(&title, HEADING);
        self.text(self.width - MARGIN_PT - width, HEADING, DARK, title);
        let left = self.body_width() - width - GAP_PT;
        for line in self.typefaces.lines_up_to(2, from, HEADING, left) {
            self.text(MARGIN_PT, HEADING, BLACK, line);
            self.y += HEADING_PT * LEADING;
        }
        self.y += FACT_PADDING_PT;
    }

    fn slip_lines(&mut self, text: &str, letters: Letters, gray: u8, max: usize) {
        for line in self.typefaces.lines_up_to(max, text, letters, self.body_width()) {
            self.text(MARGIN_PT, letters, gray, line);
            self.y += letters.0 * LEADING;
        }
    }

    fn slip_fact(&mut self, name: &str, value: &str) {
        let width = self.body_width() - FACT_NAME_PT;
        let names = self.typefaces.lines_up_to(1, name, VALUE, FACT_NAME_PT - GAP_PT).concat();
        self.text(MARGIN_PT, VALUE, DARK, names);
        for line in self.typefaces.lines_up_to(VALUE_LINES_MAX, value, VALUE, width) {
            self.text(MARGIN_PT + FACT_NAME_PT, VALUE, BLACK, line);
            self.y += VALUE.0 * LEADING * ASCENT;
        }
        self.y += FACT_PADDING_PT;
    }
}
