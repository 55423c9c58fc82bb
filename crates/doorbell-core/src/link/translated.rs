//! Pages that Google shows in translation, under a name of its own.

use super::host::Host;
use super::warning::Warning;

/// What the names of translated pages end in.
const TRANSLATED: &str = "translate.goog";

pub(super) fn about(host: &Host, warnings: &mut Vec<Warning>) {
    let Some(above) = host.ascii.strip_suffix(TRANSLATED) else {
        return;
    };
    if above.is_empty() {
        warnings.push(Warning::Translated(None));
    } else if let Some(inner) = above.strip_suffix('.') {
        warnings.push(Warning::Translated(website(inner)));
    }
}

/// The website in `my--shop-co-uk`: a dot is written as a hyphen and a hyphen as two. Names that
/// do not fit are written in ways that only Google can read.
fn website(inner: &str) -> Option<String> {
    let words: Vec<String> = inner
        .split("--")
        .map(|word| word.replace('-', "."))
        .collect();
    let name = words.join("-");
    let is_plain = !inner.contains('.') && name.split('.').all(is_label);
    let is_listed = psl::domain(name.as_bytes()).is_some_and(|domain| domain.suffix().is_known());
    (is_plain && is_listed).then_some(name)
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
}
