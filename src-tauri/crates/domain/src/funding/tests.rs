#![expect(clippy::wildcard_enum_match_arm, reason = "a table names what differs")]

use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::*;

fn words(said: &[StatusWord]) -> StatusWords {
    said.iter().fold(StatusWords::default(), |words, word| words.and(*word))
}

#[test]
fn a_charge_goes_only_where_the_rules_let_it() {
    use ChargeStage as S;
    let ways = |from: S| S::iter().filter(|to| from.leads_to(*to)).collect::<Vec<_>>();
    for (from, expected) in [
        (
            S::Intent,
            vec![
                S::NotSent,
                S::Refused,
                S::Declined,
                S::NeedsRedirect,
                S::NeedsOtp,
                S::Charged,
                S::Pending,
                S::Unknown,
            ],
        ),
        (S::NeedsRedirect, vec![S::Verifying, S::Pending]),
        (S::NeedsOtp, vec![S::Verifying, S::Pending]),
        (S::Verifying, vec![S::Declined, S::NeedsRedirect, S::NeedsOtp, S::Charged, S::Pending]),
        (S::Charged, vec![]),
        (S::NotSent, vec![]),
        (S::Refused, vec![]),
        (S::Declined, vec![]),
        (S::Pending, vec![]),
        (S::Unknown, vec![]),
        (S::LookedUp, vec![]),
    ] {
        assert_eq!(ways(from), expected, "{from}");
    }
}

#[test]
fn no_charge_comes_back_to_its_intent() {
    assert!(ChargeStage::iter().all(|from| !from.leads_to(ChargeStage::Intent)));
}

#[test]
fn a_restart_leaves_no_window_open() {
    for stage in ChargeStage::iter() {
        let after = stage.after_restart();
        assert_eq!(after.after_restart(), after, "{stage}");
        let needs_a_window = matches!(
            after,
            ChargeStage::Intent | ChargeStage::NeedsRedirect | ChargeStage::NeedsOtp | ChargeStage::Verifying
        );
        assert!(!needs_a_window, "{stage}");
        assert!(stage == after || stage.leads_to(after), "{stage}");
    }
}

#[test]
fn the_status_has_the_last_word_and_the_user_the_one_before() {
    use FundingState as F;
    use StatusWord::{Completed, Failed, Open, Reversed};
    for (stage, said, decision, expected) in [
        (ChargeStage::Charged, vec![], None, F::Charged),
        (ChargeStage::Charged, vec![Open], None, F::Charged),
        (ChargeStage::Charged, vec![Completed], None, F::Funded),
        (ChargeStage::Charged, vec![Failed], None, F::Failed),
        (ChargeStage::Charged, vec![Open, Completed, Reversed], None, F::Reversed),
        (ChargeStage::Charged, vec![Completed, Failed], None, F::Conflict),
        (ChargeStage::Charged, vec![Completed, Failed, Reversed], None, F::Conflict),
        (ChargeStage::Declined, vec![Completed], None, F::Funded),
        (ChargeStage::Declined, vec![], None, F::Declined),
        (ChargeStage::Pending, vec![Failed], None, F::Failed),
        (ChargeStage::NeedsRedirect, vec![Completed], None, F::Funded),
        (ChargeStage::Unknown, vec![], None, F::Unknown),
        (ChargeStage::Unknown, vec![], Some(FundingDecision::NotFunded), F::Failed),
        (ChargeStage::Unknown, vec![Open], Some(FundingDecision::Funded), F::Funded),
        (ChargeStage::Unknown, vec![Completed], Some(FundingDecision::NotFunded), F::Funded),
        (ChargeStage::Unknown, vec![Failed], Some(FundingDecision::Funded), F::Failed),
        (ChargeStage::LookedUp, vec![Open], None, F::Pending),
        (ChargeStage::LookedUp, vec![Completed], None, F::Funded),
    ] {
        assert_eq!(
            FundingState::of(stage, words(&said), decision),
            expected,
            "{stage} {said:?} {decision:?}"
        );
    }
}

#[test]
fn an_answer_counts_where_one_is_awaited() {
    use ChargeResponse as A;
    use ChargeStage as S;
    for (said, of_charge, of_password) in [
        (A::NotSent, S::NotSent, S::NeedsOtp),
        (A::Refused, S::Refused, S::NeedsOtp),
        (A::WrongOtp, S::Refused, S::NeedsOtp),
        (A::Declined, S::Declined, S::Declined),
        (A::NeedsRedirect, S::NeedsRedirect, S::NeedsRedirect),
        (A::NeedsOtp, S::NeedsOtp, S::NeedsOtp),
        (A::Charged, S::Charged, S::Charged),
        (A::Unclear, S::Pending, S::Pending),
        (A::Unknown, S::Unknown, S::Pending),
    ] {
        for stage in S::iter() {
            let expected = match stage {
                S::Intent => Some(of_charge),
                S::Verifying => Some(of_password),
                _ => None,
            };
            assert_eq!(stage.after_answer(said), expected, "{stage} {said}");
            assert!(expected.is_none_or(|next| stage.leads_to(next)), "{stage} {said}");
        }
    }
}

#[test]
fn leaving_a_validation_decides_nothing() {
    use ChargeStage as S;
    use ValidationEnd as E;
    for end in E::iter() {
        for stage in S::iter() {
            let expected = match (stage, end) {
                (S::NeedsRedirect, E::CameBack) => Some(S::Verifying),
                (S::NeedsRedirect | S::NeedsOtp, E::Closed | E::TimedOut | E::NotShown) => Some(S::Pending),
                (S::Verifying, E::Undecided) => Some(S::Pending),
                _ => None,
            };
            assert_eq!(stage.after_validation(end), expected, "{stage} {end}");
            assert!(expected.is_none_or(|next| stage.leads_to(next)), "{stage} {end}");
        }
    }
}

fn word() -> impl Strategy<Value = StatusWord> {
    prop::sample::select(StatusWord::iter().collect::<Vec<_>>())
}

fn stage() -> impl Strategy<Value = ChargeStage> {
    prop::sample::select(ChargeStage::iter().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn neither_order_nor_repetition_of_readings_counts(
        stage in stage(),
        said in prop::collection::vec(word(), 0..6),
        again in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let state = |said: &[StatusWord]| FundingState::of(stage, words(said), None);
        let mut otherwise = said.clone();
        otherwise.extend(again.iter().filter(|_| !said.is_empty()).map(|index| *index.get(&said)));
        otherwise.reverse();
        prop_assert_eq!(state(&said), state(&otherwise));
    }

    #[test]
    fn what_the_charge_does_next_never_outweighs_the_status(
        from in stage(),
        to in stage(),
        said in prop::collection::vec(word(), 1..6),
    ) {
        let said = words(&said);
        prop_assume!(said.verdict().is_some());
        prop_assert_eq!(FundingState::of(from, said, None), FundingState::of(to, said, None));
    }

    #[test]
    fn money_that_came_is_never_forgotten(said in prop::collection::vec(word(), 0..6), stage in stage()) {
        let said = words(&said).and(StatusWord::Completed);
        let state = FundingState::of(stage, said, Some(FundingDecision::NotFunded));
        prop_assert!(matches!(state, FundingState::Funded | FundingState::Reversed | FundingState::Conflict));
    }
}
