//! The last plan of each agent session, to show what changed in the next one.

use std::collections::VecDeque;

use crate::asker::{Asker, Claims, SessionId};

/// The oldest plan makes room for a new session's.
pub(super) const MAX_LAST_PLANS: usize = 32;

#[derive(Default)]
pub(super) struct LastPlans {
    /// The newest last.
    plans: VecDeque<(PlanSource, String)>,
}

#[derive(Clone, PartialEq)]
struct PlanSource {
    process: SessionId,
    /// An agent's process can have one session after another.
    session: Option<String>,
    project: Option<String>,
}

impl LastPlans {
    /// Returns the session's last plan, and remembers this one instead.
    pub fn replace(&mut self, asker: &Asker, claims: &Claims, plan: &str) -> Option<String> {
        let source = PlanSource {
            process: asker.session,
            session: claims.session.clone(),
            project: claims.project.clone(),
        };
        let known = self.plans.iter().position(|(other, _)| *other == source);
        let last = known.and_then(|index| self.plans.remove(index));
        if self.plans.len() == MAX_LAST_PLANS {
            self.plans.pop_front();
        }
        self.plans.push_back((source, plan.to_owned()));
        last.map(|(_, plan)| plan)
    }
}
