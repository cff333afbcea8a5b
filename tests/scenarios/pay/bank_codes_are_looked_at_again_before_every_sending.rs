//! A bank's code that means another bank since the approval pays a stranger. Whatever sends a payroll looks at the service's
//! lists first.

use paysheet_desk::ErrorCode;
use serde_json::json;
use sqlx::Connection as _;

use crate::{
    double_payment::{EVERY_LEFT, EVERY_PRESS, NOVEMBER, Press, approved, left, press, sent, staff},
    support::{HandClock, Then, World, code_of},
};

/// Longer than a list of the approval is used.
const LATER_MIN: i64 = 11;

/// The service lists the bank of the staff by this name from now on.
fn rename_bank(world: &World, name: &str) {
    world.line.list_banks("NG", &json!({ "058": name, "011": "First Bank of Nigeria" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_waits() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        for again in EVERY_PRESS {
            let clock = HandClock::default();
            let world = World::at_the_time_of(&clock).await;
            let id = left(&world, state, &staff(0..3), "November salaries").await;
            rename_bank(&world, "Another Bank");
            clock.pass_min(LATER_MIN);
            let before = world.line.sent().len();
            press(&world, again, id).await;
            if world.line.sent().len() > before {
                gone.push(format!("{state:?}, then {again:?}"));
            }
        }
    }
    assert_eq!(gone, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_is_unknown_and_sent_again() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.line.next([Then::Reset]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    rename_bank(&world, "Another Bank");
    clock.pass_min(LATER_MIN);
    press(&world, Press::SendAgain, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

/// A later batch of the payroll is bound for another service: what is bound for this one is compared all the same.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_beside_one_that_is_bound_elsewhere() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.set_batch_size(2).await;
    world.line.next([Then::Reset]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let mut file = world.hand_on_the_file().await;
    let moved =
        "UPDATE batches SET destination_json = REPLACE(destination_json, $1, 'https://elsewhere.example')
                 WHERE number = 2";
    sqlx::query(moved).bind(&world.line.url).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    rename_bank(&world, "Another Bank");
    clock.pass_min(LATER_MIN);
    press(&world, Press::SendAgain, id).await;
    assert_eq!(world.line.sent().len(), 1);

    rename_bank(&world, "Guaranty Trust Bank");
    clock.pass_min(LATER_MIN);
    press(&world, Press::SendAgain, id).await;
    assert_eq!(world.line.sent().len(), 2, "it is sent with its bank as it was");
}

/// The reason is shown; with the bank as it was, it is sent.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_same_bank_is_paid() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    rename_bank(&world, "Another Bank");
    clock.pass_min(LATER_MIN);
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::BankCodesNotConfirmed);
    rename_bank(&world, "Guaranty Trust Bank");
    clock.pass_min(LATER_MIN);
    world.desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}
