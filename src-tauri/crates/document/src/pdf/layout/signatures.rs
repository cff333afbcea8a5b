//! Places to sign, all of them on one page.

use super::{DARK, GAP_PT, MARGIN_PT, Mark, Pages, RULE_PT, SMALL, TEXT_PT};

/// Height of one place to sign: a signature needs room.
const PLACE_PT: f32 = 44.0;
/// Parts of the width for the name, the signature and the date.
const SHARES: [f32; 3] = [0.4, 0.36, 0.24];

impl Pages<'_> {
    pub(super) fn signatures(&mut self, names: &[String], signature: &str, date: &str) {
        let places = f32::from(u16::try_from(names.len()).unwrap_or(u16::MAX));
        self.need(GAP_PT + places * PLACE_PT);
        self.y += GAP_PT;
        for name in names {
            self.y += PLACE_PT;
            let mut x = MARGIN_PT;
            for (text, share) in [name.as_str(), signature, date].into_iter().zip(SHARES) {
                self.place(x, self.body_width() * share - GAP_PT, text);
                x += self.body_width() * share;
            }
        }
        self.y += TEXT_PT;
    }

    /// A line to write on, which ends at `y`, with what is written before it.
    fn place(&mut self, x: f32, width: f32, name: &str) {
        let name = self.typefaces.lines_up_to(1, name, SMALL, width / 2.0).concat();
        let begin = self.typefaces.width(&name, SMALL) + GAP_PT / 2.0;
        let line = self.y;
        self.y -= TEXT_PT;
        self.text(x, SMALL, DARK, name);
        self.y = line;
        self.page.push(Mark::Bar {
            x: x + begin,
            y: line,
            width: width - begin,
            height: RULE_PT,
            gray: DARK,
        });
    }
}
