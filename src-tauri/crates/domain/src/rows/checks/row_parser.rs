//! The parser of one row: the row, what is known of its file, and the problems so far. What it does with single fields is
//! in `checks` and in modules named after them.

use super::{context::CheckContext, text};
use crate::rows::{
    cell::Field,
    problem::{Problem, ProblemCode, Severity},
    source_row::SourceRow,
};

/// Maximum length in characters of the other texts: an account, a bank, a reference, a staff number.
pub const TEXT_CHARS_MAX: usize = 100;

/// The parser of one row. It collects the problems.
pub(super) struct RowParser<'a> {
    pub(super) row: &'a SourceRow,
    pub(super) context: &'a CheckContext<'a>,
    pub(super) problems: Vec<Problem>,
}

impl RowParser<'_> {
    pub(super) fn text(&self, field: Field) -> Option<String> {
        cleaned_text(self.row, field)
    }

    /// Returns a cleaned text. If it is longer than `chars_max`, it adds a warning.
    pub(super) fn short_text(&mut self, field: Field, chars_max: usize) -> Option<String> {
        let text = self.text(field)?;
        self.problems.extend(too_long(field, &text, chars_max));
        Some(text)
    }

    pub(super) fn add(&mut self, severity: Severity, problem: Problem) {
        self.problems.push(Problem { severity, ..problem });
    }
}

/// Returns the text of one field as in the file, without invisible characters, before any check or suggestion.
#[must_use]
pub fn cleaned_text(row: &SourceRow, field: Field) -> Option<String> {
    text::of_cell(&row.cells.get(&field)?.value)
}

/// Returns a warning about a text that is longer than `chars_max`, with the truncated text as the suggestion.
pub(super) fn too_long(field: Field, text: &str, chars_max: usize) -> Option<Problem> {
    if text.len() <= chars_max || text.chars().count() <= chars_max {
        return None;
    }
    let cut: String = text.chars().take(chars_max).collect();
    Some(Problem::warning(ProblemCode::TextTooLong, field).value(text).suggestion(cut.trim_end()))
}
