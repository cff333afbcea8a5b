//! Getting a new token where a service has a call for it.

use crate::{
    quick,
    server::{Server, Then, answer},
};
use paysheet_service::{CallError, Endpoint, RefusalKind, Renewal, Service, UnknownReason};
use secrecy::{ExposeSecret, SecretString};

async fn renewed(server: &Server, token_at: &str) -> Result<String, CallError> {
    let endpoint = Endpoint::parse(&format!("{}/api", server.url()), "Bearer").expect("an address");
    let service = Service::new(endpoint, &quick()).expect("a client");
    let renewal = Renewal::new("v1/merchant/verify", "apiKey", "secret", token_at).expect("a renewal");
    let (key, secret) = (SecretString::from("the \"key\""), SecretString::from("the secret"));
    let token = service.renew(&renewal, &key, &secret).await;
    token.map(|token| token.expose_secret().to_owned())
}

#[tokio::test]
async fn a_token_is_had_for_key_and_secret() {
    let gives = answer("200 OK", r#"{"status":"success","token":"abc.def"}"#);
    let server = Server::script(vec![Then::Reset, gives]).await;
    assert_eq!(renewed(&server, "token").await, Ok("abc.def".to_owned()));
    assert_eq!(server.connections(), 2, "tried again as any read is");
    let request = server.requests().pop().expect("a request");
    assert!(request.starts_with("POST /api/v1/merchant/verify HTTP/1.1\r\n"), "{request}");
    assert!(request.ends_with(r#"{"apiKey":"the \"key\"","secret":"the secret"}"#), "{request}");
    assert!(!request.contains("authorization:"), "the old token stays here: {request}");

    let server = Server::start(answer("201 Created", r#"{"data":{"token":"abc"},"status":"ok"}"#)).await;
    assert_eq!(renewed(&server, "data.token").await, Ok("abc".to_owned()));
}

#[tokio::test]
async fn what_gives_no_token_says_why() {
    let no = r#"{"status":"error","message":"Bad key the secret"}"#;
    let refused =
        |outcome: &CallError, kind| matches!(outcome, CallError::Refused(refusal) if refusal.kind == kind);
    let silent =
        |outcome: &CallError, why| matches!(outcome, CallError::NoAnswer { reason, .. } if *reason == why);
    let both = r#"{"status":"error","message":"gave abc.def","token":"abc.def"}"#;
    let expect = async |then: Then, tries: usize, fits: &dyn Fn(&CallError) -> bool| {
        let server = Server::start(then).await;
        let error = renewed(&server, "token").await.expect_err("no token");
        assert!(fits(&error), "{error:?}");
        assert!(
            !format!("{error:?}").contains("the secret") && !format!("{error:?}").contains("abc.def"),
            "{error:?}"
        );
        assert_eq!(server.connections(), tries, "{error:?}");
    };
    expect(answer("401 No", no), 1, &|error| refused(error, RefusalKind::TokenRefused)).await;
    expect(answer("200 OK", no), 1, &|error| refused(error, RefusalKind::Invalid)).await;
    expect(answer("200 OK", both), 1, &|error| refused(error, RefusalKind::Invalid)).await;
    expect(answer("200 OK", "{}"), 1, &|error| silent(error, UnknownReason::Unreadable)).await;
    expect(answer("200 OK", "<html>"), 1, &|error| silent(error, UnknownReason::Unreadable)).await;
    expect(answer("302 There", ""), 1, &|error| silent(error, UnknownReason::Redirect)).await;
    expect(answer("500 Oops", ""), 1, &|error| silent(error, UnknownReason::ServerError)).await;
    expect(answer("503 Later", ""), 3, &|error| silent(error, UnknownReason::ServerError)).await;
    expect(Then::Close, 3, &|error| silent(error, UnknownReason::NoAnswer)).await;
}
