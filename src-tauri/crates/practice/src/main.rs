//! The practice service as a program of its own.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;
use paysheet_practice::{
    CARDS, FAULTS, Fault, FaultPath, Faults, Practice, PracticeConfig, PracticeError, Tls, Wallet,
};
use secrecy::{ExposeSecret as _, SecretString};

/// A payout service to practise on: it listens on this machine only, and no money moves.
#[derive(Parser)]
#[command(name = "paysheet-practice", version)]
struct Arguments {
    /// Loopback address to listen on; port 0 takes any free one.
    #[arg(long, default_value = "127.0.0.1:8787")]
    listen: SocketAddr,
    /// Authorization token; made up and printed when left out.
    #[arg(long)]
    token: Option<SecretString>,
    /// Password of the balance; made up and printed when left out.
    #[arg(long)]
    lock: Option<SecretString>,
    /// Wallet of one currency with its own password, and its balance if it can run out; repeatable. Without any, the
    /// account has a wallet of every currency.
    #[arg(long, value_name = "CURRENCY:REFERENCE:PASSWORD[:BALANCE]")]
    wallet: Vec<Wallet>,
    /// Accept a batch above the balance, and pay it until the money is gone.
    #[arg(long)]
    runs_short: bool,
    /// What each payment costs beside its amount, in the currency of the payment.
    #[arg(long, value_name = "DIGITS")]
    payout_fee: Option<String>,
    /// Key that a token is given for, with the secret; made up, and printed where the token is, when left out.
    #[arg(long)]
    api_key: Option<SecretString>,
    /// Secret that a token is given for; as the key when left out.
    #[arg(long)]
    api_secret: Option<SecretString>,
    /// Seconds after which such a token ends.
    #[arg(long, value_name = "SECONDS")]
    token_life_s: Option<u32>,
    /// Last part of the path of a card charge, as `card` in `/v1/transfer/card`.
    #[arg(long, value_name = "NAME")]
    card_path: Option<String>,
    /// Where the outcome of each payout is reported.
    #[arg(long)]
    callback_url: Option<String>,
    /// Pause after each payout of a batch, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pace_ms: u64,
    /// Pause before each answer about an account, in milliseconds.
    #[arg(long, default_value_t = 0)]
    resolve_ms: u64,
    /// Batch numbers follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File to append one JSON line to for each request received.
    #[arg(long)]
    journal: Option<PathBuf>,
    /// File in which what was taken outlives the service: the next one on it goes on where this one was.
    #[arg(long)]
    state: Option<PathBuf>,
    /// Something to go wrong, for instance `reset@send:2` or `503_after_taking@read`; repeatable, met in the order
    /// given. COUNT is how many requests or connections meet it, `always` for all; for `refuse@connect` how many
    /// seconds it lasts. `--faults` lists kinds and phases.
    #[arg(long, value_name = "KIND@PHASE[:COUNT]")]
    fault: Vec<Fault>,
    /// Go on with so many faults drawn by the fault seed, after those given.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    fault_draw: usize,
    /// Requests whose path begins so meet faults, `/` for every one, instead of calls that move money.
    #[arg(long, value_name = "PREFIX")]
    fault_path: Option<String>,
    /// Details of faults follow from it, such as where an answer is cut.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    fault_seed: u64,
    /// Where redirects point; left out, to a second address of this service.
    #[arg(long, value_name = "URL")]
    fault_redirect: Option<String>,
    /// Print the faults there are, and end.
    #[arg(long)]
    faults: bool,
    /// Print the cards to practise with, as a JSON array, and end.
    #[arg(long)]
    cards: bool,
    /// Serve https, with a certificate made up at start.
    #[arg(long)]
    tls: bool,
    /// File to write the certificate of the made-up authority to, for clients to trust; means --tls.
    #[arg(long, value_name = "FILE")]
    tls_root: Option<PathBuf>,
}

impl Arguments {
    fn faults(&self) -> Faults {
        let drawn = Faults::drawn(self.fault_seed, self.fault_draw).script;
        let path = self.fault_path.clone().map_or(FaultPath::MoneyCalls, FaultPath::Prefix);
        let script = self.fault.iter().copied().chain(drawn).collect();
        Faults { script, path, seed: self.fault_seed, redirect: self.fault_redirect.clone() }
    }

    fn tls(&self) -> Option<Tls> {
        (self.tls || self.tls_root.is_some()).then(|| Tls { root: self.tls_root.clone() })
    }
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Practice(#[from] PracticeError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing can be done if even standard error is closed.
            let _ = writeln!(io::stderr().lock(), "{failure}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Failure> {
    if arguments.faults {
        return Ok(io::stdout().lock().write_all(FAULTS.as_bytes())?);
    }
    if arguments.cards {
        let mut out = io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &CARDS).map_err(io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let (faults, tls) = (arguments.faults(), arguments.tls());
    let is_without_token = arguments.token.is_none();
    let is_made_up = [
        is_without_token,
        arguments.lock.is_none(),
        is_without_token && arguments.api_key.is_none(),
        is_without_token && arguments.api_secret.is_none(),
    ];
    let made_up = PracticeConfig::made_up(arguments.seed)?;
    let practice = Practice::start(PracticeConfig {
        listen: arguments.listen,
        token: arguments.token.unwrap_or(made_up.token),
        lock: arguments.lock.unwrap_or(made_up.lock),
        wallets: arguments.wallet,
        runs_short: arguments.runs_short,
        payout_fee: arguments.payout_fee,
        api_key: arguments.api_key.unwrap_or(made_up.api_key),
        api_secret: arguments.api_secret.unwrap_or(made_up.api_secret),
        token_life_s: arguments.token_life_s.unwrap_or(made_up.token_life_s),
        card_path: arguments.card_path.unwrap_or(made_up.card_path),
        callback_url: arguments.callback_url,
        pace_ms: arguments.pace_ms,
        seed: arguments.seed,
        journal: arguments.journal,
        state: arguments.state,
        faults,
        tls,
    })
    .await?;
    practice.answer_about_accounts_after_ms(arguments.resolve_ms);
    let stop = StopSignal::listen()?;
    say(&practice, is_made_up)?;
    stop.received().await;
    practice.stop().await;
    Ok(())
}

/// Prints only generated secrets: they are of use for this service only, and nobody else could know them.
fn say(practice: &Practice, is_made_up: [bool; 4]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (key, secret) = practice.key_and_secret();
    let secrets = [("token", practice.token()), ("lock", practice.lock()), ("key", key), ("secret", secret)];
    for ((name, secret), _) in secrets.into_iter().zip(is_made_up).filter(|(_, is_made_up)| *is_made_up) {
        writeln!(out, "{name} {}", secret.expose_secret())?;
    }
    writeln!(out, "listening on {}", practice.base_url())?;
    out.flush()
}

/// The requests to end. It is made before the greeting: who reads the greeting may ask at once, and a request that
/// nobody listens for kills the program.
#[cfg(unix)]
struct StopSignal {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignal {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    async fn received(mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}

#[cfg(windows)]
struct StopSignal(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl StopSignal {
    fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn received(mut self) {
        self.0.recv().await;
    }
}
