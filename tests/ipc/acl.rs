//! Who may call what: every command there is, from every window, from every origin a page can have there. What is
//! not listed here is denied, by the application's own permissions.

use std::{
    collections::BTreeSet,
    fs,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tauri::{
    App, Manager, WebviewWindow, WebviewWindowBuilder,
    ipc::{CallbackFn, CapabilityBuilder, InvokeBody, InvokeError, InvokeResponse},
    test::{INVOKE_KEY, MockRuntime},
    webview::InvokeRequest,
};

use super::{app, main_window, permitted_commands};

/// Labels of all windows there are, and of one that somebody might add without a thought.
const WINDOWS: [&str; 5] = ["main", "card", "three-d-secure-1", "three-d-secure-1-popup", "other"];

/// Where Paysheet's own pages come from on this system.
const LOCAL: &str = "tauri://localhost/";

/// Origins that pages and their frames can have, and some that look like Paysheet's own.
const FOREIGN: [&str; 20] = [
    "https://acs.bank.com/3ds",
    "http://127.0.0.1:4242/3ds",
    // The development server of `cargo xtask dev`.
    "http://127.0.0.1:5173/",
    "http://localhost/",
    "http://localhost:1420/",
    "https://localhost/",
    "https://return.paysheet.invalid/top-up/0",
    "https://tauri.localhost.bank.com/",
    "https://tauri.localhos.t/",
    "tauri://localhost.bank.com/",
    "tauri://bank.com/",
    "tauri://card/",
    "tauris://localhost/",
    "ipc.localhost://localhost/",
    "http://ipc.localhost.bank.com/",
    "file:///usr/share/paysheet/index.html",
    "about:blank",
    "about:srcdoc",
    "data:text/html,x",
    "blob:https://acs.bank.com/0",
];

/// A call as a page makes it, and what came of it: an answer, an error, or nothing at all.
fn call(
    window: &WebviewWindow<MockRuntime>,
    command: &str,
    origin: &str,
    key: &str,
) -> Option<Result<(), String>> {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: origin.parse().unwrap(),
        body: InvokeBody::default(),
        headers: tauri::http::HeaderMap::default(),
        invoke_key: key.to_owned(),
    };
    let answered = Arc::new(Mutex::new(None));
    let answer = Arc::clone(&answered);
    window.as_ref().clone().on_message(
        request,
        Box::new(move |_, _, response, _, _| {
            *answer.lock().unwrap() = Some(match response {
                InvokeResponse::Ok(_) => Ok(()),
                InvokeResponse::Err(InvokeError(error)) => Err(error.to_string()),
            });
        }),
    );
    answered.lock().unwrap().take()
}

/// Every command of Tauri, its plugins and the desk, by the name a page calls it with.
fn every_command() -> BTreeSet<String> {
    let manifests: Value =
        serde_json::from_str(&fs::read_to_string("gen/schemas/acl-manifests.json").unwrap()).unwrap();
    let mut commands = BTreeSet::new();
    for (plugin, manifest) in manifests.as_object().unwrap() {
        let permissions = manifest["permissions"].as_object().unwrap().values();
        for command in permissions.flat_map(|permission| permission["commands"]["allow"].as_array().unwrap())
        {
            let command = command.as_str().unwrap();
            commands.insert(match plugin.as_str() {
                "__app-acl__" => command.to_owned(),
                plugin => format!("plugin:{}|{command}", plugin.trim_start_matches("core:")),
            });
        }
    }
    commands
}

/// What a window's own page may call. The bank's page, its popup and any other window: nothing.
fn listed(window: &str) -> BTreeSet<String> {
    let own = match window {
        "main" => permitted_commands("desk"),
        "card" => permitted_commands("card"),
        _ => return BTreeSet::new(),
    };
    let events = ["plugin:event|listen", "plugin:event|unlisten"].map(str::to_owned);
    own.into_iter().chain(events).collect()
}

fn windows(app: &App<MockRuntime>) -> Vec<WebviewWindow<MockRuntime>> {
    let open = |label| match label {
        "main" => main_window(app),
        label => WebviewWindowBuilder::new(app, label, tauri::WebviewUrl::default()).build().unwrap(),
    };
    WINDOWS.into_iter().map(open).collect()
}

fn is_denied(answer: Option<&Result<(), String>>) -> bool {
    matches!(answer, Some(Err(error)) if error.contains("not allowed"))
}

