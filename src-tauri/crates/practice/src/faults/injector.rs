//! The faults of a running service, and the connections that meet them, in the order in which these arrive.

use std::{future::pending, io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    select,
    time::{sleep, sleep_until},
};

use super::{
    error::InjectorError,
    rebindable_listener::RebindableListener,
    redirect_sink::RedirectSink,
    requested::Faults,
    script::{ActiveFault, FaultScript, Listeners, Speaks},
    tls::{Certificates, Tls},
};

/// Milliseconds between two attempts to listen on a port that another program has taken.
const LOOK_AGAIN_MS: u64 = 50;

/// The faults of a running service.
pub(crate) struct FaultInjector {
    pub(crate) script: Arc<FaultScript>,
    pub(crate) redirect_sink: RedirectSink,
    pub(crate) certificates: Option<Certificates>,
}

impl FaultInjector {
    /// Takes over the listener, and makes the certificates if the service uses TLS.
    pub(crate) fn new(
        faults: Faults,
        tls: Option<Tls>,
        address: SocketAddr,
        listener: TcpListener,
    ) -> Result<(Self, Arrivals), InjectorError> {
        let speaks = if tls.is_some() { Speaks::Tls } else { Speaks::Plain };
        let listeners = Listeners {
            service: RebindableListener::open_at(address, listener),
            redirect_sink: RebindableListener::closed_at(SocketAddr::new(address.ip(), 0)),
        };
        let script = Arc::new(FaultScript::new(faults, speaks, listeners)?);
        let certificates = tls.map(|tls| Certificates::make(&tls, address.ip())).transpose()?;
        let arrivals = Arrivals(Arc::clone(&script));
        Ok((Self { script, redirect_sink: RedirectSink::default(), certificates }, arrivals))
    }

    pub(crate) fn scheme(&self) -> &'static str {
        self.script.scheme()
    }

    /// Completes when open connections should end, so that the next fault applies to all.
    pub(crate) fn turned(&self) -> impl Future<Output = ()> + use<> {
        let mut turns = self.script.turns();
        async move {
            // The script outlives its connections, so the wait ends only with a turn.
            let _ = turns.changed().await;
        }
    }
}

/// The connections to the service and to the target of redirects.
pub(crate) struct Arrivals(Arc<FaultScript>);

pub(crate) enum Arrival {
    Service(TcpStream, Option<ActiveFault>),
    Redirected(TcpStream),
}

impl Arrivals {
    /// Returns the next connection. The fault is assigned here, so that connections meet faults in the order in which
    /// they arrived.
    pub(crate) async fn next(&mut self) -> io::Result<Arrival> {
        let script = &self.0;
        let Listeners { service, redirect_sink } = script.listeners();
        let mut turns = script.turns();
        loop {
            select! {
                biased;
                // The listeners may be open again: the loop waits for connections anew.
                Ok(()) = turns.changed() => {}
                () = refusal_ended(script) => script.end_refusal(),
                () = sleep(Duration::from_millis(LOOK_AGAIN_MS)), if service.is_port_taken() => {
                    service.open();
                }
                came = service.accept() => {
                    return came.map(|stream| Arrival::Service(stream, script.meet_connection()));
                }
                came = redirect_sink.accept() => return came.map(Arrival::Redirected),
            }
        }
    }

    pub(crate) fn close(self) {
        let Listeners { service, redirect_sink } = self.0.listeners();
        service.close();
        redirect_sink.close();
    }
}

async fn refusal_ended(script: &FaultScript) {
    match script.refusal_ends() {
        Some(end) => sleep_until(end).await,
        None => pending().await,
    }
}
