//! A desk with a ledger on the disk, the practice service behind a line that can be made to fail, and people to
//! pay. Everything is real but the network's faults, and those are made with real sockets.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fs,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{
    AppError, Desk, DeskConfig, DeskError, DeskEvent, ErrorCode, ReadOptions, Recovery, Timeouts, Worker,
    clock::Clock,
    profile::{KeyHome, Profile, SecretsHome},
    view::{
        PayoutFilter, PayrollStatus, QuestionDecision, ReviewInput, ReviewView, RowFilter, TrackView,
        TypedTotal,
    },
};
use paysheet_domain::{BatchState, Country, PayoutState, Severity, money::Total};
use paysheet_practice::{Practice, PracticeConfig};
use paysheet_vault::SecretKind;
use secrecy::SecretString;
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::{Notify, broadcast, watch},
    task::JoinHandle,
    time::{error::Elapsed, sleep, timeout},
};

/// Longest that anything may take before the story has failed.
pub const WAIT: Duration = Duration::from_secs(30);
/// A desk that takes no slow machine for a silent service: a story may do much while an answer is held.
pub const PATIENT: Timeouts = Timeouts { connect_ms: 2_000, submit_ms: 60_000, read_ms: 5_000 };
/// A desk that soon gives up an answer that never comes.
pub const IMPATIENT: Timeouts = Timeouts { submit_ms: 4_000, ..PATIENT };
/// Between two looks where no event says that something changed.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
const LOOK_AGAIN_SOON: Duration = Duration::from_millis(20);
/// Connections that wait to be accepted.
const BACKLOG: u32 = 128;
const SUBMIT_PATH: &str = "/v1/disburse/queue";
const CHARGE_PATH: &str = "/v1/transfer/card";

/// It is always the same morning in November.
pub struct OneMorning;

impl Clock for OneMorning {
    fn now(&self) -> Timestamp {
        "2026-11-20T08:30:00Z".parse().unwrap()
    }
}

/// A clock that goes on only when it is told to; it begins with the morning.
#[derive(Clone, Default)]
pub struct HandClock(Arc<Mutex<Passed>>);

#[derive(Default)]
struct Passed {
    since_the_morning: SignedDuration,
    /// Passes each time the clock is read.
    at_each_look: SignedDuration,
}

impl HandClock {
    pub fn pass_s(&self, seconds: i64) {
        self.0.lock().unwrap().since_the_morning += SignedDuration::from_secs(seconds);
    }

    pub fn pass_days(&self, days: i64) {
        self.pass_s(days * 24 * 60 * 60);
    }

    /// From now on the machine sleeps so long after each time the clock is read.
    pub fn sleep_after_each_look_min(&self, minutes: i64) {
        self.0.lock().unwrap().at_each_look = SignedDuration::from_mins(minutes);
    }

    pub fn pass_min(&self, minutes: i64) {
        self.pass_s(minutes * 60);
    }

    /// So many seconds after the morning's beginning.
    pub fn at_s(&self, seconds: i64) -> Timestamp {
        OneMorning.now() + SignedDuration::from_secs(seconds)
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        let mut passed = self.0.lock().unwrap();
        let now = OneMorning.now() + passed.since_the_morning;
        let slept = passed.at_each_look;
        passed.since_the_morning += slept;
        now
    }
}

/// A token as services make them: it says when it ends.
pub fn lasting_until(at: Timestamp) -> SecretString {
    let part = |value: Value| data_encoding::BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let (head, claims) =
        (serde_json::json!({ "alg": "HS256" }), serde_json::json!({ "exp": at.as_second() }));
    SecretString::from(format!("{}.{}.{}", part(head), part(claims), part(serde_json::json!("signed"))))
}

/// Somebody to be paid.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub account: String,
    pub bank: String,
    pub amount: String,
    pub country: String,
}

impl Person {
    pub fn new(name: &str, account: &str, amount: &str) -> Self {
        Self {
            name: name.to_owned(),
            account: account.to_owned(),
            bank: "058".to_owned(),
            amount: amount.to_owned(),
            country: "NG".to_owned(),
        }
    }

