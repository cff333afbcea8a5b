//! Cards, the card window's input, and a payer at the bank's page: a person with a browser of the plainest kind.

use std::time::Duration;

use paysheet_desk::{
    BankPage, CardInput, ChargeStep, Desk, DeskError, OtpInput, StatusPace,
    challenge::{Asked, Local, Verdict},
    view::{ChargeInput, PayerView, TopUpView},
};
use paysheet_domain::{Currency, FundingState};
use paysheet_practice::{CardOutcome, Practice};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use url::Url;
use zeroize::Zeroizing;

use crate::support::{World, changed};

pub const CVV: &str = "9173";
pub const PIN: &str = "820461937750";
pub const OTP: &str = "123456";
const WAIT: Duration = Duration::from_secs(30);

/// A world whose desk does not wait long for a status.
pub async fn world() -> World {
    let world = World::without_callbacks().await;
    world.desk.set_status_pace(quick());
    world
}

pub fn quick() -> StatusPace {
    StatusPace {
        first: Duration::from_millis(10),
        most: Duration::from_millis(40),
        for_most: Duration::from_millis(400),
    }
}

/// A desk that is in no hurry: whatever happens is done by the story.
pub fn patient() -> StatusPace {
    let long = Duration::from_secs(3_600);
    StatusPace { first: long, most: long, for_most: long }
}

pub fn card(number: &str) -> CardInput {
    let json = serde_json::json!({
        "number": number, "expiryMonth": "12", "expiryYear": "29", "cvv": CVV, "pin": PIN,
    });
    CardInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap())).unwrap()
}

pub fn otp(digits: &str) -> OtpInput {
    let json = serde_json::json!({ "otp": digits });
    OtpInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap())).unwrap()
}

pub fn naira(amount: &str) -> ChargeInput {
    ChargeInput {
        amount: amount.to_owned(),
        currency: Currency::NGN,
        payer: PayerView {
            first_name: "Ngozi".to_owned(),
            last_name: "Adeyemi".to_owned(),
            email: "ngozi@kolafoods.example.com".to_owned(),
            phone: "+234 803 555 0142".to_owned(),
        },
        beside: None,
    }
}

/// The practice bank is of this computer, and may be shown.
pub fn bank(practice: &Practice) -> Local {
    Local::PracticeBank(Url::parse(practice.bank_url()).unwrap().origin())
}

pub async fn try_charge(world: &World, outcome: CardOutcome, amount: &str) -> Result<ChargeStep, DeskError> {
    world.desk.charge(card(outcome.number()), naira(amount), bank(&world.practice)).await
}

pub async fn charge(world: &World, outcome: CardOutcome, amount: &str) -> ChargeStep {
    try_charge(world, outcome, amount).await.unwrap()
}

pub async fn submit(world: &World, id: u32, digits: &str) -> TopUpView {
    world.desk.submit_otp(id, otp(digits), bank(&world.practice)).await.unwrap().top_up
}

/// Waits until the top-up stands there.
pub async fn until_state(desk: &Desk, id: u32, state: FundingState) -> TopUpView {
    let (mut events, mut last) = (desk.events(), None);
    let wait = async {
        loop {
            let top_up = desk.top_up(id).await.unwrap().top_up;
            if top_up.state == state {
                return top_up;
            }
            last = Some(top_up);
            changed(&mut events).await;
        }
    };
    match timeout(WAIT, wait).await {
        Ok(top_up) => top_up,
        Err(_) => panic!("it never came to {state}: {last:#?}"),
    }
}

/// Waits until nobody asks for its status by itself any more.
pub async fn until_left_alone(desk: &Desk, id: u32) -> TopUpView {
    let mut events = desk.events();
    timeout(WAIT, async {
        loop {
            let top_up = desk.top_up(id).await.unwrap().top_up;
            if !top_up.watching {
                return top_up;
            }
            changed(&mut events).await;
        }
    })
    .await
    .expect("somebody goes on asking")
}

/// What a browser was answered.
pub struct Page {
    pub location: Option<String>,
    pub body: String,
}

/// Goes to an address the rules let through, and to no other.
pub async fn go(page: &BankPage, url: &str) -> Page {
    assert_eq!(page.checkout().decide(url, Asked::Navigation), Verdict::Allow, "{url}");
    ask("GET", url, "").await
}

/// Sends the form of the bank's page.
pub async fn send(page: &BankPage, url: &str, form: &str) -> Page {
    assert_eq!(page.checkout().decide(url, Asked::Navigation), Verdict::Allow, "{url}");
    ask("POST", url, form).await
}

/// Whether an address is the way back.
pub fn is_return(page: &BankPage, url: &str) -> bool {
    matches!(page.checkout().decide(url, Asked::Navigation), Verdict::Return(_))
}

pub async fn ask(method: &str, url: &str, form: &str) -> Page {
    let url = Url::parse(url).unwrap();
    let host = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    let mut stream = TcpStream::connect(&host).await.unwrap();
    let request = format!(
        "{method} {} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{form}",
        url.path(),
        form.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let location = head.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned);
    Page { location, body: body.to_owned() }
}

/// What stands in quotation marks after `mark`.
pub fn after<'a>(body: &'a str, mark: &str) -> &'a str {
    body.split_once(mark).unwrap_or_else(|| panic!("no {mark} in {body}")).1.split_once('"').unwrap().0
}
