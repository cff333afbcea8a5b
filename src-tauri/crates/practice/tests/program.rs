//! The service as a program: what it prints, that it answers, that it stops when asked to.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]
#![cfg(unix)]

use std::{
    io::{BufRead, BufReader, Read as _},
    process::{Child, Command, Stdio},
};

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
fn it_makes_up_a_token_and_a_lock_and_prints_them() {
    let mut child = program(&["--listen", "127.0.0.1:0"]).spawn().unwrap();
    let lines = greeting(&mut child).0;
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("token ") && lines[0].len() > 30, "{lines:?}");
    assert!(lines[1].starts_with("lock ") && lines[1].len() > 15, "{lines:?}");
}

#[test]
fn it_will_not_listen_to_the_world() {
    let ended = program(&["--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8(ended.stderr).unwrap().contains("127.0.0.1"));
}
