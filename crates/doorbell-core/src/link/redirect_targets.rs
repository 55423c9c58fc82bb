//! Finds other websites inside a link, to which it may redirect.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use super::browser_text::BrowserText;
use super::host::{Host, HostKind, Network};
use super::redirect_parameter::is_redirect_parameter;
use super::spelling;
use super::warning::Warning;

/// Characters that end the host for a browser.
const BROWSER_HOST_END: [char; 4] = ['/', '\\', '?', '#'];
/// Characters that end the host for a person who reads it inside other text.
const HOST_END: [char; 10] = ['/', '\\', '?', '#', '"', '\'', '<', '>', '`', ' '];
/// Characters that may also end it, in a list or without a path.
const POSSIBLE_HOST_END: [char; 8] = ['&', ',', ';', '|', ')', ']', '}', '+'];
/// Characters before a host that are not part of it.
const OPENING_PUNCTUATION: [char; 8] = ['(', '{', '<', '"', '\'', '`', '*', '.'];

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RedirectTargets {
    /// Without duplicates, the most likely ones first.
    pub(super) domains: Vec<String>,
    /// True if a program on this computer is among the targets.
    pub(super) this_computer: bool,
    /// True if a link to one of them would itself have a warning.
    pub(super) is_suspicious: bool,
}

pub(super) fn check(url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    let mut finder = TargetFinder {
        source: host,
        parsed: HashMap::new(),
        seen: HashSet::new(),
        targets: RedirectTargets::default(),
        hides_characters: false,
    };
    let parts = [url.query(), url.fragment()];
    let parameters = parts.into_iter().flatten().flat_map(|part| part.split('&'));
    let (redirects, others): (Vec<Parameter<'_>>, Vec<Parameter<'_>>) = parameters
        .map(Parameter::parse)
        .partition(|parameter| parameter.is_redirect);
    redirects.iter().for_each(|part| finder.search(part));
    // A careless server treats a path that begins with two slashes as a host.
    finder.search(&Parameter {
        whole: url.path(),
        value: url.path(),
        is_redirect: false,
    });
    others.iter().for_each(|part| finder.search(part));
    let targets = finder.targets;
    if finder.hides_characters && !warnings.contains(&Warning::HiddenCharacters) {
        warnings.push(Warning::HiddenCharacters);
    }
    if targets.this_computer || !targets.domains.is_empty() {
        warnings.push(Warning::RedirectTargets(targets));
    }
}

/// A parameter, or another part of the link.
struct Parameter<'a> {
    whole: &'a str,
    value: &'a str,
    /// True if its name suggests that the value is a target.
    is_redirect: bool,
}

impl<'a> Parameter<'a> {
    fn parse(whole: &'a str) -> Self {
        let parts = whole.split_once('=');
        Self {
            whole,
            value: parts.map_or(whole, |(_, value)| value),
            is_redirect: parts.is_some_and(|(key, _)| is_redirect_parameter(key)),
        }
    }
}

/// How complete a link is.
#[derive(Clone, Copy)]
enum LinkForm {
    /// Scheme and slash.
    Full,
    /// Without one of them, such as `//evil.io` or `http:evil.io`.
    Short,
    /// Without both, such as `evil.io/x`.
    Bare,
}

/// A possible link inside a text.
struct Candidate<'a> {
    text: &'a BrowserText,
    form: LinkForm,
    scheme: &'a str,
    start: usize,
    /// The start of the user info or the host.
    authority_start: usize,
    is_redirect: bool,
}

struct TargetFinder<'a> {
    source: &'a Host,
    /// A cache: decoding leaves most of a link unchanged.
    parsed: HashMap<String, Option<(Url, Host)>>,
    seen: HashSet<String>,
    targets: RedirectTargets,
    /// True if a target contains characters that browsers remove.
    hides_characters: bool,
}