    pub fn of(country: &str, bank: &str, account: &str) -> Self {
        let name = format!("Person of {country} {}", account.chars().rev().collect::<String>());
        Self { country: country.to_owned(), bank: bank.to_owned(), ..Self::new(&name, account, "700.00") }
    }
}

/// So many people whom the practice service pays without further ado; the first one gets 1,000 naira, each
/// further one a naira more.
pub fn people(count: u32) -> Vec<Person> {
    let person = |n: u32| {
        Person::new(&format!("Ada Person{n}"), &format!("01000{n:03}99"), &format!("{}.00", 1_000 + n))
    };
    (0..count).map(person).collect()
}

pub fn write_sheet(path: &Path, people: &[Person]) {
    let mut text = "Name,Account number,Bank code,Amount,Country\n".to_owned();
    for Person { name, account, bank, amount, country } in people {
        text.push_str(&format!("{name},{account},{bank},{amount},{country}\n"));
    }
    fs::write(path, text).unwrap();
}

/// What happens to a submission on the line.
#[derive(Clone)]
pub enum Then {
    /// The service gets it, and its answer comes back.
    Pass,
    /// The service gets it; the connection ends before its answer.
    LoseTheAnswer,
    /// The service gets it; its answer waits.
    HoldTheAnswer(Arc<Notify>),
    /// The service gets nothing; this is answered.
    Answer(u16, String),
    /// The service gets nothing; the answer breaks off after its head.
    Cut,
    /// The service gets nothing; the connection is reset.
    Reset,
    /// The service gets nothing, and nothing is answered.
    Hang,
}

/// The line between desk and service.
pub struct Line {
    pub url: String,
    carrier: Arc<Carrier>,
    /// Takes connections, while somebody listens.
    taking: Mutex<Option<JoinHandle<()>>>,
    /// Holds the port while nobody listens: the system would give it to another program, which would answer.
    held: Mutex<Option<TcpSocket>>,
}

/// What the connections of a line share.
#[derive(Default)]
struct Carrier {
    service: String,
    script: Mutex<VecDeque<Then>>,
    /// What happens to the next charges of cards; those after them pass.
    charges: Mutex<VecDeque<Then>>,
    sent: Mutex<Vec<Vec<u8>>>,
    /// Answers to other calls in the service's place, by the address after the host.
    instead: Mutex<HashMap<String, (u16, String)>>,
    /// What was asked that was no submission: the head and the body.
    asked: Mutex<Vec<(String, Vec<u8>)>>,
    /// How many messages came over the line.
    carried: watch::Sender<u64>,
}

impl Line {
    pub async fn to(service: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let line = Self {
            url,
            carrier: Arc::new(Carrier { service, ..Carrier::default() }),
            taking: Mutex::default(),
            held: Mutex::default(),
        };
        line.take_from(listener);
        line
    }

