//! Reports from several sources, the user's decisions about payouts, and payrolls that are closed before all outcomes are
//! known.

use paysheet_domain::{
    DecisionSource, PayoutDecision, PayoutState, REPORTS_PER_PAYOUT_MAX, Reference, Report, ReportSource,
};

use crate::{
    Applied, FileReading, Ledger, LedgerError, NewOutcomeFile, NewPayoutDecision, OutcomeKind, PayoutReport,
    PayrollId, PayrollState, SettledBy, ShownEvidence, ShownPayout,
    tests::support::{
        accepted, approved, at, killed_and_started_again, open, outcome, payout_states, references, report,
        send,
    },
};

/// A decision by somebody who saw so many reports and decisions.
const fn by_hand(decision: PayoutDecision, seen: u32) -> NewPayoutDecision<'static> {
    let shown = ShownEvidence::OfPayout(seen);
    NewPayoutDecision {
        decision,
        source: DecisionSource::Provider,
        reason: "Told by phone",
        by: "Ada Obi",
        shown,
    }
}

/// Sends a payroll of so many people, and returns the references.
async fn sent(ledger: &Ledger, people: u32) -> (PayrollId, Vec<String>) {
    let id = approved(ledger, "November", &[people]).await;
    send(ledger, id, accepted()).await;
    (id, references(ledger, id).await)
}

fn reference(text: &str) -> Reference {
    Reference::parse(text).unwrap()
}

async fn state_of(ledger: &Ledger, id: PayrollId) -> PayrollState {
    ledger.payroll(id).await.unwrap().state
}

async fn settled_by(ledger: &Ledger, id: PayrollId) -> Vec<Option<SettledBy>> {
    ledger.all_payouts(id).await.unwrap().iter().map(|payout| payout.settled_by).collect()
}

#[tokio::test]
async fn an_answer_and_a_callback_are_kept_beside_each_other() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    report(&ledger, &of[0], Report::Successful).await;
    let asked = PayoutReport::new(&of[0], Report::Successful, "00");
    ledger.record_asked(std::slice::from_ref(&asked), at(12)).await.unwrap();
    assert_eq!(ledger.record_asked(&[asked], at(13)).await.unwrap(), [Applied::Repeated]);
    assert_eq!(ledger.reports(&of[0]).await.unwrap().len(), 2);
    assert_eq!(settled_by(&ledger, id).await, [Some(SettledBy::Asked), None]);
    let stranger = PayoutReport::new("ABCDEFGHIJKLMNOPQRSTUVWXYZ", Report::Successful, "00");
    assert_eq!(ledger.record_asked(&[stranger], at(14)).await.unwrap(), [Applied::NoPayoutOfOurs]);
    ledger.verify_chain().await.unwrap();
}

/// Records a failure from a source.
async fn failed_by(ledger: &Ledger, reference: &str, source: ReportSource) {
    let new = PayoutReport::new(reference, Report::Failed, "");
    let (file_source, read_by) = match source {
        ReportSource::Callback => {
            report(ledger, reference, Report::Failed).await;
            return;
        }
        ReportSource::Asked => {
            ledger.record_asked(&[new], at(12)).await.unwrap();
            return;
        }
        ReportSource::WordReading => (ReportSource::OutcomeFile, Some("Ada Obi".to_owned())),
        ReportSource::OutcomeFile | ReportSource::Statement => (source, None),
    };
    let new = [PayoutReport { read_by, ..new }];
    let (sha256, reading) = (source.to_string(), FileReading::default());
    let file =
        NewOutcomeFile { source: file_source, file_name: "a", sha256: &sha256, by: "Ada Obi", reading };
    let effects = ledger.preview_outcomes(file_source, &new, at(12)).await.unwrap();
    ledger.record_outcomes(file, &new, &effects, at(12)).await.unwrap();
}

