use paysheet_desk::{AppError, ProgramFacts, probe};
use paysheet_practice::{CardOutcome, PracticeConfig};
use secrecy::SecretString;

use crate::{
    cards::{CVV, PIN, bank, charge, otp, quick},
    log::{Log, assert_no_file_tells},
    support::{Then, World, call_back, free_port, in_memory, open_desk, people, until_closed},
};

const WRONG_OTP: &str = "73918264";

/// With a slash, a quote and a letter beyond ASCII: what services escape in several ways when they send it back.
const TOKEN: &str = "canary-token/with+signs";
const LOCK: &str = "canary-lock/\"s\u{e9}cret\"";
/// No part of either may stand anywhere.
const CANARY: &str = "canary";

/// Ways in which services write back what they were sent.
const ECHOES: [&str; 4] = [
    r#"{"status":"error","message":"lock canary-lock/\"sécret\" refused for canary-token/with+signs"}"#,
    r#"{"status":"error","message":"no","data":{"lock":"canary-lock\/\"s\u00e9cret\"","token":"canary-token\/with+signs"}}"#,
    r#"{"status":"error","data":"canary-lock/\"s\u00E9cret\""}"#,
    r#"{"status":"error","data":"lock=canary-lock%2F%22s%C3%A9cret%22&token=canary-token%2Fwith%2Bsigns"}"#,
];

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_service_sends_back() {
    let log = Log::of_this_process();
    let config = PracticeConfig {
        token: SecretString::from(TOKEN),
        lock: SecretString::from(LOCK),
        ..PracticeConfig::made_up(3).unwrap()
    };
    let mut world = World::practising(config).await;
    for echo in ECHOES {
        for status in [200, 400, 500] {
            world.line.next([Then::answer(status, echo)]);
        }
    }
    let id = world.approved(&people(2)).await;
    world.desk.send(id).await.unwrap();
    for _ in 1..ECHOES.len() * 3 {
        if let Some(unknown) = world.desk.unresolved().await.unwrap().first() {
            world.desk.send_again(id, unknown.batch.key, None).await.unwrap();
        } else {
            world.desk.continue_sending(id, None).await.unwrap();
        }
        crate::support::until(&world.desk, id, |track| !track.sending).await;
    }
    let shown =
        format!("{:?}{:?}", world.desk.payroll(id).await.unwrap(), world.desk.unresolved().await.unwrap());
    assert!(!shown.contains(CANARY), "{shown}");
    let error = probe(&world.line.url, "", &SecretString::from("canary-wrong")).await.unwrap_err();
    let told = format!("{error}{error:?}{:?}", AppError::from(&error));
    assert!(!told.contains(CANARY), "{told}");
    let home = in_memory(TOKEN, LOCK);
    assert!(!format!("{home:?}").contains(CANARY));
    let unknown = world.desk.unresolved().await.unwrap()[0].batch.key;
    world.desk.send_again(id, unknown, None).await.unwrap();
    world.listen().await;
    until_closed(&world.desk, id).await;
    assert_no_file_tells(world.folder.path(), &[CANARY]);
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, in_memory(TOKEN, LOCK)).await;
    assert_no_file_tells(world.folder.path(), &[CANARY]);
    log.assert_clean("batch not accepted", &[CANARY]);
    let diagnostics = exported_diagnostics(&world, log).await;
    assert!(diagnostics.contains("Payments: 2") && diagnostics.contains("batch not accepted"));
    assert_tells_none(&diagnostics, &[CANARY]);
    for person in people(2) {
        assert!(!diagnostics.contains(&person.account) && !diagnostics.contains(&person.name));
    }
}

/// What the user sends to somebody who helps: the export has the whole log of this process here, at its finest level, and
/// not only its end.
#[tokio::test(flavor = "multi_thread")]
async fn the_exported_diagnostics_after_everything_that_is_secret_was_used() {
    let log = Log::of_this_process();
    let config = PracticeConfig {
        token: SecretString::from(TOKEN),
        lock: SecretString::from(LOCK),
        ..PracticeConfig::made_up(3).unwrap()
    };
    let world = World::practising(config).await;
    world.desk.set_status_pace(quick());
    let address = world.desk.new_callback_path(free_port().await).await.unwrap().local;
    let path = address.rsplit('/').next().unwrap();
    let id = world.sent(&people(2)).await;
    call_back(&address, "ref=nobody").await;
    let number = CardOutcome::Otp.number();
    let step = charge(&world, CardOutcome::Otp, "1000").await;
    world.desk.submit_otp(step.top_up.id, otp(WRONG_OTP), bank(&world.practice)).await.unwrap();
    let echo = format!(r#"{{"status":"error","message":"card {number} cvv {CVV} pin {PIN} refused"}}"#);
    world.line.next_charge(Then::answer(400, &echo));
    charge(&world, CardOutcome::Success, "2000").await;
    crate::support::until(&world.desk, id, |track| !track.sending).await;

    let diagnostics = exported_diagnostics(&world, log).await;
    for fact in ["System: here 1", "Processor: ours", "Web view: 2.50.1", "Ledger format: ", "Payrolls: 1"] {
        assert!(diagnostics.contains(fact), "{fact}");
    }
    assert!(diagnostics.contains("charge answered"), "the log is in it");
    let success = CardOutcome::Success.number();
    let (cvv, form_cvv) = (format!("\"{CVV}\""), format!("cvv {CVV}"));
    let canaries = [CANARY, number, success, PIN, WRONG_OTP, &cvv, &form_cvv, path];
    assert_tells_none(&diagnostics, &canaries);
}

/// Each secret as it is, and as a service or a library may have written it.
fn assert_tells_none(text: &str, secrets: &[&str]) {
    for secret in secrets {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

/// Exports the diagnostics with the log of this process.
async fn exported_diagnostics(world: &World, log: &Log) -> String {
    let path = world.folder.path().join("diagnostics.txt");
    let program = ProgramFacts {
        version: "1".to_owned(),
        system: "here 1".to_owned(),
        processor: "ours".to_owned(),
        web_view: "2.50.1".to_owned(),
        log: log.text(),
    };
    world.desk.export_diagnostics(program, &path).await.unwrap();
    std::fs::read_to_string(&path).unwrap()
}
