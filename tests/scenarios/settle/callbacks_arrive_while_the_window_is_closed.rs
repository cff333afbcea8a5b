use paysheet_desk::{Arrival, Outstanding, view::PayrollStatus};
use paysheet_domain::PayoutState;

use crate::asking::{asking_world, set_path};
use crate::support::{
    Then, World, call_back, counts, outcomes, people, references, report, until, until_closed,
};

/// The window is not part of this: the desk stays open behind it, and so does its listener.
#[tokio::test(flavor = "multi_thread")]
async fn and_all_is_settled_when_it_is_opened() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let id = world.sent(&people(3)).await;
    let waiting = |payouts| Outstanding { payouts, arrival: Arrival::Now, ..Outstanding::default() };
    assert_eq!(world.desk.outstanding().await.unwrap(), waiting(3));
    assert!(waiting(3).keeps_running(), "closing the window does not close the desk");

    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    assert_eq!(call_back(&address, &report(&references[0], "00")).await, 200);
    until(&world.desk, id, |track| outcomes(track).contains_key("Paid")).await;
    assert_eq!(world.desk.outstanding().await.unwrap(), waiting(2));
    for reference in &references[1..] {
        assert_eq!(call_back(&address, &report(reference, "00")).await, 200);
    }
    let track = until_closed(&world.desk, id).await;
    assert_eq!(track.state, PayrollStatus::Closed);
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    let settled = world.desk.outstanding().await.unwrap();
    assert_eq!(settled, waiting(0));
    assert!(!settled.keeps_running(), "nothing is left to wait for");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_report_settles_a_batch_whose_answer_was_lost() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(1)).await;
    let lost = world.desk.outstanding().await.unwrap();
    assert_eq!((lost.payouts, lost.unresolved), (0, 1));
    assert!(lost.keeps_running());
    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    assert_eq!(call_back(&address, &report(&references[0], "00")).await, 200);
    until_closed(&world.desk, id).await;
    assert!(!world.desk.outstanding().await.unwrap().keeps_running());
}

/// Nobody can report, so nothing is lost by closing the program.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_where_nobody_listens() {
    let world = World::without_callbacks().await;
    world.sent(&people(2)).await;
    let outstanding = world.desk.outstanding().await.unwrap();
    assert_eq!((outstanding.payouts, outstanding.arrival), (2, Arrival::Never));
    assert!(!outstanding.keeps_running());
}

/// Callbacks are heard by a locked desk. It cannot ask, so the user is told to unlock it.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_locked_itself_and_asks_again_when_it_is_unlocked() {
    let world = asking_world().await;
    world.sent(&people(1)).await;
    let outstanding = || async { world.desk.outstanding().await.unwrap() };
    assert_eq!(outstanding().await.arrival, Arrival::Now);
    world.desk.lock();
    let locked = outstanding().await;
    assert_eq!(locked.arrival, Arrival::AfterUnlock);
    assert!(locked.keeps_running() && locked.needs_unlock());
    let address = world.listen_elsewhere().await;
    assert_eq!(outstanding().await.arrival, Arrival::AfterUnlock, "nobody ever reached the address");
    assert_eq!(call_back(&address, &report("ABCDEFGHJKLMNPQR", "00")).await, 200);
    assert_eq!(outstanding().await.arrival, Arrival::Now, "callbacks need no unlocked desk");
    world.desk.listen("").await.unwrap();
    world.desk.unlock().await.unwrap();
    assert_eq!(outstanding().await.arrival, Arrival::Now);
    set_path(&world, "").await;
    assert_eq!(outstanding().await.arrival, Arrival::Never, "{address} is closed, and asking is off");
}