/// What a person reads into a word never stands in for a source that says the same itself, nor hides that only callbacks
/// do: whoever failed by callbacks is asked about.
#[tokio::test]
async fn whatever_says_it_itself_settles_before_what_a_person_reads() {
    use ReportSource::{Asked, Callback, OutcomeFile, Statement, WordReading};
    for (sources, expected) in [
        (&[WordReading][..], SettledBy::WordReading),
        (&[WordReading, Callback], SettledBy::Callback),
        (&[Callback, WordReading], SettledBy::Callback),
        (&[WordReading, OutcomeFile], SettledBy::OutcomeFile),
        (&[OutcomeFile, WordReading], SettledBy::OutcomeFile),
        (&[WordReading, Statement], SettledBy::Statement),
        (&[WordReading, Asked], SettledBy::Asked),
    ] {
        let (_dir, ledger) = open().await;
        let (id, of) = sent(&ledger, 1).await;
        for source in sources {
            failed_by(&ledger, &of[0], *source).await;
        }
        assert_eq!(settled_by(&ledger, id).await, [Some(expected)], "{sources:?}");
    }
}

#[tokio::test]
async fn a_record_under_a_reference_proves_that_the_batch_was_taken() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    let of = references(&ledger, id).await;
    let pending =
        PayoutReport { status: "pending".to_owned(), ..PayoutReport::new(&of[0], Report::Unclear, "") };
    ledger.record_asked(&[pending], at(12)).await.unwrap();
    assert_eq!(state_of(&ledger, id).await, PayrollState::BeingPaid);
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 2]);
}

#[tokio::test]
async fn unclear_reports_are_kept_and_change_nothing() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    for number in 0..REPORTS_PER_PAYOUT_MAX + 10 {
        let unclear = PayoutReport::new(&of[0], Report::Unclear, &format!("X{number}"));
        ledger.record_asked(&[unclear], at(12)).await.unwrap();
    }
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent]);
    assert_eq!(ledger.reports(&of[0]).await.unwrap().len(), REPORTS_PER_PAYOUT_MAX, "a flood is bounded");
    report(&ledger, &of[0], Report::Successful).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid], "and hides no outcome");
}

#[tokio::test]
async fn a_success_of_another_amount_or_currency_is_a_conflict() {
    for (amount, currency, expected) in [
        (None, None, PayoutState::Paid),
        (Some("0.01"), None, PayoutState::Conflict),
        (Some("0.01"), Some("NGN"), PayoutState::Conflict),
        (None, Some("KES"), PayoutState::Conflict),
        (Some("not an amount"), None, PayoutState::Paid),
        // An amount that is no plain number is another one all the same.
        (Some("NGN 3.00"), None, PayoutState::Conflict),
        (Some("₦3.00"), None, PayoutState::Conflict),
        (Some("49 000.10"), None, PayoutState::Conflict),
        (Some("5e4"), None, PayoutState::Conflict),
        (Some("49999.999"), None, PayoutState::Conflict),
        (Some("1'000.00"), None, PayoutState::Conflict),
        (Some("3,00"), None, PayoutState::Conflict),
        (Some("٥٠"), None, PayoutState::Conflict),
        (Some("1/2"), None, PayoutState::Conflict),
        (Some("-OWN"), None, PayoutState::Conflict),
        (Some("OWN1"), None, PayoutState::Conflict),
        (Some("OWN"), None, PayoutState::Paid),
        (Some(" ₦OWN "), None, PayoutState::Paid),
        (Some("NGN OWN"), Some("ngn"), PayoutState::Paid),
        (Some("GHS OWN"), None, PayoutState::Conflict),
    ] {
        let (_dir, ledger) = open().await;
        let (id, of) = sent(&ledger, 1).await;
        let own = ledger.all_payouts(id).await.unwrap()[0].amount.digits();
        let report = PayoutReport {
            amount: amount.map(|text| text.replace("OWN", &own)),
            currency: currency.map(str::to_owned),
            ..PayoutReport::new(&of[0], Report::Successful, "00")
        };
        ledger.record_asked(&[report], at(12)).await.unwrap();
        assert_eq!(payout_states(&ledger, id).await, [expected], "{amount:?} {currency:?}");
    }
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    let own = ledger.all_payouts(id).await.unwrap()[0].amount.digits();
    let same = PayoutReport { amount: Some(own), ..PayoutReport::new(&of[0], Report::Successful, "00") };
    ledger.record_asked(&[same], at(12)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid]);
}

