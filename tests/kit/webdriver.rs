//! A minimal W3C WebDriver client for WebKitWebDriver.

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

use crate::app::{LOG_FILTER, LOG_VARIABLE};
use crate::process::{ChildProcess, listening_ports};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// Opening a session waits for the first web view.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

/// A running driver. Dropping it also ends the application it started.
pub struct WebDriver {
    process: ChildProcess,
    endpoint: Endpoint,
}

impl WebDriver {
    /// Starts the driver in a session, on a free port.
    pub fn start(desktop: &VirtualDesktop) -> Result<Self> {
        loop {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
                .local_addr()?
                .port();
            let mut process = desktop.start_process("driver", Self::command(desktop, port))?;
            // Another program may take the port first; the driver then exits.
            let has_port = wait_until("WebKitWebDriver", TIMEOUT, || {
                let has_port =
                    listening_ports(process.id()).is_ok_and(|ports| ports.contains(&port));
                (has_port || process.has_ended()).then_some(has_port)
            })?;
            if has_port {
                let endpoint = Endpoint::new(format!("http://127.0.0.1:{port}"));
                wait_until("WebKitWebDriver", TIMEOUT, || endpoint.get("/status"))?;
                return Ok(Self { process, endpoint });
            }
            let log = process.log();
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
            .env(
                LOG_VARIABLE,
                std::env::var_os(LOG_VARIABLE).unwrap_or(LOG_FILTER.into()),
            )
            // Only a build with the feature `automation` reads these.
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true");
        command
    }

    /// Starts an application through the driver and waits for its first web view.
    pub fn open(&self, application: &Path, arguments: &[&str]) -> Result<Page> {
        let reply = self.endpoint.post(
            "/session",
            &json!({"capabilities": {"alwaysMatch": {
                "webkitgtk:browserOptions": {"binary": application, "args": arguments}
            }}}),
        )?;
        let id = reply["sessionId"]
            .as_str()
            .context("a session without an id")?;
        Ok(Page::new(self.endpoint.at(&format!("/session/{id}"))))
    }

    /// Kills the driver and the application it started.
    pub fn kill(&self) {
        self.process.kill();
    }
}

/// A URL of the driver that accepts and returns JSON.
#[derive(Clone)]
struct Endpoint {
    base: String,
    agent: ureq::Agent,
}

impl Endpoint {
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

/// Returns the `value` of a reply, or its WebDriver error.
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
