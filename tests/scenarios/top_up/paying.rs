//! A top-up and its status, and a payer at the bank's page: a person with a browser of the plainest kind.

use std::time::Duration;

use paysheet_desk::{
    BankPage, Desk, StatusPace,
    challenge::{Asked, Verdict},
    view::TopUpView,
};
use paysheet_domain::FundingState;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use url::Url;

use crate::{
    cards::{bank, otp, quick},
    support::{World, changed},
};

pub const OTP: &str = "123456";
const WAIT: Duration = Duration::from_secs(30);

/// A world whose desk does not wait long for a status.
pub async fn world() -> World {
    let world = World::without_callbacks().await;
    world.desk.set_status_pace(quick());
    world
}

/// A desk that is in no hurry: whatever happens is done by the story.
pub fn patient() -> StatusPace {
    let long = Duration::from_secs(3_600);
    StatusPace { first: long, most: long, for_most: long }
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
