//! Names and sentences, split into words.

/// One word of a name or a sentence.
pub(super) struct Word {
    /// In lower case, without digits at its end.
    pub(super) text: String,
    /// Counts the clauses; words of different ones have nothing to do with each other.
    pub(super) clause: usize,
    /// Whether a comma stands before it.
    pub(super) after_comma: bool,
    /// Whether it was written in capitals.
    pub(super) capitals: bool,
}

impl Word {
    /// Whether it is one of `words`, which have a space between them.
    pub(super) fn is_one_of(&self, words: &str) -> bool {
        words.split(' ').any(|word| word == self.text)
    }
}

/// Splits names and sentences alike: `githubToken`, `API_KEY`, "one-time code".
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut splitter = Splitter::default();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        splitter.take(character, characters.peek().copied());
    }
    splitter.end_word();
    splitter.words
}

#[derive(Default)]
struct Splitter {
    words: Vec<Word>,
    word: String,
    clause: usize,
    after_comma: bool,
}

impl Splitter {
    fn take(&mut self, character: char, next: Option<char>) {
        match character {
            '\'' | '’' => {}
            ',' => {
                self.end_word();
                self.after_comma = true;
            }
            '.' | '!' | '?' | ';' | ':' | '\n' | '(' | ')' | '–' | '—' => {
                self.end_word();
                self.clause += 1;
            }
            _ if character.is_alphanumeric() => {
                let last = self.word.chars().next_back();
                let hump = character.is_uppercase()
                    && last.is_some_and(|last| {
                        last.is_lowercase()
                            || (last.is_uppercase() && next.is_some_and(char::is_lowercase))
                    });
                if hump {
                    self.end_word();
                }
                self.word.push(character);
            }
            _ => self.end_word(),
        }
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return;
        }
        let bare = word.trim_end_matches(|last: char| last.is_ascii_digit());
        let bare = if bare.is_empty() { &word } else { bare };
        self.words.push(Word {
            text: bare.to_lowercase(),
            clause: self.clause,
            after_comma: std::mem::take(&mut self.after_comma),
            capitals: bare.chars().all(char::is_uppercase),
        });
    }
}
