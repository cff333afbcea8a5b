use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::*;
use crate::payouts::batch::PayoutState;

fn by(source: ReportSource, report: Report) -> SourcedReport {
    SourcedReport { source, report }
}

fn called(report: Report) -> SourcedReport {
    by(ReportSource::Callback, report)
}

#[test]
fn a_code_means_no_more_than_it_says() {
    use Report::{Contradictory, Failed, PossibleReversal, Reversed, Successful, Unclear};
    for (code, status, shaped, expected) in [
        (Some("00"), None, false, Some(Successful)),
        (Some("00"), Some("successful"), false, Some(Successful)),
        (Some("00"), Some("Completed"), false, Some(Successful)),
        (Some("00"), Some("failed"), false, Some(Contradictory)),
        (Some("00"), Some("pending"), false, Some(Contradictory)),
        (Some("00"), Some("something new"), false, Some(Contradictory)),
        (Some("00"), None, true, Some(PossibleReversal)),
        (Some("00"), Some("success"), true, Some(PossibleReversal)),
        (Some("00"), Some("failed"), true, Some(Contradictory)),
        (Some("00"), Some("reversed"), true, Some(Reversed)),
        (None, Some("REVERSAL"), false, Some(Reversed)),
        // A reversal that is under way or that failed is none. Nor is what was paid over, in French.
        (None, Some("Reversal pending"), false, Some(PossibleReversal)),
        (Some("00"), Some("Reversal failed"), false, Some(PossibleReversal)),
        (None, Some("Reversé"), false, Some(PossibleReversal)),
        // Processing, unknown and doubtful codes change nothing.
        (Some("02"), None, false, Some(Unclear)),
        (Some("02"), Some("failed"), false, Some(Unclear)),
        (Some("09"), None, false, Some(Unclear)),
        (Some("91"), None, false, Some(Unclear)),
        (Some("96"), None, false, Some(Unclear)),
        (Some("ZZ"), None, false, Some(Unclear)),
        // Codes that look like success are not.
        (Some("0"), None, false, Some(Unclear)),
        (Some("000"), None, false, Some(Unclear)),
        (Some("OK"), None, false, Some(Unclear)),
        (Some("success"), None, false, Some(Unclear)),
        (Some("51"), None, false, Some(Failed)),
        (Some("07"), Some("failed"), false, Some(Failed)),
        (Some("51"), Some("success"), false, Some(Contradictory)),
        // A report without a code is shown and settles nothing.
        (None, Some("completed"), false, Some(Unclear)),
        (None, Some("failed"), false, Some(Unclear)),
        (None, Some(" "), false, None),
        (None, None, true, None),
    ] {
        let fields = ReportFields { code, status, is_shaped_like_reversal: shaped };
        assert_eq!(Report::read(fields), expected, "{fields:?}");
    }
}

#[test]
fn a_word_alone_counts_in_a_list_that_the_user_chose_and_a_code_counts_more() {
    use Report::{Contradictory, Failed, Reversed, Successful, Unclear};
    for (code, status, expected) in [
        (None, Some("Successful"), Some(Successful)),
        (None, Some(" COMPLETED "), Some(Successful)),
        (None, Some("Payé"), Some(Successful)),
        (None, Some("Concluído"), Some(Successful)),
        (None, Some("Failed"), Some(Failed)),
        (None, Some("Échoué"), Some(Failed)),
        (None, Some("FALHOU"), Some(Failed)),
        (None, Some("Reversed"), Some(Reversed)),
        (None, Some("Reversal failed"), Some(Unclear)),
        (None, Some("Reversement effectué"), Some(Unclear)),
        (None, Some("Estornado"), Some(Reversed)),
        (None, Some("pending"), Some(Unclear)),
        (None, Some("Processing"), Some(Unclear)),
        (None, Some("En cours"), Some(Unclear)),
        // Somebody may still have to release it, or it was never sent: nobody is paid again for it.
        (None, Some("Rejected"), Some(Unclear)),
        (None, Some("Not paid"), Some(Unclear)),
        (None, Some("Unpaid"), Some(Unclear)),
        (None, Some("Partially completed"), Some(Unclear)),
        (None, Some("Approved"), Some(Unclear)),
        (None, Some(""), None),
        (None, None, None),
        (Some("00"), Some("Successful"), Some(Successful)),
        (Some("00"), Some("Failed"), Some(Contradictory)),
        (Some("51"), Some("Successful"), Some(Contradictory)),
        (Some("51"), None, Some(Failed)),
        (Some("02"), Some("Successful"), Some(Unclear)),
        (Some("0"), Some("Successful"), Some(Unclear)),
        (Some("51"), Some("Payé"), Some(Contradictory)),
        (None, Some("Paid?"), Some(Unclear)),
        (None, Some("✗ Paid"), Some(Unclear)),
        (None, Some("not-failed!"), Some(Unclear)),
        (None, Some("E\u{301}chec"), Some(Failed)),
    ] {
        let fields = ReportFields { code, status, is_shaped_like_reversal: false };
        assert_eq!(Report::read_in_list(fields), expected, "{fields:?}");
    }
}

