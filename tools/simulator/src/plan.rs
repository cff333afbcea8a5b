//! The plan of a story: a seed decides who is paid, which faults occur, and how the operator reacts. Data only.

use std::fmt;

use fastrand::Rng;
use paysheet_ledger::probe::{CommitFailure, faults::Faults};
use paysheet_practice::{Fault, FaultKind};

/// Most restarts after a crash in one story; the first life of the program comes before them.
pub const CRASHES_MAX: usize = 2;
/// Faults are drawn for this many submissions; all later ones succeed, so that every story ends.
const FAULTY_SUBMISSIONS_MAX: usize = 6;
const PEOPLE_PER_BATCH_MAX: u32 = 3;
const BATCHES_MAX: u32 = 4;
/// Number of commits in a life before its first payroll is frozen: settings and the draft.
const COMMITS_BEFORE_FREEZE: u32 = 4;
const COMMITS_PER_BATCH: u32 = 3;
/// Longer than an approval is valid.
const CLOCK_JUMP_S_MAX: i64 = 9 * 86_400;

/// The plan of one story.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub payrolls: Vec<PayrollPlan>,
    pub batch_size: u32,
    /// All payrolls are approved before one is sent, and they are sent at the same time.
    pub together: bool,
    /// By submission, in the order of their intents.
    pub faults: Vec<Option<Fault>>,
    /// By life of the program.
    pub breaks: Vec<Option<Break>>,
    pub callbacks: Callbacks,
    pub way: Way,
    /// Reports are handed over as soon as there are any, not only when the operator waits for them.
    pub prompt: bool,
    pub policy: Policy,
    /// Tries to send while a batch is unknown, to test what happens.
    pub impatient: bool,
    /// Types another total than the one shown, once.
    pub mistypes: bool,
    /// By life of the program: seconds by which its clock is ahead of the true time.
    pub clock_s: Vec<i64>,
    /// The ledger is exchanged for a copy of the first life, while the profile key and its anchor stay.
    pub older: Option<OlderLedger>,
    /// How the operator handles people whom another payroll pays as well.
    pub overlap: OverlapPolicy,
    /// A change of the ledger's file between approval and sending.
    pub tamper: Option<Tamper>,
    /// Steps of the first life's disk that fail.
    pub disk: Option<Faults>,
}

/// An older copy of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OlderLedger {
    /// It is copied after this many commits of the first life.
    pub copied_at: u32,
    pub used: OlderUse,
}

/// When the older copy replaces the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum OlderUse {
    /// After the first crash, while payrolls are still being sent.
    AfterCrash,
    /// After everything has ended.
    AtTheEnd,
}

/// How the operator handles people whom another payroll pays as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum OverlapPolicy {
    /// Decides that both payrolls pay them.
    PayBoth,
    /// Decides nothing: the payroll must not be paid, and is given up or withdrawn.
    Leave,
}

#[derive(Clone, Debug)]
pub struct PayrollPlan {
    pub name: String,
    pub people: Vec<Person>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub name: String,
    pub account: String,
    pub naira: u32,
}

