//! Payrolls by chance, each with the truth beside it: nobody is lost without being listed, no amount, account or column is
//! read otherwise without a question, and few files need one. `examples/generated` does the same for any number of seeds.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::judge;
use crate::payroll;

const SEEDS: u64 = 600;
/// Percentage of the files that may need a question although nothing in them deserves one.
const ASKED_SHARE_MAX: usize = 5;

#[test]
fn nobody_is_lost_or_misread_and_few_files_ask() {
    let (mut plain, mut asked) = (0, 0);
    for seed in 1..=SEEDS {
        let payroll = payroll::payroll(seed).unwrap();
        let verdict = judge::judge(&payroll);
        assert_eq!(verdict.faults(), Vec::<String>::new(), "seed {seed}");
        if payroll.deserves.is_empty() {
            plain += 1;
            asked += usize::from(!verdict.questions.is_empty());
        }
    }
    assert!(asked * 100 <= plain * ASKED_SHARE_MAX, "{asked} of {plain}");
}

/// The judge itself finds a payroll that was read wrongly.
#[test]
fn a_wrong_truth_is_noticed() {
    for change in [
        |person: &mut payroll::Person| person.amount = Some("1.23".to_owned()),
        |person: &mut payroll::Person| person.account.push('1'),
        |person: &mut payroll::Person| person.is_stopped = !person.is_stopped,
        |person: &mut payroll::Person| person.name.push('x'),
        |person: &mut payroll::Person| person.row = 9_999,
    ] {
        let mut payroll = payroll::payroll(1).unwrap();
        change(payroll.people.first_mut().unwrap());
        assert_ne!(judge::judge(&payroll).faults(), Vec::<String>::new());
    }
    let mut payroll = payroll::payroll(1).unwrap();
    payroll.headings.values_mut().flatten().for_each(|fields| *fields = &[]);
    assert_ne!(judge::judge(&payroll).faults(), Vec::<String>::new());
}
