//! The person at the desktop: looks at the screen, types and presses.

use doorbell_core::form::Input;
use doorbell_daemon::view::{
    AnnouncementView, BodyView, CheckView, EditRequest, FloodPressRequest, FormView,
    GroupMemberView, InputDevice, LinkStep, LinkView, OpenedLinkPress, OpenedLinkPressRequest,
    OpenedLinkStateView, OpenedLinkView, Press, PressReply, PressRequest, QuestionStateView,
    QuestionView, ScreenView, SnoozeFor,
};
use doorbell_daemon::{Handle, StaleEdit};

use super::fake_desktop::FakeDesktop;

#[derive(Clone, Copy)]
pub struct Person<'a> {
    desktop: &'a FakeDesktop,
    pub(super) handle: &'a Handle,
}

/// A question as it was when the person looked at it.
pub struct ShownQuestion<'a> {
    person: Person<'a>,
    pub view: QuestionView,
}

impl<'a> Person<'a> {
    pub fn new(desktop: &'a FakeDesktop, handle: &'a Handle) -> Self {
        Self { desktop, handle }
    }

    /// Waits for the question with this message and reports it as painted.
    pub fn wait_for_question(self, message: &str) -> ShownQuestion<'a> {
        self.wait_for_question_where(message, |_| true)
    }

    /// Like [`Person::wait_for_question`], but waits until `condition` holds for the question.
    pub fn wait_for_question_where(
        self,
        message: &str,
        condition: impl Fn(&QuestionView) -> bool,
    ) -> ShownQuestion<'a> {
        let question = self.wait_for_unpainted(message, condition);
        self.handle
            .painted(question.view.id.clone(), question.view.generation);
        question
    }

    /// Waits for the question without reporting it as painted.
    pub fn wait_for_unpainted(
        self,
        message: &str,
        condition: impl Fn(&QuestionView) -> bool,
    ) -> ShownQuestion<'a> {
        let view = self
            .desktop
            .wait_for(message, |state| match &state.view.screen {
                ScreenView::Question { question }
                    if question.message == message && condition(question) =>
                {
                    Some(QuestionView::clone(question))
                }
                ScreenView::Question { .. }
                | ScreenView::Announcement { .. }
                | ScreenView::OpenedLinks { .. }
                | ScreenView::Quitting { .. }
                | ScreenView::Nothing => None,
            });
        ShownQuestion { person: self, view }
    }

    /// Waits until the question is marked as withdrawn and returns it with the reason shown.
    pub fn wait_for_withdrawn(self, message: &str) -> (ShownQuestion<'a>, String) {
        let question = self.wait_for_question_where(message, |question| {
            matches!(question.state, QuestionStateView::Withdrawn { .. })
        });
        let QuestionStateView::Withdrawn { reason, .. } = question.view.state.clone() else {
            unreachable!("the condition above holds");
        };
        (question, reason)
    }

    pub fn wait_for_empty_screen(self) {
        self.desktop.wait_for("nothing on the screen", |state| {
            matches!(state.view.screen, ScreenView::Nothing).then_some(())
        });
    }

    /// Waits for an announcement and reports it as painted.
    pub fn wait_for_announcement(self) -> AnnouncementView {
        let announcement =
            self.desktop
                .wait_for("an announcement", |state| match &state.view.screen {
                    ScreenView::Announcement { announcement } => Some(announcement.clone()),
                    ScreenView::Question { .. }
                    | ScreenView::OpenedLinks { .. }
                    | ScreenView::Quitting { .. }
                    | ScreenView::Nothing => None,
                });
        self.handle
            .painted(announcement.id.clone(), announcement.generation);
        announcement
    }

    /// Waits until the window shows only cards, reports them as painted and returns their
    /// generation.
    pub fn wait_for_cards_only(self) -> u64 {
        let generation = self
            .desktop
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

    /// Waits until the card of the link to this domain is in this state.
    pub fn wait_for_card(self, domain: &str, state: OpenedLinkStateView) -> OpenedLinkView {
        let what = format!("the card of {domain}, {state:?}");
        self.desktop.wait_for(&what, |desktop| {
            let mut cards = desktop.view.opened_links.iter();
            cards
                .find(|card| card.domain == domain && card.state == state)
                .cloned()
        })
    }

    /// Presses a button on the card of this question.
    pub fn press_card(self, question: &str, press: OpenedLinkPress) -> PressReply {
        let request = OpenedLinkPressRequest {
            id: question.to_owned(),
            press,
            by: InputDevice::Pointer,
        };
        block_on(self.handle.press_opened_link(request)).unwrap()
    }

    pub fn press_flood_card(self, request: FloodPressRequest) -> PressReply {
        block_on(self.handle.press_flood(request)).unwrap()
    }

    /// The text that the Copy link button copies.
    pub fn copy_link(self, id: &str) -> Option<String> {
        block_on(self.handle.copy_link(id.to_owned())).unwrap().ok()
    }

    pub fn try_press(self, id: &str, generation: u64, press: Press) -> PressReply {
        let request = PressRequest {
            id: id.to_owned(),
            generation,
            press,
            by: InputDevice::Pointer,
        };
        block_on(self.handle.press(request)).unwrap()
    }

    pub fn edit(self, request: EditRequest) -> Result<CheckView, StaleEdit> {
        block_on(self.handle.edit(request)).unwrap()
    }

    /// The text that the Copy answer button copies.
    pub fn copy_answer(self, id: &str) -> Option<String> {
        block_on(self.handle.answer_text(id.to_owned())).unwrap()
    }
}