/// A break at one commit of a life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// The number of the commit, from 1.
    pub at: u32,
    pub side: Side,
    pub what: BreakKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// Nothing of the commit is durable.
    Before,
    /// The commit is durable, but its success is not reported yet.
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakKind {
    /// The program ends.
    Crash,
    /// This many commits in a row fail, the first one on the given side.
    Fail { failure: CommitFailure, commits: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Callbacks {
    Always,
    Never,
    /// Only after the operator has done everything that is possible without reports.
    AtTheEnd,
}

/// How reports reach the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Way {
    /// Over the desk's own listener, at any time.
    Listener,
    /// One after the other, at times that the seed decides.
    ByHand,
}

/// How the operator handles a batch with an unknown outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Policy {
    SendAgain,
    /// Ask the service, and decide as it responds.
    Ask,
    /// Wait for callbacks first, then ask.
    Wait,
    /// Decide the opposite of the truth, once; then ask.
    Lie,
    /// Ask, and withdraw every batch that was not sent or was refused.
    Withdraw,
    /// Ask, and correct everybody of what was not sent or was refused in a new payroll.
    Correct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Tamper {
    /// The stored body of a batch pays somebody more.
    Body,
    /// The stored body of a batch names another sender.
    Sender,
    /// The row of a payout has another amount.
    PayoutRow,
    /// A batch pays other accounts: in its body, in the hash of the body, and in its rows.
    Account,
}

impl Plan {
    /// Returns the story of a seed, always the same.
    pub fn of(seed: u64) -> Self {
        // Neighbouring seeds would give similar first numbers.
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.rotate_left(31));
        let batches = rng.u32(1..=BATCHES_MAX);
        let batch_size = rng.u32(1..=PEOPLE_PER_BATCH_MAX);
        let payrolls = payrolls(&mut rng, batches * batch_size);
        let count = u32::try_from(payrolls.len()).unwrap_or(1);
        let commits_max = COMMITS_BEFORE_FREEZE + count * (4 + COMMITS_PER_BATCH * batches) + 4;
        let breaks = (0..CRASHES_MAX).map(|life| break_of(&mut rng, life, commits_max)).collect();
        let plan = Self {
            seed,
            together: payrolls.len() > 1 && rng.bool(),
            payrolls,
            batch_size,
            faults: faults(&mut rng),
            breaks,
            callbacks: pick(
                &mut rng,
                &[Callbacks::Always, Callbacks::Always, Callbacks::Never, Callbacks::AtTheEnd],
            ),
            way: pick(&mut rng, &[Way::ByHand, Way::ByHand, Way::ByHand, Way::Listener]),
            prompt: rng.bool(),
            policy: pick(
                &mut rng,
                &[
                    Policy::SendAgain,
                    Policy::SendAgain,
                    Policy::Ask,
                    Policy::Wait,
                    Policy::Lie,
                    Policy::Withdraw,
                    Policy::Correct,
                ],
            ),
            clock_s: (0..=CRASHES_MAX + 1)
                .map(|_| if rng.u8(..4) == 0 { rng.i64(-CLOCK_JUMP_S_MAX..=CLOCK_JUMP_S_MAX) } else { 0 })
                .collect(),
            older: (rng.u8(..4) == 0).then(|| OlderLedger {
                copied_at: rng.u32(COMMITS_BEFORE_FREEZE..=commits_max),
                used: pick(&mut rng, &[OlderUse::AfterCrash, OlderUse::AtTheEnd]),
            }),
            overlap: pick(&mut rng, &[OverlapPolicy::PayBoth, OverlapPolicy::Leave]),
            impatient: rng.u8(..3) == 0,
            mistypes: rng.u8(..8) == 0,
            tamper: (rng.u8(..16) == 0)
                .then(|| pick(&mut rng, &[Tamper::Body, Tamper::Sender, Tamper::PayoutRow, Tamper::Account])),
            disk: None,
        };
        // An older copy makes a payroll of the same name with other people, in which the same references mean others. The
        // story of an older ledger that corrects is in the scenarios.
        let older = plan.older.filter(|_| plan.policy != Policy::Correct);
        Self { older, ..plan }
    }

    /// Returns the people and payrolls of a seed without any disturbance.
    pub fn quiet(seed: u64) -> Self {
        Self {
            together: false,
            faults: Vec::new(),
            breaks: Vec::new(),
            callbacks: Callbacks::Always,
            way: Way::ByHand,
            prompt: true,
            policy: Policy::Ask,
            impatient: false,
            mistypes: false,
            clock_s: Vec::new(),
            older: None,
            overlap: OverlapPolicy::PayBoth,
            tamper: None,
            ..Self::of(seed)
        }
    }

    /// Returns whether steps of the story run at the same time, so that another run may take another course.
    pub fn races(&self) -> bool {
        self.together || self.callbacks != Callbacks::Never && self.way == Way::Listener
    }
}

fn pick<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.usize(..of.len())]
}

