//! The window's side of every command, through the application's own permissions and without a screen: what is
//! answered has the shape the interface was written for, and a window without the capability gets nothing.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at what it did not expect")]

#[path = "ipc/acl.rs"]
mod acl;
#[path = "ipc/files.rs"]
mod files;

use std::{fs, sync::mpsc, time::Duration};

use self::files::choose;
use jiff::Timestamp;
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, Salt},
    rand::SystemRandom,
};
use serde_json::{Value, json};
use tauri::{
    Listener, Manager, WebviewWindow, WebviewWindowBuilder,
    ipc::{CallbackFn, InvokeBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder},
    webview::InvokeRequest,
};

/// Longest time between two events of the desk that a test waits for.
const WAIT: Duration = Duration::from_secs(30);

/// Where the places of a test are: each has its own process or its own folder.
fn paths(_: &tauri::AppHandle<MockRuntime>) -> Result<paysheet_shell::AppPaths, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?.keep();
    Ok(paysheet_shell::AppPaths::at(folder.join("data"), folder.join("config"), folder)?)
}

fn app() -> tauri::App<MockRuntime> {
    paysheet_desk::Worker::this_program_with(&["--exact", "reading_process"]).unwrap().install();
    let mut app = paysheet_shell::with_desk(mock_builder(), paths, files::dialogs)
        .build(paysheet_shell::context())
        .unwrap();
    // The first turn of the event loop sets the application up; it is the only one needed.
    #[expect(deprecated, reason = "no loop is run")]
    app.run_iteration(|_, _| {});
    app
}

/// Files are read by this very program, started anew to run this test alone.
#[test]
fn reading_process() {
    let _ended = paysheet_desk::serve_if_asked();
}

fn main_window(app: &tauri::App<MockRuntime>) -> WebviewWindow<MockRuntime> {
    app.get_webview_window("main").unwrap()
}

fn ask(window: &WebviewWindow<MockRuntime>, command: &str, arguments: Value) -> Result<Value, Value> {
    send(window, command, InvokeBody::Json(arguments))
}

/// As the card window sends what is typed into it: as bytes.
/// As the card window does it: sealed for a key that it asks for first.
fn ask_raw(window: &WebviewWindow<MockRuntime>, command: &str, message: &Value) -> Result<Value, Value> {
    let theirs: Vec<u8> = serde_json::from_value(ask(window, "card_key", json!({})).unwrap()).unwrap();
    let sealed = seal(serde_json::to_vec(message).unwrap(), &theirs);
    send(window, command, InvokeBody::Raw(sealed))
}

fn seal(mut text: Vec<u8>, theirs: &[u8]) -> Vec<u8> {
    let mine = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let point = mine.compute_public_key().unwrap().as_ref().to_vec();
    let info = [b"paysheet card 1", theirs, &point];
    let key = agree_ephemeral(mine, &UnparsedPublicKey::new(&ECDH_P256, theirs), |shared| {
        UnboundKey::from(Salt::new(HKDF_SHA256, &[]).extract(shared).expand(&info, &AES_256_GCM).unwrap())
    });
    let nonce = Nonce::assume_unique_for_key([0; NONCE_LEN]);
    LessSafeKey::new(key.unwrap()).seal_in_place_append_tag(nonce, Aad::empty(), &mut text).unwrap();
    [point, text].concat()
}

