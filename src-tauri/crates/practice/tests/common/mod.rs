//! A practice service, a client of it, and a listener for its callbacks, all over real HTTP.

#![allow(dead_code, reason = "each test file uses its part")]

use std::{collections::BTreeMap, net::Ipv4Addr, time::Duration};

use axum::{Router, extract::State, http::StatusCode, routing::post};
use bytes::Bytes;
use paysheet_practice::{Practice, PracticeConfig};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::mpsc, task::JoinHandle, time::timeout};

const WAIT_S_MAX: u64 = 20;

pub struct Desk {
    pub practice: Practice,
    pub http: reqwest::Client,
}

impl Desk {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut PracticeConfig)) -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        change(&mut config);
        // The service installs the provider that the client asks for.
        let practice = Practice::start(config).await.unwrap();
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self { practice, http }
    }

    pub fn token(&self) -> String {
        self.practice.token().expose_secret().to_owned()
    }

    pub fn lock(&self) -> String {
        self.practice.lock().expose_secret().to_owned()
    }

    /// Posts with the right token.
    pub async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        self.post_as(&self.token(), path, body.to_string()).await
    }

    pub async fn post_as(&self, token: &str, path: &str, body: String) -> (StatusCode, Value) {
        let url = format!("{}{path}", self.practice.base_url());
        let answer = self.http.post(url).header("Authorization", token).body(body).send().await.unwrap();
        let status = answer.status();
        (status, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or(Value::Null))
    }

    pub fn batch(&self, reference: &str, payouts: &[(&str, &str)]) -> Value {
        let recipients: Vec<_> =
            payouts.iter().map(|(reference, account)| recipient(reference, account, "1500.50")).collect();
        json!({
            "instantQueue": true, "name": "November", "ref": reference, "senderName": "Kola Foods",
            "lock": self.lock(), "currency": "NGN", "recipients": recipients,
        })
    }
}

pub fn recipient(reference: &str, account: &str, amount: &str) -> Value {
    json!({
        "accountNumber": account, "bankcode": "058", "amount": amount, "ref": reference, "narration": "salary",
    })
}

pub type Fields = BTreeMap<String, String>;

/// What an accountant's desk would receive.
pub struct Listener {
    pub url: String,
    heard: mpsc::UnboundedReceiver<Fields>,
    server: JoinHandle<()>,
}

impl Listener {
    pub async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        Self::on(listener)
    }

    pub fn on(listener: TcpListener) -> Self {
        let url = format!("http://{}/cb", listener.local_addr().unwrap());
        let (tell, heard) = mpsc::unbounded_channel();
        let app = Router::new().route("/cb", post(receive)).with_state(tell);
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, heard, server }
    }

    pub async fn next(&mut self) -> Fields {
        timeout(Duration::from_secs(WAIT_S_MAX), self.heard.recv())
            .await
            .expect("a callback in time")
            .unwrap()
    }

    pub async fn next_many(&mut self, count: usize) -> Vec<Fields> {
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(self.next().await);
        }
        all
    }

    /// What came and was not asked for yet.
    pub fn so_far(&mut self) -> Vec<Fields> {
        std::iter::from_fn(|| self.heard.try_recv().ok()).collect()
    }

    pub fn is_silent(&mut self) -> bool {
        self.heard.try_recv().is_err()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn receive(State(sender): State<mpsc::UnboundedSender<Fields>>, body: Bytes) -> StatusCode {
    sender.send(form_urlencoded::parse(&body).into_owned().collect()).unwrap();
    StatusCode::OK
}
