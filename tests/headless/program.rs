//! The program in a folder of its own, with the practice service beside it.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

use paysheet_domain::account::nuban;
use paysheet_practice::{Practice, PracticeConfig};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tempfile::TempDir;

/// Whose check digits the accounts have.
const BANK: &str = "058";
const HEADINGS: &str = "Name,Account number,Bank code,Amount,Country";
/// Recipients in a batch: some payrolls here have several.
const BATCH_SIZE: &str = "10";
/// For outcomes, which come at once here: the wait ends with them, and a slow machine has time.
const WAIT_S: &str = "60";
/// Where the answer to a batch may be lost: then the outcomes that are waited for never come.
const SHORT_WAIT_S: &str = "5";

/// Which service is paid through, and how long its outcomes are waited for, in seconds.
struct At<'a> {
    address: &'a str,
    wait_s: &'a str,
}

pub struct Fixture {
    pub folder: TempDir,
    pub practice: Practice,
    callbacks: String,
}

impl Fixture {
    pub async fn new() -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        let practice = Practice::start(config).await.unwrap();
        let free = TcpListener::bind((own_address(), 0)).unwrap().local_addr().unwrap();
        let callbacks = format!("http://{free}/cb");
        practice.set_callback_url(Some(callbacks.clone()));
        Self { folder: TempDir::new().unwrap(), practice, callbacks }
    }

    pub fn ledger(&self) -> PathBuf {
        self.folder.path().join("desk").join("ledger.db")
    }

    /// The user's data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Writes the workbook of so many people.
    pub fn sheet(&self, people: u32) -> PathBuf {
        let rows: Vec<String> = (0..people).map(person).collect();
        self.sheet_of(&format!("{people} people.csv"), &rows)
    }

    /// Writes a file of these rows under the headings of [`Fixture::sheet`].
    pub fn sheet_of(&self, file: &str, rows: &[String]) -> PathBuf {
        let path = self.folder.path().join(file);
        fs::write(&path, format!("{HEADINGS}\n{}\n", rows.join("\n"))).unwrap();
        path
    }

    pub fn start(&self, name: &str, sheet: &Path, more: &[&str]) -> Child {
        self.start_at(At { address: &self.practice.base_url(), wait_s: WAIT_S }, name, sheet, more)
    }

    fn start_at(&self, At { address, wait_s }: At<'_>, name: &str, sheet: &Path, more: &[&str]) -> Child {
        let hears = ["--callbacks", &self.callbacks, "--wait-s", wait_s];
        let (token, lock) = (self.practice.token(), self.practice.lock());
        self.start_with(address, &[token, lock], sheet, &[&["--name", name], &hears[..], more].concat())
    }

    /// Runs with an API key and its secret, and hears no callbacks.
    pub fn run_with_keys(&self, name: &str, sheet: &Path, more: &[&str]) -> Ended {
        let ((key, secret), lock) = (self.practice.key_and_secret(), self.practice.lock());
        let more = [&["--name", name, "--provider", "keys"], more].concat();
        let started = self.start_with(&self.practice.base_url(), &[key, secret, lock], sheet, &more);
        Ended::of(started.wait_with_output().unwrap())
    }

    /// The same with a secret that is not the key's.
    pub fn run_with_wrong_secret(&self, name: &str, sheet: &Path) -> Ended {
        let (key, lock) = (self.practice.key_and_secret().0, self.practice.lock());
        let wrong = SecretString::from("secret-canary-0123456789");
        let more = ["--name", name, "--provider", "keys"];
        let started = self.start_with(&self.practice.base_url(), &[key, &wrong, lock], sheet, &more);
        Ended::of(started.wait_with_output().unwrap())
    }

    fn start_with(&self, address: &str, secrets: &[&SecretString], sheet: &Path, more: &[&str]) -> Child {
        fs::create_dir_all(self.ledger().parent().unwrap()).unwrap();
        let mut command = Command::new(program());
        command.args(["--base-url", address, "--batch-size", BATCH_SIZE]);
        command.arg("--ledger").arg(self.ledger()).arg("--sheet").arg(sheet).args(more);
        command.env("HOME", self.data()).env("XDG_DATA_HOME", self.data());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines: String = secrets.iter().map(|secret| format!("{}\n", secret.expose_secret())).collect();
        // A program that refuses its arguments reads nothing.
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        child
    }

    /// Where the program listens for results.
    pub fn callbacks(&self) -> &str {
        &self.callbacks
    }

    /// Waits until a started program has ended.
    pub fn ended(&self, running: Child) -> Ended {
        Ended::of(running.wait_with_output().unwrap())
    }

    pub fn run(&self, name: &str, sheet: &Path, more: &[&str]) -> Ended {
        Ended::of(self.start(name, sheet, more).wait_with_output().unwrap())
    }

    /// Runs, and decides everything that is asked with its fingerprint, for this reason, until nothing is asked.
    pub fn run_and_decide(&self, name: &str, sheet: &Path, reason: &str) -> Ended {
        let mut decided: Vec<String> = Vec::new();
        for _ in 0..QUESTIONS_IN_TURN_MAX {
            let more: Vec<&str> = decided.iter().map(String::as_str).collect();
            let ended = self.run(name, sheet, &more);
            if ended.code != Some(TO_DECIDE) {
                return ended;
            }
            decided.extend(ended.decisions(reason));
        }
        panic!("{name} asks again and again: {decided:?}");
    }

    /// The same at another address.
    pub fn run_at(&self, address: &str, name: &str, sheet: &Path, more: &[&str]) -> Ended {
        Ended::of(
            self.start_at(At { address, wait_s: WAIT_S }, name, sheet, more).wait_with_output().unwrap(),
        )
    }

    /// The same on a ledger whose program was killed.
    pub fn run_after_a_kill(&self, name: &str, sheet: &Path) -> Ended {
        let at = At { address: &self.practice.base_url(), wait_s: SHORT_WAIT_S };
        let started = self.start_at(at, name, sheet, &[]);
        Ended::of(started.wait_with_output().unwrap())
    }

    /// Returns the address of a service that listed its banks, for a payroll that pays nobody, and is gone since:
    /// nothing leaves this computer.
    pub fn listing_banks_then_gone(&self) -> String {
        let listener = TcpListener::bind((own_address(), 0)).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let lists = thread::spawn(move || {
            for _ in 0..LISTS {
                answer(
                    listener.accept().unwrap().0,
                    &format!(r#"{{"status":"success","data":{{"{BANK}":"GTBank"}}}}"#),
                );
            }
        });
        let sheet = self.folder.path().join("Nobody.csv");
        fs::write(&sheet, "Name,Account number,Bank code,Amount,Country\nBola Person,123,058,0,NG\n")
            .unwrap();
        self.run_at(&address, "Nobody", &sheet, &[]);
        lists.join().unwrap();
        address
    }

    /// Runs while nothing listens at the service, whose lists of banks are known: the payroll is approved and not sent.
    pub fn run_unsent(&self, name: &str, sheet: &Path) -> Ended {
        let nobody = self.sheet_of("Nobody.csv", &[format!("Bola Person,123,{BANK},0,NG")]);
        self.run("Nobody", &nobody, &[]);
        self.practice.faults().script(["refuse@connect".parse().unwrap()]).unwrap();
        let ended = self.run(name, sheet, &[]);
        self.practice.faults().clear();
        ended
    }

    /// How often the service queued each payout, by its reference.
    pub fn queued(&self) -> BTreeMap<String, usize> {
        let mut times = BTreeMap::new();
        for reference in self.practice.queued().into_iter().flat_map(|batch| batch.payouts) {
            *times.entry(reference).or_default() += 1;
        }
        times
    }
}

