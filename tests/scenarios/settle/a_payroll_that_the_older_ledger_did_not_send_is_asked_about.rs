//! An older copy of the ledger is put back and gone through. The bonus was sent after the copy was made, and the copy has
//! no payouts of it to compare people with: the salaries, with the same people, are not approved without a decision.

use paysheet_desk::{
    ErrorCode,
    view::{QuestionDecision, QuestionKind, QuestionView},
};

use crate::{
    double_payment::{NOVEMBER, approve, draft, paid_twice, review, sent, staff},
    exchanged_ledger::{Computer, NAME, twelve},
    support::{code_of, go_through},
};

const BONUS: &str = "November bonus";

#[derive(Clone, Copy, Debug)]
enum Copied {
    BeforeTheBonus,
    WithItsDraft,
    Frozen,
}

const EVERY_COPY: [Copied; 3] = [Copied::BeforeTheBonus, Copied::WithItsDraft, Copied::Frozen];

/// The bonus of three people was sent; the ledger is one from before, and was gone through. Answers the bonus's id there.
async fn gone_through(copied: Copied) -> (Computer, Option<u32>) {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
    computer.restart().await;
    let before = computer.ledger_files();
    let bonus = draft(&computer.world, &staff(0..3)).await;
    computer.restart().await;
    let with_draft = computer.ledger_files();
    let shown = review(&computer.world, bonus, BONUS, NOVEMBER).await.unwrap();
    computer.restart().await;
    let frozen = computer.ledger_files();
    approve(&computer.world, &shown).await.unwrap();
    computer.world.desk.send(bonus).await.unwrap();
    let (copy, here) = match copied {
        Copied::BeforeTheBonus => (before, None),
        Copied::WithItsDraft => (with_draft, Some(bonus)),
        Copied::Frozen => (frozen, Some(bonus)),
    };
    computer.exchange_ledger(&copy).await;
    go_through(&computer.world.desk).await;
    (computer, here)
}

async fn decide(computer: &Computer, id: u32, question: &QuestionView) -> Vec<QuestionView> {
    let (question, reason) = (question.key.clone(), "Looked at the provider's list".to_owned());
    let decision = QuestionDecision { question, keys: Vec::new(), reason };
    computer.world.desk.decide_questions(id, decision).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_salaries_of_the_same_people() {
    for copied in EVERY_COPY {
        let (computer, bonus) = gone_through(copied).await;
        let world = &computer.world;
        let salaries = draft(world, &twelve()).await;
        let shown = review(world, salaries, NAME, NOVEMBER).await.unwrap();
        assert_eq!(code_of(approve(world, &shown).await), ErrorCode::QuestionsOpen, "{copied:?}");
        let question = shown.questions.iter().find(|question| question.other.name == BONUS);
        let question = question.unwrap_or_else(|| panic!("{copied:?}: {:?}", shown.questions));
        assert_eq!((question.kind, question.open), (QuestionKind::MaybeSent, 1), "{copied:?}");
        assert!(question.other.sent_at.is_some() && question.other.people == Some(3), "{question:?}");
        if matches!(copied, Copied::Frozen) {
            assert_eq!(question.other.id, bonus);
        }
        assert!(paid_twice(world).is_empty());

        let left = decide(&computer, salaries, question).await;
        assert!(left.iter().all(|question| question.open == 0), "{left:?}");
        approve(world, &shown).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bonus_itself() {
    for copied in EVERY_COPY {
        let (computer, bonus) = gone_through(copied).await;
        let world = &computer.world;
        let bonus = match bonus {
            Some(bonus) => bonus,
            None => draft(world, &staff(0..3)).await,
        };
        let shown = review(world, bonus, BONUS, NOVEMBER).await.unwrap();
        assert_eq!(code_of(approve(world, &shown).await), ErrorCode::QuestionsOpen, "{copied:?}");
        let kinds: Vec<QuestionKind> = shown.questions.iter().map(|question| question.kind).collect();
        assert_eq!(kinds, [QuestionKind::MaybeSentItself], "{copied:?}");
        decide(&computer, bonus, &shown.questions[0]).await;
        approve(world, &shown).await.unwrap();

        // Its people are compared one by one as well.
        let salaries = draft(world, &twelve()).await;
        let shown = review(world, salaries, NAME, NOVEMBER).await.unwrap();
        let asked =
            |kind| shown.questions.iter().find(|question| question.kind == kind).map(|found| found.open);
        assert_eq!(asked(QuestionKind::Armed), Some(3), "{copied:?}");
        assert_eq!(asked(QuestionKind::MaybeSent), Some(1), "{copied:?}");
    }
}
