use jiff::{SignedDuration, Timestamp};
use paysheet_domain::{
    CardBrand, ChargeResponse, ChargeStage, Currency, FundingDecision, FundingState, LastFour, Money,
    StatusWord, ValidationEnd,
};

use crate::{
    CardSeen, ChargeAnswered, EventKind, FundingEntry, FundingFilter, FundingId, Ledger, LedgerError,
    NewCharge, Payer, SameAmount, StatusReading,
    tests::support::{at, killed_and_started_again, open},
};

pub(crate) fn naira(minor: i64) -> Money {
    Money::from_minor(minor, Currency::NGN)
}

fn charge_of(amount: Money) -> NewCharge {
    NewCharge {
        amount,
        card: CardSeen { brand: CardBrand::Verve, last_four: LastFour::of("5060990580000219").unwrap() },
        payer: Payer {
            first_name: "Ngozi".to_owned(),
            last_name: "Adeyemi".to_owned(),
            email: "ngozi@kola.example".to_owned(),
            phone: "+2348035550142".to_owned(),
        },
        destination: "https://pay.example.com/".to_owned(),
        recipient_id: "W1".to_owned(),
    }
}

fn day_before(now: Timestamp) -> SameAmount {
    SameAmount::AskSince(now - SignedDuration::from_hours(24))
}

fn answer(said: ChargeResponse, references: &[&str]) -> ChargeAnswered {
    ChargeAnswered {
        said,
        code: "02".to_owned(),
        message: Some("Said".to_owned()),
        references: references.iter().map(|text| (*text).to_owned()).collect(),
        fee: Some(naira(300)),
        evidence_json: "{}".to_owned(),
    }
}

pub(crate) async fn charged(
    ledger: &Ledger,
    minor: i64,
    said: ChargeResponse,
    references: &[&str],
) -> FundingEntry {
    let same = SameAmount::AskSince(at(1_000_000));
    let intent = ledger.intend_charge(&charge_of(naira(minor)), same, at(10)).await.unwrap();
    ledger.record_charge(intent.begin(), answer(said, references), at(11)).await.unwrap()
}

pub(crate) fn reading(
    reference: &str,
    words: &[StatusWord],
    balance: Option<&str>,
    as_of: i64,
) -> StatusReading {
    StatusReading {
        references: vec![reference.to_owned()],
        processor_reference: None,
        words: words.to_vec(),
        amount: None,
        figure: None,
        balance: balance.map(str::to_owned),
        as_of: Some(at(as_of)),
        code: Some("00".to_owned()),
        message: Some("Approved".to_owned()),
        record_json: "{\"id\":\"7\"}".to_owned(),
        destination: "https://pay.example.com/".to_owned(),
    }
}

pub(crate) fn of_figure(reading: StatusReading, figure: &str) -> StatusReading {
    StatusReading { figure: Some(figure.to_owned()), ..reading }
}

async fn kinds(ledger: &Ledger, id: FundingId) -> Vec<EventKind> {
    ledger.funding_events(id).await.unwrap().into_iter().map(|event| event.kind).collect()
}

#[tokio::test]
async fn every_answer_puts_a_charge_where_it_belongs() {
    for (said, state) in [
        (ChargeResponse::NotSent, FundingState::NotSent),
        (ChargeResponse::Refused, FundingState::Refused),
        (ChargeResponse::Declined, FundingState::Declined),
        (ChargeResponse::NeedsRedirect, FundingState::NeedsRedirect),
        (ChargeResponse::NeedsOtp, FundingState::NeedsOtp),
        (ChargeResponse::Charged, FundingState::Charged),
        (ChargeResponse::Unclear, FundingState::Pending),
        (ChargeResponse::Unknown, FundingState::Unknown),
    ] {
        let (_dir, ledger) = open().await;
        let entry = charged(&ledger, 500_000, said, &["C-1", "F-1"]).await;
        assert_eq!((entry.state, entry.amount, entry.fee), (state, Some(naira(500_000)), Some(naira(300))));
        assert_eq!(entry.references, ["C-1", "F-1"]);
        assert_eq!(entry.card.as_ref().unwrap().last_four.as_str(), "0219");
        assert_eq!((entry.began_at, entry.answered_at), (at(10), Some(at(11))));
        assert_eq!(ledger.funding(entry.id).await.unwrap(), entry);
        assert_eq!(kinds(&ledger, entry.id).await, [EventKind::ChargeIntent, EventKind::ChargeAnswered]);
        ledger.verify_chain().await.unwrap();
    }
}

