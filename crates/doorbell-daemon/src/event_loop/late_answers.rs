//! Answers that came after the terminal's.
//!
//! Some agents show their own dialog while Doorbell asks, and do not say that it was answered until the
//! tool has run. A person who denies it in the meantime believes that it did not run. History is then
//! corrected, and they are told.
//!
//! An agent that ends stops asking as after a No in its dialog. It reports its end right after, and
//! history is corrected, too.

use std::collections::VecDeque;
use std::time::Duration;

use doorbell_core::asker::{AskerId, SessionId};
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::{Ending, Outcome};
use doorbell_core::view::{HistoryEntryView, QuestionKindView};
use doorbell_protocol::{
    PermissionAnswer, WithdrawName, WithdrawParams, WithdrawReason, WithdrawnQuestions,
};
use serde_json::json;

use super::EventLoop;
use super::withdrawal::tool_start;
use crate::desktop::Desktop;
use crate::storage::{EntryTimes, StorageWrite};

const MAX_RECENT_ANSWERS: usize = 64;
/// How long after its last question an agent that ends reports it. Claude Code takes 0.2 s.
const MAX_END_DELAY: Duration = Duration::from_secs(2);
const AGENT_ENDED: &str = "The agent ended.";

/// The newest answers, from the window or the terminal, to questions that another process can withdraw.
#[derive(Default)]
pub struct RecentAnswers(VecDeque<RecentAnswer>);

struct RecentAnswer {
    question: QuestionId,
    name: WithdrawName,
    /// Only its processes know what the terminal answered.
    session: Option<SessionId>,
    answered_at: Duration,
    kind: QuestionKindView,
    outcome: Outcome,
    /// True if nothing is lost when the terminal's Yes applies instead.
    is_plain_allow: bool,
    /// "Claude Code · shop"
    headline: String,
    entry: EntryTimes,
}

impl RecentAnswers {
    fn add(&mut self, answer: RecentAnswer) {
        if self.0.len() == MAX_RECENT_ANSWERS {
            self.0.pop_front();
        }
        self.0.push_back(answer);
    }

    fn take(&mut self, matches: impl Fn(&RecentAnswer) -> bool) -> Option<RecentAnswer> {
        let index = self.0.iter().rposition(matches)?;
        self.0.remove(index)
    }
}

impl RecentAnswer {
    /// Says what became of the answer after the tool ran.
    fn after_tool_ran(&self) -> &'static str {
        match (self.kind, self.outcome) {
            (QuestionKindView::Permission, Outcome::Declined) => {
                "The terminal had already allowed this, so it ran."
            }
            _ => NOT_USED,
        }
    }
}

const NOT_USED: &str = "The terminal had already answered this, so your answer wasn’t used.";

impl<D: Desktop> EventLoop<D> {
    pub(super) fn remember_answer(
        &mut self,
        question: QuestionId,
        entry: &HistoryEntryView,
        ending: &Ending,
        now: &Moment,
    ) {
        let is_answer = matches!(
            ending.outcome,
            Outcome::Accepted | Outcome::Declined | Outcome::AnsweredInTerminal
        );
        let record = self.questions.0.get(&question).filter(|_| is_answer);
        let named = record.and_then(|record| Some((record, record.withdraw_name.clone()?)));
        let Some((record, name)) = named else {
            return;
        };
        let allow = json!({"choice": PermissionAnswer::ALLOW});
        let project = entry.project.iter().map(|project| format!(" · {project}"));
        self.recent_answers.add(RecentAnswer {
            question,
            name,
            session: record.session,
            answered_at: now.steady,
            kind: entry.kind,
            outcome: ending.outcome,
            is_plain_allow: ending.content.as_ref() == allow.as_object(),
            headline: format!("{}{}", entry.agent, project.collect::<String>()),
            entry: EntryTimes::of(entry),
        });
    }

    /// Looks for an answer that the withdrawal proves to be late: the tool ran since before the answer,
    /// or the agent ended the hook that should have got it.
    pub(super) fn correct_late_answer(
        &mut self,
        asker: AskerId,
        params: &WithdrawParams,
        now: &Moment,
    ) {
        let session = self.asker(asker).map(|asker| asker.session);
        if params.because != Some(WithdrawReason::AnsweredInTerminal) || session.is_none() {
            return;
        }
        let (late, what) = match &params.questions {
            WithdrawnQuestions::Name(name) => {
                let Some(start) = tool_start(params, now) else {
                    return;
                };
                let is_late = |it: &RecentAnswer| {
                    let is_same = it.session == session && it.name == *name;
                    let is_here = it.outcome != Outcome::AnsweredInTerminal;
                    is_same && is_here && it.answered_at > start
                };
                let Some(late) = self.recent_answers.take(is_late) else {
                    return;
                };
                let what = late.after_tool_ran();
                (late, what)
            }
            WithdrawnQuestions::Key(key) => {
                let pending = self.questions.0.iter().find(|(_, record)| {
                    let own = record.key.as_ref().and_then(|own| own.key.as_ref());
                    own == Some(key)
                });
                let pending = pending.map(|(question, _)| *question);
                // Denied here and there is no contradiction.
                let is_late = |it: &RecentAnswer| {
                    Some(it.question) == pending && it.outcome == Outcome::Accepted
                };
                let Some(mut late) = self.recent_answers.take(is_late) else {
                    return;
                };
                late.is_plain_allow = false;
                (late, NOT_USED)
            }
            WithdrawnQuestions::Session(_) => return,
        };
        tracing::info!(question = %late.question, "the terminal had answered before");
        self.store.correct_entry(StorageWrite::CorrectEntry {
            entry: late.entry,
            outcome: Outcome::AnsweredInTerminal.history_name(),
            reason: what,
        });
        if !late.is_plain_allow {
            let is_private = self.attention.quiet_mode(now).private;
            let message = match is_private {
                true => what.to_owned(),
                false => format!("{}: {what}", late.headline),
            };
            self.desktop.show_message(message);
        }
    }

    /// The agent whose process `asker` belongs to has ended.
    pub(super) fn correct_answers_of_ended_agent(&mut self, asker: AskerId, now: &Moment) {
        let session = self.asker(asker).map(|asker| asker.session);
        let is_of_end = |it: &RecentAnswer| {
            let is_same = it.session == session && it.outcome == Outcome::AnsweredInTerminal;
            is_same && now.steady.saturating_sub(it.answered_at) < MAX_END_DELAY
        };
        while let Some(answer) = self.recent_answers.take(is_of_end) {
            self.store.correct_entry(StorageWrite::CorrectEntry {
                entry: answer.entry,
                outcome: Outcome::Withdrawn.history_name(),
                reason: AGENT_ENDED,
            });
        }
    }
}
