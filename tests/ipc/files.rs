//! Files: a page names none itself. It gets handles of what the user chose, and each allows one thing. The dialogs are
//! answered by the test, as a user would.

use std::{
    collections::VecDeque,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, mpsc},
};

use paysheet_app::{Choice, FileDialogs, FileToOpen, SaveFormat};
use serde_json::{Value, json};
use tauri::{AppHandle, Listener, Manager, WebviewWindow, test::MockRuntime};
use tokio::sync::oneshot;

use super::{DEPOT, app, ask, main_window};

/// What the user answers in the next dialogs.
#[derive(Default)]
pub struct Answers(Mutex<VecDeque<PathBuf>>);

struct AnsweredDialogs(AppHandle<MockRuntime>);

pub fn dialogs(app: &AppHandle<MockRuntime>) -> Box<dyn FileDialogs> {
    app.manage(Answers::default());
    Box::new(AnsweredDialogs(app.clone()))
}

impl AnsweredDialogs {
    fn answer(&self) -> Choice {
        let (chosen, choice) = oneshot::channel();
        chosen.send(self.0.state::<Answers>().0.lock().unwrap().pop_front()).unwrap();
        choice
    }
}

impl FileDialogs for AnsweredDialogs {
    fn choose_file(&self, _: FileToOpen) -> Choice {
        self.answer()
    }
    fn choose_destination(&self, _: PathBuf, _: String, _: SaveFormat) -> Choice {
        self.answer()
    }
}

/// Calls a command that opens a dialog, and chooses this path there. Returns the handle.
pub fn choose(window: &WebviewWindow<MockRuntime>, command: &str, arguments: Value, path: &Path) -> Value {
    window.state::<Answers>().0.lock().unwrap().push_back(path.to_owned());
    ask(window, command, arguments).unwrap()["handle"].clone()
}

/// Every command that opens or shows a file of the user, with everything it needs except the file.
fn commands_with_files() -> Vec<(&'static str, Value)> {
    let mapping = json!({ "sheet": "x", "headerRow": null, "lastRow": null, "columns": [] });
    let answer = json!({ "sha256": "", "mapping": mapping, "country": null, "currency": null });
    let reading = json!({ "columns": null, "words": null });
    let outcomes = json!({ "sha256": "", "fingerprint": "", "reading": reading, "confirmed": [] });
    vec![
        ("open_file", json!({})),
        ("preview_file", json!({ "question": {} })),
        ("open_mapped", json!({ "answer": answer })),
        ("preview_outcomes", json!({ "kind": "results", "reading": reading })),
        ("preview_outcome_columns", json!({ "kind": "results", "question": {} })),
        ("apply_outcomes", json!({ "kind": "results", "input": outcomes })),
        ("trust_certificate", json!({})),
        ("show_in_folder", json!({})),
    ]
}

/// Every file that is saved.
fn files_to_save() -> Vec<Value> {
    let formats = json!({ "decimal": ".", "group": ",", "dates": "day_month_year", "clock": "hours_24", "months": [], "zone": "UTC" });
    let document = json!({ "kind": "report", "reference": null, "words": {}, "formats": formats });
    let journal = json!({ "preset": "plain", "detail": "account", "scope": "everything", "currency": "NGN", "date": "2026-11-30" });
    vec![
        json!({ "kind": "template", "country": "NG" }),
        json!({ "kind": "list", "payroll": 1, "list": "problems", "words": {} }),
        json!({ "kind": "copy", "payroll": 1, "words": {} }),
        json!({ "kind": "outcome_lines", "fingerprint": "", "outcome": null, "words": {} }),
        json!({ "kind": "results", "payroll": 1 }),
        json!({ "kind": "open_payments", "payroll": 1 }),
        json!({ "kind": "document", "payroll": 1, "input": document }),
        json!({ "kind": "journal", "payroll": 1, "options": journal, "words": {} }),
        json!({ "kind": "audit_log", "query": {}, "words": {} }),
        json!({ "kind": "diagnostics" }),
        json!({ "kind": "people", "query": {}, "words": {} }),
        json!({ "kind": "top_ups", "query": {}, "words": {} }),
        json!({ "kind": "key_backup", "form": "file", "words": {} }),
    ]
}

fn people() -> Value {
    json!({ "kind": "people", "query": {}, "words": {} })
}

#[test]
fn a_page_cannot_name_a_file_itself() {
    let app = app();
    let window = main_window(&app);
    ask(&window, "change_session", json!({ "change": "start_practice" })).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("payroll.desktop");
    let refused = |command: &str, mut arguments: Value, key: &str, value: Value| {
        arguments[key] = value;
        let answer = ask(&window, command, arguments);
        assert!(answer.is_err(), "{command} with {key}: {answer:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{command} with {key}");
        answer.unwrap_err()
    };
    for (command, arguments) in commands_with_files() {
        refused(command, arguments.clone(), "path", json!(target));
        let by_handle = refused(command, arguments, "file", json!(target));
        assert_eq!(by_handle["code"], "file_not_chosen", "{command}: {by_handle}");
    }
    for file in files_to_save() {
        refused("save_file", json!({ "file": file }), "path", json!(target));
        let by_handle = refused("save_file", json!({ "file": file }), "handle", json!(target));
        assert_eq!(by_handle["code"], "file_not_chosen", "{file}: {by_handle}");
    }
    for source in [json!({ "kind": "file", "path": target }), json!({ "kind": "file", "file": target })] {
        refused("preview_key_backup", json!({}), "source", source.clone());
        refused("import_profile_key", json!({ "passphrase": "x", "replace": true }), "source", source);
    }
    for source in [
        json!({ "kind": "chosen", "file": target }),
        json!({ "kind": "listed", "fileName": target }),
        json!({ "kind": "listed", "fileName": "../ledger.db" }),
    ] {
        refused("preview_backup", json!({}), "source", source.clone());
        refused("restore_backup", json!({}), "source", source);
    }
    refused("set_backup_folder", json!({}), "folder", json!(folder.path()));
    ask(&window, "change_session", json!({ "change": "leave_practice" })).unwrap();
}

