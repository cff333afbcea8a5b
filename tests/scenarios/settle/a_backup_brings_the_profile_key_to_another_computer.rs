//! With the key of the first computer the second one makes the same references, and the service refuses whoever was
//! paid already. A ledger that has references takes back the key they were made with, and no other.

use std::{
    fs,
    path::{Path, PathBuf},
};

use paysheet_desk::{
    AppError, Desk, DeskError, ErrorCode, KeyBackupFault, ListWords, PassphraseFault,
    view::{BlockReason, KeyBackupFit, KeyBackupForm, KeyBackupSource, KeyImport, KeyState},
};
use paysheet_domain::ProfileKey;
use secrecy::SecretString;
use tempfile::TempDir;

use crate::{
    log::{Log, assert_no_file_tells},
    support::{
        World, accept_warnings, called, code_of, go_through, open_desk, people, references, secrets,
        until_closed,
    },
};

const PASSPHRASE: &str = "canary words for the backup";

fn typed(text: &str) -> SecretString {
    SecretString::from(text)
}

async fn saved(desk: &Desk, form: KeyBackupForm, path: &Path) -> PathBuf {
    desk.seal_key(typed(PASSPHRASE), typed(PASSPHRASE)).await.unwrap();
    desk.save_key_backup(form, ListWords::default(), path).await.unwrap();
    path.to_owned()
}

/// The backup of a world's key as its file.
async fn backup(world: &World) -> KeyBackupSource {
    let path = world.folder.path().join("backup.txt");
    KeyBackupSource::File { path: saved(&world.desk, KeyBackupForm::File, &path).await }
}

/// The same as somebody types it from the sheet.
async fn typed_from_sheet(world: &World) -> KeyBackupSource {
    let path = saved(&world.desk, KeyBackupForm::Sheet, &world.folder.path().join("sheet.html")).await;
    let page = fs::read_to_string(path).unwrap();
    let cells = page.split("<td>").skip(1).map(|rest| rest.split("</td>").next().unwrap());
    KeyBackupSource::Typed { text: cells.collect::<Vec<_>>().join(" ").to_lowercase() }
}

async fn import(desk: &Desk, source: &KeyBackupSource, replace: bool) -> Result<KeyImport, DeskError> {
    desk.import_key(source.clone(), typed(PASSPHRASE), replace).await
}

fn key_file(world: &World) -> PathBuf {
    world.folder.path().join("ledger.key")
}

/// The key of the world's ledger is gone, as after a keychain was lost; returns it.
async fn lose_key(world: &mut World) -> Vec<u8> {
    let own = fs::read(key_file(world)).unwrap();
    fs::remove_file(key_file(world)).unwrap();
    world.restart().await;
    own
}

/// Another computer with a ledger of its own, for the same service.
async fn another_computer(world: &World) -> (TempDir, Desk) {
    let folder = TempDir::new().unwrap();
    let (desk, _) = open_desk(folder.path(), &world.line.url, secrets(&world.practice)).await;
    desk.unlock().await.unwrap();
    (folder, desk)
}