#[tokio::test]
async fn payouts_are_marked_by_hand_and_the_payroll_closes() {
    let (dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 3).await;
    report(&ledger, &of[0], Report::Successful).await;
    let two: Vec<_> = of[1..].iter().map(|text| reference(text)).collect();
    let reasonless = NewPayoutDecision { reason: " ", ..by_hand(PayoutDecision::Paid, 0) };
    let refused = ledger.decide_payouts(id, &two, reasonless, at(12)).await;
    assert!(matches!(refused, Err(LedgerError::NoReason)));
    ledger.decide_payouts(id, &two, by_hand(PayoutDecision::Paid, 0), at(12)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid; 3]);
    assert_eq!(state_of(&ledger, id).await, PayrollState::Closed);
    let by = settled_by(&ledger, id).await;
    assert_eq!(by, [Some(SettledBy::Callback), Some(SettledBy::User), Some(SettledBy::User)]);
    let (_copy, after, _) = killed_and_started_again(&dir).await;
    let kept = after.payout_decisions(&of[1]).await.unwrap();
    assert_eq!((kept.len(), kept[0].reason.as_str(), kept[0].by.as_str()), (1, "Told by phone", "Ada Obi"));
    after.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_later_report_against_a_decision_is_a_conflict_and_reopens() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    report(&ledger, &of[0], Report::Failed).await;
    let one = [reference(&of[0])];
    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Paid, 1), at(12)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid], "the failure was known");
    report(&ledger, &of[0], Report::Reversed).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Conflict]);
    assert_eq!(state_of(&ledger, id).await, PayrollState::BeingPaid);
    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Reversed, 3), at(13)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Reversed]);
    assert_eq!(state_of(&ledger, id).await, PayrollState::Closed);
    ledger.withdraw_payout_decisions(id, (&one, None), "Ada Obi", at(14)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Reversed], "failed, then reversed");
    assert_eq!(ledger.payout_decisions(&of[0]).await.unwrap().len(), 2, "both stay for the record");
}

/// Somebody marked a payout as failed although it was reported paid. The provider still says that it is paid, so nobody
/// pays it again before both were looked at.
#[tokio::test]
async fn a_report_repeated_against_a_decision_is_a_conflict_once() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    let one = [reference(&of[0])];
    report(&ledger, &of[0], Report::Successful).await;
    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Failed, 1), at(12)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Failed], "the success was known");
    assert!(matches!(report(&ledger, &of[0], Report::Successful).await, Applied::Changed { .. }));
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Conflict]);
    assert_eq!(state_of(&ledger, id).await, PayrollState::BeingPaid);
    assert_eq!(report(&ledger, &of[0], Report::Successful).await, Applied::Repeated);
    assert_eq!(ledger.reports(&of[0]).await.unwrap().len(), 2, "before the decision and after it");

    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Paid, 3), at(13)).await.unwrap();
    assert_eq!(report(&ledger, &of[0], Report::Successful).await, Applied::Repeated, "it agrees");
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid]);
    ledger.withdraw_payout_decisions(id, (&one, None), "Ada Obi", at(14)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid], "twice the same is one success");
    ledger.verify_chain().await.unwrap();
}

/// However many reports are stored already, the one against the user's word is.
#[tokio::test]
async fn a_flood_does_not_hide_a_report_against_a_decision() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    report(&ledger, &of[0], Report::Successful).await;
    for number in 1..REPORTS_PER_PAYOUT_MAX {
        let code = format!("X{number}");
        ledger.record_asked(&[PayoutReport::new(&of[0], Report::Unclear, &code)], at(12)).await.unwrap();
    }
    let seen = u32::try_from(REPORTS_PER_PAYOUT_MAX).unwrap();
    let one = [reference(&of[0])];
    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Failed, seen), at(13)).await.unwrap();
    report(&ledger, &of[0], Report::Successful).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Conflict]);
}

