//! Finds the quotation marks of a text file that enclose nothing: inch signs, and marks that were typed or lost by
//! mistake. Read as they are, such a mark would join all lines up to the next one, and the people on them would vanish
//! in a single cell. Whether lines belong together is decided by their widths: a line that has as many cells as the
//! others is a record by itself.

use std::borrow::Cow;

use csv::ByteRecord;

use super::records::{reader, sampled};
use crate::limits::COLUMNS_MAX;

/// Stands for a mark that encloses nothing. It has the same length, so that positions in the text stay valid, and it is
/// in no file: bytes with a NUL do not count as text.
const BARE: char = '\0';
const QUOTE: u8 = b'"';
/// Number of records inside a cell of several lines from which its marks are a mistake. An address may have as many
/// commas as a record, but only in one of its lines.
const RECORDS_IN_CELL: usize = 2;
/// Digits of the shortest number that is a cell of its own within marks by mistake. The groups of an amount are shorter.
const WHOLE_NUMBER_DIGITS_MIN: usize = 5;
/// Digits of the longest group behind a comma of an amount: thousands, or decimals.
const GROUP_DIGITS_MAX: usize = 3;

/// Returns the text with its bare marks replaced.
pub(super) fn without_bare(text: &str, delimiter: u8) -> Cow<'_, str> {
    if !text.contains('"') {
        return text.into();
    }
    let mut marks = Marks { bytes: text.as_bytes(), delimiter, width: 0, bare: Vec::new() };
    marks.width = marks.usual_width(sampled(text));
    marks.find();
    if marks.bare.is_empty() {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    for at in marks.bare {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = 0;
        }
    }
    String::from_utf8(bytes).map_or_else(|_| text.into(), Cow::Owned)
}

/// Returns the text of a cell as it is meant. A bare mark at its ends was typed by mistake; within, it is an inch sign or
/// part of a nickname.
pub(super) fn shown(cell: &str) -> Cow<'_, str> {
    if !cell.contains(BARE) {
        return cell.into();
    }
    let inside = cell.trim_matches([BARE, '"']);
    if inside.contains([BARE, '"']) { cell.replace(BARE, "\"").into() } else { inside.into() }
}

/// Returns the lines of a file that encloses each of them as a whole: `"Ada,""Obi, Ltd"",5"`. None if any line is not.
pub(super) fn whole_lines(text: &str) -> Option<String> {
    let mut lines = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if !content.is_empty() {
            let inside = content.strip_prefix('"')?.strip_suffix('"')?;
            let parts: Vec<&str> = inside.split("\"\"").collect();
            if parts.iter().any(|part| part.contains('"')) {
                return None;
            }
            lines.push_str(&parts.join("\""));
        }
        lines.push_str(line.get(content.len()..)?);
    }
    Some(lines)
}

/// Where the cell ends that a mark opens.
enum End {
    /// At a mark before a delimiter or the end of a line.
    At(usize),
    /// A mark follows inside a word: the first one encloses nothing.
    Inside,
    Missing,
}

/// How enclosed cells are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enclosed {
    AsMarked,
    /// As several cells if a whole number is among them.
    Numbers,
}

/// A line as a record by itself.
struct Line {
    /// After its line end.
    next: usize,
    cells: usize,
    bare: Vec<usize>,
    /// A mark without another one in the line.
    open: Option<usize>,
}

struct Marks<'t> {
    bytes: &'t [u8],
    delimiter: u8,
    /// Number of cells of most records.
    width: usize,
    bare: Vec<usize>,
}

