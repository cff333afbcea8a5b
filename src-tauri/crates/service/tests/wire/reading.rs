//! The calls that change nothing, against a service on loopback.

use crate::{
    quick,
    server::{Server, Then, answer},
};
use paysheet_domain::{Bank, BankKind, Country, Currency, ListedBranch, Money};
use paysheet_service::{
    AccountQuery, CallError, CallPath, Endpoint, FailedTry, NotSentReason, PayoutAnswer, PayoutMeaning,
    RefusalKind, Resolution, Service, UnknownReason,
};
use secrecy::SecretString;

fn service(server: &Server) -> Service {
    Service::new(Endpoint::parse(&server.url(), "").expect("an address"), server.connection())
        .expect("a client")
}

fn token() -> SecretString {
    SecretString::from("canary-token")
}

async fn resolve(then: Then) -> Result<Resolution, CallError> {
    let server = Server::start(then).await;
    let query = AccountQuery { account_number: "0690000031", bank_code: "044", currency: Currency::NGN };
    let resolution = service(&server).resolve(&token(), &query).await;
    let request = server.requests().pop().expect("a request");
    assert!(request.starts_with("POST /v1/resolve/account HTTP/1.1\r\n"), "{request}");
    assert!(request.contains("\r\nauthorization: canary-token\r\n"), "{request}");
    assert!(
        request.ends_with(r#"{"account_number":"0690000031","bank_code":"044","currency":"NGN"}"#),
        "{request}"
    );
    resolution
}

#[tokio::test]
async fn banks_and_branches_are_asked_for_by_query() {
    let server = Server::start(answer("200 OK", r#"{"status":"success","data":{"044":"ACCESS"}}"#)).await;
    let service = service(&server);
    for (kind, path) in [
        (BankKind::Bank, "/v1/banks?country=NG "),
        (BankKind::MobileMoney, "/v1/banks?country=NG&type=mobile "),
        (BankKind::Pickup, "/v1/banks?country=NG&type=pickup "),
    ] {
        let banks = service.banks(&token(), Country::NG, kind).await.expect("banks");
        let access = Bank { code: "044".to_owned(), name: "ACCESS".to_owned(), kind, country: Country::NG };
        assert_eq!(banks, [access]);
        let request = server.requests().pop().expect("a request");
        assert_is_empty_question(&request, path);
    }
    let branches = service.branches(&token(), Country::GH, "GH06&x").await.expect("branches");
    assert_eq!(branches, [ListedBranch { code: "044".to_owned(), name: "ACCESS".to_owned() }]);
    let request = server.requests().pop().expect("a request");
    assert_is_empty_question(&request, "/v1/banks/branch?country=GH&bankcode=GH06%26x ");
}

/// All is said in the address. The body is an empty object, as every body is JSON (interface, "Endpoints").
fn assert_is_empty_question(request: &str, path: &str) {
    assert!(request.starts_with(&format!("POST {path}HTTP/1.1\r\n")), "{request}");
    let (head, body) = request.split_once("\r\n\r\n").expect("a head");
    assert_eq!(body, "{}");
    for line in ["authorization: canary-token", "content-type: application/json", "content-length: 2"] {
        assert!(head.split("\r\n").any(|found| found == line), "{line}: {request}");
    }
}

#[tokio::test]
async fn a_holder_is_named_or_not_found() {
    let holder = answer("200 OK", r#"{"status":"success","data":{"account_name":"ADA OBI"}}"#);
    assert_eq!(resolve(holder).await, Ok(Resolution::Holder("ADA OBI".to_owned())));
    let error = r#"{"status":"error","message":"Could not resolve"}"#;
    for status in ["200 OK", "400 Bad Request", "404 Not Found", "422 No"] {
        let message = Some("Could not resolve".to_owned());
        assert_eq!(resolve(answer(status, error)).await, Ok(Resolution::NotFound { message }), "{status}");
    }
}

/// A service that names no holders of a bank says nothing about the account; in doubt the account is not found.
#[tokio::test]
async fn or_the_service_names_nobody_there() {
    for (code, message, is_not_available) in [
        ("NOT_AVAILABLE", "names are known for Nigerian and Ghanaian banks only", true),
        ("E12", "Name enquiry is not supported for this bank", true),
        ("E12", "Resolution not supported for mobile money", true),
        // A bank is unavailable for an hour.
        ("E12", "Bank unavailable", false),
        ("91", "Beneficiary bank not available", false),
        ("ACCOUNT_NOT_FOUND", "no account with this number is known", false),
        ("E12", "Account not available", false),
        ("E12", "Invalid account number", false),
    ] {
        let error = format!(r#"{{"status":"error","code":"{code}","message":"{message}"}}"#);
        let resolution = resolve(answer("400 No", &error)).await;
        assert_eq!(resolution == Ok(Resolution::NotAvailable), is_not_available, "{code}: {message}");
    }
}

#[tokio::test]
async fn what_says_nothing_of_the_account_is_an_error() {
    let refused = |kind| move |error: &CallError| matches!(error, CallError::Refused(r) if r.kind == kind);
    let silent = |expected| move |error: &CallError| matches!(error, CallError::NoAnswer { reason, .. } if *reason == expected);
    let error = r#"{"status":"error","message":"No"}"#;
    let expect = async |then, fits: &dyn Fn(&CallError) -> bool| {
        let error = resolve(then).await.expect_err("no resolution");
        assert!(fits(&error), "{error:?}");
        assert!(!format!("{error:?} {error}").contains("canary"));
    };
    expect(answer("401 No", "canary-token"), &refused(RefusalKind::TokenRefused)).await;
    expect(answer("429 Slow", error), &refused(RefusalKind::RateLimited)).await;
    // A gateway that knows no such page does not know the account either way.
    expect(answer("404 Not Found", "<html>"), &refused(RefusalKind::Invalid)).await;
    expect(answer("200 OK", r#"{"status":"success","data":{}}"#), &silent(UnknownReason::Unreadable)).await;
    expect(answer("200 OK", r#"{"status":"success","data":null}"#), &silent(UnknownReason::Unreadable)).await;
    expect(answer("200 OK", "{}"), &silent(UnknownReason::StatusUnclear)).await;
    expect(answer("302 Found", error), &silent(UnknownReason::Redirect)).await;
    expect(answer("503 Later", error), &silent(UnknownReason::ServerError)).await;
    expect(Then::Hang, &silent(UnknownReason::Timeout)).await;
    expect(Then::Reset, &silent(UnknownReason::Reset)).await;
}

#[tokio::test]
async fn nobody_there_is_told_from_nobody_found() {
    let server = Server::start(Then::Close).await;
    let endpoint = Endpoint::parse("http://127.0.0.1:1", "").expect("an address");
    let nobody = Service::new(endpoint, &quick()).expect("a client");
    let banks = nobody.banks(&token(), Country::NG, BankKind::Bank).await;
    assert_eq!(banks, Err(CallError::NotSent(NotSentReason::Refused)));
    let banks = service(&server).banks(&token(), Country::NG, BankKind::Bank).await;
    assert_eq!(banks, Err(CallError::NoAnswer { reason: UnknownReason::NoAnswer, http_status: None }));
}

#[tokio::test]
async fn a_balance_is_read_at_the_path_of_the_profile() {
    let path = CallPath::parse("v1/wallet").expect("a path");
    let ask = async |then: Then| {
        let server = Server::start(then).await;
        let balance = service(&server).balance(&token(), &path, (Currency::NGN, "")).await;
        let request = server.requests().pop().expect("a request");
        assert!(request.starts_with("GET /v1/wallet?currency=NGN HTTP/1.1\r\n"), "{request}");
        assert!(request.contains("\r\nauthorization: canary-token\r\n"), "{request}");
        balance
    };
    let known = r#"{"status":"success","data":[{"balance":12.5,"enabled":true,"currency":"NGN"}]}"#;
    assert_eq!(ask(answer("200 OK", known)).await, Ok(Some(Money::from_minor(1_250, Currency::NGN))));
    let unclear = r#"{"status":"success","data":[]}"#;
    assert_eq!(ask(answer("200 OK", unclear)).await, Ok(None));
    for status in ["200 OK", "404 Not Found"] {
        let refused = ask(answer(status, r#"{"status":"error","message":"No"}"#)).await;
        assert!(matches!(refused, Err(CallError::Refused(_))), "{refused:?}");
    }
    for then in [answer("200 OK", "<html>"), answer("500 No", known), answer("302 Found", known)] {
        let failed = ask(then).await;
        assert!(matches!(failed, Err(CallError::NoAnswer { .. })), "{failed:?}");
    }
}

#[tokio::test]
async fn a_page_of_the_report_is_asked_for_by_its_number_at_the_path_of_the_profile() {
    let path = CallPath::parse("v1/report/transactions").expect("a path");
    let ask = async |then: Then| {
        let server = Server::start(then).await;
        let answer = service(&server).payout_page(&token(), &path, 7).await;
        let requests = server.requests();
        assert_eq!(requests.len(), 1, "one try");
        assert!(requests[0].starts_with("POST /v1/report/transactions HTTP/1.1\r\n"), "{}", requests[0]);
        assert!(requests[0].contains("\r\nauthorization: canary-token\r\n"), "{}", requests[0]);
        assert!(requests[0].ends_with("\r\n\r\n{\"page\":7,\"limit\":100}"), "{}", requests[0]);
        answer
    };
    let paid = r#"{"status":"success","data":{"transactions":[
        {"ref":"REF1","system_type":"wallet-disburse","amount":5,"status":"completed","xResponseCode":"00",
         "xResponseMessage":"canary-token"},
        {"ref":null,"status":"completed","xResponseCode":"00"}]}}"#;
    let page = ask(answer("200 OK", paid)).await.expect("a page");
    assert_eq!((page.rows.len(), page.entries), (1, 2));
    assert!(!format!("{page:?}").contains("canary-token"), "a token that is sent back is not kept");
    for (status, body) in [
        ("200 OK", r#"{"status":"success","data":{"total":0}}"#),
        ("200 OK", "<html>"),
        ("404 Not Found", r#"{"status":"error","message":"Cannot POST"}"#),
        ("500 No", paid),
        ("302 Found", paid),
    ] {
        assert!(ask(answer(status, body)).await.is_err(), "{status} {body}");
    }
}

#[tokio::test]
async fn a_payout_is_asked_about_by_its_reference_at_the_path_of_the_profile() {
    let path = CallPath::parse("v1/disburse/status").expect("a path");
    let ask = async |then: Then| {
        let server = Server::start(then).await;
        let answer = service(&server).payout_status(&token(), &path, "REF1").await;
        let requests = server.requests();
        assert_eq!(requests.len(), 1, "one try");
        assert!(requests[0].starts_with("POST /v1/disburse/status HTTP/1.1\r\n"), "{}", requests[0]);
        assert!(requests[0].contains("\r\nauthorization: canary-token\r\n"), "{}", requests[0]);
        assert!(requests[0].ends_with(r#"{"ref":"REF1"}"#), "{}", requests[0]);
        answer
    };
    let paid = r#"{"status":"success","data":{"ref":"REF1","status":"completed","xResponseCode":"00"}}"#;
    match ask(answer("200 OK", paid)).await {
        Ok(PayoutAnswer::Record(record)) => assert_eq!(record.meaning, PayoutMeaning::Paid),
        other => panic!("{other:?}"),
    }
    let error = r#"{"status":"error","message":"Transaction not found"}"#;
    for status in ["200 OK", "400 Bad Request", "401 Unauthorized", "404 Not Found"] {
        let message = Some("Transaction not found".to_owned());
        assert_eq!(ask(answer(status, error)).await, Ok(PayoutAnswer::NotFound { message }), "{status}");
    }
    let refused = async |status: &str, body: &str| match ask(answer(status, body)).await {
        Err(FailedTry { error: CallError::Refused(refusal), .. }) => refusal.kind,
        other => panic!("{other:?}"),
    };
    let expired = r#"{"status":"error","message":"jwt expired"}"#;
    assert_eq!(refused("401 Unauthorized", expired).await, RefusalKind::TokenRefused);
    assert_eq!(refused("404 Not Found", "<html>no such page</html>").await, RefusalKind::Invalid);
    for (status, body) in [("200 OK", "<html>"), ("500 No", error), ("302 Found", paid)] {
        let failed = ask(answer(status, body)).await.expect_err(status);
        assert!(matches!(failed.error, CallError::NoAnswer { .. }), "{status}: {failed:?}");
    }
}
