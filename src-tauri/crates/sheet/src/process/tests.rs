use std::{
    ffi::OsString,
    fs::File,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{child::Program, serve::parse_file, spare::Spare, worker::Worker};
use crate::formats::Content;

/// Returns a worker whose program writes a complete result and then runs `script`. It stands for a faulty reading
/// process.
fn answering(folder: &Path, script: &str) -> (Worker, PathBuf) {
    let file = folder.join("payroll.csv");
    std::fs::write(&file, "Name,Bank,Account,Amount\nAda,GTB,0123456789,100\n").unwrap();
    let answer = folder.join("answer");
    parse_file(&std::fs::read(&file).unwrap(), Content::Tables, File::create(&answer).unwrap()).unwrap();
    let script = format!("cat '{}'; {script}", answer.display());
    let arguments = ["-c".to_owned(), script].map(OsString::from).to_vec();
    (
        Worker {
            program: Program { path: "/bin/sh".into(), arguments },
            limit: Duration::from_secs(30),
            spare: Spare::default(),
        },
        file,
    )
}

#[test]
fn one_that_stays_behind_its_answer_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    for (script, expected) in [
        ("exit 0", Ok(1)),
        ("exec 1>&-; sleep 0.2", Ok(1)),
        ("exit 3", Err("reader_crashed")),
        ("exec 1>&- 2>&-; exec sleep 60", Err("reader_crashed")),
        ("exec 1>&-; exec sleep 60", Err("reader_crashed")),
    ] {
        let (worker, file) = answering(folder.path(), script);
        let started = Instant::now();
        let read = worker.cells(&file).map(|sheets| sheets.len()).map_err(|error| error.code());
        assert_eq!(read, expected, "{script}");
        assert!(started.elapsed() < worker.limit, "{script}: {:?}", started.elapsed());
    }
}

#[test]
fn half_of_a_result_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let (worker, file) = answering(folder.path(), "exit 0");
    let answer = File::options().write(true).open(folder.path().join("answer")).unwrap();
    answer.set_len(answer.metadata().unwrap().len() / 2).unwrap();
    assert_eq!(worker.cells(&file).unwrap_err().code(), "reader_crashed");
}

/// Longest that a shell may take to start and write a line.
const STARTED_WITHIN: Duration = Duration::from_secs(30);

/// Returns how often a process was started that writes a line at each start.
fn starts(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("starts")).unwrap_or_default().lines().count()
}

fn starts_become(folder: &Path, expected: usize) {
    let began = Instant::now();
    while starts(folder) != expected {
        assert!(began.elapsed() < STARTED_WITHIN, "started {} times", starts(folder));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn one_that_was_started_ahead_reads_the_next_file_and_only_that() {
    let folder = tempfile::tempdir().unwrap();
    let (worker, file) = answering(folder.path(), "exit 0");
    let count = format!("echo started >> '{}'; cat >/dev/null; ", folder.path().join("starts").display());
    let script = worker.program.arguments.iter().map(|part| part.to_str().unwrap()).next_back().unwrap();
    let arguments = vec!["-c".into(), (count + script).into()];
    let worker = Worker { program: Program { arguments, ..worker.program.clone() }, ..worker };
    worker.prepare().unwrap();
    worker.clone().prepare().unwrap();
    starts_become(folder.path(), 1);
    assert_eq!(worker.cells(&file).unwrap().len(), 1);
    assert_eq!(starts(folder.path()), 1);
    assert_eq!(worker.cells(&file).unwrap().len(), 1);
    assert_eq!(starts(folder.path()), 2);
}

#[test]
fn one_that_was_started_ahead_and_is_gone_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (worker, file) = answering(folder.path(), "exit 0");
    let started = folder.path().join("starts").display().to_string();
    let first_dies = format!("if [ ! -e '{started}' ]; then echo first > '{started}'; exit 3; fi; ");
    let script = worker.program.arguments.iter().map(|part| part.to_str().unwrap()).next_back().unwrap();
    let arguments = vec!["-c".into(), (first_dies + script).into()];
    let worker = Worker { program: Program { arguments, ..worker.program.clone() }, ..worker };
    worker.prepare().unwrap();
    starts_become(folder.path(), 1);
    // Either the dead process is noticed before the request, or only during it.
    assert_eq!(worker.cells(&file).unwrap().len(), 1);
}
