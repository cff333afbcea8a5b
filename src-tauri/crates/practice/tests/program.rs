//! The service as a program: what it prints, that it answers, that it stops when asked to.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use paysheet_practice::FAULTS;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paysheet-practice"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The lines up to and with the one that says it is ready.
fn greeting(child: &mut Child) -> (Vec<String>, BufReader<&mut std::process::ChildStdout>) {
    let mut out = BufReader::new(child.stdout.as_mut().unwrap());
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with("listening on ")) {
        let mut line = String::new();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "it ended before it was ready: {lines:?}");
        lines.push(line.trim_end().to_owned());
    }
    (lines, out)
}

#[test]
fn it_says_where_it_listens_and_stops_when_terminated() {
    let mut child = program(&["--listen", "127.0.0.1:0", "--token", "T", "--lock", "L"]).spawn().unwrap();
    let process = child.id().to_string();
    let (lines, mut out) = greeting(&mut child);
    let port = lines[0].strip_prefix("listening on http://127.0.0.1:").unwrap();
    assert_ne!(port.parse::<u16>().unwrap(), 0);
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn it_makes_up_its_secrets_and_prints_them() {
    let mut child = program(&["--listen", "127.0.0.1:0"]).spawn().unwrap();
    let lines = greeting(&mut child).0;
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lines.len(), 5);
    for (line, name, chars) in [
        (&lines[0], "token ", 30),
        (&lines[1], "lock ", 15),
        (&lines[2], "key ", 30),
        (&lines[3], "secret ", 30),
    ] {
        assert!(line.starts_with(name) && line.len() > chars, "{lines:?}");
    }
}

#[test]
fn it_will_not_listen_to_the_world() {
    let ended = program(&["--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8(ended.stderr).unwrap().contains("127.0.0.1"));
}

/// What comes back for a batch that is none; nothing where the connection was reset.
fn answer(line: &str) -> String {
    let mut stream = TcpStream::connect(line.strip_prefix("listening on http://").unwrap()).unwrap();
    let head =
        "POST /v1/disburse/queue HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
    let _ = stream.write_all(head.as_bytes());
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn it_misbehaves_as_it_is_told_and_then_no_more() {
    let mut child = program(&["--listen", "127.0.0.1:0", "--fault", "503@read:2", "--fault", "reset@wait"])
        .args(["--fault", "429@read", "--fault-seed", "5"])
        .spawn()
        .unwrap();
    let lines = greeting(&mut child).0;
    let address = lines.last().unwrap();
    let answers: Vec<_> = (0..5).map(|_| answer(address)).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let expected = [
        "HTTP/1.1 503 Service Unavailable",
        "HTTP/1.1 503 Service Unavailable",
        "",
        "HTTP/1.1 429 Too Many Requests",
        "HTTP/1.1 401 Unauthorized",
    ];
    assert_eq!(answers, expected);
}

#[test]
fn it_lists_the_faults_and_ends() {
    let ended = program(&["--faults"]).output().unwrap();
    assert!(ended.status.success());
    assert_eq!(String::from_utf8(ended.stdout).unwrap(), FAULTS);
}

#[test]
fn it_lists_the_cards_and_ends() {
    let ended = program(&["--cards"]).output().unwrap();
    assert!(ended.status.success());
    let cards: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    let card =
        |outcome: &str| cards.as_array().unwrap().iter().find(|card| card["outcome"] == outcome).unwrap();
    for outcome in ["success", "otp", "redirect", "redirect_page", "declined", "lost_answer"] {
        assert_eq!(card(outcome)["number"].as_str().unwrap().len(), 16, "{outcome}");
    }
    assert_eq!((&card("otp")["otp"], card("success")["otp"].is_null()), (&"123456".into(), true));
}

#[test]
fn it_will_not_start_with_a_fault_that_cannot_be() {
    for (arguments, why) in [
        (["--fault", "garbage@connect"], "it can at read"),
        (["--fault", "reset"], "KIND@PHASE"),
        (["--fault", "reset@send:0"], "is no count"),
        (["--fault", "tls_expired@connect"], "--tls"),
    ] {
        let ended = program(&["--listen", "127.0.0.1:0"]).args(arguments).output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(ended.stderr).unwrap().contains(why), "{arguments:?}");
        assert!(ended.stdout.is_empty());
    }
}

#[test]
fn it_speaks_tls_and_writes_down_whom_to_trust() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root.pem");
    let mut child = program(&["--listen", "127.0.0.1:0", "--tls-root"]).arg(&root).spawn().unwrap();
    let lines = greeting(&mut child).0;
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines.last().unwrap().starts_with("listening on https://127.0.0.1:"), "{lines:?}");
    assert!(fs::read_to_string(root).unwrap().starts_with("-----BEGIN CERTIFICATE-----"));
}
