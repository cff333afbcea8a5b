//! Asking the service about payouts, for the stories about it.

use paysheet_desk::view::{AskingView, TrackView};
use serde_json::{Value, json};

use crate::support::{HandClock, World, until};

pub const STATUS_PATH: &str = "/v1/disburse/status";

/// Nobody hears callbacks, and the profile has the call for the status of a payout.
pub async fn asking_world() -> World {
    asking_world_at(&HandClock::default()).await
}

pub async fn asking_world_at(clock: &HandClock) -> World {
    let world = World::at_the_time_of(clock).await;
    set_path(&world, STATUS_PATH).await;
    world
}

pub const LIST_PATH: &str = "/v1/report/transactions";

/// The profile has the report of transactions, too.
pub async fn set_list(world: &World) {
    let mut settings = world.desk.profile().settings;
    LIST_PATH.clone_into(&mut settings.payout_list_path);
    world.desk.save_profile(settings).await.unwrap();
}

/// How often a page of the report was asked for.
pub fn page_requests(world: &World, number: u32) -> usize {
    world.line.asked_at(LIST_PATH).iter().filter(|(_, body)| body["page"] == number).count()
}

/// The service answers a page of the report with these rows from now on.
pub fn answer_page(world: &World, number: u32, rows: &[Value]) {
    let answer = json!({ "status": "success", "data": { "transactions": rows } });
    world.line.answer_about(LIST_PATH, &format!("\"page\":{number},"), 200, &answer);
}

pub async fn set_path(world: &World, path: &str) {
    let mut settings = world.desk.profile().settings;
    path.clone_into(&mut settings.payout_status_path);
    world.desk.save_profile(settings).await.unwrap();
}

/// Asks once about everything that is open, and waits for the end.
pub async fn ask(world: &World, id: u32) -> (AskingView, TrackView) {
    world.desk.ask_now(id).unwrap();
    let track = until(&world.desk, id, |track| !asking(track).running).await;
    (asking(&track), track)
}

/// Asks until the payroll is as wished: the service may still be paying.
pub async fn ask_until(world: &World, id: u32, done: impl Fn(&TrackView) -> bool) -> TrackView {
    for _ in 0..100 {
        let (_, track) = ask(world, id).await;
        if done(&track) {
            return track;
        }
        tokio::task::yield_now().await;
    }
    panic!("it never came to that: {:#?}", world.desk.payroll(id).await.unwrap());
}

pub fn asking(track: &TrackView) -> AskingView {
    track.asking.clone().expect("the profile has the call")
}

/// How many questions about payouts left the desk.
pub fn questions(world: &World) -> usize {
    world.line.asked_at(STATUS_PATH).len()
}

/// The service answers every question with this record from now on.
pub fn answer_with(world: &World, record: &Value) {
    world.line.answer_at(STATUS_PATH, 200, &json!({ "status": "success", "data": record }));
}

pub fn paid_record(reference: &str, amount: &Value) -> Value {
    json!({
        "ref": reference, "system_type": "wallet-disburse", "status": "completed", "amount": amount,
        "providerResponseCode": "00", "providerResponseMessage": "Approved", "reversed": false,
    })
}
