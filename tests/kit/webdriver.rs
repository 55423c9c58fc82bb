//! A client for WebKitWebDriver: what the tests need of the W3C WebDriver protocol.

mod element;
mod page;

pub use element::Element;
pub use page::Page;

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::app::{LOG, LOGGED};
use crate::process::{Running, listening_ports};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

/// Longer than any command takes; opening a session waits for the first web view.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

/// A running driver. Dropping it ends it and the application it started.
pub struct WebDriver {
    running: Running,
    wire: Wire,
}

impl WebDriver {
    /// Starts the driver in a session, on a port nobody else has.
    ///
    /// # Errors
    /// It is not installed or did not answer.
    pub fn start(desktop: &VirtualDesktop) -> Result<Self> {
        loop {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
                .local_addr()?
                .port();
            let mut running = desktop.start_process("driver", Self::command(desktop, port))?;
            // Another program may take the port before the driver does; the driver then ends.
            let has_port = wait_until("WebKitWebDriver", PATIENCE, || {
                let has_port = listening_ports(running.id()).is_ok_and(|own| own.contains(&port));
                (has_port || running.has_ended()).then_some(has_port)
            })?;
            if has_port {
                let wire = Wire::new(format!("http://127.0.0.1:{port}"));
                wait_until("WebKitWebDriver", PATIENCE, || wire.get("/status"))?;
                return Ok(Self { running, wire });
            }
            let log = running.log();
            ensure!(
                log.contains("Unable to listen"),
                "WebKitWebDriver ended: {log}"
            );
        }
    }

    fn command(desktop: &VirtualDesktop, port: u16) -> Command {
        let mut command = desktop.command("WebKitWebDriver");
        command
            .arg(format!("--port={port}"))
            .env(LOG, std::env::var_os(LOG).unwrap_or(LOGGED.into()))
            // Only a build with the feature `automation` listens to these.
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true");
        command
    }

    /// Has the driver start an application and attaches to its first web view, which must come
    /// while this waits.
    ///
    /// # Errors
    /// No web view came.
    pub fn open(&self, application: &Path, arguments: &[&str]) -> Result<Page> {
        let reply = self.wire.post(
            "/session",
            &json!({"capabilities": {"alwaysMatch": {
                "webkitgtk:browserOptions": {"binary": application, "args": arguments}
            }}}),
        )?;
        let id = reply["sessionId"]
            .as_str()
            .context("a session without an id")?;
        Ok(Page::new(self.wire.at(&format!("/session/{id}"))))
    }

    /// Ends the driver, and the application it started, at once.
    pub fn kill(&self) {
        self.running.kill();
    }
}

/// One place on the driver, spoken to in JSON.
#[derive(Clone)]
struct Wire {
    base: String,
    agent: ureq::Agent,
}

impl Wire {
    fn new(base: String) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(REPLY_TIMEOUT))
            .build()
            .into();
        Self { base, agent }
    }

    fn at(&self, path: &str) -> Self {
        Self {
            base: format!("{}{path}", self.base),
            agent: self.agent.clone(),
        }
    }

    fn get(&self, path: &str) -> Result<Value> {
        let reply = self.agent.get(format!("{}{path}", self.base)).call();
        value(path, reply)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let reply = self
            .agent
            .post(format!("{}{path}", self.base))
            .send_json(body);
        value(path, reply)
    }

    fn delete(&self, path: &str) -> Result<Value> {
        let reply = self.agent.delete(format!("{}{path}", self.base)).call();
        value(path, reply)
    }
}

/// The `value` of a reply; a WebDriver error becomes an error.
fn value(
    path: &str,
    reply: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Value> {
    let mut reply = reply.with_context(|| format!("WebDriver {path}"))?;
    let mut body: Value = reply
        .body_mut()
        .read_json()
        .with_context(|| format!("WebDriver {path}: not JSON"))?;
    let value = body["value"].take();
    if let Some(error) = value["error"].as_str() {
        bail!("WebDriver {path}: {error}: {}", value["message"]);
    }
    Ok(value)
}
