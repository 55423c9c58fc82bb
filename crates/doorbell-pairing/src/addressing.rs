//! Makes a command of a server that is reached at an address. What its entry says besides stays,
//! and its headers become variables, where they are as they were: in the same file, out of the
//! arguments, which every program of the person can read.

use doorbell_protocol::is_reserved_header;

use crate::dialect::Words;
use crate::document::{Layout, Member};
use crate::edit::{Edit, Written};
use crate::entry::{Address, Entry};
use crate::server::Why;
use crate::wrapping::{Wrap, let_through, wind};

/// What agents call Streamable HTTP.
const SPOKEN: [&str; 6] = [
    "http",
    "remote",
    "streamable",
    "streamablehttp",
    "streamable-http",
    "streamable_http",
];

/// Words in the name of a header that says who calls.
const KEYS: [&str; 5] = ["authorization", "key", "token", "secret", "cookie"];

/// Whether the server can be wrapped.
pub(crate) fn check(entry: &Entry<'_>, address: &Address<'_>, no_sign_in: bool) -> Result<(), Why> {
    let kind = match address.kind.and_then(|kind| kind.value.text()) {
        Some(kind) => kind,
        // The older transport has this place by custom.
        None if address.url.ends_with("/sse") => "sse",
        None => SPOKEN[0],
    };
    if !SPOKEN.contains(&kind.to_ascii_lowercase().as_str()) {
        return Err(Why::Transport {
            transport: doorbell_core::text::visible(kind),
        });
    }
    let mut signs_in = entry.dialect.signs_in.iter();
    if signs_in.any(|key| entry.map.first(key).is_some()) {
        return Err(Why::SignsIn);
    }
    let mut shows_key = false;
    for name in header_names(entry) {
        let lower = name.to_ascii_lowercase();
        if is_reserved_header(&lower) {
            return Err(Why::Header {
                name: doorbell_core::text::visible(name),
            });
        }
        shows_key |= KEYS.iter().any(|key| lower.contains(key));
    }
    if shows_key || no_sign_in || is_this_machine(address.url) {
        Ok(())
    } else {
        Err(Why::MaySignIn)
    }
}

fn header_names<'a>(entry: &Entry<'a>) -> impl Iterator<Item = &'a str> {
    let (dialect, map) = (entry.dialect, entry.map);
    let maps = [Some(dialect.headers), dialect.header_variables];
    maps.into_iter()
        .flatten()
        .filter_map(|key| map.first(key)?.value.members())
        .flatten()
        .map(|member| member.key.as_str())
}

/// Whether an address leads nowhere else. Agents sign in to what others offer.
fn is_this_machine(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = host.rsplit('@').next().unwrap_or(host);
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    ["localhost", "127.0.0.1", "::1"].contains(&name)
}

/// Wraps the server.
pub(crate) fn wrap(
    entry: &Entry<'_>,
    address: &Address<'_>,
    wrap: &Wrap<'_>,
    edit: &mut Edit<'_>,
) -> Result<(), Why> {
    let mut arguments = wrap.arguments();
    arguments.extend(["--url".to_owned(), address.url.to_owned()]);
    arguments.extend(move_headers(entry, edit)?);
    let variables = passed_headers(entry, &mut arguments)?;
    let mut new = Vec::new();

    match entry.dialect.words {
        Words::Together { command } => {
            arguments.insert(0, wrap.doorbell.to_owned());
            edit.rename(address.member, command);
            edit.replace(&address.member.value, &Written::Texts(arguments));
        }
        Words::Apart {
            command,
            arguments: key,
        } => {
            edit.rename(address.member, command);
            edit.replace_text(&address.member.value, wrap.doorbell);
            match (&entry.dialect.kind, address.kind) {
                // A command has no kind there: what takes its place is needed anyway.
                (None, Some(kind)) => {
                    edit.rename(kind, key);
                    edit.replace(&kind.value, &Written::Texts(arguments));
                }
                _ => new.push((key, Written::Texts(arguments))),
            }
        }
    }
    match (&entry.dialect.kind, address.kind) {
        (Some(is), Some(kind)) => edit.replace_text(&kind.value, is.command),
        (Some(is), None) if is.required => new.push(("type", Written::Text(is.command.to_owned()))),
        _ => {}
    }
    match entry
        .dialect
        .header_variables
        .and_then(|key| entry.map.first(key))
    {
        // The variables that held headers are the first that must be let through.
        Some(member) => {
            let mut through = Vec::new();
            let_through(entry, &variables, &mut through, edit)?;
            let [(key, value)] = through.as_slice() else {
                let what = "there is a list of variables beside these headers";
                return Err(entry.odd(&member.value, what));
            };
            edit.rename(member, key);
            edit.replace(&member.value, value);
        }
        None => let_through(entry, &[], &mut new, edit)?,
    }
    wind(entry, &mut new, edit)?;
    edit.insert_after(entry.layout, address.member, &new);
    Ok(())
}

