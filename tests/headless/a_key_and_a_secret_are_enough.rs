//! What the provider's dashboard shows is enough: an API key, its secret and the wallet password.

use sqlx::{ConnectOptions as _, sqlite::SqliteConnectOptions};

use crate::program::{Fixture, person};

const PAID: Option<i32> = Some(0);
const BAD_INPUT: Option<i32> = Some(2);
const OPEN: Option<i32> = Some(3);

/// The bodies that were sent.
async fn bodies(fixture: &Fixture) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(fixture.ledger()).read_only(true);
    let mut ledger = options.connect().await.unwrap();
    sqlx::query_scalar("SELECT body FROM batches ORDER BY id").fetch_all(&mut ledger).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_is_submitted_with_them_and_its_outcomes_are_heard_later() {
    let fixture = Fixture::new().await;
    let kenyan = "Wanjiru Kamau,254712345678,MPESA,700.00,KE".to_owned();
    let rows: Vec<String> = (0..12).map(person).chain([kenyan]).collect();
    let sheet = fixture.sheet_of("13 people.csv", &rows);
    let more = ["--submit-only", "--sender-name", "KOLA FOODS LTD"];
    let ended = fixture.run_with_keys("November 2026", &sheet, &more);
    assert_eq!(ended.code, OPEN, "{} {}", ended.out, ended.errors);
    assert_eq!(fixture.queued().len(), 13);
    let bodies = bodies(&fixture).await;
    assert_eq!(bodies.len(), 3);
    // Both are settings of such providers.
    assert!(bodies.iter().all(|body| body.contains("\"senderName\":\"KOLA FOODS LTD\"")), "{bodies:?}");
    assert!(bodies.iter().all(|body| body.contains("\"disburse_callback_code\"")), "{bodies:?}");
    assert!(bodies.iter().any(|body| body.contains("Wanjiru Kamau")), "{bodies:?}");
    let ended = fixture.run("November 2026", &sheet, &[]);
    assert_eq!(ended.code, PAID, "{} {}", ended.out, ended.errors);
    assert!(fixture.queued().values().all(|times| *times == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_key_pays_nobody_and_no_secret_is_said() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    let ended = fixture.run_with_wrong_secret("November 2026", &sheet);
    assert_eq!(ended.code, BAD_INPUT, "{} {}", ended.out, ended.errors);
    assert!(!ended.errors.contains("secret-canary") && !ended.out.contains("secret-canary"));
    assert!(fixture.queued().is_empty() && !fixture.ledger().exists());
}
