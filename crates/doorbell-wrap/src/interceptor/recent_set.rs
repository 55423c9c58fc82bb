//! A bounded set.

use std::collections::VecDeque;

/// A set that drops its oldest entry when it is full.
pub(super) struct RecentSet<T> {
    entries: VecDeque<T>,
    capacity: usize,
}

impl<T: PartialEq> RecentSet<T> {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            capacity,
        }
    }

    pub(super) fn insert(&mut self, entry: T) {
        self.remove(&entry);
        if self.entries.len() == self.capacity {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    pub(super) fn contains(&self, entry: &T) -> bool {
        self.entries.contains(entry)
    }

    /// Returns whether the entry was present.
    pub(super) fn remove(&mut self, entry: &T) -> bool {
        let index = self.entries.iter().position(|other| other == entry);
        index.and_then(|index| self.entries.remove(index)).is_some()
    }
}
