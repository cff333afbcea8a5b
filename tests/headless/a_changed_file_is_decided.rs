//! A file that is not the one a payroll was approved from is a question: whom and how much it names otherwise. Nothing is
//! sent, and nobody is told that all is paid, until that is decided.

use std::fs;

use crate::program::{Fixture, person};

const PAID: Option<i32> = Some(0);
const OPEN: Option<i32> = Some(3);
const TO_DECIDE: Option<i32> = Some(4);
const NAME: &str = "Salaries";

/// The file of three people, and what may have become of it.
fn three() -> Vec<String> {
    (0..3).map(person).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_is_asked_about_before_and_after_it_is_paid() {
    let four: Vec<String> = (0..4).map(person).collect();
    let more = three().join("\n").replace("2001.00", "9001.00").lines().map(str::to_owned).collect();
    let renamed = three().join("\n").replace("Person1", "Stranger").lines().map(str::to_owned).collect();
    let two: Vec<String> = (0..2).map(person).collect();
    let changes: [(&str, Vec<String>, &str); 4] = [
        ("one person more", four, "Bola Person3"),
        ("another amount", more, "Bola Person1"),
        ("another name", renamed, "Bola Stranger"),
        ("one person fewer", two, "Bola Person2"),
    ];
    for (change, rows, named) in changes {
        let fixture = Fixture::new().await;
        let sheet = fixture.sheet_of("Salaries 2026-11.csv", &three());
        assert_eq!(fixture.run_unsent(NAME, &sheet).code, OPEN);
        fixture.sheet_of("Salaries 2026-11.csv", &rows);
        let asks = fixture.run(NAME, &sheet, &[]);
        assert_eq!(asks.code, TO_DECIDE, "{change}: {} {}", asks.out, asks.errors);
        let asked = &asks.json()["decide"][0];
        assert_eq!(asked["kind"], "file_changed", "{change}");
        assert!(asked["people"].to_string().contains(named), "{change}: {asked}");
        assert!(fixture.queued().is_empty(), "{change}: nothing is sent");

        let decided = asks.decisions("The old file was right");
        let decided: Vec<&str> = decided.iter().map(String::as_str).collect();
        let paid = fixture.run(NAME, &sheet, &decided);
        assert_eq!(paid.code, PAID, "{change}: {} {}", paid.out, paid.errors);
        assert_eq!(fixture.queued().len(), 3, "{change}: what was approved is paid");
        assert_eq!(fixture.run(NAME, &sheet, &[]).code, TO_DECIDE, "{change}: also once it is paid");

        // The decision was about that difference, and about no other one.
        fixture.sheet_of("Salaries 2026-11.csv", &(5..9).map(person).collect::<Vec<_>>());
        assert_eq!(fixture.run(NAME, &sheet, &decided).code, TO_DECIDE, "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn next_months_file_under_the_same_name_is_asked_about() {
    let fixture = Fixture::new().await;
    let november = fixture.sheet_of("Salaries 2026-11.csv", &three());
    assert_eq!(fixture.run(NAME, &november, &[]).code, PAID);
    let december = fixture.folder.path().join("Salaries 2026-12.csv");
    fs::copy(&november, &december).unwrap();
    let asks = fixture.run(NAME, &december, &[]);
    assert_eq!(asks.code, TO_DECIDE, "{} {}", asks.out, asks.errors);
    assert!(asks.json()["decide"][0]["why"].as_str().unwrap().contains("2026-12"), "{}", asks.out);
    assert_eq!(fixture.queued().len(), 3);
}

/// The month that the command says counts before the one that the name or the file says, as it does for a new payroll.
#[tokio::test(flavor = "multi_thread")]
async fn another_month_with_the_command_is_asked_about() {
    for file in ["Salaries.csv", "Salaries 2026-11.csv", "Salaries 2026-12.csv"] {
        let fixture = Fixture::new().await;
        let sheet = fixture.sheet_of(file, &three());
        let paid = fixture.run(NAME, &sheet, &["--period", "2026-11"]);
        assert_eq!(paid.code, PAID, "{file}: {} {}", paid.out, paid.errors);
        assert_eq!(fixture.run(NAME, &sheet, &["--period", "2026-11"]).code, PAID, "{file}: the same again");
        let asks = fixture.run(NAME, &sheet, &["--period", "2026-12"]);
        assert_eq!(asks.code, TO_DECIDE, "{file}: {} {}", asks.out, asks.errors);
        assert!(asks.json()["decide"][0]["why"].as_str().unwrap().contains("2026-12"), "{}", asks.out);
        assert_eq!(fixture.queued().len(), 3, "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_and_amounts_are_no_difference() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet_of("Salaries 2026-11.csv", &three());
    assert_eq!(fixture.run(NAME, &sheet, &[]).code, PAID);
    let mut saved_again = three();
    saved_again.reverse();
    fixture.sheet_of("Salaries 2026-11.csv", &saved_again);
    let again = fixture.run(NAME, &sheet, &[]);
    assert_eq!(again.code, PAID, "{} {}", again.out, again.errors);
}
