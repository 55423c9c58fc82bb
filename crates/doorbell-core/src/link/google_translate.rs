//! Recognises pages that Google Translate shows under its own domain.

use super::host::Host;
use super::warning::Warning;

const DOMAIN: &str = "translate.goog";

pub(super) fn check(host: &Host, warnings: &mut Vec<Warning>) {
    let Some(subdomain) = host.ascii.strip_suffix(DOMAIN) else {
        return;
    };
    if subdomain.is_empty() {
        warnings.push(Warning::GoogleTranslate(None));
    } else if let Some(encoded) = subdomain.strip_suffix('.') {
        warnings.push(Warning::GoogleTranslate(decode(encoded)));
    }
}

/// Decodes `my--shop-co-uk`: Google writes a dot as one hyphen and a hyphen as two. Returns `None` for
/// Google's other encodings.
fn decode(encoded: &str) -> Option<String> {
    let words: Vec<String> = encoded
        .split("--")
        .map(|word| word.replace('-', "."))
        .collect();
    let name = words.join("-");
    let is_plain = !encoded.contains('.') && name.split('.').all(is_label);
    let is_listed = psl::domain(name.as_bytes()).is_some_and(|domain| domain.suffix().is_known());
    (is_plain && is_listed).then_some(name)
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
}