fn payrolls(rng: &mut Rng, people: u32) -> Vec<PayrollPlan> {
    let first: Vec<Person> = people_of(rng, people, 0);
    let mut payrolls = vec![PayrollPlan { name: "Salaries".to_owned(), people: first.clone() }];
    if rng.u8(..3) > 0 {
        return payrolls;
    }
    let mut second = people_of(rng, rng.clone().u32(1..=people), people);
    let shared = rng.usize(0..=first.len());
    second.extend(first.into_iter().take(shared));
    // With the name of the first one it is the same payroll, and refused if somebody is in both.
    let name = if rng.u8(..3) == 0 { "Salaries" } else { "Bonus" };
    payrolls.push(PayrollPlan { name: name.to_owned(), people: second });
    payrolls
}

fn people_of(rng: &mut Rng, count: u32, first: u32) -> Vec<Person> {
    let mut people: Vec<Person> = (first..first + count).map(|n| person(rng, n)).collect();
    // Salary and bonus of one person in one payroll: this person is paid twice on purpose.
    if count > 1 && rng.u8(..4) == 0 {
        let twice = people[0].clone();
        people[1] = Person { naira: twice.naira + 7, ..twice };
    }
    people
}

/// Makes a person. The practice service derives the outcome from the account's last digits.
fn person(rng: &mut Rng, n: u32) -> Person {
    let ending = match rng.u8(..12) {
        0 => "0004",
        1 => "0005",
        2 => "0006",
        3 => "9996",
        _ => "0099",
    };
    Person { name: format!("Ada Person{n}"), account: format!("010{n:03}{ending}"), naira: 1_000 + n }
}

fn faults(rng: &mut Rng) -> Vec<Option<Fault>> {
    let possible: Vec<Fault> = Fault::possible().filter(|fault| is_used(*fault)).collect();
    let often = rng.u8(1..=3);
    (0..FAULTY_SUBMISSIONS_MAX)
        .map(|_| (rng.u8(..4) < often).then(|| possible[rng.usize(..possible.len())]))
        .collect()
}

/// Returns whether the simulator uses a fault. There is no TLS here. A slowly sent request may arrive seconds after the
/// caller gave up; `tests/faults` covers it.
fn is_used(fault: Fault) -> bool {
    !fault.kind().needs_tls() && fault.kind() != FaultKind::Drip
}

fn break_of(rng: &mut Rng, life: usize, commits_max: u32) -> Option<Break> {
    if rng.u8(..10) < if life == 0 { 1 } else { 6 } {
        return None;
    }
    let at = rng.u32(if life == 0 { 2 } else { 1 }..=commits_max);
    let side = pick(rng, &[Side::Before, Side::After]);
    let what = if rng.u8(..4) == 0 {
        let failure = pick(rng, &[CommitFailure::DiskFull, CommitFailure::Io]);
        BreakKind::Fail { failure, commits: rng.u32(1..=3) }
    } else {
        BreakKind::Crash
    };
    Some(Break { at, side, what })
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, side, what } = self;
        match what {
            BreakKind::Crash => write!(f, "crash {side} commit {at}"),
            BreakKind::Fail { failure, commits } => {
                write!(f, "{failure:?} {side} commit {at}, {commits} in a row")
            }
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "seed {}: batches of {}, callbacks {} {}, policy {}",
            self.seed, self.batch_size, self.callbacks, self.way, self.policy
        )?;
        for PayrollPlan { name, people } in &self.payrolls {
            let listed: Vec<String> =
                people.iter().map(|one| format!("{} {}", one.account, one.naira)).collect();
            writeln!(f, "  payroll {name}: {}", listed.join(", "))?;
        }
        let none = || "none".to_owned();
        let faults: Vec<String> =
            self.faults.iter().map(|fault| fault.map_or_else(none, |fault| fault.to_string())).collect();
        writeln!(f, "  faults by submission: {}", faults.join(", "))?;
        let breaks: Vec<String> =
            self.breaks.iter().map(|one| one.map_or_else(none, |one| one.to_string())).collect();
        writeln!(f, "  breaks by life: {}", breaks.join("; "))?;
        write!(
            f,
            "  together {}, impatient {}, clock {:?} s, older ledger {:?}, tampering {:?}, overlap {}",
            self.together, self.impatient, self.clock_s, self.older, self.tamper, self.overlap
        )
    }
}
