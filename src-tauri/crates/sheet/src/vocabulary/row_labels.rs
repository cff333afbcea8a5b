//! The first words of rows that are not people (totals, signatures, notes, examples and debited accounts) and of amounts
//! of nothing, from `data/row_labels.tsv`, which describes its format.

use std::{collections::HashSet, sync::LazyLock};

use paysheet_domain::checks::comparable;
use strum::{EnumIter, EnumString};

use super::word_groups::WordGroups;

static LABELS_TSV: &str = include_str!("../../data/row_labels.tsv");
static LABELS: LazyLock<WordGroups<RowLabel>> = LazyLock::new(|| WordGroups::parse(LABELS_TSV));

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
enum RowLabel {
    Total,
    TotalEnd,
    GrandTotal,
    Note,
    Example,
    Debited,
    Payee,
    Nothing,
    PageEnd,
}

/// Dashes of every length. `-` is also how spreadsheets show a zero.
const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// Whether the text in place of an amount says that there is nothing to pay: `NIL`, `-`, `néant`.
pub(crate) fn says_nothing_to_pay(text: &str) -> bool {
    // Most amounts: no such label has a digit.
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let is_sign = |c: char| c.is_whitespace() || DASHES.contains(&c) || "()₦₵$€£".contains(c);
    let is_dash = text.contains(DASHES) && text.chars().all(is_sign);
    is_dash || LABELS.has(RowLabel::Nothing, &comparable(text))
}

pub(crate) fn begins_totals(text: &str) -> bool {
    LABELS.begins(RowLabel::Total, &comparable(text))
}

/// Whether a text is the label of the total of everybody: `Grand total`.
pub(crate) fn begins_grand_total(text: &str) -> bool {
    LABELS.begins(RowLabel::GrandTotal, &comparable(text))
}

/// Whether a text is the label of a department's or a branch's total: `Lagos Branch Total`.
pub(crate) fn ends_in_total(text: &str) -> bool {
    let text = comparable(text);
    text.split(' ').next_back().is_some_and(|last| LABELS.has(RowLabel::TotalEnd, last))
}

pub(crate) fn begins_example(text: &str) -> bool {
    let begins_alike = |known: &str| text.get(..2).is_some_and(|first| first.eq_ignore_ascii_case(known));
    (begins_alike("ex") || begins_alike("e.")) && LABELS.begins(RowLabel::Example, &comparable(text))
}

/// Whether a text is at the end of a page or of a report.
pub(crate) fn begins_page_end(text: &str) -> bool {
    LABELS.begins(RowLabel::PageEnd, &comparable(text))
}

pub(crate) fn begins_note(text: &str) -> bool {
    LABELS.begins(RowLabel::Note, &comparable(text))
}

/// Returns the words behind a label with which a payee's name may begin: `Stores` in `Grand Total Stores`. None if a sign
/// is between them, as behind a label: `Example: Jane Doe`.
pub(crate) fn behind_label_of_payee(text: &str) -> Option<String> {
    let is_of_words = |text: &str| text.chars().all(|c| c.is_alphanumeric() || " '\u{2019}&".contains(c));
    let compared = comparable(text);
    let behind =
        LABELS.of(RowLabel::Payee).iter().find_map(|label| compared.strip_prefix(label)?.strip_prefix(' '));
    behind.filter(|_| is_of_words(text.trim_end_matches(['.', ' ']))).map(str::to_owned)
}

/// The first letters of a text, by which most names are told from labels.
type Beginning = [u8; 3];

static DEBITED_BEGINNINGS: LazyLock<HashSet<Beginning>> =
    LazyLock::new(|| LABELS.of(RowLabel::Debited).iter().filter_map(|text| beginning(text)).collect());

fn beginning(text: &str) -> Option<Beginning> {
    let first: &Beginning = text.as_bytes().first_chunk()?;
    Some(first.map(|byte| byte.to_ascii_lowercase()))
}

/// Whether a text is the label of a debited account or of the total debit. Every name of a long payroll is checked, so
/// most are decided by their first letters.
pub(crate) fn begins_debited(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let may_be = beginning(text).is_some_and(|beginning| DEBITED_BEGINNINGS.contains(&beginning));
    may_be && LABELS.begins(RowLabel::Debited, &comparable(text))
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::{super::word_groups::check_every_line, *};

    #[test]
    fn every_line_of_the_list_is_read() {
        check_every_line(LABELS_TSV, RowLabel::iter());
    }

    #[test]
    fn no_label_of_nothing_has_a_digit() {
        let labels = LABELS_TSV.lines().find(|line| line.starts_with("nothing\t")).unwrap();
        assert!(!labels.contains(|c: char| c.is_ascii_digit()), "{labels}");
    }

    #[test]
    fn nothing_to_pay_is_said_in_words_and_dashes() {
        for text in ["NIL", "nil.", "-", " – ", "—", "--", "₦ -", "(-)", "Néant", "None"] {
            assert!(says_nothing_to_pay(text), "{text}");
        }
        for text in ["", " ", "0", "0.00", "-5", "1-", "N/A", "pending", "?", ".", "***-***", "-,---.--", "="]
        {
            assert!(!says_nothing_to_pay(text), "{text}");
        }
    }

    #[test]
    fn a_payee_may_be_called_like_a_label() {
        for (text, expected) in [
            ("Example Moyo", Some("moyo")),
            ("GRAND TOTAL STORES LTD.", Some("stores ltd")),
            ("Sub Total Ventures", Some("ventures")),
            ("Exemple Kouassi", Some("kouassi")),
            ("Grand Total", None),
            ("Grand total:", None),
            ("Example: Jane Doe", None),
            ("Example - Jane Doe", None),
            ("Example (Jane Doe)", None),
            ("E.g. John Doe", None),
            ("Total Debit Stores", None),
            ("Exampleton Moyo", None),
        ] {
            assert_eq!(behind_label_of_payee(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn rows_that_add_up_or_sign_are_known_by_their_first_words() {
        assert!(begins_totals("GRAND TOTAL:"));
        assert!(begins_totals("Sous-total"));
        assert!(!begins_totals("Totally Fine Ltd"));
        assert!(ends_in_total("Lagos Branch Sub-Total:"));
        assert!(!ends_in_total("Total Energies Ltd"));
        assert!(begins_note("Prepared by: ______"));
        assert!(!begins_note("Signora Bello"));
        for debited in
            ["Debit Account:", "- Debit account", "DEBIT A/C", "Account to be debited", "Compte à débiter"]
        {
            assert!(begins_debited(debited), "{debited}");
        }
        assert!(!begins_debited("Debita Okoro"));
    }
}
