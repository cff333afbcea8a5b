//! The other calls: who may ask, what there is to pay to, whose account it is, cards.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]

mod common;

use axum::http::StatusCode;
use common::Desk;
use paysheet_domain::{BankDirectory, Country};
use paysheet_practice::{CardOutcome, FundingStatus, Practice, PracticeConfig, PracticeError, holder_name};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

const CALLS: [&str; 7] = [
    "/v1/disburse/queue",
    "/v1/banks",
    "/v1/banks/branch",
    "/v1/resolve/account",
    "/v1/transfer/card",
    "/v1/transfer/card/otp",
    "/v1/fund/status",
];

#[tokio::test]
async fn every_call_wants_the_bare_token() {
    let desk = Desk::start().await;
    for call in CALLS {
        for token in ["", "wrong", &format!("Bearer {}", desk.token()), &format!("{}x", desk.token())] {
            let (status, answer) = desk.post_as(token, call, "{}".to_owned()).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{call} {token}");
            assert_eq!(answer["code"], "INVALID_TOKEN");
            assert_eq!(answer["status"], "error");
        }
        assert_ne!(desk.post(call, &json!({})).await.0, StatusCode::UNAUTHORIZED, "{call}");
    }
    let charge = format!("{}/v1/transfer/card", desk.practice.base_url());
    let answer =
        desk.http.post(charge).header("Authentication", desk.token()).body("{}").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_not_in_the_interface_fails_loudly() {
    let desk = Desk::start().await;
    let (status, answer) = desk.post("/v1/disburse", &json!({})).await;
    assert_eq!((status, &answer["code"]), (StatusCode::NOT_FOUND, &json!("UNKNOWN_PATH")));
    let url = format!("{}/v1/banks?country=NG", desk.practice.base_url());
    let answer = desk.http.get(url).header("Authorization", desk.token()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert!(answer.text().await.unwrap().contains("METHOD_NOT_ALLOWED"));
}

#[tokio::test]
async fn a_form_is_read_as_well_and_a_currency_may_be_left_out() {
    let desk = Desk::start().await;
    let holder = |country, code| holder_name(country, code, "0123456789").unwrap();
    for (body, expected) in [
        ("account_number=0123456789&bank_code=058&currency=NGN", holder(Country::NG, "058")),
        ("account_number=0123456789&bank_code=058", holder(Country::NG, "058")),
        (r#"{"account_number":"0123456789","bank_code":"058"}"#, holder(Country::NG, "058")),
    ] {
        let (_, answer) = desk.post_as(&desk.token(), "/v1/resolve/account", body.to_owned()).await;
        assert_eq!(answer["data"]["account_name"], json!(expected), "{body}");
    }
    for body in ["account_number", "", "[1]", "{\"account_number\":"] {
        let (_, answer) = desk.post_as(&desk.token(), "/v1/resolve/account", body.to_owned()).await;
        assert_eq!(answer["code"], "INVALID_BODY", "{body}");
    }
}

#[tokio::test]
async fn a_batch_may_be_a_form() {
    let desk = Desk::start().await;
    let lock = desk.lock();
    for (start, brackets) in [("1", ["[", "]"]), ("True", ["%5B", "%5D"])] {
        let [open, close] = brackets;
        let reference = format!("FORM{start}0001");
        let field = |number: u32, name: &str, value: &str| {
            format!("&recipients{open}{number}{close}{open}{name}{close}={value}")
        };
        let recipients: String = [1, 0]
            .into_iter()
            .map(|number| {
                let own = format!("{reference}P{number}");
                let fields = [
                    ("ref", &*own),
                    ("accountNumber", "0690000031"),
                    ("bankcode", "044"),
                    ("amount", "2000.50"),
                ];
                fields.map(|(name, value)| field(number, name, value)).concat()
            })
            .collect();
        let body = format!("lock={lock}&ref={reference}&currency=NGN&instantQueue={start}{recipients}");
        let (status, answer) = desk.post_as(&desk.token(), "/v1/disburse/queue", body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let queued = desk.practice.queued().pop().unwrap();
        assert_eq!(queued.payouts, [format!("{reference}P0"), format!("{reference}P1")]);
        let noted = desk.practice.journal().pop().unwrap();
        assert_eq!(noted.references, [&reference, &queued.payouts[0], &queued.payouts[1]].map(String::from));
    }
}

#[tokio::test]
async fn it_listens_on_this_machine_only() {
    let mut config = PracticeConfig::made_up(1).unwrap();
    config.listen = "0.0.0.0:0".parse().unwrap();
    assert!(matches!(Practice::start(config).await, Err(PracticeError::NotLoopback(_))));
    let mut config = PracticeConfig::made_up(1).unwrap();
    config.lock = String::new().into();
    assert!(matches!(Practice::start(config).await, Err(PracticeError::EmptySecret)));
}

#[tokio::test]
async fn every_country_lists_what_the_interface_promises() {
    let desk = Desk::start().await;
    for (country, banks, mobile) in [
        ("NG", 32, 0),
        ("KE", 46, 1),
        ("GH", 27, 3),
        ("TZ", 53, 0),
        ("UG", 41, 0),
        ("ZA", 11, 0),
        ("RW", 15, 0),
        ("SL", 14, 0),
        ("CM", 0, 2),
        ("SN", 0, 2),
        ("BN", 0, 3),
        ("CD", 0, 3),
    ] {
        for (kind, count) in [("", banks), ("&type=mobile", mobile), ("&type=pickup", 0)] {
            let (status, answer) = desk.post(&format!("/v1/banks?country={country}{kind}"), &json!({})).await;
            assert_eq!(status, StatusCode::OK);
            assert_eq!(answer["data"].as_object().unwrap().len(), count, "{country} {kind}");
        }
    }
    let (_, nigeria) = desk.post("/v1/banks?country=NG", &json!({})).await;
    assert_eq!(nigeria["data"]["044"], "Access Bank");
    for old in ["/v1/banks", "/banks"] {
        assert_eq!(desk.post(old, &json!([])).await.1["data"]["044"], "Access Bank", "{old}");
        let (status, _) = desk.post_as("wrong", old, "[]".to_owned()).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{old}");
    }
    for query in ["?country=", "?country=XX", "?country=NG&type=cash"] {
        assert_eq!(
            desk.post(&format!("/v1/banks{query}"), &json!({})).await.0,
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }
}

#[tokio::test]
async fn every_bank_lists_its_branches() {
    let desk = Desk::start().await;
    for country in [Country::GH, Country::NG, Country::UG] {
        for bank in BankDirectory::embedded().in_country(country) {
            let path = format!("/v1/banks/branch?country={country}&bankcode={}", bank.code);
            let (_, answer) = desk.post(&path, &json!({})).await;
            let branches = answer["data"].as_array().unwrap();
            assert_eq!(branches.is_empty(), bank.kind == paysheet_domain::BankKind::MobileMoney, "{bank:?}");
            assert!(branches.iter().all(|branch| branch["code"].is_string() && branch["name"].is_string()));
        }
    }
    let (_, answer) = desk.post("/v1/banks/branch?country=GH&bankcode=GH040100", &json!({})).await;
    assert_eq!(answer["data"][0], json!({"code": "GH040101", "name": "GCB Bank High Street"}));
    let (_, answer) = desk.post("/v1/banks/branch?country=GH&bankcode=058", &json!({})).await;
    assert_eq!(answer["code"], "UNKNOWN_BANK");
}

#[tokio::test]
async fn accounts_have_holders_where_the_interface_says_so() {
    let desk = Desk::start().await;
    let ask = |account: &str, bank: &str, currency: &str| json!({"account_number": account, "bank_code": bank, "currency": currency});
    for (body, expected) in [
        (ask("0123456789", "058", "NGN"), None),
        (ask("0123456789", "GH040100", "GHS"), None),
        (ask("0123450007", "058", "NGN"), Some("ACCOUNT_NOT_FOUND")),
        (ask("01234x6789", "058", "NGN"), Some("ACCOUNT_NOT_FOUND")),
        (ask("0123456789", "01", "KES"), Some("NOT_AVAILABLE")),
        (ask("0241234567", "MTN", "GHS"), Some("NOT_AVAILABLE")),
        (ask("0123456789", "999", "NGN"), Some("UNKNOWN_BANK")),
        (ask("0123456789", "058", "EUR"), Some("UNKNOWN_CURRENCY")),
        (json!({}), Some("INVALID_FIELD")),
    ] {
        let (status, answer) = desk.post("/v1/resolve/account", &body).await;
        assert_eq!(answer["code"].as_str(), expected, "{body}");
        assert_eq!(status == StatusCode::OK, expected.is_none(), "{body}");
    }
    let (_, answer) = desk.post("/v1/resolve/account", &ask("0123456789", "058", "NGN")).await;
    let name = holder_name(Country::NG, "058", "0123456789").unwrap();
    assert_eq!(answer["data"]["account_name"], name);
    assert_eq!(name.split(' ').count(), 3);
    assert_eq!(name, name.to_uppercase());
    assert_ne!(holder_name(Country::NG, "044", "0123456789").unwrap(), name);
    assert_eq!(holder_name(Country::KE, "01", "0123456789"), None);
}

fn card(number: &str) -> Value {
    json!({
        "firstname": "Ada", "lastname": "Obi", "phonenumber": "+2348031234567", "email": "ada@example.com",
        "card_no": number, "cvv": "123", "expiry_year": "29", "expiry_month": "08", "pin": "1234",
        "redirecturl": "http://127.0.0.1:9/back?nonce=1", "medium": "web", "recipient": "wallet",
        "recipient_id": "W1", "amount": "1000",
    })
}

#[tokio::test]
async fn cards_do_what_their_number_says() {
    use paysheet_practice::CardOutcome as O;
    let desk = Desk::start().await;
    for (number, code, method, status) in [
        ("4100 0000 0000 0019", "00", Value::Null, "completed"),
        (O::Otp.number(), "02", json!("OTP"), "pending"),
        (O::Redirect.number(), "02", json!("VBV"), "pending"),
        (O::RedirectPost.number(), "02", json!("VBVSECURECODE"), "pending"),
        (O::RedirectPage.number(), "02", json!("VBV"), "pending"),
        (O::Declined.number(), "RR", Value::Null, "failed"),
        (O::InsufficientFunds.number(), "RR-51", Value::Null, "failed"),
        (O::ExpiredCard.number(), "RR-E42", Value::Null, "failed"),
        (O::NotPermitted.number(), "RR-57", Value::Null, "failed"),
        (O::BankUnreachable.number(), "RR-91", Value::Null, "failed"),
        (O::DeclinedOther.number(), "RR-Z9", Value::Null, "failed"),
        ("4999999999999999", "RR-14", Value::Null, "failed"),
    ] {
        let (_, answer) = desk.post("/v1/transfer/card", &card(number)).await;
        let data = &answer["data"];
        assert_eq!(data["transfer"]["providerChargeResponseCode"], code, "{number}");
        assert_eq!(data["chargeMethod"], method, "{number}");
        assert_eq!(data["pendingValidation"], status == "pending", "{number}");
        assert_eq!(data["transfer"]["amountToCharge"], json!(1030.0), "{number}");
        assert_eq!(funding(&desk, &data["transfer"]["ref"]).await["status"], status, "{number}");
    }
    let mut wrong_pin = card(CardOutcome::Success.number());
    wrong_pin["pin"] = json!("0000");
    let (_, answer) = desk.post("/v1/transfer/card", &wrong_pin).await;
    assert_eq!(answer["data"]["transfer"]["providerChargeResponseCode"], "RR-55");
}

async fn funding(desk: &Desk, reference: &Value) -> Value {
    desk.post("/v1/fund/status", &json!({"ref": reference})).await.1["data"].take()
}

#[tokio::test]
async fn a_password_completes_a_charge_and_three_wrong_ones_end_it() {
    let desk = Desk::start().await;
    for (passwords, outcome) in
        [(vec!["123456"], "completed"), (vec!["1", "2", "3"], "failed"), (vec!["1", "123456"], "completed")]
    {
        let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::Otp.number())).await;
        let transfer = &answer["data"]["transfer"];
        for otp in &passwords {
            let body = json!({"transaction_reference": transfer["providerChargeReference"], "otp": otp});
            let (_, answer) = desk.post("/v1/transfer/card/otp", &body).await;
            assert_eq!(answer["status"] == "success", *otp == "123456");
        }
        assert_eq!(funding(&desk, &transfer["ref"]).await["status"], outcome, "{passwords:?}");
    }
    let body = json!({"transaction_reference": "CHG-0", "otp": "123456"});
    assert_eq!(desk.post("/v1/transfer/card/otp", &body).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_secure_page_settles_the_charge_and_sends_the_payer_back() {
    let desk = Desk::start().await;
    for (form, outcome) in [("otp=123456&action=confirm", "completed"), ("otp=&action=decline", "failed")] {
        let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::Redirect.number())).await;
        let link = answer["data"]["authurl"].as_str().unwrap().to_owned();
        assert!(
            link.starts_with(&format!("{}/3ds/", desk.practice.bank_url())),
            "another origin than the service's"
        );
        let page = desk.http.get(&link).send().await.unwrap();
        assert_eq!(
            page.headers()["content-security-policy"],
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'"
        );
        assert!(page.text().await.unwrap().contains("NGN 1,030.00"));
        let again = submit(&desk, &link, "otp=1&action=confirm").await;
        assert!(again.text().await.unwrap().contains("not right"));
        let back = submit(&desk, &link, form).await;
        assert_eq!(back.status(), StatusCode::SEE_OTHER);
        let target = back.headers()["location"].to_str().unwrap();
        assert!(target.starts_with("http://127.0.0.1:9/back?nonce=1&ref=CHG-"), "{target}");
        let record = funding(&desk, &answer["data"]["transfer"]["ref"]).await;
        assert_eq!(record["status"], outcome);
        assert_eq!(record["system_type"], "wallet-fund");
        assert_eq!(record["meta"]["balance"].is_number(), outcome == "completed");
    }
    let gone = desk.http.get(format!("{}/3ds/none", desk.practice.bank_url())).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
}

async fn submit(desk: &Desk, link: &str, form: &'static str) -> reqwest::Response {
    let post = desk.http.post(link).header("content-type", "application/x-www-form-urlencoded");
    post.body(form).send().await.unwrap()
}

/// The one hidden field of a page's form, or a link, by the text before it.
fn after<'a>(page: &'a str, mark: &str) -> &'a str {
    page.split_once(mark).unwrap().1.split_once('"').unwrap().0
}

#[tokio::test]
async fn the_bank_returns_by_a_form_through_a_window_and_from_a_page_of_ours() {
    let desk = Desk::start().await;
    let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::RedirectPost.number())).await;
    let link = answer["data"]["authurl"].as_str().unwrap();
    let back = submit(&desk, link, "otp=123456&action=confirm").await.text().await.unwrap();
    assert_eq!(after(&back, "id=back method=post action=\""), "http://127.0.0.1:9/back?nonce=1");
    assert!(back.contains("name=\"status\" value=\"successful\""), "{back}");

    let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::RedirectPopup.number())).await;
    let link = answer["data"]["authurl"].as_str().unwrap();
    let page = desk.http.get(link).send().await.unwrap().text().await.unwrap();
    let window = format!("{}{}", desk.practice.bank_url(), after(&page, "target=_blank href=\""));
    assert!(desk.http.get(&window).send().await.unwrap().text().await.unwrap().contains("One-time password"));
    let closing = submit(&desk, &window, "otp=123456&action=confirm").await.text().await.unwrap();
    let next = format!("{}{}", desk.practice.bank_url(), after(&closing, "data-next=\""));
    assert_eq!(next, link, "the first window goes on");
    assert_eq!(desk.http.get(&next).send().await.unwrap().status(), StatusCode::SEE_OTHER);
    let script = desk.http.get(format!("{}/bank.js", desk.practice.bank_url())).send().await.unwrap();
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");

    let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::RedirectPage.number())).await;
    let page = answer["data"]["responsehtml"].as_str().unwrap();
    assert!(answer["data"]["authurl"].is_null() && !page.contains("<script"), "it stands by itself");
    let back = submit(&desk, after(page, "action=\""), "otp=123456&action=confirm").await;
    assert_eq!(back.status(), StatusCode::SEE_OTHER);
    assert!(desk.practice.top_ups().iter().all(|top_up| top_up.completions == 1));
}

