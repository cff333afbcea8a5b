use paysheet_desk::view::NotAsked;
use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;

use crate::{
    asking::{STATUS_PATH, ask, asking_world, questions},
    support::{Then, counts, outcomes, people, states},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_without_records_stays_unknown() {
    let world = asking_world().await;
    world.line.next([Then::Reset]);
    let id = world.sent(&people(3)).await;
    let not_found = json!({ "status": "error", "message": "Transaction not found" });
    for status in [404, 200, 400, 401] {
        if status != 404 {
            world.line.answer_at(STATUS_PATH, status, &not_found);
        }
        let (asking, track) = ask(&world, id).await;
        assert_eq!((asking.done, asking.not_found, asking.ended), (3, 3, None), "{status}");
        assert_eq!(states(&track), [BatchState::Unknown], "{status}");
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]), "{status}");
    }
    assert_eq!(world.line.sent().len(), 1, "nothing is sent again");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_about_the_payout_changes_nothing() {
    let world = asking_world().await;
    let id = world.sent(&people(3)).await;
    let mut asked = 0;
    for (status, answer, ended, questions_asked) in [
        (401, json!({ "status": "error", "message": "jwt expired" }), NotAsked::TokenRefused, 1),
        (429, json!({ "status": "error", "message": "Too many requests" }), NotAsked::RateLimited, 1),
        // It may fail at the first payout alone.
        (503, json!({ "status": "error" }), NotAsked::NoAnswer, 2),
    ] {
        world.line.answer_at(STATUS_PATH, status, &answer);
        let (asking, track) = ask(&world, id).await;
        asked += questions_asked;
        assert_eq!((asking.ended, questions(&world)), (Some(ended), asked), "{status} {answer}");
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]), "{status} {answer}");
    }
    for answer in [json!({ "status": "success", "data": "Completed" }), json!("completed")] {
        world.line.answer_at(STATUS_PATH, 200, &answer);
        let (asking, track) = ask(&world, id).await;
        assert_eq!((asking.ended, asking.refused, asking.not_found), (None, 3, 0), "{answer}");
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_that_the_service_does_not_have_is_asked_a_few_times_only() {
    let world = asking_world().await;
    let id = world.sent(&people(20)).await;
    world.line.answer_at(STATUS_PATH, 404, &json!("no such page"));
    let (asking, _) = ask(&world, id).await;
    assert_eq!((asking.ended, asking.not_found, questions(&world)), (Some(NotAsked::Refused), 0, 5));
}
