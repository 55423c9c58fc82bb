//! The person: sees what the screen shows, types, presses.

use doorbell_core::form::Input;
use doorbell_daemon::view::{
    AnnouncementView, BodyView, InputDevice, CheckView, EditRequest, FloodPressRequest, FormView, GroupMemberView,
    SnoozeFor, LinkStep, LinkView, Press, PressReply, PressRequest, QuestionView, ScreenView, QuestionStateView,
    OpenedLinkPress, OpenedLinkPressRequest, OpenedLinkStateView, OpenedLinkView,
};
use doorbell_daemon::{Handle, StaleEdit};

use super::screen::Screen;

/// Someone who sits at the desktop.
#[derive(Clone, Copy)]
pub struct Person<'a> {
    screen: &'a Screen,
    pub(super) handle: &'a Handle,
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
        let view = self
            .screen
            .wait_for(message, |state| match &state.view.screen {
                ScreenView::Question { question }
                    if question.message == message && is_so(question) =>
                {
                    Some(QuestionView::clone(question))
                }
                ScreenView::Question { .. }
                | ScreenView::Announcement { .. }
                | ScreenView::OpenedLinks { .. }
                | ScreenView::Quitting { .. }
                | ScreenView::Nothing => None,
            });
        Seen { person: self, view }
    }

    /// Waits for the question to be marked as over, and gives back the reason shown.
    pub fn sees_withdrawn(self, message: &str) -> (Seen<'a>, String) {
        let seen = self.sees_where(message, |question| {
            matches!(question.state, QuestionStateView::Withdrawn { .. })
        });
        let QuestionStateView::Withdrawn { reason, .. } = seen.view.state.clone() else {
            unreachable!("it was waited for");
        };
        (seen, reason)
    }

    /// Waits until the window is hidden.
    pub fn sees_nothing(self) {
        self.screen.wait_for("nothing on the screen", |state| {
            matches!(state.view.screen, ScreenView::Nothing).then_some(())
        });
    }

    /// Waits for an announcement and lets the window paint it.
    pub fn sees_announcement(self) -> AnnouncementView {
        let seen = self
            .screen
            .wait_for("an announcement", |state| match &state.view.screen {
                ScreenView::Announcement { announcement } => Some(announcement.clone()),
                ScreenView::Question { .. }
                | ScreenView::OpenedLinks { .. }
                | ScreenView::Quitting { .. }
                | ScreenView::Nothing => None,
            });
        self.handle.painted(seen.id.clone(), seen.generation);
        seen
    }

    /// Waits until the window has nothing but cards in it, lets it paint them, and gives back its
    /// generation.
    pub fn sees_only_cards(self) -> u64 {
        let generation = self
            .screen
            .wait_for("only cards", |state| match state.view.screen {
                ScreenView::OpenedLinks { generation } => Some(generation),
                ScreenView::Question { .. }
                | ScreenView::Announcement { .. }
                | ScreenView::Quitting { .. }
                | ScreenView::Nothing => None,
            });
        self.handle.painted(String::new(), generation);
        generation
    }

    /// Waits for the card of a link of this domain to be in this state.
    pub fn sees_card(self, domain: &str, state: OpenedLinkStateView) -> OpenedLinkView {
        let what = format!("the card of {domain}, {state:?}");
        self.screen.wait_for(&what, |screen| {
            let mut cards = screen.view.opened_links.iter();
            cards
                .find(|card| card.domain == domain && card.state == state)
                .cloned()
        })
    }

    /// Presses something on the card of this question.
    pub fn presses_card(self, question: &str, press: OpenedLinkPress) -> PressReply {
        let said = OpenedLinkPressRequest {
            id: question.to_owned(),
            press,
            by: InputDevice::Pointer,
        };
        wait(self.handle.press_opened_link(said)).unwrap()
    }

    /// Presses something on the card of someone that asked too often.
    pub fn presses_flood(self, said: FloodPressRequest) -> PressReply {
        wait(self.handle.press_flood(said)).unwrap()
    }

    /// What Copy link copies.
    pub fn copies_link(self, id: &str) -> Option<String> {
        wait(self.handle.copy_link(id.to_owned())).unwrap().ok()
    }

    /// Presses something in what has this id and generation.
    pub fn presses(self, id: &str, generation: u64, press: Press) -> PressReply {
        let said = PressRequest {
            id: id.to_owned(),
            generation,
            press,
            by: InputDevice::Pointer,
        };
        wait(self.handle.press(said)).unwrap()
    }

    /// Puts something in a field.
    pub fn edits(self, said: EditRequest) -> Result<CheckView, StaleEdit> {
        wait(self.handle.edit(said)).unwrap()
    }

    /// What Copy answer copies.
    pub fn copies(self, id: &str) -> Option<String> {
        wait(self.handle.answer_text(id.to_owned())).unwrap()
    }
}

/// A link as the person saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLink {
    pub link: LinkView,
    pub step: LinkStep,
    pub trouble: Option<String>,
    pub group: Vec<GroupMemberView>,
}

impl ShownLink {
    /// The link of a question that is one.
    pub fn of(question: &QuestionView) -> Option<Self> {
        match question.body.clone() {
            BodyView::Form { .. } | BodyView::Permission { .. } => None,
            BodyView::Link {
                link,
                step,
                trouble,
                group,
            } => Some(Self {
                link,
                step,
                trouble,
                group,
            }),
        }
    }
}

impl Seen<'_> {
    /// The fields of a question that has some.
    pub fn form(&self) -> &FormView {
        match &self.view.body {
            BodyView::Form { form, .. } => form,
            BodyView::Link { .. } | BodyView::Permission { .. } => {
                panic!("this question is no form")
            }
        }
    }

    /// The link of a question that is one.
    pub fn link(&self) -> ShownLink {
        ShownLink::of(&self.view).expect("this question is a link")
    }

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
            .form()
            .fields
            .iter()
            .position(|field| field.title == title)
            .unwrap_or_else(|| panic!("there is no field {title}"));
        let said = EditRequest {
            id: self.view.id.clone(),
            field,
            input,
        };
        self.person.edits(said)
    }

    /// Types why a permission is denied.
    pub fn says_why(&self, reason: &str) {
        let input = Input::Text {
            text: reason.to_owned(),
        };
        let (id, field) = (self.view.id.clone(), 0);
        self.person.edits(EditRequest { id, field, input }).unwrap();
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

/// Later, as its button is.
pub const LATER: Press = Press::Later {
    length: SnoozeFor::Minutes,
};

/// Waits for the daemon's reply. It needs no timers and no sockets, only to be woken.
pub fn wait<T>(reply: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(reply)
}
