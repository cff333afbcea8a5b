use paysheet_domain::{FundingState, ValidationEnd};
use paysheet_practice::CardOutcome;

use crate::{cards::charge, paying::world, support::Then};

#[tokio::test(flavor = "multi_thread")]
async fn wherever_the_service_says_it_is() {
    let world = world().await;
    for (place, url) in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "tauri://localhost/",
        "http://tauri.localhost/",
        "http://bank.example.com/",
        "https://127.0.0.1/",
        "https://xn--bnk-ula.com/",
        "not an address",
    ]
    .into_iter()
    .enumerate()
    {
        let answer = serde_json::json!({ "status": "success", "data": {
            "transfer": { "providerChargeResponseCode": "02", "ref": format!("R-{place}") },
            "authurl": url, "chargeMethod": "VBV",
        }});
        world.line.next_charge(Then::answer(200, &answer.to_string()));
        let step = charge(&world, CardOutcome::Success, &format!("{}", 1_000 + place)).await;
        assert!(step.page.is_none(), "{url}");
        assert_eq!(
            (step.top_up.state, step.top_up.validation_end),
            (FundingState::Pending, Some(ValidationEnd::NotShown)),
            "{url}"
        );
    }
}
