use std::collections::HashSet;

use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::*;
use crate::banks::{bank::ConfirmedSpelling, country_set::CountrySet};

fn found(country: Country, text: &str) -> String {
    shown(BankDirectory::embedded().find(country, text))
}

fn shown(found: BankMatch<'_>) -> String {
    match found {
        BankMatch::One(bank) => bank.code.clone(),
        BankMatch::Several(banks) => {
            let codes: Vec<_> = banks.iter().map(|bank| bank.code.as_str()).collect();
            codes.join(" or ")
        }
        BankMatch::None(Some(near)) => format!("{}?", near.code),
        BankMatch::None(None) => "-".to_owned(),
    }
}

#[test]
fn every_country_has_as_many_destinations_as_the_interface_says() {
    for (country, banks, mobile) in [
        (Country::NG, 32, 0),
        (Country::KE, 46, 1),
        (Country::GH, 27, 3),
        (Country::TZ, 53, 0),
        (Country::UG, 41, 0),
        (Country::ZA, 11, 0),
        (Country::RW, 15, 0),
        (Country::SL, 14, 0),
        (Country::CM, 0, 2),
        (Country::SN, 0, 2),
        (Country::BN, 0, 3),
        (Country::CD, 0, 3),
    ] {
        let of = |kind| BankDirectory::embedded().in_country(country).filter(|b| b.kind == kind).count();
        assert_eq!((of(BankKind::Bank), of(BankKind::MobileMoney)), (banks, mobile), "{country}");
    }
    assert_eq!(EMBEDDED_TSV.lines().count(), BankDirectory::embedded().banks.len());
}

#[test]
fn no_code_stands_for_two_destinations_of_a_currency() {
    let mut seen = HashSet::new();
    for bank in &BankDirectory::embedded().banks {
        assert!(seen.insert((bank.country.currency(), &bank.code)), "{bank:?}");
    }
}

#[test]
fn every_name_and_code_finds_its_own_bank() {
    for country in Country::iter() {
        for bank in BankDirectory::embedded().in_country(country) {
            for text in [bank.name.clone(), bank.code.clone(), format!(" {}  PLC.", bank.name.to_uppercase())]
            {
                assert_eq!(found(country, &text), bank.code, "{country} {text}");
            }
        }
    }
}

#[test]
fn files_call_banks_many_names() {
    let cases = [
        (Country::NG, "GTB", "058"),
        (Country::NG, "GT Bank Plc", "058"),
        (Country::NG, "Guaranty Trust Bank (GTB)", "058"),
        (Country::NG, "Guaranty Trust Bank (UBA)", "058?"),
        (Country::NG, "guaranty", "058"),
        (Country::NG, "First Bank", "011"),
        (Country::NG, "FIRST BANK OF NIGERIA LTD", "011"),
        (Country::NG, "U.B.A.", "033"),
        (Country::NG, "United Bank for Africa Plc", "033"),
        (Country::NG, "Zenith Bank Nigeria", "057"),
        (Country::NG, "zenithbank", "057"),
        (Country::NG, "Union Bank", "032"),
        (Country::NG, "Unity Bank", "215"),
        (Country::NG, "STANBIC-IBTC", "221"),
        (Country::NG, "First City Monument", "214"),
        (Country::NG, "OPAY", "999992"),
        (Country::NG, "Kuda MFB", "50211"),
        (Country::NG, "Standard Bank", "221 or 068"),
        (Country::NG, "Zenit Bank", "057?"),
        (Country::NG, "Zenith Bank, Ikeja", "057?"),
        (Country::NG, "Zenith Microfinance Bank", "057?"),
        (Country::NG, "Bank PHB", "-"),
        (Country::NG, "Trust Bank", "-"),
        (Country::NG, "Bank", "-"),
        (Country::NG, "", "-"),
        (Country::NG, "🏦", "-"),
        (Country::GH, "Société Générale", "GH090100"),
        (Country::GH, "Vodafone Cash", "VOD"),
        (Country::GH, "MTN MoMo", "MTN"),
        (Country::GH, "Bank of Ghana", "GH010100"),
        (Country::GH, "Bank of Africa", "GH210100"),
        (Country::KE, "BANK OF AFRICA LTD", "19"),
        (Country::KE, "Equity Bank (K) Ltd", "68"),
        (Country::KE, "Commercial Bank of Africa", "07"),
        (Country::TZ, "Exim Bank (T) Limited", "TZ007"),
        (Country::UG, "I&M Bank (U) Ltd", "UG018"),
        (Country::SL, "GTBank SL", "SL005"),
        (Country::ZA, "Bank of Africa", "-"),
        (Country::GH, "Ghana", "-"),
        (Country::KE, "mpesa", "MPESA"),
        (Country::KE, "I & M Bank", "57"),
        (Country::KE, "Cooperative", "11"),
        (Country::ZA, "FNB", "250655"),
        (Country::ZA, "Standard Bank", "051001"),
        (Country::BN, "Orange Money", "OMBF"),
        (Country::CD, "Moov Money Côte d’Ivoire", "MOOVCI"),
        (Country::SL, "Commercial Bank", "-"),
    ];
    let got = cases.map(|(country, text, _)| (country, text, found(country, text)));
    assert_eq!(got, cases.map(|(country, text, expected)| (country, text, expected.to_owned())));
}

