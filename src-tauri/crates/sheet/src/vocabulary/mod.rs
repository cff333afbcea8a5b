//! The meanings of headers: the words that payrolls use for their columns, in English and French, with a confidence
//! for each. Only headers and the labels of rows are interpreted here; `content` interprets the cells of a column.

mod headers;
mod meaning;
mod other_words;
mod recognise;
mod row_labels;

pub(crate) use headers::phrases;
pub(crate) use meaning::{Meaning, NamePart, Recognised};
#[cfg(test)]
pub(crate) use recognise::LIKENESS_MIN;
pub(crate) use recognise::{
    MISSPELT_CHARS_MIN, MISSPELT_LENGTH_DIFFERENCE_MAX, is_known_words, normalised, recognise,
};
pub(crate) use row_labels::{
    begins_debited, begins_example, begins_note, begins_totals, ends_in_total, says_nothing_to_pay,
};
