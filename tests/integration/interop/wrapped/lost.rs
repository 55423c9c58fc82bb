//! A Doorbell that goes away while the person is asked, without a word: it was killed.

use std::io;
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use doorbell_daemon::view::Press;
use serde_json::json;
use tempfile::TempDir;

use super::everything::{FIELDS, FORM, LINK, raw_result};
use super::python_sdk::TABLE;
use super::{Server, text, wrap};
use crate::support::{Doorbell, Era, Host, wait_until};

#[test]
fn one_that_comes_back_asks_again() {
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    let way = Way::to(&doorbell);
    let wrap = wrap(&way.socket(), &[], &Server::Rmcp.command());
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    let form = host.calls("ask_form", json!({}));
    person.sees(TABLE);
    let links: Vec<u64> = (0..3).map(|_| host.calls("ask_link", json!({}))).collect();
    let first = person.sees_where(TABLE, |question| question.place.of == 4);
    way.breaks();
    // In the same order.
    let again = person.sees_where(TABLE, |question| question.id != first.view.id);
    again.types("name", "Zoë");
    again.sends();
    assert_eq!(text(&host.hears_reply(form)), "accept Zoë, None guests");
    for link in links {
        person.sees("Please sign in").does(Press::Decline);
        assert_eq!(text(&host.hears_reply(link)), "decline");
    }
    assert_eq!(host.complaints(), "");
}

/// Whether the proxy has noticed or not.
#[test]
fn one_that_was_away_between_two_questions_is_asked() {
    let doorbell = Doorbell::start();
    let way = Way::to(&doorbell);
    let wrap = wrap(&way.socket(), &[], &Server::Rmcp.command());
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    for _ in 0..50 {
        let call = host.calls("ask_form", json!({}));
        doorbell.person().sees(TABLE).does(Press::Decline);
        assert_eq!(text(&host.hears_reply(call)), "decline");
        way.breaks();
    }
    assert_eq!(host.complaints(), "");
}

#[test]
fn one_that_stays_away_leaves_to_the_agent_what_it_can_ask() {
    let doorbell = Doorbell::start();
    let way = Way::to(&doorbell);
    let wrap = wrap(&way.socket(), &[], &Server::Everything.command());
    let mut host = Host::start(wrap, Era::Legacy, json!({"elicitation": {"form": {}}}));
    host.hears_notice("notifications/tools/list_changed");
    let link = host.calls(LINK, json!({"url": "https://example.com/"}));
    let message = "Please open the link to complete this action.";
    doorbell.person().sees(message);
    let form = host.calls(FORM, json!({}));
    doorbell
        .person()
        .sees_where(message, |question| question.place.of == 2);
    way.is_gone();

    let question = host.hears_question();
    assert_eq!(question["params"]["message"], FIELDS);
    host.answers(&question, json!({"action": "decline"}));
    let reply = host.hears_reply(form);
    assert_eq!(raw_result(&reply), json!({"action": "decline"}));
    // Nobody was asked about this one, and nobody declined.
    let reply = host.hears_reply(link);
    assert_eq!(raw_result(&reply), json!({"action": "cancel"}));
    let told = || host.complaints().matches("doorbell:").count();
    wait_until("a word about it", || told() > 0);
    assert_eq!(told(), 1, "{}", host.complaints());

    // It is asked again once it can be.
    way.leads_to(&doorbell);
    let link = host.calls(LINK, json!({"url": "https://example.com/"}));
    doorbell.person().sees(message).does(Press::Decline);
    let reply = host.hears_reply(link);
    assert_eq!(raw_result(&reply), json!({"action": "decline"}));
}

/// A way to a Doorbell that can break, as the socket does when Doorbell is killed.
struct Way {
    directory: TempDir,
    streams: Arc<Mutex<Vec<UnixStream>>>,
}

impl Way {
    fn to(doorbell: &Doorbell) -> Self {
        let way = Self {
            directory: tempfile::tempdir().unwrap(),
            streams: Arc::default(),
        };
        way.leads_to(doorbell);
        way
    }

    fn leads_to(&self, doorbell: &Doorbell) {
        let listener = UnixListener::bind(self.socket()).unwrap();
        let target = doorbell.socket();
        let streams = Arc::clone(&self.streams);
        std::thread::spawn(move || {
            for asker in listener.incoming().map_while(Result::ok) {
                let Ok(doorbell) = UnixStream::connect(&target) else {
                    return;
                };
                let mut streams = streams.lock().unwrap();
                for (from, to) in [(&asker, &doorbell), (&doorbell, &asker)] {
                    carry(from.try_clone().unwrap(), to.try_clone().unwrap());
                }
                streams.extend([asker, doorbell]);
            }
        });
    }

    fn socket(&self) -> PathBuf {
        self.directory.path().join("way.sock")
    }

    /// Every connection ends.
    fn breaks(&self) {
        for stream in self.streams.lock().unwrap().drain(..) {
            // It may have ended by itself.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// And nobody listens any more.
    fn is_gone(&self) {
        std::fs::remove_file(self.socket()).unwrap();
        self.breaks();
    }
}

fn carry(mut from: UnixStream, mut to: UnixStream) {
    std::thread::spawn(move || {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
}
