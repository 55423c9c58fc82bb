//! Texts that a hostile server might send.

use doorbell_core::text::visible;
use serde_json::{Value, json};

/// Each text with a name for its kind of attack. All are short enough for a name.
pub const CORPUS: [(&str, &str); 13] = [
    (
        "markup",
        "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>",
    ),
    (
        "pango",
        "<b>bold</b> <span size='99999'>huge</span> &lt;i&gt; &amp; &#x41; </b>",
    ),
    (
        "links",
        "[click](https://evil.io) https://evil.io javascript:alert(1)",
    ),
    ("templates", "${7*7} {{7*7}} %s %n _File __two \\u0041 `id`"),
    (
        "bidi",
        "\u{202e}txt.exe \u{2066}moc.elgoog\u{2069} \u{200f}\u{61c}end",
    ),
    (
        "invisible",
        "pay\u{200b}pal\u{feff} \u{2060}\u{ad}\u{3164}\u{2800}\u{e0041}\u{e007f}.",
    ),
    (
        "controls",
        "\u{0}nul \u{7}\u{1b}[31mred\u{1b}[0m \u{9b}1m \u{8}\u{7f}\u{c}.",
    ),
    (
        "lines",
        "first\n\n\n\n\n\n\n\n\nlast\r\nnext \u{2028}\u{2029}\u{85}\ttab\rback",
    ),
    ("right to left", "שלום עולם (404) مرحبا بالعالم 12:30"),
    (
        "emoji",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦 🏳\u{fe0f}\u{200d}🌈 👍🏽 1\u{fe0f}\u{20e3}",
    ),
    (
        "marks",
        "Z\u{35b}\u{36b}\u{351}\u{30b}\u{310}\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\
         \u{307}\u{308}a\u{316}\u{317}\u{318}\u{319}\u{31c}\u{31d}\u{31e}\u{31f}\u{320}lgo",
    ),
    (
        "wide",
        "﷽﷽﷽𒐫𒐫𒐫aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ),
    (
        "imitation",
        "Verified by the system ✔ 12 earlier requests · 1 more waiting · Press Send to see the question",
    ),
];

/// Finds a text by its name.
pub fn text(name: &str) -> &'static str {
    let found = CORPUS.iter().find(|(candidate, _)| *candidate == name);
    found.map_or("", |(_, text)| text)
}

/// The beginning that must be shown, without white space, which pages change.
pub fn beginning(text: &str) -> String {
    squeezed(&visible(text)).chars().take(20).collect()
}

/// Removes all white space, and restores quotation marks, which names show as code points.
pub fn squeezed(text: &str) -> String {
    let squeezed: String = text.split_whitespace().collect();
    squeezed
        .replace("⟨U+0022⟩", "\"")
        .replace("⟨U+0027⟩", "'")
        .replace("⟨U+0060⟩", "`")
}

/// A form with this text in every place.
pub fn form(text: &str) -> Value {
    json!({
        "mode": "form",
        "message": text,
        "requestedSchema": {
            "type": "object",
            "title": text,
            "description": text,
            "properties": {
                "text": {"type": "string", "title": text, "description": text, "default": text},
                "one": {
                    "type": "string",
                    "title": "One",
                    "oneOf": [{"const": "a", "title": text}, {"const": text, "title": "b"}]
                },
                "old": {"type": "string", "enum": ["x", text], "enumNames": [text, "y"]},
                "several": {"type": "array", "title": text, "items": {"enum": [text, "c"]}},
                "sure": {"type": "boolean", "title": text, "default": true},
                text: {"type": "object", "description": text}
            }
        },
        "_meta": {"dev.doorbell/asker": claims(text)}
    })
}

/// A link with this text everywhere except in its address.
pub fn link(text: &str) -> Value {
    json!({
        "mode": "url",
        "message": text,
        "url": "https://example.com/?q=%3Cscript%3E",
        "elicitationId": text,
        "_meta": {"dev.doorbell/asker": claims(text)}
    })
}

fn claims(text: &str) -> Value {
    json!({
        "server": {"name": text, "title": text, "version": text, "command": text},
        "agent": text,
        "tool": text,
        "session": text,
        "project": format!("/home/ada/{text}")
    })
}
