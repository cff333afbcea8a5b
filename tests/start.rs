//! The real program where it cannot start: it says why, and what to do.
#![cfg(target_os = "linux")]

use std::{fs, process::Command};

#[test]
fn without_a_display_it_ends_with_a_message_that_has_the_way_out() {
    // None at all, and one that does not answer.
    for display in ["", ":4711"] {
        let home = tempfile::tempdir().expect("a folder");
        let ended = Command::new(env!("CARGO_BIN_EXE_paysheet"))
            .env_clear()
            .env("HOME", home.path())
            .env("XDG_DATA_HOME", home.path())
            // A display of Wayland is also looked for in this folder.
            .env("XDG_RUNTIME_DIR", home.path())
            .env("DISPLAY", display)
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(1), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        for part in
            ["Paysheet could not start", "Nothing was sent and nobody was paid", "DISPLAY", "in the folder "]
        {
            assert!(said.contains(part), "{said}");
        }
        let log = home.path().join("app.paysheet.desk/log/paysheet.log");
        let log = fs::read_to_string(log).expect("the log that the message names");
        assert!(log.contains("DisplayMissing"), "{log}");
    }
}
