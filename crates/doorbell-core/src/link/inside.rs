//! Other websites named inside a link, where it may lead in the end.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use super::host::{Host, Name, Place};
use super::reading::Reading;
use super::redirect::is_redirect;
use super::spelling;
use super::warning::Warning;

/// What ends the host part of a link to a browser.
const BROWSER_ENDS: [char; 4] = ['/', '\\', '?', '#'];
/// What ends it to a person, inside other text.
const ENDS: [char; 10] = ['/', '\\', '?', '#', '"', '\'', '<', '>', '`', ' '];
/// What may end it too, where a link stands in a list or has no path.
const PERHAPS_ENDS: [char; 8] = ['&', ',', ';', '|', ')', ']', '}', '+'];
/// What may stand before a host and is no part of it.
const OPENINGS: [char; 8] = ['(', '{', '<', '"', '\'', '`', '*', '.'];

/// Where a link may send the person on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Targets {
    /// The domains, each once, those that the link most likely leads to first.
    pub(super) names: Vec<String>,
    /// A program on this computer is among them.
    pub(super) this_computer: bool,
    /// One of them would itself be warned about.
    pub(super) odd: bool,
}

pub(super) fn about(url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    let mut found = Found {
        from: host,
        read: HashMap::new(),
        seen: HashSet::new(),
        targets: Targets::default(),
        hidden: false,
    };
    let parts = [url.query(), url.fragment()];
    let pairs = parts.into_iter().flatten().flat_map(|part| part.split('&'));
    let (redirects, others): (Vec<Pair<'_>>, Vec<Pair<'_>>) =
        pairs.map(Pair::of).partition(|pair| pair.redirects);
    redirects.iter().for_each(|pair| found.pair(pair));
    // A path that begins with two slashes is a host to a careless server.
    found.pair(&Pair {
        whole: url.path(),
        value: url.path(),
        redirects: false,
    });
    others.iter().for_each(|pair| found.pair(pair));
    let targets = found.targets;
    if found.hidden && !warnings.contains(&Warning::Hidden) {
        warnings.push(Warning::Hidden);
    }
    if targets.this_computer || !targets.names.is_empty() {
        warnings.push(Warning::SendsOn(targets));
    }
}

/// A parameter, or a text that is none.
struct Pair<'a> {
    whole: &'a str,
    value: &'a str,
    /// Its name tells that its value is where to go.
    redirects: bool,
}

impl<'a> Pair<'a> {
    fn of(whole: &'a str) -> Self {
        let parts = whole.split_once('=');
        Self {
            whole,
            value: parts.map_or(whole, |(_, value)| value),
            redirects: parts.is_some_and(|(key, _)| is_redirect(key)),
        }
    }
}

/// How plainly a text is a link.
#[derive(Clone, Copy)]
enum Form {
    /// With its scheme and a slash.
    Full,
    /// Without one of them, such as `//evil.io` or `http:evil.io`.
    Short,
    /// Nothing but a host and what follows, such as `evil.io/x`.
    Bare,
}

/// Where a link stands in a text.
struct Start<'a> {
    text: &'a Reading,
    form: Form,
    scheme: &'a str,
    /// Where it begins.
    start: usize,
    /// Where its host, or what stands before an `@`, begins.
    host: usize,
    redirects: bool,
}

struct Found<'a> {
    from: &'a Host,
    /// What was read before: most of a link is the same however often it is decoded.
    read: HashMap<String, Option<(Url, Host)>>,
    seen: HashSet<String>,
    targets: Targets,
    /// Something that browsers drop stands within one of the targets.
    hidden: bool,
}

