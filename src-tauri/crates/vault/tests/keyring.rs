//! The vault against a real keychain: gnome-keyring in a private D-Bus session and a home of its own, so that the
//! keychain of whoever runs the tests is never touched. Each test runs itself again inside such a session, where it does
//! its work.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a test without its ground to stand on has failed")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use paysheet_vault::{SecretKind, Vault, VaultError};
use secrecy::{ExposeSecret, SecretString};

const MARKER: &str = "PAYSHEET_PRIVATE_SESSION";
const DAEMON: &str =
    r#"printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@""#;
const PROFILE: &str = "acme-ng";

#[test]
fn secrets_are_kept_given_back_and_forgotten() {
    in_a_private_session("secrets_are_kept_given_back_and_forgotten", || {
        let vault = open().expect("a keychain");
        assert!(vault.get(PROFILE, SecretKind::Token).expect("a look").is_none());
        vault.forget(PROFILE, SecretKind::Token).expect("forgetting nothing is fine");

        put(&vault, SecretKind::Token, "first");
        put(&vault, SecretKind::Token, "token ü 3.1");
        put(&vault, SecretKind::Lock, "lock");
        assert_eq!(shown(&vault, SecretKind::Token).as_deref(), Some("token ü 3.1"));
        assert_eq!(shown(&vault, SecretKind::Lock).as_deref(), Some("lock"));
        assert!(!vault.is_set("other", SecretKind::Token).expect("a look"), "profiles are apart");
        assert!(!vault.is_set(PROFILE, SecretKind::ProfileKey).expect("a look"));

        vault.forget(PROFILE, SecretKind::Token).expect("forgotten");
        assert_eq!(shown(&vault, SecretKind::Token), None);
        assert_eq!(shown(&open().expect("a keychain"), SecretKind::Lock).as_deref(), Some("lock"));
    });
}

#[test]
fn a_secret_longer_than_an_entry_is_in_a_file_that_only_the_entry_opens() {
    /// As on Windows.
    const ENTRY_BYTES_MAX: usize = 2_560;

    in_a_private_session("a_secret_longer_than_an_entry_is_in_a_file_that_only_the_entry_opens", || {
        let long = "canary ü".repeat(888);
        let vault = Vault::open_with_entries(&folder(), Some(ENTRY_BYTES_MAX)).expect("a keychain");
        put(&vault, SecretKind::Token, &long);
        put(&vault, SecretKind::Lock, "lock");
        assert_eq!(shown(&vault, SecretKind::Token).as_deref(), Some(long.as_str()));
        assert_eq!(shown(&open().expect("a keychain"), SecretKind::Token).as_deref(), Some(long.as_str()));
        let files: Vec<_> = fs::read_dir(folder()).expect("the folder").collect();
        let [Ok(file)] = files.as_slice() else { panic!("one file: {files:?}") };
        let bytes = fs::read(file.path()).expect("the file");
        assert!(!bytes.windows("canary".len()).any(|part| part == b"canary"));

        fs::remove_file(file.path()).expect("removed");
        assert!(matches!(vault.get(PROFILE, SecretKind::Token), Err(VaultError::FileLost)));
        assert!(!vault.is_set(PROFILE, SecretKind::Token).expect("a look"), "it is to be entered again");
        put(&vault, SecretKind::Token, &long);
        vault.forget(PROFILE, SecretKind::Token).expect("forgotten");
        assert_eq!(shown(&vault, SecretKind::Token), None);
        assert_eq!(fs::read_dir(folder()).expect("the folder").count(), 0);
    });
}

#[test]
fn a_tokio_worker_can_use_the_vault() {
    in_a_private_session("a_tokio_worker_can_use_the_vault", || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let vault = open().expect("opened on a thread that drives a runtime");
            let worker = vault.clone();
            let put = tokio::task::spawn_blocking(move || put(&worker, SecretKind::Lock, "lock"));
            put.await.expect("no panic");
            assert_eq!(shown(&vault, SecretKind::Lock).as_deref(), Some("lock"));
        });
    });
}

