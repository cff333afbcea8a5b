//! What a file calls a bank is asked about once: the bank that was chosen and paid is used in the next file, until it is
//! forgotten or the service does not list it any more.

use paysheet_desk::{DeskError, ErrorCode, view::RowFilter};
use paysheet_domain::{Country, Field, ProblemCode, Severity};
use serde_json::json;

use crate::support::{Person, World, code_of, people};

const BANKS: &str = r#"{ "058": "Guaranty Trust Bank", "044": "Access Bank" }"#;

async fn world() -> World {
    let world = World::without_callbacks().await;
    world.line.list_banks("NG", &serde_json::from_str(BANKS).unwrap());
    world
}

/// People of a month, each at the bank that the file calls so.
fn staff(month: u32, banks: &[&str]) -> Vec<Person> {
    let count = u32::try_from(banks.len()).unwrap();
    let person = |(bank, person): (&&str, Person)| {
        let amount = person.amount.replace(".00", &format!(".{month:02}"));
        Person { bank: (*bank).to_owned(), amount, ..person }
    };
    banks.iter().zip(people(count)).map(person).collect()
}

/// The bank's code of each person; a dash where it is asked.
async fn banks(world: &World, id: u32) -> Vec<String> {
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
    rows.into_iter().map(|row| row.bank_code.unwrap_or_else(|| "-".to_owned())).collect()
}

async fn choose(world: &World, id: u32, position: u32, code: &str) {
    world.desk.edit_cell(id, position, Field::BankCode, code.to_owned()).await.unwrap();
}

async fn approve(world: &World, id: u32) -> Result<(), DeskError> {
    let total = world.total(id).await;
    world.approve(id, &total).await
}