    fn take_from(&self, listener: TcpListener) {
        let carrier = Arc::clone(&self.carrier);
        let taking = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let carrier = Arc::clone(&carrier);
                tokio::spawn(async move {
                    let _ = carry(stream, &carrier).await;
                });
            }
        });
        *self.taking.lock().unwrap() = Some(taking);
    }

    /// Nobody listens from now on: connections are refused.
    pub async fn hang_up(&self) {
        let taking = self.taking.lock().unwrap().take().unwrap();
        taking.abort();
        let _ = taking.await;
        let socket = TcpSocket::new_v4().unwrap();
        // As the listener does: connections that have just ended do not block the port.
        #[cfg(unix)]
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.url.strip_prefix("http://").unwrap().parse().unwrap()).unwrap();
        *self.held.lock().unwrap() = Some(socket);
    }

    /// Somebody listens again, at the same address.
    pub async fn pick_up(&self) {
        let socket = self.held.lock().unwrap().take().unwrap();
        self.take_from(socket.listen(BACKLOG).unwrap());
    }

    /// The banks, and no wallets, that the service lists for a country from now on.
    pub fn list_banks(&self, country: &str, banks: &Value) {
        let mut instead = self.carrier.instead.lock().unwrap();
        for (kind, data) in [("", banks.clone()), ("&type=mobile", serde_json::json!({}))] {
            let answer = serde_json::json!({ "status": "success", "data": data });
            instead.insert(format!("/v1/banks?country={country}{kind}"), (200, answer.to_string()));
        }
    }

    /// What is answered from now on at an address that the practice service does not know.
    pub fn answer_at(&self, path: &str, status: u16, answer: &Value) {
        let mut instead = self.carrier.instead.lock().unwrap();
        instead.insert(path.to_owned(), (status, answer.to_string()));
    }

    /// What is answered from now on to questions at an address whose body contains a text.
    pub fn answer_about(&self, path: &str, text: &str, status: u16, answer: &Value) {
        let mut instead = self.carrier.instead.lock().unwrap();
        instead.insert(format!("{path}\n{text}"), (status, answer.to_string()));
    }

    /// Head and body of what was asked at an address, in order.
    pub fn asked_at(&self, path: &str) -> Vec<(String, Value)> {
        let asked = self.carrier.asked.lock().unwrap();
        let there = asked.iter().filter(|(head, _)| head.split(' ').nth(1) == Some(path));
        there.map(|(head, body)| (head.clone(), serde_json::from_slice(body).unwrap())).collect()
    }

    /// Heads alone, of calls without a body.
    pub fn heads_at(&self, path: &str) -> Vec<String> {
        let asked = self.carrier.asked.lock().unwrap();
        let there = asked.iter().filter(|(head, _)| head.split(' ').nth(1) == Some(path));
        there.map(|(head, _)| head.clone()).collect()
    }

    /// What happens to the next submissions; those after them pass.
    pub fn next(&self, then: impl IntoIterator<Item = Then>) {
        self.carrier.script.lock().unwrap().extend(then);
    }

    /// The same for charges of cards.
    pub fn next_charge(&self, then: Then) {
        self.carrier.charges.lock().unwrap().push_back(then);
    }

    /// Charges that left the desk, whatever became of them.
    pub fn charges_sent(&self) -> usize {
        self.asked_at(CHARGE_PATH).len()
    }

    pub async fn until_charged(&self, count: usize) {
        self.until_carried(|| self.charges_sent() >= count).await.expect("it was never charged");
    }

    /// Bodies of all submissions that left the desk, whatever became of them.
    pub fn sent(&self) -> Vec<Vec<u8>> {
        self.carrier.sent.lock().unwrap().clone()
    }

    /// The same, read.
    pub fn sent_values(&self) -> Vec<Value> {
        self.sent().iter().map(|body| serde_json::from_slice(body).unwrap()).collect()
    }

    pub async fn until_sent(&self, count: usize) {
        self.until_carried(|| self.sent().len() >= count).await.expect("it was never sent");
    }

    async fn until_carried(&self, done: impl Fn() -> bool) -> Result<(), Elapsed> {
        let mut carried = self.carrier.carried.subscribe();
        timeout(WAIT, carried.wait_for(|_| done())).await.map(drop)
    }
}

/// Returns what is answered in place of the practice service: first what is about a text of the body.
fn answer_instead(
    answers: &HashMap<String, (u16, String)>,
    path: &str,
    body: &[u8],
) -> Option<(u16, String)> {
    let body = String::from_utf8_lossy(body);
    let is_about =
        |key: &String| key.split_once('\n').is_some_and(|(at, text)| at == path && body.contains(text));
    let about = answers.iter().find(|(key, _)| is_about(key)).map(|(_, answer)| answer);
    about.or_else(|| answers.get(path)).cloned()
}

async fn carry(mut stream: TcpStream, carrier: &Carrier) -> std::io::Result<()> {
    let service = &carrier.service;
    let (head, body) = read_message(&mut stream).await?;
    let path = head.split(' ').nth(1).unwrap();
    let instead = answer_instead(&carrier.instead.lock().unwrap(), path, &body);
    let then = if path == SUBMIT_PATH {
        carrier.sent.lock().unwrap().push(body.clone());
        carrier.script.lock().unwrap().pop_front().unwrap_or(Then::Pass)
    } else {
        carrier.asked.lock().unwrap().push((head.clone(), body.clone()));
        let scripted = (path == CHARGE_PATH).then(|| carrier.charges.lock().unwrap().pop_front()).flatten();
        let instead = instead.map_or(Then::Pass, |(status, text)| Then::Answer(status, text));
        scripted.unwrap_or(instead)
    };
    carrier.carried.send_modify(|carried| *carried += 1);
    match then {
        Then::Pass => {
            let answer = pass(service, &head, &body).await?;
            stream.write_all(&answer).await?;
        }
        Then::LoseTheAnswer => drop(pass(service, &head, &body).await?),
        Then::HoldTheAnswer(until) => {
            let answer = pass(service, &head, &body).await?;
            until.notified().await;
            stream.write_all(&answer).await?;
        }
        Then::Answer(status, text) => {
            let answer = format!(
                "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
                text.len()
            );
            stream.write_all(answer.as_bytes()).await?;
        }
        Then::Cut => stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"status\":").await?,
        Then::Reset => stream.set_zero_linger()?,
        Then::Hang => std::future::pending().await,
    }
    stream.shutdown().await
}