#[test]
fn a_directory_of_the_service_knows_the_other_spellings_too() {
    let bank = |code: &str, name: &str| Bank {
        code: code.to_owned(),
        name: name.to_owned(),
        kind: BankKind::Bank,
        country: Country::NG,
    };
    let directory = BankDirectory::of(vec![
        bank("000014", "ACCESS BANK NIGERIA"),
        bank("000005", "ACCESS BANK PLC (DIAMOND)"),
        bank("058", "GTBANK PLC"),
        bank("011", "A BANK NOBODY KNOWS"),
    ]);
    for (text, expected) in [
        ("GTB", "058"),
        ("Guaranty Trust", "058"),
        ("Access Bank", "000014"),
        ("Access (Diamond)", "000005"),
        ("First Bank", "-"),
        ("011", "011"),
    ] {
        assert_eq!(shown(directory.find(Country::NG, text)), expected, "{text}");
    }
    assert!(directory.by_code(Country::GH, "058").is_none());
}

#[test]
fn codes_are_confirmed_only_where_the_service_listed_them() {
    let bank = |code: &str, name: &str, kind| Bank {
        code: code.to_owned(),
        name: name.to_owned(),
        kind,
        country: Country::KE,
    };
    let listed = vec![bank("0001", "KCB BANK", BankKind::Bank), bank("MPS", "M-PESA", BankKind::Bank)];
    let stand_ins = vec![bank("03", "Absa Bank Kenya", BankKind::Bank)];
    let directory = BankDirectory::with_stand_ins(listed.clone(), stand_ins);
    for (code, expected) in [("0001", true), ("MPS", true), ("03", false), ("99", false)] {
        assert_eq!(directory.is_confirmed(Country::KE, code), expected, "{code}");
        assert!(!directory.is_confirmed(Country::UG, code), "{code} in another country");
    }
    // A wallet among the banks is a wallet.
    let kind = |code| directory.by_code(Country::KE, code).map(|bank| bank.kind);
    assert_eq!((kind("0001"), kind("MPS")), (Some(BankKind::Bank), Some(BankKind::MobileMoney)));
    let without = BankDirectory::of(listed);
    assert!(!directory.is_same_in(Country::KE, &without) && directory.is_same_in(Country::UG, &without));
    assert!(!BankDirectory::embedded().is_confirmed(Country::KE, "01"));
}

proptest! {
    #[test]
    fn any_text_can_be_looked_for(text in ".{0,40}") {
        for country in Country::iter() {
            let _ = BankDirectory::embedded().find(country, &text);
        }
    }

    #[test]
    fn case_and_spacing_do_not_matter(at in 0_usize..249, upper: bool) {
        let bank = &BankDirectory::embedded().banks[at];
        let text = if upper { bank.name.to_uppercase() } else { bank.name.to_lowercase() };
        let text = text.replace(' ', "  ");
        prop_assert_eq!(BankDirectory::embedded().find(bank.country, &text), BankMatch::One(bank));
    }
}

/// What the question about all countries answers must be what each country answers.
fn assert_known_alike(text: &str) {
    let directory = BankDirectory::embedded();
    let named = |country| !matches!(directory.find(country, text), BankMatch::None(_));
    assert_eq!(directory.named_in(text), CountrySet::of(named), "{text:?}");
    let coded = |country| directory.by_code(country, text).is_some();
    assert_eq!(directory.coded_in(text), CountrySet::of(coded), "{text:?}");
}

