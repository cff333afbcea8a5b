//! What the provider takes for a payment is told by its report of transactions, or set in the profile where it tells nothing.
//! It says nothing about who was paid, and is in the books once.

use std::fs;

use paysheet_desk::{
    ListWords,
    view::{JournalDetail, JournalOptions, JournalPreset, JournalScope, PayoutFee, ShortfallView},
};
use paysheet_domain::{Currency, Money, PayoutState, money::Total};
use paysheet_practice::PracticeConfig;
use serde_json::{Value, json};

use crate::{
    asking::{LIST_PATH, answer_page, ask, ask_until, asking_world, paid_record, set_list},
    support::{HandClock, World, call_back, counts, outcomes, people, references, report, until},
};

async fn listing_world() -> World {
    let world = asking_world().await;
    set_list(&world).await;
    world
}

/// The references, in the order of `people`.
async fn ours(world: &World, id: u32) -> Vec<String> {
    references(&world.desk, id).await.into_values().collect()
}

/// What the report says of the payment of `people` at an index.
fn row(references: &[String], at: usize, more: &Value) -> Value {
    let mut row = paid_record(&references[at], &json!(1_000 + at));
    row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    row
}

fn answer(world: &World, rows: &[Value]) {
    answer_page(world, 1, rows);
    answer_page(world, 2, &[]);
}

async fn fees(world: &World, id: u32) -> Vec<(u32, String)> {
    let track = world.desk.payroll(id).await.unwrap();
    track.fees.into_iter().map(|total| (total.count, total.sum)).collect()
}

async fn set_fee(world: &World, amount: &str) {
    let mut settings = world.desk.profile().settings;
    settings.payout_fees = vec![PayoutFee { currency: Currency::NGN, amount: amount.to_owned() }];
    world.desk.save_profile(settings).await.unwrap();
}

/// Returns the debits of the journal that is saved: the end of each entry's number, the account and the amount.
async fn debits(world: &World, id: u32, scope: JournalScope) -> Vec<String> {
    let options = JournalOptions {
        preset: JournalPreset::Plain,
        detail: JournalDetail::Account,
        scope,
        currency: Currency::NGN,
        date: "2026-11-30".to_owned(),
    };
    let path = world.folder.path().join("journal.csv");
    world.desk.export_journal(id, &options, ListWords::default(), &path).await.unwrap();
    let file = fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let lines = reader.records().map(Result::unwrap).filter(|line| !line[3].is_empty());
    lines.map(|line| format!("{} {} {}", line[0].rsplit('-').next().unwrap(), &line[2], &line[3])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_tells_the_fees_of_payments_that_were_made() {
    let world = listing_world().await;
    let id = world.sent(&people(4)).await;
    let ours = ours(&world, id).await;
    answer(
        &world,
        &[
            row(&ours, 0, &json!({ "fee": 10.75 })),
            row(&ours, 1, &json!({ "chargedFee": "26.50" })),
            // None of these has a fee: it waits, and it names another amount, which contradicts it.
            row(&ours, 2, &json!({ "fee": 5, "status": "pending", "providerResponseCode": null })),
            row(&ours, 3, &json!({ "fee": 5, "amount": 7 })),
        ],
    );
    ask(&world, id).await;
    assert_eq!(fees(&world, id).await, [(2, "37.25".to_owned())]);
    let rows = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    let told: Vec<_> = rows.iter().map(|row| row.fee.as_deref()).collect();
    assert_eq!(told, [Some("10.75"), Some("26.50"), None, None]);
}

/// Only what is open is asked about, but a page has others as well.
#[tokio::test(flavor = "multi_thread")]
async fn also_where_a_notification_told_the_outcome_before() {
    let world = listing_world().await;
    let id = world.sent(&people(2)).await;
    let ours = ours(&world, id).await;
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &report(&ours[0], "00")).await, 200);
    until(&world.desk, id, |track| outcomes(track).get("Paid") == Some(&1)).await;
    assert_eq!(fees(&world, id).await, []);
    answer(&world, &[row(&ours, 0, &json!({ "fee": 10 })), row(&ours, 1, &json!({ "fee": 10 }))]);
    ask_until(&world, id, |track| outcomes(track) == counts(&[(PayoutState::Paid, 2)])).await;
    assert_eq!(fees(&world, id).await, [(2, "20.00".to_owned())]);
}

/// A failure that comes after it makes it a conflict.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_said_of_a_payment_that_may_not_have_been_made() {
    let world = listing_world().await;
    let id = world.sent(&people(1)).await;
    let ours = ours(&world, id).await;
    answer(&world, &[row(&ours, 0, &json!({ "fee": 10 }))]);
    ask(&world, id).await;
    assert_eq!(fees(&world, id).await, [(1, "10.00".to_owned())]);
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &report(&ours[0], "51")).await, 200);
    until(&world.desk, id, |track| outcomes(track) == counts(&[(PayoutState::Conflict, 1)])).await;
    assert_eq!(fees(&world, id).await, []);
    let rows = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    assert_eq!(rows[0].fee, None);
}

/// It may be in the books.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_fee_that_is_told_counts() {
    let world = listing_world().await;
    let id = world.sent(&people(2)).await;
    let ours = ours(&world, id).await;
    answer(&world, &[row(&ours, 0, &json!({ "fee": 10 }))]);
    ask(&world, id).await;
    answer(&world, &[row(&ours, 0, &json!({ "fee": 99 })), row(&ours, 1, &json!({}))]);
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]), "the second reading was recorded");
    assert_eq!(fees(&world, id).await, [(1, "10.00".to_owned())]);
}

