//! What is no link, and what is one that Doorbell does not open.

/// The longest link, in bytes, as sent and as opened. What a system hands to a program as one
/// argument ends at twice that.
pub const LINK_BYTES: usize = 64 * 1024;

/// Why a text is not shown as a link. It never quotes the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotALink {
    /// No URL at all, or one that no browser can read: the request is malformed.
    #[error("url must be a URL")]
    Malformed,
    /// A URL that Doorbell does not open, with the rule as the reason: the question is refused.
    #[error("{0}")]
    Refused(Rule),
}

/// The rules that a link must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// Other schemes start programs or run in the page.
    #[error("Doorbell opens only http and https links.")]
    Scheme,
    /// Programs differ in what they make of them.
    #[error("Doorbell opens no links with control characters in them.")]
    ControlCharacter,
    /// Where such a link ends is a matter of opinion.
    #[error("Doorbell opens no links with white space in them.")]
    WhiteSpace,
    /// Longer than [`LINK_BYTES`].
    #[error("The link is longer than the {} KiB that Doorbell opens.", LINK_BYTES / 1024)]
    TooLong,
}

/// Checks the rules that need only the text as it was sent.
pub(super) fn check(text: &str) -> Result<(), NotALink> {
    if text.len() > LINK_BYTES {
        return Err(NotALink::Refused(Rule::TooLong));
    }
    let scheme = scheme(text).ok_or(NotALink::Malformed)?;
    if text.chars().any(char::is_control) {
        return Err(NotALink::Refused(Rule::ControlCharacter));
    }
    if text.chars().any(char::is_whitespace) {
        return Err(NotALink::Refused(Rule::WhiteSpace));
    }
    if scheme != "http" && scheme != "https" {
        return Err(NotALink::Refused(Rule::Scheme));
    }
    Ok(())
}

/// The scheme as a careless program would read it, without what must not be there: such a text
/// is still a link, only not one to open.
fn scheme(text: &str) -> Option<String> {
    let mut kept = text
        .chars()
        .filter(|character| !character.is_control() && !character.is_whitespace());
    let mut scheme = String::new();
    loop {
        match kept.next()? {
            ':' if !scheme.is_empty() => return Some(scheme),
            letter if letter.is_ascii_alphabetic() => scheme.push(letter.to_ascii_lowercase()),
            other @ ('0'..='9' | '+' | '-' | '.') if !scheme.is_empty() => scheme.push(other),
            _ => return None,
        }
    }
}
