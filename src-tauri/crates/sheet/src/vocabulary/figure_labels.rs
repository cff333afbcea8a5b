//! The labels of figures that a file states about its people: a count, a control sum, an amount in words. They are in
//! `data/figure_labels.tsv`, which describes its format.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use paysheet_domain::checks::comparable;

static LABELS: LazyLock<Labels> =
    LazyLock::new(|| Labels::parse(include_str!("../../data/figure_labels.tsv")));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FigureLabel {
    Count,
    Sum,
    Words,
}

#[derive(Default)]
struct Labels {
    labels: HashMap<&'static str, FigureLabel>,
    counted: Vec<&'static str>,
    units: HashSet<&'static str>,
    currencies: HashSet<&'static str>,
    /// How labels of several words begin.
    beginnings: HashSet<Beginning>,
}

/// The first letters of a text, by which most names are told from labels.
type Beginning = [u8; 3];

impl Labels {
    fn parse(tsv: &'static str) -> Self {
        let mut labels = Self::default();
        let lines = tsv.lines().filter(|line| !line.starts_with('#'));
        for (kind, all) in lines.filter_map(|line| line.split_once('\t')) {
            let all = all.split('|');
            let label = match kind {
                "count" => FigureLabel::Count,
                "sum" => FigureLabel::Sum,
                "words" => FigureLabel::Words,
                "counted" => {
                    labels.counted.extend(all);
                    continue;
                }
                "unit" => {
                    labels.units.extend(all);
                    continue;
                }
                "currency" => {
                    labels.currencies.extend(all);
                    continue;
                }
                _ => continue,
            };
            labels.labels.extend(all.map(|text| (text, label)));
        }
        let several = labels.labels.keys().filter(|text| text.contains(' '));
        labels.beginnings = several.filter_map(|text| beginning(text)).collect();
        labels
    }

    /// The label that a comparable text is, perhaps with a currency behind it: `Total amount (NGN)`.
    fn label(&self, mut text: &str) -> Option<FigureLabel> {
        loop {
            if let Some(label) = self.labels.get(text) {
                return Some(*label);
            }
            let (before, last) = text.rsplit_once(' ')?;
            if !self.currencies.contains(last) {
                return None;
            }
            text = before;
        }
    }
}

/// Returns the label that a whole text is.
pub(crate) fn figure_label(text: &str) -> Option<FigureLabel> {
    LABELS.label(&comparable(text))
}

/// Whether a text is the label of a count or sum and has several words. No person has such a name. Every name of a long
/// payroll is checked, and most are decided by their first letters.
pub(crate) fn is_no_name(text: &str) -> bool {
    let may_be = beginning(text.trim_start()).is_some_and(|beginning| LABELS.beginnings.contains(&beginning));
    let is_figure = || matches!(figure_label(text), Some(FigureLabel::Count | FigureLabel::Sum));
    may_be && is_figure() && comparable(text).contains(' ')
}

/// `No. of staff` begins like `no of staff`.
fn beginning(text: &str) -> Option<Beginning> {
    let first: &Beginning = text.as_bytes().first_chunk()?;
    Some(first.map(|byte| if byte == b'.' { b' ' } else { byte.to_ascii_lowercase() }))
}

/// Whether a text is the label of a count of anything: `Number of days`.
pub(crate) fn begins_counted(text: &str) -> bool {
    let text = comparable(text);
    let begins =
        |start: &&str| text.strip_prefix(start).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    LABELS.counted.iter().any(begins)
}

/// Whether a text says nothing but what was counted: `agents`.
pub(crate) fn is_unit(text: &str) -> bool {
    comparable(text).split(' ').all(|word| word.is_empty() || LABELS.units.contains(word))
}

/// Whether a text is nothing but a currency, and perhaps `only`.
pub(crate) fn is_currency_words(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.all(|word| LABELS.currencies.contains(comparable(word).as_str()))
}

/// Returns what stands behind a label of an amount in words. Both texts are in their comparable form.
pub(crate) fn behind_words_label(text: &str) -> Option<&str> {
    let ends = text.match_indices(' ').map(|(at, _)| at);
    let mut labelled = ends.filter(|end| {
        text.get(..*end).is_some_and(|label| LABELS.labels.get(label) == Some(&FigureLabel::Words))
    });
    labelled.next_back().and_then(|end| text.get(end + 1..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_however_they_are_written() {
        use FigureLabel as L;
        for (text, expected) in [
            ("No. of Employees:", Some(L::Count)),
            ("NOMBRE D'AGENTS", Some(L::Count)),
            ("Total amount (NGN)", Some(L::Sum)),
            ("Total Net à payer (F CFA) :", Some(L::Sum)),
            ("Amount in words", Some(L::Words)),
            ("Number of staff on leave", None),
            ("NGN", None),
            ("", None),
        ] {
            assert_eq!(figure_label(text), expected, "{text}");
        }
        for (text, expected) in [
            ("Control Total", true),
            ("No. of staff", true),
            ("Count", false),
            ("Total Care Ltd", false),
            ("Norah Obi", false),
            ("Élodie Effectif", false),
        ] {
            assert_eq!(is_no_name(text), expected, "{text}");
        }
        assert!(begins_counted("Number of days") && begins_counted("Nombre d'heures"));
        assert!(!begins_counted("Total") && !begins_counted("Countess Bank") && !begins_counted("Nombredi"));
    }

    /// An accent would silently remove a label.
    #[test]
    fn every_label_is_comparable_and_none_is_there_twice() {
        let mut seen = HashSet::new();
        for line in include_str!("../../data/figure_labels.tsv").lines() {
            let Some((kind, all)) = line.split_once('\t').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            assert!(["count", "sum", "words", "counted", "unit", "currency"].contains(&kind), "{line}");
            for text in all.split('|') {
                assert_eq!(comparable(text), text, "{line}");
                let of = if ["count", "sum", "words"].contains(&kind) { "label" } else { kind };
                assert!(seen.insert((of, text)), "{text}");
            }
        }
    }
}
