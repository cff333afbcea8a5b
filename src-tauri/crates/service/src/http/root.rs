//! Certificates that a network's owner adds to the system's trust, for offices whose gateway inspects TLS. They are
//! checked before they are accepted: only authorities, never a key, and few of them.
//!
//! Not here: whether they have expired. The caller has the clock; the expiry is available for display and comparison.

use std::fmt;

use jiff::Timestamp;
use reqwest::Certificate as TlsCertificate;
use rustls::{
    RootCertStore,
    pki_types::{
        CertificateDer,
        pem::{PemObject, SectionKind},
    },
};
use x509_cert::{Certificate, der::Decode, ext::pkix::BasicConstraints};

/// Most bytes of text that are accepted.
pub const ROOT_PEM_BYTES_MAX: usize = 64 * 1024;
/// Most certificates that are accepted.
pub const ROOT_CERTIFICATES_MAX: usize = 16;
const KEYS: [SectionKind; 3] =
    [SectionKind::PrivateKey, SectionKind::RsaPrivateKey, SectionKind::EcPrivateKey];

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    #[error("there is no certificate in it")]
    Empty,
    #[error(
        "it is larger than {ROOT_PEM_BYTES_MAX} bytes or has more than {ROOT_CERTIFICATES_MAX} certificates"
    )]
    TooLarge,
    /// Positions of certificates count from 1.
    #[error("certificate {position} cannot be read")]
    Unreadable { position: usize },
    /// It is a server's own certificate, or a certificate so old that it cannot state that it may sign others.
    #[error("certificate {position} is not an authority's")]
    NotAnAuthority { position: usize },
    #[error("it holds a private key, which must not leave its owner")]
    HoldsKey,
}

/// What a person should see of a certificate before trusting it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootInfo {
    /// The distinguished name, in the form of RFC 4514: `CN=Office Gateway,O=Acme`.
    pub subject: String,
    pub expires_at: Timestamp,
}

/// One or several authorities that are trusted in addition to the system's own.
#[derive(Clone)]
pub struct ExtraRoot {
    pem: String,
    roots: Vec<(CertificateDer<'static>, RootInfo)>,
}

impl ExtraRoot {
    /// Parses PEM text; text around the certificates is ignored.
    ///
    /// # Errors
    /// The problem with the text; one certificate that is not accepted refuses all.
    pub fn from_pem(pem: &str) -> Result<Self, RootError> {
        if pem.len() > ROOT_PEM_BYTES_MAX {
            return Err(RootError::TooLarge);
        }
        let mut roots = Vec::new();
        for section in <(SectionKind, Vec<u8>)>::pem_slice_iter(pem.as_bytes()) {
            let position = roots.len() + 1;
            let (kind, der) = section.map_err(|_| RootError::Unreadable { position })?;
            if kind == SectionKind::Certificate {
                roots.push(root(der, position)?);
            } else if KEYS.contains(&kind) {
                return Err(RootError::HoldsKey);
            }
        }
        match roots.len() {
            0 => Err(RootError::Empty),
            1..=ROOT_CERTIFICATES_MAX => Ok(Self { pem: pem.to_owned(), roots }),
            _ => Err(RootError::TooLarge),
        }
    }

    /// The text from which it was parsed; it contains no secret.
    #[must_use]
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// The fields of the certificates, in their order.
    pub fn infos(&self) -> impl Iterator<Item = &RootInfo> {
        self.roots.iter().map(|(_, info)| info)
    }

    pub(crate) fn certificates(&self) -> impl Iterator<Item = TlsCertificate> {
        // This only stores the bytes, which were parsed before.
        self.roots.iter().filter_map(|(der, _)| TlsCertificate::from_der(der).ok())
    }
}

impl fmt::Debug for ExtraRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.infos()).finish()
    }
}

impl PartialEq for ExtraRoot {
    fn eq(&self, other: &Self) -> bool {
        self.pem == other.pem
    }
}

fn root(der: Vec<u8>, position: usize) -> Result<(CertificateDer<'static>, RootInfo), RootError> {
    let unreadable = RootError::Unreadable { position };
    let certificate = Certificate::from_der(&der).map_err(|_| unreadable)?;
    let fields = certificate.tbs_certificate();
    let constraints = fields.get_extension::<BasicConstraints>().map_err(|_| unreadable)?;
    if !constraints.is_some_and(|(_, constraints)| constraints.ca) {
        return Err(RootError::NotAnAuthority { position });
    }
    let der = CertificateDer::from(der);
    // Otherwise the TLS implementation would refuse it only when the first connection is prepared.
    RootCertStore::empty().add(der.clone()).map_err(|_| unreadable)?;
    let expires_s = fields.validity().not_after.to_unix_duration().as_secs();
    let expires_at = i64::try_from(expires_s).ok().and_then(|s| Timestamp::from_second(s).ok());
    let info = RootInfo {
        subject: fields.subject().to_string(),
        // The calendar ends with the year 9999, and so does the certificate's.
        expires_at: expires_at.unwrap_or(Timestamp::MAX),
    };
    Ok((der, info))
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, KeyPair};

    use super::*;

    fn certificate(name: &str, is_ca: IsCa) -> (String, String) {
        let mut params = CertificateParams::new(vec![]).expect("parameters");
        params.distinguished_name.push(DnType::CommonName, name);
        params.not_after = rcgen::date_time_ymd(2031, 5, 6);
        params.is_ca = is_ca;
        let key = KeyPair::generate().expect("a key");
        (params.self_signed(&key).expect("a certificate").pem(), key.serialize_pem())
    }

    fn authority(name: &str) -> String {
        certificate(name, IsCa::Ca(BasicConstraints::Unconstrained)).0
    }

    #[test]
    fn authorities_are_taken_and_say_who_they_are() {
        let text =
            format!("# the gateway\r\n{}\n\n# and the old one\n{}", authority("New"), authority("Old"));
        let root = ExtraRoot::from_pem(&text).expect("two authorities");
        let subjects: Vec<_> = root.infos().map(|info| info.subject.as_str()).collect();
        assert!(subjects[0].contains("CN=New") && subjects[1].contains("CN=Old"), "{subjects:?}");
        assert!(root.infos().all(|info| info.expires_at.to_string() == "2031-05-06T00:00:00Z"), "{root:?}");
        assert_eq!(root.certificates().count(), 2);
        assert_eq!(root.pem(), text);
    }

    #[test]
    fn what_is_no_authority_is_refused() {
        let good = authority("Good");
        let (server, _) = certificate("Server", IsCa::ExplicitNoCa);
        let (plain, _) = certificate("Plain", IsCa::NoCa);
        let (_, key) = certificate("Key", IsCa::NoCa);
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let cut = &good[..good.len() / 2];
        for (text, expected) in [
            (String::new(), RootError::Empty),
            ("hello".to_owned(), RootError::Empty),
            (server, RootError::NotAnAuthority { position: 1 }),
            (format!("{good}{plain}"), RootError::NotAnAuthority { position: 2 }),
            (format!("{good}{key}"), RootError::HoldsKey),
            (broken.to_owned(), RootError::Unreadable { position: 1 }),
            (format!("{good}{broken}"), RootError::Unreadable { position: 2 }),
            (cut.to_owned(), RootError::Unreadable { position: 1 }),
            (format!("{good}{}", " ".repeat(ROOT_PEM_BYTES_MAX)), RootError::TooLarge),
            (good.repeat(ROOT_CERTIFICATES_MAX + 1), RootError::TooLarge),
        ] {
            assert_eq!(ExtraRoot::from_pem(&text).err(), Some(expected), "{text:.80}");
        }
    }
}
