use std::collections::BTreeMap;

use super::{NameVerdict, NameVerdict::*, compare_names};

/// `same` or `other` person, what the pair shows, the name in the payroll, the bank's name; lines of `#` are comments.
const PAIRS: &str = include_str!("../../../../data/name_pairs.tsv");

struct Pair {
    is_same: bool,
    shows: &'static str,
    name: &'static str,
    holder: &'static str,
}

fn pairs() -> Vec<Pair> {
    let lines = PAIRS.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let pairs = lines.map(|line| {
        let [person, shows, name, holder] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not four columns: {line}");
        };
        assert!(matches!(person, "same" | "other"), "{line}");
        Pair { is_same: person == "same", shows, name, holder }
    });
    pairs.collect()
}

/// The rates that docs/reliability.md states: `cargo test -p paysheet-domain names -- --nocapture` prints them.
#[test]
fn of_real_world_shapes_few_are_taken_for_somebody_else_and_fewer_for_the_same() {
    let pairs = pairs();
    let mut counts: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for Pair { is_same, shows, name, holder } in &pairs {
        let verdict = compare_names(holder, name);
        assert_eq!(compare_names(name, holder), verdict, "{name} / {holder}: the order must not matter");
        let word = match verdict {
            Match => "match",
            Close => "close",
            Different => "different",
        };
        *counts.entry((*is_same, word)).or_default() += 1;
        if matches!((is_same, verdict), (true, Different) | (false, Match)) {
            println!("wrong: {word} ({shows}): {name} / {holder}");
        }
    }
    let count = |is_same, word| counts.get(&(is_same, word)).copied().unwrap_or_default();
    let all = |is_same| pairs.iter().filter(|pair| pair.is_same == is_same).count();
    for is_same in [true, false] {
        let [matches, close, different] = ["match", "close", "different"].map(|word| count(is_same, word));
        println!(
            "{} {}: match {matches}, close {close}, different {different}",
            all(is_same),
            if is_same { "pairs of one person" } else { "pairs of two people" },
        );
    }
    assert!(pairs.len() >= 150, "{}", pairs.len());
    assert_eq!((count(false, "match"), all(false)), (5, 98), "two people taken for one");
    assert_eq!((count(true, "different"), all(true)), (3, 147), "one person taken for two");
}

fn check(cases: &[(&str, &str, NameVerdict)]) {
    for (name, holder, expected) in cases {
        assert_eq!(compare_names(holder, name), *expected, "{name} / {holder}");
        assert_eq!(compare_names(name, holder), *expected, "{holder} / {name}");
    }
}

#[test]
fn order_titles_case_accents_hyphens_and_middle_names_do_not_count() {
    check(&[
        ("Emeka Obi", "OBI EMEKA PATRICK", Match),
        ("Mr. Emeka  Obi", "OBI, EMEKA", Match),
        ("Aïssatou Ndiaye", "NDIAYE AISSATOU", Match),
        ("Kɔfi Ɛnam", "ENAM KOFI", Match),
        ("Chidi O'Neil", "ONEIL CHIDI", Match),
        ("Ngozi Obi-Okafor", "OBI NGOZI", Match),
        ("Abdul-Rahman Bello", "BELLO ABDULRAHMAN", Match),
        ("Emeka P. Obi", "OBI EMEKA", Match),
        ("Emeka P. Obi", "OBI EMEKA PATRICK", Match),
        ("EmekaObi", "OBI EMEKA", Match),
        ("Prince Okoro", "OKORO PRINCE", Match),
        ("Adebayo", "ADEBAYO", Match),
    ]);
}

#[test]
fn one_name_in_common_is_not_enough() {
    check(&[
        ("Adebayo", "ADEBAYO OLUWASEUN", Close),
        ("Obi", "NWOSU EMEKA", Different),
        ("E. Obi", "OBI EMEKA", Close),
        ("Ada Obi", "OBI EMEKA", Different),
        ("A B", "ADEYEMI BOLA", Different),
        ("", "OBI", Different),
        ("Obi Obi", "OBI EMEKA", Different),
    ]);
}

#[test]
fn another_spelling_is_for_a_person_to_decide() {
    check(&[
        ("Olusegun Adeyemi", "ADEYEMI OLUWASEGUN", Close),
        ("Mohammed Bello", "BELLO MUHAMMAD", Close),
        ("Yusuf Sani", "SANI YUSIF", Close),
        ("Oluwaseun Adeyemi", "ADEYEMI OLUSEGUN KOLA", Different),
        ("Emeka John Obi", "OBI EMEKA PATRICK", Close),
        ("Emeka J. Obi", "OBI EMEKA PATRICK", Close),
    ]);
}

#[test]
fn a_business_two_holders_or_another_generation_is_never_a_plain_match() {
    check(&[
        ("Emeka Obi", "OBI EMEKA ENTERPRISES", Close),
        ("Emeka Obi", "OBI EMEKA & OBI NGOZI", Close),
        ("Emeka Obi Jnr", "OBI EMEKA", Close),
        ("Emeka Obi Jnr", "OBI EMEKA SNR", Different),
        ("Kola Foods Ltd", "KOLA FOODS NIGERIA LIMITED", Match),
    ]);
}

#[test]
fn only_a_long_name_can_have_been_cut() {
    check(&[
        ("Oluwafunmilayo Adebayo", "ADEBAYO OLUWAFUNMILA", Match),
        ("Funmilayo Adebayo", "ADEBAYO FUN", Close),
    ]);
}

#[test]
fn a_name_of_nothing_but_other_words_is_compared_by_them() {
    check(&[
        ("CO", "Co", Match),
        ("JUNIOR", "Junior", Match),
        ("CO", "Ltd", Different),
        ("CO", "Obi", Different),
    ]);
}

proptest::proptest! {
    #[test]
    fn a_name_is_that_of_its_own_person(name in "[A-Za-z]{1,9}( [A-Za-z]{1,9}){0,3}") {
        proptest::prop_assert_eq!(compare_names(&name, &name.to_uppercase()), Match);
    }

    #[test]
    fn any_text_can_be_compared(one in "\\PC{0,40}", other in "\\PC{0,40}") {
        proptest::prop_assert_eq!(compare_names(&one, &other), compare_names(&other, &one));
    }
}