#[test]
fn what_is_not_listed_for_a_window_and_its_own_page_is_denied() {
    let app = app();
    let commands = every_command();
    assert!(commands.len() > 250, "{}", commands.len());
    for window in windows(&app) {
        let listed = listed(window.label());
        assert!(listed.is_subset(&commands), "{:?}", listed.difference(&commands).collect::<Vec<_>>());
        for command in commands.difference(&listed) {
            let answer = call(&window, command, LOCAL, INVOKE_KEY);
            assert!(is_denied(answer.as_ref()), "{command} in {}: {answer:?}", window.label());
        }
        for origin in FOREIGN {
            for command in &commands {
                let answer = call(&window, command, origin, INVOKE_KEY);
                assert!(
                    is_denied(answer.as_ref()),
                    "{command} in {} from {origin}: {answer:?}",
                    window.label()
                );
            }
        }
    }
}

/// Only Rust opens dialogs: no window has the permission, and with it there would still be no such command.
#[test]
fn no_page_can_open_a_dialog() {
    let app = app();
    let commands = every_command();
    let dialogs: Vec<_> = commands.iter().filter(|command| command.starts_with("plugin:dialog|")).collect();
    for command in ["open", "save", "message"].map(|name| format!("plugin:dialog|{name}")) {
        assert!(dialogs.contains(&&command), "{command} is not in {dialogs:?}");
    }
    let windows = windows(&app);
    let refused = |because: &str| {
        for (window, command) in windows.iter().flat_map(|window| dialogs.iter().map(move |it| (window, it)))
        {
            let answer = call(window, command, LOCAL, INVOKE_KEY);
            let is_refused = matches!(&answer, Some(Err(error)) if error.contains(because));
            assert!(is_refused, "{command} in {}: {answer:?}", window.label());
        }
    };
    refused("not allowed");
    app.add_capability(CapabilityBuilder::new("dialogs").window("*").permission("dialog:default")).unwrap();
    refused("not found");
}

/// A development build shows the pages of a server instead: `cargo xtask dev` alone makes one.
#[test]
fn the_windows_show_the_bundled_pages() {
    assert!(!tauri::is_dev(), "built without the feature custom-protocol");
    const { assert!(!cfg!(feature = "dev")) };
    let app = app();
    assert_eq!(app.config().build.dev_url, None);
    for window in windows(&app) {
        assert_eq!(window.url().unwrap().as_str().trim_end_matches('/'), LOCAL.trim_end_matches('/'));
    }
}

/// Frames of our own pages there cannot be: their policy allows none. Frames of the bank's pages are in the table
/// above, key or no key; where the system gives them none, they are not even answered.
#[test]
fn a_frame_is_not_answered_and_our_own_pages_have_none() {
    let conf: Value = serde_json::from_str(&fs::read_to_string("tauri.conf.json").unwrap()).unwrap();
    let policy = conf["app"]["security"]["csp"].as_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("frame") && !policy.contains("child"));
    let app = app();
    for window in windows(&app) {
        for command in every_command() {
            for origin in [LOCAL, "https://acs.bank.com/3ds", "about:srcdoc"] {
                let answer = call(&window, &command, origin, "");
                assert_eq!(answer, None, "{command} in {} from {origin}", window.label());
            }
        }
    }
}

#[test]
fn capabilities_name_two_windows_no_address_and_one_way_to_charge() {
    let read = |path: &std::path::Path| fs::read_to_string(path).unwrap();
    let mut names = Vec::new();
    for entry in fs::read_dir("src-tauri/capabilities").unwrap() {
        let path = entry.unwrap().path();
        let capability: Value = serde_json::from_str(&read(&path)).unwrap();
        let name = capability["identifier"].as_str().unwrap().to_owned();
        let fields: BTreeSet<&str> = capability.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["$schema", "identifier", "description", "windows", "permissions"];
        // Neither `remote` nor `webviews` nor a platform of its own.
        assert_eq!(fields, known.into_iter().collect(), "{name}");
        assert_eq!(
            capability["windows"],
            serde_json::json!([name]),
            "{name}: its own window, and no pattern"
        );
        let permissions = capability["permissions"].as_array().unwrap();
        let charges = permissions.iter().any(|permission| permission == "card");
        assert_eq!(charges, name == "card", "{name}");
        names.push(name);
    }
    names.sort();
    assert_eq!(names, ["card", "main"]);
    // As they are built in, with whatever else would have added to them.
    let built: Value = serde_json::from_str(&read("gen/schemas/capabilities.json".as_ref())).unwrap();
    let built: Vec<&String> = built.as_object().unwrap().keys().collect();
    assert_eq!(built, ["card", "main"]);
    let charging = ["charge_card", "submit_otp"].map(str::to_owned);
    assert!(charging.iter().all(|command| permitted_commands("card").contains(command)));
    assert!(!charging.iter().any(|command| permitted_commands("desk").contains(command)));
    assert!(!read("tauri.conf.json".as_ref()).contains("capabilities"), "all of them are files");
}