/// The link of a question as it was when the person looked at it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLink {
    pub link: LinkView,
    pub step: LinkStep,
    pub trouble: Option<String>,
    pub group: Vec<GroupMemberView>,
}

impl ShownLink {
    pub fn of(question: &QuestionView) -> Option<Self> {
        match question.body.clone() {
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
            _ => None,
        }
    }
}

impl ShownQuestion<'_> {
    pub fn form(&self) -> &FormView {
        match &self.view.body {
            BodyView::Form { form, .. } => form,
            _ => {
                panic!("this question is not a form")
            }
        }
    }

    pub fn link(&self) -> ShownLink {
        ShownLink::of(&self.view).expect("this question is a link")
    }

    /// Types into the field with this title.
    pub fn type_text(&self, title: &str, text: &str) -> CheckView {
        self.fill(
            title,
            Input::Text {
                text: text.to_owned(),
            },
        )
        .unwrap()
    }

    pub fn fill(&self, title: &str, input: Input) -> Result<CheckView, StaleEdit> {
        let field = self
            .form()
            .fields
            .iter()
            .position(|field| field.title == title)
            .unwrap_or_else(|| panic!("there is no field {title}"));
        let request = EditRequest {
            id: self.view.id.clone(),
            field,
            input,
        };
        self.person.edit(request)
    }

    /// Types the message of a permission.
    pub fn type_deny_message(&self, message: &str) {
        self.type_into(0, message);
    }

    /// Types into a field of an agent's question.
    pub fn type_into(&self, field: usize, text: &str) {
        let (id, text) = (self.view.id.clone(), text.to_owned());
        let input = Input::Text { text };
        self.person.edit(EditRequest { id, field, input }).unwrap();
    }

    /// Presses a button and returns the daemon's reply.
    pub fn try_press(&self, press: Press) -> PressReply {
        self.person
            .try_press(&self.view.id, self.view.generation, press)
    }

    /// Presses a button, which must be accepted.
    pub fn press(&self, press: Press) {
        assert_eq!(self.try_press(press), PressReply::Done);
    }

    /// Presses Send, which must be accepted.
    pub fn send(&self) {
        self.press(SEND);
    }
}

/// Send, without confirming secrets.
pub const SEND: Press = Press::Send { secrets_too: false };

/// The Later button with its default length.
pub const LATER: Press = Press::Later {
    length: SnoozeFor::Minutes,
};

/// Waits for the daemon's reply. The runtime needs neither timers nor I/O.
pub fn block_on<T>(reply: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(reply)
}
