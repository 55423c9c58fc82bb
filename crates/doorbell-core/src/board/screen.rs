//! What the question window shows, and since when it is painted and unchanged.

use std::time::Duration;

use super::QuestionId;

pub(super) enum Screen {
    Empty,
    Showing {
        content: ScreenContent,
        generation: u64,
        paint: PaintState,
    },
}

#[derive(Clone)]
pub(super) enum ScreenContent {
    Question(QuestionId),
    /// What was done, and which question is next.
    Announcement {
        done: String,
        next: Option<QuestionId>,
    },
    /// Only the cards of unfinished links.
    OpenedLinks,
    /// "Quit Doorbell?", on top of the previous content.
    Quitting {
        covered: Option<Box<ScreenContent>>,
    },
}

#[derive(Clone, Copy)]
pub(super) enum PaintState {
    /// Sent to the page at that time.
    Unpainted(Duration),
    /// Painted, unchanged and unmoved since that time.
    Painted(Duration),
}

impl ScreenContent {
    /// The question that a press on this content refers to.
    fn subject(&self) -> Option<QuestionId> {
        match self {
            Self::Question(id) => Some(*id),
            Self::Announcement { next, .. } => *next,
            Self::OpenedLinks | Self::Quitting { .. } => None,
        }
    }
}

impl Screen {
    pub fn new(content: ScreenContent, generation: u64, now: Duration) -> Self {
        Self::Showing {
            content,
            generation,
            paint: PaintState::Unpainted(now),
        }
    }

    pub fn content(&self) -> Option<&ScreenContent> {
        match self {
            Self::Empty => None,
            Self::Showing { content, .. } => Some(content),
        }
    }

    /// True if the screen shows this subject in this generation.
    pub fn matches(&self, subject: Option<QuestionId>, seen: u64) -> bool {
        match self {
            Self::Empty => false,
            Self::Showing {
                content,
                generation,
                ..
            } => content.subject() == subject && *generation == seen,
        }
    }

    /// The question on the screen. An announced one is not on it yet.
    pub fn question(&self) -> Option<QuestionId> {
        match self.content()? {
            ScreenContent::Question(id) => Some(*id),
            ScreenContent::Announcement { .. }
            | ScreenContent::OpenedLinks
            | ScreenContent::Quitting { .. } => None,
        }
    }

    /// True if the question is on the screen, or returns when the person keeps Doorbell running.
    pub fn returns_to(&self, id: QuestionId) -> bool {
        match self.content() {
            Some(ScreenContent::Quitting {
                covered: Some(covered),
            }) => {
                matches!(**covered, ScreenContent::Question(covered) if covered == id)
            }
            _ => self.question() == Some(id),
        }
    }

    /// The question that is shown or announced.
    pub fn subject(&self) -> Option<QuestionId> {
        self.content().and_then(ScreenContent::subject)
    }

    /// True if a question can appear without replacing anything.
    pub fn is_free(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Showing { content, .. } => matches!(content, ScreenContent::OpenedLinks),
        }
    }

    /// Returns false if the screen has moved on to another generation.
    pub fn mark_painted(
        &mut self,
        subject: Option<QuestionId>,
        generation: u64,
        now: Duration,
    ) -> bool {
        if !self.matches(subject, generation) {
            return false;
        }
        if let Self::Showing { paint, .. } = self
            && matches!(paint, PaintState::Unpainted(_))
        {
            *paint = PaintState::Painted(now);
        }
        true
    }

    pub fn mark_unpainted(&mut self, now: Duration) {
        if let Self::Showing { paint, .. } = self {
            *paint = PaintState::Unpainted(now);
        }
    }

    pub fn mark_moved(&mut self, now: Duration) {
        if let Self::Showing {
            paint: PaintState::Painted(since),
            ..
        } = self
        {
            *since = now;
        }
    }

    pub fn stable_since(&self) -> Option<Duration> {
        match self {
            Self::Showing {
                paint: PaintState::Painted(since),
                ..
            } => Some(*since),
            Self::Showing { .. } | Self::Empty => None,
        }
    }

    pub fn unpainted_since(&self) -> Option<Duration> {
        match self {
            Self::Showing {
                paint: PaintState::Unpainted(since),
                ..
            } => Some(*since),
            Self::Showing { .. } | Self::Empty => None,
        }
    }
}
