//! Tables: heads that are repeated on each page, and totals that are never alone on one. A fitted table stays on its page.

use super::{
    BLACK, DARK, GAP_PT, HEADING_PT, LEADING, MARGIN_PT, Mark, Pages, RULE, RULE_PT, SMALL, TEXT_PT,
};
use crate::{
    content::{Align, Cell, Table},
    pdf::typeface::Weight,
};

/// Above and below the text of a line.
const CELL_PADDING_PT: f32 = 2.5;
/// Width of a character with which columns of a narrow table are measured.
const CHARACTER_PT: f32 = 5.4;
/// Longest cell, in lines: a line of the table has to fit on a page. The workbook has the whole text.
const CELL_LINES_MAX: usize = 12;
/// Lines of a table that is not divided between two pages, without its totals.
const KEPT_TOGETHER_LINES_MAX: usize = 8;
/// Height of the line that counts what does not fit.
const MORE_PT: f32 = TEXT_PT * LEADING + CELL_PADDING_PT;
const HEAD_FILL: u8 = 238;

struct Column {
    x: f32,
    width: f32,
    align: Align,
}

/// A line of a table whose texts are broken into lines.
struct Line {
    cells: Vec<Vec<String>>,
    weight: Weight,
    height: f32,
}

impl Pages<'_> {
    pub(super) fn table(&mut self, table: &Table) {
        let Some(first) = table.lines.first() else { return };
        let columns = self.columns(table);
        let head = self.line(table.heads.iter().map(|head| head.text.clone()), &columns, Weight::Bold);
        let above = 2.0 * GAP_PT + HEADING_PT * LEADING + CELL_PADDING_PT + head.height;
        // A title is never alone at the end of a page, and a few lines can be added up by eye.
        self.need(above + self.kept_height(table, &columns).unwrap_or(self.height_of([first], &columns)));
        self.titled_head(table, &head, &columns);
        let totals: Vec<Line> =
            table.totals.iter().map(|line| self.cells(line, &columns, Weight::Bold)).collect();
        let totals_height: f32 = totals.iter().map(|line| line.height).sum();
        let stop = self.stop;
        let lines = (0..table.lines.len()).rev().zip(&table.lines);
        for (left, line) in lines.take_while(|_| !stop.is_set()) {
            // The totals are never alone on a page.
            let below = if left == 0 { totals_height } else { 0.0 };
            let line = self.cells(line, &columns, Weight::Regular);
            self.table_line(line, &head, &columns, below);
        }
        for line in totals {
            self.table_line(line, &head, &columns, 0.0);
        }
    }

    /// Returns the height of the lines of a table that is not divided between two pages; none if it may be.
    fn kept_height(&self, table: &Table, columns: &[Column]) -> Option<f32> {
        if table.lines.len() > KEPT_TOGETHER_LINES_MAX {
            return None;
        }
        let height = self.height_of(table.lines.iter().chain(&table.totals), columns);
        Some(height).filter(|height| *height < self.body_end() / 2.0)
    }

    fn height_of<'a>(&self, lines: impl IntoIterator<Item = &'a Vec<Cell>>, columns: &[Column]) -> f32 {
        lines.into_iter().map(|line| self.cells(line, columns, Weight::Bold).height).sum()
    }

    /// Prints as many lines as the page still has room for, and below them how many there are besides: `more`, with
    /// `{{count}}`.
    pub(super) fn fitted_table(&mut self, table: &Table, more: &str) {
        let columns = self.columns(table);
        let head = self.line(table.heads.iter().map(|head| head.text.clone()), &columns, Weight::Bold);
        let note = self.note_for_page(table, more);
        self.titled_head(table, &head, &columns);
        let end = self.body_end() - note.as_deref().map_or(0.0, |note| GAP_PT + self.paragraph_height(note));
        let mut left = table.lines.len();
        for cells in &table.lines {
            let line = self.cells(cells, &columns, Weight::Regular);
            let below = if left > 1 { MORE_PT } else { 0.0 };
            if self.y + line.height + below > end {
                break;
            }
            self.ruled_row(&line, &columns);
            left -= 1;
        }
        if left > 0 {
            self.y += CELL_PADDING_PT;
            let count = self.style.formats.count(u32::try_from(left).unwrap_or(u32::MAX));
            self.paragraph(&more.replace("{{count}}", &count), (TEXT_PT, Weight::Bold), BLACK);
        }
        if let Some(note) = note {
            self.y += GAP_PT;
            self.paragraph(&note, SMALL, DARK);
        }
        // All of them are in the note.
        self.missing.clear();
    }

    /// Returns the sentence about the characters that are printed as boxes on this page, with those of the table.
    fn note_for_page(&mut self, table: &Table, more: &str) -> Option<String> {
        let heads = table.heads.iter().map(|head| head.text.clone());
        let cells = table.lines.iter().flatten().map(|cell| cell.printed(&self.style.formats));
        let texts: Vec<String> = heads.chain(cells).chain([table.title.clone(), more.to_owned()]).collect();
        texts.iter().for_each(|text| self.note_characters(text));
        self.missing_note()
    }

    fn titled_head(&mut self, table: &Table, head: &Line, columns: &[Column]) {
        self.y += 2.0 * GAP_PT;
        self.paragraph(&table.title, (HEADING_PT, Weight::Bold), BLACK);
        self.y += CELL_PADDING_PT;
        self.table_head(head, columns);
    }

    fn table_head(&mut self, head: &Line, columns: &[Column]) {
        let (y, height) = (self.y, head.height);
        self.page.push(Mark::Bar {
            x: MARGIN_PT,
            y,
            width: end(columns) - MARGIN_PT,
            height,
            gray: HEAD_FILL,
        });
        self.row(head, columns);
    }

    /// Prints a line; on a new page, below the table's head, if it does not fit on this one with as much `below` it.
    fn table_line(&mut self, line: Line, head: &Line, columns: &[Column], below: f32) {
        if self.y + line.height + below > self.body_end() {
            self.turn();
            self.table_head(head, columns);
        }
        self.ruled_row(&line, columns);
    }

    /// Prints a line of a table and a rule below it.
    fn ruled_row(&mut self, line: &Line, columns: &[Column]) {
        self.row(line, columns);
        let (y, width) = (self.y, end(columns) - MARGIN_PT);
        self.page.push(Mark::Bar { x: MARGIN_PT, y, width, height: RULE_PT, gray: RULE });
    }

    fn row(&mut self, line: &Line, columns: &[Column]) {
        let (top, letters) = (self.y, (TEXT_PT, line.weight));
        for (texts, column) in line.cells.iter().zip(columns) {
            self.y = top + CELL_PADDING_PT;
            for text in texts.iter().filter(|text| !text.is_empty()) {
                let x = match column.align {
                    Align::Left => column.x + GAP_PT / 2.0,
                    Align::Right => {
                        column.x + column.width - GAP_PT / 2.0 - self.typefaces.width(text, letters)
                    }
                };
                self.text(x, letters, BLACK, text.clone());
                self.y += TEXT_PT * LEADING;
            }
        }
        self.y = top + line.height;
    }

    fn cells(&self, cells: &[Cell], columns: &[Column], weight: Weight) -> Line {
        self.line(cells.iter().map(|cell| cell.printed(&self.style.formats)), columns, weight)
    }

    #[expect(clippy::cast_precision_loss, reason = "a cell has a few lines")]
    fn line(&self, texts: impl Iterator<Item = String>, columns: &[Column], weight: Weight) -> Line {
        let lines = |(text, column): (String, &Column)| {
            let width = column.width - GAP_PT;
            self.typefaces.lines_up_to(CELL_LINES_MAX, &text, (TEXT_PT, weight), width)
        };
        let cells: Vec<Vec<String>> = texts.zip(columns).map(lines).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(1) as f32;
        Line { cells, weight, height: lines * TEXT_PT * LEADING + 2.0 * CELL_PADDING_PT }
    }

    /// Returns the columns of a table: as wide as they need, or all in proportion to fill the page.
    fn columns(&self, table: &Table) -> Vec<Column> {
        let needed: f32 = table.heads.iter().map(|head| f32::from(head.width) * CHARACTER_PT).sum();
        let scale = CHARACTER_PT * (self.body_width() / needed).min(1.0);
        let mut x = MARGIN_PT;
        let mut column = |width: u16, align| {
            let column = Column { x, width: f32::from(width) * scale, align };
            x += column.width;
            column
        };
        table.heads.iter().map(|head| column(head.width, head.align)).collect()
    }
}

fn end(columns: &[Column]) -> f32 {
    columns.last().map_or(MARGIN_PT, |last| last.x + last.width)
}
