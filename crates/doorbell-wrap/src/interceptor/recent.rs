//! Names that matter for a while.

use std::collections::VecDeque;

/// The last names of a kind; the oldest is forgotten when there are too many.
pub(super) struct Recent<T> {
    names: VecDeque<T>,
    most: usize,
}

impl<T: PartialEq> Recent<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            names: VecDeque::new(),
            most,
        }
    }

    pub(super) fn keep(&mut self, name: T) {
        self.take(&name);
        if self.names.len() == self.most {
            self.names.pop_front();
        }
        self.names.push_back(name);
    }

    pub(super) fn has(&self, name: &T) -> bool {
        self.names.contains(name)
    }

    /// Forgets a name, and says whether it was known.
    pub(super) fn take(&mut self, name: &T) -> bool {
        let at = self.names.iter().position(|known| known == name);
        at.and_then(|at| self.names.remove(at)).is_some()
    }
}
