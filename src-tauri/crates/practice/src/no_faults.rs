//! In place of `faults` in a build without that feature, such as the application's: connections are plain, and a fault
//! is a type without values.

use std::{io, net::SocketAddr, time::Duration};

use serde::{Deserialize, Serialize};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use crate::wire::callback_form::Form;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tls {}

#[derive(Debug, thiserror::Error)]
pub enum InjectorError {}

pub(crate) struct FaultInjector;

impl FaultInjector {
    pub(crate) fn new(
        Faults: Faults,
        tls: Option<Tls>,
        _: SocketAddr,
        listener: TcpListener,
    ) -> Result<(Self, Arrivals), InjectorError> {
        match tls {
            Some(never) => match never {},
            None => Ok((Self, Arrivals(listener))),
        }
    }

    pub(crate) const fn scheme(&self) -> &'static str {
        "http"
    }
}

pub(crate) struct Arrivals(TcpListener);

impl Arrivals {
    pub(crate) async fn next(&mut self) -> io::Result<TcpStream> {
        self.0.accept().await.map(|(stream, _)| stream)
    }

    pub(crate) fn close(self) {}
}

#[derive(Clone, Default)]
pub(crate) struct CallbackDelivery;

impl CallbackDelivery {
    pub(crate) const fn late(&self) -> Duration {
        Duration::ZERO
    }

    pub(crate) fn order(&self, payouts: usize) -> Vec<usize> {
        (0..payouts).collect()
    }

    pub(crate) fn twist(&self, forms: Vec<(usize, Form)>) -> Vec<(usize, Form)> {
        forms
    }

    pub(crate) const fn told(&self) -> Option<mpsc::Sender<()>> {
        None
    }
}