/// Returns a loopback address that no other test uses: a port that is free there cannot be given to another program before
/// it is listened at, or after. macOS has a single loopback address, so there these tests run alone
/// (`.config/nextest.toml`).
fn own_address() -> Ipv4Addr {
    if cfg!(target_os = "macos") {
        return Ipv4Addr::LOCALHOST;
    }
    let [_, _, high, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, high.max(1), low, 1)
}

/// The row of a person who can be paid.
pub fn person(number: u32) -> String {
    let account = nuban(BANK, &format!("0200{:05}", 100 + number)).unwrap();
    format!("Bola Person{number},{account},{BANK},{}.00,NG", 2_000 + number)
}

/// The row of a person whose account ends so: by that, the practice service decides what becomes of the payout.
pub fn person_ending(ending: &str) -> String {
    let ends = |serial: u32| {
        let account = nuban(BANK, &format!("{serial:09}")).unwrap();
        account.ends_with(ending).then_some(account)
    };
    let account = (30_000_000..).find_map(ends).unwrap();
    format!("Ngozi Ends{ending},{account},{BANK},5000.00,NG")
}

/// Questions are asked in two steps: of the rows, and of other payrolls.
const QUESTIONS_IN_TURN_MAX: u32 = 4;
/// Exit code of a program that asks.
const TO_DECIDE: i32 = 4;

/// Lists of a country: banks and mobile money.
const LISTS: usize = 2;

fn answer(mut stream: TcpStream, body: &str) {
    let mut head = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "no request: {head}");
    }
    let length = body.len();
    write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}").unwrap();
}

/// How the program ended.
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub errors: String,
}

impl Ended {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), errors: text(output.stderr) }
    }

    /// The options that decide everything that was asked.
    pub fn decisions(&self, reason: &str) -> Vec<String> {
        let asked = self.json()["decide"].as_array().unwrap().clone();
        let text = |question: &Value, key: &str| question[key].as_str().unwrap().to_owned();
        let option =
            |question: &Value| format!("{}:{}", text(question, "kind"), text(question, "fingerprint"));
        asked
            .iter()
            .flat_map(|question| ["--decide".into(), option(question), "--reason".into(), reason.to_owned()])
            .collect()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("no JSON: {} {}", self.out, self.errors))
    }
}

fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(format!("payroll{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "cargo build -p paysheet-desk --examples builds {}", program.display());
    program
}