#[tokio::test]
async fn an_answer_is_lost_and_the_money_is_not() {
    let desk = Desk::start().await;
    let url = format!("{}/v1/transfer/card", desk.practice.base_url());
    let lost = card(CardOutcome::LostAnswer.number()).to_string();
    let sent = desk.http.post(&url).header("Authorization", desk.token()).body(lost).send().await;
    assert!(sent.is_err(), "nothing came back");
    let taken = desk.practice.top_ups();
    assert_eq!((taken.len(), taken[0].completions, taken[0].status), (1, 1, FundingStatus::Completed));
    assert_eq!(funding(&desk, &json!(taken[0].reference)).await["status"], "completed");

    let (_, answer) = desk.post("/v1/transfer/card", &card(CardOutcome::OtpLostAnswer.number())).await;
    let reference = &answer["data"]["transfer"]["providerChargeReference"];
    let body = json!({"transaction_reference": reference, "otp": "123456"}).to_string();
    let sent =
        desk.http.post(format!("{url}/otp")).header("Authorization", desk.token()).body(body).send().await;
    assert!(sent.is_err());
    assert_eq!(funding(&desk, reference).await["status"], "completed");
    let (status, _) = desk.post("/v1/transfer/card", &card(CardOutcome::Refused.number())).await;
    assert_eq!((status, desk.practice.charges()), (StatusCode::BAD_REQUEST, 2));
}