#[tokio::test]
async fn a_charge_that_a_crash_cut_short_is_unknown_and_is_not_sent_again() {
    let (dir, ledger) = open().await;
    let intent = ledger.intend_charge(&charge_of(naira(500)), day_before(at(10)), at(10)).await.unwrap();
    let waiting = charged(&ledger, 700, ChargeResponse::NeedsOtp, &["C-2"]).await;
    let page = charged(&ledger, 800, ChargeResponse::NeedsRedirect, &["C-3"]).await;
    let done = charged(&ledger, 900, ChargeResponse::Charged, &["C-4"]).await;

    let (_copy, again, recovery) = killed_and_started_again(&dir).await;
    assert_eq!(recovery.charges_unknown, [intent.id()]);
    let entry = again.funding(intent.id()).await.unwrap();
    assert_eq!((entry.state, entry.code.as_deref()), (FundingState::Unknown, Some("crash_found")));
    assert_eq!(kinds(&again, entry.id).await, [EventKind::ChargeIntent, EventKind::ChargeCrashFound]);
    for (entry, state) in
        [(waiting, FundingState::Pending), (page, FundingState::Pending), (done, FundingState::Charged)]
    {
        assert_eq!(again.funding(entry.id).await.unwrap().state, state);
    }
    let open: Vec<FundingState> =
        again.open_fundings().await.unwrap().into_iter().map(|entry| entry.state).collect();
    assert_eq!(
        open,
        [FundingState::Unknown, FundingState::Pending, FundingState::Pending, FundingState::Charged]
    );
    again.verify_chain().await.unwrap();
}

#[tokio::test]
async fn an_intent_that_was_not_sent_yet_is_on_the_disk() {
    let (dir, ledger) = open().await;
    let intent = ledger.intend_charge(&charge_of(naira(500)), day_before(at(10)), at(10)).await.unwrap();
    let (_copy, again, _) = killed_and_started_again(&dir).await;
    let entry = again.funding(intent.id()).await.unwrap();
    assert_eq!((entry.amount, entry.payer), (Some(naira(500)), Some(charge_of(naira(500)).payer)));
}

#[tokio::test]
async fn a_second_charge_of_the_same_amount_is_a_question() {
    let (_dir, ledger) = open().await;
    let intend = async |minor, currency, same, now| {
        ledger.intend_charge(&charge_of(Money::from_minor(minor, currency)), same, at(now)).await
    };
    let day = 24 * 60 * 60;
    for said in [ChargeResponse::Declined, ChargeResponse::NotSent, ChargeResponse::Refused] {
        charged(&ledger, 500, said, &[]).await;
    }
    let first = intend(500, Currency::NGN, day_before(at(20)), 20).await.unwrap();
    let asked = intend(500, Currency::NGN, day_before(at(30)), 30).await;
    assert!(
        matches!(&asked, Err(LedgerError::ChargedAlready { funding, began_at })
            if *funding == first.id() && *began_at == at(20)),
        "{:?}",
        asked.err()
    );
    intend(501, Currency::NGN, day_before(at(30)), 30).await.unwrap();
    intend(500, Currency::GHS, day_before(at(30)), 30).await.unwrap();

    let since = at(40 - day);
    let beside = SameAmount::ChargeBeside { shown: first.id(), since };
    let second = intend(500, Currency::NGN, beside, 40).await.unwrap();
    let again = intend(500, Currency::NGN, beside, 41).await;
    assert!(
        matches!(&again, Err(LedgerError::ChargedAlready { funding, .. }) if *funding == second.id()),
        "a click twice is one charge"
    );
    intend(500, Currency::NGN, day_before(at(41 + day)), 41 + day).await.unwrap();
}

