//! Wraps a server with a URL: the entry becomes a `doorbell wrap --url` command. Its headers become
//! environment variables of the same entry, since other programs can read a command's arguments.

use doorbell_protocol::is_reserved_header;

use super::{WrapCommand, pass_variables, raise_timeout};
use crate::document::{Layout, Member};
use crate::edit::{Edit, NewValue};
use crate::entry::{Entry, UrlEntry};
use crate::entry_format::CommandFormat;
use crate::server::Refusal;

/// Agents' names for Streamable HTTP.
const HTTP_TYPES: [&str; 6] = [
    "http",
    "remote",
    "streamable",
    "streamablehttp",
    "streamable-http",
    "streamable_http",
];

/// Words in the names of headers that authenticate the caller.
const CREDENTIAL_WORDS: [&str; 5] = ["authorization", "key", "token", "secret", "cookie"];

pub fn check(entry: &Entry<'_>, server: &UrlEntry<'_>, no_sign_in: bool) -> Result<(), Refusal> {
    let transport = match server.type_member.and_then(|member| member.value.as_str()) {
        Some(transport) => transport,
        // By convention the older SSE transport is served here.
        None if server.url.ends_with("/sse") => "sse",
        None => HTTP_TYPES[0],
    };
    if !HTTP_TYPES.contains(&transport.to_ascii_lowercase().as_str()) {
        return Err(Refusal::Transport {
            transport: doorbell_core::text::visible(transport),
        });
    }
    let mut sign_in_keys = entry.entry_format.sign_in_keys.iter();
    if sign_in_keys.any(|key| entry.map.member(key).is_some()) {
        return Err(Refusal::SignsIn);
    }
    let mut has_credentials = false;
    for name in header_names(entry) {
        let lower = name.to_ascii_lowercase();
        if is_reserved_header(&lower) {
            return Err(Refusal::Header {
                name: doorbell_core::text::visible(name),
            });
        }
        has_credentials |= CREDENTIAL_WORDS.iter().any(|word| lower.contains(word));
    }
    if has_credentials || no_sign_in || is_local(server.url) {
        Ok(())
    } else {
        Err(Refusal::MaySignIn)
    }
}

fn header_names<'a>(entry: &Entry<'a>) -> impl Iterator<Item = &'a str> {
    let (entry_format, map) = (entry.entry_format, entry.map);
    let maps = [Some(entry_format.headers_key), entry_format.env_headers_key];
    maps.into_iter()
        .flatten()
        .filter_map(|key| map.member(key)?.value.members())
        .flatten()
        .map(|member| member.key.as_str())
}

/// Returns true for a URL on this machine, which agents do not sign in to.
fn is_local(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = host.rsplit('@').next().unwrap_or(host);
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    ["localhost", "127.0.0.1", "::1"].contains(&name)
}

pub fn wrap(
    entry: &Entry<'_>,
    server: &UrlEntry<'_>,
    command: &WrapCommand<'_>,
    edit: &mut Edit<'_>,
) -> Result<(), Refusal> {
    let mut arguments = command.arguments();
    arguments.extend(["--url".to_owned(), server.url.to_owned()]);
    arguments.extend(move_headers_to_env(entry, edit)?);
    let header_variables = pass_env_headers(entry, &mut arguments)?;
    let mut new = Vec::new();

    match entry.entry_format.command_format {
        CommandFormat::Combined { command: key } => {
            arguments.insert(0, command.doorbell.to_owned());
            edit.rename(server.member, key);
            edit.replace(&server.member.value, &NewValue::Texts(arguments));
        }
        CommandFormat::Separate {
            command: command_key,
            arguments: arguments_key,
        } => {
            edit.rename(server.member, command_key);
            edit.replace_text(&server.member.value, command.doorbell);
            match (&entry.entry_format.type_field, server.type_member) {
                // A command has no `type` in this format, so the arguments replace it.
                (None, Some(member)) => {
                    edit.rename(member, arguments_key);
                    edit.replace(&member.value, &NewValue::Texts(arguments));
                }
                _ => new.push((arguments_key, NewValue::Texts(arguments))),
            }
        }
    }
    match (&entry.entry_format.type_field, server.type_member) {
        (Some(field), Some(member)) => edit.replace_text(&member.value, field.command),
        (Some(field), None) if field.required => {
            new.push(("type", NewValue::Text(field.command.to_owned())));
        }
        _ => {}
    }
    match env_headers(entry) {
        // The list of variables to pass replaces the map of headers, which names the first of them.
        Some(member) => {
            let mut passthrough = Vec::new();
            pass_variables(entry, &header_variables, &mut passthrough, edit)?;
            let [(key, value)] = passthrough.as_slice() else {
                let message = "the entry has a list of variables besides these headers";
                return Err(entry.unexpected(&member.value, message));
            };
            edit.rename(member, key);
            edit.replace(&member.value, value);
        }
        None => pass_variables(entry, &[], &mut new, edit)?,
    }
    raise_timeout(entry, &mut new, edit)?;
    edit.insert_after(entry.layout, server.member, &new);
    Ok(())
}

