//! The bridge adds up to the last digit, whoever is in either payroll.

use std::{collections::HashMap, sync::Arc};

use paysheet_domain::{
    BankDirectory, Cell, Country, DraftRow, Field, RowOrigin, SourceRow, checks::DecimalConvention,
};
use proptest::{collection::vec, prelude::*, sample::select};

use super::*;
use paysheet_draft::{Draft, DraftHead, Earlier, PaidPerson, account_key, name_key, unnamed_key};

const BANK: &str = "011";
/// Few names and accounts, so that people have several rows, and accounts several people. The last one has no key.
const NAMES: [&str; 6] = ["Ada Obi", "OBI, Ada", "Bola Ade", "Chidi Eze", "Efe Oba", "—"];
const ACCOUNTS: [&str; 5] = ["0000014579", "0100000099", "0100000199", "0100000299", "0100000399"];
const CURRENCIES: [Currency; 2] = [Currency::NGN, Currency::KES];
const MINOR_PER_MAJOR: i64 = 100;
const MINOR_MAX: i64 = 900_000_000_000;

/// Name, account, currency, minor units and whether the row is excluded.
type Line = (&'static str, &'static str, Currency, i64, bool);

fn line() -> impl Strategy<Value = Line> {
    (
        select(&NAMES[..]),
        select(&ACCOUNTS[..]),
        select(&CURRENCIES[..]),
        1..MINOR_MAX,
        prop::bool::weighted(0.2),
    )
}

fn draft(lines: &[Line]) -> Draft {
    let row = |(position, (name, account, currency, minor, excluded)): (u32, &Line)| {
        let amount = format!("{}.{:02}", minor / MINOR_PER_MAJOR, minor % MINOR_PER_MAJOR);
        let texts = [
            (Field::Name, (*name).to_owned()),
            (Field::AccountNumber, (*account).to_owned()),
            (Field::BankCode, BANK.to_owned()),
            (Field::Amount, amount),
            (Field::Currency, currency.to_string()),
        ];
        let cells = texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect();
        let source = SourceRow { origin: RowOrigin::File(position + 2), cells, ..SourceRow::default() };
        let mut row = DraftRow::new(position, source);
        row.excluded = *excluded;
        row
    };
    let head = DraftHead {
        id: 2,
        name: "November".into(),
        period: "2026-11".into(),
        file_name: "Pay.xlsx".into(),
        sheet: "Pay".into(),
        country: Country::NG,
        currency: Currency::NGN,
        convention: DecimalConvention::Point,
        skipped: Vec::new(),
        file_problems: Vec::new(),
        reading: None,
        before: None,
        refusal: None,
        narration_chars_max: 0,
        are_details_sent: true,
        sent_columns: Vec::new(),
    };
    let rows = (0_u32..).zip(lines).map(row).collect();
    Draft::new(head, rows, Arc::new(BankDirectory::embedded().clone()))
}

fn previous(lines: &[Line]) -> PreviousPayroll {
    let payroll = Earlier { id: 1, name: "October".into(), period: "2026-10".into(), approved_at: None };
    let mut people: HashMap<String, Vec<PaidPerson>> = HashMap::new();
    for (name, account, currency, minor, _) in lines {
        let key = name_key(name).unwrap_or_else(|| unnamed_key(account));
        people.entry(key).or_default().push(PaidPerson {
            name: (*name).to_owned(),
            account_key: account_key(Country::NG, BANK, account),
            account_number: (*account).to_owned(),
            amount: Money::from_minor(*minor, *currency),
        });
    }
    PreviousPayroll { payroll, people, by_employee: HashMap::new() }
}

fn of(draft: &Draft, before: &PreviousPayroll) -> Vec<CurrencyBridge> {
    let included = draft.entries().iter().filter(|entry| !entry.row.excluded);
    bridge(included, before, Currency::NGN).unwrap()
}

fn minor_of<'a>(lines: impl Iterator<Item = &'a Line>, currency: Currency) -> i64 {
    lines.filter(|line| line.2 == currency).map(|line| line.3).sum()
}

