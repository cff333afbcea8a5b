//! The ledger is copied to a second computer, which has the same profile key, and the first one goes on. Neither computer
//! has what the other one sends.

use paysheet_desk::{
    ListWords,
    view::{KeyBackupForm, KeyBackupSource, KeyImport},
};
use secrecy::SecretString;

use crate::{
    double_payment::{NOVEMBER, approved, draft, staff},
    exchanged_ledger::{
        Computer, EVERY_WAY, Files, KEY, NAME, OTHER_NAME, Other, Outcome, Way, go, not_refused, pay_as,
        twelve,
    },
};

/// The key's file was copied too, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_key_was_copied() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let (ledger, key) = (computer.ledger_files(), computer.key_files().only(&[KEY]));
    computer.world.desk.send(id).await.unwrap();
    let mut open = Vec::new();
    for way in EVERY_WAY {
        let other = computer.other(&ledger, &key).await;
        let first = computer.sit_down_at(&other.desk);
        if go(&computer.world, way, id).await.is_ok() {
            open.push(format!("{way:?}"));
        }
        computer.sit_down_at(&first);
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The key was imported from its backup into a profile that was new; then its ledger was exchanged for the copy.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_key_was_imported() {
    let mut computer = Computer::new().await;
    let before = computer.ledger_files();
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let ledger = computer.ledger_files();
    computer.world.desk.send(id).await.unwrap();
    let mut other = with_imported_key(&computer).await;
    let mut open = Vec::new();
    for way in EVERY_WAY {
        computer.exchange_ledger_of(&mut other, &ledger).await;
        let first = computer.sit_down_at(&other.desk);
        if go(&computer.world, way, id).await.is_ok() {
            open.push(format!("{way:?}"));
        }
        computer.sit_down_at(&first);
    }

    // The copy may also be from before the payroll.
    computer.exchange_ledger_of(&mut other, &before).await;
    computer.sit_down_at(&other.desk);
    if pay_as(&computer.world, OTHER_NAME).await.is_ok() {
        open.push("the same workbook under another name".to_owned());
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The second computer's ledger comes back with more events than the first one ever had, and without its sending.
#[tokio::test(flavor = "multi_thread")]
async fn nor_when_it_comes_back_to_the_first_one() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let (ledger, key) = (computer.ledger_files(), computer.key_files().only(&[KEY]));
    computer.world.desk.send(id).await.unwrap();

    let other = computer.other(&ledger, &key).await;
    let first = computer.sit_down_at(&other.desk);
    for number in 200..230 {
        draft(&computer.world, &staff(number..number + 1)).await;
    }
    computer.sit_down_at(&first);
    other.desk.close().await;
    let grown = Files::of_ledger(other.folder.path());
    let ways = [Way::StartSending, Way::ContinueSending, Way::ApproveAnotherPayroll];
    let open = not_refused(&mut computer, &grown, &ways, id).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

async fn with_imported_key(computer: &Computer) -> Other {
    let other = computer.other(&Files::default(), &Files::default()).await;
    let typed = || SecretString::from("canary words for the backup");
    let path = computer.world.folder.path().join("backup.txt");
    computer.world.desk.seal_key(typed(), typed()).await.unwrap();
    let words = ListWords::default();
    computer.world.desk.save_key_backup(KeyBackupForm::File, words, &path).await.unwrap();
    let taken = other.desk.import_key(KeyBackupSource::File { path }, typed(), true).await.unwrap();
    assert_eq!(taken, KeyImport::Taken);
    other
}