impl Marks<'_> {
    fn find(&mut self) {
        let mut at = 0;
        let mut continues = false;
        while let Some(mark) = self.mark_from(at) {
            if !continues {
                at = self.line_start(at, mark);
            }
            let line = self.line(at, Enclosed::AsMarked);
            let end = line.open.map_or(End::Missing, |open| self.end_of(open, self.bytes.len()));
            if let (Some(open), End::At(close)) = (line.open, end)
                && !self.holds_records(at, close)
            {
                // A cell of several lines. The rest of its last line belongs to the same record.
                self.bare.extend(line.bare.into_iter().filter(|bare| *bare != open));
                (at, continues) = self.after(close);
                continue;
            }
            let line = if continues || line.cells >= self.width { line } else { self.widened(at, line) };
            self.bare.extend(line.bare);
            (at, continues) = (line.next, false);
        }
    }

    fn mark_from(&self, at: usize) -> Option<usize> {
        Some(at + memchr::memchr(QUOTE, self.bytes.get(at..)?)?)
    }

    /// Returns the start of the line with a position, not before another one.
    fn line_start(&self, from: usize, at: usize) -> usize {
        let before = self.bytes.get(from..at).unwrap_or_default();
        memchr::memrchr2(b'\n', b'\r', before).map_or(from, |end| from + end + 1)
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        memchr::memchr2(b'\n', b'\r', rest).map_or(self.bytes.len(), |end| from + end)
    }

    /// Returns where the cell begins that follows an enclosed one, and whether it is in the same line.
    fn after(&self, close: usize) -> (usize, bool) {
        let end = self.line_end(close);
        let rest = self.bytes.get(close..end).unwrap_or_default();
        memchr::memchr(self.delimiter, rest).map_or((end + 1, false), |at| (close + at + 1, true))
    }

    /// Reads a line from the start of a cell.
    fn line(&self, from: usize, enclosed: Enclosed) -> Line {
        let end = self.line_end(from);
        let mut line = Line { next: end + 1, cells: 0, bare: Vec::new(), open: None };
        let mut at = from;
        loop {
            line.cells += 1;
            if self.bytes.get(at) == Some(&QUOTE) {
                match self.end_of(at, end) {
                    End::At(close) if enclosed == Enclosed::Numbers && self.has_number(at, close) => {
                        line.bare.extend([at, close]);
                    }
                    End::At(close) => at = close,
                    End::Inside => line.bare.push(at),
                    End::Missing => {
                        line.bare.push(at);
                        line.open = Some(at);
                    }
                }
            }
            let rest = self.bytes.get(at..end).unwrap_or_default();
            match memchr::memchr(self.delimiter, rest) {
                Some(delimiter) => at += delimiter + 1,
                None => return line,
            }
        }
    }

    /// Returns where the cell ends that the mark at a position opens. A doubled mark is part of its text.
    fn end_of(&self, open: usize, end: usize) -> End {
        let mut at = open + 1;
        loop {
            let rest = self.bytes.get(at..end).unwrap_or_default();
            let Some(mark) = memchr::memchr(QUOTE, rest) else { return End::Missing };
            let mark = at + mark;
            let after = self.bytes.get(mark + 1..end).unwrap_or_default();
            if after.first() == Some(&QUOTE) {
                at = mark + 2;
                continue;
            }
            let next = after.iter().find(|byte| **byte != b' ' || self.delimiter == b' ');
            let is_closed = next.is_none_or(|byte| *byte == self.delimiter || matches!(byte, b'\n' | b'\r'));
            return if is_closed { End::At(mark) } else { End::Inside };
        }
    }

    /// Whether the lines from a position up to the end of a cell are records by themselves.
    fn holds_records(&self, from: usize, close: usize) -> bool {
        let mut records = 0;
        let mut at = from;
        while at <= close && records < RECORDS_IN_CELL {
            let line = self.line(at, Enclosed::AsMarked);
            records += usize::from(self.is_record(at, &line));
            at = line.next;
        }
        records >= RECORDS_IN_CELL
    }

    /// Whether a line has the cells of a record. One with more cells has them only if it has a long number: the account
    /// of a person, whose other cells have delimiters in them.
    fn is_record(&self, from: usize, line: &Line) -> bool {
        let content = self.bytes.get(from..line.next.min(self.bytes.len())).unwrap_or_default();
        let mut numbers = content.split(|byte| !byte.is_ascii_digit());
        let digits_min = if line.cells == self.width { 1 } else { WHOLE_NUMBER_DIGITS_MIN };
        line.cells >= self.width && numbers.any(|digits| digits.len() >= digits_min)
    }

    /// Reads a line with too few cells again: `"Ada,0123456789,First Bank",5` encloses what are three cells elsewhere.
    fn widened(&self, from: usize, line: Line) -> Line {
        let again = self.line(from, Enclosed::Numbers);
        if again.cells == self.width && again.open.is_none() { again } else { line }
    }

    /// Whether the text between two marks has a whole number between delimiters. Names, titles, the groups of an amount,
    /// and an amount with a decimal comma are no such numbers.
    fn has_number(&self, open: usize, close: usize) -> bool {
        let inside = self.bytes.get(open + 1..close).unwrap_or_default();
        let cells = || inside.split(|byte| *byte == self.delimiter).map(<[u8]>::trim_ascii);
        let is_digits = |cell: &[u8]| cell.iter().all(u8::is_ascii_digit);
        let is_number = |cell: &[u8]| cell.len() >= WHOLE_NUMBER_DIGITS_MIN && is_digits(cell);
        let is_group = |cell: &[u8]| cell.len() <= GROUP_DIGITS_MAX && is_digits(cell);
        let is_amount = cells().next().is_some_and(is_digits) && cells().skip(1).all(is_group);
        inside.contains(&self.delimiter) && !is_amount && cells().any(is_number)
    }

    /// Returns the number of cells by which most lines are explained: those of records as the marks part them, or those
    /// of each line by itself.
    fn usual_width(&self, text: &str) -> usize {
        let mut explained = vec![(0_usize, 0_usize); COLUMNS_MAX + 1];
        let mut records = reader(text, self.delimiter);
        let mut record = ByteRecord::new();
        let mut before = records.position().line();
        while records.read_byte_record(&mut record).unwrap_or(false) {
            let line = records.position().line();
            let lines = usize::try_from(line.saturating_sub(before)).unwrap_or(usize::MAX).max(1);
            before = line;
            if let Some((by_marks, _)) = explained.get_mut(record.len().min(COLUMNS_MAX)) {
                *by_marks += lines;
            }
        }
        let mut at = 0;
        while at < text.len() {
            let line = self.line(at, Enclosed::AsMarked);
            if let Some((_, by_lines)) = explained.get_mut(line.cells.min(COLUMNS_MAX)) {
                *by_lines += 1;
            }
            at = line.next;
        }
        let most = explained.iter().enumerate().skip(2).max_by_key(|(_, (marks, lines))| *marks.max(lines));
        most.map_or(0, |(width, _)| width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_encloses_something_or_is_a_character() {
        for (what, text, expected) in [
            ("an inch sign", "a,b,c\n1,5\" pipe,2\n", "a,b,c\n1,5\" pipe,2\n"),
            ("enclosed", "a,b,c\n\"x, \"\"y\"\"\" ,1,2\n", "a,b,c\n\"x, \"\"y\"\"\" ,1,2\n"),
            ("never closed", "a,b,c\n\"x,1,2\ny,3,4\n", "a,b,c\n_x,1,2\ny,3,4\n"),
            ("two that open", "a,b,c\n\"x,1,2\ny,3,4\n\"z,5,6\n", "a,b,c\n_x,1,2\ny,3,4\n_z,5,6\n"),
            ("closed elsewhere", "a,b,c\n\"x,1,2\ny,3,4\nz\",5,6\n", "a,b,c\n_x,1,2\ny,3,4\nz\",5,6\n"),
            ("two neighbours", "a,b,c\n\"x,1,2\nz\",5,6\n", "a,b,c\n_x,1,2\nz\",5,6\n"),
            ("an address", "a,b,c\nx,\"Road 1\nTown\",2\n", "a,b,c\nx,\"Road 1\nTown\",2\n"),
            ("commas in it", "a,b,c\nx,\"Road, 1\nTown\",2\n", "a,b,c\nx,\"Road, 1\nTown\",2\n"),
            ("several cells", "a,b,c\n\"x,123456\",2\ny,3,4\n", "a,b,c\n_x,123456_,2\ny,3,4\n"),
            // As wide as the others if the comma were a delimiter.
            (
                "a decimal comma",
                "a,b,c,d\n1,\"2,5\",3,4\n1,\"87828,21\",x\n",
                "a,b,c,d\n1,\"2,5\",3,4\n1,\"87828,21\",x\n",
            ),
            ("a title", "\"Pay, May, 2026\"\na,b,c\ny,3,4\n", "\"Pay, May, 2026\"\na,b,c\ny,3,4\n"),
            ("one more mark", "a,b,c\n\"\"x\",\"1\",\"2\"\n", "a,b,c\n_\"x\",\"1\",\"2\"\n"),
            ("one mark less", "a,b,c\n\"x,\"1,0\",\"2\"\n", "a,b,c\n_x,\"1,0\",\"2\"\n"),
            ("line ends", "a,b,c\r\"x,1,2\ry,3,4\r\nz\",5,6", "a,b,c\r_x,1,2\ry,3,4\r\nz\",5,6"),
        ] {
            assert_eq!(without_bare(text, b',').replace(BARE, "_"), expected, "{what}");
        }
    }

    #[test]
    fn a_bare_mark_at_the_end_of_a_cell_is_not_shown() {
        for (cell, expected) in [
            ("\0Ada Obi", "Ada Obi"),
            ("\0\"Ada Obi\"", "Ada Obi"),
            ("\0Ada \"Big\" Obi", "\"Ada \"Big\" Obi"),
            ("5\" pipe", "5\" pipe"),
        ] {
            assert_eq!(shown(cell), expected);
        }
    }

    #[test]
    fn lines_that_are_enclosed_as_a_whole_are_opened() {
        assert_eq!(
            whole_lines("\"a,b\"\r\n\r\n\"c,\"\"d, e\"\"\"").as_deref(),
            Some("a,b\r\n\r\nc,\"d, e\"")
        );
        for text in ["\"a\",\"b\"\n", "a,b\n", "\"a,b\"\nc,d\n", "\"\n"] {
            assert_eq!(whole_lines(text), None, "{text:?}");
        }
    }
}