#[tokio::test]
async fn wrong_passwords_are_counted_and_one_is_sent_at_a_time() {
    let (_dir, ledger) = open().await;
    let entry = charged(&ledger, 500, ChargeResponse::NeedsOtp, &["C-1", "F-1"]).await;
    for wrong in 1..=2 {
        let (intent, reference) = ledger.intend_otp(entry.id, at(20)).await.unwrap();
        assert_eq!(reference, "C-1");
        assert_eq!(ledger.funding(entry.id).await.unwrap().state, FundingState::Verifying);
        let second = ledger.intend_otp(entry.id, at(20)).await;
        assert!(matches!(second, Err(LedgerError::WrongStage { from: ChargeStage::Verifying, .. })));
        let said = answer(ChargeResponse::WrongOtp, &[]);
        let after = ledger.record_charge(intent.begin(), said, at(21)).await.unwrap();
        assert_eq!((after.state, after.otp_wrong), (FundingState::NeedsOtp, wrong));
    }
    let (intent, _) = ledger.intend_otp(entry.id, at(22)).await.unwrap();
    let after =
        ledger.record_charge(intent.begin(), answer(ChargeResponse::NotSent, &[]), at(23)).await.unwrap();
    assert_eq!((after.state, after.otp_wrong), (FundingState::NeedsOtp, 2), "it never got there");
    let (intent, _) = ledger.intend_otp(entry.id, at(24)).await.unwrap();
    let after =
        ledger.record_charge(intent.begin(), answer(ChargeResponse::Unknown, &[]), at(25)).await.unwrap();
    assert_eq!(after.state, FundingState::Pending);
    assert!(matches!(ledger.intend_otp(entry.id, at(26)).await, Err(LedgerError::WrongStage { .. })));
}

#[tokio::test]
async fn a_page_that_was_left_waits_for_the_status() {
    let (_dir, ledger) = open().await;
    for (minor, end, state) in [
        (1, ValidationEnd::CameBack, FundingState::Verifying),
        (2, ValidationEnd::Closed, FundingState::Pending),
        (3, ValidationEnd::TimedOut, FundingState::Pending),
        (4, ValidationEnd::NotShown, FundingState::Pending),
    ] {
        let reference = format!("C-{minor}");
        let entry = charged(&ledger, minor, ChargeResponse::NeedsRedirect, &[&reference]).await;
        let left = ledger.end_validation(entry.id, end, at(12)).await.unwrap();
        assert_eq!((left.state, left.validation_end), (state, Some(end)));
        let twice = ledger.end_validation(entry.id, ValidationEnd::Closed, at(13)).await.unwrap();
        assert_eq!(twice, left, "what was left cannot be left again");
        let funded = reading(&reference, &[StatusWord::Completed], None, 14);
        let funded = ledger.read_status(entry.id, &funded, at(14)).await.unwrap();
        assert_eq!(funded.state, FundingState::Funded);
    }
}

#[tokio::test]
async fn readings_come_in_any_order_and_any_number() {
    use StatusWord::{Completed, Failed, Open, Reversed};
    let orders: [&[StatusWord]; 5] = [
        &[Open, Completed, Reversed],
        &[Reversed, Completed, Open],
        &[Completed, Reversed, Completed, Open, Open],
        &[Completed, Open, Reversed, Reversed],
        &[Reversed, Open, Completed, Completed],
    ];
    for order in orders {
        let (_dir, ledger) = open().await;
        let entry = charged(&ledger, 500, ChargeResponse::Charged, &["C-1"]).await;
        let mut state = entry.state;
        for word in order {
            state = ledger
                .read_status(entry.id, &reading("C-1", &[*word], None, 12), at(12))
                .await
                .unwrap()
                .state;
        }
        assert_eq!(state, FundingState::Reversed, "{order:?}");
        let failed = reading("C-1", &[Failed], None, 13);
        assert_eq!(
            ledger.read_status(entry.id, &failed, at(13)).await.unwrap().state,
            FundingState::Conflict
        );
        ledger.verify_chain().await.unwrap();
    }
}

