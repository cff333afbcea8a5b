use paysheet_desk::view::UnknownDecision;
use paysheet_domain::Field;

use crate::{
    double_payment::{
        DECEMBER, EVERY_LEFT, Left, NOVEMBER, approve, left, nobody, paid_twice, review, sent, staff, try_pay,
    },
    support::{Then, World, approve_anyway, called},
};

/// Whether "pay again" of this payroll goes through for another month without a word on the first.
async fn copy_is_approved(world: &World, id: u32) -> bool {
    let copy = world.desk.pay_again(id).await.unwrap();
    let approved = async {
        let shown = review(world, copy, "December salaries", DECEMBER).await?;
        approve(world, &shown).await
    };
    approved.await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn while_it_waits_for_a_click() {
    let mut copied = Vec::new();
    for state in EVERY_LEFT {
        let world = World::without_callbacks().await;
        let id = left(&world, state, &staff(0..3), "November salaries").await;
        if copy_is_approved(&world, id).await {
            copied.push(state);
        }
    }
    assert_eq!(copied, []);
}

/// Nobody knows whether the first one arrived; it did.
#[tokio::test(flavor = "multi_thread")]
async fn while_it_is_unknown() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let copy = world.desk.pay_again(id).await.unwrap();
    let _ = try_pay(&world, copy, "December salaries", DECEMBER).await;
    assert_eq!(paid_twice(&world), nobody());
}

/// Whoever stands in the copy by then.
#[tokio::test(flavor = "multi_thread")]
async fn nor_with_other_accounts() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = sent(&world, &staff(0..2), "November salaries", NOVEMBER).await;
    let copy = world.desk.pay_again(id).await.unwrap();
    for (position, other) in (0..).zip(staff(60..62)) {
        world.desk.edit_cell(copy, position, Field::Name, other.name).await.unwrap();
        world.desk.edit_cell(copy, position, Field::AccountNumber, other.account).await.unwrap();
    }
    let _ = try_pay(&world, copy, "December salaries", DECEMBER).await;
    assert_eq!(world.line.sent().len(), 1);
}

/// The provider has it after all, and nothing but the user's word says otherwise. The copy has references of its own, which
/// the provider cannot know.
#[tokio::test(flavor = "multi_thread")]
async fn nor_after_it_was_decided_absent_and_withdrawn() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let key = world.desk.payroll(id).await.unwrap().batches[0].key;
    let not_there = UnknownDecision::TheServiceDoesNotHaveIt;
    world.desk.decide_unknown(id, key, not_there, "They looked").await.unwrap();
    world.desk.withdraw(id, None, "With other amounts").await.unwrap();
    let copy = world.desk.pay_again(id).await.unwrap();
    let draft = world.desk.draft(copy).await.unwrap();
    let _ = try_pay(&world, copy, &draft.name, &draft.period).await;
    assert_eq!(paid_twice(&world), nobody());

    // Once it is decided for each of them, it is paid.
    approve_anyway(&world.desk, copy, called(&draft.name, &draft.period)).await;
    world.desk.send(copy).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}

/// A payroll that provably never left is withdrawn and paid without a question.
#[tokio::test(flavor = "multi_thread")]
async fn but_one_that_never_left_is_asked_nothing_about_once_it_is_withdrawn() {
    let world = World::without_callbacks().await;
    let id = left(&world, Left::NotSent, &staff(0..3), "November salaries").await;
    world.desk.withdraw(id, None, "With other amounts").await.unwrap();
    let copy = world.desk.pay_again(id).await.unwrap();
    let draft = world.desk.draft(copy).await.unwrap();
    try_pay(&world, copy, &draft.name, &draft.period).await.unwrap();
    assert_eq!(paid_twice(&world), nobody());
}
