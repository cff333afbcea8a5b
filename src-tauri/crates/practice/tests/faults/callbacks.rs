//! Callbacks that come twice, late, early, or out of order.

use std::{collections::BTreeMap, time::Duration};

use paysheet_practice::Faults;
use tokio::time::Instant;

use crate::{
    common::{Desk, Fields, Listener},
    raw::{QUEUE, fault, with},
};

const PAYOUTS: usize = 40;
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
    let mut heard = listener.next_many(6).await;
    pay(&desk, "B2", 1, "0123456789").await;
    while heard.last().unwrap()["ref"] != "B2-00" {
        heard.push(listener.next().await);
    }
    desk.practice.stop().await;
    heard.extend(listener.so_far());
    let times = times(&heard);
    assert_eq!(times.len(), 4);
    assert_eq!(times["B2-00"], 1, "only the batch that met the fault");
    assert!((2..=4).contains(&times["B1-00"]), "{times:?}");
    assert_eq!((times["B1-00"], times["B1-00"]), (times["B1-01"], times["B1-02"]));
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
    pay(&desk, "B1", PAYOUTS, REVERSED).await;
    let heard = listener.next_many(PAYOUTS * 2).await;
    let of = |reference: &str| -> Vec<_> {
        let own = heard.iter().filter(|fields| fields["ref"] == reference);
        own.map(|fields| fields["responsecode"].as_str()).collect()
    };
    assert_eq!(of("B1-00"), ["RV", "00"]);
    let references: Vec<_> = heard.iter().map(|fields| fields["ref"].as_str()).collect();
    // Eight are on their way at the same time, so that a little disorder says nothing.
    let first: Vec<_> = references.iter().take(8).filter(|reference| **reference > "B1-15").collect();
    assert!(!first.is_empty(), "{references:?}");
    assert!(times(&heard).values().all(|times| *times == 2));
}
