//! The person: sees what the screen shows, types, presses.

use doorbell_core::form::Input;
use doorbell_daemon::view::{
    By, CheckView, EditSaid, Press, PressReply, PressSaid, QuestionView, StateView, WindowView,
};
use doorbell_daemon::{Handle, StaleEdit};

use super::screen::Screen;

/// Someone who sits at the desktop.
#[derive(Clone, Copy)]
pub struct Person<'a> {
    screen: &'a Screen,
    handle: &'a Handle,
}

/// One question as the person saw it.
pub struct Seen<'a> {
    person: Person<'a>,
    pub view: QuestionView,
}

impl<'a> Person<'a> {
    pub fn new(screen: &'a Screen, handle: &'a Handle) -> Self {
        Self { screen, handle }
    }

    /// Waits for the question with this message and lets the window paint it.
    pub fn sees(self, message: &str) -> Seen<'a> {
        self.sees_where(message, |_| true)
    }

    /// Like [`Person::sees`], once the question is as told.
    pub fn sees_where(self, message: &str, is_so: impl Fn(&QuestionView) -> bool) -> Seen<'a> {
        let seen = self.sees_unpainted(message, is_so);
        self.handle
            .painted(seen.view.id.clone(), seen.view.generation);
        seen
    }

    /// The question as the daemon shows it, before the window has painted it.
    pub fn sees_unpainted(self, message: &str, is_so: impl Fn(&QuestionView) -> bool) -> Seen<'a> {
        let view = self.screen.wait_for(message, |state| match &state.view {
            WindowView::Question { question } if question.message == message && is_so(question) => {
                Some(QuestionView::clone(question))
            }
            WindowView::Question { .. } | WindowView::Announcement { .. } | WindowView::Nothing => {
                None
            }
        });
        Seen { person: self, view }
    }

    /// Waits for the question to be marked as over, and gives back the reason shown.
    pub fn sees_withdrawn(self, message: &str) -> (Seen<'a>, String) {
        let seen = self.sees_where(message, |question| {
            matches!(question.state, StateView::Withdrawn { .. })
        });
        let StateView::Withdrawn { reason, .. } = seen.view.state.clone() else {
            unreachable!("it was waited for");
        };
        (seen, reason)
    }

    /// Waits until the window is hidden.
    pub fn sees_nothing(self) {
        self.screen.wait_for("nothing on the screen", |state| {
            matches!(state.view, WindowView::Nothing).then_some(())
        });
    }

    /// Presses something in what has this id and generation.
    pub fn presses(self, id: &str, generation: u64, press: Press) -> PressReply {
        let said = PressSaid {
            id: id.to_owned(),
            generation,
            press,
            by: By::Pointer,
        };
        wait(self.handle.press(said)).unwrap()
    }

    /// What Copy answer copies.
    pub fn copies(self, id: &str) -> Option<String> {
        wait(self.handle.answer_text(id.to_owned())).unwrap()
    }
}

impl Seen<'_> {
    /// Types in the field with this title.
    pub fn types(&self, title: &str, text: &str) -> CheckView {
        self.fills(
            title,
            Input::Text {
                text: text.to_owned(),
            },
        )
        .unwrap()
    }

    /// Puts something in the field with this title.
    pub fn fills(&self, title: &str, input: Input) -> Result<CheckView, StaleEdit> {
        let field = self
            .view
            .form
            .fields
            .iter()
            .position(|field| field.title == title)
            .unwrap_or_else(|| panic!("there is no field {title}"));
        let said = EditSaid {
            id: self.view.id.clone(),
            field,
            input,
        };
        wait(self.person.handle.edit(said)).unwrap()
    }

    pub fn presses(&self, press: Press) -> PressReply {
        self.person
            .presses(&self.view.id, self.view.generation, press)
    }

    /// Presses something that must take effect.
    pub fn does(&self, press: Press) {
        assert_eq!(self.presses(press), PressReply::Done);
    }

    /// Presses Send, which must take effect.
    pub fn sends(&self) {
        self.does(SEND);
    }
}

/// Send without the tick for secrets.
pub const SEND: Press = Press::Send { secrets_too: false };

/// Waits for the daemon's reply. It needs no timers and no sockets, only to be woken.
fn wait<T>(reply: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(reply)
}