impl TargetFinder<'_> {
    /// Searches every level of escaping.
    fn search(&mut self, parameter: &Parameter<'_>) {
        for text in BrowserText::decodings(parameter.value) {
            self.add_value(&text, parameter.is_redirect);
        }
        for text in BrowserText::decodings(parameter.whole) {
            self.add_full_links(&text, parameter.is_redirect);
        }
    }

    /// Adds the full links anywhere in the text.
    fn add_full_links(&mut self, text: &BrowserText, is_redirect: bool) {
        let lower = text.text().to_ascii_lowercase();
        for scheme in ["http:", "https:"] {
            for (start, _) in lower.match_indices(scheme) {
                let after = start + scheme.len();
                // Browsers accept any number of slashes; without any it may be ordinary text.
                let authority_start = skip_slashes(&lower, after);
                if authority_start > after {
                    self.add_authorities(&Candidate {
                        text,
                        form: LinkForm::Full,
                        scheme,
                        start,
                        authority_start,
                        is_redirect,
                    });
                }
            }
        }
    }

    /// Adds a short or bare link, which must be the whole value.
    fn add_value(&mut self, text: &BrowserText, is_redirect: bool) {
        let lower = text.text().to_ascii_lowercase();
        // Browsers skip leading spaces, and a plus may be a space.
        let rest = lower.trim_start_matches(|first: char| first <= ' ' || first == '+');
        let start = lower.len() - rest.len();
        let scheme = ["http:", "https:"]
            .into_iter()
            .find(|scheme| rest.starts_with(scheme));
        let (form, authority_start) = match scheme {
            Some(scheme) => (LinkForm::Short, start + scheme.len()),
            // A scheme-relative link.
            None if skip_slashes(&lower, start) >= start + 2 => {
                (LinkForm::Short, skip_slashes(&lower, start))
            }
            None if is_redirect && !rest.starts_with("mailto:") => (LinkForm::Bare, start),
            None => return,
        };
        self.add_authorities(&Candidate {
            text,
            form,
            scheme: scheme.unwrap_or("https:"),
            start,
            authority_start,
            is_redirect,
        });
    }

    /// Adds the host that a browser finds, and those that a person may see.
    fn add_authorities(&mut self, link: &Candidate<'_>) {
        let start = link.authority_start;
        let rest = &link.text.text()[start..];
        let to_browser = start..start + rest.find(BROWSER_HOST_END).unwrap_or(rest.len());

        let begin = start + rest.len() - rest.trim_start_matches(OPENING_PUNCTUATION).len();
        let rest = &link.text.text()[begin..];
        let end = begin + rest.find(HOST_END).unwrap_or(rest.len());
        let end = link.text.first_removal_in(begin..end).unwrap_or(end);
        let whole = &link.text.text()[begin..end];
        let after_user_info = begin + whole.rfind('@').unwrap_or_default();
        let to_person = [begin, after_user_info]
            .map(|begin| begin..end_before_punctuation(link.text, begin..end));

        if !to_person.contains(&to_browser) {
            self.add(link, to_browser, true);
        }
        for range in to_person {
            self.add(link, range, false);
        }
    }

    /// Adds a host. A doubtful one must look like a host.
    fn add(&mut self, link: &Candidate<'_>, range: Range<usize>, is_doubtful: bool) {
        let authority = &link.text.text()[range.clone()];
        let text = format!("{}//{authority}", link.scheme);
        let parsed = self
            .parsed
            .entry(text)
            .or_insert_with_key(|text| parse(text));
        let Some((url, host)) = parsed else {
            return;
        };
        let is_public = matches!(host.kind, HostKind::Registrable | HostKind::IpAddress)
            || host.network == Network::ThisComputer;
        let is_link = match link.form {
            LinkForm::Full if !is_doubtful => true,
            LinkForm::Full | LinkForm::Short => is_public || link.is_redirect,
            // Browsers treat a plain number as an address.
            LinkForm::Bare => {
                host.kind == HostKind::Registrable
                    || (is_public && authority.starts_with(&host.ascii))
            }
        };
        if !is_link || (is_doubtful && spelling::has_invalid_characters(&host.registrable, host)) {
            return;
        }
        if host.network == Network::ThisComputer {
            if self.source.network == Network::ThisComputer {
                return;
            }
            self.targets.this_computer = true;
        } else if host.registrable == self.source.registrable {
            return;
        } else {
            self.targets.is_suspicious |= url.scheme() == "http"
                || host.kind != HostKind::Registrable
                || host.unicode.is_some()
                || !url.username().is_empty();
            if self.seen.insert(host.registrable.clone()) {
                self.targets.domains.push(host.registrable.clone());
            }
        }
        let hidden = link.text.first_removal_in(link.start..range.end);
        self.hides_characters |= hidden.is_some();
    }
}

/// Returns the end of the slashes at `start`.
fn skip_slashes(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    text.len() - rest.trim_start_matches(['/', '\\']).len()
}

/// Returns where the host ends if punctuation is not part of it.
fn end_before_punctuation(text: &BrowserText, range: Range<usize>) -> usize {
    let begin = range.start;
    let whole = &text.text()[range];
    let end = whole.find(POSSIBLE_HOST_END).unwrap_or(whole.len());
    let host = whole[..end].trim_end_matches(|last: char| last.is_ascii_punctuation());
    begin + host.len()
}

fn parse(text: &str) -> Option<(Url, Host)> {
    let url = Url::parse(text).ok()?;
    let host = Host::of(&url)?;
    Some((url, host))
}
