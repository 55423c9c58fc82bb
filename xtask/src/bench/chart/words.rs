//! How much room words take, and words that need less.

/// How wide a text will about be, in pixels, in a font nobody knows yet. Rather too wide.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(part_of_size).sum::<f64>() * size
}

fn part_of_size(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.31,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.38,
        'm' | 'w' | 'M' | 'W' | '%' | '…' => 0.92,
        'A'..='Z' => 0.70,
        _ if letter.is_ascii() => 0.59,
        // Other scripts may have wide letters.
        _ => 1.0,
    }
}

/// A text in at most two lines no wider than this; what does not fit is cut and says so.
pub fn lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut first = String::new();
    let mut rest = text.split(' ').peekable();
    while let Some(word) = rest.peek() {
        let longer = match first.as_str() {
            "" => (*word).to_owned(),
            _ => format!("{first} {word}"),
        };
        if width(&longer, size) > room {
            break;
        }
        first = longer;
        rest.next();
    }
    let rest: Vec<&str> = rest.collect();
    let rest = rest.join(" ");
    [first, cut(&rest, size, room)]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect()
}

fn cut(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        let longer = format!("{kept}{letter}…");
        if width(&longer, size) > room {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end())
}

/// Text between tags.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no way to say these.
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{escaped, lines};

    #[test]
    fn a_short_text_is_one_line_a_long_one_two_and_a_longer_one_is_cut() {
        assert_eq!(lines("Doorbell, cold", 13.0, 200.0), ["Doorbell, cold"]);
        assert_eq!(
            lines("Doorbell, after 1,000 questions", 13.0, 150.0),
            ["Doorbell, after 1,000", "questions"]
        );
        let long = lines("what nobody can read in one look at all", 13.0, 90.0);
        assert_eq!(long, ["what nobody", "can read in…"]);
        assert_eq!(lines(&"x".repeat(99), 10.0, 40.0), ["xxxxx…"]);
        assert!(lines("", 13.0, 90.0).is_empty());
    }

    #[test]
    fn text_is_no_markup() {
        assert_eq!(
            escaped("<a b=\"c\">&\u{7}</a>"),
            "&lt;a b=&quot;c&quot;&gt;&amp; &lt;/a&gt;"
        );
    }
}
