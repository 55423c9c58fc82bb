//! What is on the screen, and since when it has been as it is.

use std::time::Duration;

use super::QuestionId;

/// What is on the screen.
pub(super) enum Stage {
    /// Nothing; the window is hidden.
    Empty,
    /// One question.
    Question {
        id: QuestionId,
        generation: u64,
        light: Light,
    },
    /// The name of the next one.
    Announcement {
        done: String,
        next: QuestionId,
        generation: u64,
        light: Light,
    },
}

/// What a press can be about.
#[derive(Clone, Copy)]
pub(super) enum Scene {
    Question(QuestionId),
    Announcement(QuestionId),
}

/// Whether the page has drawn it.
#[derive(Clone, Copy)]
pub(super) enum Light {
    /// Sent to the page at that time.
    Awaited(Duration),
    /// Unchanged and unmoved on the screen since that time.
    Settled(Duration),
}

impl Stage {
    pub fn question_of(id: QuestionId, generation: u64, now: Duration) -> Self {
        Self::Question {
            id,
            generation,
            light: Light::Awaited(now),
        }
    }

    pub fn announcement(done: String, next: QuestionId, generation: u64, now: Duration) -> Self {
        Self::Announcement {
            done,
            next,
            generation,
            light: Light::Awaited(now),
        }
    }

    pub fn scene(&self) -> Option<Scene> {
        match self {
            Self::Empty => None,
            Self::Question { id, .. } => Some(Scene::Question(*id)),
            Self::Announcement { next, .. } => Some(Scene::Announcement(*next)),
        }
    }

    /// The question and generation that a press must name.
    pub fn shows(&self) -> Option<(QuestionId, u64)> {
        match self {
            Self::Empty => None,
            Self::Question { id, generation, .. } => Some((*id, *generation)),
            Self::Announcement {
                next, generation, ..
            } => Some((*next, *generation)),
        }
    }

    /// The question on the screen; an announced one is not yet.
    pub fn question(&self) -> Option<QuestionId> {
        match self {
            Self::Question { id, .. } => Some(*id),
            Self::Empty | Self::Announcement { .. } => None,
        }
    }

    /// Whether the stage shows or announces this question.
    pub fn waits_for(&self, id: QuestionId) -> bool {
        self.shows().is_some_and(|(shown, _)| shown == id)
    }

    /// Notes that the page has drawn this generation; whether it was the one awaited.
    pub fn paint(&mut self, id: QuestionId, generation: u64, now: Duration) -> bool {
        if self.shows() != Some((id, generation)) {
            return false;
        }
        match self.light() {
            Some(light @ Light::Awaited(_)) => *light = Light::Settled(now),
            Some(Light::Settled(_)) | None => {}
        }
        true
    }

    pub fn moved(&mut self, now: Duration) {
        if let Some(Light::Settled(since)) = self.light() {
            *since = now;
        }
    }

    pub fn settled_since(&self) -> Option<Duration> {
        match self.light_ref()? {
            Light::Settled(since) => Some(*since),
            Light::Awaited(_) => None,
        }
    }

    pub fn unpainted_since(&self) -> Option<Duration> {
        match self.light_ref()? {
            Light::Awaited(since) => Some(*since),
            Light::Settled(_) => None,
        }
    }

    fn light_ref(&self) -> Option<&Light> {
        match self {
            Self::Empty => None,
            Self::Question { light, .. } | Self::Announcement { light, .. } => Some(light),
        }
    }

    fn light(&mut self) -> Option<&mut Light> {
        match self {
            Self::Empty => None,
            Self::Question { light, .. } | Self::Announcement { light, .. } => Some(light),
        }
    }
}