/// Turns the headers into variables. Returns the arguments that send those variables as headers.
fn move_headers_to_env(entry: &Entry<'_>, edit: &mut Edit<'_>) -> Result<Vec<String>, Refusal> {
    let Some(headers) = entry.map.member(entry.entry_format.headers_key) else {
        return Ok(Vec::new());
    };
    let no_headers = || entry.unexpected(&headers.value, "these are not headers");
    let members = headers.value.members().ok_or_else(no_headers)?;
    let environment = entry.map.member(entry.entry_format.env_key);
    if let Some(environment) = environment {
        if members.is_empty() {
            return Ok(Vec::new());
        }
        let is_empty = environment
            .value
            .members()
            .is_some_and(<[Member]>::is_empty);
        if !is_empty || entry.layout == Layout::Flow {
            let message = "the entry has variables besides these headers";
            return Err(entry.unexpected(&headers.value, message));
        }
        edit.remove_member(entry.layout, environment);
    }
    edit.rename(headers, entry.entry_format.env_key);
    let mut variables: Vec<String> = Vec::new();
    let mut arguments = Vec::new();
    for header in members {
        if header.value.as_str().is_none() {
            return Err(no_headers());
        }
        let variable = variable_name(&header.key, &variables);
        edit.rename(header, &variable);
        arguments.extend(header_env(header, &variable));
        variables.push(variable);
    }
    Ok(arguments)
}

/// Returns the arguments that send a variable's value as this header.
fn header_env(header: &Member, variable: &str) -> [String; 2] {
    [
        "--header-env".to_owned(),
        format!("{}={variable}", header.key),
    ]
}

/// Returns an unused variable name for a header. It does not start with `DOORBELL_`: such variables
/// reach the desktop part when `doorbell wrap` starts it.
fn variable_name(header: &str, used: &[String]) -> String {
    let name: String = header
        .chars()
        .map(|letter| match letter.to_ascii_uppercase() {
            letter @ ('A'..='Z' | '0'..='9') => letter,
            _ => '_',
        })
        .collect();
    let mut variable = format!("HEADER_{name}");
    while used.contains(&variable) {
        variable.push('_');
    }
    variable
}

fn env_headers<'a>(entry: &Entry<'a>) -> Option<&'a Member> {
    entry.map.member(entry.entry_format.env_headers_key?)
}

/// Adds the headers that the agent reads from its own environment to the arguments. Returns their
/// variables.
fn pass_env_headers(
    entry: &Entry<'_>,
    arguments: &mut Vec<String>,
) -> Result<Vec<String>, Refusal> {
    let Some(Member { value: headers, .. }) = env_headers(entry) else {
        return Ok(Vec::new());
    };
    let no_headers = || entry.unexpected(headers, "these are not headers");
    let mut variables = Vec::new();
    for header in headers.members().ok_or_else(no_headers)? {
        let variable = header.value.as_str().ok_or_else(no_headers)?;
        arguments.extend(header_env(header, variable));
        variables.push(variable.to_owned());
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_hosts_are_local() {
        for url in [
            "http://localhost:3000/mcp",
            "http://127.0.0.1/mcp",
            "http://[::1]:8080",
            "http://me@localhost?x",
        ] {
            assert!(is_local(url), "{url}");
        }
        for url in [
            "https://localhost.example/mcp",
            "https://shop.example/?localhost",
            "https://localhost@shop.example/",
            "http://10.0.0.1/",
            "",
        ] {
            assert!(!is_local(url), "{url}");
        }
    }
}