/// Head with its empty line, and the whole body.
pub async fn read_message(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end + 4]).into_owned();
            let length = head
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .map_or(0, |(_, value)| value.trim().parse().unwrap());
            while bytes.len() < end + 4 + length {
                if stream.read_buf(&mut bytes).await? == 0 {
                    break;
                }
            }
            return Ok((head, bytes.split_off(end + 4)));
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

async fn pass(service: &str, head: &str, body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(service).await?;
    let (first, rest) = head.split_once("\r\n").unwrap();
    stream.write_all(format!("{first}\r\nconnection: close\r\n{rest}").as_bytes()).await?;
    stream.write_all(body).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// A desk, its service, and the line between.
pub struct World {
    pub folder: TempDir,
    pub practice: Practice,
    pub line: Line,
    pub desk: Desk,
    /// Where the service sends its callbacks, whether the desk listens there or not.
    pub heard_at: String,
    /// What the Approve screen showed last, of each payroll.
    pub shown: Mutex<HashMap<u32, ReviewView>>,
}

impl Then {
    pub fn answer(status: u16, text: &str) -> Self {
        Self::Answer(status, text.to_owned())
    }
}

impl World {
    /// With callbacks.
    pub async fn open() -> Self {
        let world = Self::without_callbacks().await;
        world.listen().await;
        world
    }

    /// Callbacks wait at the service until somebody listens.
    pub async fn without_callbacks() -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        Self::practising(config).await
    }

    /// Without callbacks, by a clock of the story's own.
    pub async fn at_the_time_of(clock: &HandClock) -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        Self::practising_at(config, clock).await
    }

    pub async fn practising(config: PracticeConfig) -> Self {
        Self::practising_at(config, &HandClock::default()).await
    }

    pub async fn practising_at(config: PracticeConfig, clock: &HandClock) -> Self {
        Self::waiting(config, clock, PATIENT).await
    }

    /// Without callbacks, for a service that does not answer.
    pub async fn impatient() -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        Self::waiting(config, &HandClock::default(), IMPATIENT).await
    }

    pub async fn waiting(config: PracticeConfig, clock: &HandClock, timeouts: Timeouts) -> Self {
        let practice = Practice::start(config).await.unwrap();
        let line = Line::to(practice.address().to_string()).await;
        let folder = TempDir::new().unwrap();
        let (desk, _) =
            open_desk_waiting(folder.path(), &line.url, secrets(&practice), clock, timeouts).await;
        desk.unlock().await.unwrap();
        let heard_at = format!("{}/heard", nobody().await);
        practice.set_callback_url(Some(heard_at.clone()));
        Self { folder, practice, line, desk, heard_at, shown: Mutex::default() }
    }

    /// From here on callbacks reach the desk, those that were waiting too.
    pub async fn listen(&self) {
        self.desk.listen(&self.heard_at).await.unwrap();
    }

    /// Listens where the service knows nothing of.
    pub async fn listen_elsewhere(&self) -> String {
        self.desk.listen("http://127.0.0.1:0/heard").await.unwrap().unwrap()
    }

    /// As a hand on the ledger's file itself.
    pub async fn on_the_disk(&self, statement: &'static str) {
        let mut file = self.hand_on_the_file().await;
        sqlx::query(statement).execute(&mut file).await.unwrap();
        file.close().await.unwrap();
    }

    pub async fn hand_on_the_file(&self) -> SqliteConnection {
        let path = self.folder.path().join("ledger.db");
        SqliteConnection::connect(path.to_str().unwrap()).await.unwrap()
    }

    /// The program ends in order, and starts again on the same ledger; unlocked, without callbacks.
    pub async fn restart(&mut self) -> Recovery {
        self.desk.close().await;
        let (desk, recovery) = open_desk(self.folder.path(), &self.line.url, secrets(&self.practice)).await;
        desk.unlock().await.unwrap();
        self.desk = desk;
        recovery
    }

    /// The same, by a clock of the story's own.
    pub async fn restart_at(&mut self, clock: &HandClock) {
        self.desk.close().await;
        let secrets = secrets(&self.practice);
        let (desk, _) = open_desk_at(self.folder.path(), &self.line.url, secrets, clock).await;
        desk.unlock().await.unwrap();
        self.desk = desk;
    }

    /// What another start finds if the machine were to stop right now: the files as they are on the disk. The
    /// desk is locked.
    pub async fn after_a_crash(&self) -> (TempDir, Desk, Recovery) {
        let copy = TempDir::new().unwrap();
        let copied = |name: &str| fs::copy(self.folder.path().join(name), copy.path().join(name));
        // Before the first payroll was approved there is no anchor. What is stored first is copied first.
        let _none_yet = copied("ledger.anchor");
        for name in ["ledger.db", "ledger.db-wal", "ledger.key"] {
            copied(name).unwrap();
        }
        let (desk, recovery) = open_desk(copy.path(), &self.line.url, secrets(&self.practice)).await;
        (copy, desk, recovery)
    }

    pub fn sheet(&self, people: &[Person]) -> PathBuf {
        let path = self.folder.path().join("Staff November 2026.csv");
        write_sheet(&path, people);
        path
    }

    pub async fn import(&self, people: &[Person]) -> u32 {
        self.try_import(people).await.unwrap()
    }

    pub async fn try_import(&self, people: &[Person]) -> Result<u32, DeskError> {
        self.desk.open_file(&self.sheet(people), nigerian()).await
    }

    /// Imports, freezes and approves without sending.
    pub async fn approved(&self, people: &[Person]) -> u32 {
        let id = self.import(people).await;
        let total = self.total(id).await;
        self.approve(id, &total).await.unwrap();
        id
    }

    /// Freezes, and answers the total that the user types.
    pub async fn total(&self, id: u32) -> String {
        let review = self.review(id, None).await.unwrap();
        let total = review.totals.first().unwrap().sum.clone();
        self.shown.lock().unwrap().insert(id, review);
        total
    }

    /// Freezes, once every warning was looked at and accepted.
    pub async fn review(&self, id: u32, input: Option<ReviewInput>) -> Result<ReviewView, DeskError> {
        accept_warnings(&self.desk, id).await;
        self.desk.review(id, input).await
    }

    /// Approves what was shown last, its first total as the user typed it.
    pub async fn approve(&self, id: u32, total: &str) -> Result<(), DeskError> {
        let (fingerprint, typed) = self.typed(id, total);
        self.desk.approve(id, &fingerprint, &typed).await
    }

    /// The same, and starts to send it.
    pub async fn pay(&self, id: u32, total: &str) -> Result<(), DeskError> {
        let (fingerprint, typed) = self.typed(id, total);
        self.desk.approve_and_pay(id, &fingerprint, &typed).await
    }

    /// What the approval of the screen shown last hands over.
    pub fn typed(&self, id: u32, total: &str) -> (String, Vec<TypedTotal>) {
        let shown = self.shown.lock().unwrap();
        let mut totals = typed(&shown[&id]);
        total.clone_into(&mut totals[0].text);
        (shown[&id].fingerprint.clone(), totals)
    }

    /// Imports, approves and sends; waits for the end of sending.
    pub async fn sent(&self, people: &[Person]) -> u32 {
        let id = self.approved(people).await;
        self.desk.send(id).await.unwrap();
        id
    }

    pub async fn set_batch_size(&self, size: u32) {
        let mut settings = self.desk.profile().settings;
        settings.batch_size = size;
        self.desk.save_profile(settings).await.unwrap();
    }

    pub fn submissions_at_the_service(&self) -> usize {
        self.practice.journal().iter().filter(|line| line.path == SUBMIT_PATH).count()
    }
}