/// Makes variables of the headers, and gives back the arguments that say so.
fn move_headers(entry: &Entry<'_>, edit: &mut Edit<'_>) -> Result<Vec<String>, Why> {
    let Some(headers) = entry.map.first(entry.dialect.headers) else {
        return Ok(Vec::new());
    };
    let odd = || entry.odd(&headers.value, "these are not headers");
    let names = headers.value.members().ok_or_else(odd)?;
    let environment = entry.map.first(entry.dialect.environment);
    if let Some(environment) = environment {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let is_empty = environment
            .value
            .members()
            .is_some_and(<[Member]>::is_empty);
        if !is_empty || entry.layout == Layout::Flow {
            let what = "there are variables beside these headers";
            return Err(entry.odd(&headers.value, what));
        }
        edit.remove_member(entry.layout, environment);
    }
    edit.rename(headers, entry.dialect.environment);
    let mut taken: Vec<String> = Vec::new();
    let mut arguments = Vec::new();
    for header in names {
        if header.value.text().is_none() {
            return Err(odd());
        }
        let variable = variable(header, &taken);
        edit.rename(header, &variable);
        arguments.extend(header_env(header, &variable));
        taken.push(variable);
    }
    Ok(arguments)
}

/// The arguments that send a header with the value of a variable.
fn header_env(header: &Member, variable: &str) -> [String; 2] {
    [
        "--header-env".to_owned(),
        format!("{}={variable}", header.key),
    ]
}

/// The variable for a header's value. It is none of Doorbell's own: those are handed on to the
/// desktop part when it is started.
fn variable(header: &Member, taken: &[String]) -> String {
    let name: String = header
        .key
        .chars()
        .map(|letter| match letter.to_ascii_uppercase() {
            letter @ ('A'..='Z' | '0'..='9') => letter,
            _ => '_',
        })
        .collect();
    let mut variable = format!("HEADER_{name}");
    while taken.contains(&variable) {
        variable.push('_');
    }
    variable
}

/// Names the variables of the agent's own that hold headers, and says so in the arguments.
fn passed_headers(entry: &Entry<'_>, arguments: &mut Vec<String>) -> Result<Vec<String>, Why> {
    let held = entry
        .dialect
        .header_variables
        .and_then(|key| entry.map.first(key));
    let Some(Member { value: node, .. }) = held else {
        return Ok(Vec::new());
    };
    let odd = || entry.odd(node, "these are not headers");
    let mut variables = Vec::new();
    for header in node.members().ok_or_else(odd)? {
        let variable = header.value.text().ok_or_else(odd)?;
        arguments.extend(header_env(header, variable));
        variables.push(variable.to_owned());
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_this_machine() {
        for url in [
            "http://localhost:3000/mcp",
            "http://127.0.0.1/mcp",
            "http://[::1]:8080",
            "http://me@localhost?x",
        ] {
            assert!(is_this_machine(url), "{url}");
        }
        for url in [
            "https://localhost.example/mcp",
            "https://shop.example/?localhost",
            "https://localhost@shop.example/",
            "http://10.0.0.1/",
            "",
        ] {
            assert!(!is_this_machine(url), "{url}");
        }
    }
}