fn send(window: &WebviewWindow<MockRuntime>, command: &str, body: InvokeBody) -> Result<Value, Value> {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body,
        headers: tauri::http::HeaderMap::default(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    get_ipc_response(window, request).map(|body| body.deserialize().unwrap())
}

/// Waits for events of the desk until what they report is done.
fn wait_for(app: &tauri::App<MockRuntime>, mut done: impl FnMut() -> bool) {
    let (sender, events) = mpsc::channel();
    let listener = app.listen_any("desk-signal", move |_| {
        // Nobody receives an event that comes after the last look.
        let _ = sender.send(());
    });
    while !done() {
        events.recv_timeout(WAIT).expect("it did not happen in time");
    }
    app.unlisten(listener);
}

/// What differs from run to run: times, references, places.
fn settled(mut answer: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    let varies = key.ends_with("At") || key == "reference" || key.ends_with("Path");
                    let varies = varies
                        // Of the user's system.
                        || ["baseUrl", "callbackAddress", "batchId", "startAtLogin"].contains(&key.as_str());
                    // Moments in records and events, under names that say nothing of time.
                    let moment =
                        value.as_str().is_some_and(|text| text.starts_with("20") && text.ends_with('Z'));
                    // Of all desks in this program.
                    let counts = key == "revision";
                    // A package may be installed on this computer.
                    let installed = key == "hasThirdPartyNotices";
                    if (varies && value.is_string()) || moment || counts || installed {
                        *value = json!("[varies]");
                    } else {
                        walk(value);
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    walk(&mut answer);
    answer
}

#[test]
fn every_screen_is_answered_in_the_shape_it_was_written_for() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    let look = |name: &str, answer: Value| insta::assert_json_snapshot!(name, settled(answer));

    look("session_welcome", ok("session", json!({})));
    look("updates", ok("updates", json!({})));
    look("session_practice", ok("change_session", json!({ "change": "start_practice" })));
    look("settings", ok("settings", json!({})));
    let opened = ok("open_sample", json!({}));
    assert_eq!(opened["kind"], "draft");
    let id = opened["id"].clone();
    let mut draft = ok("draft", json!({ "id": id }));
    draft["banks"].as_array_mut().unwrap().truncate(2);
    look("draft", draft);
    let filter = json!({ "problem": "account_number_zero_lost", "group": null, "text": null });
    look("rows_to_fix", ok("draft_rows", json!({ "id": id, "filter": filter, "offset": 0, "limit": 1 })));
    let rows = ok(
        "draft_rows",
        json!({ "id": id, "filter": { "problem": "bank_taken_over" }, "offset": 0, "limit": 9 }),
    );
    let unknown = rows["rows"][0]["position"].clone();
    look("row_detail", ok("row_detail", json!({ "id": id, "position": unknown })));
    let refused = ask(&window, "review", json!({ "id": id, "input": null })).unwrap_err();
    look("refused_while_there_are_problems", refused);

    let fix = json!({ "kind": "accept_suggestion_alike", "code": "account_number_zero_lost" });
    ok("change_draft", json!({ "id": id, "change": fix }));
    let edit = json!({ "kind": "edit_alike", "position": unknown, "field": "bank_code", "value": "082" });
    ok("change_draft", json!({ "id": id, "change": edit }));
    let refused = ask(&window, "review", json!({ "id": id, "input": null })).unwrap_err();
    look("refused_while_warnings_are_open", refused);
    accept_warnings(&ok, &id);
    let mut review = ok("review", json!({ "id": id, "input": null }));
    let approval = approval(&id, &review);
    // Another one at each run: the profile key is made up.
    review["fingerprint"] = json!("of what is shown");
    look("review", review);
    let mut typed_wrong = approval.clone();
    typed_wrong["totals"][0]["text"] = json!("1");
    let wrong = ask(&window, "approve_and_pay", typed_wrong).unwrap_err();
    look("refused_with_another_total", wrong);
    let mut shown_otherwise = approval.clone();
    shown_otherwise["fingerprint"] = json!("of something else");
    let wrong = ask(&window, "approve_and_pay", shown_otherwise).unwrap_err();
    look("refused_with_another_fingerprint", wrong);
    ok("approve_and_pay", approval.clone());
    let again = ask(&window, "approve_and_pay", approval).unwrap_err();
    assert!(["sending_goes_on", "wrong_state"].contains(&again["code"].as_str().unwrap()), "{again}");
    wait_for(&app, || ok("payroll", json!({ "id": id }))["state"] == "closed");
    look("payroll_closed", ok("payroll", json!({ "id": id })));
    let query = json!({ "state": "Paid", "text": null, "order": "row" });
    look("payouts", ok("payouts", json!({ "id": id, "query": query, "offset": 0, "limit": 1 })));
    let mut journal = ok("journal", json!({ "id": id }));
    // The day of the test.
    journal["date"] = json!("of the last result");
    look("journal", journal);
    let query = json!({ "payroll": id, "person": null });
    let mut log = ok("audit_log", json!({ "query": query, "offset": 0, "limit": 1 }));
    // As many as there were callbacks and checks in between.
    (log["total"], log["rows"][0]["number"]) = (json!(0), json!(0));
    look("audit_log", log);
    assert_eq!(ok("check_history", json!({}))["kind"], "intact");
    let found = ok(
        "search",
        json!({ "text": ok("payouts", json!({ "id": id, "query": {
        "state": "Paid", "text": null, "order": "row"
    }, "offset": 0, "limit": 1 }))["rows"][0]["accountNumber"] }),
    );
    look("found_payment", found[0].clone());
    look("payrolls", ok("payrolls", json!({})));
    look("unknown_reports_none", ok("unknown_reports", json!({})));
    look("unresolved_none", ok("unresolved", json!({})));
    look("session_after_practice", ok("change_session", json!({ "change": "leave_practice" })));
}

/// Accepts what is left to decide, as the user does who looked at it.
fn accept_warnings(ok: &impl Fn(&str, Value) -> Value, id: &Value) {
    for problem in ok("draft", json!({ "id": id }))["problems"].as_array().unwrap() {
        if problem["severity"] == "warning" {
            let code = &problem["code"];
            let shown = &problem["count"];
            let accept = json!({
                "kind": "accept_warning_alike", "code": code, "reason": "Looked at it",
                "shown": { "count": shown, "like": null },
            });
            ok("change_draft", json!({ "id": id, "change": accept }));
        }
    }
}

/// What the Approve screen hands over.
fn approval(id: &Value, review: &Value) -> Value {
    let typed = |total: &Value| json!({ "currency": total["currency"], "text": total["sum"] });
    let totals: Vec<Value> = review["totals"].as_array().unwrap().iter().map(typed).collect();
    json!({ "id": id, "fingerprint": review["fingerprint"], "totals": totals })
}

/// The practice service ends with its desk, and the next one on the same folder pays whoever is left.
#[test]
fn a_practised_payroll_goes_on_where_it_was_left() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    ok("change_session", json!({ "change": "start_practice" }));
    let id = ok("open_sample", json!({}))["id"].clone();
    let fix = json!({ "kind": "accept_suggestion_alike", "code": "account_number_zero_lost" });
    ok("change_draft", json!({ "id": id, "change": fix }));
    let filter = json!({ "problem": "bank_taken_over" });
    let rows = ok("draft_rows", json!({ "id": id, "filter": filter, "offset": 0, "limit": 1 }));
    let unknown = rows["rows"][0]["position"].clone();
    let edit = json!({ "kind": "edit_alike", "position": unknown, "field": "bank_code", "value": "082" });
    ok("change_draft", json!({ "id": id, "change": edit }));
    accept_warnings(&ok, &id);
    let review = ok("review", json!({ "id": id, "input": null }));
    ok("approve_and_pay", approval(&id, &review));
    let paid = || {
        let outcomes = ok("payroll", json!({ "id": id }))["outcomes"].clone();
        let paid = outcomes.as_array().unwrap().iter().find(|outcome| outcome["state"] == "Paid");
        paid.map_or(0, |outcome| outcome["total"]["count"].as_u64().unwrap())
    };
    let mut before = 0;
    wait_for(&app, || {
        before = paid();
        before > 0
    });
    ok("change_session", json!({ "change": "leave_practice" }));
    let left = Timestamp::now();

    ok("change_session", json!({ "change": "start_practice" }));
    assert!(before < 300, "it was to be left in the middle");
    assert!(paid() >= before, "what was known stays known");
    wait_for(&app, || ok("payroll", json!({ "id": id }))["state"] == "closed");
    assert_eq!(paid(), 300);
    let last = ok("payroll", json!({ "id": id }))["lastOutcomeAt"].as_str().unwrap().to_owned();
    assert!(last.parse::<Timestamp>().unwrap() > left, "somebody was to be left for the second service");
    ok("change_session", json!({ "change": "leave_practice" }));
}

