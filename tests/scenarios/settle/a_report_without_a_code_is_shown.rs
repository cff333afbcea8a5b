use paysheet_desk::view::PayrollStatus;
use paysheet_domain::PayoutState;

use crate::support::{
    World, call_back, counts, eventually, outcomes, people, references, report, until, until_closed,
};

/// A report as asynchronous services send it: a word, and no code.
fn word(reference: &str, status: &str) -> String {
    format!("ref={reference}&status={status}&amount=1000&currency=NGN")
}

async fn deliver(address: &str, form: &str) {
    assert_eq!(call_back(address, form).await, 200);
}

/// The words that are shown about a payment, in their order.
async fn words(world: &World, id: u32, reference: &str) -> Vec<String> {
    let payment = world.desk.payment(id, reference).await.unwrap();
    payment.reports.into_iter().map(|report| report.status).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_word_once_and_none_settles_it() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    for status in ["pending", "pending", "completed", "pending", "completed"] {
        deliver(&address, &word(&reference, status)).await;
    }
    let payout = || async { world.desk.payouts(id, &Default::default(), 0, 1).await.unwrap().rows.remove(0) };
    until(&world.desk, id, |track| track.last_outcome_at.is_some()).await;
    eventually(async || {
        let message = payout().await.message;
        if message.as_deref() == Some("completed") { Ok(()) } else { Err(format!("{message:?}")) }
    })
    .await;
    assert_eq!(words(&world, id, &reference).await, ["pending", "completed"]);
    let row = payout().await;
    assert_eq!((row.state, row.message.as_deref()), (PayoutState::Sent, Some("completed")));
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::BeingPaid);

    // The code settles it, and no word hides that.
    deliver(&address, &report(&reference, "00")).await;
    until_closed(&world.desk, id).await;
    deliver(&address, &word(&reference, "processing")).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
}
