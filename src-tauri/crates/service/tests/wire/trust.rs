//! Whom the client trusts, and through whom it goes: an authority of the office's own, and the system's proxy.

use std::{process::Command, sync::Arc};

use paysheet_domain::{BankKind, Country};
use paysheet_service::{CallError, Connection, Endpoint, ExtraRoot, NotSentReason, Service};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::{ServerConfig, pki_types::PrivateKeyDer};
use secrecy::SecretString;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

use crate::{
    quick,
    server::{Server, answer},
};

const BANKS: &str = r#"{"status":"success","data":{"044":"ACCESS"}}"#;

struct PrivateAuthority {
    authority: String,
    port: u16,
}

/// A service behind TLS whose certificate an authority of the office's own has signed.
async fn private_authority() -> PrivateAuthority {
    let mut params = CertificateParams::new(vec![]).expect("parameters");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority =
        CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an authority");
    let key = KeyPair::generate().expect("a key");
    let server = CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
    let server = server.signed_by(&key, &authority).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(
            vec![server.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).expect("a key"),
        )
        .expect("a certificate and its key");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = [0; 2048];
            let _ = stream.read(&mut request).await;
            let head =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", BANKS.len());
            let _ = stream.write_all(format!("{head}{BANKS}").as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    PrivateAuthority { authority: authority.pem(), port }
}

async fn banks(address: &str, connection: &Connection) -> Result<usize, CallError> {
    let service =
        Service::new(Endpoint::parse(address, "").expect("an address"), connection).expect("a client");
    let banks = service.banks(&SecretString::from("canary-token"), Country::NG, BankKind::Bank).await;
    banks.map(|banks| banks.len())
}

#[tokio::test]
async fn an_authority_of_the_office_is_trusted_once_it_is_added() {
    let network = private_authority().await;
    let address = format!("https://localhost:{}", network.port);
    assert_eq!(banks(&address, &quick()).await, Err(CallError::NotSent(NotSentReason::Tls)));
    let extra_root = Some(ExtraRoot::from_pem(&network.authority).expect("an authority"));
    assert_eq!(banks(&address, &Connection { extra_root, ..quick() }).await, Ok(1));
    // Another office's authority changes nothing.
    let other = self::private_authority().await;
    let extra_root = Some(ExtraRoot::from_pem(&other.authority).expect("an authority"));
    let outcome = banks(&address, &Connection { extra_root, ..quick() }).await;
    assert_eq!(outcome, Err(CallError::NotSent(NotSentReason::Tls)));
}

/// Environment variable of a process that the test below starts: the address that it asks.
const ADDRESS: &str = "PAYSHEET_TEST_ADDRESS";

/// Asks for banks in another process of this test, which has an environment of its own.
fn asked_with_proxy(address: &str, proxy: &str) -> String {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
        command.env_remove(name).env_remove(name.to_uppercase());
    }
    command.args([
        "--exact",
        "trust::the_proxy_of_the_system_is_used_but_not_on_this_computer",
        "--nocapture",
    ]);
    command.env(ADDRESS, address).env("HTTPS_PROXY", proxy).env("HTTP_PROXY", proxy);
    let output = command.output().expect("this program again");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_proxy_of_the_system_is_used_but_not_on_this_computer() {
    if let Ok(address) = std::env::var(ADDRESS) {
        println!("outcome: {:?}", banks(&address, &quick()).await);
        return;
    }
    let proxy = Server::start(answer("403 Forbidden", "")).await;
    let said = asked_with_proxy("https://pay.example.com", &proxy.url());
    assert!(said.contains("outcome: Err(NotSent("), "{said}");
    let request = proxy.requests().pop().expect("a request to the proxy");
    assert!(request.starts_with("CONNECT pay.example.com:443 HTTP/1.1\r\n"), "{request}");
    assert!(!request.contains("canary"), "{request}");

    let proxy = Server::start(answer("403 Forbidden", "")).await;
    let here = Server::start(answer("200 OK", BANKS)).await;
    let said = asked_with_proxy(&here.url(), &proxy.url());
    assert!(said.contains("outcome: Ok(1)"), "{said}");
    assert_eq!((proxy.connections(), here.connections()), (0, 1));
}
