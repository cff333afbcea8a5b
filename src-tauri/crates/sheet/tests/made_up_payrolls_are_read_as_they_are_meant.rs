//! Payrolls by chance, each with the truth beside it: nobody is lost without being listed, and no amount or account is
//! read otherwise without a question. `examples/generated` does the same for any number of seeds.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

#[path = "../examples/generated/judge.rs"]
mod judge;
#[path = "../examples/generated/payroll.rs"]
mod payroll;

const SEEDS: u64 = 400;
/// Percentage of the files, whose headings are all of the vocabulary, that may need a question.
const ASKED_SHARE_MAX: usize = 5;

#[test]
fn nobody_is_lost_or_misread_and_few_files_ask() {
    let mut asked = 0;
    for seed in 1..=SEEDS {
        let verdict = judge::judge(&payroll::payroll(seed).unwrap());
        assert!(verdict.faults.is_empty(), "seed {seed}: {:?}", verdict.faults);
        asked += usize::from(!verdict.questions.is_empty());
    }
    assert!(asked * 100 <= usize::try_from(SEEDS).unwrap() * ASKED_SHARE_MAX, "{asked} of {SEEDS}");
}

/// The judge itself finds a payroll that was read wrongly.
#[test]
fn a_wrong_truth_is_noticed() {
    for change in [
        |person: &mut payroll::Person| person.kobo += 1,
        |person: &mut payroll::Person| person.account.push('1'),
        |person: &mut payroll::Person| person.is_stopped = !person.is_stopped,
        |person: &mut payroll::Person| person.row = 9_999,
    ] {
        let mut payroll = payroll::payroll(1).unwrap();
        change(payroll.people.first_mut().unwrap());
        assert_ne!(judge::judge(&payroll).faults, Vec::<String>::new());
    }
}
