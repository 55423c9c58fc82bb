//! Names that pass for others by the look of their letters (UTS 39).

use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{MixedScript, skeleton};

use super::host::{self, Host};
use super::warning::Warning;

/// Letters of Danish, French, Icelandic and Dutch that UTS 39 takes for plain ones.
const OWN_LETTERS: [char; 4] = ['æ', 'œ', 'þ', 'ĳ'];

pub(super) fn about(host: &Host, warnings: &mut Vec<Warning>) {
    let Some(unicode) = host.unicode.as_deref() else {
        return;
    };
    let real = host.ascii.clone();
    let foreign = || unicode.split('.').filter(|label| !label.is_ascii());
    // Under an ending in its own script, a name in that script imitates nothing.
    let plain_ending = unicode.rsplit('.').next().is_some_and(str::is_ascii);
    if foreign().any(mixes_scripts) {
        warnings.push(Warning::MixedScripts(real));
    } else if plain_ending && foreign().any(looks_plain) {
        warnings.push(Warning::LooksPlain(real));
    } else {
        warnings.push(Warning::Punycode(real));
    }
}

/// How a domain looks, so that domains that look alike are equal: without accents, and with `m`
/// and `rn`, or `l` and `1`, being the same.
pub(super) fn look(domain: &str) -> String {
    let unicode = host::unicode(domain);
    skeleton(unicode.as_deref().unwrap_or(domain))
        .filter(|character| !matches!(character, '\u{0300}'..='\u{036F}'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether letters of different scripts stand together that are not written together anywhere.
fn mixes_scripts(label: &str) -> bool {
    if label.is_single_script() {
        return false;
    }
    // Latin letters stand beside Chinese, Japanese and Korean ones in honest names.
    let others: String = label.chars().filter(|letter| !is_latin(*letter)).collect();
    let scripts = others.resolve_script_set();
    !(scripts.hanb || scripts.jpan || scripts.kore)
}

fn is_latin(letter: char) -> bool {
    let mut scripts = AugmentedScriptSet::for_char('a');
    scripts.intersect_with(letter.into());
    !scripts.is_empty()
}

fn looks_plain(label: &str) -> bool {
    !label.contains(OWN_LETTERS) && skeleton(label).all(|letter| letter.is_ascii())
}