async fn reviewed(desk: &Desk, sheet: &Path) -> u32 {
    let id = desk.open_file(sheet, crate::support::nigerian()).await.unwrap();
    accept_warnings(desk, id).await;
    desk.review(id, called("November 2026", "2026-11")).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_references_are_the_same_from_then_on() {
    let world = World::open().await;
    let id = reviewed(&world.desk, &world.sheet(&people(3))).await;
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
    let paid = references(&world.desk, id).await;
    let source = backup(&world).await;

    let (folder, second) = another_computer(&world).await;
    let view = second.key_view().await.unwrap();
    assert_eq!((view.state, view.imported), (KeyState::Unused, false), "it says what it cannot know");
    let look = second.preview_key_backup(source.clone()).await.unwrap();
    assert_eq!((look.fit, look.replaces), (KeyBackupFit::UnusedLedger, true));
    assert_eq!(look.profile.as_deref(), Some("Story"));
    assert_eq!(Some(&look.fingerprint), world.desk.key_view().await.unwrap().fingerprint.as_ref());
    assert_eq!(import(&second, &source, true).await.unwrap(), KeyImport::Taken);
    let view = second.key_view().await.unwrap();
    assert_eq!((view.state, view.imported), (KeyState::Unused, true));
    assert_eq!(fs::read(folder.path().join("ledger.key")).unwrap(), fs::read(key_file(&world)).unwrap());

    let sheet = world.sheet(&people(3));
    let again = reviewed(&second, &sheet).await;
    assert_eq!(references(&second, again).await, paid, "without a restart");
    second.back_to_check(again).await.unwrap();
    second.close().await;
    let (second, _) = open_desk(folder.path(), &world.line.url, secrets(&world.practice)).await;
    accept_warnings(&second, again).await;
    second.review(again, None).await.unwrap();
    assert_eq!(references(&second, again).await, paid, "and after one");

    let (_folder, third) = another_computer(&world).await;
    let without = reviewed(&third, &sheet).await;
    assert_ne!(references(&third, without).await, paid, "which is why it has to be imported");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_lost_key_comes_back_from_a_sheet() {
    let mut world = World::open().await;
    let id = world.approved(&people(2)).await;
    let source = typed_from_sheet(&world).await;
    let view = world.desk.key_view().await.unwrap();
    assert_eq!((view.state, view.backed_up_at.is_some()), (KeyState::InUse, true));
    let own = lose_key(&mut world).await;
    let lost = world.desk.key_view().await.unwrap();
    assert_eq!((lost.state, &lost.fingerprint), (KeyState::Missing, &view.fingerprint));
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(
        code_of(world.desk.seal_key(typed(PASSPHRASE), typed(PASSPHRASE)).await),
        ErrorCode::ProfileKeyChanged
    );

    let look = world.desk.preview_key_backup(source.clone()).await.unwrap();
    assert_eq!((look.fit, look.replaces, look.profile), (KeyBackupFit::MissingKey, false, None));
    assert_eq!(import(&world.desk, &source, false).await.unwrap(), KeyImport::CameBack);
    assert_eq!(fs::read(key_file(&world)).unwrap(), own);
    world.listen().await;
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
    assert_eq!(world.desk.key_view().await.unwrap().state, KeyState::InUse);
    assert_eq!(import(&world.desk, &source, false).await.unwrap(), KeyImport::SameKey);
}

/// Nobody knows what was sent meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn and_where_the_record_was_lost_with_the_key_the_ledger_is_gone_through() {
    let mut world = World::open().await;
    let id = world.approved(&people(2)).await;
    let source = typed_from_sheet(&world).await;
    lose_key(&mut world).await;
    fs::remove_file(world.folder.path().join("ledger.anchor")).unwrap();
    assert_eq!(import(&world.desk, &source, false).await.unwrap(), KeyImport::CameBack);
    world.listen().await;
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::SendingBlocked);
    go_through(&world.desk).await;
    let batch = world.desk.payroll(id).await.unwrap().batches[0].key;
    world.desk.send_again(id, batch, None).await.unwrap();
    until_closed(&world.desk, id).await;
}