#[tokio::test]
async fn the_users_word_counts_until_the_status_says_otherwise() {
    let (_dir, ledger) = open().await;
    let entry = charged(&ledger, 500, ChargeResponse::Unknown, &[]).await;
    let decide = async |reason| {
        ledger.decide_funding(entry.id, FundingDecision::NotFunded, reason, "Ada", at(20)).await
    };
    assert!(matches!(decide(" ").await, Err(LedgerError::NoReason)));
    assert_eq!(decide("Not on the statement").await.unwrap().state, FundingState::Failed);
    let late = of_figure(reading("F-9", &[StatusWord::Completed], None, 30), "5");
    assert_eq!(ledger.claim_record(entry.id, &late, at(30)).await.unwrap().state, FundingState::Funded);
    let declined = charged(&ledger, 600, ChargeResponse::Declined, &[]).await;
    let refused =
        ledger.decide_funding(declined.id, FundingDecision::Funded, "I say so", "Ada", at(31)).await;
    assert!(matches!(refused, Err(LedgerError::WrongStage { .. })));
}

#[tokio::test]
async fn the_history_is_found_by_state_date_and_text() {
    let (_dir, ledger) = open().await;
    let funded = charged(&ledger, 500_000, ChargeResponse::Charged, &["7KQ2M4XA"]).await;
    ledger
        .read_status(funded.id, &reading("7KQ2M4XA", &[StatusWord::Completed], None, 12), at(12))
        .await
        .unwrap();
    charged(&ledger, 600, ChargeResponse::Declined, &["50%_off"]).await;
    let same = SameAmount::AskSince(at(1_000_000));
    let late = ledger.intend_charge(&charge_of(naira(700)), same, at(5_000)).await.unwrap().id();
    let found = async |filter: FundingFilter| {
        let (total, entries) = ledger.fundings(&filter, 0, 10).await.unwrap();
        assert_eq!(total as usize, entries.len());
        entries.into_iter().map(|entry| entry.id.0).collect::<Vec<_>>()
    };
    let text = |text: &str| FundingFilter { text: Some(text.to_owned()), ..FundingFilter::default() };
    let all = FundingFilter::default();
    assert_eq!(found(all.clone()).await, [3, 2, 1]);
    assert_eq!(found(FundingFilter { state: Some(FundingState::Funded), ..all.clone() }).await, [1]);
    assert_eq!(found(FundingFilter { from: Some(at(5_000)), ..all.clone() }).await, [late.0]);
    assert_eq!(found(FundingFilter { before: Some(at(5_000)), ..all.clone() }).await, [2, 1]);
    for (words, expected) in [
        ("7kq2", vec![1]),
        ("0219", vec![3, 2, 1]),
        ("verve", vec![3, 2, 1]),
        ("ADEYEMI", vec![3, 2, 1]),
        ("5000.00", vec![1]),
        ("50%_", vec![2]),
        ("%", vec![2]),
        ("nobody", vec![]),
        ("  ", vec![3, 2, 1]),
    ] {
        assert_eq!(found(text(words)).await, expected, "{words}");
    }
    let (total, window) = ledger.fundings(&all, 1, 1).await.unwrap();
    assert_eq!((total, window[0].id.0), (3, 2));
    assert_eq!(ledger.last_payer().await.unwrap().unwrap().first_name, "Ngozi");
}

#[tokio::test]
async fn other_hands_on_a_top_ups_events_are_found() {
    for tampering in [
        "UPDATE events SET funding = NULL WHERE seq = 1",
        "UPDATE events SET funding = 2 WHERE seq = 1",
        "UPDATE events SET data = replace(data, '0219', '0218') WHERE seq = 1",
    ] {
        let (_dir, ledger) = open().await;
        charged(&ledger, 500, ChargeResponse::Charged, &["C-1"]).await;
        sqlx::query(tampering).execute(&ledger.writer).await.unwrap();
        let found = ledger.verify_chain().await;
        assert!(matches!(found, Err(LedgerError::ChainBroken { seq: 1, .. })), "{tampering}: {found:?}");
    }
}
