//! The answer to a batch was lost. The user sends the provider the list of payments without a result, and it comes back
//! with what the provider wrote beside them.

use paysheet_domain::{BatchState, PayoutState};

use crate::{
    outcome_files::{apply, export, preview},
    support::{Then, World, people, references, state_of, states},
};

/// What the provider's list says about both people, and whether it proves that the batch was taken.
async fn is_proved_by(status: &str) -> bool {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = export(&world, all.iter().map(|reference| (reference.as_str(), status)));
    let shown = preview(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    let state = states(&world.desk.payroll(id).await.unwrap())[0];
    let is_listed = !world.desk.unresolved().await.unwrap().is_empty();
    assert_eq!(is_listed, state == BatchState::Unknown);
    if state == BatchState::Unknown {
        assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent);
    }
    state != BatchState::Unknown
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_outcome_does() {
    for (status, expected) in [
        ("Not found", false),
        ("No such payment", false),
        ("Pending", false),
        ("No result yet", false),
        ("Successful", true),
        ("Failed", true),
    ] {
        assert_eq!(is_proved_by(status).await, expected, "{status}");
    }
}
