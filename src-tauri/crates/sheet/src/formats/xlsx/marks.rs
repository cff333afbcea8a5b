//! Collects the rows that a workbook marks by their look: with a cell that is struck through, or filled in grey or red.
//! The style of each cell is known anyway; nothing else is read for it.

use std::iter;

use calamine::{Color, FillPattern, Style};
use paysheet_domain::RowMark;

use crate::limits::MARKED_ROWS_MAX;

/// Percentage of a row's cells that must be filled. One struck cell is enough: it may be the name.
const FILLED_SHARE_MIN: usize = 60;
/// Difference between the parts of a colour up to which it is grey.
const GREY_DIFFERENCE_MAX: u8 = 12;
/// Lightness of the palest grey. A paler one is a white.
const GREY_LIGHTNESS_MAX: u8 = 0xEA;
/// How much more red than green and blue a red has.
const RED_EXCESS_MIN: u8 = 40;

/// How a style marks a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct StyleMark {
    is_struck: bool,
    is_filled: bool,
}

/// The marks of a sheet's rows while its cells are read.
pub(super) struct Marks {
    /// By the index of the style; empty if no style of the workbook marks anything.
    styles: Vec<StyleMark>,
    struck: Vec<u32>,
    filled: FilledRows,
    /// The current row, with the number of its cells, struck cells and filled cells.
    row: u32,
    cells: [usize; 3],
}

/// Numbers of the rows with a fill.
#[derive(Default)]
struct FilledRows(Vec<u32>);

impl FilledRows {
    /// Adds a row, up to a number of them: a fill of so many rows is the look of the sheet.
    fn add(&mut self, row: u32) {
        if self.0.len() <= MARKED_ROWS_MAX {
            self.0.push(row);
        }
    }

    fn rows(self) -> Vec<u32> {
        if self.0.len() > MARKED_ROWS_MAX { Vec::new() } else { self.0 }
    }
}

impl Marks {
    pub fn new(styles: &[Style]) -> Self {
        let mut marks: Vec<StyleMark> = styles.iter().map(style_mark).collect();
        if marks.iter().all(|mark| *mark == StyleMark::default()) {
            marks.clear();
        }
        Self { styles: marks, struck: Vec::new(), filled: FilledRows::default(), row: 0, cells: [0; 3] }
    }

    /// Adds a filled cell, by its row from 1 and its style.
    pub fn cell(&mut self, row: u32, style: usize) {
        if self.styles.is_empty() {
            return;
        }
        if row != self.row {
            self.end_row();
            self.row = row;
        }
        let StyleMark { is_struck, is_filled } = self.styles.get(style).copied().unwrap_or_default();
        let counted = [true, is_struck, is_filled];
        for (count, is_counted) in self.cells.iter_mut().zip(counted) {
            *count += usize::from(is_counted);
        }
    }

    fn end_row(&mut self) {
        let [cells, struck, filled] = std::mem::take(&mut self.cells);
        if struck > 0 {
            self.struck.push(self.row);
        }
        if filled > 0 && filled * 100 >= cells * FILLED_SHARE_MIN {
            self.filled.add(self.row);
        }
    }

    /// Returns the marked rows by their numbers.
    pub fn rows(mut self) -> Vec<(u32, RowMark)> {
        self.end_row();
        let struck = self.struck.into_iter().zip(iter::repeat(RowMark::Struck));
        struck.chain(self.filled.rows().into_iter().zip(iter::repeat(RowMark::Filled))).collect()
    }
}

fn style_mark(style: &Style) -> StyleMark {
    let colour = style.fill.as_ref().filter(|fill| fill.pattern == FillPattern::Solid);
    StyleMark {
        is_struck: style.font.as_ref().is_some_and(|font| font.strikethrough),
        is_filled: colour.and_then(|fill| fill.foreground_color).is_some_and(is_grey_or_red),
    }
}

fn is_grey_or_red(Color { red, green, blue, .. }: Color) -> bool {
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    let is_grey = most - least <= GREY_DIFFERENCE_MAX && most <= GREY_LIGHTNESS_MAX;
    is_grey || red.saturating_sub(green.max(blue)) >= RED_EXCESS_MIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_and_reds_mark() {
        for (colour, expected) in [
            (0xD9_D9_D9, true),
            (0x80_80_80, true),
            (0xFF_00_00, true),
            (0xFF_C7_CE, true),
            (0xC0_00_00, true),
            (0xFF_FF_FF, false),
            (0xF2_F2_F2, false),
            (0xFF_FF_00, false),
            (0xC6_EF_CE, false),
            (0xDD_EB_F7, false),
        ] {
            assert_eq!(is_grey_or_red(Color::from_argb(colour)), expected, "{colour:06X}");
        }
    }
}