impl Found<'_> {
    /// Every link in it, however often it is escaped.
    fn pair(&mut self, pair: &Pair<'_>) {
        for text in Reading::all(pair.value) {
            self.value(&text, pair.redirects);
        }
        for text in Reading::all(pair.whole) {
            self.full(&text, pair.redirects);
        }
    }

    /// The links that stand anywhere in the text.
    fn full(&mut self, text: &Reading, redirects: bool) {
        let lower = text.text().to_ascii_lowercase();
        for scheme in ["http:", "https:"] {
            for (start, _) in lower.match_indices(scheme) {
                let after = start + scheme.len();
                // Browsers do not insist on two slashes; without any it may be mere text.
                let host = skip_slashes(&lower, after);
                if host > after {
                    self.authority(&Start {
                        text,
                        form: Form::Full,
                        scheme,
                        start,
                        host,
                        redirects,
                    });
                }
            }
        }
    }

    /// What is a link only because it is a whole value.
    fn value(&mut self, text: &Reading, redirects: bool) {
        let lower = text.text().to_ascii_lowercase();
        // Browsers skip these, and a plus may be a space.
        let rest = lower.trim_start_matches(|first: char| first <= ' ' || first == '+');
        let start = lower.len() - rest.len();
        let scheme = ["http:", "https:"]
            .into_iter()
            .find(|scheme| rest.starts_with(scheme));
        let (form, host) = match scheme {
            Some(scheme) => (Form::Short, start + scheme.len()),
            // It keeps the scheme and changes the host.
            None if skip_slashes(&lower, start) >= start + 2 => {
                (Form::Short, skip_slashes(&lower, start))
            }
            None if redirects && !rest.starts_with("mailto:") => (Form::Bare, start),
            None => return,
        };
        self.authority(&Start {
            text,
            form,
            scheme: scheme.unwrap_or("https:"),
            start,
            host,
            redirects,
        });
    }

    /// The host that a browser finds at this place, and those that a person may find.
    fn authority(&mut self, at: &Start<'_>) {
        let rest = &at.text.text()[at.host..];
        let to_browser = at.host..at.host + rest.find(BROWSER_ENDS).unwrap_or(rest.len());

        let begin = at.host + rest.len() - rest.trim_start_matches(OPENINGS).len();
        let rest = &at.text.text()[begin..];
        let end = begin + rest.find(ENDS).unwrap_or(rest.len());
        let end = at.text.cut_in(begin..end).unwrap_or(end);
        let whole = &at.text.text()[begin..end];
        let user = begin + whole.rfind('@').unwrap_or_default();
        let to_person = [begin, user].map(|begin| begin..perhaps_end(at.text, begin..end));

        if !to_person.contains(&to_browser) {
            self.add(at, to_browser, true);
        }
        for range in to_person {
            self.add(at, range, false);
        }
    }

    /// Adds a host; one that is in doubt must look like one.
    fn add(&mut self, at: &Start<'_>, range: Range<usize>, in_doubt: bool) {
        let authority = &at.text.text()[range.clone()];
        let text = format!("{}//{authority}", at.scheme);
        let read = self.read.entry(text).or_insert_with_key(|text| read(text));
        let Some((url, host)) = read else {
            return;
        };
        let is_public = matches!(host.name, Name::Registrable | Name::Address)
            || host.place == Place::ThisComputer;
        let is_meant = match at.form {
            Form::Full if !in_doubt => true,
            Form::Full | Form::Short => is_public || at.redirects,
            // A number alone is an address to browsers.
            Form::Bare => {
                host.name == Name::Registrable || (is_public && authority.starts_with(&host.ascii))
            }
        };
        if !is_meant || (in_doubt && spelling::has_odd_signs(&host.registrable, host)) {
            return;
        }
        if host.place == Place::ThisComputer {
            if self.from.place == Place::ThisComputer {
                return;
            }
            self.targets.this_computer = true;
        } else if host.registrable == self.from.registrable {
            return;
        } else {
            self.targets.odd |= url.scheme() == "http"
                || host.name != Name::Registrable
                || host.unicode.is_some()
                || !url.username().is_empty();
            if self.seen.insert(host.registrable.clone()) {
                self.targets.names.push(host.registrable.clone());
            }
        }
        self.hidden |= at.text.cut_in(at.start..range.end).is_some();
    }
}

/// Where the slashes that begin here end.
fn skip_slashes(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    text.len() - rest.trim_start_matches(['/', '\\']).len()
}

/// Where the host ends if punctuation is no part of it.
fn perhaps_end(text: &Reading, range: Range<usize>) -> usize {
    let begin = range.start;
    let whole = &text.text()[range];
    let end = whole.find(PERHAPS_ENDS).unwrap_or(whole.len());
    let host = whole[..end].trim_end_matches(|last: char| last.is_ascii_punctuation());
    begin + host.len()
}

fn read(text: &str) -> Option<(Url, Host)> {
    let url = Url::parse(text).ok()?;
    let host = Host::of(&url)?;
    Some((url, host))
}
