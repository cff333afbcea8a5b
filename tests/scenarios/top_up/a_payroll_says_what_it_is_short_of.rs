use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{until_state, world},
    support::Person,
};

#[tokio::test(flavor = "multi_thread")]
async fn against_the_last_known_balance_by_our_own_reckoning() {
    let world = world().await;
    let staff = [("Ada Obi", "0100000199"), ("Bola Ade", "0100000299")];
    let id = world.approved(&staff.map(|(name, account)| Person::new(name, account, "20000000.00"))).await;
    let unknown = world.desk.shortfall(id).await.unwrap().remove(0);
    assert_eq!((unknown.needed.as_str(), unknown.balance, unknown.missing), ("40000000.00", None, None));
    assert_eq!(unknown.after, None);

    // The practice account has 36,000,000.00 from elsewhere.
    let top_up = charge(&world, CardOutcome::Success, "500.50").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let short = world.desk.shortfall(id).await.unwrap().remove(0);
    assert_eq!(short.missing.as_deref(), Some("3999499.50"));
    assert_eq!(short.after.as_deref(), Some("-3999499.50"));
    let top_up = charge(&world, CardOutcome::Success, "3999499.50").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let enough = world.desk.shortfall(id).await.unwrap().remove(0);
    assert_eq!((enough.missing, enough.balance.unwrap().left.as_str()), (None, "40000000.00"));
    assert_eq!(enough.after.as_deref(), Some("0.00"));
    world.desk.send(id).await.unwrap();
    assert_eq!(world.desk.shortfall(id).await.unwrap(), [], "all of it is at the service");
}