#[tokio::test]
async fn reports_without_a_code_are_told_apart_by_their_words() {
    let worded = |reference: &str, word: &str| PayoutReport {
        status: word.to_owned(),
        ..PayoutReport::new(reference, Report::Unclear, "")
    };
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    for (word, is_new) in [("pending", true), ("PENDING", false), ("completed", true), ("pending", false)] {
        let applied = ledger.record_asked(&[worded(&of[0], word)], at(12)).await.unwrap();
        assert_eq!(matches!(applied[0], Applied::Changed { .. }), is_new, "{word}");
    }
    let words: Vec<_> =
        ledger.reports(&of[0]).await.unwrap().into_iter().map(|report| report.status).collect();
    assert_eq!(words, ["pending", "completed"]);
    let payout = ledger.all_payouts(id).await.unwrap().remove(0);
    assert_eq!((payout.state, payout.message.as_deref()), (PayoutState::Sent, Some("completed")));
}

#[tokio::test]
async fn a_decision_taken_back_leaves_what_was_reported() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    let both: Vec<_> = of.iter().map(|text| reference(text)).collect();
    ledger.decide_payouts(id, &both, by_hand(PayoutDecision::Failed, 0), at(12)).await.unwrap();
    ledger.withdraw_payout_decisions(id, (&both, None), "Ada Obi", at(13)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 2]);
    assert_eq!(
        (state_of(&ledger, id).await, settled_by(&ledger, id).await),
        (PayrollState::BeingPaid, vec![None; 2])
    );
    let again = ledger.withdraw_payout_decisions(id, (&both, None), "Ada Obi", at(14)).await;
    assert!(matches!(again, Err(LedgerError::NoSuchPayout)));
}

#[tokio::test]
async fn only_payouts_that_the_service_has_are_decided() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1]).await;
    let one = [reference(&references(&ledger, id).await[0])];
    let decided = ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Paid, 0), at(12)).await;
    assert!(matches!(decided, Err(LedgerError::WrongState { .. })));
    send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    let decided = ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Failed, 0), at(12)).await;
    assert!(matches!(decided, Err(LedgerError::WrongState { .. })), "an unknown batch is settled first");
    let other = approved(&ledger, "Other", &[1]).await;
    let decided = ledger.decide_payouts(other, &one, by_hand(PayoutDecision::Failed, 0), at(12)).await;
    assert!(matches!(decided, Err(LedgerError::NoSuchPayout)));
}

#[tokio::test]
async fn a_payroll_is_closed_with_what_is_not_confirmed() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 3).await;
    let reason = ("The provider is gone", "Ada Obi");
    ledger.close_unconfirmed(id, reason, at(12)).await.unwrap();
    let closed = ledger.payroll(id).await.unwrap();
    assert_eq!(closed.state, PayrollState::ClosedUnconfirmed);
    assert_eq!(closed.unconfirmed.unwrap().reason, reason.0);
    assert!(matches!(ledger.close_unconfirmed(id, reason, at(13)).await, Err(LedgerError::NotBeingPaid(_))));

    report(&ledger, &of[0], Report::Successful).await;
    assert_eq!(state_of(&ledger, id).await, PayrollState::ClosedUnconfirmed, "one less is open");
    report(&ledger, &of[1], Report::Failed).await;
    assert_eq!(state_of(&ledger, id).await, PayrollState::BeingPaid, "somebody was not paid");
    ledger.close_unconfirmed(id, reason, at(14)).await.unwrap();
    ledger.reopen_unconfirmed(id, at(15)).await.unwrap();
    assert_eq!(state_of(&ledger, id).await, PayrollState::BeingPaid);
    ledger.close_unconfirmed(id, reason, at(16)).await.unwrap();
    report(&ledger, &of[2], Report::Successful).await;
    assert_eq!(state_of(&ledger, id).await, PayrollState::Closed, "all outcomes are known");
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_payroll_that_may_still_be_sent_is_not_closed() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1, 1]).await;
    send(&ledger, id, accepted()).await;
    let closed = ledger.close_unconfirmed(id, ("Enough", "Ada Obi"), at(12)).await;
    assert!(matches!(closed, Err(LedgerError::NotBeingPaid(_))));
}

