use paysheet_desk::{
    DeskError,
    view::{QuestionDecision, QuestionView, ReviewView},
};
use paysheet_ledger::LedgerError;

use crate::{
    double_payment::{
        NOVEMBER, Press, approve, draft, nobody, paid_twice, press, queued, review, sent, staff,
    },
    support::{World, names},
};

const NAME: &str = "Night shift";

/// Three of `staff(0..4)`, who are under way, and two others.
async fn with_three_of_them(world: &World) -> ReviewView {
    sent(world, &staff(0..4), "November salaries", NOVEMBER).await;
    let id = draft(world, &[staff(1..4), staff(20..22)].concat()).await;
    review(world, id, NAME, NOVEMBER).await.unwrap()
}

fn only(shown: &ReviewView) -> &QuestionView {
    let [question] = shown.questions.as_slice() else { panic!("{:?}", shown.questions) };
    question
}

fn keys(question: &QuestionView) -> Vec<String> {
    question.people.iter().map(|person| person.key.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_at_once() {
    let world = World::without_callbacks().await;
    let shown = with_three_of_them(&world).await;
    world.desk.exclude_asked(shown.id, &only(&shown).key, &[]).await.unwrap();

    let again = review(&world, shown.id, NAME, NOVEMBER).await.unwrap();
    assert_eq!(again.questions, []);
    assert_eq!(again.totals.iter().map(|total| total.count).sum::<u32>(), 2);
    approve(&world, &again).await.unwrap();
    world.desk.send(shown.id).await.unwrap();
    assert_eq!(queued(&world).len(), 6);
    assert_eq!(paid_twice(&world), nobody());
}

/// Whoever is not chosen is asked about as before.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_them() {
    let world = World::without_callbacks().await;
    let shown = with_three_of_them(&world).await;
    let (question, chosen) = (only(&shown), &keys(only(&shown))[..1]);
    world.desk.exclude_asked(shown.id, &question.key, chosen).await.unwrap();

    let again = review(&world, shown.id, NAME, NOVEMBER).await.unwrap();
    assert_eq!(only(&again).open, 2);
    assert!(!keys(only(&again)).contains(&chosen[0]));
    let refused = approve(&world, &again).await.unwrap_err();
    assert!(matches!(refused, DeskError::Ledger(LedgerError::QuestionsOpen { .. })), "{refused:?}");
}

/// Check can undo it.
#[tokio::test(flavor = "multi_thread")]
async fn and_is_included_again_by_undo() {
    let world = World::without_callbacks().await;
    let shown = with_three_of_them(&world).await;
    world.desk.exclude_asked(shown.id, &only(&shown).key, &[]).await.unwrap();
    assert_eq!(names(&world.desk, shown.id).await.len(), 2);
    world.desk.undo(shown.id).await.unwrap();
    assert_eq!(names(&world.desk, shown.id).await.len(), 5);
    assert_eq!(only(&review(&world, shown.id, NAME, NOVEMBER).await.unwrap()).open, 3);
}

/// Whoever was decided about stays, and nobody leaves a payroll that somebody approved.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_from_an_approved_payroll() {
    let world = World::without_callbacks().await;
    let shown = with_three_of_them(&world).await;
    let question = only(&shown).key.clone();
    let decision =
        QuestionDecision { question: question.clone(), keys: Vec::new(), reason: "A bonus".to_owned() };
    world.desk.decide_questions(shown.id, decision).await.unwrap();
    approve(&world, &shown).await.unwrap();

    world.desk.exclude_asked(shown.id, &question, &[]).await.unwrap();
    world.desk.exclude_asked(shown.id, &question, &keys(only(&shown))).await.unwrap_err();
    assert_eq!(names(&world.desk, shown.id).await.len(), 5);
    press(&world, Press::Continue, shown.id).await;
    assert_eq!(queued(&world).values().sum::<usize>(), 9);
}

/// A question that is not asked any more excludes nobody.
#[tokio::test(flavor = "multi_thread")]
async fn nor_by_a_question_of_before() {
    let world = World::without_callbacks().await;
    let shown = with_three_of_them(&world).await;
    let question = only(&shown).key.clone();
    for (question, keys) in [("under_way-999", Vec::new()), (question.as_str(), vec!["nobody".to_owned()])] {
        world.desk.exclude_asked(shown.id, question, &keys).await.unwrap();
    }
    let again = review(&world, shown.id, NAME, NOVEMBER).await.unwrap();
    assert_eq!(only(&again).open, 3);
}
