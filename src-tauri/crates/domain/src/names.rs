//! Whether two names can be one person's: banks write the surname first, in capitals, with a middle name that
//! payrolls leave out.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

/// Words of a name in lower case without accents, titles left out.
fn words(name: &str) -> BTreeSet<String> {
    const TITLES: [&str; 9] = ["mr", "mrs", "ms", "miss", "dr", "prof", "engr", "chief", "alhaji"];
    name.nfd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .collect::<String>()
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.replace('\'', ""))
        .filter(|word| !word.is_empty() && !TITLES.contains(&word.as_str()))
        .collect()
}

/// An initial stands for any word that begins with it.
fn covers(word: &str, other: &str) -> bool {
    word == other
        || (word.chars().count() == 1 && other.starts_with(word))
        || (other.chars().count() == 1 && word.starts_with(other))
}

/// Whether every word of the shorter name has its word in the longer one, and at least two do (one, for names
/// of a single word). Initials count, but not alone.
#[must_use]
pub fn can_be_same_person(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let (shorter, longer) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let needed = shorter.len().clamp(1, 2);
    let covered = shorter.iter().filter(|word| longer.iter().any(|other| covers(word, other))).count();
    let whole = shorter.iter().filter(|word| longer.contains(*word)).count();
    covered == shorter.len() && covered >= needed && whole >= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_another_order_and_with_more_words_are_the_same_person() {
        for (one, other, same) in [
            ("Emeka Obi", "OBI EMEKA PATRICK", true),
            ("Mr. Emeka  Obi", "OBI, EMEKA", true),
            ("Aïssatou Ndiaye", "NDIAYE AISSATOU", true),
            ("E. Obi", "OBI EMEKA", true),
            ("Oluwaseun Adeyemi", "ADEYEMI OLUSEGUN KOLA", false),
            ("Ada Obi", "OBI EMEKA", false),
            ("A B", "ADEYEMI BOLA", false),
            ("Chidi O'Neil", "ONEIL CHIDI", true),
            ("", "OBI", false),
        ] {
            assert_eq!(can_be_same_person(one, other), same, "{one} / {other}");
            assert_eq!(can_be_same_person(other, one), same, "{other} / {one}");
        }
    }
}