#[test]
fn a_handle_is_for_one_thing_and_is_written_to_once() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    let code =
        |command: &str, arguments: Value| ask(&window, command, arguments).unwrap_err()["code"].clone();
    ok("change_session", json!({ "change": "start_practice" }));
    let folder = tempfile::tempdir().unwrap();
    let place = json!({ "file": people() });
    let handle = choose(&window, "choose_destination", place, &folder.path().join("people.csv"));
    // For a list of people, so nothing else is written there, nothing is read from there, and nothing is shown.
    for other in files_to_save().into_iter().filter(|file| file["kind"] != "people") {
        let export = json!({ "file": other, "handle": handle });
        assert_eq!(code("save_file", export), "file_not_chosen", "{other}");
    }
    assert_eq!(code("open_file", json!({ "file": handle })), "file_not_chosen");
    assert_eq!(code("show_in_folder", json!({ "file": handle })), "file_not_chosen");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let export = json!({ "file": people(), "handle": handle });
    let saved = ok("save_file", export.clone())["file"].clone();
    assert_eq!(saved["name"], "people.csv");
    fs::remove_file(folder.path().join("people.csv")).unwrap();
    assert_eq!(code("save_file", export), "file_not_chosen", "it is used up");
    // What was saved can be shown, and not written again.
    let again = json!({ "file": people(), "handle": saved["handle"] });
    assert_eq!(code("save_file", again), "file_not_chosen");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    // A list of one payroll is no list of another.
    let template = |country: &str| json!({ "kind": "template", "country": country });
    let place = json!({ "file": template("NG") });
    let handle = choose(&window, "choose_destination", place, &folder.path().join("t"));
    assert_eq!(code("save_file", json!({ "file": template("KE"), "handle": handle })), "file_not_chosen");
    ok("change_session", json!({ "change": "leave_practice" }));
}

#[test]
fn the_ending_of_a_file_is_the_one_of_its_format() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    ok("change_session", json!({ "change": "start_practice" }));
    for (typed, written) in [
        ("payroll.desktop", "payroll.desktop.xlsx"),
        ("run.bat", "run.bat.xlsx"),
        ("link.lnk", "link.lnk.xlsx"),
        ("list.csv", "list.csv"),
        ("Nov. 2026", "Nov. 2026.xlsx"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let place = json!({ "file": people() });
        let handle = choose(&window, "choose_destination", place, &folder.path().join(typed));
        ok("save_file", json!({ "file": people(), "handle": handle }));
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [written], "{typed}");
    }
    ok("change_session", json!({ "change": "leave_practice" }));
}

/// The page takes files that were opened with Paysheet once, whenever it listens, and then as if they were dropped.
#[test]
fn files_opened_with_paysheet_wait_for_the_page() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    let take = || ok("take_open_with_file", json!({}));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Depot.csv"), DEPOT).unwrap();
    let (sender, signals) = mpsc::channel();
    app.listen_any("file-drag-signal", move |event| sender.send(event.payload().to_owned()).unwrap());
    let start = |arguments: &[&str]| {
        let arguments = ["paysheet"].iter().chain(arguments).map(OsString::from);
        paysheet_shell::open_arguments(app.handle(), arguments, folder.path());
    };

    start(&["--at-login"]);
    assert!(signals.try_recv().is_err(), "no file");
    assert_eq!(take(), Value::Null);

    // The second start comes before the page has taken what the first one opened.
    start(&["Depot.csv"]);
    start(&["Other.csv", "Third.csv"]);
    assert_eq!(signals.try_iter().collect::<Vec<_>>(), [r#"{"kind":"open_with"}"#; 2]);
    let taken = take();
    let handle = taken["file"]["handle"].clone();
    let file = json!({ "handle": handle, "name": "Depot.csv" });
    assert_eq!(taken, json!({ "kind": "dropped", "file": file, "others": 2 }));
    assert_eq!(take(), Value::Null, "it is taken once");

    ok("change_session", json!({ "change": "start_practice" }));
    assert_eq!(ok("open_file", json!({ "file": handle }))["kind"], "asks");
    for unreadable in ["Gone.csv", "."] {
        start(&[unreadable]);
        let refused = ask(&window, "open_file", json!({ "file": take()["file"]["handle"] })).unwrap_err();
        assert_eq!(refused["code"], "file_unreadable", "{unreadable}");
    }
    ok("change_session", json!({ "change": "leave_practice" }));
}
