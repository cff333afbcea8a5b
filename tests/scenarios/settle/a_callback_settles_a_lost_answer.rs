use paysheet_desk::view::PayrollStatus;
use paysheet_domain::{BatchState, PayoutState};

use crate::support::{
    Then, World, call_back, counts, outcomes, people, references, report, states, until_closed,
};

#[tokio::test(flavor = "multi_thread")]
async fn what_a_callback_names_is_with_the_service() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Unresolved, vec![BatchState::Unknown]));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]));

    let address = world.listen_elsewhere().await;
    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    assert_eq!(call_back(&address, &report(&references[1], "00")).await, 200);
    let track = crate::support::until(&world.desk, id, |t| t.state == PayrollStatus::BeingPaid).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    for reference in &references {
        assert_eq!(call_back(&address, &report(reference, "00")).await, 200);
    }
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_callback_may_come_before_the_answer() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let id = world.approved(&people(2)).await;
    let answer = std::sync::Arc::new(tokio::sync::Notify::new());
    world.line.next([Then::HoldTheAnswer(std::sync::Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    assert_eq!(call_back(&address, &report(&references[0], "00")).await, 200);
    let track = crate::support::until(&world.desk, id, |t| states(t) == [BatchState::Settling]).await;
    assert_eq!(track.batches[0].batch_id, None);
    answer.notify_one();
    let track = crate::support::until(&world.desk, id, |t| !t.sending).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    assert!(track.batches[0].batch_id.is_some(), "the answer still tells the service's own number");
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_the_line_leaves_it_unknown() {
    for then in [
        Then::LoseTheAnswer,
        Then::Cut,
        Then::Reset,
        Then::Hang,
        Then::answer(500, "{\"status\":\"error\"}"),
        Then::answer(302, ""),
        Then::answer(408, ""),
        Then::answer(409, "{\"status\":\"error\"}"),
        Then::answer(200, "<html>"),
        Then::answer(200, "{\"status\":\"success\"}"),
    ] {
        let world = World::impatient().await;
        world.line.next([then]);
        let id = world.sent(&people(1)).await;
        assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
        assert_eq!(world.line.sent().len(), 1);
    }
}
