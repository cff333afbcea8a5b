//! TLS: an authority that is made at start, its certificate for this computer, and three certificates that no client
//! should trust. Keys exist in memory only.

use std::{fs, net::IpAddr, path::PathBuf, sync::Arc};

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
};
use tokio_rustls::TlsAcceptor;

use super::{error::InjectorError, kind::Certificate};

/// Days that a certificate is valid, before and after the day on which it is made.
const DAYS_GOOD: i64 = 30;
/// Days ago on which the expired certificate became valid and expired.
const DAYS_EXPIRED: (i64, i64) = (60, 2);
const ANOTHER_NAME: &str = "payouts.invalid";

/// How to serve https.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    /// The file to which the authority's certificate is written at start, as PEM, for clients to trust.
    pub root: Option<PathBuf>,
}

/// The certificates of the service's connections.
pub(crate) struct Certificates {
    pub(crate) root_pem: String,
    good: TlsAcceptor,
    wrong_name: TlsAcceptor,
    expired: TlsAcceptor,
    untrusted: TlsAcceptor,
}

/// First and last day.
type Days = (Date, Date);

impl Certificates {
    pub(crate) fn make(tls: &Tls, ip: IpAddr) -> Result<Self, InjectorError> {
        let here = [ip.to_string(), "localhost".to_owned()];
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        let ago = |days: i64| today.saturating_sub(days.days());
        let good = (ago(DAYS_GOOD), today.saturating_add(DAYS_GOOD.days()));
        let (root_pem, own) = authority("Practice authority", good)?;
        let (_, other) = authority("Another authority", good)?;
        if let Some(path) = &tls.root {
            fs::write(path, &root_pem)
                .map_err(|source| InjectorError::Root { path: path.clone(), source })?;
        }
        Ok(Self {
            root_pem,
            good: acceptor(&own, &here, good)?,
            wrong_name: acceptor(&own, &[ANOTHER_NAME.to_owned()], good)?,
            expired: acceptor(&own, &here, (ago(DAYS_EXPIRED.0), ago(DAYS_EXPIRED.1)))?,
            untrusted: acceptor(&other, &here, good)?,
        })
    }

    pub(crate) const fn acceptor(&self, certificate: Certificate) -> &TlsAcceptor {
        match certificate {
            Certificate::Good => &self.good,
            Certificate::WrongName => &self.wrong_name,
            Certificate::Expired => &self.expired,
            Certificate::Untrusted => &self.untrusted,
        }
    }
}

fn authority(name: &str, days: Days) -> Result<(String, Issuer<'static, KeyPair>), rcgen::Error> {
    let mut params = params(&[], days)?;
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let key = KeyPair::generate()?;
    let pem = params.self_signed(&key)?.pem();
    Ok((pem, Issuer::new(params, key)))
}

fn acceptor(
    authority: &Issuer<'_, KeyPair>,
    names: &[String],
    days: Days,
) -> Result<TlsAcceptor, InjectorError> {
    let mut params = params(names, days)?;
    params.distinguished_name.push(DnType::CommonName, "Practice service");
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.use_authority_key_identifier_extension = true;
    let key = KeyPair::generate()?;
    let certificate: CertificateDer<'static> = params.signed_by(&key, authority)?.der().clone();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn params(names: &[String], (first, last): Days) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name = rcgen::DistinguishedName::new();
    let day = |date: Date| {
        date_time_ymd(date.year().into(), date.month().unsigned_abs(), date.day().unsigned_abs())
    };
    (params.not_before, params.not_after) = (day(first), day(last));
    Ok(params)
}
