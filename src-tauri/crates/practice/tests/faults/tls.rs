//! https, and certificates that nobody should trust.

use std::{io, sync::Arc};

use paysheet_practice::{Fault, Faults, Tls};
use rustls::{
    CertificateError, ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::{
    common::Desk,
    raw::{LONG, QUEUE, SHORT, batch, fault, request, with},
};

async fn secured(script: impl IntoIterator<Item = Fault>) -> Desk {
    with(Faults::scripted(script), |config| config.tls = Some(Tls::default())).await
}

async fn connect(desk: &Desk) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    let root = CertificateDer::from_pem_slice(desk.practice.root_pem().unwrap().as_bytes()).unwrap();
    roots.add(root).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(desk.practice.address()).await?;
    let name = ServerName::from(desk.practice.address().ip());
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// What the client has against the service.
async fn refusal(desk: &Desk) -> rustls::Error {
    let error = connect(desk).await.expect_err("it should not have been trusted");
    error.get_ref().and_then(|error| error.downcast_ref()).cloned().unwrap_or_else(|| panic!("{error:?}"))
}

#[tokio::test]
async fn a_client_that_trusts_the_authority_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root.pem");
    let desk = with(Faults::default(), |config| config.tls = Some(Tls { root: Some(root.clone()) })).await;
    let pem = std::fs::read(&root).unwrap();
    assert_eq!(Some(String::from_utf8(pem.clone()).unwrap().as_str()), desk.practice.root_pem());
    assert!(!String::from_utf8_lossy(&pem).contains("PRIVATE"));
    let root = reqwest::Certificate::from_pem(&pem).unwrap();
    let client = |root| reqwest::Client::builder().no_proxy().tls_certs_only(root).build().unwrap();
    assert!(desk.practice.base_url().starts_with("https://127.0.0.1:"));
    for base in [desk.practice.base_url(), format!("https://localhost:{}", desk.practice.address().port())] {
        let post =
            client(Some(root.clone())).post(format!("{base}{QUEUE}")).header("Authorization", desk.token());
        let answer = post.body(batch(&desk, &base)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    assert!(client(None).post(desk.practice.base_url()).send().await.is_err());
    assert_eq!(desk.practice.queued().len(), 2);
}

#[tokio::test]
async fn certificates_that_nobody_should_trust_are_not_trusted() {
    let script =
        ["tls_wrong_name@connect", "tls_expired@connect", "tls_untrusted@connect", "tls_garbage@connect:5"];
    let desk = secured(script.map(fault)).await;
    let certificate = |error: rustls::Error| match error {
        rustls::Error::InvalidCertificate(error) => error,
        other => panic!("{other:?}"),
    };
    let wrong_name = certificate(refusal(&desk).await);
    assert!(matches!(wrong_name, CertificateError::NotValidForNameContext { .. }), "{wrong_name:?}");
    let expired = certificate(refusal(&desk).await);
    assert!(matches!(expired, CertificateError::ExpiredContext { .. }), "{expired:?}");
    let untrusted = certificate(refusal(&desk).await);
    assert!(matches!(untrusted, CertificateError::UnknownIssuer), "{untrusted:?}");
    for _ in 0..5 {
        assert!(connect(&desk).await.is_err());
    }
    assert!(connect(&desk).await.is_ok());
    assert_eq!((desk.practice.begun(), desk.practice.journal()), (0, vec![]));
    assert_eq!(desk.practice.faults().met().len(), 8);
}

#[tokio::test]
async fn a_caller_that_is_not_spoken_to_waits() {
    let desk = secured([fault("hang@connect")]).await;
    assert!(timeout(SHORT, connect(&desk)).await.is_err());
    timeout(LONG, desk.practice.stop()).await.unwrap();
}

#[tokio::test]
async fn faults_happen_within_tls_too() {
    for (text, error) in [
        ("reset_after_taking@wait", Some(io::ErrorKind::ConnectionReset)),
        ("close_after_taking@wait", None),
        ("cut_after_taking@read", None),
    ] {
        let desk = secured([fault(text)]).await;
        let mut stream = connect(&desk).await.unwrap();
        stream.write_all(&request(&desk, QUEUE, &batch(&desk, "B1"))).await.unwrap();
        let mut answer = Vec::new();
        let end = timeout(LONG, stream.read_to_end(&mut answer)).await.unwrap();
        assert_eq!(end.err().map(|error| error.kind()), error, "{text}");
        assert_eq!(desk.practice.queued().len(), 1, "{text}");
    }
}

#[tokio::test]
async fn the_other_place_of_a_redirect_speaks_tls_as_well() {
    let desk = secured([fault("307@read")]).await;
    let root = reqwest::Certificate::from_pem(desk.practice.root_pem().unwrap().as_bytes()).unwrap();
    let follows = reqwest::Client::builder().no_proxy().tls_certs_only([root]).build().unwrap();
    let post = follows.post(format!("{}{QUEUE}", desk.practice.base_url())).body(batch(&desk, "B1"));
    assert_eq!(post.send().await.unwrap().status(), 200);
    assert_eq!(desk.practice.redirected().len(), 1);
}