/// The ledger was lost: the record beside the key names what was sent, and stays until it was gone through.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_key_that_comes_to_an_empty_ledger_unblocks_nothing() {
    let mut world = World::open().await;
    let id = world.approved(&people(2)).await;
    world.desk.send(id).await.unwrap();
    let source = typed_from_sheet(&world).await;
    world.desk.close().await;
    for name in ["ledger.db", "ledger.key"] {
        fs::remove_file(world.folder.path().join(name)).unwrap();
    }
    for _ in 0..2 {
        let (desk, _) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
        world.desk = desk;
        let _same_the_second_time = import(&world.desk, &source, true).await.unwrap();
        let block = world.desk.sending_block().await.unwrap().unwrap();
        assert_eq!((block.reason, block.payrolls.len()), (BlockReason::LedgerNew, 1));
        world.desk.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn but_never_to_a_ledger_with_references_of_another_key() {
    let other = World::without_callbacks().await;
    let source = backup(&other).await;
    let mut world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    let own = fs::read(key_file(&world)).unwrap();
    for lost in [false, true] {
        if lost {
            lose_key(&mut world).await;
        }
        let look = world.desk.preview_key_backup(source.clone()).await.unwrap();
        assert_eq!(look.fit, KeyBackupFit::OtherLedger);
        for replace in [false, true] {
            assert_eq!(code_of(import(&world.desk, &source, replace).await), ErrorCode::KeyOfOtherLedger);
        }
        assert_eq!(fs::read(key_file(&world)).ok(), (!lost).then(|| own.clone()));
    }
    fs::write(key_file(&world), &own).unwrap();
    world.restart().await;
    world.desk.send(id).await.unwrap();
}

/// A ledger may be older than the fingerprint of its key: then a reference tells whose it is.
#[tokio::test(flavor = "multi_thread")]
async fn nor_where_nobody_wrote_down_which_key_it_was() {
    let other = World::without_callbacks().await;
    let foreign = backup(&other).await;
    let mut world = World::without_callbacks().await;
    world.approved(&people(2)).await;
    let source = backup(&world).await;
    fs::remove_file(key_file(&world)).unwrap();
    world.desk.close().await;
    world.on_the_disk("DELETE FROM settings WHERE name = 'profile_key'").await;
    world.restart().await;
    assert_eq!(world.desk.key_view().await.unwrap().fingerprint, None);
    assert_eq!(code_of(import(&world.desk, &foreign, true).await), ErrorCode::KeyOfOtherLedger);
    assert!(!key_file(&world).exists());
    assert_eq!(import(&world.desk, &source, false).await.unwrap(), KeyImport::CameBack);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_no_stored_key_is_replaced_unasked() {
    let other = World::without_callbacks().await;
    let source = backup(&other).await;
    let mut world = World::without_callbacks().await;
    let own = fs::read(key_file(&world)).unwrap();
    assert_eq!(code_of(import(&world.desk, &source, false).await), ErrorCode::KeyWouldBeReplaced);
    assert_eq!(fs::read(key_file(&world)).unwrap(), own);
    let same = backup(&world).await;
    assert_eq!(import(&world.desk, &same, false).await.unwrap(), KeyImport::SameKey, "its own asks nothing");

    // The ledger's own key, where another one lies in its place.
    world.approved(&people(2)).await;
    let foreign = ProfileKey::random().unwrap().to_hex();
    fs::write(key_file(&world), foreign.as_bytes()).unwrap();
    world.restart().await;
    assert!(world.desk.preview_key_backup(same.clone()).await.unwrap().replaces);
    assert_eq!(code_of(import(&world.desk, &same, false).await), ErrorCode::KeyWouldBeReplaced);
    assert_eq!(fs::read(key_file(&world)).unwrap(), foreign.as_bytes());
    assert_eq!(import(&world.desk, &same, true).await.unwrap(), KeyImport::CameBack);
    assert_eq!(fs::read(key_file(&world)).unwrap(), own);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_passphrase_and_a_damaged_backup_change_nothing() {
    let other = World::without_callbacks().await;
    let source = backup(&other).await;
    let KeyBackupSource::File { path } = &source else { panic!("a file") };
    let world = World::without_callbacks().await;
    let own = fs::read(key_file(&world)).unwrap();
    let wrong = world.desk.import_key(source.clone(), typed("canary wrong"), true).await;
    assert_eq!(code_of(wrong), ErrorCode::KeyBackupNotOpened);
    let text = fs::read_to_string(path).unwrap();
    for (damaged, reason) in [
        (text.replace("Story", "Storm"), KeyBackupFault::Damaged),
        (text[..text.len() / 2].to_owned(), KeyBackupFault::Damaged),
        ("Name,Account\nAda,0123\n".to_owned(), KeyBackupFault::NotABackup),
        (String::new(), KeyBackupFault::NotABackup),
    ] {
        fs::write(path, damaged).unwrap();
        let error = world.desk.preview_key_backup(source.clone()).await.unwrap_err();
        let told = AppError::from(&error);
        assert_eq!(told, AppError::KeyBackupUnreadable { reason });
        assert_eq!(code_of(import(&world.desk, &source, true).await), ErrorCode::KeyBackupUnreadable);
    }
    let mistyped = KeyBackupSource::Typed { text: "AAAA BBBB\nCCCC".to_owned() };
    let told = AppError::from(&world.desk.preview_key_backup(mistyped).await.unwrap_err());
    let reason = KeyBackupFault::LinesMissing { found: 2 };
    assert_eq!(told, AppError::KeyBackupUnreadable { reason });
    assert_eq!(fs::read(key_file(&world)).unwrap(), own);
}

/// Key and ledger are written one after the other: where the second fails, neither key makes references.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_stops_halfway_leaves_nothing_to_be_frozen_until_the_next_start() {
    let other = World::without_callbacks().await;
    let source = backup(&other).await;
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(2)).await;
    let in_the_way = world.folder.path().join("ledger.key.new");
    fs::create_dir(&in_the_way).unwrap();
    assert!(import(&world.desk, &source, true).await.is_err());
    assert_eq!(code_of(world.desk.review(id, None).await), ErrorCode::ProfileKeyChanged);
    fs::remove_dir(&in_the_way).unwrap();
    world.restart().await;
    accept_warnings(&world.desk, id).await;
    world.desk.review(id, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_desk_seals_nothing_and_a_short_passphrase_is_refused() {
    let world = World::without_callbacks().await;
    let seal =
        |typed_once: &'static str, again: &'static str| world.desk.seal_key(typed(typed_once), typed(again));
    for (once, again, reason) in [
        ("canary", "canary", PassphraseFault::TooShort),
        (PASSPHRASE, "canary words for the backuq", PassphraseFault::Differs),
        ("", "", PassphraseFault::Missing),
    ] {
        let told = AppError::from(&seal(once, again).await.unwrap_err());
        assert_eq!(told, AppError::PassphraseRefused { reason });
    }
    let nowhere = world.folder.path().join("backup.txt");
    let save = || world.desk.save_key_backup(KeyBackupForm::File, ListWords::default(), &nowhere);
    assert_eq!(code_of(save().await), ErrorCode::NoKeyBackup);
    world.desk.lock();
    assert_eq!(code_of(seal(PASSPHRASE, PASSPHRASE).await), ErrorCode::Locked);
    assert_eq!(code_of(save().await), ErrorCode::NoKeyBackup);
    assert!(!nowhere.exists());
    assert_eq!(world.desk.key_view().await.unwrap().backed_up_at, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sealed_before_another_key_came_is_not_saved_as_its_backup() {
    let other = World::without_callbacks().await;
    let source = backup(&other).await;
    let world = World::without_callbacks().await;
    world.desk.seal_key(typed(PASSPHRASE), typed(PASSPHRASE)).await.unwrap();
    import(&world.desk, &source, true).await.unwrap();
    let path = world.folder.path().join("stale.txt");
    let saved = world.desk.save_key_backup(KeyBackupForm::File, ListWords::default(), &path).await;
    assert_eq!(code_of(saved), ErrorCode::NoKeyBackup);
    assert!(!path.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn and_neither_key_nor_passphrase_are_in_any_file_log_or_error() {
    let log = Log::of_this_process();
    let world = World::without_callbacks().await;
    let source = backup(&world).await;
    let sheet = typed_from_sheet(&world).await;
    let (folder, second) = another_computer(&world).await;
    let errors = [
        second.import_key(source.clone(), typed("canary of another"), true).await.unwrap_err(),
        second.seal_key(typed("canary"), typed("canary")).await.unwrap_err(),
        import(&second, &sheet, false).await.unwrap_err(),
    ];
    for error in &errors {
        let said = format!("{error}{error:?}{:?}", AppError::from(error));
        assert!(!said.contains("canary"), "{said}");
    }
    import(&second, &sheet, true).await.unwrap();
    let key = fs::read_to_string(key_file(&world)).unwrap();
    // The key stands in its home, and nowhere else.
    fs::remove_file(key_file(&world)).unwrap();
    fs::remove_file(folder.path().join("ledger.key")).unwrap();
    for folder in [world.folder.path(), folder.path()] {
        assert_no_file_tells(folder, &["canary", &key, &key[..16]]);
    }
    log.assert_clean("profile key imported", &["canary", &key]);
}
