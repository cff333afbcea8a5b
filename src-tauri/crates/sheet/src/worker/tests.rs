use std::time::Instant;

use super::*;

/// A program that answers in full, as `script` goes on; it stands in for a reading process gone wrong.
fn answering(folder: &Path, script: &str) -> (Worker, PathBuf) {
    let file = folder.join("payroll.csv");
    std::fs::write(&file, "Name,Bank,Account,Amount\nAda,GTB,0123456789,100\n").unwrap();
    let answer = folder.join("answer");
    take_apart(&std::fs::read(&file).unwrap(), File::create(&answer).unwrap()).unwrap();
    let script = format!("cat '{}'; {script}", answer.display());
    let arguments = ["-c".to_owned(), script].map(OsString::from).to_vec();
    (Worker { program: "/bin/sh".into(), arguments, limit: Duration::from_secs(30) }, file)
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
        assert!(started.elapsed() < END_GRACE * 3, "{script}: {:?}", started.elapsed());
    }
}
