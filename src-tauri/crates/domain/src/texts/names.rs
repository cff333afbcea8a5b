//! Comparison of names: whether two belong to one person ([`compare_names`]), and whether two payrolls have the same
//! name.

mod person;
mod variants;

use caseless::default_case_fold_str;
use unicode_normalization::UnicodeNormalization;

pub use person::{NameVerdict, compare_names, unaccented};

/// Returns a payroll's name in the form in which it is compared: NFKC, case folded, runs of spaces joined, without
/// invisible characters, with one kind of dash and one of each quotation mark. Two names that a reader cannot
/// distinguish are equal in this form.
#[must_use]
pub fn folded_name(name: &str) -> String {
    let fold = |text: &str| default_case_fold_str(&text.nfkc().collect::<String>());
    // Folding can produce text that normalises further, and normalising text that folds further. The Unicode standard
    // therefore applies them twice.
    let folded = fold(&fold(name));
    let plain: String = folded.nfkc().filter(|c| !is_invisible(*c)).map(one_of_its_kind).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is invisible (Unicode's Default_Ignorable_Code_Point, in ranges).
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

const fn one_of_its_kind(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{58a}'
        | '\u{5be}'
        | '\u{2e3a}'
        | '\u{2e3b}' => '-',
        '\u{2018}'..='\u{201b}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{2b9}'
        | '\u{2bb}'..='\u{2bd}'
        | '`'
        | '\u{b4}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{2036}' | '\u{ab}' | '\u{bb}' | '\u{301d}'..='\u{301f}' => {
            '"'
        }
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_payrolls_that_look_alike_are_the_same() {
        for (one, other, same) in [
            ("November 2026", "NOVEMBER  2026 ", true),
            ("November 2026", "Nov\u{200b}ember\u{a0}2026", true),
            ("November 2026", "\u{ff2e}ovember 2026", true),
            ("Paie aou\u{302}t", "Paie ao\u{fb}t", true),
            ("Straße", "STRASSE", true),
            ("Nov 2026 - staff", "Nov 2026 \u{2013} staff", true),
            ("Ada's team", "Ada\u{2019}s team", true),
            ("\"A\" team", "\u{201c}A\u{201d} team", true),
            ("\u{feff}November", "November", true),
            ("\u{fb01}nal", "FINAL", true),
            ("November 2026", "November 2026 (2)", false),
            ("November 2026", "November 2027", false),
            ("Team 1", "Team 11", false),
        ] {
            assert_eq!(folded_name(one) == folded_name(other), same, "{one} / {other}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_folded_name_folds_to_itself(name in "\\PC{0,30}") {
            let folded = folded_name(&name);
            proptest::prop_assert_eq!(folded_name(&folded), folded);
        }
    }
}
