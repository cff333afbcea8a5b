//! Somebody decided to pay people of a payroll whose fate was unknown: "the provider says that it does not have it". Then
//! evidence shows that the provider has it. That is another question.

use paysheet_desk::{
    ErrorCode,
    view::{QuestionKind, UnknownDecision},
};

use crate::{
    double_payment::{NOVEMBER, draft, nobody, paid_twice, sent, staff},
    support::{Then, World, approve_anyway, call_back, called, code_of, references, report},
};

/// A payroll whose answer was lost, and a second one of the same people that was approved in doubt. Returns both.
async fn approved_in_doubt(world: &World) -> (u32, u32) {
    world.line.next([Then::LoseTheAnswer]);
    let first = sent(world, &staff(0..3), "November salaries", NOVEMBER).await;
    let second = draft(world, &staff(0..3)).await;
    approve_anyway(&world.desk, second, called("November once more", NOVEMBER)).await;
    (first, second)
}

async fn reported_paid(world: &World, id: u32) {
    let heard_at = world.listen_elsewhere().await;
    for reference in references(&world.desk, id).await.values() {
        assert_eq!(call_back(&heard_at, &report(reference, "00")).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn once_it_is_known_that_they_are_paid() {
    let world = World::without_callbacks().await;
    let (first, second) = approved_in_doubt(&world).await;
    reported_paid(&world, first).await;
    assert_eq!(code_of(world.desk.send(second).await), ErrorCode::QuestionsOpen);
    assert_eq!(paid_twice(&world), nobody());
    let questions = world.desk.questions(second).await.unwrap();
    assert!(
        questions.iter().any(|question| question.kind == QuestionKind::PaidSamePeriod && question.open == 3)
    );
}

/// One report proves that the provider has the batch; the others in it are under way.
#[tokio::test(flavor = "multi_thread")]
async fn once_it_is_known_that_the_provider_has_it() {
    let world = World::without_callbacks().await;
    let (first, second) = approved_in_doubt(&world).await;
    let references = references(&world.desk, first).await;
    let one = references.values().next().unwrap();
    assert_eq!(call_back(&world.listen_elsewhere().await, &report(one, "00")).await, 200);
    assert_eq!(code_of(world.desk.send(second).await), ErrorCode::QuestionsOpen);
    assert_eq!(paid_twice(&world), nobody());
}

/// Nothing new is known.
#[tokio::test(flavor = "multi_thread")]
async fn and_not_while_it_stays_unknown() {
    let world = World::without_callbacks().await;
    let (_, second) = approved_in_doubt(&world).await;
    world.desk.send(second).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}

/// Who is paid although the other payment is under way is paid although it arrives: the question said so.
#[tokio::test(flavor = "multi_thread")]
async fn nor_where_it_was_known_to_be_under_way() {
    let world = World::without_callbacks().await;
    let first = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let second = draft(&world, &staff(0..3)).await;
    approve_anyway(&world.desk, second, called("November bonus", NOVEMBER)).await;
    reported_paid(&world, first).await;
    world.desk.send(second).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}

/// Meanwhile somebody said that the provider does not have the first one, so that it could have been sent again.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_was_decided_absent() {
    for is_withdrawn in [false, true] {
        let world = World::without_callbacks().await;
        world.line.next([Then::LoseTheAnswer]);
        let first = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        let key = world.desk.payroll(first).await.unwrap().batches[0].key;
        let not_there = UnknownDecision::TheServiceDoesNotHaveIt;
        world.desk.decide_unknown(first, key, not_there, "They looked").await.unwrap();
        let second = draft(&world, &staff(0..3)).await;
        approve_anyway(&world.desk, second, called("November once more", NOVEMBER)).await;
        if is_withdrawn {
            world.desk.withdraw(first, None, "It is paid with the other one").await.unwrap();
        } else {
            reported_paid(&world, first).await;
        }
        assert_eq!(code_of(world.desk.send(second).await), ErrorCode::QuestionsOpen, "{is_withdrawn}");
        assert_eq!(paid_twice(&world), nobody());
    }
}