pub fn secrets(practice: &Practice) -> SecretsHome {
    SecretsHome::in_memory(practice.token().clone(), practice.lock().clone())
}

pub fn in_memory(token: &str, lock: &str) -> SecretsHome {
    SecretsHome::in_memory(SecretString::from(token), SecretString::from(lock))
}

/// Puts a secret into the keychain of a desk that is not open yet.
pub fn put_in_memory(home: &SecretsHome, kind: SecretKind, secret: &str) {
    let SecretsHome::Memory(secrets) = home else { panic!("no such home") };
    secrets.lock().unwrap().insert(kind, SecretString::from(secret));
}

pub async fn open_desk(folder: &Path, base_url: &str, secrets: SecretsHome) -> (Desk, Recovery) {
    open_desk_at(folder, base_url, secrets, &HandClock::default()).await
}

/// Files are read by this very program, started anew to run this test alone.
#[test]
fn reading_process() {
    let _ended = paysheet_desk::serve_if_asked();
}

pub fn read_files_here() {
    Worker::this_program_with(&["--exact", "support::reading_process"]).unwrap().install();
}

pub async fn open_desk_at(
    folder: &Path,
    base_url: &str,
    secrets: SecretsHome,
    clock: &HandClock,
) -> (Desk, Recovery) {
    open_desk_waiting(folder, base_url, secrets, clock, PATIENT).await
}

