//! A reference is what keeps a payout from being made twice: it follows the person, not the row.

use std::{collections::BTreeSet, fs};

use paysheet_desk::{Desk, view::PayoutFilter};
use tempfile::TempDir;

use crate::support::{
    Person, World, accept_warnings, nigerian, open_desk, people, secrets, until_closed, write_sheet,
};

/// What identifies a payout to the service: account, amount and reference of each.
type Payouts = BTreeSet<(String, String, String)>;

async fn payouts(desk: &Desk, id: u32) -> Payouts {
    let window = desk.payouts(id, &PayoutFilter::default(), 0, 500).await.unwrap();
    window.rows.into_iter().map(|row| (row.account_number, row.amount, row.reference)).collect()
}

fn references(payouts: &Payouts) -> BTreeSet<&str> {
    payouts.iter().map(|(_, _, reference)| reference.as_str()).collect()
}

/// What another computer with the same profile key makes of this file: a ledger of its own, nothing else shared.
async fn frozen_on_a_second_computer(world: &World, people: &[Person]) -> Payouts {
    let folder = TempDir::new().unwrap();
    fs::copy(world.folder.path().join("ledger.key"), folder.path().join("ledger.key")).unwrap();
    let (desk, _) = open_desk(folder.path(), &world.line.url, secrets(&world.practice)).await;
    let sheet = folder.path().join("Staff November 2026.csv");
    write_sheet(&sheet, people);
    let id = desk.open_file(&sheet, nigerian()).await.unwrap();
    accept_warnings(&desk, id).await;
    desk.review(id, None).await.unwrap();
    let frozen = payouts(&desk, id).await;
    desk.close().await;
    frozen
}

/// Ada has a salary and a bonus, both to the same account; somebody else stands in between.
fn salary_and_bonus() -> Vec<Person> {
    let mut people = people(2);
    people.push(Person { amount: "250.00".to_owned(), ..people[0].clone() });
    people
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_corrected_on_a_second_computer_keeps_its_reference() {
    let world = World::without_callbacks().await;
    let mut people = people(3);
    let id = world.approved(&people).await;
    let here = payouts(&world.desk, id).await;
    people[1].amount = "1.50".to_owned();
    let there = frozen_on_a_second_computer(&world, &people).await;
    assert_ne!(here, there, "the amount is another one");
    assert_eq!(references(&here), references(&there));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_twice_in_a_payroll_is_paid_twice_with_two_references() {
    let world = World::open().await;
    let people = salary_and_bonus();
    let id = world.sent(&people).await;
    until_closed(&world.desk, id).await;
    let paid = payouts(&world.desk, id).await;
    assert_eq!(references(&paid).len(), people.len());
    let account = &people[0].account;
    let amounts: Vec<_> = paid.iter().filter(|(to, ..)| to == account).map(|(_, amount, _)| amount).collect();
    assert_eq!(amounts, ["1000.00", "250.00"]);
    let sent = world.line.sent_values().remove(0).to_string();
    assert_eq!(sent.matches(account.as_str()).count(), 2, "{sent}");
}

/// Were they to swap, a second computer could send the salary under the reference of a bonus that was never paid,
/// and the salary would be paid twice.
#[tokio::test(flavor = "multi_thread")]
async fn salary_and_bonus_of_one_account_keep_their_references_when_the_file_is_reordered() {
    let world = World::without_callbacks().await;
    let mut people = salary_and_bonus();
    let id = world.approved(&people).await;
    let here = payouts(&world.desk, id).await;
    people.reverse();
    assert_eq!(frozen_on_a_second_computer(&world, &people).await, here);
}

/// Where an amount of the two is corrected the file does not say which is which: they may swap, and none is added.
#[tokio::test(flavor = "multi_thread")]
async fn salary_and_bonus_of_one_account_have_the_same_two_references_when_an_amount_is_corrected() {
    let world = World::without_callbacks().await;
    let mut people = salary_and_bonus();
    let id = world.approved(&people).await;
    let here = payouts(&world.desk, id).await;
    people[0].amount = "100.00".to_owned();
    let there = frozen_on_a_second_computer(&world, &people).await;
    assert_eq!(references(&there), references(&here));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_salary_keeps_its_reference_when_a_bonus_to_the_same_account_is_added() {
    let world = World::without_callbacks().await;
    let mut people = salary_and_bonus();
    let bonus = people.pop().unwrap();
    let id = world.approved(&people).await;
    let here = payouts(&world.desk, id).await;
    people.insert(0, bonus);
    let there = frozen_on_a_second_computer(&world, &people).await;
    assert_eq!(there.intersection(&here).count(), here.len(), "{here:?} {there:?}");
    assert_eq!(references(&there).len(), people.len());
}