const DEPOT: &str =
    "Who,Where,Which,What\nAda Obi,0000014579,First Bank,1000\nBen Eze,0123456789,GTBank,2000\n";

/// A file whose columns are in doubt is asked about, its layout kept, changed and forgotten.
#[test]
fn the_mapping_screen_is_answered_in_the_shape_it_was_written_for() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    let look = |name: &str, answer: Value| insta::assert_json_snapshot!(name, settled(answer));
    ok("change_session", json!({ "change": "start_practice" }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Depot.csv");
    fs::write(&path, DEPOT).unwrap();
    let file = choose(&window, "choose_file", json!({ "file": "payroll" }), &path);
    let asks = json!({ "kind": "asks", "file": { "handle": file, "name": "Depot.csv" } });
    assert_eq!(ok("open_file", json!({ "file": file })), asks);

    let view = ok("preview_file", json!({ "file": file, "question": {} }));
    look("mapping", view.clone());
    let mapping = view["decision"]["mapping"].clone();
    let answer = json!({ "sha256": view["sha256"], "mapping": mapping, "country": null, "currency": null });
    let id = ok("open_mapped", json!({ "file": file, "answer": answer }));
    let again = ok("preview_draft_file", json!({ "id": id, "question": {} }));
    assert_eq!(again["decision"]["mapping"], mapping);
    look("remap_effect", ok("remap_effect", json!({ "id": id, "answer": answer })));
    let remap = json!({ "kind": "remap", "answer": answer });
    look("remapped", ok("change_draft", json!({ "id": id, "change": remap }))["reading"].clone());

    let layouts = ok("layouts", json!({}));
    look("layouts", layouts.clone());
    let fingerprint = layouts[0]["fingerprint"].clone();
    let change = |change: Value| ok("change_layout", json!({ "fingerprint": fingerprint, "change": change }));
    let renamed = change(json!({ "kind": "rename", "name": "Depots" }));
    assert_eq!(renamed[0]["name"], "Depots");
    let columns = json!([{ "column": "B", "field": "account_number" }, { "column": "D", "field": "amount" }]);
    let changed = change(json!({ "kind": "columns", "columns": columns }));
    assert_eq!(changed[0]["columns"][0]["field"], Value::Null);
    assert_eq!(change(json!({ "kind": "forget" })), json!([]));

    fs::remove_file(&path).unwrap();
    let moved = ask(&window, "preview_draft_file", json!({ "id": id, "question": {} })).unwrap_err();
    assert_eq!(moved["code"], "file_moved");
    ok("change_session", json!({ "change": "leave_practice" }));
}

/// Without any charge: what the service knows of a reference is asked for, shown, and becomes the known balance.
#[test]
fn the_top_up_screen_is_answered_in_the_shape_it_was_written_for() {
    let app = app();
    let window = main_window(&app);
    let ok = |command: &str, arguments: Value| ask(&window, command, arguments).unwrap();
    let look = |name: &str, answer: Value| insta::assert_json_snapshot!(name, settled(answer));
    ok("change_session", json!({ "change": "start_practice" }));
    assert_eq!(ok("balances", json!({})), json!([]));
    let look_up = |reference: &str| json!({ "lookup": { "kind": "reference", "reference": reference } });
    let found = ok("check_top_up", look_up("EBILLS-1001"));
    look("top_up_looked_up", ok("top_up", json!({ "id": found["id"] })));
    let query = json!({ "text": "ebills" });
    let listed = ok("top_ups", json!({ "query": query, "offset": 0, "limit": 10 }));
    assert_eq!((&listed["total"], &listed["rows"][0]["id"]), (&json!(1), &found["id"]));
    look("balances", ok("balances", json!({})));
    let unknown = ask(&window, "check_top_up", look_up("NOBODY-1")).unwrap_err();
    look("top_up_reference_unknown", unknown);
    let file = tempfile::tempdir().unwrap().keep().join("topups.csv");
    let list = json!({ "kind": "top_ups", "query": {}, "words": { "head.reference": "Reference" } });
    let handle = choose(&window, "choose_destination", json!({ "file": list }), &file);
    ok("save_file", json!({ "file": list, "handle": handle }));
    assert!(fs::read_to_string(&file).unwrap().contains("EBILLS-1001"));
    ok("change_session", json!({ "change": "leave_practice" }));
}

/// Passphrases go in; what comes back is what anybody may know.
#[test]
fn the_profile_key_is_backed_up_and_imported_again() {
    const PASSPHRASE: &str = "canary words for the backup";
    let app = app();
    let window = main_window(&app);
    let asked = |command: &str, arguments: Value| ask(&window, command, arguments);
    asked("change_session", json!({ "change": "start_practice" })).unwrap();
    let before = asked("profile_key", json!({})).unwrap();
    assert_eq!(before["state"], "unused");
    assert_eq!((&before["imported"], &before["backedUpAt"]), (&json!(false), &Value::Null));
    let refused =
        asked("seal_profile_key", json!({ "passphrase": PASSPHRASE, "repeated": "canary" })).unwrap_err();
    assert_eq!(refused, json!({ "code": "passphrase_refused", "data": { "reason": "differs" } }));
    let sealed =
        asked("seal_profile_key", json!({ "passphrase": PASSPHRASE, "repeated": PASSPHRASE })).unwrap();
    assert_eq!(sealed, Value::Null);
    let folder = tempfile::tempdir().unwrap();
    for (form, name) in [("file", "key.txt"), ("sheet", "sheet.html")] {
        let path = folder.path().join(name);
        let backup = json!({ "kind": "key_backup", "form": form, "words": { "sheet.title": "The sheet" } });
        let handle = choose(&window, "choose_destination", json!({ "file": backup }), &path);
        asked("save_file", json!({ "file": backup, "handle": handle })).unwrap();
        let key = asked("profile_key", json!({})).unwrap();
        assert!(key["backedUpAt"].is_string());
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(key["fingerprint"].as_str().unwrap()) && !text.contains("canary"));
    }
    let key = choose(&window, "choose_file", json!({ "file": "key_backup" }), &folder.path().join("key.txt"));
    let source = json!({ "kind": "file", "file": key });
    let look = asked("preview_key_backup", json!({ "source": source })).unwrap();
    let expected = json!({
        "profile": "Practice", "created": look["created"], "fingerprint": before["fingerprint"],
        "fit": "same_key", "replaces": false,
    });
    assert_eq!(look, expected);
    let import = |passphrase: &str| {
        asked("import_profile_key", json!({ "source": source, "passphrase": passphrase, "replace": false }))
    };
    assert_eq!(import("canary of another").unwrap_err()["code"], "key_backup_not_opened");
    assert_eq!(import(PASSPHRASE).unwrap(), "same_key");
    let typed = json!({ "source": { "kind": "typed", "text": "0400" } });
    assert_eq!(asked("preview_key_backup", typed).unwrap_err()["data"]["reason"]["kind"], "lines_missing");
}