pub async fn open_desk_waiting(
    folder: &Path,
    base_url: &str,
    secrets: SecretsHome,
    clock: &HandClock,
    timeouts: Timeouts,
) -> (Desk, Recovery) {
    read_files_here();
    let mut profile = Profile::new("story", "Story", base_url, "KOLA FOODS LTD").approved_by("Ada Obi");
    "W-KOLA".clone_into(&mut profile.settings.charge_recipient_id);
    Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile,
        secrets,
        key: KeyHome::File(folder.join("ledger.key")),
        clock: Arc::new(clock.clone()),
        timeouts: Some(timeouts),
    })
    .await
    .unwrap()
}

pub fn nigerian() -> ReadOptions {
    ReadOptions { country: Some(Country::NG), currency: None }
}

pub fn called(name: &str, period: &str) -> Option<ReviewInput> {
    Some(ReviewInput {
        name: name.to_owned(),
        period: period.to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    })
}

/// Accepts every warning.
pub async fn accept_warnings(desk: &Desk, id: u32) {
    for problem in desk.draft(id).await.unwrap().problems {
        if problem.severity == Severity::Warning {
            let _ = desk.accept_warning_alike(id, problem.code, "Looked at it", None).await;
        }
    }
}

/// Approves a payroll as somebody does who decides every question on the way.
pub async fn approve_anyway(desk: &Desk, id: u32, input: Option<ReviewInput>) {
    accept_warnings(desk, id).await;
    let review = desk.review(id, input).await.unwrap();
    for question in &review.questions {
        let decision = QuestionDecision {
            question: question.key.clone(),
            keys: Vec::new(),
            reason: "They need the money today".to_owned(),
        };
        desk.decide_questions(id, decision).await.unwrap();
    }
    desk.approve(id, &review.fingerprint, &typed(&review)).await.unwrap();
}

/// Every total as it is shown.
pub fn typed(review: &ReviewView) -> Vec<TypedTotal> {
    let typed = |total: &Total| TypedTotal { currency: total.currency, text: total.sum.clone() };
    review.totals.iter().map(typed).collect()
}

/// The address of nobody, until the story listens there.
pub async fn nobody() -> String {
    let listener = TcpListener::bind((own_address(), 0)).await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// Returns a loopback address that no other test uses: a port that is free there cannot be given to another program before
/// it is listened at. macOS has a single loopback address.
fn own_address() -> Ipv4Addr {
    if cfg!(target_os = "macos") {
        return Ipv4Addr::LOCALHOST;
    }
    let [_, _, high, low] = process::id().to_be_bytes();
    Ipv4Addr::new(127, high.max(1), low, 1)
}

/// A port of 127.0.0.1 that was free just now.
pub async fn free_port() -> u32 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    listener.local_addr().unwrap().port().into()
}