/// Neither of two, none of 0, and none that no payment costs.
#[tokio::test(flavor = "multi_thread")]
async fn a_fee_that_is_none_is_left_out() {
    let world = listing_world().await;
    let id = world.sent(&people(4)).await;
    let ours = ours(&world, id).await;
    answer(
        &world,
        &[
            row(&ours, 0, &json!({ "fee": 10 })),
            row(&ours, 0, &json!({ "fee": 12 })),
            row(&ours, 1, &json!({ "fee": 0 })),
            row(&ours, 2, &json!({ "fee": "90000000000000000" })),
            row(&ours, 3, &json!({ "fee": 10.755 })),
        ],
    );
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 4)]));
    assert_eq!(fees(&world, id).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_booked_once_and_the_reported_one_before_the_set_one() {
    let world = listing_world().await;
    set_fee(&world, "20.00").await;
    let id = world.sent(&people(2)).await;
    let ours = ours(&world, id).await;
    answer(&world, &[row(&ours, 0, &json!({ "fee": 10.75 })), row(&ours, 1, &json!({}))]);
    ask_until(&world, id, |track| outcomes(track) == counts(&[(PayoutState::Paid, 2)])).await;
    set_fee(&world, "99.00").await;
    let view = world.desk.journal(id).await.unwrap();
    assert_eq!((view.currencies[0].fees.count, view.currencies[0].fees.sum.as_str()), (2, "30.75"));
    let booked = ["P Wages payable 2001.00", "F Bank charges 30.75"];
    assert_eq!(debits(&world, id, JournalScope::Everything).await, booked, "as it was when it was approved");
    assert_eq!(world.desk.journal(id).await.unwrap().earlier[0].new.fees.count, 0);
    assert_eq!(debits(&world, id, JournalScope::Everything).await, booked, "all of it once more");
}

/// The books may have the fees of earlier payrolls already, entered by hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_fee_that_is_set_later_is_of_later_payrolls() {
    let world = listing_world().await;
    let id = world.sent(&people(1)).await;
    let ours = ours(&world, id).await;
    answer(&world, &[row(&ours, 0, &json!({}))]);
    ask_until(&world, id, |track| outcomes(track) == counts(&[(PayoutState::Paid, 1)])).await;
    set_fee(&world, "20.00").await;
    assert_eq!(debits(&world, id, JournalScope::Everything).await, ["P Wages payable 1000.00"]);
}

/// A payment is booked as soon as it is known, and its fee when that is.
#[tokio::test(flavor = "multi_thread")]
async fn a_fee_that_is_told_later_is_new() {
    let world = listing_world().await;
    let id = world.sent(&people(2)).await;
    let ours = ours(&world, id).await;
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &report(&ours[0], "00")).await, 200);
    until(&world.desk, id, |track| outcomes(track).get("Paid") == Some(&1)).await;
    assert_eq!(debits(&world, id, JournalScope::Everything).await, ["P Wages payable 1000.00"]);
    answer(&world, &[row(&ours, 0, &json!({ "fee": 10 }))]);
    ask(&world, id).await;
    let view = world.desk.journal(id).await.unwrap();
    // The second one was asked about alone.
    assert_eq!((view.earlier[0].new.fees.count, view.earlier[0].new.paid.count), (1, 1));
    let new = ["P Wages payable 1001.00", "F Bank charges 10.00"];
    assert_eq!(debits(&world, id, JournalScope::New).await, new);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_set_one_is_estimated_before_anything_is_paid() {
    let world = World::open().await;
    set_fee(&world, "20.00").await;
    let id = world.import(&people(3)).await;
    let review = world.review(id, None).await.unwrap();
    assert_eq!(review.fees, [Total::new(3, Money::parse("60.00", Currency::NGN).unwrap())]);
    let shortfalls = world.desk.shortfall(id).await.unwrap();
    let [ShortfallView { needed, fees, .. }] = shortfalls.as_slice() else { panic!("{shortfalls:?}") };
    assert_eq!((needed.as_str(), fees.as_deref()), ("3063.00", Some("60.00")));
}

/// The practice service takes the fee from the balance and reports it, from end to end.
#[tokio::test(flavor = "multi_thread")]
async fn the_practice_service_reports_it_in_list_and_status() {
    let mut config = PracticeConfig::made_up(7).unwrap();
    (config.pace_ms, config.payout_fee) = (0, Some("10.75".to_owned()));
    let world = World::practising_at(config, &HandClock::default()).await;
    let mut settings = world.desk.profile().settings;
    "/v1/disburse/status".clone_into(&mut settings.payout_status_path);
    LIST_PATH.clone_into(&mut settings.payout_list_path);
    world.desk.save_profile(settings).await.unwrap();
    let mut staff = people(3);
    staff[1].account = "0100000005".to_owned();
    staff[2].account = "0100000006".to_owned();
    let id = world.sent(&staff).await;
    let expected = [(PayoutState::Paid, 1), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)];
    ask_until(&world, id, |track| outcomes(track) == counts(&expected)).await;
    assert_eq!(fees(&world, id).await, [(2, "21.50".to_owned())], "who was not paid cost nothing");
}
