//! Splits names and sentences into words.

pub(super) struct Word {
    /// In lower case, without trailing digits.
    pub(super) text: String,
    /// The number of the clause; words of different clauses are unrelated.
    pub(super) clause: usize,
    /// True if a comma precedes the word.
    pub(super) after_comma: bool,
    pub(super) is_uppercase: bool,
}

impl Word {
    /// Returns true if it is one of `words`, which are separated by spaces.
    pub(super) fn is_one_of(&self, words: &str) -> bool {
        words.split(' ').any(|word| word == self.text)
    }
}

/// Splits `githubToken`, `API_KEY` and "one-time code" alike.
pub(super) fn tokenise(text: &str) -> Vec<Word> {
    let mut splitter = Splitter::default();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        splitter.push(character, characters.peek().copied());
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
    fn push(&mut self, character: char, next: Option<char>) {
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
                let starts_word = character.is_uppercase()
                    && last.is_some_and(|last| {
                        last.is_lowercase()
                            || (last.is_uppercase() && next.is_some_and(char::is_lowercase))
                    });
                if starts_word {
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
            is_uppercase: bare.chars().all(char::is_uppercase),
        });
    }
}
