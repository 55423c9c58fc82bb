//! Finds names whose letters imitate those of other names (UTS 39).

use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{MixedScript, skeleton};

use super::host::{self, Host};
use super::warning::Warning;

/// Letters of Danish, French, Icelandic and Dutch that UTS 39 confuses with ASCII letters.
const DISTINCT_LETTERS: [char; 4] = ['æ', 'œ', 'þ', 'ĳ'];

pub(super) fn check(host: &Host, warnings: &mut Vec<Warning>) {
    let Some(unicode) = host.unicode.as_deref() else {
        return;
    };
    let ascii = host.ascii.clone();
    let foreign_labels = || unicode.split('.').filter(|label| !label.is_ascii());
    // A name below a top-level domain in its own script does not imitate ASCII names.
    let has_ascii_tld = unicode.rsplit('.').next().is_some_and(str::is_ascii);
    if foreign_labels().any(mixes_scripts) {
        warnings.push(Warning::MixedScripts(ascii));
    } else if has_ascii_tld && foreign_labels().any(looks_like_ascii) {
        let imitated = reading(unicode, &ascii);
        let host = ascii;
        warnings.push(Warning::LooksLikeAscii { imitated, host });
    } else {
        warnings.push(Warning::Punycode(ascii));
    }
}

/// Returns a form of the domain that is equal for domains that look alike: without accents, and
/// with `m` equal to `rn` and `l` equal to `1`.
pub(super) fn appearance(domain: &str) -> String {
    let unicode = host::unicode(domain);
    skeleton(unicode.as_deref().unwrap_or(domain))
        .filter(|character| !matches!(character, '\u{0300}'..='\u{036F}'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns true for a combination of scripts that no language uses.
fn mixes_scripts(label: &str) -> bool {
    if label.is_single_script() {
        return false;
    }
    // Honest Chinese, Japanese and Korean names also contain Latin letters.
    let others: String = label.chars().filter(|letter| !is_latin(*letter)).collect();
    let scripts = others.resolve_script_set();
    !(scripts.hanb || scripts.jpan || scripts.kore)
}

fn is_latin(letter: char) -> bool {
    let mut scripts = AugmentedScriptSet::for_char('a');
    scripts.intersect_with(letter.into());
    !scripts.is_empty()
}

/// Returns the host as a person reads it: look-alike letters become those they imitate. Other foreign
/// labels stay in ASCII, so that none of them can change the direction of the text around it.
fn reading(unicode: &str, ascii: &str) -> String {
    let labels = unicode.split('.').zip(ascii.split('.'));
    let read = labels.map(|(label, ascii)| {
        if !looks_like_ascii(label) {
            return ascii.to_owned();
        }
        let imitated = |letter: char| skeleton(letter.encode_utf8(&mut [0; 4])).collect::<String>();
        let letters = label.chars().map(|letter| match letter {
            letter if letter.is_ascii() => letter.to_string(),
            letter => imitated(letter),
        });
        letters.collect()
    });
    read.collect::<Vec<_>>().join(".")
}

fn looks_like_ascii(label: &str) -> bool {
    !label.contains(DISTINCT_LETTERS) && skeleton(label).all(|letter| letter.is_ascii())
}
