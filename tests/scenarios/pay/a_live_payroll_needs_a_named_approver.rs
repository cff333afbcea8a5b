//! The record of who approved a payment names a person. Without a name nothing is approved and nothing is sent, except
//! in practice.

use paysheet_desk::{DeskError, ErrorCode};

use crate::support::{World, code_of, people, until_closed};

async fn name_approver(world: &World, approver: &str) -> Result<(), DeskError> {
    let mut settings = world.desk.profile().settings;
    approver.clone_into(&mut settings.approver);
    world.desk.save_profile(settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_name_nothing_is_paid_and_with_one_it_is_recorded() {
    let world = World::open().await;
    for no_name in ["", "  "] {
        name_approver(&world, no_name).await.unwrap();
        let id = world.import(&people(3)).await;
        let total = world.total(id).await;
        assert_eq!(world.shown.lock().unwrap()[&id].approver, None);
        assert_eq!(code_of(world.pay(id, &total).await), ErrorCode::ApproverMissing);
        assert_eq!(code_of(world.approve(id, &total).await), ErrorCode::ApproverMissing);
        assert_eq!(world.line.sent().len(), 0);
        world.desk.back_to_check(id).await.unwrap();
    }
    name_approver(&world, " Ada Obi ").await.unwrap();
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    assert_eq!(world.shown.lock().unwrap()[&id].approver.as_deref(), Some("Ada Obi"));
    world.pay(id, &total).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(track.approved_by.as_deref(), Some("Ada Obi"));
}

/// The name may be removed after a payroll was approved.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_approved_already_is_not_sent_again_without_a_name() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    name_approver(&world, "").await.unwrap();
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::ApproverMissing);
    assert_eq!(code_of(world.desk.send_unsent(id, None).await), ErrorCode::ApproverMissing);
    assert_eq!(code_of(world.desk.send_again(id, 1, None).await), ErrorCode::ApproverMissing);
    let total = world.desk.unsent_totals(id).await.unwrap();
    let typed = total
        .iter()
        .map(|total| paysheet_desk::view::TypedTotal { currency: total.currency, text: total.sum.clone() });
    let typed: Vec<_> = typed.collect();
    assert_eq!(code_of(world.desk.approve_anew(id, &typed).await), ErrorCode::ApproverMissing);
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_needs_no_name() {
    let world = World::open().await;
    name_approver(&world, "").await.unwrap();
    world.desk.practise_on(&world.line.url).await.unwrap();
    world.desk.unlock().await.unwrap();
    let id = world.sent(&people(2)).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(track.approved_by.as_deref(), Some("Story"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_one_line_of_eighty_characters() {
    let world = World::without_callbacks().await;
    for refused in ["A\nB".to_owned(), "A".repeat(81)] {
        assert_eq!(code_of(name_approver(&world, &refused).await), ErrorCode::ValueInvalid, "{refused}");
    }
}
