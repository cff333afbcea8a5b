//! The meanings of headers: the words that payrolls use for their columns, in English and French, with a confidence
//! for each. Only headers and the labels of rows are interpreted here; `content` interprets the cells of a column.

mod currency_names;
mod figure_labels;
mod headers;
mod heading_groups;
mod likeness;
mod list_titles;
mod meaning;
mod number_words;
mod other_words;
mod recognise;
mod row_labels;
mod spelling;
mod word_groups;

pub(crate) use currency_names::named_currency;
pub(crate) use figure_labels::{
    FigureLabel, begins_counted, behind_words_label, figure_label, is_currency_words, is_no_name, is_unit,
};
pub(crate) use headers::phrases;
pub(crate) use heading_groups::HeadingGroup;
pub(crate) use likeness::Letters;
pub(crate) use list_titles::{ListTitle, starts_with_number};
pub(crate) use meaning::{Meaning, NamePart, Recognised};
pub(crate) use number_words::{AmountInWords, amount_in_words};
#[cfg(test)]
pub(crate) use recognise::LIKENESS_MIN;
pub(crate) use recognise::{
    MISSPELT_CHARS_MIN, MISSPELT_LENGTH_DIFFERENCE_MAX, denies_bank, denies_names, is_known_phrase,
    is_known_words, is_misspelt_phrase, normalised, recognise, recognise_misspelt, recognise_normalised,
};
pub(crate) use row_labels::{
    begins_debited, begins_example, begins_grand_total, begins_note, begins_page_end, begins_totals,
    behind_label_of_payee, ends_in_total, says_nothing_to_pay,
};
pub(crate) use spelling::spellings;