fn charge_of(outcome: &str, amount: &str, beside: Option<&Value>) -> Value {
    let card = paysheet_practice::CARDS.iter().find(|card| card.outcome.to_string() == outcome).unwrap();
    let payer = json!({
        "firstName": "Ngozi", "lastName": "Adeyemi", "email": "ngozi@kolafoods.ng", "phone": "+2348035550142"
    });
    json!({
        "card": { "number": card.number, "expiryMonth": "12", "expiryYear": "29", "cvv": "123", "pin": null },
        "input": { "amount": amount, "currency": "NGN", "payer": payer, "beside": beside },
    })
}

/// Funded, declined, a code wrong and right, lost, and the same amount twice. The bank's page needs a real window: it
/// has its story among those of `tests/e2e`.
#[test]
fn the_card_window_charges_and_shows_what_became_of_it() {
    let app = app();
    let main = main_window(&app);
    ask(&main, "change_session", json!({ "change": "start_practice" })).unwrap();
    // There is no desktop here to open it over the main window: it is open already, and comes to the front.
    let card = WebviewWindowBuilder::new(&app, "card", tauri::WebviewUrl::default()).build().unwrap();
    ask(&main, "open_card", json!({ "prefill": { "amount": null, "currency": null } })).unwrap();
    let start = ask(&card, "card_start", json!({})).unwrap();
    assert_eq!(start["form"]["recipientSet"], true);
    assert_eq!(start["practiceCards"].as_array().unwrap().len(), paysheet_practice::CARDS.len());
    let state = || ask(&card, "card_status", json!({})).unwrap()["topUp"]["state"].clone();
    let charge = |message: &Value| ask_raw(&card, "charge_card", message);

    let funded = charge(&charge_of("success", "5000000.00", None)).unwrap();
    assert_eq!(funded["topUp"]["card"]["lastFour"], "0019");
    wait_for(&app, || state() == "Funded");
    let twice = charge(&charge_of("success", "5000000.00", None)).unwrap_err();
    assert_eq!(twice["code"], "charged_already", "{twice}");
    let earlier = twice["data"]["funding"].clone();
    charge(&charge_of("success", "5000000.00", Some(&earlier))).unwrap();
    wait_for(&app, || state() == "Funded");

    let declined = charge(&charge_of("insufficient_funds", "100.00", None)).unwrap();
    assert_eq!(declined["topUp"]["decline"], "insufficient_funds");
    assert_eq!(charge(&charge_of("otp", "200.00", None)).unwrap()["topUp"]["state"], "NeedsOtp");
    let wrong = ask_raw(&card, "submit_otp", &json!({ "otp": "999999" })).unwrap();
    assert_eq!((&wrong["topUp"]["state"], &wrong["topUp"]["otpWrong"]), (&json!("NeedsOtp"), &json!(1)));
    ask_raw(&card, "submit_otp", &json!({ "otp": "123456" })).unwrap();
    wait_for(&app, || state() == "Funded");
    assert_eq!(charge(&charge_of("lost_answer", "300.00", None)).unwrap()["topUp"]["state"], "Unknown");

    // Bytes that are no card, and a card that is not sealed, are refused without a word of what stood there.
    let odd = charge(&json!({ "card": { "number": 4_100_000_000_000_019_u64 } })).unwrap_err();
    assert_eq!(odd, json!({ "code": "value_invalid", "data": { "field": "card_number" } }));
    let good = charge_of("success", "500.00", None);
    let as_text = ask(&card, "charge_card", good.clone()).unwrap_err();
    ask(&card, "card_key", json!({})).unwrap();
    let open = send(&card, "charge_card", InvokeBody::Raw(serde_json::to_vec(&good).unwrap())).unwrap_err();
    for refused in [as_text, open] {
        assert_eq!(refused, json!({ "code": "wrong_state", "data": { "planRefused": false } }));
    }
}

#[test]
fn the_permission_names_every_command_and_no_other() {
    let bindings = fs::read_to_string("ui/src/bindings.ts").unwrap();
    let mut commands: Vec<String> = bindings
        .split("__TAURI_INVOKE<")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(">(\"")?.1.split_once('"')?.0.to_owned()))
        .collect();
    let mut permitted = permitted_commands("desk");
    permitted.extend(permitted_commands("card"));
    commands.sort();
    permitted.sort();
    assert!(commands.len() > 40, "{commands:?}");
    assert_eq!(commands, permitted);
}

/// Commands of a window, as its permission lists them.
fn permitted_commands(window: &str) -> Vec<String> {
    let permission = fs::read_to_string(format!("src-tauri/permissions/{window}.toml")).unwrap();
    let listed = permission.split("commands.allow = [").nth(1).unwrap();
    listed.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}
