//! What is on the screen, and since when it has been as it is.

use std::time::Duration;

use super::QuestionId;

/// What is on the screen.
pub(super) enum Stage {
    /// Nothing; the window is hidden.
    Empty,
    /// Something.
    Lit {
        scene: Scene,
        generation: u64,
        light: Light,
    },
}

/// What can be on the screen.
#[derive(Clone)]
pub(super) enum Scene {
    /// One question.
    Question(QuestionId),
    /// What was done, and the name of the next question if there is one.
    Announcement {
        done: String,
        next: Option<QuestionId>,
    },
    /// Nothing but the links that are not finished.
    Waiting,
    /// "Quit Doorbell?", over what was there before.
    Quitting { under: Option<Box<Scene>> },
}

/// Whether the page has drawn it.
#[derive(Clone, Copy)]
pub(super) enum Light {
    /// Sent to the page at that time.
    Awaited(Duration),
    /// Unchanged and unmoved on the screen since that time.
    Settled(Duration),
}

impl Scene {
    /// The question that a press on it is about.
    fn about(&self) -> Option<QuestionId> {
        match self {
            Self::Question(id) => Some(*id),
            Self::Announcement { next, .. } => *next,
            Self::Waiting | Self::Quitting { .. } => None,
        }
    }
}

impl Stage {
    pub fn lit(scene: Scene, generation: u64, now: Duration) -> Self {
        Self::Lit {
            scene,
            generation,
            light: Light::Awaited(now),
        }
    }

    pub fn scene(&self) -> Option<&Scene> {
        match self {
            Self::Empty => None,
            Self::Lit { scene, .. } => Some(scene),
        }
    }

    /// Whether this question and generation are what is on the screen.
    pub fn is(&self, about: Option<QuestionId>, seen: u64) -> bool {
        match self {
            Self::Empty => false,
            Self::Lit {
                scene, generation, ..
            } => scene.about() == about && *generation == seen,
        }
    }

    /// The question on the screen; an announced one is not yet.
    pub fn question(&self) -> Option<QuestionId> {
        match self.scene()? {
            Scene::Question(id) => Some(*id),
            Scene::Announcement { .. } | Scene::Waiting | Scene::Quitting { .. } => None,
        }
    }

    /// Whether the person comes back to this question when they are done with what lies over it.
    pub fn keeps(&self, id: QuestionId) -> bool {
        match self.scene() {
            Some(Scene::Quitting { under: Some(under) }) => {
                matches!(**under, Scene::Question(under) if under == id)
            }
            _ => self.question() == Some(id),
        }
    }

    /// The question that is shown or announced.
    pub fn about(&self) -> Option<QuestionId> {
        self.scene().and_then(Scene::about)
    }

    /// Whether a question may come on without pushing anything away.
    pub fn is_free(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Lit { scene, .. } => matches!(scene, Scene::Waiting),
        }
    }

    /// Notes that the page has drawn this generation; whether it is the one on the screen.
    pub fn paint(&mut self, about: Option<QuestionId>, generation: u64, now: Duration) -> bool {
        if !self.is(about, generation) {
            return false;
        }
        if let Self::Lit { light, .. } = self
            && matches!(light, Light::Awaited(_))
        {
            *light = Light::Settled(now);
        }
        true
    }

    /// The page draws it again from nothing.
    pub fn redraw(&mut self, now: Duration) {
        if let Self::Lit { light, .. } = self {
            *light = Light::Awaited(now);
        }
    }

    pub fn moved(&mut self, now: Duration) {
        if let Self::Lit {
            light: Light::Settled(since),
            ..
        } = self
        {
            *since = now;
        }
    }

    pub fn settled_since(&self) -> Option<Duration> {
        match self {
            Self::Lit {
                light: Light::Settled(since),
                ..
            } => Some(*since),
            Self::Lit { .. } | Self::Empty => None,
        }
    }

    pub fn unpainted_since(&self) -> Option<Duration> {
        match self {
            Self::Lit {
                light: Light::Awaited(since),
                ..
            } => Some(*since),
            Self::Lit { .. } | Self::Empty => None,
        }
    }
}
