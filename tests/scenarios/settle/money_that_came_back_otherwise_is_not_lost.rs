//! A bank writes a return in its own way: with an unknown word for its direction, less a charge, twice, late, or of the whole
//! batch. Whoever overlooks it takes people for paid.

use std::path::{Path, PathBuf};

use paysheet_desk::view::{OutcomeKind, OutcomeProblem, OutcomesView};
use paysheet_domain::PayoutState;

use crate::{
    outcome_files::{apply, file, lines, preview_statement},
    support::{Person, World, people, references, state_of},
};

const HEAD: &str = "Date,Description,Debit,Credit";

/// A payroll of two people that was sent, in one batch.
struct Sent {
    world: World,
    id: u32,
    /// In the order of the people.
    references: Vec<String>,
    batch: String,
}

impl Sent {
    async fn new() -> Self {
        Self::to(&people(2)).await
    }

    async fn to(people: &[Person]) -> Self {
        let world = World::without_callbacks().await;
        let id = world.sent(people).await;
        let references = references(&world.desk, id).await.into_values().collect();
        let batch = world.desk.payroll(id).await.unwrap().batches[0].reference.clone();
        Self { world, id, references, batch }
    }

    /// Reads a statement of these lines, in which `<ours>` is the reference of the second person, `<other>` that of the first and
    /// `<batch>` the batch's. Of `<ours>`, `<cut>` is the beginning, `<end>` the end, and `<split>` has spaces.
    async fn look(&self, name: &str, head: &str, entries: &[&str]) -> (PathBuf, OutcomesView) {
        let ours = &self.references[1];
        let split = [&ours[..9], &ours[9..18], &ours[18..]].join(" ");
        let named = |text: &&str| {
            let text = text.replace("<ours>", ours).replace("<other>", &self.references[0]);
            let text = text.replace("<batch>", &self.batch).replace("<split>", &split);
            let text = text.replace("<low>", &ours[..20].to_lowercase());
            text.replace("<cut>", &ours[..20]).replace("<end>", &ours[14..])
        };
        let text: Vec<String> = [head.to_owned()].into_iter().chain(entries.iter().map(named)).collect();
        let path = file(&self.world, name, &text);
        let shown = preview_statement(&self.world, &path).await;
        (path, shown)
    }

    /// Applies what needs no confirmation of a statement.
    async fn take(&self, name: &str, head: &str, entries: &[&str]) -> PayoutState {
        let (path, shown) = self.look(name, head, entries).await;
        apply(&self.world, &path, &shown, &[]).await.unwrap();
        self.state(1).await
    }

    async fn state(&self, person: usize) -> PayoutState {
        state_of(&self.world.desk, self.id, &self.references[person]).await
    }

    fn kinds(&self, shown: &OutcomesView) -> Vec<(OutcomeKind, Option<OutcomeProblem>)> {
        let all = lines(&self.world, shown).into_iter().filter(|line| line.kind != OutcomeKind::Missing);
        all.map(|line| (line.kind, line.problem)).collect()
    }

