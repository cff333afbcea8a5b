//! A callback is not signed, and services repeat fields, nest them and add flags. One that says two things at once is shown
//! with the payment and settles nothing; one that names two payments is nobody's, and is counted where everybody sees it.

use paysheet_desk::view::TrackView;
use paysheet_domain::PayoutState;

use crate::support::{World, call_back, people, references, state_of, until};

/// The callbacks about one payment of 1,000 naira each: what stands in the query, and the body. `REF` is the reference.
const CONTRADICTIONS: [(&str, &str); 22] = [
    ("", "ref=REF&responsecode=00&responsecode=51"),
    ("", "ref=REF&responsecode=51&responsecode=00"),
    ("", "ref=REF&responsecode=00&responseCode=91"),
    ("", "ref=REF&responsecode=00&response_code=51"),
    ("", "ref=REF&responsecode=00&status=failed&status=success"),
    ("", r#"{"ref":"REF","responsecode":"51","responsecode":"00"}"#),
    ("", r#"{"ref":"REF","responsecode":"00","status":false}"#),
    ("", r#"{"ref":"REF","responsecode":"00","success":false}"#),
    ("", r#"{"ref":"REF","responsecode":"00","reversed":true}"#),
    ("", r#"{"ref":"REF","responsecode":"00","refund":true}"#),
    ("", r#"{"success":false,"data":{"ref":"REF","responsecode":"00"}}"#),
    ("", r#"{"ref":"REF","responsecode":"00","transfer":{"status":"failed"}}"#),
    ("?responsecode=51", "ref=REF&responsecode=00"),
    ("?status=failed", r#"{"ref":"REF","responsecode":"00"}"#),
    ("", "ref=REF&responsecode=00&amount=NGN+1.00"),
    ("", "ref=REF&responsecode=00&amount=%E2%82%A61.00"),
    ("", "ref=REF&responsecode=00&amount=49+000.10"),
    ("", "ref=REF&responsecode=00&amount=5e4"),
    ("", "ref=REF&responsecode=00&amount=49999.999"),
    ("", "ref=REF&responsecode=00&amount=1%27001.00"),
    ("", "ref=REF&responsecode=00&amount=1,021.00&amount=1"),
    ("", r#"[{"ref":"REF","responsecode":"00"},{"ref":"REF","responsecode":"51"}]"#),
];

#[tokio::test(flavor = "multi_thread")]
async fn it_is_shown_as_a_contradiction() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(u32::try_from(CONTRADICTIONS.len()).unwrap())).await;
    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let address = world.listen_elsewhere().await;
    for (reference, (query, body)) in references.iter().zip(CONTRADICTIONS) {
        let body = body.replace("REF", reference);
        assert_eq!(call_back(&format!("{address}{query}"), &body).await, 200);
    }
    let all_applied =
        |track: &TrackView| track.outcomes.iter().all(|outcome| outcome.state != PayoutState::Sent);
    until(&world.desk, id, all_applied).await;
    for (reference, told) in references.iter().zip(CONTRADICTIONS) {
        assert_eq!(state_of(&world.desk, id, reference).await, PayoutState::Conflict, "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_references_are_nobodys_and_a_list_is_applied_one_by_one() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let of: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let address = world.listen_elsewhere().await;
    for body in [
        format!("ref={}&ref={}&responsecode=00", of[0], of[1]),
        format!(r#"{{"ref":"{}","data":{{"ref":"{}","responsecode":"00"}}}}"#, of[0], of[1]),
        format!(
            r#"[{{"ref":"{}","responsecode":"00"}},{{"ref":"{}","responsecode":"51"}},{{"x":1}}]"#,
            of[2], of[3]
        ),
    ] {
        assert_eq!(call_back(&address, &body).await, 200);
    }
    until(&world.desk, id, |track| track.outcomes.iter().any(|outcome| outcome.state == PayoutState::Failed))
        .await;
    use PayoutState::{Failed, Paid, Sent};
    for (reference, expected) in of.iter().zip([Sent, Sent, Paid, Failed]) {
        assert_eq!(state_of(&world.desk, id, reference).await, expected);
    }
    assert_eq!(world.desk.unknown_reports().await.unwrap().unreadable, 3);
}
