//! A token that is about to end, told of by the loop that follows the desk.

use std::time::Duration;

use paysheet_vault::SecretKind;
use secrecy::SecretString;
use tokio::time::timeout;

use super::*;
use crate::{background::notices::TOKEN_WARNING_MIN, test_desktop::WAIT};

/// A token as services make them: it says when it ends.
fn lasting_until(at: Timestamp) -> SecretString {
    let part = |value: serde_json::Value| data_encoding::BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let (head, claims) =
        (serde_json::json!({ "alg": "HS256" }), serde_json::json!({ "exp": at.as_second() }));
    SecretString::from(format!("{}.{}.{}", part(head), part(claims), part(serde_json::json!("signed"))))
}

/// The whole loop, with the desk locked before the time comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_desk_still_tells_that_its_token_ends() {
    let (app_state, shown, _folder) = practising().await;
    let desk = app_state.desk().await.unwrap();
    let warned_at = Timestamp::from_second(Timestamp::now().as_second() + 3).unwrap();
    let ends = warned_at + SignedDuration::from_mins(TOKEN_WARNING_MIN);
    desk.put_secret(SecretKind::Token, lasting_until(ends)).await.unwrap();
    desk.unlock().await.unwrap();
    assert_eq!(desk.token_expires_at(), Some(ends));
    let watching = tokio::spawn(std::sync::Arc::clone(&app_state).run_background());
    desk.lock();
    let told = async {
        while shown.notices.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(WAIT, told).await.unwrap();
    watching.abort();
    assert!(Timestamp::now() >= warned_at, "not before the time");
    assert_eq!(*shown.notices.lock().unwrap(), [Notice::TokenEnds { at: ends }]);
}

/// The window shows a desk only after it is open, so what its token needs is no old news.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_in_its_last_minutes_is_told_of_when_the_desk_is_opened() {
    let (app_state, shown, _folder) = practising().await;
    let desk = app_state.desk().await.unwrap();
    let ends = Timestamp::from_second(Timestamp::now().as_second() + 300).unwrap();
    desk.put_secret(SecretKind::Token, lasting_until(ends)).await.unwrap();
    desk.unlock().await.unwrap();
    let mut watch = Watch::default();
    for _ in 0..2 {
        round(&mut watch, &app_state, None).await;
        assert_eq!(*shown.notices.lock().unwrap(), [Notice::TokenEnds { at: ends }]);
    }
}
