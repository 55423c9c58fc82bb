//! Other websites named inside a link, where it may lead in the end.

use std::collections::HashSet;

use url::Url;

use super::carried::decodings;
use super::host::{Host, Name, Place};
use super::warning::Warning;

/// What ends the host part of a link inside other text.
const ENDS: [char; 10] = ['/', '\\', '?', '#', '"', '\'', '<', '>', '`', ' '];
/// What may end it too, where a link stands in a list or has no path.
const PERHAPS_ENDS: [char; 8] = ['&', ',', ';', '|', ')', ']', '}', '+'];

/// Where a link may send the person on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Targets {
    /// The domains, each once, in their order.
    pub(super) names: Vec<String>,
    /// A program on this computer is among them.
    pub(super) this_computer: bool,
    odd: bool,
}

impl Targets {
    /// Whether one of them would itself be warned about.
    pub(super) fn is_odd(&self) -> bool {
        self.odd
    }
}

pub(super) fn about(url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    let mut found = Found {
        from: host,
        seen: HashSet::new(),
        targets: Targets::default(),
    };
    // A path that begins with two slashes is a host to a careless server.
    found.value(url.path());
    found.search(url.path());
    for part in [url.query(), url.fragment()].into_iter().flatten() {
        part.split('&').for_each(|pair| found.pair(pair));
    }
    let targets = found.targets;
    if targets.this_computer || !targets.names.is_empty() {
        warnings.push(Warning::SendsOn(targets));
    }
}

struct Found<'a> {
    from: &'a Host,
    seen: HashSet<String>,
    targets: Targets,
}

impl Found<'_> {
    /// A parameter, or a whole query that is none.
    fn pair(&mut self, pair: &str) {
        self.value(pair.split_once('=').map_or(pair, |(_, value)| value));
        self.search(pair);
    }

    /// A link without its scheme, however often it is escaped.
    fn value(&mut self, text: &str) {
        self.relative(text);
        for decoded in decodings(text) {
            self.relative(&decoded);
        }
    }

    /// Every full link in the text, however often it is escaped.
    fn search(&mut self, text: &str) {
        self.full(text);
        for decoded in decodings(text) {
            self.full(&decoded);
        }
    }

    fn full(&mut self, text: &str) {
        let lower = text.to_ascii_lowercase();
        for scheme in ["http:", "https:"] {
            for (start, _) in lower.match_indices(scheme) {
                let rest = text.get(start + scheme.len()..).unwrap_or_default();
                // Browsers do not insist on two slashes; without any it may be mere text.
                if rest.starts_with(['/', '\\']) {
                    self.authority(scheme, rest.trim_start_matches(['/', '\\']));
                }
            }
        }
    }

    /// A value such as `//evil.io/x`, which keeps the scheme and changes the host.
    fn relative(&mut self, text: &str) {
        let rest = text.trim_start_matches(['/', '\\']);
        if text.len() >= rest.len() + 2 {
            let end = rest.find(ENDS).unwrap_or(rest.len());
            let is_public = read("https:", &rest[..end])
                .is_some_and(|(_, host)| matches!(host.name(), Name::Registrable | Name::Address));
            if is_public {
                self.authority("https:", rest);
            }
        }
    }

    /// The host that a browser finds at the start of this text, and the one a person does.
    fn authority(&mut self, scheme: &str, rest: &str) {
        let end = rest.find(ENDS).unwrap_or(rest.len());
        let whole = &rest[..end];
        let end = whole.find(PERHAPS_ENDS).unwrap_or(whole.len());
        let after_user = whole.rfind('@').map_or(whole, |at| &whole[at..]);
        let after_user_end = after_user.find(PERHAPS_ENDS).unwrap_or(after_user.len());
        self.add(scheme, &whole[..end]);
        self.add(scheme, &after_user[..after_user_end]);
    }

    fn add(&mut self, scheme: &str, authority: &str) {
        let Some((url, host)) = read(scheme, authority) else {
            return;
        };
        if host.place() == Place::ThisComputer {
            self.targets.this_computer |= self.from.place() != Place::ThisComputer;
            return;
        }
        let domain = host.registrable();
        if domain == self.from.registrable() {
            return;
        }
        self.targets.odd |= url.scheme() == "http"
            || host.name() != Name::Registrable
            || host.unicode().is_some()
            || !url.username().is_empty();
        if self.seen.insert(domain.to_owned()) {
            self.targets.names.push(domain.to_owned());
        }
    }
}

fn read(scheme: &str, authority: &str) -> Option<(Url, Host)> {
    let url = Url::parse(&format!("{scheme}//{authority}")).ok()?;
    let host = Host::of(&url)?;
    Some((url, host))
}
