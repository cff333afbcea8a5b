use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::*;

/// What happens to a payout, in order.
#[derive(Clone, Debug)]
enum Step {
    Reported(ReportSource, Report, &'static str, &'static str),
    Decided(PayoutDecision),
    TakenBack,
}

/// Records steps as the ledger does: each one has the next number.
#[derive(Default)]
struct Recorder {
    history: PayoutHistory,
    seq: i64,
}

impl Recorder {
    /// Returns whether the step changed what is recorded.
    fn take(&mut self, step: &Step) -> bool {
        self.seq += 1;
        match *step {
            Step::Reported(source, report, code, status) => {
                let (code, status) = (code.to_owned(), status.to_owned());
                self.history.add(RecordedReport {
                    source,
                    report,
                    code,
                    status,
                    matched_by: None,
                    seq: self.seq,
                })
            }
            Step::Decided(decision) => {
                self.history.decide(Some((decision, self.seq)));
                true
            }
            Step::TakenBack => {
                self.history.decide(None);
                true
            }
        }
    }

    fn take_all(steps: &[Step]) -> Self {
        let mut recorder = Self::default();
        for step in steps {
            recorder.take(step);
        }
        recorder
    }

    fn count(&self) -> usize {
        self.history.reports.len()
    }
}

fn called(report: Report, code: &'static str, status: &'static str) -> Step {
    Step::Reported(ReportSource::Callback, report, code, status)
}

#[test]
fn without_a_code_each_word_is_a_report() {
    for (code, words, expected) in [
        ("", &["pending", "completed"][..], 2),
        ("", &["pending", "Pending", " PENDING "], 1),
        ("", &["pending", "completed", "pending", "completed"], 2),
        ("", &["", "completed"], 2),
        // The code says it already.
        ("02", &["pending", "processing"], 1),
    ] {
        let steps: Vec<_> = words.iter().map(|word| called(Report::Unclear, code, word)).collect();
        let recorder = Recorder::take_all(&steps);
        assert_eq!(recorder.count(), expected, "{code:?} {words:?}");
        assert_eq!(recorder.history.state(), PayoutState::Sent, "a word settles nothing");
    }
}

#[test]
fn what_a_person_reads_is_never_the_report_of_a_source() {
    use Report::{Failed, Successful};
    use ReportSource::{Callback, OutcomeFile, WordReading};
    let read = |report| Step::Reported(WordReading, report, "", "Réglé");
    let said = Step::Reported;
    for (steps, expected, state) in [
        (&[read(Successful), read(Successful)][..], 1, PayoutState::Paid),
        (&[read(Successful), said(OutcomeFile, Successful, "", "Réglé")], 2, PayoutState::Paid),
        (&[said(OutcomeFile, Successful, "", "Paid"), read(Successful)], 2, PayoutState::Paid),
        (&[read(Successful), said(Callback, Successful, "00", "")], 2, PayoutState::Paid),
        (&[read(Failed), said(OutcomeFile, Successful, "", "Paid")], 2, PayoutState::Conflict),
        (&[said(Callback, Successful, "00", ""), read(Failed)], 2, PayoutState::Conflict),
        (&[read(Successful), read(Failed)], 2, PayoutState::Conflict),
        (&[Step::Decided(PayoutDecision::Paid), read(Failed)], 1, PayoutState::Conflict),
        (&[read(Failed), Step::Decided(PayoutDecision::Paid)], 1, PayoutState::Paid),
    ] {
        let recorder = Recorder::take_all(steps);
        assert_eq!((recorder.count(), recorder.history.state()), (expected, state), "{steps:?}");
    }
}

#[test]
fn words_without_a_code_are_bounded() {
    let mut recorder = Recorder::default();
    for number in 0..REPORTS_PER_PAYOUT_MAX + 10 {
        let (code, status, seq) = (String::new(), format!("word {number}"), 1);
        let (source, report) = (ReportSource::Callback, Report::Unclear);
        recorder.history.add(RecordedReport { source, report, code, status, matched_by: None, seq });
    }
    assert_eq!(recorder.count(), REPORTS_PER_PAYOUT_MAX);
    assert!(recorder.take(&called(Report::Successful, "00", "")), "and hide no outcome");
}

