//! Rejects text that is not a link, and links that Doorbell does not open.

/// Limits the link as sent and as opened. Linux limits a program's argument to twice as much.
pub const MAX_LINK_BYTES: usize = 64 * 1024;

/// The text never quotes the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Not a valid URL: the request gets a protocol error.
    #[error("url must be a URL")]
    Malformed,
    /// A URL that Doorbell does not open: the question is refused, with the rule as its reason.
    #[error("{0}")]
    Refused(LinkRule),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkRule {
    /// Other schemes can start programs or run scripts.
    #[error("Doorbell opens only http and https links.")]
    Scheme,
    /// Programs handle them differently.
    #[error("Doorbell opens no links with control characters in them.")]
    ControlCharacter,
    /// Programs disagree where such a link ends.
    #[error("Doorbell opens no links with white space in them.")]
    WhiteSpace,
    /// Longer than [`MAX_LINK_BYTES`].
    #[error("The link is longer than the {} KiB that Doorbell opens.", MAX_LINK_BYTES / 1024)]
    TooLong,
}

/// Checks the rules for the text as sent.
pub(super) fn check_rules(text: &str) -> Result<(), LinkError> {
    if text.len() > MAX_LINK_BYTES {
        return Err(LinkError::Refused(LinkRule::TooLong));
    }
    let scheme = scheme(text).ok_or(LinkError::Malformed)?;
    if text.chars().any(char::is_control) {
        return Err(LinkError::Refused(LinkRule::ControlCharacter));
    }
    if text.chars().any(char::is_whitespace) {
        return Err(LinkError::Refused(LinkRule::WhiteSpace));
    }
    if scheme != "http" && scheme != "https" {
        return Err(LinkError::Refused(LinkRule::Scheme));
    }
    Ok(())
}

/// Returns the scheme, ignoring control characters and white space as a careless program does. Such a
/// text gets a refusal instead of a protocol error.
fn scheme(text: &str) -> Option<String> {
    let mut characters = text
        .chars()
        .filter(|character| !character.is_control() && !character.is_whitespace());
    let mut scheme = String::new();
    loop {
        match characters.next()? {
            ':' if !scheme.is_empty() => return Some(scheme),
            letter if letter.is_ascii_alphabetic() => scheme.push(letter.to_ascii_lowercase()),
            other @ ('0'..='9' | '+' | '-' | '.') if !scheme.is_empty() => scheme.push(other),
            _ => return None,
        }
    }
}