#[test]
fn a_keychain_that_was_restarted_is_used_as_it_is_now() {
    // The new daemon takes the name on the bus a moment after it has started; until then it may be the old one's.
    const RESTART: &str = "\
        owner() { \
            dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
                org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets 2>/dev/null; \
        }; \
        old=$(owner) && \
        printf test | gnome-keyring-daemon --replace --unlock --components=secrets >/dev/null && \
        until new=$(owner) && [ \"$new\" != \"$old\" ]; do :; done";

    in_a_private_session("a_keychain_that_was_restarted_is_used_as_it_is_now", || {
        let vault = open().expect("a keychain");
        put(&vault, SecretKind::Token, "token");
        let restarted = Command::new("sh").args(["-c", RESTART]).status().expect("a shell");
        assert!(restarted.success());
        assert_eq!(shown(&vault, SecretKind::Token).as_deref(), Some("token"));
        put(&vault, SecretKind::Lock, "lock");
    });
}

#[test]
fn a_locked_keychain_is_told_from_an_absent_secret() {
    use secret_service::{EncryptionType, blocking::SecretService};

    in_a_private_session("a_locked_keychain_is_told_from_an_absent_secret", || {
        let vault = open().expect("a keychain");
        put(&vault, SecretKind::Token, "token");
        let service = SecretService::connect(EncryptionType::Plain).expect("the keychain");
        service.get_default_collection().expect("a collection").lock().expect("locked");

        // Nobody can answer the prompt in this session, so it counts as dismissed.
        let read = vault.get(PROFILE, SecretKind::Token);
        assert!(matches!(read, Err(VaultError::Locked)), "{:?}", read.err());
        let kept = vault.put(PROFILE, SecretKind::Lock, &SecretString::from("lock"));
        assert!(matches!(kept, Err(VaultError::Locked)), "{kept:?}");
    });
}

#[test]
fn without_a_session_bus_nothing_is_kept_anywhere() {
    if is_private() {
        assert!(matches!(open(), Err(VaultError::NoKeychain)));
        return;
    }
    let home = tempfile::tempdir().expect("a home");
    let test = "without_a_session_bus_nothing_is_kept_anywhere";
    assert_success(&again(Command::new(this_program()), test, home.path()));
    let left: Vec<_> = fs::read_dir(home.path()).expect("the home").collect();
    assert!(left.is_empty(), "files appeared: {left:?}");
}

fn open() -> Result<Vault, VaultError> {
    Vault::open(&folder())
}

/// The folder of secrets that are longer than an entry, in the private home.
fn folder() -> PathBuf {
    PathBuf::from(std::env::var_os("HOME").expect("a home")).join("secrets")
}

fn put(vault: &Vault, kind: SecretKind, secret: &str) {
    vault.put(PROFILE, kind, &SecretString::from(secret)).expect("kept");
}

fn shown(vault: &Vault, kind: SecretKind) -> Option<String> {
    vault.get(PROFILE, kind).expect("a look").map(|secret| secret.expose_secret().to_owned())
}

/// Returns whether this process runs inside a private session, or without any, so that it does not see the keychain of
/// whoever runs the tests.
fn is_private() -> bool {
    std::env::var_os(MARKER).is_some()
}

fn this_program() -> std::path::PathBuf {
    std::env::current_exe().expect("this test program")
}

/// Runs the story in a private session: the test of this name starts itself again there.
fn in_a_private_session(test: &str, story: fn()) {
    if is_private() {
        return story();
    }
    let home = tempfile::tempdir().expect("a home");
    let mut session = Command::new("dbus-run-session");
    session.args(["--", "sh", "-c", DAEMON]).arg(this_program());
    assert_success(&again(session, test, home.path()));
}

/// Runs a test again with nothing of this session in its environment but the search path.
fn again(mut program: Command, test: &str, home: &Path) -> Output {
    let runtime = tempfile::tempdir().expect("a runtime folder");
    fs::set_permissions(runtime.path(), fs::Permissions::from_mode(0o700)).expect("a private folder");
    program
        .args(["--exact", test, "--nocapture"])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", runtime.path())
        .env(MARKER, "1")
        .output()
        .unwrap_or_else(|error| {
            panic!("dbus-run-session and gnome-keyring-daemon must be installed: {error}")
        })
}

fn assert_success(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{said}\n{complained}\n(needs dbus-run-session and gnome-keyring-daemon)"
    );
    assert!(said.contains("1 passed"), "the story did not run: {said}");
}
