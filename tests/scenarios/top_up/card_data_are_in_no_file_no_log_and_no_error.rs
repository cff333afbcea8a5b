use std::{fs, time::SystemTime};

use paysheet_desk::AppError;
use paysheet_domain::ValidationEnd;
use paysheet_practice::{CardOutcome, PracticeConfig};
use secrecy::SecretString;

use crate::{
    cards::{CVV, PIN, bank, card, charge, naira, otp, quick},
    log::{Log, assert_bytes_tell_nothing, assert_no_file_tells},
    paying::until_left_alone,
    support::{Then, World},
};

const TOKEN: &str = "canary-token/with+signs";
const LOCK: &str = "canary-lock/\"s\u{e9}cret\"";
const WRONG_OTP: &str = "73918264";

/// What must stand nowhere. A code of four digits stands somewhere by chance: it is looked for as a body has it.
fn secrets() -> Vec<String> {
    let numbers = paysheet_practice::CARDS.iter().map(|card| card.number.to_owned());
    let fixed = ["canary", PIN, WRONG_OTP].map(str::to_owned);
    numbers.chain(fixed).chain([format!("\"{CVV}\""), format!("={CVV}&")]).collect()
}

/// Ways in which a service could write back what it was sent.
fn echoes(number: &str) -> [String; 3] {
    [
        format!(
            r#"{{"status":"error","message":"card {number} cvv {CVV} pin {PIN} refused","data":{{"card_no":"{number}","cvv":"{CVV}","pin":"{PIN}"}}}}"#
        ),
        format!(
            r#"{{"status":"success","data":{{"transfer":{{"ref":"E-1","providerChargeResponseCode":"RR-51","providerChargeResponseMessage":"{number} {PIN}","card":"{number}"}}}}}}"#
        ),
        format!("{number} {PIN} \"{CVV}\" canary-token/with+signs"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn through_every_flow_and_whatever_the_service_sends_back() {
    let log = Log::of_this_process();
    let began = SystemTime::now();
    let config = PracticeConfig {
        token: SecretString::from(TOKEN),
        lock: SecretString::from(LOCK),
        ..PracticeConfig::made_up(3).unwrap()
    };
    let mut world = World::practising(config).await;
    world.desk.set_status_pace(quick());
    let secrets = secrets();
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
    let mut told = String::new();

    // Every card, and every way that its charge goes on.
    for (place, known) in paysheet_practice::CARDS.iter().enumerate() {
        let step = charge(&world, known.outcome, &format!("{}", 1_000 + place)).await;
        let id = step.top_up.id;
        told += &format!("{:?}", step.top_up);
        if step.top_up.state == paysheet_domain::FundingState::NeedsOtp {
            let wrong = world.desk.submit_otp(id, otp(WRONG_OTP), bank(&world.practice)).await.unwrap();
            told += &format!("{:?}", wrong.top_up);
        }
        let end = if place % 2 == 0 { ValidationEnd::Closed } else { ValidationEnd::CameBack };
        world.desk.end_validation(id, end).await.unwrap();
        until_left_alone(&world.desk, id).await;
        told += &format!("{:?}", world.desk.top_up(id).await.unwrap());
    }
    // Services that write back what they were sent.
    let number = CardOutcome::Success.number();
    for (place, echo) in echoes(number).iter().enumerate() {
        for (turn, status) in [200, 400, 500].into_iter().enumerate() {
            world.line.next_charge(Then::answer(status, echo));
            let amount = format!("{}", 9_000 + 10 * place + turn);
            let step = charge(&world, CardOutcome::Success, &amount).await;
            told += &format!("{:?}", world.desk.top_up(step.top_up.id).await.unwrap());
        }
    }
    // What is refused before it is sent.
    let mut input = naira("1000");
    input.payer.email = "none".to_owned();
    let refused = world.desk.charge(card(number), input, bank(&world.practice)).await.err().unwrap();
    told += &format!("{refused}{refused:?}{:?}", AppError::from(&refused));

    for secret in &secrets {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    assert_no_file_tells(world.folder.path(), &secrets);
    world.restart().await;
    assert_no_file_tells(world.folder.path(), &secrets);
    assert_no_temporary_file_tells(began, &secrets);
    log.assert_clean("charge answered", &secrets);
}

/// No file that came into the system's folder for temporary ones since then.
fn assert_no_temporary_file_tells(since: SystemTime, secrets: &[&str]) {
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().filter_map(Result::ok) {
        let is_new = |metadata: fs::Metadata| {
            metadata.is_file() && metadata.modified().is_ok_and(|modified| modified >= since)
        };
        // Another program's file may be gone again, or be none of ours to read.
        if let (Ok(true), Ok(bytes)) = (entry.metadata().map(is_new), fs::read(entry.path())) {
            assert_bytes_tell_nothing(&entry.path(), &bytes, secrets);
        }
    }
}