/// A payroll whose spelling of a bank was chosen and paid.
async fn confirmed() -> World {
    let world = world().await;
    let id = world.import(&staff(1, &["Office Bank", "OFFICE BANK", "GTB"])).await;
    assert_eq!(banks(&world, id).await, ["-", "-", "058"]);
    world.desk.edit_alike(id, 0, Field::BankCode, "044".to_owned()).await.unwrap();
    assert!(world.desk.bank_spellings().await.unwrap().is_empty());
    approve(&world, id).await.unwrap();
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_next_file_it_is_the_bank_that_was_paid() {
    let world = confirmed().await;
    let known = world.desk.bank_spellings().await.unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!((known[0].text.as_str(), known[0].bank_name.as_str()), ("Office Bank", "Access Bank"));
    assert!(known[0].is_used && !known[0].confirmed_by.is_empty());

    let id = world.import(&staff(2, &["office  bank", "GTB"])).await;
    assert_eq!(banks(&world, id).await, ["044", "058"]);
    let row = &world.desk.draft_rows(id, &RowFilter::default(), 0, 1).await.unwrap().rows[0];
    let note = row.problems.iter().find(|problem| problem.code == ProblemCode::BankAsConfirmed).unwrap();
    assert_eq!((note.severity, note.value.as_deref()), (Severity::Note, Some("office bank")));
    assert!(
        world.desk.draft(id).await.unwrap().problems.iter().all(|found| found.severity != Severity::Error)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn it_outlives_the_program() {
    let mut world = confirmed().await;
    world.restart().await;
    let id = world.import(&staff(2, &["Office Bank"])).await;
    assert_eq!(banks(&world, id).await, ["044"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_chosen_and_not_approved_is_asked_again() {
    let world = world().await;
    let first = world.import(&staff(1, &["Office Bank"])).await;
    choose(&world, first, 0, "044").await;
    let id = world.import(&staff(2, &["Office Bank"])).await;
    assert_eq!(banks(&world, id).await, ["-"]);
}

/// The file calls both banks the same: it says nothing about the bank of the next person.
#[tokio::test(flavor = "multi_thread")]
async fn two_banks_for_one_spelling_are_asked_again() {
    let world = world().await;
    let first = world.import(&staff(1, &["Office Bank", "Office Bank"])).await;
    choose(&world, first, 0, "044").await;
    choose(&world, first, 1, "058").await;
    approve(&world, first).await.unwrap();
    assert!(world.desk.bank_spellings().await.unwrap().is_empty());
    let id = world.import(&staff(2, &["Office Bank"])).await;
    assert_eq!(banks(&world, id).await, ["-"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_changed_banks_renames_no_bank() {
    let world = world().await;
    let first = world.import(&staff(1, &["GTB", "GTB"])).await;
    choose(&world, first, 0, "044").await;
    approve(&world, first).await.unwrap();
    assert!(world.desk.bank_spellings().await.unwrap().is_empty());
}

/// A person whose account was changed as well moved to another bank: the file's word for the old one means what it did.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_moved_to_another_account_says_nothing_about_the_old_bank() {
    for (typed, is_remembered) in [("0123456789", false), ("0100000099", true)] {
        let world = world().await;
        let mut staff = staff(1, &["Office Bank"]);
        if is_remembered {
            // The zero that the file lost is put back.
            staff[0].account = "100000099".to_owned();
        }
        let first = world.import(&staff).await;
        choose(&world, first, 0, "044").await;
        world.desk.edit_cell(first, 0, Field::AccountNumber, typed.to_owned()).await.unwrap();
        approve(&world, first).await.unwrap();
        let known = world.desk.bank_spellings().await.unwrap();
        assert_eq!(known.len(), usize::from(is_remembered), "{typed}");
    }
}

/// Also in a draft that is open.
#[tokio::test(flavor = "multi_thread")]
async fn once_it_is_forgotten_it_is_asked_again() {
    let world = confirmed().await;
    let id = world.import(&staff(2, &["Office Bank"])).await;
    world.desk.forget_bank_spelling(Country::NG, "OFFICE BANK").await.unwrap();
    assert_eq!(banks(&world, id).await, ["-"]);
    assert!(world.desk.bank_spellings().await.unwrap().is_empty());
    let again = world.desk.forget_bank_spelling(Country::NG, "Office Bank").await;
    assert_eq!(code_of(again), ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_the_service_lists_no_more_is_asked_about() {
    for (what, listed) in [
        ("its code is gone", json!({ "058": "Guaranty Trust Bank" })),
        ("its code is another bank's", json!({ "058": "Guaranty Trust Bank", "044": "Zenith Bank" })),
    ] {
        let world = confirmed().await;
        let id = world.import(&staff(2, &["Office Bank"])).await;
        world.line.list_banks("NG", &listed);
        world.desk.fetch_banks(&[Country::NG]).await.unwrap();
        assert_eq!(banks(&world, id).await, ["-"], "{what}");
        assert!(!world.desk.bank_spellings().await.unwrap()[0].is_used, "{what}");
    }
}

/// Spellings as offices write them, with the code that each means; none where it is asked.
const SPELLINGS: [(&str, &str, Option<&str>); 40] = [
    ("NG", "ACCESS BANK PLC", Some("044")),
    ("NG", "Access (Diamond)", Some("044")),
    ("NG", "Citibank", Some("023")),
    ("NG", "ECOBANK NIG PLC", Some("050")),
    ("NG", "Eco-Bank", Some("050")),
    ("NG", "Fidelity Bank Plc.", Some("070")),
    ("NG", "FBN", Some("011")),
    ("NG", "First Bank of Nig. Plc", Some("011")),
    ("NG", "FIRSTBANK", Some("011")),
    ("NG", "FCMB Plc", Some("214")),
    ("NG", "First City Monument Bank Ltd", Some("214")),
    ("NG", "GTB", Some("058")),
    ("NG", "G.T. Bank", Some("058")),
    ("NG", "Guaranty Trust Bank (GTB)", Some("058")),
    ("NG", "GTBank PLC", Some("058")),
    ("NG", "GUARANTY TRUST BANK LIMITED", Some("058")),
    ("NG", "Keystone Bank Ltd", Some("082")),
    ("NG", "Kuda MFB", Some("50211")),
    ("NG", "Moniepoint", Some("50515")),
    ("NG", "OPAY (Paycom)", Some("999992")),
    ("NG", "Polaris Bank Limited", Some("076")),
    ("NG", "Providus", Some("101")),
    ("NG", "STANBIC IBTC BANK PLC", Some("221")),
    ("NG", "Stanbic-IBTC", Some("221")),
    ("NG", "Standard Chartered", Some("068")),
    ("NG", "Sterling Bank Plc", Some("232")),
    ("NG", "Union Bank", Some("032")),
    ("NG", "U.B.A.", Some("033")),
    ("NG", "UBA Plc", Some("033")),
    ("NG", "United Bank For Africa Plc (UBA)", Some("033")),
    ("NG", "Unity Bank", Some("215")),
    ("NG", "Wema Bank/ALAT", Some("035")),
    ("NG", "ZENITH BANK PLC", Some("057")),
    ("NG", "Zenith Bank Nigeria", Some("057")),
    ("KE", "KCB", Some("01")),
    ("KE", "Equity Bank (K) Ltd", Some("68")),
    ("KE", "Co-op Bank", Some("11")),
    ("KE", "M-Pesa", Some("MPESA")),
    // Not its name, and the name of two banks.
    ("NG", "Zenit Bank", None),
    ("NG", "Standard Bank", None),
];

#[tokio::test(flavor = "multi_thread")]
async fn forty_spellings_are_asked_about_once() {
    let world = World::without_callbacks().await;
    let month = |n: u32| -> Vec<Person> {
        let person = |(at, (country, bank, _)): (usize, &(&str, &str, Option<&str>))| {
            let account =
                if *country == "KE" { "254712345699".to_owned() } else { format!("01000{at:03}99") };
            let of = Person::of(country, bank, &account);
            Person { name: format!("Ada Person{at}"), amount: format!("{}.{n:02}", 1_000 + at), ..of }
        };
        SPELLINGS.iter().enumerate().map(person).collect()
    };
    let found = async |id: u32| -> Vec<Option<String>> {
        let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 40).await.unwrap().rows;
        rows.into_iter().map(|row| row.bank_code).collect()
    };
    let first = world.import(&month(1)).await;
    for ((_, text, expected), found) in SPELLINGS.iter().zip(found(first).await) {
        assert_eq!(found.as_deref(), *expected, "{text}");
    }
    choose(&world, first, 38, "057").await;
    choose(&world, first, 39, "221").await;
    approve(&world, first).await.unwrap();

    let next = world.import(&month(2)).await;
    let asked = SPELLINGS.iter().zip(found(next).await).filter(|(_, found)| found.is_none());
    assert_eq!(asked.map(|((_, text, _), _)| *text).collect::<Vec<_>>(), Vec::<&str>::new());
}