#[test]
fn what_a_person_matched_is_all_there_is_until_something_names_the_payout() {
    use MatchedBy::{Account, BatchSum, Name, Reference};
    let paid = SourcedReport { source: ReportSource::Statement, report: Report::Successful };
    for (found, expected) in [
        (&[][..], false),
        (&[Some(Name)], true),
        (&[Some(Account), Some(BatchSum)], true),
        (&[Some(Reference)], false),
        (&[Some(Name), Some(Reference)], false),
        // It was in no file.
        (&[None], false),
    ] {
        let mut history = PayoutHistory::default();
        for (matched_by, seq) in found.iter().zip(1..) {
            let (SourcedReport { source, report }, code) = (paid, String::new());
            history.load(RecordedReport {
                source,
                report,
                status: code.clone(),
                code,
                matched_by: *matched_by,
                seq,
            });
        }
        assert_eq!(history.is_only_matched(paid), expected, "{found:?}");
        let failed = SourcedReport { report: Report::Failed, ..paid };
        assert!(!history.is_only_matched(failed), "{found:?}");
    }
}

#[test]
fn a_report_repeated_after_the_users_word_is_a_conflict_if_it_contradicts_it() {
    use PayoutDecision as D;
    for (report, decision, expected) in [
        (Report::Successful, D::Failed, PayoutState::Conflict),
        (Report::Successful, D::Reversed, PayoutState::Conflict),
        (Report::Successful, D::Paid, PayoutState::Paid),
        (Report::Failed, D::Paid, PayoutState::Conflict),
        (Report::Failed, D::Failed, PayoutState::Failed),
        (Report::Unclear, D::Failed, PayoutState::Failed),
    ] {
        let (said, word) = (called(report, "code", ""), Step::Decided(decision));
        let mut recorder = Recorder::take_all(&[said.clone(), word.clone()]);
        assert_ne!(recorder.history.state(), PayoutState::Conflict, "it was known to who decided");
        let is_new = recorder.take(&said);
        assert_eq!(recorder.history.state(), expected, "{report} then {decision}");
        assert_eq!(is_new, expected == PayoutState::Conflict);
        assert!(!recorder.take(&said), "the next repetition changes nothing");
        // Who decides again knows of the repetition, too.
        recorder.take(&word);
        assert_ne!(recorder.history.state(), PayoutState::Conflict);
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let sources = prop::sample::select(ReportSource::iter().collect::<Vec<_>>());
    let reports = prop::sample::select(Report::iter().collect::<Vec<_>>());
    let codes = prop::sample::select(vec!["", "00", "51"]);
    let words = prop::sample::select(vec!["", "pending", "completed"]);
    let decisions = prop::sample::select(PayoutDecision::iter().collect::<Vec<_>>());
    let step = prop_oneof![
        6 => (sources, reports, codes, words)
            .prop_map(|(source, report, code, word)| Step::Reported(source, report, code, word)),
        2 => decisions.prop_map(Step::Decided),
        1 => Just(Step::TakenBack),
    ];
    prop::collection::vec(step, 0..24)
}

proptest! {
    /// A callback that the service sends again at once is no second report, whatever came before.
    #[test]
    fn a_report_twice_has_one_effect(steps in steps()) {
        let mut twice = Recorder::default();
        for step in &steps {
            twice.take(step);
            if let Step::Reported(..) = step {
                let (count, state) = (twice.count(), twice.history.state());
                prop_assert!(!twice.take(step));
                prop_assert_eq!((twice.count(), twice.history.state()), (count, state));
            }
        }
        prop_assert_eq!(twice.history.state(), Recorder::take_all(&steps).history.state());
    }

    /// No report is dropped that contradicts what the user said last.
    #[test]
    fn nothing_that_contradicts_the_users_word_is_silent(steps in steps()) {
        let mut recorder = Recorder::default();
        let mut word = None;
        for step in &steps {
            recorder.take(step);
            match *step {
                Step::Decided(decision) => word = Some(decision),
                Step::TakenBack => word = None,
                Step::Reported(_, report, ..) if word.is_some_and(|word| word.is_contradicted_by(report)) => {
                    prop_assert_eq!(recorder.history.state(), PayoutState::Conflict);
                }
                Step::Reported(..) => {}
            }
        }
    }

    /// Without the user's word, order and repetition make no difference.
    #[test]
    fn reports_alone_have_one_state_in_any_order(
        (steps, shuffled) in steps().prop_flat_map(|steps| {
            let only: Vec<_> = steps.into_iter().filter(|step| matches!(step, Step::Reported(..))).collect();
            let twice: Vec<_> = only.iter().chain(&only).cloned().collect();
            (Just(only), Just(twice).prop_shuffle())
        }),
    ) {
        let (once, twice) = (Recorder::take_all(&steps), Recorder::take_all(&shuffled));
        prop_assert_eq!(once.history.state(), twice.history.state());
        prop_assert_eq!(once.count(), twice.count());
    }
}
