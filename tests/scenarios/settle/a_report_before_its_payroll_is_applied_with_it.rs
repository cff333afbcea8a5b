use std::fs;

use paysheet_desk::{AppError, Desk, ErrorCode, view::PayrollStatus};
use paysheet_domain::{BatchState, PayoutState};
use tempfile::TempDir;

use crate::support::{
    Person, World, accept_warnings, call_back, counts, nigerian, open_desk, outcomes, people, references,
    report, secrets, states, typed,
};

/// A second computer with the same profile key, whose ledger is new: it makes the same references.
async fn second_computer(world: &World) -> (TempDir, Desk) {
    let folder = TempDir::new().unwrap();
    fs::copy(world.folder.path().join("ledger.key"), folder.path().join("ledger.key")).unwrap();
    let (desk, _) = open_desk(folder.path(), &world.line.url, secrets(&world.practice)).await;
    desk.unlock().await.unwrap();
    (folder, desk)
}

/// Reports about people of this payroll, as the service writes their references, arrive at the second computer.
async fn reported_there(world: &World, desk: &Desk, payroll: u32, of: impl Fn(usize) -> bool) {
    let address = desk.listen("http://127.0.0.1:0/heard").await.unwrap().unwrap();
    let all = references(&world.desk, payroll).await.into_values();
    for (place, reference) in all.enumerate().filter(|(place, _)| of(*place)) {
        let spelled = if place % 2 == 0 { reference.to_lowercase() } else { reference };
        assert_eq!(call_back(&address, &report(&spelled, "00")).await, 200);
    }
}

async fn imported(world: &World, desk: &Desk, people: &[Person]) -> u32 {
    let id = desk.open_file(&world.sheet(people), nigerian()).await.unwrap();
    accept_warnings(desk, id).await;
    id
}

fn refused<T: std::fmt::Debug>(result: Result<T, paysheet_desk::DeskError>) -> AppError {
    AppError::from(&result.expect_err("nothing of it may be sent"))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_and_the_outcomes_are_shown() {
    let world = World::without_callbacks().await;
    let sent = world.sent(&people(3)).await;
    let (_folder, desk) = second_computer(&world).await;
    reported_there(&world, &desk, sent, |place| place < 2).await;

    let id = imported(&world, &desk, &people(3)).await;
    let error = refused(desk.review(id, None).await);
    assert_eq!(error, AppError::AlreadyReported { people: 2 });
    let track = desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::BeingPaid, vec![BatchState::Settling]));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2), (PayoutState::Sent, 1)]));
    assert_eq!(track.approved_at, None, "nobody approved it here");
    assert!(desk.approve(id, "", &[]).await.is_err());
    desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 1, "only the first computer sent it");
}

/// Where only some batches are reported on, another computer may have sent the others, too: none of them is approved.
#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_reported_in_part_is_not_approved() {
    let world = World::without_callbacks().await;
    let sent = world.sent(&people(4)).await;
    let (_folder, desk) = second_computer(&world).await;
    let mut settings = desk.profile().settings;
    settings.batch_size = 2;
    desk.save_profile(settings).await.unwrap();
    reported_there(&world, &desk, sent, |place| place == 0).await;

    let id = imported(&world, &desk, &people(4)).await;
    for _ in 0..2 {
        let error = refused(desk.review(id, None).await);
        assert_eq!(error, AppError::AlreadyReported { people: 1 });
        assert!(desk.approve(id, "", &[]).await.is_err());
    }
    desk.send(id).await.unwrap();
    assert_eq!(states(&desk.payroll(id).await.unwrap()), [BatchState::Settling, BatchState::Frozen]);
    assert_eq!(world.line.sent().len(), 1);
}

/// It is the same where the reports arrive in another order: after the freeze and before the approval.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_between_review_and_approval_stops_the_approval() {
    let world = World::without_callbacks().await;
    let sent = world.sent(&people(4)).await;
    let (_folder, desk) = second_computer(&world).await;
    let mut settings = desk.profile().settings;
    settings.batch_size = 2;
    desk.save_profile(settings).await.unwrap();
    let id = imported(&world, &desk, &people(4)).await;
    let review = desk.review(id, None).await.unwrap();
    reported_there(&world, &desk, sent, |place| place == 0).await;
    crate::support::until(&desk, id, |track| states(track)[0] == BatchState::Settling).await;
    let approved = desk.approve(id, &review.fingerprint, &typed(&review)).await;
    assert_eq!(refused(approved).code(), ErrorCode::AlreadyReported);
    assert_eq!(world.line.sent().len(), 1);
}