proptest! {
    #[test]
    fn last_and_the_parts_add_up_to_this(last in vec(line(), 0..20), this in vec(line(), 0..20)) {
        let (draft, before) = (draft(&this), previous(&last));
        let bridges = of(&draft, &before);
        for currency in CURRENCIES {
            let (then, now) =
                (minor_of(last.iter(), currency), minor_of(this.iter().filter(|line| !line.4), currency));
            let Some(bridge) = bridges.iter().find(|bridge| bridge.currency() == currency) else {
                prop_assert_eq!((then, now), (0, 0));
                continue;
            };
            prop_assert_eq!((bridge.last.1.minor(), bridge.this.1.minor()), (then, now));
            let parts: i64 = bridge.parts.values().map(|part| part.sum.minor()).sum();
            prop_assert_eq!(then + parts, now);
            for (kind, part) in &bridge.parts {
                prop_assert!(!part.people.is_empty());
                let sum: i64 = part.people.iter().map(|person| person.change.minor()).sum();
                prop_assert_eq!(sum, part.sum.minor());
                let is_more = matches!(kind, BridgePart::Joiners | BridgePart::Increases);
                for person in &part.people {
                    let minor = |money: Option<Money>| money.map_or(0, Money::minor);
                    prop_assert_eq!(minor(person.before) + person.change.minor(), minor(person.after));
                    prop_assert_eq!(person.change.minor() > 0, is_more);
                }
            }
        }
    }

    #[test]
    fn people_of_one_currency_add_up_too(last in vec(line(), 0..20), this in vec(line(), 0..20)) {
        let naira = |lines: Vec<Line>| -> Vec<Line> {
            lines.into_iter().map(|of| (of.0, of.1, Currency::NGN, of.3, of.4)).collect()
        };
        let (draft, before) = (draft(&naira(this)), previous(&naira(last)));
        for bridge in of(&draft, &before) {
            let people = |part| bridge.parts.get(&part).map_or(0, |part| part.total().count);
            prop_assert_eq!(
                bridge.last.0 + people(BridgePart::Joiners) - people(BridgePart::Leavers),
                bridge.this.0
            );
        }
    }
}

#[test]
fn each_person_is_in_the_part_that_fits() {
    let (ada, bola, chidi) = (ACCOUNTS[0], ACCOUNTS[1], ACCOUNTS[2]);
    let last = [
        ("Ada Obi", ada, Currency::NGN, 10_000, false),
        ("Bola Ade", bola, Currency::NGN, 20_000, false),
        ("Chidi Eze", chidi, Currency::NGN, 30_000, false),
        ("Efe Oba", ACCOUNTS[3], Currency::NGN, 5_000, false),
    ];
    let this = [
        // Two rows of one person, under two spellings.
        ("OBI, Ada", ada, Currency::NGN, 10_000, false),
        ("Ada Obi", ada, Currency::NGN, 1, false),
        // Another spelling of somebody whose account is known.
        ("Bolanle Ade", bola, Currency::NGN, 19_999, false),
        ("Chidi Eze", chidi, Currency::NGN, 30_000, true),
        // Paid in another currency now.
        ("Efe Oba", ACCOUNTS[3], Currency::KES, 700, false),
        ("Ngozi New", ACCOUNTS[4], Currency::NGN, 40_000, false),
    ];
    let bridges = of(&draft(&this), &previous(&last));
    let shown: Vec<(Currency, BridgePart, &str, i64)> = bridges
        .iter()
        .flat_map(|bridge| bridge.parts.iter().map(move |(kind, part)| (bridge.currency(), *kind, part)))
        .flat_map(|(currency, kind, part)| {
            part.people.iter().map(move |of| (currency, kind, of.name.as_str(), of.change.minor()))
        })
        .collect();
    let expected = [
        (Currency::NGN, BridgePart::Joiners, "Ngozi New", 40_000),
        (Currency::NGN, BridgePart::Leavers, "Chidi Eze", -30_000),
        (Currency::NGN, BridgePart::Increases, "OBI, Ada", 1),
        (Currency::NGN, BridgePart::Decreases, "Efe Oba", -5_000),
        (Currency::NGN, BridgePart::Decreases, "Bolanle Ade", -1),
        (Currency::KES, BridgePart::Increases, "Efe Oba", 700),
    ];
    assert_eq!(shown, expected);
}