/// The dialog was open while the success came in: the person must not be paid again.
#[tokio::test]
async fn a_report_that_the_user_did_not_see_stops_the_decision() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    let one = [reference(&of[0])];
    let seen = ledger.payroll(id).await.unwrap().last_outcome_at;
    report(&ledger, &of[0], Report::Successful).await;
    let of_payroll =
        NewPayoutDecision { shown: ShownEvidence::OfPayroll(seen), ..by_hand(PayoutDecision::Failed, 0) };
    for decision in [by_hand(PayoutDecision::Failed, 0), of_payroll] {
        let decided = ledger.decide_payouts(id, &one, decision, at(12)).await;
        assert!(matches!(decided, Err(LedgerError::PayoutsChanged)), "{decided:?}");
    }
    assert_eq!(payout_states(&ledger, id).await[0], PayoutState::Paid);
    ledger.decide_payouts(id, &one, by_hand(PayoutDecision::Failed, 1), at(12)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await[0], PayoutState::Failed, "it was seen");
}

/// What the user chose and saw of each payout, in the order of choosing.
async fn chosen(ledger: &Ledger, id: PayrollId, references: &[Reference]) -> ShownEvidence {
    let found = ledger.chosen_payouts(id, references).await.unwrap();
    let shown = |reference: &Reference| {
        let chosen = found.iter().find(|chosen| chosen.payout.reference == *reference).unwrap();
        ShownPayout { state: chosen.payout.state, evidence: chosen.evidence }
    };
    ShownEvidence::OfEach(references.iter().map(shown).collect())
}

#[tokio::test]
async fn chosen_payouts_are_decided_and_nobody_else() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 4).await;
    report(&ledger, &of[1], Report::Failed).await;
    let two = [reference(&of[3]), reference(&of[1])];
    let shown = chosen(&ledger, id, &two).await;
    let found = ledger.chosen_payouts(id, &two).await.unwrap();
    let evidence: Vec<_> = found.iter().map(|chosen| (chosen.payout.position, chosen.evidence)).collect();
    assert_eq!(evidence, [(1, 1), (3, 0)], "in the order of the payroll");
    let paid = NewPayoutDecision { shown, ..by_hand(PayoutDecision::Paid, 0) };
    ledger.decide_payouts(id, &two, paid, at(12)).await.unwrap();
    let states = payout_states(&ledger, id).await;
    assert_eq!(states, [PayoutState::Sent, PayoutState::Paid, PayoutState::Sent, PayoutState::Paid]);
}

/// All of them or none.
#[tokio::test]
async fn one_that_changed_since_stops_the_decision_about_all_chosen() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 3).await;
    let all: Vec<_> = of.iter().map(|text| reference(text)).collect();
    let shown = chosen(&ledger, id, &all).await;
    // It says nothing about the money, but it was not there.
    report(&ledger, &of[1], Report::Unclear).await;
    let failed = |shown| NewPayoutDecision { shown, ..by_hand(PayoutDecision::Failed, 0) };
    let twice = [all[0].clone(), all[0].clone()];
    for (references, shown) in [
        (&all[..], shown),
        // Another state than the row had.
        (&all[..1], ShownEvidence::OfEach(vec![ShownPayout { state: PayoutState::Overdue, evidence: 0 }])),
        (&twice, ShownEvidence::OfEach(vec![ShownPayout { state: PayoutState::Sent, evidence: 0 }; 2])),
        (&all[..1], ShownEvidence::OfEach(Vec::new())),
    ] {
        let decided = ledger.decide_payouts(id, references, failed(shown), at(12)).await;
        assert!(matches!(decided, Err(LedgerError::PayoutsChanged)), "{decided:?}");
    }
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 3], "nothing is half applied");
    for reference in &of {
        assert_eq!(ledger.payout_decisions(reference).await.unwrap(), []);
    }
    let other = approved(&ledger, "Other", &[1]).await;
    for (id, references) in [(other, &all[..1]), (id, &twice)] {
        let found = ledger.chosen_payouts(id, references).await;
        assert!(matches!(found, Err(LedgerError::NoSuchPayout)), "{found:?}");
    }
}