#[tokio::test]
async fn a_status_follows_its_card() {
    let desk = Desk::start().await;
    for (outcome, statuses, reversed) in [
        (CardOutcome::Pending, ["pending", "pending", "pending", "pending"], false),
        (CardOutcome::SettlesLate, ["pending", "pending", "completed", "completed"], false),
        (CardOutcome::Reversed, ["completed", "completed", "completed", "completed"], true),
    ] {
        let (_, answer) = desk.post("/v1/transfer/card", &card(outcome.number())).await;
        assert_eq!(answer["data"]["transfer"]["providerChargeResponseCode"], "00");
        assert_eq!(answer["data"]["pendingValidation"], false);
        for (read, status) in statuses.into_iter().enumerate() {
            let record = funding(&desk, &answer["data"]["transfer"]["ref"]).await;
            assert_eq!(record["status"], status, "{outcome} {read}");
            assert_eq!(record["reversed"], json!(reversed && read > 0), "{outcome} {read}");
            assert_eq!(record["meta"]["balance"].is_number(), status == "completed");
        }
    }
    for (reference, status) in
        [("EBILLS-1001", "completed"), ("POS-1002", "pending"), ("VOUCHER-1003", "failed")]
    {
        let record = funding(&desk, &json!(reference)).await;
        assert_eq!(
            (&record["status"], &record["meta"]["custom"]["customerName"]),
            (&json!(status), &json!("KOLA FOODS LTD"))
        );
    }
}