#[test]
fn all_countries_are_asked_as_one_is() {
    let directory = BankDirectory::embedded();
    let spellings = directory.banks.iter().flat_map(|bank| directory.spellings_of(bank));
    let spellings: Vec<String> = spellings.collect();
    for (at, (text, next)) in spellings.iter().zip(spellings.iter().cycle().skip(1)).enumerate() {
        let first = text.split(' ').next().unwrap_or_default();
        let variants = [
            text.clone(),
            text.to_uppercase(),
            text.replace(' ', ""),
            format!("{text} PLC"),
            format!("{text} Kenya"),
            format!("{first} Bank"),
            format!("{text} ({text})"),
            format!("{text} ({next})"),
            format!("Zebra ({text})"),
            format!("{text} Zebra"),
        ];
        // Each comparison asks twelve countries, so each name is written in one of the ways.
        assert_known_alike(&variants[at % variants.len()]);
    }
    for bank in &directory.banks {
        assert_known_alike(&format!(" {} ", bank.code));
        assert_known_alike(&format!("{} ({})", bank.code, bank.name));
    }
    for text in ["", "  ", "Bank", "Bank of", "Ltd", "Kenya", "Bank of Ghana", "K", "Ada Obi", "(", "()", "é"]
    {
        assert_known_alike(text);
    }
}

proptest! {
    #[test]
    fn all_countries_are_asked_as_one_is_about_any_text(text in "\\PC{0,24}|[A-Ca-c .()'&0-9]{0,12}") {
        assert_known_alike(&text);
    }
}

fn confirmed(text: &str, code: &str, name: &str) -> ConfirmedSpelling {
    let (text, bank_code, bank_name) = (text.to_owned(), code.to_owned(), name.to_owned());
    ConfirmedSpelling { country: Country::NG, text, bank_code, bank_name }
}

/// The service's list: one bank, and another one that had the code of a third.
fn listed() -> BankDirectory {
    let bank = |code: &str, name: &str| {
        let (code, name) = (code.to_owned(), name.to_owned());
        Bank { code, name, kind: BankKind::Bank, country: Country::NG }
    };
    BankDirectory::of(vec![bank("058", "Guaranty Trust Bank"), bank("777", "Another Bank")])
}

#[test]
fn a_confirmed_spelling_is_used_while_the_service_lists_its_bank() {
    for (what, spelling, expected) in [
        ("as it was written", confirmed("Office Bank", "058", "Guaranty Trust Bank"), Some("058")),
        (
            "in other letters and spaces",
            confirmed(" OFFICE  bank", "058", "Guaranty Trust Bank"),
            Some("058"),
        ),
        (
            "the bank's name is written differently now",
            confirmed("Office Bank", "058", "GTBank Plc"),
            Some("058"),
        ),
        ("no bank has the code", confirmed("Office Bank", "059", "Guaranty Trust Bank"), None),
        ("another bank has the code", confirmed("Office Bank", "777", "Guaranty Trust Bank"), None),
        ("another text", confirmed("Office Bank 2", "058", "Guaranty Trust Bank"), None),
    ] {
        let directory = listed().with_confirmed(std::slice::from_ref(&spelling));
        let found = directory.confirmed(Country::NG, "Office Bank").map(|bank| bank.code.as_str());
        assert_eq!(found, expected, "{what}");
        assert_eq!(directory.confirmed(Country::KE, "Office Bank"), None, "{what}");
    }
}

#[test]
fn an_embedded_bank_is_confirmed_by_nobody() {
    let gtb = BankDirectory::embedded().by_code(Country::NG, "058").unwrap().clone();
    let spelling = confirmed("Office Bank", "058", &gtb.name);
    let directory = BankDirectory::with_stand_ins(Vec::new(), vec![gtb]).with_confirmed(&[spelling]);
    assert_eq!(directory.confirmed(Country::NG, "Office Bank"), None);
}

#[test]
fn a_name_that_is_certain_needs_no_confirmation() {
    for (text, needs) in [
        ("Guaranty Trust Bank", false),
        ("GTB", false),
        ("058", false),
        ("058152036", false),
        ("Office Bank", true),
        ("Standard Bank", true),
        ("Diamond Bank", true),
        ("063", true),
        ("12345", true),
    ] {
        assert_eq!(BankDirectory::embedded().needs_confirmation(Country::NG, text), needs, "{text}");
    }
}

#[test]
fn directories_with_other_confirmed_spellings_differ() {
    let (one, none) =
        (listed().with_confirmed(&[confirmed("Office", "058", "Guaranty Trust Bank")]), listed());
    let other = listed().with_confirmed(&[confirmed("Office", "777", "Another Bank")]);
    assert!(one.is_same_in(Country::NG, &one.clone()) && one.is_same_in(Country::KE, &none));
    for (left, right) in [(&one, &none), (&none, &one), (&one, &other)] {
        assert!(!left.is_same_in(Country::NG, right));
    }
}
