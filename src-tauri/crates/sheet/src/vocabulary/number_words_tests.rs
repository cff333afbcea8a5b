//! Numbers are written in words as people write them, and read back.

use paysheet_domain::checks::comparable;
use proptest::prelude::*;

use super::*;

const ENGLISH: [&str; 20] = [
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const ENGLISH_TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const FRENCH: [&str; 20] = [
    "", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];
const FRENCH_TENS: [&str; 10] = [
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatre-vingt",
    "quatre-vingt",
];

fn place(at: u64) -> usize {
    usize::try_from(at).unwrap()
}

fn joined(parts: &[String], by: &str) -> String {
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(by)
}

fn english_group(group: u64) -> String {
    let hundreds =
        if group >= 100 { format!("{} hundred", ENGLISH[place(group / 100)]) } else { String::new() };
    let below = match group % 100 {
        small @ 0..20 => ENGLISH[place(small)].to_owned(),
        large => joined(&[ENGLISH_TENS[place(large / 10)].into(), ENGLISH[place(large % 10)].into()], "-"),
    };
    joined(&[hundreds, below], " and ")
}

fn french_group(group: u64) -> String {
    let hundreds = match (group / 100, group % 100) {
        (0, _) => String::new(),
        (1, _) => "cent".to_owned(),
        (count, 0) => format!("{} cents", FRENCH[place(count)]),
        (count, _) => format!("{} cent", FRENCH[place(count)]),
    };
    let below = match group % 100 {
        small @ 0..20 => FRENCH[place(small)].to_owned(),
        80 => "quatre-vingts".to_owned(),
        large @ 60..100 => {
            let by = if large == 71 || large == 61 { " et " } else { "-" };
            joined(&[FRENCH_TENS[place(large / 10)].into(), FRENCH[place(large % 20)].into()], by)
        }
        large => {
            let by = if large % 10 == 1 { " et " } else { "-" };
            joined(&[FRENCH_TENS[place(large / 10)].into(), FRENCH[place(large % 10)].into()], by)
        }
    };
    joined(&[hundreds, below], " ")
}

fn in_words(number: u64, scales: [&str; 4], group: impl Fn(u64) -> String) -> String {
    let parts = [1_000_000_000, 1_000_000, 1_000, 1].into_iter().zip(scales).map(|(scale, name)| {
        let count = number / scale % 1_000;
        match (count, name) {
            (0, _) => String::new(),
            (1, "mille") => "mille".to_owned(),
            _ => joined(&[group(count), name.to_owned()], " "),
        }
    });
    joined(&parts.collect::<Vec<_>>(), " ")
}

fn english(number: u64) -> String {
    in_words(number, ["billion", "million", "thousand", ""], english_group)
}

fn french(number: u64) -> String {
    in_words(number, ["milliards", "millions", "mille", ""], french_group)
}

fn value(text: &str) -> Option<Decimal> {
    amount_in_words(&comparable(text)).map(|amount| amount.value)
}

#[test]
fn amounts_are_read_as_people_write_them() {
    for (text, expected) in [
        ("Four million five hundred and twelve thousand naira only", "4512000"),
        ("FOUR MILLION, FIVE HUNDRED AND TWELVE THOUSAND, THIRTY NAIRA, FIFTY KOBO ONLY", "4512030.50"),
        ("Twelve hundred cedis", "1200"),
        ("A hundred and one rand and five cents", "101.05"),
        ("Ten thousand Kenya shillings", "10000"),
        ("Quatre millions cinq cent douze mille francs CFA", "4512000"),
        ("Quatre-vingt-dix-neuf mille six cents F CFA", "99600"),
        ("Quatre mille vingt-quatre", "4024"),
        ("Cent quatre vingt mille", "180000"),
        ("Deux millions de francs CFA", "2000000"),
        ("mille francs", "1000"),
        ("Soixante et onze mille", "71000"),
        ("Septante-deux mille francs rwandais", "72000"),
    ] {
        assert_eq!(value(text), Some(expected.parse().unwrap()), "{text}");
    }
}

#[test]
fn other_texts_are_no_amounts() {
    for text in [
        "",
        "and",
        "naira only",
        "million naira",
        "two three naira",
        "twenty twelve",
        "two twenty",
        "five thousand six thousand",
        "six thousand five million",
        "two hundred five hundred",
        "fifty kobo",
        "ten naira two hundred kobo",
        "Five Star Hotel",
        "Sept agents",
        "cent vingt cent",
        "deux trois mille",
        "mille mille",
        "one naira two",
        "Four Points",
    ] {
        assert_eq!(value(text), None, "{text}");
    }
}

/// A misspelt kind would silently remove words.
#[test]
fn every_line_of_the_table_is_read_and_no_word_twice() {
    let mut words = HashMap::new();
    for line in include_str!("../../data/number_words.tsv").lines() {
        let parsed = parse_line(line);
        let is_comment = line.is_empty() || line.starts_with('#');
        assert_eq!(parsed.is_empty(), is_comment, "{line}");
        for (word, kind) in parsed {
            assert_eq!(comparable(word.1), word.1, "{line}");
            assert_eq!(words.insert(word, kind), None, "{line}");
        }
    }
}

proptest! {
    #[test]
    fn a_number_in_words_is_read_back(number in prop_oneof![1_u64..2_000, 1_u64..1_000_000_000_000], kobo in 1_u64..100) {
        for words in [english(number), french(number)] {
            prop_assert_eq!(value(&words), Some(number.into()), "{}", words);
        }
        let words = format!("{} naira, {} kobo only", english(number), english(kobo));
        let expected = Decimal::from(number) + Decimal::new(kobo.cast_signed(), 2);
        prop_assert_eq!(value(&words), Some(expected), "{}", words);
    }

    #[test]
    fn any_words_are_read_without_a_panic(words in prop::collection::vec(
        prop::sample::select(vec!["four", "hundred", "billion", "and", "naira", "kobo", "only", "quatre", "vingt",
            "cent", "mille", "milliard", "et", "dix", "zero", "soixante", "francs"]), 0..12)) {
        let _ = value(&words.join(" "));
    }
}