/// Services of this kind give a token for the key and the secret of their dashboard.
#[tokio::test]
async fn a_token_is_given_for_key_and_secret_and_ends() {
    let desk = Desk::start().await;
    let (key, secret) = desk.practice.key_and_secret();
    let body = json!({ "apiKey": key.expose_secret(), "secret": secret.expose_secret() });
    let client = reqwest::Client::new();
    let ask = async |body: &Value| {
        let url = format!("{}/v1/merchant/verify", desk.practice.base_url());
        let answer = client.post(url).body(body.to_string()).send().await.unwrap();
        (answer.status(), serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap())
    };
    let wrong = json!({ "apiKey": key.expose_secret(), "secret": "another" });
    assert_eq!(ask(&wrong).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(ask(&json!({ "secret": "another" })).await.0, StatusCode::BAD_REQUEST);

    let (status, given) = ask(&body).await;
    assert_eq!((status, &given["status"]), (StatusCode::OK, &json!("success")));
    let token = given["token"].as_str().unwrap().to_owned();
    assert_eq!(token.split('.').count(), 3, "a JSON Web Token: {token}");
    let banks = async || {
        let url = format!("{}/v1/banks?country=NG", desk.practice.base_url());
        client.post(url).header("authorization", &token).body("{}").send().await.unwrap().status()
    };
    assert_eq!(banks().await, StatusCode::OK);
    desk.practice.end_given_tokens();
    assert_eq!(banks().await, StatusCode::UNAUTHORIZED);
}

/// Real services have the name of their card processor where the interface says `card`.
#[tokio::test]
async fn a_card_is_charged_at_the_configured_path_only() {
    let config = PracticeConfig { card_path: "processor".to_owned(), ..PracticeConfig::made_up(7).unwrap() };
    let practice = Practice::start(config).await.unwrap();
    let client = reqwest::Client::new();
    let charge = async |path: &str| {
        let url = format!("{}/v1/transfer/{path}", practice.base_url());
        let token = practice.token().expose_secret();
        let body = card(CardOutcome::Success.number());
        client.post(url).header("authorization", token).body(body.to_string()).send().await.unwrap().status()
    };
    assert_eq!(charge("card").await, StatusCode::NOT_FOUND);
    assert_eq!(charge("processor").await, StatusCode::OK);
    let wrong = PracticeConfig { card_path: "a/b".to_owned(), ..PracticeConfig::made_up(7).unwrap() };
    assert!(matches!(Practice::start(wrong).await, Err(PracticeError::CardPath(_))));
}