#[test]
fn a_word_is_asked_about_only_where_an_outcome_would_follow_from_it() {
    for (code, status, expected) in [
        (None, Some(" Réglé "), Some("Réglé")),
        (None, Some("EXECUTED_OK"), Some("EXECUTED_OK")),
        (None, Some("Cancelled"), Some("Cancelled")),
        (None, Some("✓"), Some("✓")),
        (None, Some("Paid?"), Some("Paid?")),
        (None, Some("pending!"), Some("pending!")),
        (None, Some("Paid"), None),
        (None, Some("Échoué"), None),
        (None, Some("Reversed"), None),
        (None, Some("Reversed by bank"), Some("Reversed by bank")),
        (None, Some("Reversal pending"), Some("Reversal pending")),
        (None, Some("En cours"), None),
        (None, Some("PENDING"), None),
        (None, Some("  "), None),
        (None, None, None),
        (Some("00"), Some("Réglé"), None),
        (Some("91"), Some("Réglé"), None),
        (Some("51"), Some("Réglé"), None),
        (Some("0"), Some("Réglé"), None),
        // Neither is known.
        (Some("E17"), Some("Réglé"), Some("Réglé")),
        (Some("E17"), Some("Paid"), None),
        (Some("E17"), Some("Pending"), None),
    ] {
        let fields = ReportFields { code, status, is_shaped_like_reversal: false };
        assert_eq!(Report::unknown_word(fields), expected, "{fields:?}");
    }
    for word in NOT_FINAL_WORDS {
        assert_eq!(comparable(word), word, "in comparable form");
    }
}

#[test]
fn a_code_is_asked_about_only_where_nothing_is_known_about_it() {
    for (code, status, expected) in [
        (" E17 ", None, Some("E17")),
        ("e17", Some("Paid"), Some("e17")),
        ("P-204", Some("Réglé"), Some("P-204")),
        ("RR-51", None, Some("RR-51")),
        ("01", None, Some("01")),
        ("00", None, None),
        ("51", None, None),
        // Known as processing, as no answer in time, or as another doubt: nobody reads them as anything.
        ("02", None, None),
        ("91", Some("Failed"), None),
        ("RR-91", None, None),
        ("rr e18", None, None),
        // It looks like success and is none, or it is a code without its zeros: 2 may be processing.
        ("0", None, None),
        ("000", None, None),
        ("OK", None, None),
        ("success", None, None),
        ("2", None, None),
        ("002", None, None),
        ("'02", None, None),
        ("\u{ff10}\u{ff12}", None, None),
        ("5", None, None),
        // It is a word.
        ("Pago", None, None),
        ("Reversal", None, None),
        ("En cours", None, None),
        ("-", None, None),
        ("", None, None),
        // The word says that it was sent back.
        ("E17", Some("Reversed"), None),
    ] {
        let fields = ReportFields { code: Some(code), status, is_shaped_like_reversal: false };
        assert_eq!(Report::unknown_code(fields), expected, "{fields:?}");
    }
    for code in FAILURE_CODES.into_iter().chain(DOUBT_CODES) {
        let fields = ReportFields { code: Some(code), ..ReportFields::default() };
        assert_eq!(Report::unknown_code(fields), None, "{code}");
    }
}

#[test]
fn a_code_that_the_user_reads_and_a_word_that_says_otherwise_contradict() {
    use Report::{Contradictory, Failed, Reversed, Successful, Unclear};
    use WordMeaning as M;
    for (code, word, expected) in [
        (M::Paid, None, Successful),
        (M::Paid, Some(Successful), Successful),
        (M::Paid, Some(Failed), Contradictory),
        (M::Paid, Some(Unclear), Contradictory),
        (M::Paid, Some(Reversed), Contradictory),
        (M::Failed, None, Failed),
        (M::Failed, Some(Failed), Failed),
        (M::Failed, Some(Successful), Contradictory),
        (M::Failed, Some(Unclear), Contradictory),
        (M::Failed, Some(Reversed), Contradictory),
        (M::NotFinal, None, Unclear),
        (M::NotFinal, Some(Successful), Unclear),
        (M::NotFinal, Some(Failed), Unclear),
    ] {
        assert_eq!(code.report_beside(word), expected, "{code} {word:?}");
    }
}

