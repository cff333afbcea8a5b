use strum::IntoEnumIterator;

use super::*;

/// Every allowed transition, written down a second time. A new state needs its row here.
const WAYS: [(BatchState, &[BatchState]); 11] = {
    use BatchState as S;
    [
        (S::Draft, &[S::Frozen]),
        (S::Frozen, &[S::Draft, S::Approved]),
        (S::Approved, &[S::Frozen, S::Intent, S::Unknown, S::Withdrawn]),
        (S::Intent, &[S::NotSent, S::NotAccepted, S::Accepted, S::Unknown]),
        (S::NotSent, &[S::Approved, S::Unknown, S::Withdrawn]),
        (S::NotAccepted, &[S::Frozen, S::Unknown, S::Withdrawn]),
        (S::Accepted, &[S::Settling]),
        (S::Unknown, &[S::Intent, S::NotAccepted, S::Accepted]),
        (S::Settling, &[S::Closed]),
        (S::Closed, &[S::Settling]),
        (S::Withdrawn, &[]),
    ]
};

#[test]
fn a_payout_without_an_outcome_is_as_far_as_its_batch() {
    use BatchState as B;
    use PayoutState as P;
    use PayoutStatus as S;
    for (payout, batch, expected) in [
        (P::Planned, B::Approved, S::NotSent),
        (P::Planned, B::NotSent, S::NotSent),
        (P::Planned, B::NotAccepted, S::NotAccepted),
        (P::Planned, B::Intent, S::InProgress),
        (P::Sent, B::Settling, S::InProgress),
        // A batch is sent again: the service may still have it from before.
        (P::Sent, B::Approved, S::InProgress),
        (P::Planned, B::Unknown, S::Unknown),
        (P::Sent, B::Unknown, S::Unknown),
        (P::Planned, B::Withdrawn, S::Withdrawn),
        (P::Sent, B::Withdrawn, S::InProgress),
        (P::Paid, B::Unknown, S::Paid),
        (P::Overdue, B::Settling, S::Overdue),
        (P::Conflict, B::Closed, S::Conflict),
    ] {
        assert_eq!(S::of(payout, batch), expected, "{payout} of a batch in {batch}");
    }
}

#[test]
fn a_batch_goes_only_where_the_rules_let_it() {
    assert_eq!(WAYS.map(|(from, _)| from).to_vec(), BatchState::iter().collect::<Vec<_>>(), "a row a state");
    for (from, ways) in WAYS {
        for to in BatchState::iter() {
            assert_eq!(from.leads_to(to), ways.contains(&to), "{from} to {to}");
        }
    }
}

/// Returns every state that can be reached from here, in any number of steps.
fn reachable(from: BatchState) -> Vec<BatchState> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&state) = found.get(next) {
        for to in BatchState::iter().filter(|&to| state.leads_to(to)) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn what_the_service_took_is_never_sent_again() {
    for taken in [BatchState::Accepted, BatchState::Settling, BatchState::Closed] {
        for sendable in [BatchState::Approved, BatchState::Intent] {
            assert!(!reachable(taken).contains(&sendable), "{taken} comes to {sendable}");
        }
    }
}

#[test]
fn what_was_withdrawn_is_never_sent_and_what_may_be_there_is_never_withdrawn() {
    assert_eq!(reachable(BatchState::Withdrawn), [BatchState::Withdrawn]);
    for state in BatchState::iter().filter(|state| state.may_be_at_the_service()) {
        assert!(!state.leads_to(BatchState::Withdrawn), "{state}");
    }
}

#[test]
fn a_batch_is_sent_only_from_approved_or_by_sending_an_unknown_one_again() {
    let before: Vec<_> = BatchState::iter().filter(|from| from.leads_to(BatchState::Intent)).collect();
    assert_eq!(before, [BatchState::Approved, BatchState::Unknown]);
}

#[test]
fn no_batch_is_stuck_before_it_is_closed() {
    for state in BatchState::iter().filter(|&state| state != BatchState::Withdrawn) {
        assert!(reachable(state).contains(&BatchState::Closed), "{state} never ends");
    }
}

#[test]
fn what_may_be_at_the_service_is_said_so() {
    let may_be: Vec<_> = BatchState::iter().filter(|state| state.may_be_at_the_service()).collect();
    use BatchState as S;
    assert_eq!(may_be, [S::Intent, S::Accepted, S::Unknown, S::Settling, S::Closed]);
}

#[test]
fn nothing_more_is_expected_of_a_final_payout() {
    use PayoutState as S;
    let last: Vec<_> = PayoutState::iter().filter(|state| state.is_final()).collect();
    assert_eq!(last, [S::Paid, S::Failed, S::Reversed, S::Withdrawn]);
}
