//! Tests which desk is open, and what the user chooses in dialogs, with a desktop without a screen.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use paysheet_desk::{
    AppError, DraftList, ErrorCode, ListWords, Worker,
    view::{
        Appearance, DocumentInput, DocumentKind, KeyBackupForm, Mode, PeopleFilter, Scheme, SecretName,
        TopUpQuery,
    },
};
use paysheet_domain::Country;

use crate::{
    card_session::view::TopUpPrefill,
    documents::payroll_files::OpenedFile,
    state::{
        desktop::{FileToOpen, PrintEnd, PrintJob, ProgramFile},
        file_to_save::FileToSave,
    },
    test_desktop::{practising, started},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_that_was_open_last_is_open_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let restarted = || started(folder.path()).0;
    let first = restarted();
    assert_eq!(first.session().await.unwrap().mode, Mode::Welcome);
    assert_eq!(first.desk().await.err().unwrap().code(), ErrorCode::WrongState);
    assert!(first.start_practice().await.unwrap().unlocked);
    assert!(!first.is_ending());
    first.close().await;
    assert!(first.is_ending());

    let second = restarted();
    assert_eq!(second.session().await.unwrap().mode, Mode::Practice);
    // No profile was connected, so there is no live desk to return to.
    assert_eq!(second.leave_practice().await.unwrap().mode, Mode::Welcome);
    assert_eq!(restarted().session().await.unwrap().mode, Mode::Welcome);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_appearance_is_stored_beside_the_mode() {
    let (app_state, _shown, folder) = practising().await;
    let dark = Appearance { scheme: Scheme::Dark, ..app_state.appearance() };
    app_state.save_appearance(dark).unwrap();
    app_state.close().await;
    let (again, _) = started(folder.path());
    assert_eq!(again.appearance().scheme, Scheme::Dark);
    assert_eq!(again.session().await.unwrap().mode, Mode::Practice);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_window_is_closed_before_another_desk_is_opened() {
    let (app_state, shown, _folder) = practising().await;
    let is_open = || shown.has_card.load(Ordering::SeqCst);
    app_state.open_card(TopUpPrefill::default()).unwrap();
    assert!(is_open());
    app_state.leave_practice().await.unwrap();
    assert!(!is_open());
    app_state.open_card(TopUpPrefill::default()).unwrap();
    app_state.start_practice().await.unwrap();
    assert!(!is_open());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_practice_desk_has_no_secrets_to_replace() {
    let (app_state, _shown, _folder) = practising().await;
    let settings = app_state.settings().await.unwrap();
    assert!(settings.token_set && settings.lock_set);
    let name = SecretName::Token;
    let replaced = app_state.replace_secret(name, "another".to_owned().into()).await;
    assert_eq!(replaced.err().unwrap().code(), ErrorCode::WrongState);
    assert_eq!(app_state.forget_secret(name).await.err().unwrap().code(), ErrorCode::WrongState);
}

/// Files are read by this very program, started anew to run this test alone.
#[test]
fn reading_process() {
    let _ended = paysheet_desk::serve_if_asked();
}

fn people() -> FileToSave {
    FileToSave::People { query: PeopleFilter::default(), words: ListWords::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_suggests_a_name_and_returns_what_the_user_chose() {
    Worker::this_program_with(&["--exact", "tests::reading_process"]).unwrap().install();
    let (app_state, shown, _folder) = practising().await;
    let OpenedFile::Draft { id } = app_state.open_sample().await.unwrap() else {
        panic!("it has a known layout")
    };
    let words = ListWords::default;
    for (file, expected, saved) in [
        (FileToSave::Template { country: Country::NG }, "Workbook", "chosen.xlsx"),
        (
            FileToSave::List { payroll: id, list: DraftList::Problems, words: words() },
            "WorkbookOrCsv",
            "chosen.xlsx",
        ),
        (FileToSave::Copy { payroll: id, words: words() }, "Copy(\"xlsx\")", "chosen.xlsx"),
        (
            FileToSave::TopUps { query: TopUpQuery::default(), words: words() },
            "Top-ups.xlsx WorkbookOrCsv",
            "chosen.xlsx",
        ),
        (people(), "People.xlsx WorkbookOrCsv", "chosen.xlsx"),
        (FileToSave::KeyBackup { form: KeyBackupForm::File, words: words() }, "Text", "chosen.txt"),
        (FileToSave::KeyBackup { form: KeyBackupForm::Sheet, words: words() }, "Html", "chosen.html"),
    ] {
        shown.answers.lock().unwrap().push_back(Some(PathBuf::from("chosen")));
        let chosen = app_state.choose_destination(&file).await.unwrap().unwrap();
        assert_eq!(chosen.name, saved, "{file:?}");
        let dialog = shown.dialogs.lock().unwrap().pop().unwrap();
        assert!(dialog.ends_with(expected), "{file:?}: {dialog}");
    }
    shown.answers.lock().unwrap().push_back(None);
    assert_eq!(app_state.choose_file(FileToOpen::KeyBackup).await.unwrap(), None, "the user cancelled");
    let without_dialog = app_state.choose_file(FileToOpen::BackupFolder).await.unwrap_err();
    assert_eq!(without_dialog.code(), ErrorCode::Unexpected);
    assert_eq!(*shown.dialogs.lock().unwrap(), ["KeyBackup", "BackupFolder"]);
}

/// The dialog asks whether a file is replaced, but only about the name that was typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_whose_ending_was_added_is_replaced_only_if_the_user_chose_it() {
    let (app_state, shown, folder) = practising().await;
    let there = folder.path().join("Staff.xlsx");
    fs::write(&there, "mine").unwrap();
    let answers = [folder.path().join("Staff"), there.clone()];
    shown.answers.lock().unwrap().extend(answers.map(Some));
    let chosen = app_state.choose_destination(&people()).await.unwrap().unwrap();
    assert_eq!(chosen.name, "Staff.xlsx");
    assert_eq!(
        *shown.dialogs.lock().unwrap(),
        ["People.xlsx WorkbookOrCsv", "Staff.xlsx WorkbookOrCsv"],
        "the dialog was shown again with the whole name"
    );
    shown.answers.lock().unwrap().extend([Some(folder.path().join("Staff")), None]);
    assert_eq!(app_state.choose_destination(&people()).await.unwrap(), None);
    assert_eq!(fs::read_to_string(&there).unwrap(), "mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_was_saved_and_the_ledger_are_shown_in_the_file_manager() {
    let (app_state, shown, folder) = practising().await;
    let path = folder.path().join("People.xlsx");
    shown.answers.lock().unwrap().push_back(Some(path.clone()));
    let chosen = app_state.choose_destination(&people()).await.unwrap().unwrap();
    let refused = app_state.show_in_folder(&chosen.handle).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::FileNotChosen, "nothing is written there yet");
    let saved = app_state.save_file(people(), &chosen.handle).await.unwrap().unwrap();
    app_state.show_in_folder(&saved.file.handle).unwrap();
    app_state.show_program_file(ProgramFile::Ledger).await.unwrap();
    let revealed = shown.revealed.lock().unwrap();
    assert_eq!(revealed[0], path);
    assert_eq!(revealed[1].file_name(), Some(Path::new("ledger.db").as_os_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_third_party_notices_of_a_package_are_opened_or_else_shown_in_the_file_manager() {
    let (app_state, shown, folder) = practising().await;
    assert!(!app_state.settings().await.unwrap().has_third_party_notices, "this is no package");
    assert_eq!(
        app_state.show_program_file(ProgramFile::ThirdPartyNotices).await.unwrap_err().code(),
        ErrorCode::Unexpected
    );
    let notices = folder.path().join("THIRD-PARTY-NOTICES.txt");
    *shown.third_party_notices.lock().unwrap() = Some(notices.clone());
    assert!(app_state.settings().await.unwrap().has_third_party_notices);
    app_state.show_program_file(ProgramFile::ThirdPartyNotices).await.unwrap();
    assert_eq!(*shown.opened.lock().unwrap(), std::slice::from_ref(&notices));
    assert!(shown.revealed.lock().unwrap().is_empty());
    shown.has_no_viewer.store(true, Ordering::SeqCst);
    app_state.show_program_file(ProgramFile::ThirdPartyNotices).await.unwrap();
    assert_eq!(*shown.revealed.lock().unwrap(), [notices]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_print_dialog_gets_the_name_of_the_document_and_its_end_is_returned() {
    Worker::this_program_with(&["--exact", "tests::reading_process"]).unwrap().install();
    let (app_state, shown, _folder) = practising().await;
    let OpenedFile::Draft { id } = app_state.open_sample().await.unwrap() else {
        panic!("it has a known layout")
    };
    let input = DocumentInput::of(DocumentKind::BankSchedule);
    for (end, expected) in [
        (Some(Ok(PrintEnd::Handed)), Ok(PrintEnd::Handed)),
        (Some(Ok(PrintEnd::Cancelled)), Ok(PrintEnd::Cancelled)),
        (Some(Err(AppError::NotPrinted)), Err(ErrorCode::NotPrinted)),
        // The dialog went away with the window.
        (None, Err(ErrorCode::NotPrinted)),
    ] {
        *shown.print_end.lock().unwrap() = end;
        let printed = app_state.print_pages(id, &input).await;
        assert_eq!(printed.map_err(|error| error.code()), expected);
        let PrintJob { name } = shown.printed.lock().unwrap().pop().unwrap();
        assert!(name.ends_with("payment schedule"), "{name}");
    }
}