    /// Confirms all that waits for it.
    async fn confirm(&self, path: &Path, shown: &OutcomesView) {
        let keys: Vec<String> =
            lines(&self.world, shown).into_iter().filter_map(|line| line.confirm_key).collect();
        apply(&self.world, path, shown, &keys).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_word_for_its_direction_that_nobody_knows() {
    let sent = Sent::new().await;
    let head = "Date,Description,Amount,Type";
    let entries = ["21/11/2026,TRF <ours>,1001.00,DR", "22/11/2026,RVSL <ours>,1001.00,Reversal"];
    assert_ne!(sent.take("statement.csv", head, &entries).await, PayoutState::Paid);
}

#[tokio::test(flavor = "multi_thread")]
async fn twice() {
    let sent = Sent::new().await;
    let entries = [
        "21/11/2026,TRF <ours>,1001.00,",
        "22/11/2026,RVSL <ours>,,1001.00",
        "23/11/2026,RVSL <ours>,,1001.00",
    ];
    assert_ne!(sent.take("statement.csv", HEAD, &entries).await, PayoutState::Paid);
}

#[tokio::test(flavor = "multi_thread")]
async fn less_a_charge() {
    let sent = Sent::new().await;
    let entries = ["21/11/2026,TRF <ours>,1001.00,", "22/11/2026,RETURN <ours>,,990.00"];
    assert_eq!(sent.take("statement.csv", HEAD, &entries).await, PayoutState::Conflict);

    let sent = Sent::new().await;
    assert_eq!(sent.take("first.csv", HEAD, &entries[..1]).await, PayoutState::Paid);
    assert_eq!(sent.take("later.csv", HEAD, &entries[1..]).await, PayoutState::Conflict);
}

/// The bank gave a charge back: the payment did not return.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_charge_that_came_back_is_no_return() {
    let sent = Sent::new().await;
    let entries = ["21/11/2026,TRF <ours>,1001.00,", "22/11/2026,COMM BACK <ours>,,10.75"];
    assert_eq!(sent.take("statement.csv", HEAD, &entries).await, PayoutState::Paid);
}

#[tokio::test(flavor = "multi_thread")]
async fn as_a_whole_batch() {
    for back in ["24/11/2026,RETURNED BULK PAYMENT,,2001.00", "24/11/2026,BULK <batch>,,2001.00"] {
        let sent = Sent::new().await;
        let (path, shown) = sent.look("bulk.csv", HEAD, &["20/11/2026,BULK PAYMENT,2001.00,"]).await;
        sent.confirm(&path, &shown).await;
        assert_eq!((sent.state(0).await, sent.state(1).await), (PayoutState::Paid, PayoutState::Paid));

        let (path, shown) = sent.look("later.csv", HEAD, &[back]).await;
        assert_eq!(sent.kinds(&shown), [(OutcomeKind::Conflict, None)], "{back}");
        assert_eq!(apply(&sent.world, &path, &shown, &[]).await.unwrap().payouts, 0, "never silently");
        let shown = preview_statement(&sent.world, &path).await;
        sent.confirm(&path, &shown).await;
        assert_eq!(
            (sent.state(0).await, sent.state(1).await),
            (PayoutState::Conflict, PayoutState::Conflict)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn as_a_whole_batch_beside_its_debit() {
    let sent = Sent::new().await;
    let entries = ["20/11/2026,BULK PAYMENT,2001.00,", "24/11/2026,RETURNED BULK PAYMENT,,2001.00"];
    let (path, shown) = sent.look("statement.csv", HEAD, &entries).await;
    let several = (OutcomeKind::Ambiguous, Some(OutcomeProblem::SeveralRows));
    assert_eq!(sent.kinds(&shown), [several, several]);
    sent.confirm(&path, &shown).await;
    assert_eq!(sent.state(1).await, PayoutState::Sent);
}

/// The account is often filled with exactly what the payroll needs.
#[tokio::test(flavor = "multi_thread")]
async fn but_the_money_for_the_payroll_is_no_return() {
    let sent = Sent::new().await;
    let (_, shown) =
        sent.look("statement.csv", HEAD, &["20/11/2026,TRANSFER FROM HEAD OFFICE,,2001.00"]).await;
    assert_eq!(sent.kinds(&shown), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_weeks() {
    let sent = Sent::new().await;
    assert_eq!(sent.take("first.csv", HEAD, &["21/11/2026,TRF <ours>,1001.00,"]).await, PayoutState::Paid);
    let (path, shown) = sent.look("later.csv", HEAD, &["10/12/2026,RETURNED ADA PERSON1,,1001.00"]).await;
    assert_eq!(sent.kinds(&shown), [(OutcomeKind::Conflict, None)]);
    sent.confirm(&path, &shown).await;
    assert_eq!(sent.state(1).await, PayoutState::Conflict);
}

/// The payments were debited one by one, and came back together.
#[tokio::test(flavor = "multi_thread")]
async fn under_the_reference_of_its_batch() {
    for back in [
        "24/11/2026,RETURN <batch>,,2001.00",
        "24/11/2026,RETURN <batch>,,1990.00",
        "24/11/2026,RETURN <batch>,,1001.00",
    ] {
        let sent = Sent::new().await;
        assert_ne!(
            sent.take("statement.csv", HEAD, &["21/11/2026,TRF <ours>,1001.00,", back]).await,
            PayoutState::Paid,
            "{back}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_debit_of_its_own() {
    let sent = Sent::new().await;
    let head = "Date,Description,Debit,Credit,Status";
    let entries = ["21/11/2026,TRF <ours>,1001.00,,Booked", "22/11/2026,TRF <ours>,1001.00,,Reversed"];
    assert_ne!(sent.take("statement.csv", head, &entries).await, PayoutState::Paid);
}

/// A line for the fee, with a word of its own for what it is.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_fee_under_an_unknown_word_is_no_return() {
    let sent = Sent::new().await;
    let head = "Date,Description,Amount,Type";
    let entries = ["21/11/2026,TRF <ours>,1001.00,DR", "21/11/2026,COMM TRF <ours>,10.75,CHG"];
    assert_eq!(sent.take("statement.csv", head, &entries).await, PayoutState::Paid);
}

/// A line for each state that the payment had.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_payment_that_was_pending_is_no_return() {
    let sent = Sent::new().await;
    let head = "Date,Description,Debit,Credit,Status";
    let entries = [
        "20/11/2026,TRF <ours>,1001.00,,Pending",
        "20/11/2026,TRF <ours>,1001.00,,Processing",
        "21/11/2026,TRF <ours>,1001.00,,Booked",
    ];
    assert_eq!(sent.take("statement.csv", head, &entries).await, PayoutState::Paid);
}

const DEBIT: &str = "21/11/2026,FT26325ABC12 TRF <ours>,1001.00,";

/// What a bank leaves of our reference is still ours.
#[tokio::test(flavor = "multi_thread")]
async fn under_a_part_of_our_reference() {
    for back in [
        "22/11/2026,RVSL TRF <cut>,,1001.00",
        "22/11/2026,CREDIT <cut>,,1001.00",
        "22/11/2026,RVSL <split>,,1001.00",
        "22/11/2026,RETURN <end>,,990.00",
        "22/11/2026,trf/<low>/x,,1001.00",
    ] {
        let sent = Sent::new().await;
        assert_eq!(sent.take("statement.csv", HEAD, &[DEBIT, back]).await, PayoutState::Conflict, "{back}");
        let sent = Sent::new().await;
        assert_eq!(sent.take("first.csv", HEAD, &[DEBIT]).await, PayoutState::Paid);
        assert_eq!(sent.take("later.csv", HEAD, &[back]).await, PayoutState::Conflict, "{back} later");
    }
}

/// It names the transfer, the person, or nothing but that something came back: the debit waits with it.
#[tokio::test(flavor = "multi_thread")]
async fn without_any_reference_of_ours() {
    let possible = [(OutcomeKind::Conflict, Some(OutcomeProblem::PossibleReturn))];
    for back in [
        "22/11/2026,RVSL FT26325ABC12,,1001.00",
        "22/11/2026,FT26325ABC12,,1001.00",
        "22/11/2026,FT26325ABC12 LESS CHARGE,,975.50",
        "22/11/2026,RETURNED ADA PERSON1,,1001.00",
        "22/11/2026,NIP ADA PERSON1,,990.00",
        "22/11/2026,RTN PERSON1,,1001.00",
        "22/11/2026,REVERSAL 0100000199,,990.00",
        "22/11/2026,RVSL TRF,,1001.00",
        "22/11/2026,TRANSFER REJECTED,,1001.00",
        "22/11/2026,RETOUR VIREMENT,,1001.00",
        "22/11/2026,RESTITUTION,,1001.00",
        "n.d.,RVSL TRF,,1001.00",
    ] {
        let sent = Sent::new().await;
        let (path, shown) = sent.look("statement.csv", HEAD, &[DEBIT, back]).await;
        assert_eq!(sent.kinds(&shown), possible, "{back}");
        apply(&sent.world, &path, &shown, &[]).await.unwrap();
        assert_eq!(sent.state(1).await, PayoutState::Sent, "{back}");
        let shown = preview_statement(&sent.world, &path).await;
        sent.confirm(&path, &shown).await;
        assert_eq!(sent.state(1).await, PayoutState::Conflict, "{back}");
    }
}

/// The debit was in an earlier statement, by which the person is paid.
#[tokio::test(flavor = "multi_thread")]
async fn without_any_reference_of_ours_in_a_later_statement() {
    for back in ["22/11/2026,RVSL FT26325ABC12,,1001.00", "22/11/2026,RVSL TRF,,1001.00"] {
        let sent = Sent::new().await;
        assert_eq!(sent.take("first.csv", HEAD, &[DEBIT]).await, PayoutState::Paid);
        let (path, shown) = sent.look("later.csv", HEAD, &[back]).await;
        assert_eq!(sent.kinds(&shown), [(OutcomeKind::Conflict, None)], "{back}");
        sent.confirm(&path, &shown).await;
        assert_eq!(sent.state(1).await, PayoutState::Conflict, "{back}");
    }
}

/// It fits two payments: both wait, and once somebody said whose it is, the other one is paid.
#[tokio::test(flavor = "multi_thread")]
async fn though_it_may_be_of_either() {
    let sent = Sent::new().await;
    let entries = [DEBIT, "21/11/2026,TRF <other>,1000.00,", "22/11/2026,RVSL TRF,,990.00"];
    let (path, shown) = sent.look("statement.csv", HEAD, &entries).await;
    let possible = (OutcomeKind::Conflict, Some(OutcomeProblem::PossibleReturn));
    assert_eq!(sent.kinds(&shown), [possible, possible]);
    assert_eq!(shown.rows, 3);
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!((sent.state(0).await, sent.state(1).await), (PayoutState::Sent, PayoutState::Sent));
    apply(&sent.world, &path, &shown, &sent.references[1..]).await.unwrap();
    assert_eq!((sent.state(0).await, sent.state(1).await), (PayoutState::Sent, PayoutState::Conflict));
    assert_eq!(sent.take("statement.csv", HEAD, &entries).await, PayoutState::Conflict);
    assert_eq!(sent.state(0).await, PayoutState::Paid);
}

/// Two returns with one text of one day: whoever decided about one has not decided about the other.
#[tokio::test(flavor = "multi_thread")]
async fn though_another_one_with_the_same_text_was_decided() {
    for (amounts, decided) in [
        (["5000.00", "7000.00"], 0),
        (["5000.00", "7000.00"], 1),
        // Either may be the one less a charge.
        (["5000.00", "5050.00"], 0),
        (["5000.00", "5050.00"], 1),
        (["5000.00", "5000.00"], 0),
    ] {
        let mut two = people(2);
        for (person, amount) in two.iter_mut().zip(amounts) {
            amount.clone_into(&mut person.amount);
        }
        let sent = Sent::to(&two).await;
        let [first, second] = amounts;
        let entries = [
            format!("21/11/2026,TRF <other>,{first},"),
            format!("21/11/2026,TRF <ours>,{second},"),
            format!("22/11/2026,INWARD REVERSAL,,{first}"),
            format!("22/11/2026,INWARD REVERSAL,,{second}"),
        ];
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let (path, shown) = sent.look("statement.csv", HEAD, &entries).await;
        apply(&sent.world, &path, &shown, &sent.references[decided..=decided]).await.unwrap();
        assert_eq!(sent.state(decided).await, PayoutState::Conflict, "{amounts:?}");

        sent.take("again.csv", HEAD, &entries).await;
        let other = sent.state(1 - decided).await;
        assert_eq!(other, PayoutState::Sent, "{amounts:?}: nobody decided about the other");
        let (path, shown) = sent.look("again.csv", HEAD, &entries).await;
        sent.confirm(&path, &shown).await;
        assert_eq!(sent.state(1 - decided).await, PayoutState::Conflict, "{amounts:?}");
    }
}

/// More payments than anybody looks through: the return is one row, and holds the debits of all.
#[tokio::test(flavor = "multi_thread")]
async fn though_it_may_be_of_any_of_many() {
    let mut many = people(21);
    for person in &mut many {
        "5000.00".clone_into(&mut person.amount);
    }
    let sent = Sent::to(&many).await;
    let debits = sent.references.iter().map(|reference| format!("21/11/2026,TRF {reference},5000.00,"));
    let returns = (0..3).map(|_| "22/11/2026,RETURN,,5000.00".to_owned());
    let entries: Vec<String> = debits.chain(returns).collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let (path, shown) = sent.look("statement.csv", HEAD, &entries).await;
    let kinds = sent.kinds(&shown);
    let several = (OutcomeKind::Ambiguous, Some(OutcomeProblem::SeveralPayments));
    let held = (OutcomeKind::Paid, Some(OutcomeProblem::PossibleReturn));
    let number = |of| kinds.iter().filter(|kind| **kind == of).count();
    assert_eq!((number(held), number(several), kinds.len()), (21, 3, 24), "{kinds:?}");
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!((sent.state(0).await, sent.state(20).await), (PayoutState::Sent, PayoutState::Sent));
}

/// A word for where its money went that nobody knows, and no reference.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_direction_or_a_reference() {
    let sent = Sent::new().await;
    let head = "Date,Description,Amount,Type";
    let entries = ["21/11/2026,TRF <ours>,1001.00,DR", "22/11/2026,TRF,1001.00,Reversal"];
    assert_eq!(sent.take("statement.csv", head, &entries).await, PayoutState::Sent);
}

#[tokio::test(flavor = "multi_thread")]
async fn but_what_comes_in_from_others_is_no_return() {
    let sent = Sent::new().await;
    let entries = [
        DEBIT,
        "22/11/2026,SALE JOE,,1001.00",
        "22/11/2026,DEPOSIT FT26326XYZ99,,1001.00",
        "22/11/2026,REFUND OF TAX,,5000.00",
        "22/11/2026,RETURNED GOODS,,12.00",
        "22/11/2026,SALE ADA PERSON1,,99.00",
    ];
    assert_eq!(sent.take("statement.csv", HEAD, &entries).await, PayoutState::Paid);
}
