use paysheet_desk::view::DeclineKind;
use paysheet_domain::{FundingState, ValidationEnd};
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{after, go, is_return, send, until_state, world},
};

const CONFIRM: &str = "otp=123456&action=confirm";

#[tokio::test(flavor = "multi_thread")]
async fn by_a_link() {
    let world = world().await;
    let step = charge(&world, CardOutcome::Redirect, "1000").await;
    assert_eq!(step.top_up.state, FundingState::NeedsRedirect);
    let page = step.page.unwrap();
    assert_eq!(page.top_up(), step.top_up.id);
    let url = page.url().as_str().to_owned();
    assert!(go(&page, &url).await.body.contains("Practice Bank"));
    let back = send(&page, &url, CONFIRM).await;
    assert!(is_return(&page, &back.location.unwrap()));
    // Coming back proves nothing (`who_only_pretends_to_come_back_has_paid_nothing`): the status says it, and may have
    // said it already.
    world.desk.end_validation(page.top_up(), ValidationEnd::CameBack).await.unwrap();
    until_state(&world.desk, page.top_up(), FundingState::Funded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn by_a_form() {
    let world = world().await;
    let page = charge(&world, CardOutcome::RedirectPost, "1000").await.page.unwrap();
    let url = page.url().as_str().to_owned();
    let back = send(&page, &url, CONFIRM).await;
    assert!(is_return(&page, after(&back.body, "id=back method=post action=\"")));
    world.desk.end_validation(page.top_up(), ValidationEnd::CameBack).await.unwrap();
    until_state(&world.desk, page.top_up(), FundingState::Funded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_page_that_came_with_the_answer() {
    let world = world().await;
    let page = charge(&world, CardOutcome::RedirectPage, "1000").await.page.unwrap();
    let url = page.url().as_str().to_owned();
    assert!(url.starts_with("http://127.0.0.1:") && !url.starts_with(world.practice.bank_url()), "{url}");
    let shown = go(&page, &url).await;
    assert!(shown.body.contains("Confirm your payment"));
    let bank = after(&shown.body, "method=post action=\"").to_owned();
    let back = send(&page, &bank, CONFIRM).await;
    assert!(is_return(&page, &back.location.unwrap()));
    world.desk.end_validation(page.top_up(), ValidationEnd::CameBack).await.unwrap();
    until_state(&world.desk, page.top_up(), FundingState::Funded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_money_where_the_payer_declined() {
    let world = world().await;
    let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
    let url = page.url().as_str().to_owned();
    let back = send(&page, &url, "otp=&action=decline").await;
    assert!(is_return(&page, &back.location.unwrap()));
    world.desk.end_validation(page.top_up(), ValidationEnd::CameBack).await.unwrap();
    let failed = until_state(&world.desk, page.top_up(), FundingState::Failed).await;
    assert_eq!(failed.decline, Some(DeclineKind::SecureFailed));
    assert_eq!(failed.message.as_deref(), Some("Declined by the payer"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_pretends_to_come_back_has_paid_nothing() {
    let world = world().await;
    let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
    world.desk.end_validation(page.top_up(), ValidationEnd::CameBack).await.unwrap();
    let pending = until_state(&world.desk, page.top_up(), FundingState::Pending).await;
    assert_eq!(pending.validation_end, Some(ValidationEnd::Undecided));
    assert_eq!(world.practice.top_ups()[0].completions, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_comes_while_the_page_is_open_is_noticed() {
    let world = world().await;
    let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
    let url = page.url().as_str().to_owned();
    // As in another browser, whose way back leads nowhere.
    send(&page, &url, CONFIRM).await;
    until_state(&world.desk, page.top_up(), FundingState::Funded).await;
    let late = world.desk.end_validation(page.top_up(), ValidationEnd::Closed).await.unwrap();
    assert_eq!(late.state, FundingState::Funded);
}