#[test]
fn every_set_of_reports_has_its_state() {
    use PayoutState as S;
    use Report::{Contradictory, Failed, PossibleReversal, Reversed, Successful, Unclear};
    for (reports, expected) in [
        (&[][..], S::Sent),
        (&[Successful], S::Paid),
        (&[Failed], S::Failed),
        (&[Reversed], S::Reversed),
        (&[Unclear], S::Sent),
        (&[PossibleReversal], S::Sent),
        (&[Contradictory], S::Conflict),
        (&[Successful, Unclear], S::Paid),
        (&[Failed, Unclear], S::Failed),
        (&[Successful, Failed], S::Conflict),
        (&[Successful, Reversed], S::Conflict),
        (&[Successful, PossibleReversal], S::Conflict),
        (&[Failed, Reversed], S::Reversed),
        (&[Failed, PossibleReversal], S::Conflict),
        (&[Successful, Failed, Reversed], S::Conflict),
        (&[Successful, Contradictory], S::Conflict),
    ] {
        let reports: Vec<_> = reports.iter().copied().map(called).collect();
        assert_eq!(S::from_reports(&reports), expected, "{reports:?}");
    }
}

#[test]
fn a_reversal_told_when_asked_needs_no_confirmation() {
    let success = called(Report::Successful);
    let asked = by(ReportSource::Asked, Report::Reversed);
    assert_eq!(PayoutState::from_reports(&[success, asked]), PayoutState::Reversed);
    for source in ReportSource::iter().filter(|&source| source != ReportSource::Asked) {
        let state = PayoutState::from_reports(&[success, by(source, Report::Reversed)]);
        assert_eq!(state, PayoutState::Conflict, "{source}");
    }
}

#[test]
fn a_decision_stands_until_a_later_report_contradicts_it() {
    use PayoutDecision as D;
    use Report::{Contradictory, Failed, PossibleReversal, Reversed, Successful, Unclear};
    let conflicts = |decision: D| {
        let against = Report::iter().filter(|&report| {
            PayoutState::from_decision(decision, &[called(report)]) == PayoutState::Conflict
        });
        against.collect::<Vec<_>>()
    };
    assert_eq!(conflicts(D::Paid), [Failed, Reversed, PossibleReversal, Contradictory]);
    assert_eq!(conflicts(D::Failed), [Successful, PossibleReversal, Contradictory]);
    assert_eq!(conflicts(D::Reversed), [Successful, Contradictory]);
    for decision in D::iter() {
        assert_eq!(PayoutState::from_decision(decision, &[called(Unclear)]), decision.state());
        assert_eq!(PayoutState::from_decision(decision, &[]), decision.state());
    }
}

fn any_reports() -> impl Strategy<Value = Vec<SourcedReport>> {
    let sources = prop::sample::select(ReportSource::iter().collect::<Vec<_>>());
    let reports = prop::sample::select(Report::iter().collect::<Vec<_>>());
    prop::collection::vec((sources, reports).prop_map(|(source, report)| by(source, report)), 0..8)
}

proptest! {
    #[test]
    fn the_order_and_repetition_of_reports_make_no_difference(
        (reports, shuffled) in any_reports().prop_flat_map(|reports| {
            let twice: Vec<_> = reports.iter().chain(&reports).copied().collect();
            (Just(reports), Just(twice).prop_shuffle())
        }),
    ) {
        prop_assert_eq!(PayoutState::from_reports(&reports), PayoutState::from_reports(&shuffled));
    }

    /// It contradicts what says otherwise, and is contradicted by it, as a list that says it itself.
    #[test]
    fn what_a_person_reads_has_the_state_of_a_list_that_says_it(reports in any_reports()) {
        let said = |seen: &SourcedReport| {
            let is_read = seen.source == ReportSource::WordReading;
            if is_read { by(ReportSource::OutcomeFile, seen.report) } else { *seen }
        };
        let itself: Vec<_> = reports.iter().map(said).collect();
        prop_assert_eq!(PayoutState::from_reports(&reports), PayoutState::from_reports(&itself));
    }

    #[test]
    fn a_success_is_never_forgotten(reports in any_reports()) {
        prop_assume!(reports.iter().any(|seen| seen.report == Report::Successful));
        let state = PayoutState::from_reports(&reports);
        prop_assert!(!matches!(state, PayoutState::Sent | PayoutState::Failed), "{}", state);
    }

    #[test]
    fn only_a_clear_success_is_paid_and_only_a_known_failure_is_failed(reports in any_reports()) {
        let has = |report| reports.iter().any(|seen| seen.report == report);
        let state = PayoutState::from_reports(&reports);
        prop_assert!(state != PayoutState::Paid || (has(Report::Successful) && !has(Report::Failed)));
        prop_assert!(state != PayoutState::Failed || (has(Report::Failed) && !has(Report::Successful)));
    }

    #[test]
    fn only_the_text_00_is_success(code in ".{0,4}", status in proptest::option::of("[a-z]{0,9}"), shaped: bool) {
        let fields = ReportFields { code: Some(&code), status: status.as_deref(), is_shaped_like_reversal: shaped };
        prop_assert!(Report::read(fields) != Some(Report::Successful) || code == "00");
    }
}
