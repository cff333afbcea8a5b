//! Callbacks that come twice, late, early, or out of order.

use std::{collections::BTreeMap, time::Duration};

use paysheet_practice::{DELIVERIES_MAX, Faults};
use tokio::time::Instant;

use crate::{
    common::{Desk, Fields, Listener},
    raw::{QUEUE, fault, with},
};

const PAYOUTS: usize = 40;
/// Several times as many as are told of at the same time.
const MANY: usize = 4 * DELIVERIES_MAX;
/// How often a duplicate comes, two to four times, as the seed below draws it.
const TIMES: usize = 3;
/// Paid, and taken back.
const REVERSED: &str = "0000000006";

async fn heard_by(listener: &Listener, script: &str) -> Desk {
    with(Faults::scripted([fault(script)]).seeded(2), |config| {
        config.callback_url = Some(listener.url.clone())
    })
    .await
}

async fn pay(desk: &Desk, reference: &str, count: usize, account: &str) {
    let payouts: Vec<_> = (0..count).map(|at| format!("{reference}-{at:02}")).collect();
    let payouts: Vec<_> = payouts.iter().map(|reference| (reference.as_str(), account)).collect();
    let (_, answer) = desk.post(QUEUE, &desk.batch(reference, &payouts)).await;
    assert_eq!(answer["status"], "success", "{answer}");
}

fn times(heard: &[Fields]) -> BTreeMap<&str, usize> {
    let mut times = BTreeMap::new();
    for fields in heard {
        *times.entry(fields["ref"].as_str()).or_default() += 1;
    }
    times
}

#[tokio::test]
async fn duplicates_come_as_often_for_every_payout() {
    let mut listener = Listener::start().await;
    let desk = heard_by(&listener, "callback_duplicate@wait").await;
    pay(&desk, "B1", 3, "0123456789").await;
    pay(&desk, "B2", 1, "0123456789").await;
    let heard = listener.next_many(3 * TIMES + 1).await;
    desk.practice.stop().await;
    assert!(listener.is_silent());
    let times = times(&heard);
    let all = [("B1-00", TIMES), ("B1-01", TIMES), ("B1-02", TIMES), ("B2-00", 1)];
    assert_eq!(times, BTreeMap::from(all), "the same for all of the batch that met the fault");
    // Word for word.
    let first = heard.iter().find(|fields| fields["ref"] == "B1-01");
    assert!(heard.iter().filter(|fields| fields["ref"] == "B1-01").all(|fields| Some(fields) == first));
}

#[tokio::test]
async fn late_callbacks_come_after_a_while() {
    let mut listener = Listener::start().await;
    let desk = heard_by(&listener, "callback_delay@wait").await;
    let begun = Instant::now();
    pay(&desk, "B1", 1, "0123456789").await;
    listener.next().await;
    assert!(begun.elapsed() >= Duration::from_millis(250), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn early_callbacks_are_all_there_before_the_answer() {
    let mut listener = Listener::start().await;
    let desk = heard_by(&listener, "callback_early@wait").await;
    pay(&desk, "B1", PAYOUTS, REVERSED).await;
    assert_eq!(listener.so_far().len(), PAYOUTS * 2);
    desk.practice.stop().await;
    assert!(listener.is_silent());
}

#[tokio::test]
async fn early_callbacks_that_nobody_hears_do_not_hold_the_answer_up() {
    let desk = with(Faults::scripted([fault("callback_early@wait")]), |_| {}).await;
    let begun = Instant::now();
    pay(&desk, "B1", PAYOUTS, REVERSED).await;
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn reordered_callbacks_begin_with_the_reversal_and_come_in_another_order() {
    let mut listener = Listener::start().await;
    let desk = heard_by(&listener, "callback_reordered@wait").await;
    pay(&desk, "B1", MANY, REVERSED).await;
    let heard = listener.next_many(MANY * 2).await;
    let of = |reference: &str| -> Vec<_> {
        let own = heard.iter().filter(|fields| fields["ref"] == reference);
        own.map(|fields| fields["responsecode"].as_str()).collect()
    };
    assert_eq!(of("B1-00"), ["RV", "00"]);
    let place = |fields: &Fields| -> usize { fields["ref"].strip_prefix("B1-").unwrap().parse().unwrap() };
    let places: Vec<_> = heard.iter().map(place).collect();
    // Many are on their way at the same time, so that a little disorder says nothing.
    assert!(places.iter().take(8).any(|place| *place >= 8 + DELIVERIES_MAX), "{places:?}");
    assert!(times(&heard).values().all(|times| *times == 2));
}
