//! Salaries that were paid for November, once more in the first days of December: whatever the payroll is called and for
//! whichever period, nobody is paid without a decision. A month later the same salaries ask nothing.

use paysheet_desk::view::QuestionKind;
use paysheet_domain::{Field, period::period_in};

use crate::{
    double_payment::{DECEMBER, NOVEMBER, approve, draft, nobody, paid, paid_twice, review, staff, try_pay},
    support::{HandClock, Person, World, approve_anyway, called},
};

/// Days from the morning of the 20th of November to the 3rd of December.
const DAYS_TO_DECEMBER: i64 = 13;

/// Twenty people, paid for November.
async fn paid_in_november(clock: &HandClock) -> World {
    let world = World::at_the_time_of(clock).await;
    world.listen().await;
    paid(&world, &staff(0..20), "November salaries", NOVEMBER).await;
    world
}

/// The period that the window and `payroll` offer for a payroll of this name.
fn period_of(name: &str) -> String {
    period_in(name).unwrap_or_else(|| DECEMBER.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_payroll_is_called() {
    let mut gone = Vec::new();
    for name in [
        "Mishahara Novemba 2026",
        "Staff pay 112026",
        "November salaries (late)",
        "Umushahara Ugushyingo 2026",
        "Payments",
        "December salaries",
    ] {
        let clock = HandClock::default();
        let world = paid_in_november(&clock).await;
        clock.pass_days(DAYS_TO_DECEMBER);
        let id = draft(&world, &staff(0..20)).await;
        let _ = try_pay(&world, id, name, &period_of(name)).await;
        if world.line.sent().len() > 1 {
            gone.push(name);
        }
    }
    assert_eq!(gone, Vec::<&str>::new());
}

/// The question names the other payroll and everybody of it; who decides it pays.
#[tokio::test(flavor = "multi_thread")]
async fn as_one_payroll_with_its_people() {
    let clock = HandClock::default();
    let world = paid_in_november(&clock).await;
    clock.pass_days(DAYS_TO_DECEMBER);
    let id = draft(&world, &staff(0..20)).await;
    let shown = review(&world, id, "Payments", DECEMBER).await.unwrap();
    let asked: Vec<_> = shown.questions.iter().map(|it| (it.kind, it.totals[0].count)).collect();
    assert_eq!(asked, [(QuestionKind::SamePayroll, 20), (QuestionKind::PaidRecently, 20)]);
    approve_anyway(&world.desk, id, called("Payments", DECEMBER)).await;
    world.desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}

/// The bytes say that it is the same file, though somebody typed other amounts since.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_very_same_file_with_other_amounts() {
    let clock = HandClock::default();
    let world = paid_in_november(&clock).await;
    clock.pass_days(DAYS_TO_DECEMBER);
    let id = draft(&world, &staff(0..20)).await;
    for position in 0..10 {
        let amount = format!("{}.00", 4_000 + position);
        world.desk.edit_cell(id, position, Field::Amount, amount).await.unwrap();
    }
    let _ = try_pay(&world, id, "Payments", DECEMBER).await;
    assert_eq!(paid_twice(&world), nobody());
}

#[tokio::test(flavor = "multi_thread")]
async fn but_a_month_later_nothing_is_asked() {
    for days in [26, 28, 31] {
        let clock = HandClock::default();
        let world = paid_in_november(&clock).await;
        clock.pass_days(days);
        let id = draft(&world, &staff(0..20)).await;
        let shown = review(&world, id, "December salaries", DECEMBER).await.unwrap();
        assert_eq!(shown.questions, [], "{days} days");
        approve(&world, &shown).await.unwrap();
        world.desk.send(id).await.unwrap();
        assert_eq!(world.line.sent().len(), 2, "{days} days");
    }
}

/// Who is paid by the other payroll gets something else now: a bonus is no salary.
#[tokio::test(flavor = "multi_thread")]
async fn and_other_amounts_ask_nothing() {
    let clock = HandClock::default();
    let world = paid_in_november(&clock).await;
    clock.pass_days(DAYS_TO_DECEMBER);
    let bonus = staff(0..20).into_iter().map(|person| Person { amount: "500.00".to_owned(), ..person });
    let id = draft(&world, &bonus.collect::<Vec<_>>()).await;
    let shown = review(&world, id, "December bonus", DECEMBER).await.unwrap();
    assert_eq!(shown.questions, []);
}