/// Looks again and again until it is there; otherwise fails with what the last look returned.
pub async fn eventually<T>(mut look: impl AsyncFnMut() -> Result<T, String>) -> T {
    let mut last = String::new();
    let wait = async {
        loop {
            match look().await {
                Ok(found) => return found,
                Err(seen) => last = seen,
            }
            sleep(LOOK_AGAIN_SOON).await;
        }
    };
    match timeout(WAIT, wait).await {
        Ok(found) => found,
        Err(_) => panic!("it never came to that: {last}"),
    }
}

/// Waits until the payroll is as wished.
pub async fn until(desk: &Desk, id: u32, done: impl Fn(&TrackView) -> bool) -> TrackView {
    let mut events = desk.events();
    let mut last = None;
    let wait = async {
        loop {
            let track = desk.payroll(id).await.unwrap();
            if done(&track) {
                return track;
            }
            last = Some(track);
            changed(&mut events).await;
        }
    };
    match timeout(WAIT, wait).await {
        Ok(track) => track,
        Err(_) => panic!("it never came to that: {last:#?}"),
    }
}

/// Waits for the next event of the desk, or a moment: not every change has an event.
pub async fn changed(events: &mut broadcast::Receiver<DeskEvent>) {
    let _ = timeout(LOOK_AGAIN, events.recv()).await;
}

/// No callback is applied from now on: the disk is full.
pub async fn fill_the_disk(world: &World) {
    world
        .on_the_disk("CREATE TRIGGER full BEFORE UPDATE ON callbacks BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
}

/// Looks up every payroll that may have been sent since, and allows sending again.
pub async fn go_through(desk: &Desk) {
    let block = desk.sending_block().await.unwrap().expect("sending is blocked");
    let checked: Vec<String> = block.payrolls.into_iter().map(|payroll| payroll.key).collect();
    desk.unblock_sending("Looked them up at the service", &checked).await.unwrap();
}

pub async fn until_closed(desk: &Desk, id: u32) -> TrackView {
    until(desk, id, |track| track.state == PayrollStatus::Closed).await
}

pub fn states(track: &TrackView) -> Vec<BatchState> {
    track.batches.iter().map(|batch| batch.state).collect()
}

pub fn outcomes(track: &TrackView) -> BTreeMap<String, u32> {
    track.outcomes.iter().map(|o| (o.state.to_string(), o.total.count)).collect()
}

pub fn counts(expected: &[(PayoutState, u32)]) -> BTreeMap<String, u32> {
    expected.iter().map(|(state, count)| (state.to_string(), *count)).collect()
}

/// References of payouts as the ledger has them, by account.
pub async fn references(desk: &Desk, id: u32) -> BTreeMap<String, String> {
    let window = desk.payouts(id, &PayoutFilter::default(), 0, 500).await.unwrap();
    window.rows.into_iter().map(|row| (row.account_number, row.reference)).collect()
}

pub async fn state_of(desk: &Desk, id: u32, reference: &str) -> PayoutState {
    let window = desk.payouts(id, &PayoutFilter::default(), 0, 500).await.unwrap();
    window.rows.into_iter().find(|row| row.reference == reference).unwrap().state
}

/// Names in the grid, in order, of the rows that would be paid.
pub async fn names(desk: &Desk, id: u32) -> Vec<String> {
    let window = desk.draft_rows(id, &RowFilter::default(), 0, 500).await.unwrap();
    let paid = window.rows.into_iter().filter(|row| row.state != paysheet_desk::view::RowState::Excluded);
    paid.map(|row| row.name).collect()
}

/// Posts a form to the desk's listener, as anybody could; answers the HTTP status.
pub async fn call_back(address: &str, form: &str) -> u16 {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!(
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

pub fn report(reference: &str, code: &str) -> String {
    format!("responsecode={code}&responsemessage=said&ref={reference}&uniquereference=7")
}

pub fn reversal(reference: &str) -> String {
    format!("responsecode=RV&ref={reference}&txref=7&status=reversed")
}

pub fn code_of<T: std::fmt::Debug>(result: Result<T, DeskError>) -> ErrorCode {
    AppError::from(&result.expect_err("it should have been refused")).code()
}
